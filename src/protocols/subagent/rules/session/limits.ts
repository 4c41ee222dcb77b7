import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, failedSample, payloads, reportPath, reportText, reviewText, sample, withMessage } from '../../examples.ts'
import type { SessionSubject, TaskSubject } from '../../subjects.ts'
import { plannerModes } from '../../words.ts'

const failed = (attempt: number) => ({ [reportPath('task-3', attempt)]: reportText('task-3', attempt) + reviewText('Failed') })
const thrice = { ...failedSample, ...failed(2), ...failed(3) }

export const attemptLimit: Rule<TaskSubject> = {
  code: 'SUBAGENT_ATTEMPT_LIMIT',
  strict: 'warning',
  soft: 'notice',
  summary: 'A task has a report or an executor input of an attempt above `limits.attempts`.',
  why: 'A task that fails again and again needs a person, or another plan.',
  repair: 'Let the Planner cut the task differently, or raise `protocols.subagent.limits.attempts`.',
  examples() {
    return {
      bad: [
        { about: 'a fourth report', head: { ...thrice, ...failed(4) } },
        { about: 'a fourth input', head: change(withMessage(thrice, 'executor.task-3.a4.input', payloads.executorInput('task-3', 4)), {}) },
        { about: 'a second, where one is the limit', head: { ...failedSample, ...failed(2) }, configuration: { limits: { attempts: 1 } } },
      ],
      good: [
        { about: 'a third report', head: thrice },
        { about: 'no limit', head: { ...thrice, ...failed(4) }, configuration: { limits: { attempts: 0 } } },
      ],
    }
  },
  *check({ task, session, model }) {
    const { attempts: limit } = model.configuration.limits
    const inputs = task.messages.flatMap(({ agent, kind, number }) => (agent === 'executor' && kind === 'input' ? [number] : []))
    const highest = Math.max(task.newest?.attempt ?? 0, ...inputs)
    if (limit === 0 || highest <= limit) return
    yield {
      message: msg`Unexpected attempt ${highest} at ${task.id}, expected at most ${limit}`,
      hint: 'Let the Planner cut the task differently, or let a person look at it.',
      place: task.line?.place ?? { path: task.newest?.path ?? session.anchor, line: 1 },
      target: task.target,
    }
  },
}

const blocked = { ...payloads.plannerOutput, status: 'blocked', blockers: ['Which file?'] }
const plans = (count: number) =>
  Array.from({ length: count }, (_, index) => index + 1).reduce(
    (files, number) => withMessage(files, `planner.UPDATE.${number}.output`, blocked, payloads.plannerInput('UPDATE')),
    sample,
  )

export const planningLimit: Rule<SessionSubject> = {
  code: 'SUBAGENT_PLANNING_LIMIT',
  strict: 'warning',
  soft: 'notice',
  summary: 'More than `limits.planning` planner outputs of one MODE say `blocked`.',
  why: 'Asking the Planner once more will not help: something outside has to change.',
  repair: 'Remove what blocks it, then ask again.',
  examples() {
    return {
      bad: [{ about: 'a third time', head: plans(3) }],
      good: [
        { about: 'twice', head: plans(2) },
        { about: 'no limit', head: plans(3), configuration: { limits: { planning: 0 } } },
      ],
    }
  },
  *check({ session, model }) {
    const { planning: limit } = model.configuration.limits
    for (const mode of plannerModes) {
      const outputs = session.messages.filter(
        (each) => each.agent === 'planner' && each.mode === mode && each.kind === 'output' && each.status === 'blocked',
      )
      const newest = outputs.toSorted((a, b) => a.number - b.number).at(-1)
      if (limit === 0 || outputs.length <= limit || !newest) continue
      yield {
        message: msg`Unexpected number of blocked plans in MODE ${mode}: ${outputs.length}, expected at most ${limit}`,
        hint: 'Remove what blocks the Planner, then ask again.',
        place: newest.content?.place('status') ?? { path: newest.path, line: 1 },
        target: session.target,
      }
    }
  },
}
