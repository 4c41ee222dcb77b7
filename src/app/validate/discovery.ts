import type { NamedFiles, Context } from '../../core/context.ts'
import {
  UnknownProtocol,
  type Documentation,
  type Protocol,
  type ProtocolDescriptor,
  type ProtocolName,
  type Views,
} from '../../core/protocol.ts'
import type { EntryKind, Selection, Selector, Tree, View } from '../../core/view.ts'
import type { Finding } from '../../core/diagnostic.ts'
import type { Data } from '../../kit/record.ts'
import type { Configuration, ConfigurationSchema } from '../../engine/configuration/schema.ts'
import { ourSide } from '../../engine/unmerged.ts'
import { pathFilter } from '../../documents/selection.ts'
import type { NamedTarget } from '../../core/target.ts'
import type { Sources } from './check.ts'
import { asName } from './bounded-tree.ts'
import { policyIn, policyOf } from './policy-in.ts'
import { contextOf } from './policy.ts'
import { runInTurns } from '../../gateways/in-turns.ts'

/**
 * What is known of the protocols before anything is read: how they are recognized, and how the configuration is formed.
 */
export interface LazyProtocols {
  readonly descriptors: readonly ProtocolDescriptor[]
  schema(): ConfigurationSchema
  /** The workflows that a configuration declares, as protocols; or what is wrong with the declarations. */
  declare(data: Data, path: string, configuration: Configuration): Promise<DeclaredWorkflows>
  /** What recognizes the files of tools that have a preset, and files like those of a workflow. */
  presets(): Promise<PresetDetection>
  /** The codes of all rules. */
  readonly codes: readonly string[]
  /** The protocols of these names, in their usual order. */
  load(names: readonly ProtocolName[]): Promise<readonly Protocol[]>
  /** The parts of them that no check needs. */
  documentation(): Promise<Documentation>
}

/** Workflows that a configuration declares; with any problem none of them counts. */
export interface DeclaredWorkflows {
  readonly protocols: readonly Protocol[]
  readonly problems: readonly Finding[]
}

/** How a repository is searched for what could be declared. */
export interface PresetDetection {
  selectors(): readonly Selector[]
  detect(
    view: View,
    limit: number,
  ): readonly { readonly preset: string; readonly path: string; readonly entry: string }[]
  readonly alike: {
    readonly selectors: readonly Selector[]
    samplesOf(paths: readonly string[]): readonly string[]
    foldersWithStatus(view: View, limit: number): readonly string[]
  }
  /** What finds the states of items in any files. */
  drafting(): Promise<{
    readonly selectors: readonly Selector[]
    isDraftable(path: string): boolean
    draftablePaths(view: View, limit: number): readonly string[]
  }>
}

export function withDeclared(protocols: LazyProtocols, { declared }: Configuration): LazyProtocols {
  if (declared.length === 0) return protocols
  return {
    ...protocols,
    descriptors: [...protocols.descriptors, ...declared],
    load: async (names) => [...(await protocols.load(names)), ...declared.filter(({ name }) => names.includes(name))],
  }
}

/**
 * The protocols to look for: those that are not switched off and, where any are named, only these.
 *
 * @throws UnknownProtocol
 */
export function enabledProtocols<Descriptor extends ProtocolDescriptor>(
  protocols: readonly Descriptor[],
  { protocols: sections }: Configuration,
  requestedNames: readonly ProtocolName[] = [],
): readonly Descriptor[] {
  const unknownName = requestedNames.find((name) => protocols.every((protocol) => protocol.name !== name))
  if (unknownName !== undefined)
    throw new UnknownProtocol(
      unknownName,
      protocols.map(({ name }) => name),
    )
  return protocols.filter(
    ({ name }) => sections[name] !== false && (requestedNames.length === 0 || requestedNames.includes(name)),
  )
}

/** The selectors of these protocols, for the named files too. */
export function selectionOf(
  protocols: readonly ProtocolDescriptor[],
  { protocols: sections, limits }: Configuration,
  namedFiles?: NamedFiles,
): Selection {
  return {
    selectors: protocols.flatMap((protocol) => protocol.selectors(sections[protocol.name], namedFiles)),
    limit: limits.file,
  }
}

