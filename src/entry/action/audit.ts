import * as core from '@actions/core'
import { auditFix, type RepairResult } from '../../app/audit/fix.ts'
import { audit as auditDefaultBranch, type AuditResult } from '../../app/audit/audit.ts'
import type { CommitSources } from '../../app/audit/options.ts'
import type { Ports } from '../../app/ports.ts'
import type { Repositories } from '../../app/validate/sources.ts'
import type { Board } from '../../core/board.ts'
import { severities } from '../../core/diagnostic.ts'
import { unchangedSummary } from '../../render/audit-run.ts'
import { prose } from '../../render/inline.ts'
import { plainText } from '../../render/plain.ts'
import type { Environment } from './environment.ts'
import { portsOf } from './ports.ts'
import type { Inputs } from '../../engine/installation/inputs.ts'
import type { CheckedOutBoard } from './page.ts'
import { cloneNote, present, writePage } from './present.ts'
import { withRepositories } from './repositories.ts'
import { summarize, warn } from './summary.ts'

const issueLink = (issue: number, { serverUrl, owner, repo }: Environment): string =>
  `[Issue #${issue}](${serverUrl}/${owner}/${repo}/issues/${issue})`

/** Shows what holds still, since nothing needed to be looked at, and where it is listed. */
async function presentRemembered({ remembered, issue, notes }: AuditResult, environment: Environment): Promise<void> {
  for (const note of notes) core.warning(plainText(note))
  if (!remembered) return
  const { counts, at, commit } = remembered
  const link = issue === undefined ? undefined : issueLink(issue, environment)
  await summarize(
    `## Baton\n\n${[unchangedSummary(at, counts, { issue: link, commit }), ...notes.map(prose)].join('\n\n')}`,
  )
  core.setOutput('valid', counts.error === 0)
  for (const severity of severities) core.setOutput(`${severity}s`, counts[severity])
  core.setOutput('targets', counts.targets)
  const plainIssue = issue === undefined ? undefined : `Issue #${issue}`
  if (counts.failed) core.setFailed(unchangedSummary(at, counts, { issue: plainIssue, commit }))
}

const doneSentences: Readonly<Record<Exclude<AuditResult['action'], 'nothing'>, string>> = {
  open: 'A tracking issue was opened.',
  note: 'The tracking issue was updated.',
  close: 'The tracking issue was closed: no finding is left.',
  reopen: 'The tracking issue was opened again.',
  hold: 'No finding is left. The tracking issue stays open for now, since findings came back so often recently.',
  settle: 'None of the findings that the closed tracking issue listed is left.',
}

const dashboardSentences: Readonly<Record<Exclude<AuditResult['dashboard'], 'nothing'>, string>> = {
  open: 'An issue with the board, the dashboard, was opened.',
  write: 'The dashboard issue was updated.',
  reopen: 'The dashboard issue was opened again: it is switched on again.',
  close: 'The dashboard issue was closed: it is switched off.',
  settle: 'The dashboard issue says that it is switched off.',
}

const repairSentences: Readonly<Record<Exclude<RepairResult['end'], 'left' | 'refused'>, string>> = {
  opened: 'A pull request with the safe repairs was opened.',
  updated: 'The pull request with the safe repairs was brought up to date.',
  unchanged: 'The pull request with the safe repairs is up to date.',
  closed: 'The pull request with the safe repairs was closed: nothing is left to repair.',
  declined: 'The safe repairs are not proposed again, since their pull request was closed by a person.',
  absent: 'There is nothing that could be repaired safely.',
  moved: 'The default branch kept moving: the safe repairs are left to the next audit.',
}

/** Keeps the pull request with the safe repairs, and says how it stands. */
async function repair(ports: Ports & CommitSources): Promise<void> {
  const result = await auditFix(ports)
  if ('why' in result) for (const why of [result.why].flat()) await warn(why)
  else await summarize(prose(repairSentences[result.end]))
  const isOpen = result.end === 'opened' || result.end === 'updated' || result.end === 'unchanged'
  if (isOpen) core.setOutput('pull-request', result.number)
}

/**
 * The task `audit`: checks everything on the default branch, whatever the workflow runs for, and keeps the tracking
 * issue.
 */
export const audit = (inputs: Inputs, environment: Environment): Promise<void> =>
  withRepositories(environment, inputs, (repositories) => auditIn(repositories, inputs, environment))

async function auditIn(repositories: Repositories, inputs: Inputs, environment: Environment): Promise<void> {
  const checkedOut = new Map<Board, Promise<CheckedOutBoard>>()
  const withPast = async (board: Board) => {
    const cached =
      checkedOut.get(board) ??
      import('./page.ts').then((page) => page.boardWithPast(board, inputs.protocols, environment))
    checkedOut.set(board, cached)
    return cached
  }
  const ports: Ports & CommitSources = { ...portsOf(environment, inputs), repositories }
  const audited = await auditDefaultBranch(ports, {
    staleAfter: inputs['stale-after'],
    failOn: inputs['fail-on'],
    allowEmpty: inputs['allow-empty'],
    protocols: inputs.protocols,
    issue: inputs['audit-issue'],
    dashboard: inputs['dashboard-issue'],
    showsBoard: true,
    withPast,
    // A run that a person started shows it all, and so does a page.
    recheck: environment.event !== 'schedule' || inputs['html-file'] !== undefined,
    defersToOtherApp: true,
  })
  if (!audited) {
    core.notice('The default branch has no commit yet: there is nothing to audit.')
    return
  }
  const { checked, action, issue, noIssue, dashboard, board, notes } = audited
  if (issue !== undefined) core.setOutput('issue', issue)
  const shown = board && (await withPast(board))
  if (checked)
    await present({ ...checked, report: { ...checked.report, surface: 'action' } }, inputs, environment, {
      note: cloneNote(checked.report),
      board: shown,
    })
  else await presentRemembered(audited, environment)
  if (action !== 'nothing')
    await summarize(
      [doneSentences[action], ...(issue === undefined ? [] : [`${issueLink(issue, environment)}.`])].join(' '),
    )
  if (dashboard !== 'nothing') await summarize(dashboardSentences[dashboard])
  // The summary has it among the notes of the report.
  if (checked && noIssue !== undefined) core.warning(plainText(noIssue))
  for (const note of checked ? notes : []) await warn(note)
  if (inputs['audit-fix']) await repair(ports)
  await writePage(shown, inputs, environment)
}
