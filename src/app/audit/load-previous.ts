import { day } from '../../core/time.ts'
import type { CheckReader, CheckRunReader, IssueReader } from '../../core/host/host.ts'
import type { Clock, On } from '../ports.ts'
import { failuresOf, type AuditOptions } from './options.ts'
import { Fault, reasonOf } from '../../core/fault.ts'
import type { OwnIssue } from '../../core/host/conversation.ts'
import type { ExistingCheck } from '../../core/host/check-run.ts'
import { heartbeatDataIn, memoryIn, type HeartbeatData } from '../../engine/audit/memory.ts'
import type { TrackingIssue } from '../../engine/audit/policy.ts'
import type { Tracking } from '../../engine/audit/cache-validity.ts'
import { auditMarker, abandonedText, type AbandonReason } from '../../render/audit-issue.ts'
import { auditName } from '../../render/audit-run.ts'
import { checkName } from '../../render/check-run.ts'
import { resultOf } from '../command/questions.ts'
import type { Effect } from '../../core/host/effect.ts'
import { publish, type Publishing } from '../comments/feedback/publish.ts'

/** What is on GitHub before an audit, as far as it could be read. */
export interface PreviousAudit {
  readonly issue: OwnIssue | undefined
  /** Others of ours that are open too. */
  readonly duplicates: readonly OwnIssue[]
  readonly tracking: Tracking
  /** The heartbeat on the commit, and what it remembers. */
  readonly heartbeat: ExistingCheck | undefined
  readonly beat: HeartbeatData | undefined
  /** Check runs on the commit with a name of ours, by another app. */
  readonly others: readonly ExistingCheck[]
  /** Why something could not be seen: sentences by `msg`. */
  readonly notes: readonly string[]
}

/** The issue as it is: what its text remembers counts only while the last edit is ours. */
export const trackingIssueOf = ({ open, untouched, text }: OwnIssue): TrackingIssue => ({
  open,
  memory: untouched ? memoryIn(text) : undefined,
})

async function lookAtIssue({ host }: On<IssueReader>): Promise<Pick<PreviousAudit, 'issue' | 'duplicates' | 'tracking' | 'notes'>> {
  const issues = await resultOf(host.ownIssues(auditMarker))
  const none = { issue: undefined, duplicates: [], tracking: 'untracked' } as const
  if (issues instanceof Fault) return { ...none, notes: [`No issue can be kept: ${reasonOf(issues)}`] }
  if (!issues) {
    const note = 'This repository has no issues, so that none is kept: the summary and the check run `baton audit` say what was found.'
    return { ...none, notes: [note] }
  }
  const { kept: issue, duplicates } = keptIssue(issues)
  return { issue, duplicates, tracking: issue && trackingIssueOf(issue), notes: [] }
}

const standingBack =
  'Another app audits this repository, since a check run `baton audit` of its own is not three days old: this audit keeps no issue, so that there are not two.'

/** As old as the heartbeat of another app may be, in milliseconds, for it to audit here still. */
const otherAge = 3 * day

/** Whether another app audits here: its heartbeat may be on a commit before this one. Where that cannot be seen, it is not believed. */
async function isDoubled({ host, now }: Pick<Clock, 'now'> & On<CheckRunReader>): Promise<boolean> {
  const beats = await resultOf(host.heartbeats(auditName))
  if (beats instanceof Fault) return false
  return beats.some(({ ours, key }) => {
    const beat = ours ? undefined : heartbeatDataIn(key)
    return beat !== undefined && Date.parse(now()) - Date.parse(beat.at) < otherAge
  })
}

/** Looks at what an audit has left before, by three requests; by one more where it may have to stand back. */
export async function loadPrevious(
  ports: Pick<Clock, 'now'> & On<CheckReader & CheckRunReader & IssueReader>,
  head: string,
  tasks: AuditOptions,
): Promise<PreviousAudit> {
  const named = (name: string) => resultOf(ports.host.checks(head, name))
  const [beats, checks] = await Promise.all([named(auditName), named(checkName)])
  const seen = (found: typeof beats) => (found instanceof Fault ? [] : found)
  // A job of a workflow may have its name as well.
  const heartbeat = seen(beats).find(({ ours, done, key }) => ours && done && heartbeatDataIn(key) !== undefined)
  const others = [...seen(beats), ...seen(checks)].filter(({ ours }) => !ours)
  const standsBack = tasks.issue && tasks.standsBack && (await isDoubled(ports))
  const looked = tasks.issue ? await lookAtIssue(ports) : undefined
  const open = looked?.issue?.open === true ? [looked.issue] : []
  return {
    issue: standsBack ? undefined : looked?.issue,
    duplicates: standsBack ? [...open, ...(looked?.duplicates ?? [])] : (looked?.duplicates ?? []),
    tracking: looked && !standsBack ? looked.tracking : 'untracked',
    heartbeat,
    beat: heartbeat && heartbeatDataIn(heartbeat.key),
    others,
    notes: [
      ...new Set([beats, checks].flatMap((found) => (found instanceof Fault ? [`Check runs cannot be seen: ${reasonOf(found)}`] : []))),
      ...(standsBack ? [standingBack] : []),
      ...(looked?.notes ?? []),
    ],
  }
}

/** Closes issues of ours that are superseded, and takes the marker out of them. Gives what failed. */
export async function close(ports: Publishing, issues: readonly OwnIssue[], why: AbandonReason): Promise<readonly string[]> {
  if (issues.length === 0) return []
  const text = abandonedText(why)
  return failuresOf(
    await publish(
      ports,
      0,
      issues.map(({ node }): Effect => ({ do: 'rewrite', issue: node, text, open: false })),
    ),
  )
}

/** The issue that is kept: the oldest that is open, so that audits which open one at the same time agree; else the newest. */
export function keptIssue(issues: readonly OwnIssue[]): { readonly kept: OwnIssue | undefined; readonly duplicates: readonly OwnIssue[] } {
  const open = issues.filter((each) => each.open)
  return { kept: open.at(-1) ?? issues[0], duplicates: open.slice(0, -1) }
}
