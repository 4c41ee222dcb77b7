import type { CheckRun, Conclusion } from '../core/host/check-run.ts'
import type { Report } from '../core/report.ts'
import { pluralize } from '../core/diagnostic.ts'
import { cut } from './fit.ts'
import { markdown } from './markdown.ts'

/** The name of the heartbeat: the check run that says when a commit was audited. Nothing for a branch to require. */
export const auditName = 'baton audit'

const maxLength = 65_000

/** The result of an audit, in short. */
interface Counts {
  readonly failed: boolean
  readonly error: number
  readonly warning: number
  readonly notice: number
  readonly targets: number
}

interface HeartbeatData {
  /** When everything was looked at, ISO 8601. */
  readonly at: string
  readonly counts: Counts
}

/** A commit, and what its heartbeat is to remember. */
interface HeartbeatInput {
  readonly sha: string
  readonly beat: HeartbeatData
  readonly key: string
}

const countsText = ({ error, warning, notice, targets }: Counts) =>
  `${pluralize(error, 'error')}, ${pluralize(warning, 'warning')}, ${pluralize(notice, 'notice')} in ${pluralize(targets, 'target')}`

const auditCheckRun = ({ sha, beat, key }: HeartbeatInput, conclusion: Conclusion, summary: string): CheckRun => ({
  name: auditName,
  sha,
  key,
  conclusion,
  title: `${beat.at}: ${countsText(beat.counts)}`,
  summary: cut(summary, maxLength),
  annotations: [],
  buttons: [],
})

/**
 * The heartbeat of an audit. `neutral`: there are no files of any protocol, and the configuration does not demand any.
 */
export const auditRun = (report: Report, heartbeatInput: HeartbeatInput, neutral: boolean): CheckRun =>
  auditCheckRun(
    heartbeatInput,
    neutral ? 'neutral' : report.verdict === 'passed' ? 'success' : 'failure',
    markdown(report, { limit: maxLength }),
  )

/** Where the findings of an earlier audit are listed, as a sentence; none where there are none. */
const listedIn = ({ error, warning, notice }: Counts, place: string): string =>
  error + warning + notice === 0 ? '' : ` ${place} lists them.`

/**
 * The heartbeat of a commit that has the very files of one that was audited.
 *
 * @param issue the number of the tracking issue, if one is open
 */
export const unchangedRun = (heartbeatInput: HeartbeatInput, auditedCommit: string, issue?: number): CheckRun => {
  const { at, counts } = heartbeatInput.beat
  const place = issue === undefined ? `The check run \`${auditName}\` of that commit` : `The issue #${issue}`
  return auditCheckRun(
    heartbeatInput,
    counts.failed ? 'failure' : 'success',
    `The files are those of ${auditedCommit}, which was audited at ${at}: ${countsText(counts)}.${listedIn(counts, place)}`,
  )
}

/** Where the findings of an audit that is still valid are listed. */
interface Listing {
  /** The tracking issue as the text may name it, if one is open. */
  readonly issue?: string | undefined
  /** The commit that was audited; absent: this one. */
  readonly commit?: string | undefined
}

/** The summary of an audit that had nothing to check. */
export function unchangedSummary(at: string, counts: Counts, { issue, commit = 'this commit' }: Listing = {}): string {
  const place = issue ?? `The check run \`${auditName}\` of ${commit}`
  return `Nothing has changed since everything was audited at ${at}: ${countsText(counts)}.${listedIn(counts, place)}`
}
