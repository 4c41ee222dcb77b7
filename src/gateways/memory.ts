import { type EntryKind, type Selection, type Tree, type View, foldersAbove } from '../core/view.ts'
import { contentOf, snapshot, type HeldEntry } from './snapshot.ts'
import { pathFilter } from '../documents/selection.ts'

type Contents = Readonly<Record<string, string | Uint8Array>>

interface Options {
  /** For messages; default `memory`. */
  readonly name?: string
  /** Paths that are symbolic links; their text is the path to which they point. */
  readonly links?: readonly string[]
  /** Paths that are submodules; their text is not looked at. */
  readonly submodules?: readonly string[]
}

function viewOf(files: Contents, { links = [], submodules = [] }: Options, { selectors, limit }: Selection): View {
  const kinds = new Map<string, EntryKind>()
  for (const path of links) kinds.set(path, 'symlink')
  for (const path of submodules) kinds.set(path, 'submodule')

  const filter = pathFilter(selectors)
  const heldEntries = new Map<string, HeldEntry>()
  const folders = new Set(Object.keys(files).flatMap(foldersAbove).filter(filter.folder))
  for (const [path, content] of Object.entries(files)) {
    const kind = kinds.get(path) ?? 'file'
    const level = filter.level(path, kind)
    if (!level) continue
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    heldEntries.set(path, {
      entry: { kind, size: kind === 'submodule' ? 0 : bytes.length },
      level,
      content: contentOf(bytes, level, limit),
    })
  }
  return snapshot(heldEntries, folders, limit)
}

/** A tree of texts (UTF-8) or bytes by path. */
export function memoryTree(files: Contents, options: Options = {}): Tree {
  return {
    name: options.name ?? 'memory',
    open: (selection) => Promise.resolve(selection).then(() => viewOf(files, options, selection)),
  }
}
