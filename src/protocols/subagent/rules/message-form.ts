import { msg } from '../../../core/message.ts'
import { memo } from '../../../core/once.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { findingsOf, overParts, type Rule } from '../../../kit/rules.ts'
import { violationsOf } from '../../../kit/shape.ts'
import { problemOf, shapeFindings } from '../../../kit/shape-findings.ts'
import { isAbsoluteSessionPath, isUnsafe, isSessionPath } from '../files.ts'
import { hasContract, isNamed, isRead, payloadShape, type Content } from '../reading/message.ts'
import { envelopeShape, fieldCodes, instantOf } from '../schema.ts'
import { messages, type OwnMessage, type SubagentRules } from './subjects.ts'
import { baseName } from '../../../core/view.ts'

/** `null` counts as absent, and so does blank where a string is required. */
const spelling = { nullIsAbsent: true, missing: 'expected' } as const

/** How the payload of a message is not of its shape. */
const fieldProblems = memo(({ message, session }: OwnMessage) => {
  const shape = isRead(message) ? payloadShape(message, session.profile) : undefined
  const { data } = isRead(message) ? message.content.fields : {}
  return data && shape
    ? violationsOf(data, shape, spelling).map((violation) => problemOf(violation, fieldCodes, spelling))
    : []
})

const envelopeIn = ({ message }: OwnMessage): FileRecord | undefined =>
  isNamed(message) ? message.envelope : undefined

const nonBlankTextIn = (envelope: FileRecord | undefined, key: string): string | undefined =>
  envelope?.text(key)?.trim() === '' ? undefined : envelope?.text(key)

/** The contract of an envelope, as it is written and taken apart. */
function contractIn(envelope: FileRecord | undefined) {
  const contract = nonBlankTextIn(envelope, 'contract')
  const [, agent, version] = /^ralph-([a-z]+)@(\S+)$/i.exec(contract ?? '') ?? []
  return { written: contract, agent: agent?.toLowerCase(), version }
}

/** What an input counts by; after it the name that 3.x had for it, too. Where neither is there, 1 is taken. */
const numberKeys: Readonly<Record<string, readonly string[]>> = {
  executor: ['ATTEMPT_NUMBER'],
  questioner: ['CYCLE_NUMBER', 'CYCLE'],
}

const isAbsent = ({ fields }: Content, key: string): boolean => (fields.value(key) ?? null) === null

/** Whether a path must not be used: in 3.x a session may be named from the root of the disk. */
function isForbidden({ message, session }: OwnMessage, key: string, path: string): boolean {
  const mayBeAbsolute =
    session.profile === 'v1-3.x' && isNamed(message) && message.kind === 'input' && key === 'SESSION_PATH'
  return isUnsafe(path) && !(mayBeAbsolute && isAbsoluteSessionPath(path, session))
}

/** The paths that a message names, by their keys. */
const pathsIn = ({ fields, texts, place }: Content) =>
  ['SESSION_PATH', 'REPORT_PATH', 'report_path', 'artifacts_created', 'artifacts_updated'].flatMap((key) => {
    const path = fields.text(key)
    if (path !== undefined) return [{ key, path, place: place(key) }]
    return texts(key).map(({ text, place: textPlace }) => ({ key, path: text, place: textPlace }))
  })

/** A value of a message, and what the name of its file or its session has in its place. */
interface NamedField {
  readonly key: string
  readonly value: string | number | undefined
  readonly expected: string | number | undefined
  /** Whether they mean the same, where they are not equal. */
  readonly fits?: boolean
}

function namedFieldsInEnvelope(envelope: FileRecord, { message, session }: OwnMessage): readonly NamedField[] {
  if (!isNamed(message)) return []
  return [
    { key: 'contract', value: contractIn(envelope).agent, expected: message.agent },
    { key: 'kind', value: nonBlankTextIn(envelope, 'kind'), expected: message.kind },
    { key: 'session_id', value: nonBlankTextIn(envelope, 'session_id'), expected: session.id },
  ]
}

