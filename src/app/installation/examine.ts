import {
  mergeDriverName,
  type BranchSetup,
  type DriverTrial,
  type HostStart,
  type IgnorePattern,
  type TrialInput,
  type MergeSetup,
  type UnheldLock,
} from '../../core/installation.ts'
import type { Protocol, ProtocolName } from '../../core/protocol.ts'
import type { Offers, Report } from '../../core/report.ts'
import type { Selector, View } from '../../core/view.ts'
import { escapeGlob } from '../../documents/glob.ts'
import { pathFilter } from '../../documents/selection.ts'
import { check } from '../../engine/check.ts'
import { compareDiagnostics } from '../../engine/checking/order.ts'
import { sourceOf } from '../../engine/checking/source.ts'
import { groupBy } from '../../core/grouped.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import { isOurCheck } from '../../engine/installation/rules/branch.ts'
import { namedConfigurations } from '../../engine/installation/rules/inputs.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import { examineInstallation, signedInstallationRules } from '../../engine/installation/index.ts'
import { isOfOneMachine } from '../../engine/installation/agents/program.ts'
import {
  agentsSelection,
  isInstalledIn,
  isSetUpForAgents,
  outdatedTexts,
  startsIn,
} from '../../engine/installation/agents/plan.ts'
import { setupParts, stateCommandFor } from '../../engine/installation/parts.ts'
import { tasksOf } from '../../engine/installation/permissions.ts'
import { batonJobs, readWorkflows, workflowSelection } from '../../engine/installation/workflow.ts'
import { noStateText, presetOffer } from '../../render/no-state.ts'
import { countContainers } from '../../render/verdict.ts'
import { checkSources, type CheckResult, type Sources } from '../validate/check.ts'
import { policyIn } from '../validate/policy-in.ts'
import {
  discoverProtocols,
  enabledProtocols,
  selectionOf,
  withDeclared,
  type LazyProtocols,
} from '../validate/discovery.ts'
import { contextOf } from '../validate/policy.ts'
import { offeredPresets, offersIn } from './offers.ts'

/** The facts that only git and the host know. */
export interface Surveyor {
  /** Whether there is a clone, which may ignore files. */
  readonly isClone: boolean
  ignored(paths: readonly string[]): Promise<ReadonlyMap<string, IgnorePattern>>
  /** How git merges some paths; `undefined` where there is no clone. */
  merging(paths: readonly string[]): Promise<ReadonlyMap<string, MergeSetup>>
  /** The lock of the working tree, where no program holds it. */
  readonly lock: UnheldLock | undefined
  /** Files of Baton's own in the root that git tracks. */
  trackedOwn(): Promise<readonly string[]>
  /** Whether a host of agents can start a program; its words, and what it gets. */
  start(words: readonly string[], kind: TrialInput): Promise<DriverTrial>
  /** The words that start the program that runs. */
  readonly running: readonly string[]
  /** The default branch at the host; `undefined` where the host was not to be asked. */
  branch(): Promise<BranchSetup | undefined>
}

export interface ExamineSettings {
  readonly protocols: readonly ProtocolName[]
  /** The time, ISO 8601. */
  readonly at: string
}

const settings = { failOn: 'error', mode: 'soft', allowEmpty: true, paths: [], targets: [] } as const

const gitHubNote =
  'Branch rules and the last audit were not examined: `--github OWNER/NAME` asks GitHub, with the token in GITHUB_TOKEN.'
const unreadProtectionNote =
  'The required checks were not examined: the token may not read the protection of the branch.'

/** A repository to examine: its selected files, and what git and the host say about them. */
interface Survey {
  readonly head: View
  readonly workflows: View
  readonly limit: number
  readonly protocols: readonly Protocol[]
  readonly configuration: Configuration
  readonly ignored: ReadonlyMap<string, IgnorePattern>
  /** Files for one machine alone that git does not ignore, each with the pattern that it lacks. */
  readonly exposed: ReadonlyMap<string, string>
  readonly merging: ReadonlyMap<string, MergeSetup>
  readonly branch: BranchSetup | undefined
}

