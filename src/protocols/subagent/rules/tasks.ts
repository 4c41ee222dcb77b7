import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import { graphPairs } from '../compared.ts'
import { targetOf, type Session, dependenciesOf, isOpen } from '../model.ts'
import { missingFields, type Definition } from '../reading/tasks.ts'
import {
  contractSessions,
  definitions,
  sessions,
  type TaskSubject,
  contractTasks,
  type SubagentRules,
} from './subjects.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { isImplementation, idsIn } from '../schema.ts'
import { insertAfter } from '../../../documents/text.ts'
import { overParts } from '../../../kit/rules.ts'

/** After which line `/fix` writes the marker lines of untracked tasks. */
const lastTaskLine = ({ progress }: Session) => progress?.markers.findLast(({ id }) => isImplementation(id))

const untrackedDefinitions = (session: Session) =>
  session.progress && session.progress.document.text.trim() !== ''
    ? session.tasks.definitions.filter(
        (definition) =>
          isImplementation(definition.id) &&
          !session.progress?.get(definition.id) &&
          session.tasks.get(definition.id) === definition,
      )
    : []

/** The line that `/fix` adds for a task. */
function missingLineEdit(session: Session, id: string): Finding['edit'] {
  const lastMarkerLine = lastTaskLine(session)
  const { progress } = session
  if (!progress || !lastMarkerLine || session.profile === 'v2' || session.task(id)?.newest) return undefined
  const { document } = progress
  return { path: document.path, ...insertAfter(document, lastMarkerLine.line, [`${lastMarkerLine.lead}[ ] ${id}`]) }
}

/** Where a dependency of a task is named: in one of its fields, or in the graph alone. */
function placeOf({ tasks }: Session, { dependsOn, type, lineOf, id, place }: Definition, dependency: string) {
  const field = idsIn(type).includes(dependency) ? 'type' : 'inherits from'
  const line = dependsOn.includes(dependency) ? lineOf.get(field) : tasks.groups.graph.get(id)?.line
  return line === undefined || !tasks.document ? place : tasks.document.place(line)
}

/**
 * The tasks that depend on each other in a cycle: each cycle once, with its members in the order of their definitions.
 */
function cyclesIn(session: Session): readonly (readonly string[])[] {
  const ids = session.tasks.definitions.map(({ id }) => id)
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const cycles: string[][] = []
  // Strongly connected components, without recursion: tasks.md may name any number of tasks in a row.
  for (const root of ids) {
    if (index.has(root)) continue
    const work: { readonly id: string; readonly next: Iterator<string> }[] = []
    const enter = (id: string) => {
      index.set(id, index.size)
      low.set(id, index.get(id) ?? 0)
      stack.push(id)
      onStack.add(id)
      work.push({
        id,
        next: dependenciesOf(session, id)
          .filter((dependency) => session.tasks.get(dependency))
          .values(),
      })
    }
    enter(root)
    for (let top = work.at(-1); top; top = work.at(-1)) {
      const { id } = top
      const step = top.next.next()
      if (!step.done) {
        if (!index.has(step.value)) enter(step.value)
        else if (onStack.has(step.value)) low.set(id, Math.min(low.get(id) ?? 0, index.get(step.value) ?? 0))
        continue
      }
      work.pop()
      const parent = work.at(-1)
      if (parent) low.set(parent.id, Math.min(low.get(parent.id) ?? 0, low.get(id) ?? 0))
      if (low.get(id) !== index.get(id)) continue
      const cycle = stack.splice(stack.lastIndexOf(id))
      for (const member of cycle) onStack.delete(member)
      if (cycle.length > 1 || dependenciesOf(session, id).includes(id)) cycles.push(cycle)
    }
  }
  const rank = new Map(ids.map((id, position) => [id, position]))
  return cycles.map((cycle) => cycle.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0)))
}

const violatedDependenciesOf = ({ task, session }: TaskSubject): readonly string[] => {
  const { marker } = task.line ?? {}
  if (task.kind !== 'implementation' || !(marker === '/' || marker === 'P' || marker === 'x')) return []
  return dependenciesOf(session, task.id).filter((id) => isOpen(session, id))
}