function namedFieldsInPayload(content: Content, subject: OwnMessage): readonly NamedField[] {
  const { message, session } = subject
  if (!isNamed(message) || message.kind === 'output') return []
  const { fields } = content
  const isLater = session.profile === 'v1-3.x'
  const [path, task, mode] = ['SESSION_PATH', 'TASK_ID', 'MODE'].map((key) =>
    fields.text(key)?.trim() === '' ? undefined : fields.text(key),
  )
  const isThisSession = path !== undefined && (isSessionPath(path, session) || isAbsoluteSessionPath(path, session))
  const isUsed = path !== undefined && !isForbidden(subject, 'SESSION_PATH', path)
  const [firstKey, ...otherKeys] = numberKeys[message.agent] ?? []
  const keys = firstKey === undefined ? [] : [firstKey, ...(isLater ? otherKeys : [])]
  const isDefault = keys.every((key) => isAbsent(content, key))
  return [
    { key: 'SESSION_PATH', value: isUsed ? path : undefined, expected: `${session.path}/`, fits: isThisSession },
    { key: 'TASK_ID', value: task, expected: message.task },
    { key: 'MODE', value: mode, expected: message.mode, fits: isLater && mode?.toUpperCase() === message.mode },
    ...keys.map((key) => ({
      key,
      value: isDefault && key === firstKey ? 1 : fields.number(key),
      expected: message.number,
    })),
  ]
}

const unreadableMessages = {
  'not-a-file': 'Unexpected entry, expected a file',
  'not-a-folder': 'Unexpected entry, expected a folder of messages',
  'not-a-mapping': 'Unexpected value, expected a mapping',
} as const

