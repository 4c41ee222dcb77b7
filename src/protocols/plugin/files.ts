import { memo, memoBy } from '../../core/once.ts'
import type { Selector, View } from '../../core/view.ts'
import type { PluginConfiguration } from './discovery.ts'

/** The contracts of a plugin, by the key under which their checksum is recorded. */
export const contractFiles = {
  creative_brief: 'creative-brief.md',
  parameter_spec: 'parameter-spec.md',
  architecture: 'architecture.md',
  plan: 'plan.md',
} as const

export type ContractKey = keyof typeof contractFiles

export const contractKeys = Object.keys(contractFiles) as readonly ContractKey[]

export const handoffName = '.continue-here.md'

/**
 * Paths are kept so that every commit of a history uses one string object: the hash of a new one would be computed at
 * each lookup.
 */
const pathsIn = memo(({ root }: PluginConfiguration) =>
  memoBy((name: string) => {
    const folder = root === '.' ? name : `${root}/${name}`
    const ideas = `${folder}/.ideas`
    const contracts = Object.fromEntries(contractKeys.map((key) => [key, `${ideas}/${contractFiles[key]}`])) as Record<
      ContractKey,
      string
    >
    return {
      folder,
      handoff: `${folder}/${handoffName}`,
      oldHandoff: `${ideas}/${handoffName}`,
      ideas,
      notes: `${folder}/NOTES.md`,
      contract: (key: ContractKey) => contracts[key],
    }
  }, 1000),
)

/** The places of a plugin's files. */
export const pathsOf = (configuration: PluginConfiguration, name: string) => pathsIn(configuration)(name)

/** Files of older forms, which are read and no longer written. */
export const olderFormGlobs = (section: PluginConfiguration): readonly string[] => [pathsOf(section, '*').oldHandoff]

/** Places of state that git must not ignore; one plugin stands for all. */
export function committedPaths(section: PluginConfiguration): readonly string[] {
  const { handoff, contract } = pathsOf(section, 'NAME')
  return [section.registry, handoff, ...contractKeys.map(contract)]
}

export function selectorsOf(section: PluginConfiguration): readonly Selector[] {
  const paths = pathsOf(section, '*')
  return [
    { glob: section.registry, level: 'text' },
    { glob: paths.handoff, level: 'text' },
    ...olderFormGlobs(section).map((glob): Selector => ({ glob, level: 'text' })),
    { glob: paths.notes, level: 'text' },
    ...Object.entries(contractFiles).map(([key, file]) => ({
      glob: `${paths.ideas}/${file}`,
      level: key === 'plan' ? ('text' as const) : ('digest' as const),
    })),
    { glob: `${paths.ideas}/*-draft.md`, level: 'digest' },
    { glob: paths.folder, level: 'folder' },
  ]
}

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
export const hasPlugins = (view: View, configuration: PluginConfiguration): boolean =>
  [...foldersOf(view, configuration).values()].some(holdsPlugin)

/** The name of the folder below the root that a path is, or in which it lies. */
export function folderNameOf(path: string, { root }: PluginConfiguration): string | undefined {
  const prefix = root === '.' ? '' : `${root}/`
  return path.startsWith(prefix) ? path.slice(prefix.length).split('/', 1)[0] : undefined
}

/** What changed between two commits: names of plugins, and whether anything else in the registry may have. */
export interface TouchedPlugins {
  readonly names: ReadonlySet<string>
  readonly registry: boolean
}

const isFolderOf = (path: string, paths: readonly string[]): boolean =>
  paths.some((innerPath) => innerPath === path || innerPath.startsWith(`${path}/`))

/** What some paths are about. A link in place of a folder may hide every plugin. */
export function touchedPluginsOf(
  paths: readonly string[],
  configuration: PluginConfiguration,
): TouchedPlugins | undefined {
  const { root, registry } = configuration
  const otherPaths = paths.filter((path) => path !== registry)
  if (otherPaths.some((path) => isFolderOf(path, [root, registry]))) return undefined
  const names = otherPaths.flatMap((path) => folderNameOf(path, configuration) ?? [])
  return { names: new Set(names), registry: otherPaths.length < paths.length }
}

/** The first of these folders, each in the one before, that is a link or submodule. */
export function firstLinkIn(view: View, names: readonly string[]): string | undefined {
  return names
    .map((_, index) => names.slice(0, index + 1).join('/'))
    .find((folder) => (view.entry(folder)?.kind ?? 'file') !== 'file')
}
