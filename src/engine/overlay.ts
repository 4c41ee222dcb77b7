import type { ChangeSet } from '../core/command.ts'
import { memo } from '../core/once.ts'
import { type View, foldersAbove } from '../core/view.ts'
import { digestOf } from '../documents/digest.ts'

/** The bytes of a content. Bytes are returned as the same object, since parsed files are cached by it. */
export const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content

/** A file that many targets share is asked for once for each. */
const digest = memo(digestOf)

const pathSet = memo((paths: View['paths']): ReadonlySet<string> => new Set(paths))

/** A view as it would be with a change set applied. */
export function overlay(view: View, changes: ChangeSet): View {
  if (changes.size === 0) return view
  const writtenFiles = new Map(
    [...changes].flatMap(([path, content]) => (content === null ? [] : [[path, bytesOf(content)] as const])),
  )
  const unmerged = new Map([...(view.unmerged ?? [])].filter(([path]) => !changes.has(path)))
  const hasSamePaths = [...changes].every(([path, content]) => content !== null && pathSet(view.paths).has(path))
  return {
    ...(unmerged.size > 0 && { unmerged }),
    ...(view.isOneOfMany && { isOneOfMany: true }),
    // The same list where it may be: what is known of it need not be found again.
    paths: hasSamePaths
      ? view.paths
      : [...view.paths.filter((path) => !changes.has(path)), ...writtenFiles.keys()].toSorted(),
    // Whether a folder that loses a file holds others is not known: it stays.
    folders: new Set([...view.folders, ...[...writtenFiles.keys()].flatMap(foldersAbove)]),
    entry(path) {
      if (!changes.has(path)) return view.entry(path)
      const bytes = writtenFiles.get(path)
      return bytes && { kind: 'file', size: bytes.length }
    },
    bytes: (path) => (changes.has(path) ? writtenFiles.get(path) : view.bytes(path)),
    content: (path) => (changes.has(path) ? writtenFiles.get(path) : view.content(path)),
    digest(path) {
      if (!changes.has(path)) return view.digest(path)
      const bytes = writtenFiles.get(path)
      return bytes && digest(bytes)
    },
  }
}

/** The same once for each change set, which must stay as it is: the view is read once, however many look at it. */
export const overlaid = memo((view: View) => memo((changes: ChangeSet) => overlay(view, changes)))
