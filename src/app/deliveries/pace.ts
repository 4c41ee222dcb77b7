import {
  QueueUnavailable,
  RetryLater,
  waiterPatience,
  type Allowance,
  type Notes,
  type Taken,
  type Waiter,
} from '../../core/lanes.ts'
import type { Effect, EffectEnd } from '../../core/host/effect.ts'
import type { Host } from '../../core/host/host.ts'
import { hour, minute } from '../../core/time.ts'

/**
 * How much is created in one installation at most. GitHub allows 80 a minute and 500 an hour (its documentation, "Rate
 * limits for the REST API"); the difference is for pull requests, and for whatever else GitHub counts.
 */
const allowances: readonly Allowance[] = [
  { most: 60, within: minute },
  { most: 400, within: hour },
]

/** Effects that create content. GitHub limits what is created: an edit or a conclusion creates nothing new. */
const creating: ReadonlySet<Effect['do']> = new Set(['comment', 'open', 'check'])

/** The longest time without renewing the lane and the claims on heads, in milliseconds. */
const maxSleep = 10_000

/**
 * Keeps what all processes create in each installation within GitHub's limits, and serves waiters in the order of their
 * arrival.
 */
export interface ContentPace {
  /** @throws RetryLater while nothing may be created in an installation */
  pass(installation: number, waiter: Waiter): Promise<void>
  take(installation: number, wanted: number, waiter: Waiter): Promise<Taken>
  /** Takes so much, all or nothing. @throws RetryLater where that is not allowed now */
  reserve(installation: number, count: number, waiter: Waiter): Promise<void>
  /**
   * Waits so many milliseconds, and calls a function every few seconds. @throws QueueUnavailable where no more work is
   * done
   */
  wait(milliseconds: number, meanwhile: () => Promise<void>): Promise<void>
  /** Since when the first waiter waits that was refused here, in milliseconds since 1970; `undefined`: none waits. */
  oldest(): number | undefined
  /** Ends what waits. */
  stop(): void
}

/** @param now milliseconds since 1970 */
export function contentPace(notes: Notes, now: () => number): ContentPace {
  const sleeping = new Set<() => void>()
  const state = { stopped: false }
  /** Waiters that were refused here; another process may have let them go on since. */
  const refused = new Map<string, { readonly since: number; readonly until: number }>()

  const take = async (installation: number, wanted: number, waiter: Waiter, least = 0) => {
    const taken = await notes.take('content', String(installation), wanted, allowances, { least, waiter })
    const key = `${installation} ${waiter.name}`
    if (taken.wait > 0) refused.set(key, { since: waiter.since, until: now() + taken.wait + waiterPatience })
    else refused.delete(key)
    return taken
  }

  const sleep = async (milliseconds: number) => {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((wake) => {
      sleeping.add(wake)
      timer = setTimeout(() => {
        sleeping.delete(wake)
        wake()
      }, milliseconds)
    })
    clearTimeout(timer)
  }

  return {
    async pass(installation, waiter) {
      const { wait } = await take(installation, 0, waiter)
      if (wait > 0) throw new RetryLater(now() + wait)
    },
    take: (installation, wanted, waiter) => take(installation, wanted, waiter),
    async reserve(installation, count, waiter) {
      const taken = await take(installation, count, waiter, count)
      if (taken.count < count) throw new RetryLater(now() + taken.wait)
    },
    async wait(milliseconds, meanwhile) {
      for (let left = milliseconds; left > 0 && !state.stopped; left -= maxSleep) {
        await sleep(Math.min(left, maxSleep))
        await meanwhile()
      }
      if (state.stopped) throw new QueueUnavailable()
    },
    oldest() {
      for (const [key, { until }] of refused) if (until <= now()) refused.delete(key)
      return refused.size === 0 ? undefined : Math.min(...[...refused.values()].map(({ since }) => since))
    },
    stop() {
      state.stopped = true
      for (const wake of sleeping) wake()
      sleeping.clear()
    },
  }
}

const createsContent = ({ do: kind }: Effect) => creating.has(kind)

/** The first effects, of which so many create something. */
function beginningOf(effects: readonly Effect[], created: number): readonly Effect[] {
  let count = 0
  const end = effects.findIndex((effect) => createsContent(effect) && (count += 1) > created)
  return end === -1 ? effects : effects.slice(0, end)
}

/** The most that is taken in advance: as many answers as one request creates. The rest waits in its place. */
const maxReserved = 20

interface InstallationPace {
  /** Takes as much of what is wanted as is allowed now. */
  take(wanted: number): Promise<Taken>
  /** @throws RetryLater where so much is not allowed now */
  reserve(count: number): Promise<void>
  wait(milliseconds: number): Promise<void>
}

/**
 * A host on which no more is created than is allowed: effects wait for that, in their order. They are not left for
 * another run, since an answer cannot be made again once its commit is there. Before a commit nothing waits: what its
 * batch was planned on, such as the permissions of people, holds for a moment only.
 *
 * @returns besides, what takes so much in advance, or has the batch begin anew later
 */
export function paced(
  host: Host,
  pace: InstallationPace,
): { readonly host: Host; reserve(count: number): Promise<void> } {
  let reserved = 0

  const perform: Host['perform'] = async (effects) => {
    const ends: EffectEnd[] = []
    for (let open = effects; open.length > 0;) {
      const wanted = open.filter(createsContent).length
      const taken = wanted > reserved ? await pace.take(wanted - reserved) : { count: 0, wait: 0 }
      reserved += taken.count
      const allowed = beginningOf(open, reserved)
      reserved -= Math.min(reserved, wanted)
      if (allowed.length > 0) ends.push(...(await host.perform(allowed)))
      open = open.slice(allowed.length)
      if (open.length > 0) await pace.wait(taken.wait)
    }
    return ends
  }

  return {
    host: { ...host, perform },
    async reserve(count) {
      const missing = Math.min(count, maxReserved) - reserved
      if (missing <= 0) return
      await pace.reserve(missing)
      reserved += missing
    },
  }
}
