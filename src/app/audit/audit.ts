import type {
  HostIdentity,
  DefaultBranchReader,
  PullRequestReader,
  CheckReader,
  CheckRunReader,
  IssueReader,
  ForgeryReader,
} from '../../core/host/host.ts'
import type { Clock, WithHost, PolicySource } from '../ports.ts'
import type { Repository } from '../../core/repository.ts'
import { type CommitSources, type AuditOptions } from './options.ts'
import type { Effect } from '../../core/host/effect.ts'
import type { Board } from '../../core/board.ts'
import type { Report } from '../../core/report.ts'
import { Fault, resultOf } from '../../core/fault.ts'
import { keyOf, type HeartbeatData } from '../../engine/audit/memory.ts'
import { textDigest, type DashboardAction } from '../../engine/audit/dashboard.ts'
import type { TrackingAction } from '../../engine/audit/policy.ts'
import { configurationPath, otherConfiguration } from '../../engine/configuration/read.ts'
import { resultByHeartbeat, maxReuse, memoryToCompare, type LastResult } from '../../engine/audit/cache-validity.ts'
import { countsOf, findingSetOf, reportForIssue, withPulls } from '../../engine/audit/result.ts'
import { auditRun, unchangedRun } from '../../render/audit-run.ts'
import { nameFor } from '../../render/configured.ts'
import { dashboardText } from '../../render/dashboard.ts'
import { publish, type EffectPorts } from '../comments/feedback/publish.ts'
import type { CheckResult } from '../validate/check.ts'
import { configurationOf } from '../validate/policy.ts'
import { sourcesOfSubject } from '../validate/sources.ts'
import { boardAt } from './board.ts'
import { dashboardAction, keepDashboard, track, type Tracking } from './track.ts'
import { closeSuperseded, type ChosenIssue } from './issues.ts'
import { loadPrevious, type PreviousAudit } from './load-previous.ts'
import { auditSources } from './check.ts'
import { isByWorkflow, workflowStep, findForgeries, type WorkflowStep } from './forged.ts'
import { filesDigestOf, recordPaths } from './files.ts'
import { auditPulls, noPulls } from './pulls.ts'
import { timesAt } from './times.ts'

export type AuditPorts = Clock &
  PolicySource &
  CommitSources &
  Tracking &
  WithHost<
    Pick<Repository, 'commitTree'> &
      HostIdentity &
      CheckReader &
      CheckRunReader &
      ForgeryReader &
      IssueReader &
      DefaultBranchReader &
      PullRequestReader
  >

export interface AuditResult {
  readonly head: string
  /** The findings; absent if nothing had to be checked. */
  readonly checked?: CheckResult
  /** The earlier findings that are still valid. */
  readonly remembered?: LastResult
  /** The step that was taken with the tracking issue, as far as it could be. */
  readonly action: TrackingAction
  /** The number of the issue, where there is one that is open. */
  readonly issue: number | undefined
  /** Why no issue can be kept although one is wanted; a note of the report says it too. */
  readonly noIssue?: string | undefined
  /** The step that was taken with the dashboard issue, as far as it could be. */
  readonly dashboard: DashboardAction
  /** Who holds which target, if it was checked. */
  readonly board?: Board | undefined
  /** What could not be read or shown. */
  readonly notes: readonly string[]
}

/** Everything that an audit finds in a commit, and how long that holds. */
interface AuditFindings {
  readonly checked: CheckResult
  readonly holds: string
  readonly files: string
  readonly whole: boolean
  readonly neutral: boolean
  /** Absent where it is not shown, or nothing could be looked at: the configuration cannot be read. */
  readonly board: Board | undefined
  /** Whether the dashboard is switched on; `undefined`: the configuration cannot be read. */
  readonly isDashboardOn: boolean | undefined
}

const endOfReuse = (at: string) => new Date(Date.parse(at) + maxReuse).toISOString()

/**
 * Reads and checks everything. How long the findings stay valid is found by a second check as of a later time, which
 * costs no request.
 */
