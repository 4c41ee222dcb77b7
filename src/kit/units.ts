import { groupBy } from '../core/grouped.ts'
import { memoBy } from '../core/once.ts'
import { foldersAbove, baseName, type View } from '../core/view.ts'
import type { Units } from '../core/protocol.ts'

/** The paths of a view in each folder that is a unit, sorted by that folder. */
export function pathsByUnit(
  { paths }: Pick<View, 'paths'>,
  isUnit: (folder: string) => boolean,
): readonly (readonly [folder: string, paths: readonly string[]])[] {
  const isKnownUnit = memoBy(isUnit)
  const pathsIn = new Map<string, string[]>()
  for (const path of paths)
    for (const folder of foldersAbove(path).filter(isKnownUnit)) {
      const known = pathsIn.get(folder)
      if (known) known.push(path)
      else pathsIn.set(folder, [path])
    }
  return [...pathsIn].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** What units are called: each by the name of its folder, or by its path where another has that name too. */
export function unitLabels(folders: readonly string[]): (folder: string) => string {
  const byName = groupBy(folders, baseName)
  return (folder) => (byName.get(baseName(folder))?.length === 1 ? baseName(folder) : folder)
}

/**
 * Units that are folders: a unit has the content of its folder, or what stands in place of it. Folders of the same name
 * are one unit, since findings use that name for both.
 *
 * @param isFolder whether a path is that of such a folder
 * @param furtherNames the further names of a path
 */
export const folderUnits = <Configuration>(
  isFolder: (configuration: Configuration) => (path: string) => boolean,
  furtherNames: (path: string, folders: readonly string[]) => readonly string[] = () => [],
): Units<Configuration> => ({
  namesOf(configuration) {
    const isUnit = memoBy(isFolder(configuration))
    return (path) => {
      const folders = [...foldersAbove(path), path].filter(isUnit)
      return [...folders.map(baseName), ...furtherNames(path, folders)]
    }
  },
})
