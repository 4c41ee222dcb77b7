import type { IgnorePattern, MergeSetup, SetupPart } from '../../core/installation.ts'
import type { Protocol, ProtocolName } from '../../core/protocol.ts'
import type { Offers } from '../../core/report.ts'
import type { Selector, Tree, View } from '../../core/view.ts'
import { mergeDriverName } from '../../core/installation.ts'
import { escapeGlob } from '../../documents/glob.ts'
import { readText } from '../../documents/text.ts'
import { isForAgentsAlone } from '../../engine/installation/agents/duties.ts'
import { agentsSelection, isInstalledIn, isSetUpForAgents } from '../../engine/installation/agents/plan.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import { defaultConfiguration } from '../../engine/configuration/schema.ts'
import {
  attributeLine,
  attributesPath,
  hasLine,
  ignorePath,
  localReason,
  withLines,
} from '../../engine/installation/lines.ts'
import { setupParts, stateCommandFor } from '../../engine/installation/parts.ts'
import { tasksOf } from '../../engine/installation/permissions.ts'
import {
  starterFiles,
  type ActionReference,
  type Section,
  type DetectedProtocol,
  type WorkflowKind,
} from '../../engine/installation/starter.ts'
import { action, namesPlaceholder } from '../../engine/installation/workflows.ts'
import { batonJobs, readWorkflows, workflowGlob, type Job } from '../../engine/installation/workflow.ts'
import type { LazyProtocols } from '../validate/discovery.ts'
import { configurationOf, contextOf } from '../validate/policy.ts'
import { offeredPresets, offersIn, type OfferedPreset } from './offers.ts'

/** A file that reads as state, and that the configuration leaves out. */
export interface SkippedFile {
  readonly protocol: ProtocolName
  readonly path: string
  /** It is in a folder of samples; git ignores it; the configuration has no place for it next to what was found. */
  readonly why: 'sample' | 'ignored' | 'elsewhere'
}

/** The state of a repository that is to be set up. */
export interface Starter {
  readonly detected: readonly DetectedProtocol[]
  /** Presets whose files are there, and that nothing declares yet. */
  readonly presets: readonly OfferedPreset[]
  /** The names of the workflows that the configuration declares. */
  readonly declared: readonly string[]
  readonly leftOut: readonly SkippedFile[]
  /** Files to write: path → whole text. */
  readonly fresh: ReadonlyMap<string, string>
  /** Lines that are added to files, among those to write: path → line. */
  readonly added: ReadonlyMap<string, string>
  /** Files that many targets share, so that git is to merge them by our driver. */
  readonly shared: readonly string[]
  /** The content for files that exist already, and stay as they are. */
  readonly existing: ReadonlyMap<string, string>
  readonly running: readonly WorkflowKind[]
  /** The parts of the set-up, where there is no state. */
  readonly setup: readonly SetupPart[]
  /** What could be declared, where there is no state. */
  readonly offers: Offers
  /** Whether one of them still names the placeholder of the action. */
  readonly hasPlaceholder: boolean
  readonly hasAgents: boolean
  /** Whether this clone merges the shared files by our driver. */
  readonly isMerging: boolean
  /** Lines that `.gitignore` lacks, each with the reason for it and paths that git would ignore by it. */
  readonly unignored: readonly (readonly [line: string, why: string, examples: readonly string[]])[]
  /** Paths where state is written, and that git ignores; one for each pattern. */
  readonly ignoredState: ReadonlyMap<string, IgnorePattern>
  /** The view in which the files were read: a file that differs from it by now is not overwritten. */
  readonly view: View
}

export interface InitializeSettings {
  readonly kinds: readonly WorkflowKind[]
  /** The tag or SHA of the action; `undefined`: that of the workflows which are there, otherwise `v1`. */
  readonly version: string | undefined
  /** The time, ISO 8601. */
  readonly at: string
  ignored(paths: readonly string[]): Promise<ReadonlyMap<string, IgnorePattern>>
  /** Whether our merge driver is to replace another one. */
  readonly driver: boolean
  /** How git merges some paths; `undefined` where there is no clone. */
  merging(paths: readonly string[]): Promise<ReadonlyMap<string, MergeSetup>>
}

const limit = 1024 * 1024
/** Folders in which no file is state. */
const skippedFolders = ['node_modules', '.git', 'vendor']
/** Folders of samples: their files look like state, but are not state of the repository. */
const sampleFolders: ReadonlySet<string> = new Set(
  'fixture fixtures __fixtures__ test tests __tests__ testdata template templates example examples sample samples'.split(
    ' ',
  ),
)

const kindOf = { validate: 'check', command: 'commands', audit: 'audit' } as const

/** The outermost folder of samples that a path goes through. */
function sampleIn(path: string): string | undefined {
  const folders = path.split('/')
  const index = folders.findIndex((name) => sampleFolders.has(name.toLowerCase()))
  return index === -1 ? undefined : folders.slice(0, index + 1).join('/')
}

