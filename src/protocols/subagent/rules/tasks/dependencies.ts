import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { circlesIn, dependenciesOf, isOpen } from '../../dependencies.ts'
import { change, inTasks, laterSample, marked, sample, tasksPath, workingSample } from '../../examples.ts'
import type { Definition } from '../../reading/tasks.ts'
import type { Session } from '../../session.ts'
import { targetOf, type SessionSubject, type TaskSubject } from '../../subjects.ts'
import { idsIn } from '../../words.ts'

/** Where a dependency of a task is named: in one of its fields, or in the graph alone. */
function placeOf({ tasks }: Session, { dependsOn, type, lineOf, id, place }: Definition, dependency: string) {
  const field = idsIn(type).includes(dependency) ? 'type' : 'inherits from'
  const line = dependsOn.includes(dependency) ? lineOf.get(field) : tasks.groups.graph.get(id)?.line
  return line === undefined || !tasks.document ? place : tasks.document.place(line)
}

export const dependencyUnknown: Rule<SessionSubject> = {
  code: 'TASKS_DEPENDENCY_UNKNOWN',
  strict: 'error',
  soft: 'warning',
  summary: 'A task depends on one that is nowhere defined.',
  why: 'It would wait for ever.',
  repair: 'Let the Planner name a task that there is.',
  examples() {
    return {
      bad: [
        { about: 'inherits from nobody', head: inTasks(['From**: task-1', 'From**: task-8']) },
        {
          about: 'named in the type',
          head: inTasks(['Sequential\n    - **Files**: src/help.ts', 'Sequential (depends on task-8)\n    - **Files**: src/help.ts']),
        },
      ],
      good: [{ about: 'none', head: sample }],
    }
  },
  *check({ session }) {
    for (const definition of session.tasks.definitions) {
      const { id } = definition
      const unknown = dependenciesOf(session, id).filter((each) => !session.tasks.get(each))
      const [first] = unknown
      if (first === undefined) continue
      yield {
        message: msg`Unknown dependency of ${id}: ${unknown}`,
        hint: 'Name tasks that are defined.',
        place: placeOf(session, definition, first),
        target: targetOf(session, id),
      }
    }
  },
}

export const dependencyCycle: Rule<SessionSubject> = {
  code: 'TASKS_DEPENDENCY_CYCLE',
  strict: 'error',
  soft: 'error',
  summary: 'Tasks depend on each other in a circle.',
  why: 'None of them can ever begin.',
  repair: 'Let the Planner cut them differently.',
  examples() {
    return {
      bad: [
        {
          about: 'two tasks',
          head: inTasks(
            ['The samples of task-3 pass.\n    - **Inherits From**: None', 'Pass.\n    - **Inherits From**: task-2'],
            ['From**: task-1', 'From**: task-3'],
          ),
        },
        {
          about: 'itself',
          head: inTasks(['The samples of task-3 pass.\n    - **Inherits From**: None', 'Pass.\n    - **Inherits From**: task-3']),
        },
      ],
      good: [
        {
          about: 'a line of tasks',
          head: inTasks(['The samples of task-3 pass.\n    - **Inherits From**: None', 'Pass.\n    - **Inherits From**: task-2, task-1']),
        },
      ],
    }
  },
  *check({ session }) {
    for (const circle of circlesIn(session)) {
      const [first = ''] = circle
      const definition = session.tasks.get(first)
      if (!definition) continue
      yield {
        message: msg`Unexpected circle of dependencies: ${circle.slice(0, 20)}`,
        hint: 'Let the Planner cut these tasks differently.',
        place: definition.place,
        target: targetOf(session, first),
      }
    }
  },
}

const open = ({ task, session }: TaskSubject): readonly string[] => {
  const { marker } = task.line ?? {}
  if (task.kind !== 'implementation' || !(marker === '/' || marker === 'P' || marker === 'x')) return []
  return dependenciesOf(session, task.id).filter((id) => isOpen(session, id))
}

const begun = marked(marked(sample, 'task-2', ' ', '/'), 'task-1', 'x', ' ')
const early = change(begun, { '.ralph-sessions/260131-144400/tasks.task-1-report.md': null })

