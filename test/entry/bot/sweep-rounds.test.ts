import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { QueueUnavailable } from '../../../src/core/lanes.ts'
import { startRounds } from '../../../src/entry/bot/rounds.ts'
import { makeSweepRounds } from '../../../src/entry/bot/sweep-rounds.ts'
import type { InstalledRepository } from '../../../src/entry/bot/jobs.ts'

const minute = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Rounds of so many repositories, and the times at which each was asked for, in milliseconds since now. */
function roundsOf(count: number, every = 15 * minute) {
  const start = Date.now()
  const asked: { readonly id: number; readonly at: number }[] = []
  const failures: unknown[] = []
  const succeeded: string[] = []
  const quiet = new Set<number>()
  const queue = { isAway: false }
  const notes = memoryNotes(Date.now)
  const rounds = makeSweepRounds({
    every,
    notes,
    activity: { due: (repositories) => Promise.resolve(repositories.filter(({ id }) => !quiet.has(id))) },
    async *installations() {
      for (let id = 1; id <= count; id++)
        yield await Promise.resolve({ installation: 1, id, owner: 'octocat', repo: `r${id}` })
    },
    askAgain: () => Promise.resolve(),
    ask({ id }: InstalledRepository) {
      asked.push({ id, at: Date.now() - start })
      return queue.isAway ? Promise.reject(new QueueUnavailable()) : Promise.resolve()
    },
    failed: (error) => void failures.push(error),
    succeeded: (round) => Promise.resolve(void succeeded.push(round)),
  })
  return { rounds, asked, failures, succeeded, quiet, queue, notes }
}

describe('the sweeps of a round', () => {
  it.each([
    [5, minute],
    [100, 4500],
    [1000, 450],
  ])('of %i repositories are %i ms apart', async (count, gap) => {
    const { rounds, asked } = roundsOf(count)
    await rounds.round()
    await vi.advanceTimersByTimeAsync(7.5 * minute)
    expect(asked).toEqual(Array.from({ length: count }, (_, index) => ({ id: index + 1, at: index * gap })))
  })

  it('are all asked for at once at the start, and spread from then on', async () => {
    const { rounds, asked } = roundsOf(3)
    const bot = { sweepAll: rounds.all, sweepRound: rounds.round, auditAll: () => Promise.resolve() }
    const stop = startRounds(bot, { sweep: 15 * minute, audit: undefined }, (error) => expect.fail(String(error)))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.map(({ at }) => at)).toEqual([0, 0, 0])
    await vi.advanceTimersByTimeAsync(17 * minute)
    expect(asked.slice(3).map(({ at }) => Math.floor(at / minute))).toEqual([15, 16, 17])
    stop()
  })

  it('are made at once, and not a second time, where deliveries may have been lost meanwhile', async () => {
    const { rounds, asked } = roundsOf(3)
    await rounds.round()
    await vi.advanceTimersByTimeAsync(1)
    await rounds.all()
    await vi.advanceTimersByTimeAsync(15 * minute)
    expect(asked).toEqual([
      { id: 1, at: 0 },
      { id: 1, at: 1 },
      { id: 2, at: 1 },
      { id: 3, at: 1 },
    ])
  })

  it.each(['all', 'stop'] as const)('are left out where %s comes while their repositories are listed', async (what) => {
    const { rounds, asked } = roundsOf(3)
    const round = rounds.round()
    await rounds[what]()
    await round
    const before = asked.length
    await vi.advanceTimersByTimeAsync(15 * minute)
    expect(asked).toHaveLength(before)
  })

  it('end with the process, and the next one does not count on them', async () => {
    const { rounds, asked, notes } = roundsOf(3)
    await notes.put('swept', 'sweep', '', 450)
    await rounds.round()
    await vi.advanceTimersByTimeAsync(1)
    await rounds.stop()
    await vi.advanceTimersByTimeAsync(3 * minute)
    expect(asked).toHaveLength(1)
    expect(await notes.get('swept', ['sweep'])).toEqual([undefined])

    await notes.put('swept', 'sweep', '', 450)
    await rounds.round()
    await vi.advanceTimersByTimeAsync(2 * minute)
    await rounds.stop()
    expect(await notes.get('swept', ['sweep'])).toEqual([''])
  })

  it('leave out quiet repositories, which is a success where all are, and what is asked for at once does not', async () => {
    const { rounds, asked, quiet, succeeded } = roundsOf(3)
    quiet.add(2)
    await rounds.round()
    await vi.advanceTimersByTimeAsync(15 * minute)
    expect(asked.map(({ id }) => id)).toEqual([1, 3])
    expect(succeeded).toEqual([])
    quiet.add(1).add(3)
    await rounds.round()
    await vi.advanceTimersByTimeAsync(15 * minute)
    expect(asked).toHaveLength(2)
    expect(succeeded).toEqual(['sweep'])
    await rounds.all()
    expect(asked.slice(2).map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('are left to the next round, with one error, where the queue takes nothing', async () => {
    const { rounds, asked, failures, queue } = roundsOf(3)
    queue.isAway = true
    await rounds.round()
    await vi.advanceTimersByTimeAsync(7 * minute)
    expect(asked).toHaveLength(1)
    expect(failures).toEqual([new QueueUnavailable()])
  })
})
