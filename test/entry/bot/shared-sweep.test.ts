import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { sharedSweep } from '../../../src/entry/bot/shared-sweep.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const claim = 30_000

it('a sweep that is wanted soon after another begins as soon as the time of that is over', async () => {
  const begun: number[] = []
  const notes = memoryNotes(Date.now)
  const sweepAll = () => Promise.resolve(void begun.push(Date.now()))
  const shared = sharedSweep({ notes, enough: 450, claim, sweepAll, failed: (error) => expect(error).toBeUndefined() })
  await shared.begin()
  await vi.advanceTimersByTimeAsync(claim - 4000)
  await shared.want()
  await shared.begin()
  await vi.advanceTimersByTimeAsync(10 * claim)
  const [first = 0, second = 0] = begun
  expect(begun.length).toBe(2)
  expect(second - first).toBeLessThanOrEqual(claim + 5000)
})