async function auditHead(
  ports: AuditPorts,
  head: string,
  previousAudit: PreviousAudit,
  step: WorkflowStep,
  options: AuditOptions,
  at: string,
): Promise<AuditFindings> {
  const { sources, notes } = await sourcesOfSubject(ports.repositories, { head, review: false }, ports.host.ownLogin)
  const { tree, paths } = recordPaths(sources.head)
  const policy = await configurationOf(
    { tree: sources.policy, path: ports.configuration ?? configurationPath },
    ports.protocolRegistry,
  )
  const configuration = 'problems' in policy ? undefined : policy.configuration
  const forgeries = await findForgeries(ports, previousAudit.foreignChecks, step, at)
  const times = timesAt(ports.repositories, head)
  const auditAsOf = (time: string, withTurns?: true) =>
    auditSources({ ...sources, head: tree }, ports.protocolRegistry, {
      ...options,
      configuration: ports.configuration,
      at: time,
      earlierFindings: forgeries.found,
      notes: [...notes, ...forgeries.notes, ...previousAudit.notes],
      onlyChanged: false,
      ...(withTurns && { withTurns }),
      times,
    })
  const isDashboardOn = options.dashboard ?? configuration?.audit.dashboard
  const needsBoard = configuration !== undefined && (isDashboardOn === true || options.showsBoard === true)
  const checked = await auditAsOf(at, needsBoard || undefined)
  const { name } = ports.host
  const board =
    needsBoard && !checked.tooLarge
      ? await boardAt(reportForIssue(checked.report), times, { at, commit: head, name })
      : undefined
  const isSteady = findingSetOf((await auditAsOf(endOfReuse(at))).report).set === findingSetOf(checked.report).set
  const files = await filesDigestOf(ports, sources.head, options, paths)
  const looksAtPulls = configuration?.audit.pullRequests === true
  const pulls = looksAtPulls ? await auditPulls(ports, options, at, checked.report.diagnostics) : noPulls
  const isWhole = forgeries.notes.length + pulls.notes.length === 0
  const report: Report = { ...withPulls(checked.report, pulls), notes: [...checked.report.notes, ...pulls.notes] }
  return {
    checked: { ...checked, report },
    holds: isSteady && !looksAtPulls && isWhole ? endOfReuse(at) : at,
    files,
    whole: isWhole,
    neutral: report.verdict === 'nothing' && Object.keys(configuration?.protocols ?? {}).length === 0,
    board,
    isDashboardOn,
  }
}

/** The heartbeat: updated if this commit has it, otherwise made. */
async function writeHeartbeat(
  ports: EffectPorts & Pick<PolicySource, 'configuration'>,
  previousAudit: PreviousAudit,
  content: Extract<Effect, { readonly do: 'check' }>['run'],
): Promise<readonly string[]> {
  const run = { ...content, name: nameFor(content.name, otherConfiguration(ports.configuration)) }
  const effect: Effect = previousAudit.heartbeat
    ? { do: 'conclude', check: previousAudit.heartbeat.node, run }
    : { do: 'check', run }
  const failureNotes = (why: string) => [`The heartbeat, the check run \`${run.name}\`, could not be written: ${why}`]
  const published = await resultOf(publish(ports, 0, [effect]))
  if (published instanceof Fault) return failureNotes(published.message)
  const [effectEnd] = published
  if (effectEnd?.end === 'done') return []
  return failureNotes(effectEnd?.end === 'refused' ? effectEnd.why : 'GitHub did not report the outcome.')
}

/** Whether the dashboard is as the last full audit wanted it, by the options as they are now. */
function isDashboardKept(
  { dashboard }: PreviousAudit,
  options: AuditOptions,
  { board }: LastResult,
  at: string,
  configuration: string | undefined,
): boolean {
  if (dashboard === 'untracked') return true
  const isWanted = board !== undefined
  return (
    (options.dashboard ?? isWanted) === isWanted && dashboardAction(dashboard, board, at, configuration) === 'nothing'
  )
}

/** Keeps the dashboard as it is wanted now. Under a configuration that cannot be read it stays as it is. */
async function updateDashboard(
  ports: EffectPorts & Pick<PolicySource, 'configuration'>,
  { dashboard, noDashboard }: PreviousAudit,
  { board, isDashboardOn }: AuditFindings,
  text: string | undefined,
  at: string,
): Promise<ChosenIssue<DashboardAction>> {
  const noAction = { action: 'nothing', notes: [] } as const
  if (dashboard === 'untracked')
    return isDashboardOn === true && noDashboard !== undefined ? { ...noAction, notes: [noDashboard] } : noAction
  const isUnknown = isDashboardOn === undefined || (isDashboardOn && !board)
  return isUnknown ? noAction : keepDashboard(ports, dashboard, text, at)
}

/**
 * The result of an earlier audit, where it still holds for this commit and nothing needs to be read; otherwise
 * `undefined`.
 */
