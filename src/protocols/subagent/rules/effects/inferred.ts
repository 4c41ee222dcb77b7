import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, failedSample, payloads, pendingSample, reportPath, reportText, sample, withMessage } from '../../examples.ts'
import type { TaskSubject } from '../../subjects.ts'

export const effectInferred: Rule<TaskSubject> = {
  code: 'SUBAGENT_EFFECT_INFERRED',
  strict: 'warning',
  soft: 'warning',
  summary: 'A report is new, nobody said anything about its attempt, and its task stood at `[ ]` and stands there still.',
  why: 'An executor marks the task when it begins and when it ends: here it did neither.',
  repair: 'Mark the task `[P]`, or write the messages of the executor that say that the attempt came to nothing.',
  examples() {
    return {
      bad: [{ about: 'not even begun', base: sample, head: change(sample, { [reportPath('task-3')]: reportText('task-3') }) }],
      good: [
        { about: 'under review', base: sample, head: pendingSample },
        {
          about: 'an attempt that came to nothing',
          base: sample,
          head: withMessage(
            change(sample, { [reportPath('task-3')]: reportText('task-3') }),
            'executor.task-3.a1.output',
            { ...payloads.executorOutput('task-3'), status: 'failed', success_criteria_met: false },
            payloads.executorInput('task-3'),
          ),
        },
        { about: 'Failed, and back again', base: pendingSample, head: failedSample },
      ],
    }
  },
  *check({ task, taskBefore, before, session }) {
    if (!before || session.iterations || task.line?.marker !== ' ' || taskBefore?.line?.marker !== ' ') return
    for (const { attempt, path, verdict } of task.reports) {
      const key = `executor.${task.id}.a${attempt}`
      const isSaid = task.executor(attempt, 'input') ?? task.executor(attempt, 'output')
      if (taskBefore.report(attempt) || isSaid || verdict) continue
      yield {
        message: msg`Unexpected report of ${task.id}, which stands at ${'[ ]'} as before, expected it to have been begun`,
        hint: msg`Mark it ${'[P]'}, or write the messages of the executor: ${`${key}.input.json`} and ${`${key}.output.json`}.`,
        place: task.line.place,
        target: task.target,
        related: [{ path, line: 1, message: 'the new report' }],
      }
    }
  },
}
