import type { Probot } from 'probot'
import { handle } from '../../app/conversation/handle.ts'
import { tellOfEdit } from '../../app/conversation/edited.ts'
import type { Heard, World } from '../../app/conversation/world.ts'
import { checkHead, subjectOfHead } from '../../app/review/check-head.ts'
import { lostDeliveries, type Delivery } from '../../app/deliveries.ts'
import { queue, type Queue } from '../../app/queue.ts'
import { sweep } from '../../app/sweep.ts'
import { readComment } from '../../engine/commands/grammar.ts'
import { Fault } from '../../core/fault.ts'
import { cache } from '../../gateways/github/cache.ts'
import { githubHost } from '../../gateways/github/host.ts'
import { knowledge } from '../knowledge.ts'
import type { Wish } from '../../app/events.ts'

/** A repository that the app is installed on. */
export interface Installed {
  readonly installation: number
  readonly owner: string
  readonly repo: string
}

/** A wish, and the delivery that brought it. */
interface Job {
  readonly at: Installed
  readonly wish: Wish
  /** The delivery's id; `sweep` where there was none. */
  readonly delivery: string
  /** When it came, in milliseconds. */
  readonly came: number
}

type JobOf<Do extends Wish['do']> = Job & { readonly wish: Extract<Wish, { readonly do: Do }> }

const jobsOf = <Do extends Wish['do']>(jobs: readonly Job[], what: Do): readonly JobOf<Do>[] =>
  jobs.filter((job): job is JobOf<Do> => job.wish.do === what)

/** What a line of the log says of a job; never a comment's text, never a token. */
interface Line {
  readonly delivery: string
  readonly repository: string
  readonly wish: Wish['do']
  readonly outcome: string
  readonly milliseconds: number
  readonly [more: string]: unknown
}

/** The bot: what comes is acknowledged at once, and worked off behind that. */
export interface Bot {
  /** @param delivery its id */
  take(at: Installed, wishes: readonly Wish[], delivery: string): void
  /** Looks for what was lost, in every repository. */
  sweepAll(): Promise<void>
  stop(): Promise<void>
  readonly jobs: Queue<Job>
}

/** Jobs that go on side by side. */
const atOnce = 8

/** How long GitHub keeps deliveries, in milliseconds. */
const remembered = 3 * 24 * 60 * 60 * 1000

/** Enough for some hundred repositories; what is forgotten is read again. */
const kept = 128 << 20

const keyOf = ({ owner, repo }: Installed, wish: Wish): string => {
  const place = `${owner}/${repo}`
  switch (wish.do) {
    case 'handle':
      return `${place}#${wish.heard.number}`
    case 'tell':
      return `${place}#${wish.edit.heard.number}`
    case 'forget':
      return `${place}#${wish.number}`
    case 'check':
      return wish.of === undefined ? `${place}@${wish.subject.head}` : `${place}#${wish.of}`
    case 'recheck':
      return `${place}@${wish.head}`
    case 'sweep':
      return `${place} sweep`
  }
}

