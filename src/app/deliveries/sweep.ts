import { minute } from '../../core/time.ts'
import type { CheckReader, Overview } from '../../core/host/host.ts'
import type { WithHost } from '../ports.ts'
import { Fault } from '../../core/fault.ts'
import type { ConflictingPull } from '../../core/host/conversation.ts'
import type { OverviewPage, MergeGroup, OverviewCommit, OverviewRun, OverviewData } from '../../core/host/overview.ts'
import { heartbeatDataIn } from '../../engine/audit/memory.ts'
import { bootIn } from '../../render/check-run.ts'
import { ownChecks } from '../review/check-head.ts'
import { pullSubject } from '../validate/event.ts'
import type { WebhookTask } from './events.ts'
import { LaneTaken, RetryLater, QueueUnavailable, type FindLiveBoots, type Notes } from '../../core/lanes.ts'
import { maxLookBack, lostComments, type CommentSearch } from './lost-comments.ts'

type SweepPorts = CommentSearch & WithHost<Overview & CheckReader>

/**
 * How long a check may be under way before it counts as left behind where it is not known who makes it, in
 * milliseconds.
 */
const checkTimeout = 10 * minute

/** What a sweep looks for. Each is a question of its own: if one fails, the others are still answered. */
export type Question = 'comments' | keyof OverviewData

export interface SweepOptions {
  /** A time before which no comment is run, in milliseconds since 1970. */
  readonly since: number
  readonly notes: Notes
  /** The branches other than the default one that pull requests went to the last time: each may have a merge queue. */
  readonly bases: readonly string[]
  /** Whether the last sweep was long ago: then more of the last commits are looked at. */
  readonly thorough: boolean
  /** Absent: processes know nothing of each other. */
  readonly alive?: FindLiveBoots | undefined
  /** Gets each task as soon as it is found. */
  hand(tasks: readonly WebhookTask[]): Promise<void>
}

/** The findings of a sweep, and how much was handed over. */
export interface SweepResult {
  readonly comments: number
  readonly heads: number
  readonly groups: number
  /** The questions that could not be answered, each with the failure. */
  readonly failed: ReadonlyMap<Question, unknown>
  readonly conflicts: readonly ConflictingPull[]
  /** The tip of the default branch where its check was not begun: its push may have been lost. */
  readonly unchecked: string | undefined
  /** When the tip was audited last, in milliseconds; absent: never, `unknown`: it could not be seen. */
  readonly beat: number | 'unknown' | undefined
  readonly bases: readonly string[]
}

/** The number of recent commits to look at: since the last sweep, or several days where that was long ago. */
const commitsBack = { usual: 10, thorough: 100 }

/** Answers one question; a failure is recorded and not thrown. */
type IsolatedWork = (question: Question, work: () => Promise<void>) => Promise<void>

const isOver = (error: unknown) =>
  error instanceof LaneTaken || error instanceof RetryLater || error instanceof QueueUnavailable