/** Whether a file is named as one of a protocol, by its kind or its place: it is missed where it is not there. */
function isNamed(
  { name, namedKinds, selectors }: ProtocolDescriptor,
  { protocols: sections }: Configuration,
  { paths, as }: NamedFiles,
): boolean {
  if (!namedKinds) return false
  if (as !== undefined) return namedKinds.fileKinds.includes(as)
  const filter = pathFilter(selectors(sections[name]))
  return paths.some((path) => filter.level(path, 'file') !== undefined)
}

/**
 * The protocols that read a file at one of the paths, of which a file is named, or that their section in the
 * configuration puts into use.
 */
export function discoverInPaths(
  descriptors: readonly ProtocolDescriptor[],
  paths: readonly (readonly [path: string, kind: EntryKind])[],
  configuration: Configuration,
  namedFiles?: NamedFiles,
): readonly ProtocolName[] {
  const { protocols: sections } = configuration
  const isDiscovered = (descriptor: ProtocolDescriptor): boolean => {
    const { name, useByConfiguration, selectors } = descriptor
    if (useByConfiguration?.isInUse(sections[name]) === true) return true
    if (namedFiles && isNamed(descriptor, configuration, namedFiles)) return true
    const filter = pathFilter(selectors(sections[name], namedFiles).filter(({ beside }) => beside !== true))
    return paths.some(([path, kind]) => filter.level(path, kind) !== undefined)
  }
  return descriptors.filter(isDiscovered).map(({ name }) => name)
}

const pathsOf = (view: View) => view.paths.map((path) => [path, view.entry(path)?.kind ?? 'file'] as const)

/** The protocols whose files are in head or base, or which are in use by configuration. */
export const discoverProtocols = (
  descriptors: readonly ProtocolDescriptor[],
  { head, base }: Views,
  configuration: Configuration,
  namedFiles?: NamedFiles,
): readonly ProtocolName[] =>
  discoverInPaths(descriptors, [...pathsOf(head), ...(base ? pathsOf(base) : [])], configuration, namedFiles)

/** The trees to open: a head with a base, or by itself. */
interface Trees {
  readonly head: Tree
  readonly base?: Tree | undefined
}

export interface OpenRequest {
  readonly trees: Trees
  readonly configuration: Configuration
  readonly context: Context
  /** Only these protocols; none: all that are found. */
  readonly only?: readonly ProtocolName[]
  readonly namedFiles?: NamedFiles
  /** Files to read in addition to those of the protocols. */
  readonly besides?: readonly Selector[]
  /** Protocols that are loaded whether or not anything of them is found. */
  readonly also?: readonly ProtocolName[]
  /** Additional files to read, once the protocols are loaded. */
  moreSelectors?(protocols: readonly Protocol[]): readonly Selector[]
}

/** Head and base as they were opened, and the protocols that are found there. */
export interface OpenViews {
  readonly head: View
  readonly base: View | undefined
  /** The files that the views show. */
  readonly selection: Selection
  readonly context: Context
  readonly descriptors: readonly ProtocolDescriptor[]
  readonly protocols: readonly Protocol[]
}

/** Whether two views show the same objects. */
function isSame(left: View, right: View): boolean {
  if (
    !left.identity ||
    !right.identity ||
    left.paths.length !== right.paths.length ||
    left.folders.size !== right.folders.size
  )
    return false
  return (
    left.paths.every((path, index) => {
      const id = left.identity?.(path)
      return (
        path === right.paths[index] &&
        id !== undefined &&
        id === right.identity?.(path) &&
        left.entry(path)?.kind === right.entry(path)?.kind
      )
    }) && [...left.folders].every((folder) => right.folders.has(folder))
  )
}

/** Opens trees with a selection. A base that shows the same as the head is one view with it: it is read once. */
async function openTrees({ head, base }: Trees, selection: Selection): Promise<Pick<OpenViews, 'head' | 'base'>> {
  const [headView, baseView] = await Promise.all([head.open(selection), base?.open(selection)])
  const headSide = ourSide(headView)
  return { head: headSide, base: baseView && (isSame(headView, baseView) ? headSide : ourSide(baseView)) }
}