interface Detection {
  readonly detected: readonly DetectedProtocol[]
  readonly leftOut: readonly SkippedFile[]
}

/** Looks for one protocol: it is found where some of its files read as such, and its section selects them. */
async function detectProtocol(tree: Tree, protocol: Protocol, { at, ignored }: InitializeSettings): Promise<Detection> {
  const { name, title, detect } = protocol
  const view = await tree.open({ selectors: [{ glob: detect.glob, level: 'text', except: skippedFolders }], limit })
  const stateFiles = view.paths.filter((path) => view.entry(path)?.kind === 'file' && detect.reads(view, path, limit))

  const read = async (section: Section, isSelected: (selector: Selector) => boolean = () => true) => {
    // A proposal of our own, of which nothing is reported.
    if (!protocol.configuration().safeParse(section).success) return undefined
    const head = await tree.open({ selectors: protocol.selectors(section).filter(isSelected), limit })
    if (head.paths.every((path) => head.entry(path)?.kind !== 'file')) return undefined
    return protocol.read({ head }, section, contextOf(defaultConfiguration, at))
  }
  if (stateFiles.length === 0) {
    // Files in a usual place are state whatever they say, as in a check; where the place may be anywhere, only by what
    // they say.
    const targets = (await read({}, ({ glob }) => !glob.startsWith('*')))?.targets.length ?? 0
    return { detected: targets > 0 ? [{ name, title, targets, section: {} }] : [], leftOut: [] }
  }
  const byDefault = await read({})
  const isUsual = (path: string) => (byDefault?.owners(path).length ?? 0) > 0
  const samples = new Map(
    stateFiles
      .flatMap((path) => [[path, sampleIn(detect.place(path))] as const])
      .filter(([, folder]) => folder !== undefined),
  )
  const unusual = stateFiles.filter((path) => !samples.has(path) && !isUsual(path))
  const ignoredPaths = await ignored(unusual)
  const ownFiles = stateFiles.filter((path) => !samples.has(path) && !ignoredPaths.has(path))

  // Files in default places are checked anyway, unless the section excludes them.
  const usualSamples = [
    ...new Set([...samples].flatMap(([path, folder]) => (folder !== undefined && isUsual(path) ? [folder] : []))),
  ]
  const section = ownFiles.length > 0 ? detect.section(ownFiles, usualSamples.toSorted()) : undefined
  const reading = section && (await read(section))
  const ownedFiles = new Set(ownFiles.filter((path) => (reading?.owners(path).length ?? 0) > 0))
  const leftOut = stateFiles.flatMap((path): readonly SkippedFile[] =>
    ownedFiles.has(path)
      ? []
      : [
          {
            protocol: name,
            path,
            why: samples.has(path) ? 'sample' : ignoredPaths.has(path) ? 'ignored' : 'elsewhere',
          },
        ],
  )
  if (section && reading && ownedFiles.size > 0)
    return { detected: [{ name, title, targets: reading.targets.length, section }], leftOut }
  const detected = usualSamples.length > 0 ? [{ name, title, targets: 0, section: false } as const] : []
  return { detected, leftOut }
}

/** The files of some protocols that many targets share, as far as they are there. */
async function sharedFiles(
  tree: Tree,
  protocols: readonly Protocol[],
  detected: readonly DetectedProtocol[],
): Promise<readonly string[]> {
  const paths = detected.flatMap(({ name, section }) =>
    section === false
      ? []
      : protocols.flatMap((protocol) => (protocol.name === name ? (protocol.merging?.paths(section) ?? []) : [])),
  )
  const { entry } = await tree.open({
    selectors: paths.map((path) => ({ glob: escapeGlob(path), level: 'name' })),
    limit,
  })
  return paths.filter((path) => entry(path)?.kind === 'file')
}

/** The action as workflows that are there name it; its placeholder where none does. */
function actionIn(jobs: readonly Job[], version: string | undefined): ActionReference {
  const [name = action, foundVersion = 'v1'] =
    jobs
      .flatMap(({ baton }) => baton.map(({ uses }) => uses))
      .find((uses) => /^[\w.-]+\/[\w./-]+@[\w./-]+$/.test(uses) && !namesPlaceholder(uses))
      ?.split('@') ?? []
  return { name, version: version ?? foundVersion }
}

