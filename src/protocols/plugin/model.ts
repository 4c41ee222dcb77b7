import type { Context } from '../../core/context.ts'
import { groupBy } from '../../core/grouped.ts'
import { memo, memoBy, once } from '../../core/once.ts'
import type { Steps } from '../../core/steps.ts'
import { changesSince, type Digest, type View } from '../../core/view.ts'
import { crlfDigestOf } from '../../documents/digest.ts'
import { cachedReader, readText, type UnreadableReason } from '../../documents/text.ts'
import type { PluginConfiguration } from './discovery.ts'
import {
  contractKeys,
  firstLinkIn,
  foldersOf,
  holdsPlugin,
  pathsOf,
  touchedPluginsOf,
  type ContractKey,
  type TouchedPlugins,
} from './files.ts'
import { readHandoff, type Handoff } from './handoff/handoff.ts'
import { readPlan, type Plan, stageOf, stagesOf, type Stages } from './stages/stages.ts'
import { readNotes, registryIn, type Registry, type Row, type SecondPlace } from './registry/registry.ts'
import { changedNamesBetween, sectionsIn, type RegistrySections } from './registry/sections.ts'
import {
  isStale,
  stateOf,
  stateOfHandoff,
  stateOfStatus,
  type Phases,
  type State,
  type StateSources,
} from './states.ts'
import { normalizeText, readStatus, type Status } from './registry/values.ts'

/**
 * A contract file, hashed; its text is read only to find what other text a checksum may be of. One in a folder that is
 * a link counts as a link.
 */
export interface Contract {
  readonly key: ContractKey
  readonly path: string
  readonly file: 'there' | 'absent' | 'link'
  readonly digest: Digest | undefined
  /** SHA-256 of the file with CRLF line endings, where its text was read. */
  crlf(): string | undefined
}

/** A state file that is there and could not be read as text. */
export interface UnreadableFile {
  readonly path: string
  readonly role:
    | 'registry'
    | 'handoff'
    | 'contract'
    | 'notes'
    | 'folder of plugins'
    | 'folder of contracts'
    | 'folder of the registry'
  readonly why: Exclude<UnreadableReason, 'absent'>
  /** The plugin it belongs to; the registry has none. */
  readonly plugin?: string
}

/** Where the second copy of a plugin's status lives. */
export type Layout = 'entries' | 'notes' | 'none'

export interface Plugin {
  readonly name: string
  /** Whether a real directory has its name, whatever it holds. */
  readonly directory: boolean
  /** The handoff that counts: the one next to the plugin, otherwise the one at its old place. */
  readonly handoff: Handoff | undefined
  /** Where the handoff is or would be. */
  readonly handoffPath: string
  /** Whether a handoff is there, readable or not. */
  readonly hasHandoff: boolean
  /**
   * The path of the one that does not count, where there are two. A link there is a file that cannot be read, and no
   * second handoff.
   */
  readonly duplicate: string | undefined
  readonly contracts: Readonly<Record<ContractKey, Contract>>
  /** Digests of drafts of contracts, by path. */
  readonly drafts: ReadonlyMap<string, Digest>
  readonly plan: Plan
  readonly phases: Phases
  readonly rows: readonly Row[]
  readonly seconds: readonly SecondPlace[]
  /** The row and second place that count: the first of each. */
  readonly row: Row | undefined
  readonly second: SecondPlace | undefined
  /** What the registry says: the second place where it says anything, otherwise the row. */
  readonly registered: Status | undefined
  readonly registeredState: State
  /** Whether the handoff was left behind: the plugin is installed. Its state is then that of the registry. */
  readonly stale: boolean
  readonly state: State
}

