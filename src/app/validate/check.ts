import { reportedRule } from '../../core/rule.ts'
import type { Change } from '../../core/change.ts'
import type { Context } from '../../core/context.ts'
import type { Diagnostic, Finding } from '../../core/diagnostic.ts'
import { codeUrl } from '../../core/links.ts'
import type { Protocol, ProtocolName, Views } from '../../core/protocol.ts'
import type { FailOn, Mode, Report } from '../../core/report.ts'
import { msg } from '../../core/message.ts'
import type { NamedTarget } from '../../core/target.ts'
import type { Selection, Tree, View } from '../../core/view.ts'
import { checkInSteps } from '../../engine/check.ts'
import type { CheckRequest } from '../../engine/checking/request.ts'
import { sign } from '../../engine/checking/sign.ts'
import { configurationRule } from '../../engine/configuration/rule.ts'
import { configurationPath, obstacleAt } from '../../engine/configuration/read.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import { signedTooLargeRule } from '../../engine/checking/too-large.ts'
import { touchTester } from '../../engine/checking/judge.ts'
import type { NextRequest } from '../../engine/next-action.ts'
import type { ClaimPort } from '../command/claims.ts'
import type { Past } from '../command/past.ts'
import { withAnswers } from '../command/questions.ts'
import type { MergeReader } from './change.ts'
import { declaredLater, nothingLater, wrongDeclarations } from './declared-later.ts'
import { grantPastOf } from './grants.ts'
import { withOfferedOnly } from './offering.ts'
import { asName, TreeTooLarge } from './bounded-tree.ts'
import { runInTurns } from '../../gateways/in-turns.ts'
import {
  discoverProtocols,
  enabledProtocols,
  openProtocols,
  selectionOf,
  withDeclared,
  type LazyProtocols,
  type OpenViews,
} from './discovery.ts'
import { policyIn, policyOf, type PolicyIn, type PolicySources } from './policy-in.ts'
import { configurationOf, contextOf, type ReadPolicy, type Surroundings } from './policy.ts'

/** Where everything is read. */
export interface Sources extends Surroundings, PolicySources {
  readonly head: Tree
  /**
   * Reads the commits between the two, where any are available; `undefined` where they cannot be determined after all.
   */
  readonly change?: (() => Promise<Change | undefined>) | undefined
  /** The commit that the change merges, where commits are available. */
  readonly merged?: MergeReader | undefined
  /**
   * Reads the selected files of earlier commits of the head, where commits are available; `undefined` if there are
   * none.
   */
  readonly past?: ((selection: Selection) => Promise<Past | undefined>) | undefined
}

/** Options of a check. Absent ones are as configured, otherwise as by default. */
export interface CheckSettings {
  /** The path of the repository's own configuration. */
  readonly configuration?: string | undefined
  readonly mode?: Mode | undefined
  readonly failOn?: FailOn | undefined
  /** Where neither is set. */
  readonly failOnDefault: FailOn
  readonly allowEmpty?: boolean | undefined
  /** Only these protocols; none: all that are found. */
  readonly protocols: readonly ProtocolName[]
  readonly paths: readonly string[]
  readonly targets: readonly string[]
  /** Names without a prefix: the report says which targets they are. */
  readonly names?: readonly string[]
  /** The kind of file as which the named files are checked, whatever their names. */
  readonly as?: string | undefined
  /** The time of the check, ISO 8601. */
  readonly at: string
  readonly notes: readonly string[]
  /** Whether the report says of each target whose turn it is. */
  readonly withTurns?: true
  /** The grants of other worktrees of the clone, if turns are wanted: such a target waits. */
  readonly claims?: ClaimPort | undefined
  /**
   * Findings keep every repair that their rules offer, tried or not: the caller that carries them out plans them
   * anyway.
   */
  readonly forReading?: true
  /** The options of an audit; absent: the check is not an audit. */
  readonly audit?: AuditSettings | undefined
}

