import type { Finding } from '../../../../core/diagnostic.ts'
import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, inSession, inTasks, iteratedSample, progressPath, reportPath, reportText, sample, tasksPath } from '../../examples.ts'
import { missingFields } from '../../reading/tasks.ts'
import type { Session } from '../../session.ts'
import { targetOf, type SessionSubject } from '../../subjects.ts'
import { isImplementation } from '../../words.ts'

const fourth = `
- task-4: Sort
    - **Type**: Sequential
    - **Files**: src/sort.ts
    - **Objective**: Sort the words.
    - **Success Criteria**: The samples pass.
`
const withFourth = change(sample, { [tasksPath]: sample[tasksPath] + fourth })

export const tasksDuplicate: Rule<SessionSubject> = {
  code: 'TASKS_DUPLICATE',
  strict: 'error',
  soft: 'error',
  summary: '`tasks.md` defines a task a second time.',
  why: 'Two contracts for one task: nobody can tell which one is reviewed.',
  repair: 'Keep one of them, or give the other an id of its own.',
  examples() {
    return {
      bad: [{ about: 'two definitions', head: change(sample, { [tasksPath]: sample[tasksPath] + fourth.replace('task-4', 'task-3') }) }],
      good: [
        {
          about: 'a list that only mentions it',
          head: inTasks(['## Planning Tasks', '## Overview\n- task-1: first\n- task-2\n\n## Planning Tasks']),
        },
      ],
    }
  },
  *check({ session }) {
    for (const definition of session.tasks.definitions) {
      const first = session.tasks.get(definition.id)
      if (!first || first === definition) continue
      yield {
        message: msg`Unexpected second definition of ${definition.id}, expected one`,
        hint: 'Keep one of them, or give the other an id of its own.',
        place: definition.place,
        target: targetOf(session, definition.id),
        related: [{ ...first.place, message: 'the first' }],
      }
    }
  },
}

export const fieldMissing: Rule<SessionSubject> = {
  code: 'TASKS_FIELD_MISSING',
  strict: 'warning',
  soft: 'notice',
  summary: 'The definition of a task lacks Type, Files, Objective or Success Criteria.',
  why: 'These four are the contract between the Planner, who cuts the task, the Executor and the Reviewer.',
  repair: 'Let the Planner write them.',
  examples() {
    return {
      bad: [
        { about: 'no objective', head: inTasks(['    - **Objective**: Have the part of task-3.\n', '']) },
        { about: 'criteria that are to come', head: inTasks(['The samples of task-3 pass.', '[To be filled]']) },
        { about: 'files that are to come', head: inTasks(['src/help.ts', '[to be decided]']) },
      ],
      good: [
        {
          about: 'in nested items',
          head: inTasks(['**Success Criteria**: The samples of task-3 pass.', '**Success Criteria:**\n        - [ ] the samples pass']),
        },
        { about: 'planning', head: sample },
      ],
    }
  },
  *check({ session }) {
    for (const definition of session.tasks.definitions) {
      const missing = missingFields(definition)
      if (missing.length === 0) continue
      yield {
        message: msg`Missing fields of ${definition.id}: ${missing}`,
        hint: msg`Write each as ${'- **Name**: value'} below the task.`,
        place: definition.place,
        target: targetOf(session, definition.id),
      }
    }
  },
}

/** Behind which line `/fix` writes the marker lines of untracked tasks. */
const lastLine = ({ progress }: Session) => progress?.markers.findLast(({ id }) => isImplementation(id))

const untracked = (session: Session) =>
  session.progress && session.progress.document.text.trim() !== ''
    ? session.tasks.definitions.filter(
        (definition) =>
          isImplementation(definition.id) && !session.progress?.get(definition.id) && session.tasks.get(definition.id) === definition,
      )
    : []

/** The line that `/fix` adds for a task. */
function mended(session: Session, id: string): Pick<Finding, 'fix' | 'edit'> {
  const last = lastLine(session)
  const { progress } = session
  if (!progress || !last || session.profile === 'v2' || session.task(id)?.newest) return {}
  const { document } = progress
  const end = document.offsetOf(last.line) + document.line(last.line).length
  const text = `${document.eol}${last.lead}[ ] ${id}`
  return { fix: '/fix TASKS_UNTRACKED', edit: { path: document.path, start: end, end, text } }
}

export const tasksUntracked: Rule<SessionSubject> = {
  code: 'TASKS_UNTRACKED',
  strict: 'error',
  soft: 'warning',
  summary: 'A task is defined, and `progress.md` has no marker line for it.',
  why: 'The orchestrator works through the marker lines: this task will never be done.',
  repair: '`/fix TASKS_UNTRACKED` adds a line `[ ]` behind the last task.',
  safe: true,
  examples() {
    return {
      bad: [
        { about: 'a new definition', head: withFourth },
        { about: 'one that has a report already', head: { ...withFourth, [reportPath('task-4')]: reportText('task-4') } },
        { about: 'a new file in the iteration', head: { ...iteratedSample, [inSession('iterations/2/tasks/task-5.md')]: '# task-5\n' } },
      ],
      good: [{ about: 'a line for each', head: change(withFourth, { [progressPath]: `${sample[progressPath]}- [ ] task-4\n` }) }],
    }
  },
  *check({ session }) {
    for (const { id, place } of untracked(session)) {
      const repair = mended(session, id)
      yield {
        message: msg`Missing line for ${id} in ${'progress.md'}`,
        hint: repair.fix === undefined ? msg`Write ${`- [ ] ${id}`} there.` : msg`${repair.fix} adds ${`- [ ] ${id}`}.`,
        ...repair,
        place,
        target: targetOf(session, id),
      }
    }
  },
}
