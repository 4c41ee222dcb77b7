import type { Detection } from '../core/protocol.ts'
import type { Steps } from '../core/steps.ts'
import type { View } from '../core/view.ts'
import { matcher } from '../documents/glob.ts'
import type { FileKind, SignedFileKind } from './files.ts'
import { type FileRecord, readRecord } from './record.ts'

/** Reads the files of a table in a folder, each in a step. */
export function* readFiles<Name extends string>(
  view: View,
  folder: string,
  kinds: Readonly<Record<Name, FileKind>>,
  limit: number,
): Steps<Readonly<Record<Name, FileRecord>>> {
  const files: [string, FileRecord][] = []
  for (const [name, { path, format }] of Object.entries<FileKind>(kinds)) {
    files.push([name, readRecord(view, `${folder}/${path}`, format, limit)])
    yield
  }
  return Object.fromEntries(files) as Record<Name, FileRecord>
}

/** Recognizes files by their signs. `folderOf`: the folder that the path of a file's kind starts from. */
export function detectBySigns(
  kinds: readonly SignedFileKind[],
): Pick<Detection, 'glob' | 'reads'> & { readonly folderOf: (path: string) => string } {
  const kindMatchers = kinds.map((kind) => ({ ...kind, isOne: matcher([`**/${kind.path}`]) }))
  const kindOf = (path: string) => kindMatchers.find(({ isOne }) => isOne(path))
  return {
    glob: `**/{${kinds.map(({ path }) => path).join(',')}}`,
    reads(view, path, limit) {
      const kind = kindOf(path)
      if (!kind) return false
      const file = readRecord(view, path, kind.format, limit)
      return kind.signs.keys.filter((key) => file.has(key)).length >= kind.signs.least
    },
    folderOf(path) {
      const depth = kindOf(path)?.path.split('/').length ?? 1
      return path.split('/').slice(0, -depth).join('/')
    },
  }
}
