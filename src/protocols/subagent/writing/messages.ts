import { type DataEntry, type DataMapping, type DataNode, type DataScalar, mappingOf } from '../../../documents/data.ts'
import type { ChangeSet } from '../../../core/command.ts'
import type { Grant } from '../../../core/grant.ts'
import { editJson, type JsonEdit } from '../../../documents/json-edit.ts'
import { printJson } from '../../../documents/json.ts'
import type { MessageName } from '../reading/names.ts'
import type { Message } from '../reading/message.ts'
import { inputOf, type Session, type Task } from '../model.ts'
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

/** Plain data as it is written into a message. */
export type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value }

const noPosition = { start: 0, end: 0 }

/** The keys of an envelope that only some messages have. */
const stampEntries = ({ agent, anyway }: Stamp): readonly (readonly [key: string, value: string])[] =>
  Object.entries({ agent, anyway }).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))

const scalar = (value: string | number | boolean): DataScalar => ({
  kind: 'scalar',
  source: String(value),
  value,
  ...noPosition,
})

export function nodeOf(value: Value): DataNode {
  if (typeof value !== 'object') return scalar(value)
  if (Array.isArray(value)) return { kind: 'sequence', items: value.map(nodeOf), ...noPosition }
  return mapping(Object.entries(value).map(([key, child]) => [key, nodeOf(child)]))
}

function mapping(pairs: readonly (readonly [string, DataNode])[]): DataMapping {
  const entries = pairs.map(([key, value]): DataEntry => ({ key: scalar(key), value }))
  return mappingOf(entries, noPosition)
}

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
    mapping([
      ['contract', scalar(`ralph-${name.agent}@1.0.0`)],
      ['kind', scalar(name.kind)],
      ['session_id', scalar(session.id)],
      ['created_at', scalar(timestampOf(stamp.at))],
      ['by', scalar(stamp.actor)],
      ...stampEntries(stamp).map(([key, value]) => [key, scalar(value)] as const),
      ['payload', payload],
      ...(items.length > 0 ? [['answers', { kind: 'sequence', items, ...noPosition }] as const] : []),
    ]),
  )
}

const grantRemovals: readonly JsonEdit[] = [{ remove: ['agent'] }, { remove: ['until'] }]

/**
 * The input of a task with a grant in its envelope, or without one. `created_at` and `by` say since when and by whom.
 */
export function withGrant(task: Task, grant: Grant | undefined): ChangeSet {
  const input = inputOf(task)
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
  const edits = stampEntries(stamp).map(([key, value], index, entries): JsonEdit => ({
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