export interface AuditSettings {
  /** The age in milliseconds at which work in progress is stale; by default as configured. */
  readonly staleAfter?: number | undefined
  /** When a path, or a line of a file, was last committed to, ISO 8601; `undefined` where that is not known. */
  lastCommit(path: string, line?: number): string | undefined
  readonly given: readonly Diagnostic[]
  /** Which of the findings count, under a policy. */
  counting(found: readonly Diagnostic[], policy: ReadPolicy): readonly Diagnostic[]
}

/** A report; `misconfigured` when the configuration could not be read and so nothing was checked. */
export interface CheckResult {
  readonly report: Report
  readonly misconfigured: boolean
  /** A tree holds more than is read of one: the report says so, and knows nothing of targets. */
  readonly tooLarge?: true
}

const configurationDiagnostic = (problem: Finding): Diagnostic =>
  sign(problem, { code: configurationRule.code, severity: 'error', touched: true })

const signedRule = reportedRule(configurationRule, codeUrl(configurationRule.code))

/** The report of a check that could not begin. */
const failedReport = (
  diagnostics: readonly Diagnostic[],
  rule: Report['rules'][number],
  facts: Pick<Report, 'source' | 'notes' | 'unchecked'>,
): Report => ({
  verdict: 'failed',
  failOn: 'error',
  diagnostics,
  checked: { files: 0, targets: 0, protocols: [] },
  looked: { protocols: [], narrowly: false },
  targets: [],
  rules: [rule],
  ...facts,
})

/** The defaults never stand in for a configuration that cannot be read. */
export const invalidConfigurationReport = (
  problems: readonly Finding[],
  facts: Pick<Report, 'source' | 'notes' | 'unchecked'>,
): Report => failedReport(problems.map(configurationDiagnostic), signedRule, facts)

/** The commits of the change, where a protocol looks at them; or why they cannot be determined. */
async function commitsOf(
  { change }: Sources,
  views: Views,
  protocols: readonly Protocol[],
  { protocols: sections }: Configuration,
  context: Context,
): Promise<{ readonly change?: Change; readonly notes: readonly string[] }> {
  const needsCommits = protocols.some((protocol) => protocol.asksForCommits(views, sections[protocol.name], context))
  if (!change || !needsCommits) return { notes: [] }
  const foundChange = await change()
  return foundChange
    ? { change: foundChange, notes: [] }
    : { notes: ['The commits of the change are not all available: who made which was not checked.'] }
}

/** The tip of the base as it is now, where a protocol compares the change with it and it is not the base itself. */
async function tipOf({ base: baseTree, policy: tip }: Sources, opened: CheckedViews): Promise<View | undefined> {
  const { policy, protocols, context, selection, head, base } = opened
  if (!base || tip.sha === undefined || tip.sha === baseTree?.sha) return undefined
  const sections = policy.configuration.protocols
  const isNeeded = protocols.some((protocol) => protocol.asksForTip({ head, base }, sections[protocol.name], context))
  return isNeeded ? tip.open(selection) : undefined
}

/**
 * The configuration as the change leaves it, where it changes it: an error there would break or alter every later run.
 */
async function changedPolicy({ head: tree }: Sources, { head, base }: Views, path: string, protocols: LazyProtocols) {
  if (!base || !(touchTester(head, base, [])(path) || obstacleAt(head, path))) return undefined
  return configurationOf({ tree, path }, protocols)
}

/** What a check is based on, once everything is read. */
export interface CheckedViews extends OpenViews {
  /** The configuration, and where it is in the repository. */
  readonly policy: ReadPolicy
  readonly path: string
}

