import type { Probot } from 'probot'
import { mayBeForUs } from '../../app/conversation/hearing/calls.ts'
import type { World } from '../../app/conversation/world.ts'
import type { Wish } from '../../app/deliveries/events.ts'
import { queue, type Queue } from '../../app/deliveries/queue.ts'
import { sweep, wishesFor } from '../../app/deliveries/sweep.ts'
import { githubHost } from '../../gateways/github/host.ts'
import { cache } from '../../gateways/github/requests/cache.ts'
import { clock } from '../clock.ts'
import { knowledge } from '../knowledge.ts'
import { makeAudits } from './audits.ts'
import { makeConflicts } from './conflicts.ts'
import { everywhere, redeliver } from './everywhere.ts'
import { keyOf, keyOfHead, type Installed, type Job } from './jobs.ts'
import { told } from './told.ts'
import { worker } from './work.ts'

/** The bot: what comes is acknowledged at once, and worked off behind that. */
export interface Bot {
  /** @param delivery its id */
  take(at: Installed, wishes: readonly Wish[], delivery: string): void
  /** Looks for what was lost, in every repository. */
  sweepAll(): Promise<void>
  /** Audits every repository, one after the other over some time. */
  auditAll(): Promise<void>
  stop(): Promise<void>
  readonly jobs: Queue<Job>
}

/** Jobs that go on side by side. */
const atOnce = 8

/** Enough for some hundred repositories; what is forgotten is read again. */
const kept = 128 << 20

/** @param auditEvery milliseconds between audits of a repository; absent: never. */
export function makeBot(probot: Probot, us: string, auditEvery?: number): Bot {
  const shared = cache(kept)
  const log = probot.log.child({ name: 'baton' })
  const { tell, attempt } = told(log)
  /** When each installation was made, ISO 8601, as far as we have come by it. */
  const installed = new Map<number, string>()

  const worldOf = async ({ installation, owner, repo }: Installed, reserve: 'rest' | 'sweep' = 'rest'): Promise<World> => {
    const octokit = await probot.auth(installation)
    return {
      host: githubHost(octokit.request, { owner, repo, us, cache: shared, reserve }),
      knowledge,
      clicks: true,
      ...clock,
    }
  }

  async function* places(): AsyncGenerator<Installed> {
    for await (const { at, since } of everywhere(probot)) {
      installed.set(at.installation, since)
      yield at
    }
  }

  const add = (job: Job) => {
    const { wish, at } = job
    if (wish.do === 'handle' && (wish.heard.author === us || !mayBeForUs(wish.heard))) return
    if (wish.do !== 'forget') jobs.add(keyOf(at, wish), job)
    else jobs.drop(keyOf(at, wish), ({ wish: waiting }) => waiting.do === 'handle' && waiting.heard.comment === wish.comment)
  }

  const conflicted = makeConflicts()

  const audits = makeAudits({
    every: auditEvery,
    worldOf: (at) => worldOf(at, 'sweep'),
    everywhere: places,
    ask(at) {
      const wish = { do: 'audit' } as const
      if (!jobs.has(keyOf(at, wish))) add({ at, wish, delivery: 'audit', came: Date.now() })
    },
  })

  const sweepOne = async (job: Job, world: World): Promise<void> => {
    const { at } = job
    const installedAt = installed.get(at.installation) ?? world.now()
    const lost = await sweep(world, installedAt, (head) => jobs.has(keyOfHead(at, head)))
    for (const wish of wishesFor(lost, conflicted.fresh(at, lost.conflicts))) add({ ...job, wish })
    await audits.miss(at, world)
    tell([job], 'swept', { comments: lost.comments.length, heads: lost.heads.length, groups: lost.groups.length })
  }

  const work = worker({ worldOf, audits, conflicted, add, sweep: sweepOne, tell, attempt })
  const jobs = queue<Job>((_, all) => attempt(all, () => work(all)), atOnce)

  return {
    jobs,
    take(at, wishes, delivery) {
      for (const wish of wishes) add({ at, wish, delivery, came: Date.now() })
    },
    async sweepAll() {
      // A second signal only: what fails here is no reason not to look at the repositories.
      await redeliver(await probot.auth(), log).catch((error: unknown) => log.warn({ wish: 'redeliver', outcome: 'failed' }, String(error)))
      for await (const at of places()) add({ at, wish: { do: 'sweep' }, delivery: 'sweep', came: Date.now() })
    },
    auditAll: () => audits.round(),
    stop() {
      audits.stop()
      return jobs.stop()
    },
  }
}