/** All plugins of a repository and their registry. */
export interface PluginModel {
  readonly configuration: PluginConfiguration
  readonly context: Context
  readonly stages: Stages
  readonly layout: Layout
  readonly registry: Registry | undefined
  readonly registryPath: string
  readonly registryThere: boolean
  /** Whether the folder of plugins is a link: which plugins have a directory is then not known. */
  readonly linked: boolean
  /** Sorted by name. Those that only the registry has too. */
  readonly plugins: readonly Plugin[]
  get(name: string): Plugin | undefined
  /** Whether a real directory has this name, be it a plugin's or not. */
  isDirectory(name: string): boolean
  readonly unreadable: readonly UnreadableFile[]
  /** The model as if there were only these plugins, as far as they are there. */
  only(names: readonly string[]): PluginModel
  readonly view: View
  /** The registry as it is read at one of many commits, if its sections can be read one by one. */
  readonly sections: RegistrySections | undefined
  /** What has changed since an earlier commit of a history; `undefined`: anything may have. */
  touchedSince(modelBefore: PluginModel): TouchedPlugins | undefined
}

/** What a plugin's name may be (specification, appendix B). */
export const pluginName = /^[A-Za-z][A-Za-z0-9_-]*$/

function contractsOf(view: View, paths: ReturnType<typeof pathsOf>, linked: boolean): Plugin['contracts'] {
  const contracts: Partial<Record<ContractKey, Contract>> = {}
  for (const key of contractKeys) {
    const path = paths.contract(key)
    const kind = linked ? 'symlink' : view.entry(path)?.kind
    const file = kind === undefined ? 'absent' : kind === 'file' ? 'there' : 'link'
    const crlf = () => {
      const bytes = view.bytes(path)
      return bytes && crlfDigestOf(bytes)
    }
    contracts[key] = { key, path, file, digest: view.digest(path), crlf }
  }
  return contracts as Plugin['contracts']
}

const phasesByStage = memo(({ phases }: Plan) =>
  groupBy(
    phases.map(({ phase }) => phase),
    stageOf,
  ),
)

/** Which phases the stages of a plugin have (specification, 2.3 and 2.4). */
export function phasesOf(handoff: Handoff | undefined, plan: Plan, stages: Stages): Phases {
  const phased = handoff?.fields.phased_implementation.value ?? (handoff?.fields.complexity_score.value ?? 0) >= 3
  const decided = phased && plan.phases.length > 0
  return {
    phased,
    decided,
    of: (stage) => (decided && stages.get(stage)?.phases !== undefined ? (phasesByStage(plan).get(stage) ?? []) : []),
  }
}

const positionOf = (plugin: StateSources, stages: Stages): Pick<Plugin, 'stale' | 'state'> => ({
  stale: isStale(plugin),
  state: stateOf(plugin, stages),
})

/** What the first of some statuses says that is not empty. */
function registrationIn(
  texts: readonly (string | undefined)[],
  stages: Stages,
): Pick<Plugin, 'registered' | 'registeredState'> {
  const text = texts.map((status = '') => normalizeText(status)).find((status) => status !== '')
  const registered = text === undefined ? undefined : readStatus(text, stages)
  const isUnknown = text !== undefined && registered === undefined
  return { registered, registeredState: isUnknown ? { kind: 'unknown' } : stateOfStatus(registered) }
}

/** A plugin as it is with another handoff in place of its own. */
export function withHandoff(plugin: Plugin, handoff: Handoff, { stages }: PluginModel): Plugin {
  const changedPlugin = {
    ...plugin,
    handoff,
    handoffPath: handoff.path,
    hasHandoff: true,
    phases: phasesOf(handoff, plugin.plan, stages),
  }
  return { ...changedPlugin, ...positionOf(changedPlugin, stages) }
}

/** A plugin as it is once both places of the registry say a status. */
export function withStatus(plugin: Plugin, text: string, { stages }: PluginModel): Plugin {
  const { row, second } = plugin
  const placeWithStatus = <Place extends Row | SecondPlace>(place: Place): Place => ({
    ...place,
    status: { place: place.place, ...place.status, text },
  })
  const changedPlugin = {
    ...plugin,
    row: row && placeWithStatus(row),
    second: second && placeWithStatus(second),
    ...registrationIn([text], stages),
  }
  return { ...changedPlugin, ...positionOf(changedPlugin, stages) }
}

/** The plugin as its handoff has it, whatever the registry says. */
export const withHandoffState = (plugin: Plugin, { stages }: PluginModel): Plugin =>
  plugin.handoff ? { ...plugin, stale: false, state: stateOfHandoff(plugin.handoff, plugin.name, stages) } : plugin

