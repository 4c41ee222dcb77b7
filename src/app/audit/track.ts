import type { PolicySource } from '../ports.ts'
import type { CommitSources } from './options.ts'
import type { Effect } from '../../core/host/effect.ts'
import type { OwnIssue } from '../../core/host/conversation.ts'
import type { Report } from '../../core/report.ts'
import { memoryComment, memoryLimits, type Memory } from '../../engine/audit/memory.ts'
import { actionEffects, nextAction, recentTurns, type TrackingAction } from '../../engine/audit/policy.ts'
import { countsOf, findingSetOf, reportForIssue, issueFindings } from '../../engine/audit/result.ts'
import { auditHeading, auditIssue, auditMarker, isAuditHeading, resolvedComment } from '../../render/audit-issue.ts'
import { markedBy, type EffectPorts } from '../comments/feedback/publish.ts'
import { carryOut, openIssue, rewriteIssue, type ChosenIssue } from './issues.ts'
import { trackingIssueOf } from './load-previous.ts'
import type { LastCommits, Repository } from '../../core/repository.ts'
import { configurationPath, otherConfiguration } from '../../engine/configuration/read.ts'
import { nearest } from '../validate/change.ts'
import {
  leavesOpen,
  nextForDashboard,
  textDigest,
  type DashboardAction,
  type DashboardIssue,
} from '../../engine/audit/dashboard.ts'
import { markerFor, nameFor } from '../../render/configured.ts'
import { dashboardMarker, dashboardTitle, switchedOff } from '../../render/dashboard.ts'

const dashboardIssueOf = ({ open, text, writtenAt }: OwnIssue, configuration: string | undefined): DashboardIssue => ({
  open,
  text: textDigest(text),
  off: text.replaceAll('\r\n', '\n').startsWith(switchedOff(configuration).trimEnd()),
  writtenAt,
})

/** The step for the dashboard issue, if it is to have a text of this digest; `undefined`: it is switched off. */
export const dashboardAction = (
  issue: OwnIssue | undefined,
  text: string | undefined,
  at: string,
  configuration: string | undefined,
): DashboardAction =>
  nextForDashboard(issue && dashboardIssueOf(issue, otherConfiguration(configuration)), { at, text })

/**
 * Keeps the dashboard issue: by at most one step, and by none if it is as it should be. `text`: absent where it is
 * switched off.
 */
export async function keepDashboard(
  ports: EffectPorts & Pick<PolicySource, 'configuration'>,
  issue: OwnIssue | undefined,
  text: string | undefined,
  at: string,
): Promise<ChosenIssue<DashboardAction>> {
  const digest = text === undefined ? undefined : textDigest(text)
  const action = dashboardAction(issue, digest, at, ports.configuration)
  if (action === 'nothing') return { action, number: issue?.open === true ? issue.number : undefined, notes: [] }
  const configuration = otherConfiguration(ports.configuration)
  const words = text ?? switchedOff(configuration)
  return carryOut(action, issue, async () => {
    if (action === 'open' || !issue)
      return openIssue(ports, markerFor(dashboardMarker, configuration), {
        title: nameFor(dashboardTitle, configuration),
        text: words,
      })
    return rewriteIssue(ports, issue, { text: words, open: leavesOpen[action] })
  })
}

/** What keeping the tracking issue needs. */
export type Tracking = EffectPorts & CommitSources & Pick<PolicySource, 'configuration'>

/** The findings of an audit, and their commit. */
export interface TrackedFindings {
  readonly report: Report
  readonly commit: string
  /** ISO 8601. */
  readonly at: string
  /** The time up to which the same files give the same findings. */
  readonly holds: string
  readonly files: string
  /** The digest of the text that the dashboard is to have; absent where none is kept. */
  readonly board?: string | undefined
  /** Whether everything could be looked at. */
  readonly whole: boolean
}

