import { QueueUnavailable, RetryLater, type Allowance, type Notes, type Taken } from '../../core/lanes.ts'
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

/** Keeps what all processes create in each installation within what GitHub allows. */
export interface ContentPace {
  /** @throws RetryLater while nothing may be created in an installation */
  pass(installation: number): Promise<void>
  take(installation: number, wanted: number): Promise<Taken>
  /**
   * Waits so many milliseconds, and calls a function every few seconds. @throws QueueUnavailable where no more work is
   * done
   */
  wait(milliseconds: number, meanwhile: () => Promise<void>): Promise<void>
  /** Ends what waits. */
  stop(): void
}

/** @param now milliseconds since 1970 */
export function contentPace(notes: Notes, now: () => number): ContentPace {
  const sleeping = new Set<() => void>()
  const state = { stopped: false }

  const take = (installation: number, wanted: number) => notes.take('content', String(installation), wanted, allowances)

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
    async pass(installation) {
      const { wait } = await take(installation, 0)
      if (wait > 0) throw new RetryLater(now() + wait)
    },
    take,
    async wait(milliseconds, meanwhile) {
      for (let left = milliseconds; left > 0 && !state.stopped; left -= maxSleep) {
        await sleep(Math.min(left, maxSleep))
        await meanwhile()
      }
      if (state.stopped) throw new QueueUnavailable()
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

/**
 * A host on which no more is created than is allowed: effects wait for that, in their order. They are not left for
 * another run, since an answer cannot be made again once its commit is there.
 *
 * @param take takes as much of what is wanted as is allowed now
 * @param wait waits so many milliseconds
 * @returns besides, what takes so much in advance
 */
export function paced(
  host: Host,
  take: (wanted: number) => Promise<Taken>,
  wait: (milliseconds: number) => Promise<void>,
): { readonly host: Host; reserve(count: number): Promise<void> } {
  let reserved = 0

  /** Takes what is missing, as far as it is allowed. @returns how long to wait for the rest */
  const takeUpTo = async (wanted: number): Promise<number> => {
    if (wanted <= reserved) return 0
    const taken = await take(wanted - reserved)
    reserved += taken.count
    return taken.wait
  }

  const perform: Host['perform'] = async (effects) => {
    const ends: EffectEnd[] = []
    for (let open = effects; open.length > 0;) {
      const wanted = open.filter(createsContent).length
      const delay = await takeUpTo(wanted)
      const allowed = beginningOf(open, reserved)
      reserved -= Math.min(reserved, wanted)
      if (allowed.length > 0) ends.push(...(await host.perform(allowed)))
      open = open.slice(allowed.length)
      if (open.length > 0) await wait(delay)
    }
    return ends
  }

  return {
    host: { ...host, perform },
    async reserve(count) {
      for (let delay = await takeUpTo(count); delay > 0; delay = await takeUpTo(count)) await wait(delay)
    },
  }
}
