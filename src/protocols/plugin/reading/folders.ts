import { memo, memoBy } from '../../../core/once.ts'
import type { View } from '../../../core/view.ts'
import type { PluginConfiguration } from '../discovery.ts'
import { contractFiles, handoffName } from '../files.ts'

/** What a directory below the root holds. */
interface Folder {
  handoff: boolean
  oldHandoff: boolean
  contract: boolean
  notes: boolean
  /** Whether `.ideas` itself is a link: what is behind it is not read. */
  linked: boolean
  readonly drafts: string[]
}

/** What the directories below the root hold, by name. */
function foldersBelow(root: string, paths: readonly string[]): ReadonlyMap<string, Folder> {
  const folders = new Map<string, Folder>()
  const contracts = new Set<string>(Object.values(contractFiles))
  const prefix = root === '.' ? '' : `${root}/`
  for (const path of paths) {
    if (!path.startsWith(prefix)) continue
    const [name, ...rest] = path.slice(prefix.length).split('/')
    const innerPath = rest.join('/')
    if (name === undefined || innerPath === '') continue
    const folder = folders.get(name) ?? {
      handoff: false,
      oldHandoff: false,
      contract: false,
      notes: false,
      linked: false,
      drafts: [],
    }
    folders.set(name, folder)
    if (innerPath === handoffName) folder.handoff = true
    else if (innerPath === `.ideas/${handoffName}`) folder.oldHandoff = true
    else if (innerPath === 'NOTES.md') folder.notes = true
    else if (innerPath === '.ideas') folder.linked = true
    else if (rest[0] === '.ideas' && rest.length === 2 && contracts.has(rest[1] as string)) folder.contract = true
    else if (innerPath.endsWith('-draft.md')) folder.drafts.push(path)
  }
  return folders
}

const foldersIn = memo((paths: readonly string[]) => memoBy((root: string) => foldersBelow(root, paths)))

/** The folders of plugins in a view. Views of commits that follow one another often have the same list of paths. */
export const foldersOf = ({ paths }: View, { root }: PluginConfiguration): ReadonlyMap<string, Folder> =>
  foldersIn(paths)(root)

/** Whether a directory is that of a plugin, by what is in it alone. */
export const holdsPlugin = (folder: Folder | undefined) =>
  folder !== undefined && (folder.handoff || folder.oldHandoff || folder.contract)

/** Whether any directory holds a handoff or a contract. */
export function hasPlugins(view: View, configuration: PluginConfiguration): boolean {
  for (const folder of foldersOf(view, configuration).values()) if (holdsPlugin(folder)) return true
  return false
}