function memoryOf(
  { report, commit, at, holds, files, board }: TrackedFindings,
  action: Exclude<TrackingAction, 'nothing'>,
  previousMemory: Memory | undefined,
): Memory {
  const { ended, turn } = actionEffects[action]
  const { fingerprints, set } = findingSetOf(report)
  // Findings that are repaired one after another are all listed when the issue is closed.
  const goesOn = previousMemory?.ended === 'no' && action !== 'reopen'
  const currentPaths = issueFindings(report).map(({ path }) => path)
  const paths = [...new Set([...(goesOn ? previousMemory.paths : []), ...currentPaths])].filter(
    ({ length }) => length <= memoryLimits.pathLength,
  )
  return {
    version: 1,
    commit,
    at,
    holds,
    set,
    files,
    counts: countsOf(report),
    ...(board !== undefined && { board }),
    fingerprints: fingerprints.slice(0, memoryLimits.fingerprints),
    began: goesOn ? previousMemory.began : commit,
    paths: paths.slice(0, memoryLimits.paths),
    ended,
    turns: [...recentTurns(previousMemory?.turns ?? [], at), ...(turn ? [at] : [])].slice(-memoryLimits.turns),
  }
}

/**
 * The comment when the issue is closed, unless it is there already, or the conversation is locked: then people want no
 * more of them.
 */
async function closingEffects(
  ports: Tracking,
  { number, node, locked }: OwnIssue,
  memory: Memory | undefined,
  { commit }: TrackedFindings,
) {
  if (locked) return []
  const { marker, text } = resolvedComment(
    memory?.at ?? commit,
    commit,
    memory ? await lastChanges(ports, memory, commit) : [],
  )
  const conversation = await ports.host.conversation(number, [])
  return conversation && markedBy(conversation, marker) ? [] : [{ do: 'comment', in: node, text } satisfies Effect]
}

/** Updates the tracking issue: by at most one step, and by none where nothing has changed. Failures are reported. */
export async function track(
  ports: Tracking,
  issue: OwnIssue | undefined,
  findings: TrackedFindings,
): Promise<ChosenIssue<TrackingAction>> {
  const previousIssue = issue && trackingIssueOf(issue)
  const action = nextAction(previousIssue, { at: findings.at, whole: findings.whole, ...findingSetOf(findings.report) })
  if (action === 'nothing') return { action, number: issue?.open === true ? issue.number : undefined, notes: [] }
  const memory = memoryOf(findings, action, previousIssue?.memory)
  const configuration = otherConfiguration(ports.configuration)
  const title = nameFor(auditHeading(memory.counts), configuration)
  const text = auditIssue(reportForIssue(findings.report), { ...memory, hidden: memoryComment(memory), configuration })
  return carryOut(action, issue, async () => {
    if (action === 'open' || !issue) return openIssue(ports, markerFor(auditMarker, configuration), { title, text })
    const words = action === 'close' ? await closingEffects(ports, issue, previousIssue?.memory, findings) : []
    const newTitle = isAuditHeading(issue.title, configuration) && { title }
    return rewriteIssue(ports, issue, { ...newTitle, text, open: actionEffects[action].open ?? issue.open }, words)
  })
}

const lastCommitsOf = async (
  repositories: readonly Repository[],
  head: string,
  paths: readonly string[],
): Promise<LastCommits> =>
  (await nearest(repositories, (repository) => repository.lastCommits(head, paths))) ?? new Map()

/**
 * The commits that may have fixed the remembered findings: of each file that was wrong, the last that touched it since;
 * the newest first.
 */
async function lastChanges(
  { repositories, configuration = configurationPath }: CommitSources & Pick<PolicySource, 'configuration'>,
  { began, paths }: Memory,
  head: string,
): Promise<readonly string[]> {
  if (began === head) return []
  const watched = [...new Set([...paths.filter((path) => path !== '.'), configuration])]
  const [commitsBefore, commitsNow] = await Promise.all([
    lastCommitsOf(repositories, began, watched),
    lastCommitsOf(repositories, head, watched),
  ])
  const newCommits = [...commitsNow]
    .filter(([path, { sha }]) => commitsBefore.get(path)?.sha !== sha)
    .map(([, commit]) => commit)
  return [...new Set(newCommits.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map(({ sha }) => sha))]
}
