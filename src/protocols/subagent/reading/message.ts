import type * as z from 'zod'
import type { Place } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { at, type DataMapping, type DataNode, duplicates } from '../../../documents/data.ts'
import { parseJson } from '../../../documents/json.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { sessionReview, type MessageName } from '../files.ts'
import { envelopeShape, payloadOf, sessionReviewOutput, instantOf, type Profile } from '../schema.ts'

/** What can be wrong with a message by itself. */
export type MessageCode =
  | 'MESSAGE_UNREADABLE'
  | 'MESSAGE_NAME'
  | 'MESSAGE_ENVELOPE'
  | 'MESSAGE_CONTRACT_VERSION'
  | 'MESSAGE_FIELD_MISSING'
  | 'MESSAGE_FIELD_DEFAULTED'
  | 'MESSAGE_FIELD_TYPE'
  | 'MESSAGE_FIELD_VALUE'
  | 'MESSAGE_KEY_MISMATCH'
  | 'MESSAGE_PATH_UNSAFE'
  | 'MESSAGE_COMPLETED_UNMET'
  | 'MESSAGE_COMPLETED_BLOCKED'
  | 'MESSAGE_BLOCKERS_MISSING'
  | 'MESSAGE_VERDICT_UNFOUNDED'
  | 'MESSAGE_FEEDBACK_MISSING'
  | 'MESSAGE_COUNT_MISMATCH'
  | 'MESSAGE_COUNT_DOUBTFUL'
  | 'MESSAGE_MODE_FIELD'
  | 'MESSAGE_REPORT_PATH'

/** Something that is wrong with a message. Sentences by `msg`. */
export interface Problem {
  readonly code: MessageCode
  readonly message: string
  readonly place: Place
}

/** The session that a message lies in. */
export interface Around {
  readonly path: string
  readonly id: string
  readonly profile: Profile
}

/** A message that can be read: its data, with places. */
export interface Body {
  readonly name: MessageName
  readonly around: Around
  readonly document: TextDocument
  readonly root: DataMapping
  /** Absent where an envelope has none. */
  readonly payload: DataMapping | undefined
  readonly enveloped: boolean
}

/** What stands in a message, whether all of it is right or not. */
export interface Content {
  readonly document: TextDocument
  readonly root: DataMapping
  readonly payload: DataMapping
  readonly enveloped: boolean
  readonly createdAt: string | undefined
  text(key: string): string | undefined
  /** The texts of a list, each with its place. Blank ones do not count. */
  texts(key: string): readonly { readonly text: string; readonly place: Place }[]
  /** The place of a value; where there is none, of the payload. */
  place(...path: readonly string[]): Place
}

/** A message. */
export interface Message extends MessageName {
  readonly path: string
  /** Absent where it cannot be read. */
  readonly content: Content | undefined
  readonly status: string | undefined
  readonly problems: readonly Problem[]
}

/** A node as plain data, without keys that say `null`. */
function present(node: DataNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'sequence') return node.items.map(present)
  return Object.fromEntries(node.entries.flatMap(({ key, value }) => (isNull(value) ? [] : [[key.source, present(value)]])))
}

const isNull = (node: DataNode) => node.kind === 'scalar' && node.value === null

export const textAt = (node: DataNode | undefined, ...path: readonly string[]): string | undefined => {
  const found = node && at(node, path)
  return found?.kind === 'scalar' && typeof found.value === 'string' ? found.value : undefined
}

/** Reads the text of a message as JSON: an object without a key that comes twice. */
export function readJson(document: TextDocument): DataMapping | { readonly fault: string; readonly place: Place } {
  const text = document.start === 0 ? document.text : ` ${document.text.slice(document.start)}`
  const root = parseJson(text)
  if ('fault' in root) return { fault: root.fault, place: document.span(root.start, root.end) }
  if (root.kind !== 'mapping') return { fault: 'Unexpected value, expected keys and values', place: document.span(root.start, root.end) }
  const [twice] = duplicates(root)
  return twice
    ? { fault: msg`Unexpected second key ${twice.key.source}, expected each once`, place: document.span(twice.key.start, twice.key.end) }
    : root
}

/** Whether an object is an envelope and no bare payload. */
export const isEnvelope = (root: DataMapping): boolean =>
  root.get('payload') !== undefined && (root.get('contract') ?? root.get('kind')) !== undefined

const isBlank = (issue: z.core.$ZodIssue) => issue.code === 'custom' && issue.params?.['blank'] === true

/** Whether a value has the type that was expected, and only what it says is wrong. */
function isOfType(issue: z.core.$ZodIssue, node: DataNode): boolean {
  const value = node.kind === 'scalar' ? node.value : undefined
  if (issue.code === 'invalid_type') return issue.expected === 'number' || issue.expected === 'int' ? typeof value === 'number' : false
  // One of several shapes, told apart by a word, or of none of whose types it is.
  if (issue.code === 'invalid_union') return typeof value === 'string' && issue.errors.length === 0
  return issue.code !== 'invalid_value' || typeof value === 'string'
}

/** The issues of a value. Of several shapes that it might have had, those of the one whose type it has. */
function* issuesIn(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): Iterable<z.core.$ZodIssue> {
  for (const issue of issues) {
    const path = [...above, ...issue.path]
    const meant =
      issue.code === 'invalid_union'
        ? issue.errors.find((each) => each.every((inner) => inner.path.length > 0 || inner.code !== 'invalid_type'))
        : undefined
    if (meant) yield* issuesIn(meant, path)
    else yield { ...issue, path }
  }
}

/** What a message says behind what stands there, of a value that is missing or an object: `, expected a text`. */
const expectation = ({ message }: z.core.$ZodIssue) => message.slice(message.indexOf(', expected '))

