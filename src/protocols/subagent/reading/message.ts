import type * as z from 'zod'
import type { Place } from '../../../core/diagnostic.ts'
import type { DataMapping, DataNode } from '../../../documents/data.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { dataWithin, FileRecord, type Data } from '../../../kit/record.ts'
import { messageOf, sessionReview, type MessageName } from './names.ts'
import { isUnsafe, resolvePath } from '../files.ts'
import type { Session } from '../model.ts'
import { payloadOf, sessionReviewOutput, type Agent, type Profile } from '../schema.ts'
import { baseName } from '../../../core/view.ts'

/** What is in a message, whether all of it is right or not. */
export interface Content {
  readonly document: TextDocument
  readonly root: DataMapping
  readonly payload: DataMapping
  /** The payload as data of its own: paths begin at it. */
  readonly fields: FileRecord
  readonly enveloped: boolean
  readonly createdAt: string | undefined
  /** The questions that an envelope has, with their answers. */
  readonly answers: readonly DataNode[]
  /** The texts of a list, each with its place. Blank ones do not count. */
  texts(key: string): readonly { readonly text: string; readonly place: Place }[]
  /** The place of a value; of one that is not there, that of the payload. */
  place(...path: readonly PropertyKey[]): Place
}

/**
 * Why a file of `messages/` cannot be read: what is wrong with its place or its content, or what the reader of every
 * file reports.
 */
export type MessageFault =
  | { readonly kind: 'not-a-file' | 'not-a-folder' | 'not-a-mapping'; readonly place: Place }
  | NonNullable<FileRecord['fault']>

export interface Message extends MessageName {
  readonly path: string
  readonly fault: MessageFault | undefined
  /** The file, where it is an envelope and no bare payload. */
  readonly envelope: FileRecord | undefined
  /** Absent where it cannot be read, or its envelope has no payload. */
  readonly content: Content | undefined
  readonly status: string | undefined
}

/** A file without the name of a message; one with a fault stands in the place of the folder of messages. */
interface UnnamedMessage {
  readonly path: string
  readonly fault: MessageFault | undefined
}

export type MessageFile = Message | UnnamedMessage

export const isNamed = (file: MessageFile): file is Message => 'key' in file

export type ReadMessage = Message & { readonly content: Content }

/** Whether a message has the name of one, and could be read. */
export const isRead = (message: MessageFile): message is ReadMessage =>
  isNamed(message) && message.content !== undefined

/** Whether a message is read and one of the contracts is about it: the review of a whole session in 3.x has none. */
export const hasContract = (message: MessageFile): message is ReadMessage =>
  isRead(message) && message.mode !== sessionReview

export const outputOf = (message: MessageFile, ...agents: readonly Agent[]): Content | undefined =>
  hasContract(message) && message.kind === 'output' && agents.includes(message.agent) ? message.content : undefined

/** The keys that name a report, by the contract. */
const reportKeys: Readonly<Record<string, string>> = {
  'executor.output': 'report_path',
  'reviewer.input': 'REPORT_PATH',
}

/** The report that an output of an executor or an input of a reviewer names, where its path may be used. */
export function namedReportOf(
  message: MessageFile,
  session: Pick<Session, 'path'>,
): { readonly written: string; readonly path: string; readonly place: Place } | undefined {
  if (!hasContract(message)) return undefined
  const { agent, kind, content } = message
  const key = reportKeys[`${agent}.${kind}`] ?? ''
  const written = content.fields.text(key) ?? ''
  if (written.trim() === '' || isUnsafe(written)) return undefined
  return { written, path: resolvePath(written, session), place: content.place(key) }
}

/** The shape of a payload. Of the message about a whole session in 3.x only that of its output is known. */
export function payloadShape({ mode, agent, kind }: MessageName, profile: Profile): z.ZodType | undefined {
  if (mode !== sessionReview) return payloadOf(agent, kind, profile)
  return kind === 'output' ? sessionReviewOutput() : undefined
}

/** Whether an object is an envelope and no bare payload. */
export const isEnvelope = (root: DataMapping): boolean =>
  root.get('payload') !== undefined && (root.get('contract') ?? root.get('kind')) !== undefined

/** The content of a message; none where an envelope has no payload. */
function contentOf(data: Data, root: DataMapping): Content | undefined {
  const { document } = data
  const enveloped = isEnvelope(root)
  const payload = enveloped ? root.get('payload')?.value : root
  if (payload?.kind !== 'mapping') return undefined
  const [createdNode, answers] = ['created_at', 'answers'].map((key) => (enveloped ? root.get(key)?.value : undefined))
  const fields = new FileRecord({ path: document.path, exists: true, data: dataWithin(data, payload) })
  return {
    document,
    root,
    payload,
    fields,
    enveloped,
    createdAt: createdNode?.kind === 'scalar' && typeof createdNode.value === 'string' ? createdNode.value : undefined,
    answers: answers?.kind === 'sequence' ? answers.items : [],
    texts: (key) =>
      fields
        .list(key)
        .flatMap((text, index) =>
          typeof text === 'string' && text.trim() !== '' ? [{ text, place: fields.place(key, index) }] : [],
        ),
    place: (...path) => data.place(fields.node(...path) ?? payload),
  }
}

/** Why a file holds no object, or one in which a key comes twice. */
function faultIn(file: FileRecord): MessageFault | undefined {
  const { path, fault, data } = file
  if (!data) return fault ?? { kind: 'not-a-file', place: { path, line: 1 } }
  if (data.root.kind !== 'mapping') return { kind: 'not-a-mapping', place: data.place(data.root) }
  const [repeatedKey] = file.repeatedKeys()
  return repeatedKey && { message: repeatedKey.message, place: repeatedKey.place }
}

/** Reads a file of `messages/` (docs/agents/integrating.md, "Schemas"). */
export function readMessageFile(file: FileRecord, profile: Profile): MessageFile {
  const { path, data } = file
  const name = messageOf(baseName(path), profile)
  if (!name) return { path, fault: undefined }
  const fault = faultIn(file)
  if (fault || data?.root.kind !== 'mapping')
    return { ...name, path, fault, envelope: undefined, content: undefined, status: undefined }
  const content = contentOf(data, data.root)
  return {
    ...name,
    path,
    fault,
    envelope: isEnvelope(data.root) ? file : undefined,
    content,
    status: name.kind === 'output' ? content?.fields.text('status') : undefined,
  }
}

/** What stands in the place of the folder of messages. */
export const fileInPlaceOfFolder = (path: string): MessageFile => ({
  path,
  fault: { kind: 'not-a-folder', place: { path, line: 1 } },
})