/** Opens the tree, and queries git and the host about it. */
async function survey(
  { head }: Sources,
  protocolRegistry: LazyProtocols,
  protocolNames: readonly ProtocolName[],
  configuration: Configuration,
  surveyor: Surveyor,
): Promise<Survey> {
  const lazy = withDeclared(protocolRegistry, configuration)
  const descriptors = enabledProtocols(lazy.descriptors, configuration, protocolNames)
  const selection = selectionOf(descriptors, configuration)
  const { limit } = selection
  const { protocols: sections } = configuration
  const [files, workflows] = await Promise.all([head.open(selection), head.open(workflowSelection(limit))])
  const protocols = await lazy.load(discoverProtocols(descriptors, { head: files }, configuration))
  const local = protocols.flatMap((protocol) =>
    protocol.local(sections[protocol.name]).map((path) => [path, protocol.leftovers?.ignore ?? path] as const),
  )
  const [ignored, merging, branch] = await Promise.all([
    // Patterns of places, such as `teams/*`, stand for folders of which git may ignore only some.
    surveyor.ignored([
      ...new Set([
        ...files.paths,
        ...protocols.flatMap((protocol) => protocol.kept(sections[protocol.name])),
        ...local.map(([path]) => path),
      ]),
    ]),
    surveyor.merging(protocols.flatMap((protocol) => protocol.merging?.paths(sections[protocol.name]) ?? [])),
    surveyor.branch(),
  ])
  const unignored = surveyor.isClone ? local.filter(([path]) => !ignored.has(path)) : []
  // One finding for a pattern is enough.
  const exposed = new Map(
    unignored.filter(([, pattern], index) => unignored.findIndex((entry) => entry[1] === pattern) === index),
  )
  return { head: files, workflows, limit, protocols, configuration, ignored, exposed, merging, branch }
}

/** The findings of the protocols; only those about the installation are kept. */
function checkInstallation({ head, protocols, configuration, ignored, merging }: Survey, at: string): Report {
  const { protocols: sections, severity } = configuration
  const context = { ...contextOf(configuration, at), ignored, merging }
  const report = check({ ...settings, head, context, protocols, sections, severity, given: [], notes: [] })
  const rules = report.rules.filter((rule) => rule.installation !== undefined)
  const codes = new Set(rules.map(({ code }) => code))
  return { ...report, rules, diagnostics: report.diagnostics.filter(({ code }) => codes.has(code)) }
}

/** The paths that are meant by an example of one, `run-NAME/stages/NAME/stage-config.yaml`, in any folder. */
const pathsLike = (example: string): Selector => ({
  glob: `**/${escapeGlob(example).replaceAll(/NAME|DATE-SLUG/g, '*')}`,
  level: 'name',
})

/**
 * The files of targets that git ignores, and places where it would; a protocol with a rule of its own for that says it
 * itself.
 */
function ignoredState(
  { head, protocols, configuration: { protocols: sections }, ignored }: Survey,
  { targets }: Report,
): ReadonlyMap<string, IgnorePattern> {
  const silent = protocols.filter(({ rules }) => !rules.some(({ installation }) => installation === 'ignored'))
  const names = new Set<string>(silent.map(({ name }) => name))
  const kept = silent.flatMap((protocol) => protocol.kept(sections[protocol.name]))
  const keptPaths = pathFilter(kept.map(pathsLike))
  // A stage and a plugin without a handoff are shown at another path than that of the files which hold their state.
  const statePaths = [
    ...targets.flatMap(({ protocol, path }) => (names.has(protocol) ? [path] : [])),
    ...head.paths.filter((path) => ignored.has(path) && keptPaths.level(path, 'file')),
  ]
  const ignoredFiles = [...new Set(statePaths)].flatMap((path) => {
    const pattern = ignored.get(path)
    return pattern ? [[path, pattern] as const] : []
  })
  const patterns = new Set(ignoredFiles.map(([, { source, line }]) => `${line} ${source}`))
  const places = kept.flatMap((path) => {
    const pattern = ignored.get(path)
    // Where a file is ignored already, no example of one is needed.
    return pattern && !patterns.has(`${pattern.line} ${pattern.source}`) ? [[path, pattern] as const] : []
  })
  return new Map([...ignoredFiles, ...places])
}

/**
 * Tries what hosts start, one after the other: each is a program that takes a moment. What several start is tried once.
 */
async function hostStarts(agents: View, { start, running, ignored }: Surveyor): Promise<readonly HostStart[]> {
  const starts = startsIn(agents)
  const ignoredFiles = await ignored([...new Set(starts.map(({ path }) => path))])
  const trials = new Map<string, DriverTrial>()
  const results: HostStart[] = []
  for (const { path, line, key, words, written, kind, host } of starts) {
    const id = JSON.stringify(words)
    const trial: DriverTrial =
      words === undefined
        ? { outcome: 'foreign', command: written }
        : (trials.get(id) ?? (await start(words, kind === 'server' ? 'handshake' : 'nothing')))
    if (words !== undefined) trials.set(id, trial)
    const isMissing = isInstalledIn(agents) && words?.[1]?.startsWith('node_modules/') === true
    const mend = isMissing
      ? 'npm ci'
      : `${running.join(' ')} init --agents${host === undefined ? '' : ` --hooks ${host}`}`
    results.push({
      path,
      line,
      key,
      isOfOneMachine: words !== undefined && isOfOneMachine(words) && !ignoredFiles.has(path),
      trial,
      mend,
    })
  }
  return results
}

