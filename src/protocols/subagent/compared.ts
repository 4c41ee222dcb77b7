import type { PlaceComparison } from '../../core/compared.ts'
import { newestOutputOf, targetOf, type Session, type SubagentModel } from './model.ts'
import { isRead, type Message } from './reading/message.ts'
import type { Definition } from './reading/tasks.ts'
import {
  contractSessions,
  contractTasks,
  messages,
  targetOfMessage,
  type MessageSubject,
  type TaskSubject,
} from './rules/subjects.ts'
import { markerText } from './states.ts'

/** The newest output of a task's executor, where it can be compared with the task's marker. */
export interface MarkerPair extends PlaceComparison {
  readonly output: Message & { readonly content: NonNullable<Message['content']> }
}

/** Compares the newest output of the executor of a task with the marker of the task. */
export function markerPair({ task }: Pick<TaskSubject, 'task'>): MarkerPair | undefined {
  const { marker } = task.line ?? {}
  const { output, isSuperseded } = newestOutputOf(task) ?? {}
  if (!output || !isRead(output) || marker === undefined) return undefined
  const isDone = marker === 'P' || marker === 'x'
  const isFailed = task.report(output.number)?.verdict?.value === 'Failed'
  const isWrong =
    output.status === 'completed'
      ? !isDone && !isFailed
      : (output.status === 'failed' || output.status === 'blocked') && isDone
  return {
    code: 'MESSAGE_MARKER_MISMATCH',
    target: task.target,
    subject: 'status',
    said: [
      { place: 'message', value: output.status ?? null },
      { place: 'marker', value: markerText(marker) },
    ],
    agrees: marker === 'F' || isSuperseded === true || !isWrong,
    output,
  }
}

/** Compares the verdict of a completed review with that of the report. */
export function verdictPair({
  message,
  session,
}: Pick<MessageSubject, 'message' | 'session'>): PlaceComparison | undefined {
  if (!isRead(message) || message.agent !== 'reviewer' || message.status !== 'completed' || message.task === undefined)
    return undefined
  const verdict = message.content.fields.text('verdict')
  if (verdict !== 'Qualified' && verdict !== 'Failed') return undefined
  const reportedVerdict = session.task(message.task)?.report(message.number)?.verdict?.value
  return {
    code: 'MESSAGE_VERDICT_MISMATCH',
    target: targetOfMessage(session, message),
    subject: `verdict ${message.number}`,
    said: [
      { place: 'message', value: verdict },
      { place: 'report', value: reportedVerdict ?? null },
    ],
    agrees: reportedVerdict === verdict,
  }
}

/** What the dependency graph and the definition of a task say. */
export interface GraphPair extends PlaceComparison {
  readonly id: string
  /** Absent: the graph leaves the task out, which it may. */
  readonly line: number | undefined
  readonly definition: Definition
  readonly drawn: readonly string[]
  readonly listed: readonly string[]
}

/** Compares the dependency graph of a session of 3.x with the definitions of its tasks. */
export function* graphPairs(session: Session): Iterable<GraphPair> {
  const { tasks, profile } = session
  if (profile !== 'v1-3.x' || !tasks.document) return
  const sortIds = (ids: readonly string[]) => [...new Set(ids)].toSorted()
  for (const id of new Set([...tasks.groups.graph.keys(), ...tasks.definitions.map((definition) => definition.id)])) {
    const definition = tasks.get(id)
    if (!definition || !id.startsWith('task-')) continue
    const { line, dependsOn } = tasks.groups.graph.get(id) ?? {}
    const [drawn, listed] = [sortIds(dependsOn ?? []), sortIds(definition.dependsOn)]
    yield {
      code: 'TASKS_GRAPH_DRIFT',
      target: targetOf(session, id),
      subject: 'dependencies',
      said: [
        { place: 'graph', value: dependsOn ? drawn.join(', ') : null },
        { place: 'definition', value: listed.join(', ') },
      ],
      agrees: !dependsOn || drawn.join() === listed.join(),
      id,
      line,
      definition,
      drawn,
      listed,
    }
  }
}

/** Everything that must agree in some sessions. */
export function* placeComparisons(model: SubagentModel): Iterable<PlaceComparison> {
  const comparison = { now: model, before: undefined, context: model.context }
  for (const { session } of contractSessions(comparison)) yield* graphPairs(session)
  for (const pair of [...contractTasks(comparison).map(markerPair), ...messages(comparison).map(verdictPair)])
    if (pair) yield pair
}
