import { expect, it } from 'vitest'
import { sharedLimits } from '../../../src/app/deliveries/limits.ts'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { RetryLater } from '../../../src/core/lanes.ts'

const hour = 3_600_000

/** When it may go on; `undefined`: at once. */
const heldUntil = async (pass: Promise<void>): Promise<number | undefined> => {
  const error: unknown = await pass.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined) return undefined
  expect(error).toBeInstanceOf(RetryLater)
  return (error as RetryLater).until
}

it('an installation that has to wait waits in every process until its time, and no other one does', async () => {
  let at = 1000
  const notes = memoryNotes(() => at)
  const [firstLimits, secondLimits] = [sharedLimits(notes, () => at), sharedLimits(notes, () => at)]
  await firstLimits.wait(7, at + 60_000)
  expect(await heldUntil(secondLimits.pass(7))).toBe(61_000)
  expect(await heldUntil(secondLimits.pass(8))).toBeUndefined()
  at += 60_001
  expect(await heldUntil(secondLimits.pass(7))).toBeUndefined()
})

it('clocks that differ put nothing off for more than an hour, nor for ever', async () => {
  let at = 0
  const notes = memoryNotes(() => at)
  const [ahead, otherLimits] = [sharedLimits(notes, () => at + hour), sharedLimits(notes, () => at)]
  await otherLimits.wait(7, at + 60_000)
  // It looks again soon.
  expect(await heldUntil(ahead.pass(7))).toBe(at + hour + 2000)
  await ahead.wait(8, at + 5 * hour)
  at += hour + 1
  expect(await heldUntil(otherLimits.pass(8))).toBeUndefined()
  await otherLimits.wait(9, at - 1)
  await otherLimits.wait(9, Number.NaN)
  expect(await heldUntil(otherLimits.pass(9))).toBeUndefined()
})
