import type { Protocol, MergeSides } from '../../core/protocol.ts'
import type { View } from '../../core/view.ts'
import { decodeUtf8 } from '../../documents/text.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import type { StoredEntry } from '../../core/host/branch.ts'

function textIn(view: View, path: string): string | undefined {
  const bytes = view.bytes(path)
  return bytes && decodeUtf8(bytes)
}

/**
 * A file merged target by target; `undefined`: no protocol merges it, it is not text on some side, or a person has to
 * choose.
 */
export function mergedText(
  path: string,
  views: Readonly<Record<keyof MergeSides, View>>,
  protocols: readonly Protocol[],
  { protocols: sections }: Configuration,
): string | undefined {
  const [base, ours, theirs] = [views.base, views.ours, views.theirs].map((view) => textIn(view, path))
  if (base === undefined || ours === undefined || theirs === undefined) return undefined
  for (const protocol of protocols) {
    const merged = protocol.merging?.merge(sections[protocol.name], path, { base, ours, theirs })
    if (merged) return merged.conflicts ? undefined : merged.text
  }
  return undefined
}

/** The files of three commits, by path. */
type Trees = Readonly<Record<keyof MergeSides, ReadonlyMap<string, StoredEntry>>>

/** The changes of theirs that ours lacks, and the paths that both changed differently. */
export interface MergedTree {
  readonly takenFromBase: ReadonlyMap<string, StoredEntry | null>
  readonly conflicts: readonly string[]
}

const isSameEntry = (left: StoredEntry | undefined, right: StoredEntry | undefined) =>
  left?.sha === right?.sha && left?.mode === right?.mode

const foldersOf = (path: string): readonly string[] => {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

/** The paths that cannot exist next to others: one is a file where another has a folder. */
function* folderClashes(paths: ReadonlySet<string>): Iterable<string> {
  for (const path of paths) if (foldersOf(path).some((folder) => paths.has(folder))) yield path
}

/** Merges the files of two commits, path by path: a file that only one side changed is taken from that side. */
export function mergedTree({ base, ours, theirs }: Trees): MergedTree {
  const takenEntries = new Map<string, StoredEntry | null>()
  const conflicts: string[] = []
  for (const path of new Set([...base.keys(), ...theirs.keys()])) {
    const [baseEntry, ourEntry, theirEntry] = [base.get(path), ours.get(path), theirs.get(path)]
    if (isSameEntry(theirEntry, baseEntry) || isSameEntry(theirEntry, ourEntry)) continue
    if (isSameEntry(ourEntry, baseEntry)) takenEntries.set(path, theirEntry ?? null)
    else conflicts.push(path)
  }
  const resultPaths = new Set([
    ...[...ours.keys()].filter((path) => takenEntries.get(path) !== null),
    ...[...takenEntries].flatMap(([path, entry]) => (entry ? path : [])),
  ])
  return { takenFromBase: takenEntries, conflicts: [...conflicts, ...folderClashes(resultPaths)] }
}
