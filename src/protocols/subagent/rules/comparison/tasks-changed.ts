import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, sample, tasksPath } from '../../examples.ts'
import type { TaskSubject } from '../../subjects.ts'

export const tasksChanged: Rule<TaskSubject> = {
  code: 'TASKS_CHANGED',
  strict: 'warning',
  soft: 'warning',
  summary: 'Files, Objective or Success Criteria of a task changed that had been begun.',
  why: 'The contract changes under the hands of whoever works by it.',
  repair: 'Take it back, or let the Planner define a new task.',
  examples() {
    return {
      bad: [
        {
          about: 'the objective of a completed task',
          base: sample,
          head: change(sample, { [tasksPath]: [['Have the part of task-1.', 'Have another part.']] }),
        },
      ],
      good: [
        { about: 'not begun', base: sample, head: change(sample, { [tasksPath]: [['Have the part of task-3.', 'Have another part.']] }) },
        { about: 'the title', base: sample, head: change(sample, { [tasksPath]: [['task-1: Build task-1', 'task-1: Count']] }) },
      ],
    }
  },
  *check({ task, taskBefore, session }) {
    const [now, then] = [task.definition, taskBefore?.definition]
    const marker = taskBefore?.line?.marker ?? ' '
    if (!now || !then || session.iterations || task.kind !== 'implementation' || !'/Px'.includes(marker)) return
    const changed = (['files', 'objective', 'criteria'] as const).filter((key) => JSON.stringify(now[key]) !== JSON.stringify(then[key]))
    if (changed.length === 0) return
    yield {
      message: msg`Unexpected change of ${changed} of ${task.id}, which had been begun`,
      hint: 'Take it back, or let the Planner define a new task.',
      place: now.place,
      target: task.target,
    }
  },
}
