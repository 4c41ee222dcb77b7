import { memoBy } from '../core/once.ts'
import { foldersAbove, baseName } from '../core/view.ts'
import type { Units } from '../core/protocol.ts'

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