/** What declared workflows would find in the head of a check. */
async function foundBy(
  declared: Configuration['declared'],
  { head, policy: tree }: Sources,
  { policy, path, context }: CheckedViews,
  protocols: LazyProtocols,
  settings: OpenedSettings,
): Promise<readonly Diagnostic[]> {
  const configuration = { ...policy.configuration, declared }
  const only = declared.map(({ name }) => name)
  const besides = [{ glob: path, level: 'digest' as const }]
  const trialSettings = {
    mode: settings.mode,
    failOnDefault: 'never',
    protocols: only,
    paths: [],
    targets: [],
    notes: [],
    forReading: true,
  } as const
  const { report } = await reportTooLarge([], async () => {
    const opened = await openProtocols(protocols, {
      trees: { head },
      configuration,
      context: { ...context, namedFiles: undefined },
      only,
      besides,
    })
    return checkOpened(
      { head, policy: tree },
      { ...opened, policy: { ...policy, configuration }, path },
      protocols,
      trialSettings,
    )
  })
  return report.diagnostics
}

/** A report that also says whose turn each target is. */
async function withTurns(report: Report, request: CheckRequest, elsewhere: NextRequest['elsewhere']): Promise<Report> {
  // The planner of commands is loaded only if there is one to try.
  const { turnsIn } = await import('../../engine/turns.ts')
  return withAnswers(() => turnsIn(report, { ...request, elsewhere }))
}

/** A check, or the finding that one of its trees is not read. */
async function reportTooLarge(notes: readonly string[], check: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof TreeTooLarge)) throw error
    const report = failedReport([error.diagnostic], signedTooLargeRule, { source: undefined, notes })
    return { report, misconfigured: false, tooLarge: true }
  }
}

/** Checks opened trees, under the configuration with which they were opened. */
export const checkViews = (
  ...[sources, opened, protocols, settings]: Parameters<typeof checkOpened>
): Promise<CheckResult> => reportTooLarge(settings.notes, () => checkOpened(sources, opened, protocols, settings))

/** Options of a check whose trees are open. */
type OpenedSettings = Omit<CheckSettings, 'at' | 'configuration' | 'claims'> & Pick<NextRequest, 'elsewhere'>

async function checkOpened(
  sources: Sources,
  opened: CheckedViews,
  protocolRegistry: LazyProtocols,
  settings: OpenedSettings,
): Promise<CheckResult> {
  const { policy, path, protocols, context, descriptors, head, base, selection } = opened
  const { configuration, absent } = policy
  const { audit } = settings
  // A missing file at the usual place is no news, but a caller that names another one expects it there.
  const missingNotes =
    absent && path !== configurationPath
      ? [msg`There is no ${path} in ${sources.policy.name}: all settings have their defaults.`]
      : []
  const views = { head, base }
  const commits = await commitsOf(sources, views, protocols, configuration, context)
  const headPolicy = await changedPolicy(sources, views, path, protocolRegistry)
  const brokenPolicy = headPolicy && 'problems' in headPolicy ? headPolicy : undefined
  const workflowChanges =
    sources.named || settings.protocols.length > 0
      ? nothingLater
      : await declaredLater(sources, opened, headPolicy, (declared) =>
          foundBy(declared, sources, opened, protocolRegistry, settings),
        )
  const wrongNow = await wrongDeclarations(opened, headPolicy)
  const wrongLater = workflowChanges.wrong.filter(({ message }) => wrongNow.every((now) => now.message !== message))
  const policyFindings = [...(brokenPolicy?.problems.map(configurationDiagnostic) ?? []), ...wrongNow, ...wrongLater]

  const allowEmpty = settings.allowEmpty ?? configuration.allowEmpty
  const baseRequest = {
    ...views,
    tip: await tipOf(sources, opened),
    change: commits.change,
    context,
    protocols,
    lookedFor: descriptors.map(({ name }) => name),
    sections: configuration.protocols,
    severity: allowEmpty ? { ...configuration.severity, WORKFLOW_EMPTY: 'off' as const } : configuration.severity,
    staleAfter: configuration.staleAfter,
    mode: settings.mode ?? configuration.mode,
    failOn: settings.failOn ?? configuration.failOn ?? settings.failOnDefault,
    // The change that declares the first workflow of a repository has nothing else to be checked.
    allowEmpty: allowEmpty || workflowChanges.adds,
    paths: settings.paths,
    targets: settings.targets,
    ...(settings.names && { names: settings.names }),
    withReport: true,
    given: [...policyFindings, ...(audit?.given ?? [])],
    counting: audit && ((diagnostics: readonly Diagnostic[]) => audit.counting(diagnostics, policy)),
    notes: [...settings.notes, ...missingNotes, ...commits.notes],
  }
  const request = { ...baseRequest, grantPast: await grantPastOf(sources, opened, baseRequest) }
  const checkedReport = await withAnswers(() => runInTurns(checkInSteps(request)))
  const { past } = sources
  const offeredReport =
    settings.forReading === true
      ? checkedReport
      : await withOfferedOnly(checkedReport, request, past && (() => past(selection)))
  const report =
    settings.withTurns === true ? await withTurns(offeredReport, request, settings.elsewhere) : offeredReport
  // The configuration is read on its own: that of the head where it is wrong, otherwise the one that the check uses.
  const { source: configurationSource } = (wrongLater.length > 0 ? headPolicy : brokenPolicy) ?? policy
  const source: Report['source'] = (file, line) =>
    file === path ? configurationSource(file, line) : report.source?.(file, line)
  return {
    report: {
      ...report,
      ...(configuration.commands.prefix === 'required' && { prefixRequired: true }),
      ...(workflowChanges.notes.length > 0 && { afterMerge: workflowChanges.notes }),
      source,
      rules: policyFindings.length > 0 ? [...report.rules, signedRule] : report.rules,
    },
    misconfigured: false,
  }
}