/** Looks at a repository and says which files set Baton up there. Nothing is written. */
export async function initialize(tree: Tree, lazy: LazyProtocols, settings: InitializeSettings): Promise<Starter> {
  // What is looked for has no configuration yet that would say where it is.
  const protocols = await lazy.load(lazy.descriptors.map(({ name }) => name))
  const detections = await Promise.all(protocols.map((protocol) => detectProtocol(tree, protocol, settings)))
  const detected = detections.flatMap((detection) => detection.detected)
  const policy = await configurationOf({ tree, path: configurationPath }, lazy)
  // Of a configuration that cannot be read nothing is known: what it declares is not offered a second time.
  const presets = 'problems' in policy ? [] : await offeredPresets(tree, lazy, policy.configuration, settings.at)
  const declared = 'problems' in policy ? [] : policy.configuration.declared.map(({ name }) => name)
  const hasState = detected.some(({ section }) => section !== false) || presets.length > 0 || declared.length > 0
  const offers =
    hasState || 'problems' in policy
      ? { presets: [], alike: [], draftable: [] }
      : await offersIn(tree, lazy, policy.configuration, settings.at)
  const view = await tree.open({
    selectors: [
      { glob: '.github/baton.yml', level: 'text' },
      { glob: workflowGlob, level: 'text' },
      { glob: attributesPath, level: 'text' },
      { glob: ignorePath, level: 'text' },
      ...agentsSelection.selectors,
    ],
    limit,
  })
  const jobs = batonJobs(readWorkflows(view, limit).workflows)
  const tasks = new Set(jobs.flatMap((job) => [...tasksOf(job)]))
  const running = [...tasks].map((task) => kindOf[task])
  const hasAgents = isSetUpForAgents(view)
  const missingKinds = settings.kinds.filter((kind) => !running.includes(kind))
  const starters = hasState
    ? [
        ...starterFiles(detected, presets, missingKinds, actionIn(jobs, settings.version), {
          hasAgents,
          isInstalled: isInstalledIn(view),
        }),
      ]
    : []
  // A configuration that declares all there is has nothing to be compared with.
  const isWhole = declared.length > 0 && presets.length === 0 && detected.length === 0
  const files = isWhole ? starters.filter(([path]) => path !== configurationPath) : starters
  const shared = hasState ? await sharedFiles(tree, protocols, detected) : []
  const merging = await settings.merging(shared)
  const isOurs = (path: string) => merging.get(path)?.driver === mergeDriverName
  // Another driver stays, unless ours is asked for.
  const lines = shared
    .filter((path) => merging.has(path) && (settings.driver ? !isOurs(path) : merging.get(path)?.driver === undefined))
    .map(attributeLine)
  const attributes = lines.length === 0 ? undefined : withLines(view, attributesPath, lines)
  const isBlocked = lines.length > 0 && attributes === undefined
  const usedProtocols = protocols.flatMap((protocol) => {
    const section = detected.find(({ name }) => name === protocol.name)?.section
    return section ? [{ protocol, section }] : []
  })
  const places = usedProtocols.flatMap(({ protocol, section }) => protocol.kept(section))
  const configuration = readText(view, configurationPath, limit)
  // What was written for agents alone is a part of what is written now.
  const isExtended = typeof configuration === 'object' && isForAgentsAlone(configuration)
  const isThere = ([path]: readonly [string, string]) =>
    view.entry(path) !== undefined && !(path === configurationPath && isExtended)
  const unignored: Starter['unignored'] = [
    ['/.baton.*', 'Baton keeps a lock there for a moment while it writes', ['.baton.lock']],
    ...usedProtocols.flatMap(({ protocol: { leftovers, local }, section }) =>
      leftovers ? [[leftovers.ignore, localReason, local(section)] as const] : [],
    ),
  ]
  const ignored = [...(await settings.ignored([...places, ...unignored.flatMap(([, , examples]) => examples)]))]
  const placeSet = new Set(places)
  return {
    detected: hasState ? detected : [],
    presets,
    declared,
    leftOut: detections.flatMap((detection) => detection.leftOut),
    fresh: new Map([
      ...files.filter((file) => !isThere(file)),
      ...(attributes === undefined ? [] : [[attributesPath, attributes] as const]),
    ]),
    added: new Map(attributes === undefined ? [] : [[attributesPath, lines.join('\n')]]),
    shared,
    existing: new Map([
      ...files.filter(isThere),
      ...(isBlocked ? [[attributesPath, `${lines.join('\n')}\n`] as const] : []),
    ]),
    running,
    offers,
    setup: hasState
      ? []
      : setupParts({
          found: [],
          stateCommand: stateCommandFor(offers),
          hasConfiguration: view.entry(configurationPath) !== undefined,
          tasks,
          faulty: new Set(),
          isRequired: undefined,
          hasAgents,
          shared: [],
          isMerging: false,
        }),
    hasPlaceholder: jobs.some(({ baton }) => baton.some(({ uses }) => namesPlaceholder(uses))),
    hasAgents,
    isMerging:
      merging.size > 0 &&
      [...merging.values()].every(({ driver, configured }) => driver === mergeDriverName && configured),
    unignored: unignored.filter(
      ([line, , examples]) =>
        !hasLine(view, ignorePath, line) &&
        !examples.every((path) => ignored.some(([ignoredPath]) => ignoredPath === path)),
    ),
    ignoredState: new Map(
      ignored.filter(
        ([path, pattern], index) =>
          placeSet.has(path) &&
          ignored.findIndex(([, { source, line }]) => source === pattern.source && line === pattern.line) === index,
      ),
    ),
    view,
  }
}
