import { memoBy } from '../core/once.ts'
import { foldersAbove } from '../core/paths.ts'
import type { Units } from '../core/protocol.ts'

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/**
 * Units that are folders: what is in one is of it, and so is what stands in its place. Folders of one name are one unit, since findings
 * call both by it.
 *
 * @param isFolder whether a path is that of such a folder
 * @param besides the further names of a path
 */
export const folderUnits = <Configuration>(
  isFolder: (configuration: Configuration) => (path: string) => boolean,
  besides: (path: string, folders: readonly string[]) => readonly string[] = () => [],
): Units<Configuration> => ({
  namesOf(configuration) {
    const isUnit = memoBy(isFolder(configuration))
    return (path) => {
      const folders = [...foldersAbove(path), path].filter(isUnit)
      return [...folders.map(nameOf), ...besides(path, folders)]
    }
  },
})