function* shapeProblems(
  shape: z.ZodType,
  node: DataNode,
  document: TextDocument,
  codes: { missing: MessageCode; type: MessageCode; value: MessageCode },
): Iterable<Problem> {
  for (const issue of issuesIn(shape.safeParse(present(node)).error?.issues ?? [])) {
    const found = at(node, issue.path)
    const parent = at(node, issue.path.slice(0, -1)) ?? node
    const key = String(issue.path.at(-1) ?? '')
    if (!found || isNull(found) || isBlank(issue)) {
      const { start, end } = found ?? parent
      yield { code: codes.missing, message: msg`Missing ${key}` + expectation(issue), place: document.span(start, end) }
    } else {
      const code = isOfType(issue, found) ? codes.value : codes.type
      // Of shapes that a word tells apart, the issue is about all of the object.
      const said =
        issue.code === 'invalid_union' && found.kind === 'scalar'
          ? msg`Unexpected ${String(found.value)}` + expectation(issue)
          : issue.message
      yield { code, message: `${msg`In ${issue.path.join('.')}`}: ${said}`, place: document.span(found.start, found.end) }
    }
  }
}

function* envelopeProblems({ root, document, name, around }: Body): Iterable<Problem> {
  const code = 'MESSAGE_ENVELOPE'
  yield* shapeProblems(envelopeShape, root, document, { missing: code, type: code, value: code })
  const place = (key: string) => {
    const { start, end } = root.get(key)?.value ?? root
    return document.span(start, end)
  }
  const created = textAt(root, 'created_at')
  if (created !== undefined && created.trim() !== '' && instantOf(created) === undefined)
    yield {
      code,
      message: msg`Unexpected created_at ${created}, expected a date and time such as ${'2026-01-31T15:00:00Z'}`,
      place: place('created_at'),
    }
  if (name.kind === 'output' && root.get('answers') && !isNull(root.get('answers')?.value ?? root))
    yield { code, message: msg`Unexpected ${'answers'} in an output, expected them in inputs alone`, place: place('answers') }
  const contract = textAt(root, 'contract')
  const [, agent, version] = /^ralph-([a-z]+)@(\S+)$/i.exec(contract ?? '') ?? []
  if (contract !== undefined && contract.trim() !== '' && agent === undefined)
    yield { code, message: msg`Unexpected contract ${contract}, expected ${`ralph-${name.agent}@1.0.0`}`, place: place('contract') }
  if (version !== undefined && version !== '1.0.0')
    yield { code: 'MESSAGE_CONTRACT_VERSION', message: msg`Unexpected version ${version}, expected ${'1.0.0'}`, place: place('contract') }
  const differs = (key: string, said: string | undefined, expected: string): readonly Problem[] =>
    said === undefined || said.trim() === '' || said === expected
      ? []
      : [
          {
            code: 'MESSAGE_KEY_MISMATCH',
            message: msg`Unexpected ${key} ${said}, expected ${expected} as the file is called`,
            place: place(key),
          },
        ]
  yield* differs('contract', agent?.toLowerCase(), name.agent)
  yield* differs('kind', textAt(root, 'kind'), name.kind)
  yield* differs('session_id', textAt(root, 'session_id'), around.id)
}

const defaults: Readonly<Record<string, string>> = { executor: 'ATTEMPT_NUMBER', questioner: 'CYCLE_NUMBER' }

function* defaultProblems({ name: { agent, kind }, document, payload, around }: Body): Iterable<Problem> {
  const key = kind === 'input' ? defaults[agent] : undefined
  if (key === undefined || !payload) return
  const value = payload.get(key)?.value ?? (around.profile === 'v1-3.x' && agent === 'questioner' ? payload.get('CYCLE')?.value : undefined)
  if (value === undefined || isNull(value))
    yield { code: 'MESSAGE_FIELD_DEFAULTED', message: msg`Missing ${key}: ${1} is taken`, place: document.span(payload.start, payload.end) }
}

/** What the shapes say of a message. */
export function* shapeProblemsOf(body: Body): Iterable<Problem> {
  const { name, around, document, payload, enveloped } = body
  if (enveloped) yield* envelopeProblems(body)
  if (!payload) return
  const isReview = name.mode === sessionReview
  if (isReview && name.kind === 'input') return
  const shape = isReview ? sessionReviewOutput : payloadOf(name.agent, name.kind, around.profile)
  yield* shapeProblems(shape, payload, document, {
    missing: 'MESSAGE_FIELD_MISSING',
    type: 'MESSAGE_FIELD_TYPE',
    value: 'MESSAGE_FIELD_VALUE',
  })
  if (!isReview) yield* defaultProblems(body)
}

/** The body of a message whose JSON was read. */
export function bodyOf(name: MessageName, around: Around, document: TextDocument, root: DataMapping): Body {
  const enveloped = isEnvelope(root)
  const inner = enveloped ? root.get('payload')?.value : root
  return { name, around, document, root, payload: inner?.kind === 'mapping' ? inner : undefined, enveloped }
}

/** What can be asked of a body. */
export function contentOf({ document, root, payload, enveloped }: Body): Content | undefined {
  if (!payload) return undefined
  return {
    document,
    root,
    payload,
    enveloped,
    createdAt: enveloped ? textAt(root, 'created_at') : undefined,
    text: (key) => textAt(payload, key),
    texts(key) {
      const node = payload.get(key)?.value
      if (node?.kind !== 'sequence') return []
      return node.items.flatMap((item) =>
        item.kind === 'scalar' && typeof item.value === 'string' && item.value.trim() !== ''
          ? [{ text: item.value, place: document.span(item.start, item.end) }]
          : [],
      )
    },
    place(...path) {
      const { start, end } = at(payload, path) ?? payload
      return document.span(start, end)
    },
  }
}
