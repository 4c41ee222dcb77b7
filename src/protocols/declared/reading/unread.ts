import type { View } from '../../../core/view.ts'
import type { Kind } from '../language/workflow.ts'
import { foldId } from '../words.ts'
import { type FileLookup, isRead, type UnreadableFile } from './files.ts'

/** A file of items, or a line of one, that cannot be read. */
export interface UnreadItems {
  readonly file: UnreadableFile
  /** The id of the item that the file is, as ids are compared; `undefined`: it may hold any. */
  readonly id: string | undefined
}

/** What cannot be read at a path: the file, or lines of it. */
export function faultsAt(files: FileLookup, path: string): readonly UnreadableFile[] {
  const file = files(path)
  return file === undefined ? [] : isRead(file) ? file.faults : [file]
}

/** The files of items that cannot be read, and lines of them. */
export function* unreadItems(kinds: readonly Kind[], view: View, files: FileLookup): Iterable<UnreadItems> {
  for (const source of kinds.flatMap(({ sources }) => sources.filter(({ form }) => form !== 'folders')))
    for (const path of view.paths) {
      const captures = source.file.match(path)
      if (!captures) continue
      const id = source.form === 'files' && 'format' in source.id ? source.id.format(captures) : undefined
      if (source.form === 'files' && source.isExcepted(path, id ?? captures['id'] ?? '')) continue
      for (const file of faultsAt(files, path)) yield { file, id: id === undefined ? undefined : foldId(id) }
    }
}