/** A message by itself: its form, and whether it fits its name and its session. */
export const messageForm: readonly Rule<OwnMessage>[] = [
  {
    code: 'MESSAGE_UNREADABLE',
    strict: 'error',
    soft: 'error',
    summary:
      'A message is not UTF-8, a symbolic link, too large, not JSON, has a key twice, is nested too deeply, or is not an object.',
    why: 'Its receiver cannot use what cannot be read.',
    hint: 'Write one JSON object.',
    *check({ message: { fault } }) {
      if (fault) yield 'kind' in fault ? { message: unreadableMessages[fault.kind], place: fault.place } : fault
    },
  },
  {
    code: 'MESSAGE_NAME',
    strict: 'error',
    soft: 'warning',
    summary: 'A `.json` file in `messages/` is not named like a message. Nothing else is checked in it.',
    why: 'The name says whose message it is, of which task and attempt.',
    hint: 'Rename it, such as `executor.task-1.a1.input.json`.',
    *check({ message }) {
      if (isNamed(message) || message.fault) return
      const { path } = message
      yield {
        message: msg`Unexpected name ${baseName(path)}, expected one such as ${'executor.task-1.a1.input.json'}`,
        place: { path, line: 1 },
      }
    },
  },
  {
    code: 'MESSAGE_ENVELOPE',
    strict: 'error',
    soft: 'warning',
    summary:
      'A field of an envelope is missing or has another type, or `created_at` is not a date and time with offset.',
    why: 'The envelope names the agent, the session, the kind of message and the time.',
    repair: 'Write `contract`, `kind`, `session_id`, `created_at` and `payload`, or the bare payload.',
    hint: 'Write every field of the envelope, or the bare payload.',
    *check(subject) {
      const { message } = subject
      const envelope = envelopeIn(subject)
      if (!isNamed(message) || !envelope?.data) return
      yield* shapeFindings(envelope.data, envelopeShape, spelling)
      const createdAt = nonBlankTextIn(envelope, 'created_at')
      if (createdAt !== undefined && instantOf(createdAt) === undefined)
        yield {
          message: msg`Unexpected created_at ${createdAt}, expected a date and time such as ${'2026-01-31T15:00:00Z'}`,
          place: envelope.place('created_at'),
        }
      if (message.kind === 'output' && (envelope.value('answers') ?? null) !== null)
        yield {
          message: msg`Unexpected ${'answers'} in an output, expected them only in inputs`,
          place: envelope.place('answers'),
        }
      const { written: contract, agent } = contractIn(envelope)
      if (contract !== undefined && agent === undefined)
        yield {
          message: msg`Unexpected contract ${contract}, expected ${`ralph-${message.agent}@1.0.0`}`,
          place: envelope.place('contract'),
        }
    },
  },
  {
    code: 'MESSAGE_CONTRACT_VERSION',
    strict: 'warning',
    soft: 'notice',
    summary: 'The contract has another version than 1.0.0. The message is checked as 1.0.0.',
    why: 'The checks may not fit the version that was meant.',
    repair: 'Write the version 1.0.0.',
    hint: msg`It is checked as ${'1.0.0'}.`,
    *check(subject) {
      const envelope = envelopeIn(subject)
      const { version } = contractIn(envelope)
      if (envelope && version !== undefined && version !== '1.0.0')
        yield { message: msg`Unexpected version ${version}, expected ${'1.0.0'}`, place: envelope.place('contract') }
    },
  },
  {
    code: 'MESSAGE_FIELD_MISSING',
    strict: 'error',
    soft: 'warning',
    summary: 'A required field of a payload is absent, `null`, or blank where a string is required.',
    why: 'An agent cannot begin, or an orchestrator cannot go on, without it.',
    hint: 'Write the field.',
    check: (subject) => findingsOf(fieldProblems(subject), 'MESSAGE_FIELD_MISSING'),
  },
  {
    code: 'MESSAGE_FIELD_DEFAULTED',
    strict: 'warning',
    soft: 'notice',
    summary: '`ATTEMPT_NUMBER` or `CYCLE_NUMBER` is absent: 1 is assumed.',
    why: 'The field is required, but also has a default: the specification contradicts itself.',
    hint: 'Write the number.',
    *check({ message, session }) {
      if (!hasContract(message) || message.kind !== 'input') return
      const [key, ...otherKeys] = numberKeys[message.agent] ?? []
      if (key === undefined) return
      const { content } = message
      const allowsOtherKeys = session.profile === 'v1-3.x' && !content.fields.has(key)
      if ([key, ...(allowsOtherKeys ? otherKeys : [])].every((numberKey) => isAbsent(content, numberKey)))
        yield { message: msg`Missing ${key}: ${1} is assumed`, place: content.place() }
    },
  },
  {
    code: 'MESSAGE_FIELD_TYPE',
    strict: 'error',
    soft: 'error',
    summary: 'A field of a payload has another JSON type.',
    why: 'Orchestrators read typed values, and break on others.',
    repair: 'Write a value of the type that is expected.',
    hint: 'Write a value of that type.',
    check: (subject) => findingsOf(fieldProblems(subject), 'MESSAGE_FIELD_TYPE'),
  },
  {
    code: 'MESSAGE_FIELD_VALUE',
    strict: 'error',
    soft: 'error',
    summary: 'A field of a payload has the right type and a value that is not allowed.',
    why: 'Its meaning is unknown.',
    repair: 'Write one of the values that are expected.',
    hint: 'Write a value that is allowed.',
    check: (subject) => findingsOf(fieldProblems(subject), 'MESSAGE_FIELD_VALUE'),
  },
  {
    code: 'MESSAGE_KEY_MISMATCH',
    strict: 'error',
    soft: 'error',
    summary:
      'A field of a message disagrees with the name of its file or its session: agent, kind, session, task, MODE, attempt or cycle.',
    why: 'The message may belong to another task, and an agent would act on it.',
    hint: 'Rename the file, or fix the field.',
    *check(subject) {
      const { message } = subject
      const envelope = envelopeIn(subject)
      const content = hasContract(message) ? message.content : undefined
      const namedFields = [
        ...(envelope
          ? namedFieldsInEnvelope(envelope, subject).map((field) => ({ ...field, place: envelope.place(field.key) }))
          : []),
        ...(content
          ? namedFieldsInPayload(content, subject).map((field) => ({ ...field, place: content.place(field.key) }))
          : []),
      ]
      for (const { key, value, expected, fits, place } of namedFields) {
        if (value === undefined || expected === undefined || value === expected || fits === true) continue
        yield { message: msg`Unexpected ${key} ${value}, expected ${expected} as in the name of the file`, place }
      }
    },
  },
  {
    code: 'MESSAGE_PATH_UNSAFE',
    strict: 'error',
    soft: 'error',
    summary:
      'A path of a message is absolute, has a drive, a segment `..` or a control character, or begins with `~`. It is not used further.',
    why: 'A path that leads out of the repository is never followed.',
    hint: 'Write a path inside the repository.',
    *check(subject) {
      const { message } = subject
      for (const { key, path, place } of hasContract(message) ? pathsIn(message.content) : [])
        if (isForbidden(subject, key, path))
          yield { message: msg`Unexpected path ${path}, expected one inside the repository, without ${'..'}`, place }
    },
  },
]

export const messageFormRules: SubagentRules = {
  name: 'message-form',
  title: 'The form of a message: `messages/*.json`',
  rules: [overParts(messages, messageForm)],
}