async function reuseLastResult(
  ports: AuditPorts,
  head: string,
  previousAudit: PreviousAudit,
  step: WorkflowStep,
  options: AuditOptions,
  at: string,
): Promise<AuditResult | undefined> {
  const issue = previousAudit.issue?.open === true ? previousAudit.issue.number : undefined
  const unchangedResult = { head, action: 'nothing', issue, dashboard: 'nothing', notes: previousAudit.notes } as const
  if (options.recheck || previousAudit.superseded.length > 0) return undefined
  // A forged check run on the commit is reported at once.
  if (previousAudit.foreignChecks.length > 0 && !(previousAudit.foreignChecks.every(isByWorkflow) && (await step())))
    return undefined
  if (previousAudit.heartbeatData) {
    const remembered = resultByHeartbeat(previousAudit.tracking, previousAudit.heartbeatData, at)
    return remembered && isDashboardKept(previousAudit, options, remembered, at, ports.configuration)
      ? { ...unchangedResult, remembered }
      : undefined
  }
  const memory = memoryToCompare(previousAudit.tracking, at)
  if (
    !memory ||
    !isDashboardKept(previousAudit, options, memory, at, ports.configuration) ||
    (await filesDigestOf(ports, ports.host.commitTree(head), options)) !== memory.files
  )
    return undefined
  const { holds, set, counts, board } = memory
  const heartbeatData: HeartbeatData = {
    version: 1,
    at: memory.at,
    holds,
    set,
    counts,
    ...(board !== undefined && { board }),
  }
  const notes = await writeHeartbeat(
    ports,
    previousAudit,
    unchangedRun({ sha: head, beat: heartbeatData, key: keyOf(heartbeatData) }, memory.commit, issue),
  )
  return { ...unchangedResult, remembered: memory, notes: [...previousAudit.notes, ...notes] }
}

const actionTaken = <Action extends string>({ action, notes }: ChosenIssue<Action>): Action | 'nothing' =>
  notes.length > 0 ? 'nothing' : action

/**
 * Audits the default branch (docs/audits.md): checks everything, unless the last findings are still valid, keeps
 * the tracking issue, and leaves a heartbeat on the commit. Whatever its token may not read or write is reported.
 *
 * @throws Fault where the commit cannot be read: then no heartbeat is left, and the next sweep audits again.
 */
export async function audit(ports: AuditPorts, options: AuditOptions): Promise<AuditResult | undefined> {
  const head = await ports.host.defaultTip()
  if (head === undefined) return undefined
  const at = new Date(ports.now()).toISOString()
  const previousAudit = await loadPrevious(ports, head, options)
  const step = workflowStep(ports.host.commitTree(head))
  const reusedResult = await reuseLastResult(ports, head, previousAudit, step, options, at)
  if (reusedResult) return reusedResult

  const findings = await auditHead(ports, head, previousAudit, step, options, at)
  const { report } = findings.checked
  const shownBoard = findings.isDashboardOn === true ? findings.board : undefined
  const boardWithPast = shownBoard && ((await options.withPast?.(shownBoard)) ?? { board: shownBoard })
  const text =
    boardWithPast &&
    dashboardText(
      boardWithPast.board,
      { server: ports.host.server, history: boardWithPast.past },
      otherConfiguration(ports.configuration),
    )
  const board = text === undefined ? undefined : textDigest(text)
  const trackedIssue =
    previousAudit.tracking === 'untracked'
      ? { action: 'nothing' as const, number: undefined, notes: [] }
      : await track(ports, previousAudit.issue, { ...findings, report, commit: head, at, board })
  const dashboard = await updateDashboard(ports, previousAudit, findings, text, at)
  const closingFailures = await closeSuperseded(ports, previousAudit.superseded)
  const heartbeatData: HeartbeatData = {
    version: 1,
    at,
    holds: findings.holds,
    set: findingSetOf(report).set,
    counts: countsOf(report),
    ...(board !== undefined && { board }),
  }
  const notes = await writeHeartbeat(
    ports,
    previousAudit,
    auditRun(report, { sha: head, beat: heartbeatData, key: keyOf(heartbeatData) }, findings.neutral),
  )
  return {
    head,
    checked: findings.checked,
    action: actionTaken(trackedIssue),
    issue: trackedIssue.number,
    ...(previousAudit.noIssue !== undefined && { noIssue: previousAudit.noIssue }),
    dashboard: actionTaken(dashboard),
    board: findings.board,
    notes: [...trackedIssue.notes, ...dashboard.notes, ...closingFailures, ...notes],
  }
}
