import { day } from '../../core/time.ts'
import type { CheckReader, CheckRunReader, IssueReader } from '../../core/host/host.ts'
import type { Clock, PolicySource, WithHost } from '../ports.ts'
import { chooseIssue, ownIssues, type SupersededIssue } from './issues.ts'
import type { AuditOptions } from './options.ts'
import { Fault, reasonOf, resultOf } from '../../core/fault.ts'
import type { OwnIssue } from '../../core/host/conversation.ts'
import type { ExistingCheck } from '../../core/host/check-run.ts'
import { otherConfiguration } from '../../engine/configuration/read.ts'
import { heartbeatDataIn, memoryIn, type HeartbeatData } from '../../engine/audit/memory.ts'
import type { TrackingIssue } from '../../engine/audit/policy.ts'
import type { Tracking } from '../../engine/audit/cache-validity.ts'
import { auditMarker } from '../../render/audit-issue.ts'
import { auditName } from '../../render/audit-run.ts'
import { checkName } from '../../render/check-run.ts'
import { markerFor, nameFor } from '../../render/configured.ts'
import { dashboardMarker } from '../../render/dashboard.ts'

/** The state on GitHub before an audit, as far as it could be read. */
export interface PreviousAudit {
  readonly issue: OwnIssue | undefined
  readonly tracking: Tracking
  /** The dashboard issue; `untracked`: none can be kept. */
  readonly dashboard: OwnIssue | undefined | 'untracked'
  /**
   * Why no dashboard can be kept, where the notes do not say it: by the options alone it is not certain that one is
   * wanted.
   */
  readonly noDashboard?: string | undefined
  /** Which of the notes says that no issue can be kept although one is wanted: the operator has something to repair. */
  readonly noIssue?: string | undefined
  /** Baton's other issues that are open too. */
  readonly superseded: readonly SupersededIssue[]
  /** The heartbeat on the commit, and what it remembers. */
  readonly heartbeat: ExistingCheck | undefined
  readonly heartbeatData: HeartbeatData | undefined
  /** Check runs on the commit with one of Baton's names, by another app. */
  readonly foreignChecks: readonly ExistingCheck[]
  /** Why something could not be seen: sentences by `msg`. */
  readonly notes: readonly string[]
}

/** The issue as it is: what its text remembers counts only while the last edit is ours. */
export const trackingIssueOf = ({ open, untouched, text }: OwnIssue): TrackingIssue => ({
  open,
  memory: untouched ? memoryIn(text) : undefined,
})

const otherAppAudits =
  'Another app audits this repository, since a check run `baton audit` of its own is not three days old: this audit keeps no issue, so that there are not two.'

/** The age in milliseconds up to which the heartbeat of another app shows that it still audits here. */
const maxHeartbeatAge = 3 * day

/**
 * Whether another app audits here: its heartbeat may be on a commit before this one. Where that cannot be read, the
 * answer is no.
 */
async function isAuditedByOtherApp(
  { host, now }: Pick<Clock, 'now'> & WithHost<CheckRunReader>,
  name: string,
): Promise<boolean> {
  const beats = await resultOf(host.heartbeats(name))
  if (beats instanceof Fault) return false
  return beats.some(({ isOwn, key }) => {
    const beat = isOwn ? undefined : heartbeatDataIn(key)
    return beat !== undefined && Date.parse(now()) - Date.parse(beat.at) < maxHeartbeatAge
  })
}

/** The issues of Baton that are kept, by their markers, and those that are superseded. */
function issuesIn(
  issues: readonly OwnIssue[],
  options: AuditOptions,
  defersToOtherApp: boolean,
  configuration: string | undefined,
): Pick<PreviousAudit, 'issue' | 'superseded'> & { readonly dashboard: OwnIssue | undefined } {
  const chooseMarked = (marker: string) =>
    chooseIssue(issues.filter(({ text }) => text.startsWith(markerFor(marker, configuration))))
  const [audit, dashboard] = [options.issue ? chooseMarked(auditMarker) : undefined, chooseMarked(dashboardMarker)]
  const superseded = [...(audit?.superseded ?? []), ...dashboard.superseded]
  if (!defersToOtherApp) return { issue: audit?.current, dashboard: dashboard.current, superseded }
  const openIssues = [audit?.current, dashboard.current].flatMap((issue) => (issue?.open === true ? [issue] : []))
  return {
    issue: undefined,
    dashboard: undefined,
    superseded: [...openIssues, ...superseded.map(({ issue }) => issue)].map((issue) => ({
      issue,
      why: 'another app',
    })),
  }
}

/** Reads what the last audit left, by three requests; by one more where it may have to defer to another app. */
export async function loadPrevious(
  ports: Pick<Clock, 'now'> &
    Pick<PolicySource, 'configuration'> &
    WithHost<CheckReader & CheckRunReader & IssueReader>,
  head: string,
  options: AuditOptions,
): Promise<PreviousAudit> {
  const configuration = otherConfiguration(ports.configuration)
  const ownAuditName = nameFor(auditName, configuration)
  const checksNamed = (name: string) => resultOf(ports.host.checks(head, name))
  const [beats, checks] = await Promise.all([checksNamed(ownAuditName), checksNamed(nameFor(checkName, configuration))])
  const unlessFault = (result: typeof beats) => (result instanceof Fault ? [] : result)
  // A job of a workflow may have its name as well.
  const heartbeat = unlessFault(beats).find(
    ({ isOwn, isCompleted, key }) => isOwn && isCompleted && heartbeatDataIn(key) !== undefined,
  )
  const foreignChecks = [...unlessFault(beats), ...unlessFault(checks)].filter(({ isOwn }) => !isOwn)
  const ownIssuesResult = await ownIssues(ports)
  // A dashboard may be wanted by the configuration, which is not read yet. One that is switched off is closed.
  const keepsIssues =
    options.issue ||
    options.dashboard !== false ||
    ('why' in ownIssuesResult ? false : ownIssuesResult.some(({ open }) => open))
  const defersToOtherApp = keepsIssues && options.defersToOtherApp && (await isAuditedByOtherApp(ports, ownAuditName))
  const issues = issuesIn('why' in ownIssuesResult ? [] : ownIssuesResult, options, defersToOtherApp, configuration)
  const why = defersToOtherApp ? otherAppAudits : 'why' in ownIssuesResult ? ownIssuesResult.why : undefined
  const isWanted = options.issue || options.dashboard === true
  return {
    ...issues,
    tracking: options.issue && why === undefined ? issues.issue && trackingIssueOf(issues.issue) : 'untracked',
    dashboard: why === undefined ? issues.dashboard : 'untracked',
    ...(!isWanted && { noDashboard: why }),
    ...(isWanted && !defersToOtherApp && 'isFault' in ownIssuesResult && { noIssue: why }),
    heartbeat,
    heartbeatData: heartbeat && heartbeatDataIn(heartbeat.key),
    foreignChecks,
    notes: [
      ...new Set(
        [beats, checks].flatMap((result) =>
          result instanceof Fault ? [`Check runs cannot be seen: ${reasonOf(result)}`] : [],
        ),
      ),
      ...(isWanted && why !== undefined ? [why] : []),
    ],
  }
}
