import { LRUCache } from 'lru-cache'
import { allowanceParts, lineWait, waiterPatience, type Allowance, type Notes, type Waiter } from '../../core/lanes.ts'

/** How many allowances and lines are remembered, those that were used last. */
const maxRemembered = 100_000

interface Waiting {
  readonly since: number
  readonly wanted: number
  /** Until when it is kept from others, in milliseconds since 1970. */
  readonly until: number
}

/** Those who wait for one thing, by their names. */
function line() {
  const waiting = new Map<string, Waiting>()
  return {
    /** Since when a waiter waits: since they first said so, and never since a time to come. */
    since: ({ name, since }: Waiter, time: number) => Math.min(since, time, waiting.get(name)?.since ?? time),
    /** How much those who came before a waiter want, as far as they still wait. */
    wantedBefore(waiter: Waiter, time: number): number {
      let sum = 0
      for (const [name, { since, wanted, until }] of waiting) {
        if (until <= time) waiting.delete(name)
        else if (name !== waiter.name && since < waiter.since) sum += wanted
      }
      return sum
    },
    /** Where nothing is wanted for now, what was wanted before stays kept. */
    enter({ name, since }: Waiter, wanted: number, until: number): void {
      waiting.set(name, { since, wanted: wanted === 0 ? (waiting.get(name)?.wanted ?? 1) : wanted, until })
    },
    leave: ({ name }: Waiter) => void waiting.delete(name),
  }
}

/** What may be taken in one process. @param now milliseconds since 1970 */
export function memoryAllowances(now: () => number): Notes['take'] {
  /** How much was taken, by the time from which it counts no more. */
  const takenAmounts = new LRUCache<string, Map<number, number>>({ maxSize: maxRemembered, sizeCalculation: () => 1 })
  const lines = new LRUCache<string, ReturnType<typeof line>>({ maxSize: maxRemembered, sizeCalculation: () => 1 })

  const lineOf = (name: string) => {
    const found = lines.get(name) ?? line()
    lines.set(name, found)
    return found
  }

  const shareOf = (name: string, { most, within }: Allowance, time: number) => {
    const amounts = takenAmounts.get(name) ?? new Map<number, number>()
    takenAmounts.set(name, amounts)
    const part = within / allowanceParts
    const end = (Math.floor(time / part) + allowanceParts + 1) * part
    // What ends later than what is taken now was taken before the clock was set back.
    for (const until of amounts.keys()) if (until <= time || until > end) amounts.delete(until)
    const used = [...amounts.values()].reduce((sum, amount) => sum + amount, 0)
    return { amounts, end, left: Math.max(0, most - used) }
  }

  return (kind, key, wanted, allowances, { least = 0, waiter: named } = {}) => {
    const time = now()
    const shares = allowances.map((allowance) =>
      shareOf(JSON.stringify([kind, key, allowance.within]), allowance, time),
    )
    const waiters = lineOf(JSON.stringify([kind, key]))
    const waiter = named && { ...named, since: waiters.since(named, time) }
    const most = Math.min(...shares.map(({ left }) => left))
    const left = Math.max(0, most - (waiter ? waiters.wantedBefore(waiter, time) : 0))
    const available = Math.min(wanted, left)
    const count = available < least ? 0 : available
    if (count > 0) for (const { amounts, end } of shares) amounts.set(end, (amounts.get(end) ?? 0) + count)

    const needed = Math.max(1, wanted)
    const waits = shares
      .filter((share) => most < needed && share.left === most)
      .map(({ amounts, end }) => Math.min(end, ...amounts.keys()) - time)
    const wait = most < needed ? Math.max(...waits) : left < needed ? lineWait : 0
    if (waiter && wait > 0) waiters.enter(waiter, wanted - count, time + wait + waiterPatience)
    else if (waiter && wanted > 0) waiters.leave(waiter)
    return Promise.resolve({ count, wait })
  }
}
