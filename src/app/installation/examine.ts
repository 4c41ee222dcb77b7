import type { BranchSetup, Ignoring, Merging, UnheldLock } from '../../core/installation.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import { check } from '../../engine/check.ts'
import { inOrder } from '../../engine/checking/order.ts'
import { examineInstallation, signedInstallationRules } from '../../engine/installation/index.ts'
import { readWorkflows, workflowGlob } from '../../engine/installation/workflow.ts'
import { checkSources, policyOf, type Checked, type Knowledge, type Sources } from '../validate/check.ts'
import { configurationOf, contextOf, selectionOf, wanted } from '../validate/policy.ts'

/** What only git and the host know. */
export interface Surveyor {
  /** Those of some paths that git ignores. */
  ignored(paths: readonly string[]): Promise<ReadonlyMap<string, Ignoring>>
  /** How git merges some paths; nothing where there is no clone. */
  merging(paths: readonly string[]): Promise<ReadonlyMap<string, Merging>>
  /** The lock of the working tree, where no program holds it. */
  readonly lock: UnheldLock | undefined
  /** Files of Baton's own in the root that git tracks. */
  trackedOwn(): Promise<readonly string[]>
  /** The default branch at the host; nothing where the host was not to be asked. */
  branch(): Promise<BranchSetup | undefined>
}

export interface ExamineSettings {
  readonly protocols: readonly ProtocolName[]
  /** The moment, ISO 8601. */
  readonly at: string
}

const settings = { failOn: 'error', mode: 'soft', allowEmpty: true, paths: [], targets: [] } as const

const notAsked = 'Branch rules and the last audit were not looked at: `--github OWNER/NAME` asks GitHub, with the token in GITHUB_TOKEN.'
const nothingFound = 'Nothing that Baton knows is here: only workflows were looked at.'
const notAllKnown = 'The required checks were not looked at: the token may not read the protection of the branch.'

/** Examines how a repository is set up: what the rules about the installation say, and nothing else. */
export async function examine(
  sources: Sources,
  knowledge: Knowledge,
  { protocols: only, at }: ExamineSettings,
  surveyor: Surveyor,
): Promise<Checked> {
  const policy = await configurationOf(policyOf(sources, {}), knowledge.schema)
  if ('problems' in policy) return checkSources(sources, knowledge, { ...settings, failOnDefault: 'error', protocols: only, at, notes: [] })
  const { configuration } = policy
  const { protocols: sections, severity } = configuration
  const protocols = wanted(knowledge.protocols, configuration, only)
  const selection = selectionOf(protocols, configuration)
  const [head, workflows] = await Promise.all([
    sources.head.open(selection),
    sources.head.open({ selectors: [{ glob: workflowGlob, need: 'text' }], limit: selection.limit }),
  ])

  const [kept, merging, branch] = await Promise.all([
    surveyor.ignored(protocols.flatMap((protocol) => protocol.kept(sections[protocol.name]))),
    surveyor.merging(protocols.flatMap((protocol) => protocol.shared(sections[protocol.name]))),
    surveyor.branch(),
  ])
  const context = { ...contextOf(configuration, at), ignored: new Set(kept.keys()), merging }
  const report = check({ ...settings, head, context, protocols, sections, severity, given: [], notes: [] })
  const about = new Set(report.rules.filter((rule) => rule.installation !== undefined).map(({ code }) => code))

  // A protocol with a rule of its own for what git ignores says it itself.
  const saysItself = new Set(
    protocols.flatMap(({ name, rules }) => (rules.some(({ installation }) => installation === 'ignored') ? [name] : [])),
  )
  const states = new Set(report.targets.flatMap(({ protocol, path }) => (saysItself.has(protocol) ? [] : [path])))
  const installation = {
    ...readWorkflows(workflows, selection.limit),
    configuration,
    at,
    branch,
    ignored: await surveyor.ignored([...states]),
    lock: surveyor.lock,
    trackedOwn: await surveyor.trackedOwn(),
  }

  const own = report.diagnostics.filter(({ code }) => about.has(code))
  const diagnostics = [...own, ...examineInstallation(installation, severity)].toSorted(inOrder)
  const failed = diagnostics.some((diagnostic) => diagnostic.severity === 'error')
  const unasked = branch === undefined ? [notAsked] : branch.required === undefined ? [notAllKnown] : []
  const notes = [...(report.targets.length > 0 ? [] : [nothingFound]), ...unasked]
  const rules = [...report.rules.filter(({ code }) => about.has(code)), ...signedInstallationRules]
  return {
    report: {
      ...report,
      diagnostics,
      rules,
      notes,
      verdict: failed ? 'failed' : 'passed',
      checked: { ...report.checked, files: report.checked.files + workflows.paths.length },
    },
    misconfigured: false,
  }
}