/**
 * Opens trees with the files that show which protocols are used, loads those protocols, and opens the additional files
 * that they need.
 */
export async function openProtocols(protocolRegistry: LazyProtocols, request: OpenRequest): Promise<OpenViews> {
  const { trees, configuration, context, only, namedFiles, besides = [], also = [], moreSelectors } = request
  const { descriptors: allDescriptors, load } = withDeclared(protocolRegistry, configuration)
  const descriptors = enabledProtocols(allDescriptors, configuration, only)
  const { selectors, limit } = selectionOf(descriptors, configuration, namedFiles)
  const selection = { selectors: [...selectors, ...besides], limit }
  const firstViews = await openTrees(trees, selection)
  const names = new Set([...discoverProtocols(descriptors, firstViews, configuration, namedFiles), ...also])
  const protocols = await load(descriptors.flatMap(({ name }) => (names.has(name) ? [name] : [])))
  const readAhead = async (views: Views) => {
    for (const protocol of protocols)
      await runInTurns(protocol.readAhead(views, configuration.protocols[protocol.name], context))
  }
  await readAhead(firstViews)
  const needed = [
    ...protocols.flatMap((protocol) => protocol.further(firstViews, configuration.protocols[protocol.name], context)),
    ...(moreSelectors?.(protocols) ?? []),
  ]
  if (needed.length === 0) return { ...firstViews, selection, context, descriptors, protocols }
  const extendedSelection = { ...selection, selectors: [...selection.selectors, ...needed] }
  const opened = await openTrees(trees, extendedSelection)
  await readAhead(opened)
  return { ...opened, selection: extendedSelection, context, descriptors, protocols }
}

/**
 * Loads the protocols of which the head of some sources has files, by their names alone; none if the configuration
 * cannot be read.
 */
export async function loadDiscovered(sources: Sources, protocols: LazyProtocols): Promise<readonly Protocol[]> {
  const policy = await policyIn(sources, protocols)
  if ('problems' in policy) return []
  const { descriptors: allDescriptors, load } = withDeclared(protocols, policy.configuration)
  const descriptors = enabledProtocols(allDescriptors, policy.configuration)
  const { selectors, limit } = selectionOf(descriptors, policy.configuration)
  const head = await sources.head.open({ selectors: selectors.map(asName), limit })
  return load(discoverProtocols(descriptors, { head }, policy.configuration))
}

/** The targets in the head of some sources, which is read and not checked; none if the configuration cannot be read. */
export async function targetsOf(
  sources: Sources,
  protocols: LazyProtocols,
  at: string,
): Promise<readonly NamedTarget[]> {
  const policy = await policyIn(sources, protocols)
  if ('problems' in policy) return []
  const { configuration } = policy
  const context = contextOf(configuration, at, sources)
  const { head, protocols: foundProtocols } = await openProtocols(protocols, {
    trees: { head: sources.head },
    configuration,
    context,
  })
  return foundProtocols.flatMap(
    (protocol) => protocol.read({ head }, configuration.protocols[protocol.name], context).targets,
  )
}

/**
 * Whether the file at a path is the configuration, or has content that a protocol reads. A file system may take a name
 * in other letters for the same file.
 */
export async function isStateFile(
  sources: Sources,
  protocols: LazyProtocols,
  { path, at, configuration: place }: { readonly path: string; readonly at: string; readonly configuration: string },
): Promise<boolean> {
  const name = path.toLowerCase()
  if (name === policyOf(sources, { configuration: place }).path.toLowerCase()) return true
  const policy = await policyIn(sources, protocols, { configuration: place })
  if ('problems' in policy) return false
  const { configuration } = policy
  const context = contextOf(configuration, at, sources)
  const { head } = await openProtocols(protocols, { trees: { head: sources.head }, configuration, context })
  return head.paths.some((read) => read.toLowerCase() === name && head.digest(read) !== undefined)
}