export function makeBot(probot: Probot, us: string): Bot {
  const shared = cache(kept)
  const log = probot.log.child({ name: 'baton' })

  const worldOf = async ({ installation, owner, repo }: Installed): Promise<World> => {
    const octokit = await probot.auth(installation)
    return {
      host: githubHost(octokit.request, { owner, repo, us, cache: shared }),
      knowledge,
      now: () => new Date().toISOString(),
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds * (1 + Math.random()))),
    }
  }

  const tell = (jobs: readonly Job[], outcome: string, more: object = {}) => {
    for (const { at, wish, delivery, came } of jobs) {
      const line: Line = {
        delivery,
        repository: `${at.owner}/${at.repo}`,
        wish: wish.do,
        outcome,
        milliseconds: Date.now() - came,
        ...more,
      }
      log.info(line)
    }
  }

  const handleAll = async (world: World, jobs: readonly JobOf<'handle'>[]): Promise<void> => {
    const [first] = jobs
    if (!first) return
    // A delivery that came twice is one comment, and what came out of order is done in order.
    const all = jobs.map(({ wish }) => wish.heard).toSorted((a, b) => a.comment - b.comment || Number(b.late) - Number(a.late))
    // What was delivered is signed, and counts before what the sweep has read, which may have been edited.
    const unique = [...new Map(all.map((each) => [each.comment, each])).values()]
    const handled = await handle(world, first.wish.heard.number, unique)
    for (const job of jobs) {
      const found = handled.find(({ heard: { comment } }) => comment === job.wish.heard.comment)?.answered
      tell(
        [job],
        found?.outcome ?? 'ignored',
        found && {
          comment: job.wish.heard.comment,
          commands: found.commands,
          ...(found.sha !== undefined && { commit: found.sha }),
          ...(found.again && { again: true }),
        },
      )
    }
  }

  const check = async (world: World, jobs: readonly JobOf<'check'>[]): Promise<void> => {
    const [first] = jobs
    if (!first) return
    const { conclusion, again } = await checkHead(world, first.wish.subject, { anew: jobs.some(({ wish }) => wish.anew) })
    tell(jobs, conclusion, again ? { again } : {})
  }

  const failed = (jobs: readonly Job[], error: unknown) => {
    const { message, hint, stack } = error as Error & { readonly hint?: string }
    const fault = error instanceof Fault
    log.error({ deliveries: jobs.map(({ delivery }) => delivery), fault, hint, ...(fault ? {} : { stack }) }, message)
    tell(jobs, 'failed')
  }

  /** What goes wrong with some jobs is said of these, and keeps no others from being done. */
  const attempt = (jobs: readonly Job[], work: () => Promise<void>): Promise<void> => work().catch((error: unknown) => failed(jobs, error))

  const act = async (jobs: readonly Job[]): Promise<void> => {
    const [first] = jobs
    if (!first) return
    const world = await worldOf(first.at)
    const comments = jobsOf(jobs, 'handle')
    await attempt(comments, () => handleAll(world, comments))
    for (const job of jobsOf(jobs, 'tell'))
      await attempt([job], async () => {
        await tellOfEdit(world, job.wish.edit)
        tell([job], 'told')
      })
    for (const job of jobsOf(jobs, 'sweep')) await attempt([job], () => sweepOne(job.at, world, job))
    for (const job of jobsOf(jobs, 'recheck'))
      await attempt([job], async () => {
        const { conclusion } = await checkHead(world, await subjectOfHead(world, job.wish.head), { anew: true })
        tell([job], conclusion)
      })
    const checks = jobsOf(jobs, 'check')
    for (const head of new Set(checks.map(({ wish }) => wish.subject.head))) {
      const its = checks.filter(({ wish }) => wish.subject.head === head)
      await attempt(its, () => check(world, its))
    }
  }

  const jobs = queue<Job>((_, all) => attempt(all, () => act(all)), atOnce)

  /** Whether a comment may be for us: most are not, and cost no request. */
  const mayBeForUs = ({ author, text }: Heard): boolean => {
    const { commands, slips } = readComment(text, { prefix: 'optional', notOurs: [] })
    return author !== us && commands.length + slips.length > 0
  }

  const add = (job: Job) => {
    const { wish, at } = job
    if (wish.do === 'handle' && !mayBeForUs(wish.heard)) return
    if (wish.do !== 'forget') jobs.add(keyOf(at, wish), job)
    else jobs.drop(keyOf(at, wish), ({ wish: waiting }) => waiting.do === 'handle' && waiting.heard.comment === wish.comment)
  }

  const sweepOne = async (at: Installed, world: World, job: Job) => {
    const installedAt = installed.get(at.installation) ?? world.now()
    const { comments, heads, tip } = await sweep(world, installedAt, (head) => jobs.has(`${at.owner}/${at.repo}@${head}`))
    for (const heard of comments) add({ ...job, wish: { do: 'handle', heard } })
    // Behind the commands of the pull request: one of them may be about to bring the check run.
    for (const { number, head, base, branch } of heads)
      add({
        ...job,
        wish: { do: 'check', anew: false, of: number, subject: { head, base: { kind: 'branch', branch: base }, branch, review: true } },
      })
    if (tip !== undefined) add({ ...job, wish: { do: 'check', anew: false, subject: { head: tip, review: false } } })
    tell([job], 'swept', { comments: comments.length, heads: heads.length })
  }

  /** When each installation was made, ISO 8601. */
  const installed = new Map<number, string>()

  /** Asks for deliveries again that never arrived: GitHub does not do that by itself. */
  const redeliver = async (octokit: Awaited<ReturnType<Probot['auth']>>) => {
    const since = Date.now() - remembered
    const found: Delivery[] = []
    pages: for await (const { data } of octokit.paginate.iterator('GET /app/hook/deliveries', { per_page: 100 })) {
      for (const delivery of data) {
        if (Date.parse(delivery.delivered_at) < since) break pages
        found.push(delivery)
      }
    }
    for (const id of lostDeliveries(found)) {
      await octokit.request('POST /app/hook/deliveries/{delivery_id}/attempts', { delivery_id: id })
      log.info({ wish: 'redeliver', id, outcome: 'asked' })
    }
  }

  return {
    jobs,
    take(at, wishes, delivery) {
      for (const wish of wishes) add({ at, wish, delivery, came: Date.now() })
    },
    async sweepAll() {
      const octokit = await probot.auth()
      // A second signal only: what fails here is no reason not to look at the repositories.
      await redeliver(octokit).catch((error: unknown) => log.warn({ wish: 'redeliver', outcome: 'failed' }, String(error)))
      for await (const { data: installations } of octokit.paginate.iterator('GET /app/installations', { per_page: 100 })) {
        for (const { id, created_at: at } of installations) {
          installed.set(id, at)
          const its = await probot.auth(id)
          for await (const { data: repositories } of its.paginate.iterator('GET /installation/repositories', { per_page: 100 })) {
            for (const { owner, name } of repositories as unknown as readonly { owner: { login: string }; name: string }[])
              add({ at: { installation: id, owner: owner.login, repo: name }, wish: { do: 'sweep' }, delivery: 'sweep', came: Date.now() })
          }
        }
      }
    },
    stop: () => jobs.stop(),
  }
}
