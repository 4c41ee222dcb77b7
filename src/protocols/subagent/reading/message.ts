import type { Place } from '../../../core/diagnostic.ts'
import type { DataMapping } from '../../../documents/data.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { dataWithin, FileRecord, type Data } from '../../../kit/record.ts'
import type { Problem } from '../../../kit/rules.ts'
import type { MessageName } from './names.ts'
import type { Profile } from '../schema.ts'

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

export type MessageProblem = Problem<MessageCode>

/** The session that a message lies in. */
export interface EnclosingSession {
  readonly path: string
  readonly id: string
  readonly profile: Profile
}

/** What stands in a message, whether all of it is right or not. */
export interface Content {
  readonly document: TextDocument
  readonly root: DataMapping
  readonly payload: DataMapping
  /** The payload as data of its own: paths begin at it. */
  readonly fields: FileRecord
  readonly enveloped: boolean
  readonly createdAt: string | undefined
  /** The texts of a list, each with its place. Blank ones do not count. */
  texts(key: string): readonly { readonly text: string; readonly place: Place }[]
  /** The place of a value; of one that is not there, that of the payload. */
  place(...path: readonly PropertyKey[]): Place
}

/** A message. */
export interface Message extends MessageName {
  readonly path: string
  /** Absent where it cannot be read. */
  readonly content: Content | undefined
  readonly status: string | undefined
  readonly problems: readonly MessageProblem[]
}

/** Whether an object is an envelope and no bare payload. */
export const isEnvelope = (root: DataMapping): boolean =>
  root.get('payload') !== undefined && (root.get('contract') ?? root.get('kind')) !== undefined

/** The content of a message; none where an envelope has no payload. */
export function contentOf(data: Data, root: DataMapping): Content | undefined {
  const { document } = data
  const enveloped = isEnvelope(root)
  const payload = enveloped ? root.get('payload')?.value : root
  if (payload?.kind !== 'mapping') return undefined
  const created = enveloped ? root.get('created_at')?.value : undefined
  const fields = new FileRecord({ path: document.path, there: true, data: dataWithin(data, payload) })
  return {
    document,
    root,
    payload,
    fields,
    enveloped,
    createdAt: created?.kind === 'scalar' && typeof created.value === 'string' ? created.value : undefined,
    texts: (key) =>
      fields
        .list(key)
        .flatMap((text, index) => (typeof text === 'string' && text.trim() !== '' ? [{ text, place: fields.place(key, index) }] : [])),
    place: (...path) => data.place(fields.node(...path) ?? payload),
  }
}
