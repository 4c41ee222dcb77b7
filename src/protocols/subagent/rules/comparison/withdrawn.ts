import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, progressPath, sample, tasksPath, workingSample } from '../../examples.ts'
import { shown } from '../../states.ts'
import { targetOf, type ChangedSession } from '../../subjects.ts'
import type { Task } from '../../task.ts'

/** The tasks whose lines are gone, and whether they were withdrawn before anything was done. */
function gone({ session, before }: ChangedSession): readonly { readonly task: Task; readonly withdrawn: boolean }[] {
  if (!session.progress) return []
  return before.allTasks.flatMap((task) => {
    if (!task.line || session.progress?.get(task.id)) return []
    const withdrawn = task.line.marker === ' ' && task.reports.length === 0 && !session.tasks.mentions(task.id) && !session.iterations
    return [{ task, withdrawn }]
  })
}

const without = change(sample, { [progressPath]: [['- [ ] task-3 (Not Started)\n', '']] })

const tasksWithout = sample[tasksPath]?.slice(0, sample[tasksPath]?.indexOf('\n- task-3')) ?? ''

const withdrawnSample = change(without, { [tasksPath]: tasksWithout })

export const markerRemoved: Rule<ChangedSession> = {
  code: 'MARKER_REMOVED',
  strict: 'error',
  soft: 'error',
  summary: 'The marker line of a task is gone.',
  why: 'The state of the task is lost, and perhaps the task.',
  repair: 'Bring the line back. A task that was not begun may be withdrawn: then no file mentions it.',
  examples() {
    return {
      bad: [
        { about: 'a planning task', base: sample, head: change(sample, { [progressPath]: [['- [x] plan-init (Completed)\n', '']] }) },
        { about: 'one that was begun', base: workingSample, head: withdrawnSample },
      ],
      good: [
        { about: 'withdrawn in time', base: withdrawnSample, head: withdrawnSample },
        {
          about: 'another place',
          base: sample,
          head: change(sample, {
            [progressPath]: [
              ['- [ ] task-2 (Not Started)\n- [ ] task-3 (Not Started)', '- [ ] task-3 (Not Started)\n- [ ] task-2 (Not Started)'],
            ],
          }),
        },
      ],
    }
  },
  *check(subject) {
    for (const { task, withdrawn } of gone(subject)) {
      if (withdrawn) continue
      yield {
        message: msg`Missing line of ${task.id}, which stood at ${shown(task.line?.mark ?? '')}`,
        hint: 'Bring it back.',
        place: { path: subject.session.progressPath, line: 1 },
        target: targetOf(subject.session, task.id),
      }
    }
  },
}

export const tasksWithdrawn: Rule<ChangedSession> = {
  code: 'TASKS_WITHDRAWN',
  strict: 'notice',
  soft: 'notice',
  summary: 'A task that was not begun is withdrawn: its line and its definition are gone.',
  why: 'Plans change; whoever reads the change should see it.',
  repair: 'Nothing has to be done.',
  examples() {
    return {
      bad: [{ about: 'not begun', base: sample, head: withdrawnSample }],
      good: [{ about: 'nothing withdrawn', base: sample, head: workingSample }],
    }
  },
  *check(subject) {
    for (const { task, withdrawn } of gone(subject)) {
      if (!withdrawn) continue
      yield {
        message: msg`The task ${task.id} is withdrawn`,
        place: { path: subject.session.progressPath, line: 1 },
        target: targetOf(subject.session, task.id),
      }
    }
  },
}
