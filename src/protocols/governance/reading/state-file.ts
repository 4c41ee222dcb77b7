import { type FileRecord } from '../../../kit/record.ts'
import { instantOf, type Priority } from '../schema.ts'

/** An anchor as it is written; what is not text is absent. */
export interface Anchor {
  readonly index: number
  readonly id: string
  readonly content: string | undefined
  readonly type: string | undefined
  readonly priority: string | undefined
  readonly created: string | undefined
}

/** An entry of the history that has a time and an action. */
export interface HistoryEntry {
  readonly index: number
  /** In milliseconds. */
  readonly at: number
  readonly action: string
}

/** state.json. */
export interface StateFile {
  readonly file: FileRecord
  /** The anchors that have an id, in file order. */
  readonly anchors: readonly Anchor[]
  /** In file order. */
  readonly history: readonly HistoryEntry[]
  readonly phase: string | undefined
}

/** The member of that name, where it is a text. */
export function textIn(data: unknown, key: string): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const value: unknown = Object.hasOwn(data, key) ? (data as Readonly<Record<string, unknown>>)[key] : undefined
  return typeof value === 'string' ? value : undefined
}

function anchorOf(data: unknown, index: number): readonly Anchor[] {
  const id = textIn(data, 'id')
  if (id === undefined) return []
  const [content, type, priority, created] = ['content', 'type', 'priority', 'created'].map((key) => textIn(data, key))
  return [{ index, id, content, type, priority, created }]
}

function entryOf(data: unknown, index: number): readonly HistoryEntry[] {
  const [action, at] = [textIn(data, 'action'), instantOf(textIn(data, 'timestamp'))]
  return action === undefined || at === undefined ? [] : [{ index, at, action }]
}

export const readStateFile = (file: FileRecord): StateFile => ({
  file,
  anchors: file.list('anchors').flatMap(anchorOf),
  history: file.list('history').flatMap(entryOf),
  phase: file.text('phase') || undefined,
})

export const withPriority = ({ anchors }: StateFile, ...priorities: readonly Priority[]): readonly Anchor[] =>
  anchors.filter(({ priority }) => (priorities as readonly (string | undefined)[]).includes(priority))

/** What the action of an archived session begins with. */
export const archiveOf = (id: string): string => `session_idle:${id}:`

const violationPattern = /^(?:warn|violation|denied|permission_denied):/

export const isViolation = ({ action }: HistoryEntry): boolean => violationPattern.test(action)

/** Anchors with the id of one before them. */
export function* secondAnchors({ anchors }: StateFile): Iterable<Anchor> {
  const seenIds = new Set<string>()
  for (const anchor of anchors) {
    if (seenIds.has(anchor.id)) yield anchor
    seenIds.add(anchor.id)
  }
}

const archivePattern = /^session_idle:[^:]+:violations=\d+$/

/** Entries that archive a session in another form than that of `archivePattern`. */
export const malformedArchives = ({ history }: StateFile): readonly HistoryEntry[] =>
  history.filter(({ action }) => action.startsWith('session_idle:') && !archivePattern.test(action))

/** The newest entry that archives a session, and the number of violations in it. */
export function newestArchive(
  { history }: StateFile,
  id: string,
): { readonly entry: HistoryEntry; readonly violations: number } | undefined {
  const entry = history.findLast(({ action }) => action.startsWith(archiveOf(id)) && archivePattern.test(action))
  return entry && { entry, violations: Number(entry.action.slice(entry.action.lastIndexOf('=') + 1)) }
}
