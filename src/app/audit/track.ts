import type { PolicySource } from '../ports.ts'
import { failuresOf, type CommitSources } from './options.ts'
import { Fault, reasonOf } from '../../core/fault.ts'
import type { Effect } from '../../core/host/effect.ts'
import type { OwnIssue } from '../../core/host/conversation.ts'
import type { Report } from '../../core/report.ts'
import { hidden, most, type Memory } from '../../engine/audit/memory.ts'
import { effects, next, recentTurns, type Action } from '../../engine/audit/policy.ts'
import { countsOf, fingerprinted, forIssue, issueWorthy } from '../../engine/audit/result.ts'
import { auditHeading, auditIssue, auditMarker, isAuditHeading, mendedComment } from '../../render/audit-issue.ts'
import { resultOf } from '../command/questions.ts'
import { markedBy, publish, type Publishing } from '../comments/feedback/publish.ts'
import { close, keptIssue, trackingIssueOf } from './load-previous.ts'
import type { LastCommits, Repository } from '../../core/repository.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import { nearest } from '../validate/change.ts'

/** What keeping the tracking issue needs. */
export type Tracking = Publishing & CommitSources & Pick<PolicySource, 'configuration'>

/** What an audit has found, and where. */
export interface Finding {
  readonly report: Report
  readonly commit: string
  /** ISO 8601. */
  readonly at: string
  /** Until when time alone changes nothing of it. */
  readonly holds: string
  readonly files: string
  /** Whether everything could be looked at. */
  readonly whole: boolean
}

/** What became of the tracking issue. */
export interface Tracked {
  readonly action: Action
  readonly number?: number | undefined
  readonly notes: readonly string[]
}

function memoryOf({ report, commit, at, holds, files }: Finding, action: Exclude<Action, 'nothing'>, before: Memory | undefined): Memory {
  const { ended, turn } = effects[action]
  const { fingerprints, set } = fingerprinted(report)
  // What is repaired piece by piece is listed as a whole at the end.
  const goesOn = before?.ended === 'no' && action !== 'reopen'
  const now = issueWorthy(report).map(({ path }) => path)
  const paths = [...new Set([...(goesOn ? before.paths : []), ...now])].filter(({ length }) => length <= most.pathLength)
  return {
    version: 1,
    commit,
    at,
    holds,
    set,
    files,
    counts: countsOf(report),
    fingerprints: fingerprints.slice(0, most.fingerprints),
    began: goesOn ? before.began : commit,
    paths: paths.slice(0, most.paths),
    ended,
    turns: [...recentTurns(before?.turns ?? [], at), ...(turn ? [at] : [])].slice(-most.turns),
  }
}

/** The comment when the issue is closed, unless it is there already, or the conversation is locked: then people want no more of them. */
async function closingWords(ports: Tracking, { number, node, locked }: OwnIssue, memory: Memory | undefined, { commit }: Finding) {
  if (locked) return []
  const { marker, text } = mendedComment(memory?.at ?? commit, commit, memory ? await mendedBy(ports, memory, commit) : [])
  const conversation = await ports.host.conversation(number, [])
  return conversation && markedBy(conversation, marker) ? [] : [{ do: 'comment', in: node, text } satisfies Effect]
}

/** Opens an issue, and looks at once whether another audit has done so at the same time. */
async function open(ports: Tracking, title: string, text: string): Promise<Tracked> {
  const notes = failuresOf(await publish(ports, 0, [{ do: 'open', title, text }]))
  if (notes.length > 0) return { action: 'open', notes }
  const { kept, duplicates } = keptIssue((await ports.host.ownIssues(auditMarker)) ?? [])
  return { action: 'open', number: kept?.number, notes: kept ? await close(ports, duplicates, { kept: kept.number }) : [] }
}

async function act(ports: Tracking, issue: OwnIssue | undefined, found: Finding, action: Exclude<Action, 'nothing'>): Promise<Tracked> {
  const before = issue && trackingIssueOf(issue).memory
  const memory = memoryOf(found, action, before)
  const title = auditHeading(memory.counts)
  const text = auditIssue(forIssue(found.report), { ...memory, hidden: hidden(memory) })
  if (action === 'open' || !issue) return open(ports, title, text)
  const words = action === 'close' ? await closingWords(ports, issue, before, found) : []
  const renamed = isAuditHeading(issue.title) && { title }
  const rewritten: Effect = { do: 'rewrite', issue: issue.node, ...renamed, text, open: effects[action].open ?? issue.open }
  const notes = failuresOf(await publish(ports, issue.number, [...words, rewritten]))
  return { action, number: issue.number, notes }
}

/** Updates the tracking issue: by at most one step, and by none where nothing has changed. Failures are reported. */
export async function track(ports: Tracking, issue: OwnIssue | undefined, found: Finding): Promise<Tracked> {
  const action = next(issue && trackingIssueOf(issue), { at: found.at, whole: found.whole, ...fingerprinted(found.report) })
  if (action === 'nothing') return { action, number: issue?.open === true ? issue.number : undefined, notes: [] }
  const tracked = await resultOf(act(ports, issue, found, action))
  if (!(tracked instanceof Fault)) return tracked
  return { action, number: issue?.number, notes: [`The issue could not be kept: ${reasonOf(tracked)}`] }
}

const lastOf = async (repositories: readonly Repository[], head: string, paths: readonly string[]): Promise<LastCommits> =>
  (await nearest(repositories, (repository) => repository.lastCommits(head, paths))) ?? new Map()

/** The commits that have mended what is remembered: of each file that was wrong, the last that touched it since; the newest first. */
async function mendedBy(
  { repositories, configuration = configurationPath }: CommitSources & Pick<PolicySource, 'configuration'>,
  { began, paths }: Memory,
  head: string,
): Promise<readonly string[]> {
  if (began === head) return []
  const watched = [...new Set([...paths.filter((path) => path !== '.'), configuration])]
  const [before, now] = await Promise.all([lastOf(repositories, began, watched), lastOf(repositories, head, watched)])
  const since = [...now].filter(([path, { sha }]) => before.get(path)?.sha !== sha).map(([, last]) => last)
  return [...new Set(since.toSorted((one, other) => (one.at < other.at ? 1 : -1)).map(({ sha }) => sha))]
}
