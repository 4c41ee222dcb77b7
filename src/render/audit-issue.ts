import { type Severity, pluralize } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import { aboutConfiguration, markerFor, nameFor } from './configured.ts'
import { cut } from './fit.ts'
import { markdown } from './markdown.ts'

/** What the text of the tracking issue begins with. */
export const auditMarker = '<!-- baton: audit -->'

/** What every text by Baton begins with. */
export const ownBeginning = '<!-- baton: '

const nothingLeft = '✅ Nothing is left that needs a look'

/**
 * The title of the issue, and the heading of its text. It never says "passed": an issue that is open with nothing but
 * warnings needs a look all the same.
 */
export function auditHeading({ error, warning }: Readonly<Record<Exclude<Severity, 'notice'>, number>>): string {
  const total = error + warning
  if (total === 0) return nothingLeft
  const countTexts = [
    ...(error > 0 ? [pluralize(error, 'error')] : []),
    ...(warning > 0 ? [pluralize(warning, 'warning')] : []),
  ]
  return `${error > 0 ? '❌' : '⚠️'} ${countTexts.join(', ')} ${total === 1 ? 'needs' : 'need'} a look`
}

const ownTitle = /^(?:❌|⚠️) \d+ (?:error|warning)s?(?:, \d+ warnings?)? needs? a look$/u

/** Whether a title of the issue is still as an audit wrote it. One that a person has chosen stays. */
export function isAuditHeading(title: string, configuration?: string): boolean {
  const about = nameFor('', configuration)
  const heading = title.endsWith(about) ? title.slice(0, title.length - about.length) : title
  return heading === nothingLeft || ownTitle.test(heading)
}

/** GitHub takes no longer text of an issue. */
const maxLength = 65_536

/** Room kept for the text around the findings. */
const reservedLength = 2000

const closingText = `
---

This text is rewritten when the findings change, and the issue is closed when none is left. Leave its hidden first line, by which Baton finds the issue. Give the command that fixes a finding in a comment here, where comments are commands, or on the command line (\`baton sync …\`). An issue that you close by hand stays closed until something new is found. A finding that is to stay goes into the configuration as a known finding (\`audit.known\`), with owner, reason and last day. A title that you have chosen stays.
`

/** The parts of the text other than the findings. */
export interface AuditText {
  readonly commit: string
  /** ISO 8601. */
  readonly at: string
  /** How much is found, by severity. */
  readonly counts: Readonly<Record<Severity, number>>
  /** A line that is hidden, and ours to read again. */
  readonly hidden: string
  /** Whether something is found, or the issue is done with, or is held open though it is. */
  readonly ended: 'no' | 'ours' | 'held'
  /** The path of the configuration, unless it is the default. */
  readonly configuration?: string | undefined
}

const introductions: Readonly<Record<AuditText['ended'], string>> = {
  no: 'An audit of the default branch found the following.',
  ours: 'None of the findings is left.',
  held: 'None of the findings is left. Since findings came back so often lately, the issue stays open for now.',
}

/** The text of the tracking issue: two hidden lines, then what people read. */
export function auditIssue(report: Report, { commit, at, counts, hidden, ended, configuration }: AuditText): string {
  const head = `${markerFor(auditMarker, configuration)}\n${hidden}\n\n${introductions[ended]} Commit ${commit}, ${at}.\n\n${aboutConfiguration(configuration)}`
  const body = markdown(report, { limit: maxLength - head.length - reservedLength, heading: auditHeading(counts) })
  return cut(`${head}${body}${closingText}`, maxLength)
}

/** Why an issue is kept no more: another one is, or another app keeps its own. */
export type SupersededReason = { readonly kept: number } | 'another app'

/**
 * The text of one of Baton's issues that is superseded: without the marker, so that it is never taken for the current
 * one.
 */
export const supersededText = (why: SupersededReason): string =>
  why === 'another app'
    ? 'Another app audits this repository now, and keeps an issue of its own: this one is no longer updated.'
    : `Two audits have opened an issue at the same moment: #${why.kept} is kept, and this one is closed.`

/** Longer lists are not read to their end. */
const maxCommits = 5

/** Whether they have repaired it is not known: only that they came last. */
const lastChanges = 'Last changes since then to the files with findings, and to the configuration:'

/** The comment when the issue is closed: once, by its marker, for everything that was found at one time. */
export function resolvedComment(
  foundAt: string,
  head: string,
  commits: readonly string[],
): { readonly marker: string; readonly text: string } {
  const marker = `<!-- baton: audit mended ${foundAt} -->`
  const commitLines = commits.slice(0, maxCommits).map((sha) => `- ${sha}\n`)
  const changesText =
    commits.length === 0
      ? 'No commit has touched the files since: what changed is a date, a pull request or something outside the files.\n'
      : `${lastChanges}\n\n${commitLines.join('')}`
  return { marker, text: `${marker}\nNone of the findings is left, as an audit of ${head} shows. ${changesText}` }
}