const planIn = cachedReader((document) => readPlan(document.path, document))

/** A part of what was read, and the files of it that could not be. */
interface ReadResult<Content> {
  readonly read: Content
  readonly unreadable: readonly UnreadableFile[]
}

/** What was read of a file, or that it could not be. */
function readResultOf<Content>(
  file: Omit<UnreadableFile, 'why'>,
  read: Content | UnreadableReason,
): ReadResult<Content | undefined> {
  if (typeof read !== 'string') return { read, unreadable: [] }
  return { read: undefined, unreadable: read === 'absent' ? [] : [{ ...file, why: read as UnreadableFile['why'] }] }
}

export function* readModel(view: View, configuration: PluginConfiguration, context: Context): Steps<PluginModel> {
  const { root, registry: registryPath, secondPlace } = configuration
  const { limit } = context
  const stages = stagesOf(configuration)
  const isLink = (path: string) => (view.entry(path)?.kind ?? 'file') !== 'file'
  const rootLink = firstLinkIn(view, root.split('/'))
  const folders = foldersOf(view, configuration)
  const isDirectory = (name: string) => view.folders.has(pathsOf(configuration, name).folder)
  const isPlugin = (name: string) => holdsPlugin(folders.get(name))
  const registryLink = firstLinkIn(view, registryPath.split('/').slice(0, -1))
  const registry = once(() =>
    readResultOf({ path: registryPath, role: 'registry' }, registryIn(view, registryPath, limit, isPlugin)),
  )
  const rows = once(() => groupBy(registry().read?.rows ?? [], ({ name }) => name))
  const entries = once(() => groupBy(registry().read?.entries ?? [], ({ name }) => name))
  const sections = sectionsIn(view, registryPath, limit)
  const hasEntries = once(() => (sections ? sections.hasEntries(isPlugin) : entries().size > 0))

  const notesOf = memoBy((name: string): ReadResult<readonly SecondPlace[]> => {
    if (!folders.get(name)?.notes) return { read: [], unreadable: [] }
    const path = pathsOf(configuration, name).notes
    const { read: document, unreadable } = readResultOf(
      { path, role: 'notes', plugin: name },
      readText(view, path, limit),
    )
    const notes = document && readNotes(document, name)
    return { read: notes ? [notes] : [], unreadable }
  })
  const readsNotes = secondPlace === 'notes' || (secondPlace === undefined && !hasEntries())
  const hasNotes = () => [...folders.keys()].some((name) => notesOf(name).read.length > 0)
  const detectedLayout = () => (hasEntries() ? 'entries' : hasNotes() ? 'notes' : 'none')
  const layout = secondPlace ?? detectedLayout()
  const rowsOf = memoBy((name: string) => (sections ? sections.rowsOf(name) : (rows().get(name) ?? [])))
  const entriesOf = memoBy((name: string) =>
    sections ? sections.entriesOf(name, isPlugin) : (entries().get(name) ?? []),
  )
  const secondsOf = (name: string) =>
    layout === 'entries' ? entriesOf(name) : layout === 'notes' ? notesOf(name).read : []

  const pluginOf = memoBy((name: string): ReadResult<Plugin> => {
    const folder = folders.get(name)
    const paths = pathsOf(configuration, name)
    const handoffPath = folder?.oldHandoff && !folder.handoff ? paths.oldHandoff : paths.handoff
    const hasHandoff = folder !== undefined && (folder.handoff || folder.oldHandoff)
    const { read: handoff, unreadable: unreadableHandoff } = readResultOf(
      { path: handoffPath, role: 'handoff', plugin: name },
      hasHandoff ? readHandoff(view, handoffPath, handoffPath === paths.handoff ? 'root' : 'ideas', limit) : 'absent',
    )
    const unreadable = [...unreadableHandoff]
    const duplicate = folder?.handoff && folder.oldHandoff ? paths.oldHandoff : undefined
    if (duplicate !== undefined && isLink(duplicate))
      unreadable.push({ path: duplicate, role: 'handoff', why: 'link', plugin: name })
    const contracts = contractsOf(view, paths, folder?.linked === true)
    if (folder?.linked) unreadable.push({ path: paths.ideas, role: 'folder of contracts', why: 'link', plugin: name })
    else {
      const links = Object.values(contracts).filter(({ file }) => file === 'link')
      unreadable.push(...links.map(({ path }) => ({ path, role: 'contract', why: 'link', plugin: name }) as const))
    }
    const planOrReason = folder?.contract ? planIn(view, paths.contract('plan'), limit) : 'absent'
    const plan = typeof planOrReason === 'string' ? readPlan(paths.contract('plan'), undefined) : planOrReason
    const [rows, seconds] = [rowsOf(name), secondsOf(name)]
    const [[row], [second]] = [rows, seconds]
    const registration = registrationIn([second?.status?.text, row?.status?.text], stages)
    const plugin = {
      name,
      directory: isDirectory(name),
      handoff,
      handoffPath,
      hasHandoff,
      duplicate: duplicate !== undefined && !isLink(duplicate) ? duplicate : undefined,
      contracts,
      drafts: new Map(
        (folder?.drafts ?? []).flatMap((path) => (view.digest(path) ? [[path, view.digest(path) as Digest]] : [])),
      ),
      plan,
      phases: phasesOf(handoff, plan, stages),
      rows,
      seconds,
      row,
      second,
      ...registration,
      ...positionOf({ name, handoff, hasHandoff, ...registration }, stages),
    }
    return { read: plugin, unreadable }
  })

  const generalProblems = (): readonly UnreadableFile[] => [
    ...(rootLink === undefined ? [] : [{ path: rootLink, role: 'folder of plugins', why: 'link' } as const]),
    ...(registryLink === undefined || registryLink === rootLink
      ? []
      : [{ path: registryLink, role: 'folder of the registry', why: 'link' } as const]),
    ...(sections ? [] : registry().unreadable),
  ]
  const isThere = (name: string) =>
    isPlugin(name) || rowsOf(name).length > 0 || (layout === 'entries' && secondsOf(name).length > 0)
  const allNames = () => [
    ...[...folders.keys()].filter(isPlugin),
    ...rows().keys(),
    ...(layout === 'entries' ? entries().keys() : []),
  ]

  /** @param pluginNames of which plugins; absent: of all */
  const modelOf = (pluginNames?: readonly string[]): PluginModel => {
    const plugins = once(() => {
      const names = pluginNames?.filter(isThere) ?? allNames()
      return [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1)).map((name) => pluginOf(name))
    })
    const pluginList = once(() => plugins().map(({ read }) => read))
    const unreadable = once(() => [
      ...generalProblems(),
      ...(readsNotes ? [...(pluginNames ?? folders.keys())].flatMap((name) => notesOf(name).unreadable) : []),
      ...plugins().flatMap(({ unreadable }) => unreadable),
    ])
    return {
      configuration,
      context,
      stages,
      layout,
      get registry() {
        return registry().read
      },
      registryPath,
      registryThere: view.entry(registryPath) !== undefined || registryLink !== undefined,
      linked: rootLink !== undefined,
      get plugins() {
        return pluginList()
      },
      get: (name) => (isThere(name) ? pluginOf(name).read : undefined),
      isDirectory,
      get unreadable() {
        return unreadable()
      },
      only: modelOf,
      view,
      sections,
      touchedSince(modelBefore) {
        const paths = changesSince(modelBefore.view, view)
        const touchedPlugins = paths && touchedPluginsOf(paths, configuration)
        if (!touchedPlugins?.registry || !sections || !modelBefore.sections) return touchedPlugins
        return {
          names: new Set([...touchedPlugins.names, ...changedNamesBetween(sections, modelBefore.sections)]),
          registry: false,
        }
      },
    }
  }
  // A history looks at few plugins of each commit: those are read when they are needed.
  if (context.findingsAlone !== true)
    for (const name of allNames()) {
      pluginOf(name)
      yield
    }
  return modelOf()
}
