import { forgingCharacters } from '../../../core/message.ts'
import type { Content } from '../../../core/command.ts'
import type { Grant } from '../../../core/grant.ts'
import { newMapping, nodeOf, type DataNode } from '../../../documents/data.ts'
import { editJson, type JsonEdit } from '../../../documents/json-edit.ts'
import { printJson } from '../../../documents/json.ts'
import { defined } from '../../../core/defined.ts'
import type { Stage } from '../model.ts'
import { answersFolder } from '../files.ts'
import { newestAnswer } from '../targets.ts'
import type { HandbackReason } from '../../../core/command-names.ts'
import { instantOf, timestampOf, type ErrorCode } from '../schema.ts'

/** Whether a text can forge lines, or turn their direction, where it is shown. */
export const hasControls = (text: string): boolean => text.search(forgingCharacters) !== -1

/** A text as it is written and shown: one line of well-formed letters, its white space folded. */
export function cleanText(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(forgingCharacters, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

export interface HandbackContent {
  readonly reason: HandbackReason
  readonly description: string
  readonly error?:
    | { readonly code: ErrorCode; readonly message: string; readonly context?: DataNode | undefined }
    | undefined
}

/** A handback as a tree, its keys in the order in which they are written. */
export const handbackNode = ({ reason, description, error }: HandbackContent): DataNode =>
  newMapping({
    reason,
    description,
    error: error && newMapping({ code: error.code, message: error.message, context: error.context }),
  })

export const handbackText = (handback: HandbackContent): string => printJson(handbackNode(handback))
const acceptText = (at: string): string => printJson(nodeOf({ state: 'agent', timestamp: timestampOf(at) }))
export const answerText = (question: string, answer: string | null, at: string): string =>
  printJson(nodeOf({ question, answer, timestamp: timestampOf(at) }))

/** The files in a folder that has the place of a file. */
const pathsWithin = ({ paths }: Stage, path: string) => paths.filter((candidate) => candidate.startsWith(`${path}/`))

const removalsWithin = (stage: Stage, path: string) =>
  pathsWithin(stage, path).map((blockingPath): [string, Content] => [blockingPath, null])

/** When control is granted. With the time of the grant before, the file would say what it said, and be no new grant. */
export function grantTime({ accept }: Stage, at: string): string {
  const time = Date.parse(at)
  const isTaken = accept.value !== undefined && instantOf(accept.value.timestamp) === time
  return isTaken ? new Date(time + 1).toISOString() : at
}

/** The changes that grant control: accept.json whole, and no handback.json. */
export function grantChanges(stage: Stage, requestedAt: string): Map<string, Content> {
  const { accept, handback } = stage
  const at = grantTime(stage, requestedAt)
  const removals = [...removalsWithin(stage, accept.path), ...removalsWithin(stage, handback.path)]
  const isFile = handback.exists && pathsWithin(stage, handback.path).length === 0
  return new Map<string, Content>([
    ...removals,
    [accept.path, acceptText(at)],
    ...(isFile ? [[handback.path, null] as const] : []),
  ])
}

/** The changes that record the agent to whom control is granted, or that none is named. */
export function recordChanges(stage: Stage, grant: Grant | undefined): Map<string, Content> {
  const { path, exists, data } = stage.grant.file
  const removals = removalsWithin(stage, path)
  if (!grant) return new Map<string, Content>(exists && removals.length === 0 ? [[path, null]] : removals)
  const { agent, by, since, until } = grant
  const values = { agent, by, since, until }
  const edits = Object.entries(values).flatMap(([key, value]): readonly JsonEdit[] =>
    value !== undefined ? [{ set: [key], value }] : stage.grant.file.has(key) ? [{ remove: [key] }] : [],
  )
  const text = data?.root.kind === 'mapping' ? editJson(data.document.text, edits) : printJson(nodeOf(defined(values)))
  return new Map<string, Content>([...removals, [path, text]])
}

/** The keys of the files that hold nothing but who was granted control, and when. */
const recordKeys: ReadonlySet<string> = new Set(['state', 'timestamp', 'agent', 'by', 'since', 'until'])

/** Whether such a file is as a command wrote it: nothing is lost with it. */
const isOwnRecord = ({ data }: Stage['grant']['file']): boolean =>
  data?.root.kind === 'mapping' &&
  data.root.entries.every(({ key, value }) => recordKeys.has(key.source) && value.kind === 'scalar') &&
  data.document.text === printJson(data.root)

/** The files of a stage that are there, and that a transition deletes or replaces with whatever they hold. */
export function replacedPaths(stage: Stage, transition: 'grant' | 'return'): readonly string[] {
  const { accept, handback, grant } = stage
  return [...(transition === 'grant' ? [accept.file] : []), handback.file, grant.file].flatMap((file) => {
    const files = pathsWithin(stage, file.path)
    return files.length > 0
      ? files
      : file.exists && !(stage.state !== 'accept invalid' && isOwnRecord(file))
        ? [file.path]
        : []
  })
}

export const returnChanges = (stage: Stage, handback: HandbackContent): Map<string, Content> =>
  new Map<string, Content>([
    ...removalsWithin(stage, stage.handback.path),
    [stage.handback.path, handbackText(handback)],
  ])

/** The question that control came back with, as it is kept. */
export const questionOf = ({ state, handback }: Stage): string | undefined =>
  state === 'returned question' && handback.value ? cleanText(handback.value.description) : undefined

export function nextAnswerPath({ answers, path }: Stage): string {
  const lastNumber = newestAnswer(answers)?.number ?? 0n
  return `${path}/${answersFolder}/${String(lastNumber + 1n).padStart(3, '0')}.json`
}