/** The steps for each question, with their results. */
function questionHandlers(
  { host, now }: SweepPorts,
  { hand, bases: knownBases, alive }: SweepOptions,
  isolate: IsolatedWork,
) {
  const at = Date.parse(now())
  const counts = { heads: 0, groups: 0 }
  const conflicts: ConflictingPull[] = []
  const bases = new Set<string>()
  /** Heads of merge groups. A queue may be read twice where the default branch is unknown. */
  const lookedAt = new Set<string>()
  let branch: OverviewData['tip']
  let beat: SweepResult['beat'] = 'unknown'

  /** Tells of some check runs which were left behind: by a process that ended, or long ago. */
  const leftBehindIn = async (runs: readonly OverviewRun[]) => {
    const boots = [...new Set(runs.flatMap(({ isCompleted, key }) => (isCompleted ? [] : (bootIn(key) ?? []))))]
    const livingBoots = alive && (await alive(boots))
    const hasEnded = ({ key }: OverviewRun) => {
      const boot = bootIn(key)
      return boot !== undefined && livingBoots?.has(boot) === false
    }
    return (run: OverviewRun) => {
      const { isCompleted, startedAt } = run
      return !isCompleted && startedAt !== undefined && (at - Date.parse(startedAt) > checkTimeout || hasEnded(run))
    }
  }
  const findUnchecked = async <Item extends { readonly runs: readonly OverviewRun[] }>(
    items: readonly Item[],
  ): Promise<readonly Item[]> => {
    const isLeftBehind = await leftBehindIn(items.flatMap(({ runs }) => runs))
    return items.filter(({ runs }) => runs.length === 0 || runs.some(isLeftBehind))
  }

  /** Check runs that were left on commits that no longer matter. */
  const finish = async (commits: readonly OverviewCommit[]) => {
    const leftCommits = (await findUnchecked(commits)).filter(({ runs }) => runs.length > 0)
    await hand(leftCommits.map(({ sha: head }): WebhookTask => ({ do: 'finish', head })))
  }

  const checkGroups = async (groups: readonly MergeGroup[]) => {
    for (const { head, base } of groups.filter((group) => !lookedAt.has(group.head))) {
      lookedAt.add(head)
      if ((await findUnchecked([{ runs: await ownChecks(host, head) }])).length === 0) continue
      const subject = { head, base: { kind: 'commit', sha: base, mayBeGone: false }, review: true } as const
      await hand([{ do: 'check', recheck: false, subject }])
      counts.groups += 1
    }
  }

  const take: { readonly [Key in keyof OverviewData]: (data: OverviewData[Key]) => Promise<void> } = {
    /** Recent pushes that were not checked. */
    async heads(pulls) {
      for (const { base } of pulls) bases.add(base)
      const lostPulls = await findUnchecked(pulls.filter(({ updatedAt }) => at - Date.parse(updatedAt) <= maxLookBack))
      await hand(
        lostPulls.map((pull): WebhookTask => ({
          do: 'check',
          recheck: false,
          of: pull.number,
          subject: pullSubject(pull),
        })),
      )
      counts.heads += lostPulls.length
    },
    conflicts(pulls) {
      conflicts.push(...pulls)
      return Promise.resolve()
    },
    async tip(branchTip) {
      branch = branchTip
      const [tip, ...commitsBefore] = branchTip?.commits ?? []
      const subject = tip && ({ head: tip.sha, review: false, writable: true } as const)
      if (subject && tip.runs.length > 0 && (await findUnchecked([tip])).length > 0)
        await hand([{ do: 'check', recheck: false, subject }])
      await finish(commitsBefore)
    },
    heartbeat(keys) {
      const times = keys.map((key) => Date.parse(heartbeatDataIn(key)?.at ?? ''))
      beat = times.find((time) => !Number.isNaN(time))
      return Promise.resolve()
    },
    async groups({ waiting: waitingGroups, merged }) {
      await checkGroups(waitingGroups)
      const tip = branch?.commits[0]?.sha
      await finish(merged.filter(({ sha }) => sha !== tip))
    },
  }

  return {
    async page(page: OverviewPage) {
      const answerQuestion = <Key extends keyof OverviewData>(
        question: Key,
        answer: OverviewData[Key] | Fault | undefined,
      ) =>
        question in page
          ? isolate(question, () =>
              answer instanceof Fault ? Promise.reject(answer) : take[question](answer as OverviewData[Key]),
            )
          : undefined
      await answerQuestion('heads', page.heads)
      await answerQuestion('conflicts', page.conflicts)
      await answerQuestion('tip', page.tip)
      await answerQuestion('heartbeat', page.heartbeat)
      await answerQuestion('groups', page.groups)
    },
    /** The queues of branches that were unknown before. */
    async newBases() {
      const alreadyRead = new Set([...knownBases, branch?.branch])
      for (const base of bases)
        if (!alreadyRead.has(base)) await isolate('groups', async () => checkGroups(await host.mergeGroups(base)))
    },
    found() {
      const tip = branch?.commits[0]
      const otherBases = [...bases].filter((base) => base !== branch?.branch)
      return { ...counts, conflicts, unchecked: tip?.runs.length === 0 ? tip.sha : undefined, beat, bases: otherBases }
    },
  }
}

/**
 * Looks for commands that were not handled and check runs that were not concluded: six queries, each for itself.
 * Comments come first: a command may be about to bring the check run of a head.
 *
 * @throws QueueUnavailable where nothing can be handed over any more
 */
export async function sweep(ports: SweepPorts, options: SweepOptions): Promise<SweepResult> {
  const { notes, since, hand, bases, thorough } = options
  const failed = new Map<Question, unknown>()
  const isolate: IsolatedWork = (question, work) =>
    work().catch((error: unknown) => {
      if (isOver(error)) throw error
      failed.set(question, error)
    })

  let comments = 0
  await isolate('comments', async () => {
    for await (const foundComments of lostComments(ports, notes, since)) {
      await hand(foundComments.map((comment): WebhookTask => ({ do: 'handle', comment })))
      comments += foundComments.length
    }
  })
  const { page, newBases, found: results } = questionHandlers(ports, options, isolate)
  for await (const overviewPage of ports.host.overview({
    bases,
    back: thorough ? commitsBack.thorough : commitsBack.usual,
  }))
    await page(overviewPage)
  await newBases()
  return { comments, failed, ...results() }
}