/** Reads head and base and checks them under the policy of the base. Only the protocols that are found are loaded. */
export const checkSources = (
  sources: Sources,
  protocols: LazyProtocols,
  settings: CheckSettings,
): Promise<CheckResult> => reportTooLarge(settings.notes, () => readAndCheck(sources, protocols, settings))

/** The configuration of a check. Where a change adds the file that is named, the defaults hold until it is merged. */
async function policyFor(sources: Sources, settings: CheckSettings, protocols: LazyProtocols): Promise<PolicyIn> {
  const policy = await policyIn(sources, protocols, settings)
  if (!policy.absent || !('problems' in policy)) return policy
  const place = policyOf(sources, settings)
  const headPolicy = await configurationOf({ ...place, tree: sources.head }, protocols, { mayBeAbsent: true })
  if (headPolicy.absent) return policy
  const defaults = await configurationOf(place, protocols, { mayBeAbsent: true })
  return 'problems' in defaults ? policy : defaults
}

async function readAndCheck(sources: Sources, protocols: LazyProtocols, settings: CheckSettings): Promise<CheckResult> {
  const policy = await policyFor(sources, settings, protocols)
  if ('problems' in policy)
    return {
      report: invalidConfigurationReport(policy.problems, {
        source: policy.source,
        notes: settings.notes,
        unchecked: policy.why,
      }),
      misconfigured: true,
    }

  const { configuration } = policy
  const { configuration: path = configurationPath, audit } = settings
  const namedFiles = { paths: settings.paths, as: settings.as }
  const context = {
    ...contextOf(configuration, settings.at, sources, namedFiles),
    ...(audit && {
      staleness: {
        milliseconds: audit.staleAfter ?? configuration.staleAfter,
        lastCommit: (path: string, line?: number) => audit.lastCommit(path, line),
      },
    }),
  }
  const besides = (['digest', 'folder'] as const).map((level) => ({ glob: path, level }))
  const opened = await openProtocols(protocols, {
    trees: sources,
    configuration,
    context,
    only: settings.protocols,
    namedFiles,
    besides,
  })
  const { at, claims } = settings
  const heldClaims =
    claims && (await import('../command/claims.ts')).heldElsewhere(claims, { protocols, configuration, at })
  return checkOpened(sources, { ...opened, policy, path }, protocols, { ...settings, elsewhere: await heldClaims })
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