export const dependencyOpen: Rule<TaskSubject> = {
  code: 'TASKS_DEPENDENCY_OPEN',
  strict: 'warning',
  soft: 'notice',
  summary: 'A task was begun while one that it depends on is not completed. In 3.x an error.',
  why: 'It builds upon what may still change.',
  repair: 'Let the other task be completed first.',
  examples() {
    return {
      bad: [{ about: 'the first is not even begun', head: early }],
      good: [
        { about: 'the first is completed', head: marked(sample, 'task-2', ' ', '/') },
        { about: 'independent', head: workingSample },
      ],
    }
  },
  *check(subject) {
    const those = open(subject)
    const { line, id, target } = subject.task
    if (!line || those.length === 0) return
    yield {
      message: msg`Unexpected begin of ${id}, expected these to be completed first: ${those}`,
      hint: 'Let them be completed first.',
      place: line.place,
      target,
      ...(subject.session.profile === 'v1-3.x' && { levels: { strict: 'error', soft: 'warning' } }),
    }
  },
}

const drift = (graph: string) => change(laterSample, { [tasksPath]: [['task-2: [task-1]', graph]] })

export const graphDrift: Rule<SessionSubject> = {
  code: 'TASKS_GRAPH_DRIFT',
  strict: 'error',
  soft: 'warning',
  summary: 'In 3.x: the dependency graph and *Inherits From* name different dependencies for a task.',
  why: 'Waves are made from the graph, and executors read the definition.',
  repair: 'Let the Planner make them agree.',
  examples() {
    return {
      bad: [
        { about: 'one more in the graph', head: drift('task-2: [task-1, task-3]') },
        { about: 'none in the graph', head: drift('task-2: []') },
      ],
      good: [
        { about: 'the same', head: laterSample },
        { about: 'a task that the graph leaves out', head: drift('task-1: []') },
        { about: 'no session of 3.x', head: drift('task-2: []'), configuration: { profile: 'contract-1.0.0' } },
      ],
    }
  },
  *check({ session }) {
    const { tasks, profile } = session
    if (profile !== 'v1-3.x' || !tasks.document) return
    for (const [id, { line, dependsOn }] of tasks.groups.graph) {
      const definition = tasks.get(id)
      if (!definition || !id.startsWith('task-')) continue
      const [drawn, said] = [dependsOn, definition.dependsOn].map((ids) => [...new Set(ids)].toSorted())
      if (!drawn || !said || drawn.join() === said.join()) continue
      yield {
        message: msg`Unexpected dependencies of ${id} in the graph: ${drawn.length > 0 ? drawn : 'none'}, expected ${said.length > 0 ? said : 'none'}`,
        hint: 'Let the Planner make graph and definition agree.',
        place: tasks.document.place(line),
        target: targetOf(session, id),
        related: [{ ...definition.place, message: 'the definition' }],
      }
    }
  },
}

/** Two tasks of a wave that must not be done at once, and why. */
function conflictIn(session: Session, ids: readonly string[]): { readonly tasks: readonly string[]; readonly why: string } | undefined {
  const together = new Set(ids)
  const owners = new Map<string, string>()
  for (const id of ids) {
    const on = dependenciesOf(session, id).find((each) => each !== id && together.has(each))
    if (on !== undefined) return { tasks: [id, on], why: 'one depends on the other' }
    for (const file of session.tasks.get(id)?.files ?? []) {
      const other = owners.get(file)
      if (other !== undefined && other !== id) return { tasks: [other, id], why: msg`both write ${file}` }
      owners.set(file, id)
    }
  }
  return undefined
}

export const waveConflict: Rule<SessionSubject> = {
  code: 'TASKS_WAVE_CONFLICT',
  strict: 'error',
  soft: 'error',
  summary: 'In 3.x: two tasks of a wave write the same file, or one depends on the other.',
  why: 'The tasks of a wave are done at once.',
  repair: 'Put them into different waves.',
  examples() {
    return {
      bad: [
        { about: 'one depends on the other', head: change(laterSample, { [tasksPath]: [['[task-1, task-3]', '[task-1, task-2]']] }) },
        {
          about: 'a file of both',
          head: change(laterSample, { [tasksPath]: [['**Files**: src/help.ts', '**Files**: src/help.ts, `src/count.ts`']] }),
        },
      ],
      good: [{ about: 'independent', head: laterSample }],
    }
  },
  *check({ session }) {
    const { tasks, profile } = session
    if (profile !== 'v1-3.x' || !tasks.document) return
    for (const { line, tasks: ids } of tasks.groups.waves) {
      const conflict = conflictIn(session, ids)
      if (!conflict) continue
      yield {
        message: `${msg`Unexpected wave with ${conflict.tasks}`}: ${conflict.why}`,
        hint: 'Put them into different waves.',
        place: tasks.document.place(line),
        target: session.target,
      }
    }
  },
}