/** Two tasks of a wave that must not be done at once, and why. */
function conflictIn(
  session: Session,
  ids: readonly string[],
): { readonly tasks: readonly string[]; readonly why: string } | undefined {
  const waveIds = new Set(ids)
  const owners = new Map<string, string>()
  for (const id of ids) {
    const dependencyInWave = dependenciesOf(session, id).find(
      (dependency) => dependency !== id && waveIds.has(dependency),
    )
    if (dependencyInWave !== undefined) return { tasks: [id, dependencyInWave], why: 'one depends on the other' }
    for (const file of session.tasks.get(id)?.files ?? []) {
      const owner = owners.get(file)
      if (owner !== undefined && owner !== id) return { tasks: [owner, id], why: msg`both write ${file}` }
      owners.set(file, id)
    }
  }
  return undefined
}

export const taskRules: SubagentRules = {
  name: 'tasks',
  title: 'Tasks and what they depend on: `tasks.md`',
  rules: [
    overParts(definitions, [
      {
        code: 'TASKS_DUPLICATE',
        strict: 'error',
        soft: 'error',
        summary: '`tasks.md` defines a task a second time.',
        why: 'With two contracts for one task it is unclear which one is reviewed.',
        hint: 'Keep one of them, or give the other an id of its own.',
        *check({ session, id, definition }) {
          const firstDefinition = session.tasks.get(id)
          if (!firstDefinition || firstDefinition === definition) return
          yield {
            message: msg`Unexpected second definition of ${id}, expected one`,
            place: definition.place,
            related: [{ ...firstDefinition.place, message: 'the first' }],
          }
        },
      },
      {
        code: 'TASKS_FIELD_MISSING',
        strict: 'warning',
        soft: 'notice',
        summary: 'The definition of a task lacks Type, Files, Objective or Success Criteria.',
        why: 'These four are the contract between the Planner, who cuts the task, the Executor and the Reviewer.',
        repair: 'Let the Planner write them.',
        *check({ id, definition }) {
          const missingNames = missingFields(definition)
          if (missingNames.length === 0) return
          yield {
            message: msg`Missing fields of ${id}: ${missingNames}`,
            hint: msg`Write each as ${'- **Name**: value'} below the task.`,
            place: definition.place,
          }
        },
      },
    ]),
    overParts(sessions, [
      {
        code: 'TASKS_UNTRACKED',
        strict: 'error',
        soft: 'warning',
        summary: 'A task is defined, and `progress.md` has no marker line for it.',
        why: 'The orchestrator works through the marker lines: this task will never be done.',
        repair: '`/fix TASKS_UNTRACKED` adds a line `[ ]` after the last task.',
        safe: true,
        *check({ session, before }) {
          const meantLines = new Map(session.progress?.nearMisses.map(({ id, line }) => [id, line]))
          for (const { id, place } of untrackedDefinitions(session)) {
            const fix = '/fix TASKS_UNTRACKED'
            const meantLine = meantLines.get(id)
            const removedLine = before?.progress?.get(id)
            // A new line would say that nothing of the task has been done.
            const edit = meantLine !== undefined || removedLine ? undefined : missingLineEdit(session, id)
            const hint =
              meantLine !== undefined
                ? msg`Write ${id} into line ${meantLine}, which seems to mean it.`
                : removedLine
                  ? msg`Put its line back, which the change removed: ${`- [${removedLine.mark}] ${id}`}.`
                  : msg`Write ${`- [ ] ${id}`} there.`
            yield {
              message: msg`Missing line for ${id} in ${'progress.md'}`,
              hint: edit ? msg`${fix} adds ${`- [ ] ${id}`}.` : hint,
              ...(edit && { fix, edit }),
              place,
              target: targetOf(session, id),
            }
          }
        },
      },
    ]),
    overParts(definitions, [
      {
        code: 'TASKS_DEPENDENCY_UNKNOWN',
        strict: 'error',
        soft: 'warning',
        summary: 'A task depends on one that is not defined.',
        why: 'It would wait forever.',
        repair: 'Let the Planner name a task that exists.',
        *check({ session, id, definition }) {
          const unknownDependencies = dependenciesOf(session, id).filter((dependency) => !session.tasks.get(dependency))
          const [firstUnknown] = unknownDependencies
          if (firstUnknown === undefined) return
          yield {
            message: msg`Unknown dependency of ${id}: ${unknownDependencies}`,
            hint: 'Name tasks that are defined.',
            place: placeOf(session, definition, firstUnknown),
          }
        },
      },
    ]),
    overParts(contractSessions, [
      {
        code: 'TASKS_DEPENDENCY_CYCLE',
        strict: 'error',
        soft: 'error',
        summary: 'Tasks depend on each other in a cycle.',
        why: 'None of them can ever begin.',
        repair: 'Let the Planner cut them differently.',
        *check({ session }) {
          for (const cycle of cyclesIn(session)) {
            const [firstId = ''] = cycle
            const definition = session.tasks.get(firstId)
            if (!definition) continue
            yield {
              message: msg`Unexpected cycle of dependencies: ${cycle.slice(0, 20)}`,
              hint: 'Let the Planner cut these tasks differently.',
              place: definition.place,
              target: targetOf(session, firstId),
            }
          }
        },
      },
    ]),
    overParts(contractTasks, [
      {
        code: 'TASKS_DEPENDENCY_OPEN',
        strict: 'warning',
        soft: 'notice',
        summary: 'A task was begun while one that it depends on is not completed. In 3.x an error.',
        why: 'It builds upon work that may still change.',
        repair: 'Let the other task be completed first.',
        *check(subject) {
          const openDependencies = violatedDependenciesOf(subject)
          const { line, id } = subject.task
          if (!line || openDependencies.length === 0) return
          yield {
            message: msg`Unexpected start of ${id}, expected these to be completed first: ${openDependencies}`,
            hint: 'Let them be completed first.',
            place: line.place,
            ...(subject.session.profile === 'v1-3.x' && { levels: { strict: 'error', soft: 'warning' } }),
          }
        },
      },
    ]),
    overParts(contractSessions, [
      {
        code: 'TASKS_GRAPH_DRIFT',
        strict: 'error',
        soft: 'warning',
        contradiction: true,
        summary: 'In 3.x: the dependency graph and *Inherits From* name different dependencies for a task.',
        why: 'Waves are made from the graph, and executors read the definition.',
        repair: 'Let the Planner make them agree.',
        *check({ session }) {
          const { document } = session.tasks
          for (const pair of graphPairs(session)) {
            if (pair.agrees || !document) continue
            const { id, line = 1, definition, drawn, listed } = pair
            yield {
              message: msg`Unexpected dependencies of ${id} in the graph: ${drawn.length > 0 ? drawn : 'none'}, expected ${listed.length > 0 ? listed : 'none'}`,
              hint: 'Let the Planner make graph and definition agree.',
              place: document.place(line),
              target: targetOf(session, id),
              related: [{ ...definition.place, message: 'the definition' }],
              ...contradiction(pair),
            }
          }
        },
      },
      {
        code: 'TASKS_WAVE_CONFLICT',
        strict: 'error',
        soft: 'error',
        summary: 'In 3.x: two tasks of a wave write the same file, or one depends on the other.',
        why: 'The tasks of a wave are done at once.',
        hint: 'Put them into different waves.',
        *check({ session }) {
          const { tasks, profile } = session
          if (profile !== 'v1-3.x' || !tasks.document) return
          for (const { line, tasks: ids } of tasks.groups.waves) {
            const conflict = conflictIn(session, ids)
            if (!conflict) continue
            yield {
              message: `${msg`Unexpected wave with ${conflict.tasks}`}: ${conflict.why}`,
              place: tasks.document.place(line),
            }
          }
        },
      },
    ]),
  ],
}