/** What was not examined, and why. */
function notesOf(
  report: Report,
  branch: BranchSetup | undefined,
  offers: Offers,
  searchedNames: readonly ProtocolName[],
): readonly string[] {
  const branchNotes = branch === undefined ? [gitHubNote] : branch.required === undefined ? [unreadProtectionNote] : []
  const offer = presetOffer(offers.presets)
  const state =
    report.targets.length === 0
      ? [`${noStateText(searchedNames, offers)} Only the setup was examined.`]
      : offer === ''
        ? []
        : [offer]
  return [...state, ...branchNotes]
}

/** Examines how a repository is set up, by the rules about the installation alone. */
export async function examine(
  sources: Sources,
  lazy: LazyProtocols,
  { protocols: protocolNames, at }: ExamineSettings,
  surveyor: Surveyor,
): Promise<CheckResult> {
  const policy = await policyIn(sources, lazy)
  if ('problems' in policy)
    return checkSources(sources, lazy, { ...settings, failOnDefault: 'error', protocols: protocolNames, at, notes: [] })
  const { configuration } = policy
  const surveyResult = await survey(sources, lazy, protocolNames, configuration, surveyor)
  const { workflows, limit, branch, exposed } = surveyResult
  const report = checkInstallation(surveyResult, at)
  const [trackedOwn, agents] = await Promise.all([surveyor.trackedOwn(), sources.head.open(agentsSelection)])
  const readResult = readWorkflows(workflows, limit)
  const namedSelectors = namedConfigurations(readResult.workflows).map((path): Selector => ({
    glob: escapeGlob(path),
    level: 'name',
  }))
  const namedFiles = new Set((await sources.head.open({ selectors: namedSelectors, limit })).paths)
  const searchedNames = enabledProtocols(
    withDeclared(lazy, configuration).descriptors,
    configuration,
    protocolNames,
  ).map(({ name }) => name)
  const offers =
    report.targets.length === 0
      ? await offersIn(sources.head, lazy, configuration, at)
      : { presets: await offeredPresets(sources.head, lazy, configuration, at), alike: [], draftable: [] }
  const findings = examineInstallation(
    {
      ...readResult,
      configuration,
      protocolNames: withDeclared(lazy, configuration).descriptors.map(({ name }) => name),
      namedFiles,
      at,
      branch,
      ignored: ignoredState(surveyResult, report),
      exposed,
      lock: surveyor.lock,
      trackedOwn,
      outdated: outdatedTexts(agents),
      starts: await hostStarts(agents, surveyor),
    },
    configuration.severity,
  )

  const sharedFiles = [...surveyResult.merging].filter(([path]) => surveyResult.head.entry(path) !== undefined)
  const jobs = batonJobs(readResult.workflows)
  // One finding may be about several workflows.
  const failing = new Set(
    findings.flatMap(({ severity, path, related = [] }) =>
      severity === 'error' ? [path, ...related.map((place) => place.path)] : [],
    ),
  )
  const setup = setupParts({
    found: [...groupBy(report.targets, ({ protocol }) => protocol)].map(
      ([name, targets]) => [name, targets.length - countContainers({ ...report, targets })] as const,
    ),
    stateCommand: stateCommandFor(offers),
    hasConfiguration: agents.entry(configurationPath) !== undefined,
    tasks: new Set(jobs.flatMap((job) => [...tasksOf(job)])),
    faulty: new Set(jobs.filter(({ workflow }) => failing.has(workflow.path)).flatMap((job) => [...tasksOf(job)])),
    isRequired: branch?.required?.some(isOurCheck),
    hasAgents: isSetUpForAgents(agents),
    shared: sharedFiles.map(([path]) => path),
    isMerging: sharedFiles.every(([, { driver, configured }]) => driver === mergeDriverName && configured),
  })
  const agentLines = sourceOf(agents, limit)
  const workflowLines = sourceOf(workflows, limit)
  const diagnostics = [...report.diagnostics, ...findings].toSorted(compareDiagnostics)
  return {
    report: {
      ...report,
      diagnostics,
      rules: [...report.rules, ...signedInstallationRules],
      source: (path, line) => report.source?.(path, line) ?? workflowLines(path, line) ?? agentLines(path, line),
      notes: notesOf(report, branch, offers, searchedNames),
      setup,
      verdict: diagnostics.some(({ severity }) => severity === 'error') ? 'failed' : 'passed',
      checked: { ...report.checked, files: report.checked.files + workflows.paths.length },
    },
    misconfigured: false,
  }
}
