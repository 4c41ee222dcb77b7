import { type DataMapping, type DataNode, newMapping, nodeOf } from '../../../documents/data.ts'
import { defined } from '../../../core/defined.ts'
import type { ChangeSet } from '../../../core/command.ts'
import type { Grant } from '../../../core/grant.ts'
import { editJson, type JsonEdit } from '../../../documents/json-edit.ts'
import { printJson } from '../../../documents/json.ts'
import type { MessageName } from '../reading/names.ts'
import type { Message } from '../reading/message.ts'
import { heldInputOf, type Session, type Task } from '../model.ts'
import { instantOf, timestampOf } from '../schema.ts'

/** Who asks, and when. */
export interface Stamp {
  readonly actor: string
  readonly at: string
  /** The agent that held the attempt, where its name is recorded. */
  readonly agent?: string | undefined
  /** Why a success is recorded though its evidence contradicts it. */
  readonly anyway?: string | undefined
}

/** The messages that exist already: files that are written whole replace them. */
export const replacedMessages = (
  { messages }: Session,
  files: Iterable<readonly [path: string, ...unknown[]]>,
): readonly string[] =>
  Array.from(files, ([path]) => path).filter((path) => messages.some((message) => message.path === path))

/** The keys of an envelope that only some messages have. */
const stampValues = ({ agent, anyway }: Stamp): Readonly<Record<string, string>> => defined({ agent, anyway })

/** A question of an agent, with its answer where there is one. */
export interface Answer {
  readonly question: string
  readonly answer?: string
}

const answerValue = ({ question, answer }: Answer, { actor, at }: Stamp) => ({
  question,
  ...(answer !== undefined && { answer }),
  by: actor,
  at: timestampOf(at),
})

/** A message in its envelope; its answers follow those that were given before. */
export function messageText(
  name: Pick<MessageName, 'agent' | 'kind'>,
  session: Session,
  payload: DataNode,
  stamp: Stamp,
  answers: readonly Answer[] = [],
  earlierAnswers: readonly DataNode[] = [],
): string {
  const items = [...earlierAnswers, ...answers.map((answer) => nodeOf(answerValue(answer, stamp)))]
  return printJson(
    newMapping({
      contract: `ralph-${name.agent}@1.0.0`,
      kind: name.kind,
      session_id: session.id,
      created_at: timestampOf(stamp.at),
      by: stamp.actor,
      ...stampValues(stamp),
      payload,
      answers: items.length > 0 ? { kind: 'sequence', items, start: 0, end: 0 } : undefined,
    }),
  )
}

const grantRemovals: readonly JsonEdit[] = [{ remove: ['agent'] }, { remove: ['until'] }]

/**
 * The input of a task with a grant in its envelope, or without one. `created_at` and `by` say since when and by whom.
 */
export function withGrant(task: Task, grant: Grant | undefined): ChangeSet {
  const input = heldInputOf(task)
  const { content } = input ?? {}
  if (!input || !content?.enveloped) return new Map()
  const { document, root, createdAt = '' } = content
  const has = (key: string) => root.get(key) !== undefined
  const set = (key: string, value: string | undefined, precedingKeys: readonly string[]): JsonEdit =>
    value === undefined ? { remove: [key] } : { set: [key], value, after: precedingKeys.find(has) }
  const edits = grant
    ? [
        // The same time in another form stays as it is written.
        ...(instantOf(createdAt) === Date.parse(grant.since) ? [] : [set('created_at', grant.since, [])]),
        ...(has('by') || grant.by !== undefined ? [set('by', grant.by ?? '', ['created_at'])] : []),
        set('agent', grant.agent, ['by', 'created_at']),
        set('until', grant.until, [...(grant.agent === undefined ? [] : ['agent']), 'by', 'created_at']),
      ]
    : grantRemovals
  const text = editJson(document.text, edits)
  return text === document.text ? new Map() : new Map([[input.path, text]])
}

/**
 * An output whose envelope names the agent that held the attempt, and why it is a success anyway. A bare payload stays
 * as it is, unless a reason has to be recorded.
 */
export function withStamp(message: Message, session: Session, stamp: Stamp): ChangeSet {
  const { path, content } = message
  if (!content || (!content.enveloped && stamp.anyway === undefined)) return new Map()
  const { document, root, payload } = content
  const text = content.enveloped
    ? stampEnvelope(document.text, root, stamp)
    : messageText(message, session, payload, stamp)
  return text === document.text ? new Map() : new Map([[path, text]])
}

export function stampEnvelope(text: string, root: DataMapping, stamp: Stamp): string {
  const precedingKey = ['by', 'created_at'].find((key) => root.get(key) !== undefined)
  const edits = Object.entries(stampValues(stamp)).map(([key, value], index, entries): JsonEdit => ({
    set: [key],
    value,
    after: entries[index - 1]?.[0] ?? precedingKey,
  }))
  return edits.length === 0 ? text : editJson(text, edits)
}

/** An input with one more answer: spliced into what is there, in its envelope. */
export function withAnswer(message: Message, session: Session, answer: Answer, stamp: Stamp): string | undefined {
  const { content } = message
  if (!content) return undefined
  if (!content.enveloped) return messageText(message, session, content.payload, stamp, [answer])
  const { document, root } = content
  const value = answerValue(answer, stamp)
  const hasAnswers = root.get('answers')?.value.kind === 'sequence'
  const text = editJson(document.text, [
    hasAnswers ? { append: ['answers'], value } : { set: ['answers'], value: [value] },
  ])
  // Control came back with the question: whom it was given to before does not hold it any more.
  return editJson(text, grantRemovals)
}
