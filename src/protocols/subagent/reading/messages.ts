import type * as z from 'zod'
import { msg } from '../../../core/message.ts'
import { duplicates, type DataMapping } from '../../../documents/data.ts'
import { dataWithin, type Data, type FileRecord } from '../../../kit/record.ts'
import { messageIn, violationsOf } from '../../../kit/shape.ts'
import { messageOf, sessionReview, type MessageName } from './names.ts'
import { envelopeShape, instantOf, payloadOf, sessionReviewOutput } from '../schema.ts'
import {
  contentOf,
  isEnvelope,
  type EnclosingSession,
  type Content,
  type Message,
  type MessageCode,
  type MessageProblem,
} from './message.ts'
import { meaningProblemsOf } from './message-meaning.ts'

/** The codes of what is not of a shape. */
interface Codes {
  readonly missing: MessageCode
  readonly type: MessageCode
  readonly value: MessageCode
}

const envelopeCodes: Codes = { missing: 'MESSAGE_ENVELOPE', type: 'MESSAGE_ENVELOPE', value: 'MESSAGE_ENVELOPE' }
const fieldCodes: Codes = { missing: 'MESSAGE_FIELD_MISSING', type: 'MESSAGE_FIELD_TYPE', value: 'MESSAGE_FIELD_VALUE' }

/** What is not of a shape. `null` counts as absent, and so does blank where a text is required. */
function* shapeProblems(data: Data, shape: z.ZodType, codes: Codes): Iterable<MessageProblem> {
  for (const violation of violationsOf(data, shape, { nullIsAbsent: true })) {
    const { kind, expected, key, node, params } = violation
    const place = data.place(node)
    if (kind === 'missing' || params?.['blank'] === true)
      yield { code: codes.missing, message: `${msg`Missing ${key ?? ''}`}, expected ${expected}`, place }
    else yield { code: kind === 'type' ? codes.type : codes.value, message: messageIn(violation), place }
  }
}

function* envelopeProblems(file: FileRecord, data: Data, name: MessageName, around: EnclosingSession): Iterable<MessageProblem> {
  const code = 'MESSAGE_ENVELOPE'
  yield* shapeProblems(data, envelopeShape(), envelopeCodes)
  const place = (key: string) => data.place(file.node(key) ?? data.root)
  const filled = (key: string) => (file.text(key)?.trim() === '' ? undefined : file.text(key))
  const created = filled('created_at')
  if (created !== undefined && instantOf(created) === undefined)
    yield {
      code,
      message: msg`Unexpected created_at ${created}, expected a date and time such as ${'2026-01-31T15:00:00Z'}`,
      place: place('created_at'),
    }
  if (name.kind === 'output' && file.has('answers') && file.value('answers') !== null)
    yield { code, message: msg`Unexpected ${'answers'} in an output, expected them in inputs alone`, place: place('answers') }
  const contract = filled('contract')
  const [, agent, version] = /^ralph-([a-z]+)@(\S+)$/i.exec(contract ?? '') ?? []
  if (contract !== undefined && agent === undefined)
    yield { code, message: msg`Unexpected contract ${contract}, expected ${`ralph-${name.agent}@1.0.0`}`, place: place('contract') }
  if (version !== undefined && version !== '1.0.0')
    yield { code: 'MESSAGE_CONTRACT_VERSION', message: msg`Unexpected version ${version}, expected ${'1.0.0'}`, place: place('contract') }
  const named: readonly (readonly [key: string, value: string | undefined, expected: string])[] = [
    ['contract', agent?.toLowerCase(), name.agent],
    ['kind', filled('kind'), name.kind],
    ['session_id', filled('session_id'), around.id],
  ]
  for (const [key, value, expected] of named) {
    if (value === undefined || value === expected) continue
    const message = msg`Unexpected ${key} ${value}, expected ${expected} as the file is called`
    yield { code: 'MESSAGE_KEY_MISMATCH', message, place: place(key) }
  }
}

const defaults: Readonly<Record<string, string>> = { executor: 'ATTEMPT_NUMBER', questioner: 'CYCLE_NUMBER' }

function* defaultProblems(
  { fields, place }: Content,
  { agent, kind }: MessageName,
  { profile }: EnclosingSession,
): Iterable<MessageProblem> {
  const key = kind === 'input' ? defaults[agent] : undefined
  if (key === undefined) return
  const given = fields.has(key) || profile !== 'v1-3.x' || agent !== 'questioner' ? fields.value(key) : fields.value('CYCLE')
  if (given === undefined || given === null)
    yield { code: 'MESSAGE_FIELD_DEFAULTED', message: msg`Missing ${key}: ${1} is taken`, place: place() }
}

function* payloadProblems(data: Data, content: Content, name: MessageName, around: EnclosingSession): Iterable<MessageProblem> {
  const payload = dataWithin(data, content.payload)
  if (name.mode === sessionReview) {
    if (name.kind === 'output') yield* shapeProblems(payload, sessionReviewOutput(), fieldCodes)
    return
  }
  yield* shapeProblems(payload, payloadOf(name.agent, name.kind, around.profile), fieldCodes)
  yield* defaultProblems(content, name, around)
  yield* meaningProblemsOf(content, name, around)
}

/** Why a file holds no object, or one in which a key comes twice. */
function faultIn({ path, fault, data }: FileRecord): FileRecord['fault'] {
  if (!data) return fault ?? { message: 'Unexpected entry, expected a file', place: { path, line: 1 } }
  if (data.root.kind !== 'mapping') return { message: 'Unexpected value, expected keys and values', place: data.place(data.root) }
  const [twice] = duplicates(data.root)
  return twice && { message: msg`Unexpected second key ${twice.key.source}, expected each once`, place: data.place(twice.key) }
}

/** A file of `messages/`, by its name. */
export type MessageFile = Message | { readonly path: string; readonly problems: readonly MessageProblem[] }

/** Reads a file of `messages/` (docs/agents.md, "Schemas"): its content, and all that is wrong with it by itself. */
export function readMessageFile(file: FileRecord, around: EnclosingSession): MessageFile {
  const { path, data } = file
  const base = path.slice(path.lastIndexOf('/') + 1)
  const name = messageOf(base, around.profile)
  if (!name) {
    const message = msg`Unexpected name ${base}, expected one such as ${'executor.task-1.a1.input.json'}`
    return { path, problems: [{ code: 'MESSAGE_NAME', message, place: { path, line: 1 } }] }
  }
  const fault = faultIn(file)
  if (fault || !data)
    return { ...name, path, content: undefined, status: undefined, problems: fault ? [{ code: 'MESSAGE_UNREADABLE', ...fault }] : [] }
  const root = data.root as DataMapping
  const content = contentOf(data, root)
  return {
    ...name,
    path,
    content,
    status: name.kind === 'output' ? content?.fields.text('status') : undefined,
    problems: [
      ...(isEnvelope(root) ? envelopeProblems(file, data, name, around) : []),
      ...(content ? payloadProblems(data, content, name, around) : []),
    ],
  }
}
