import { expect, it } from 'vitest'
import { headClaims } from '../../../src/app/deliveries/checking.ts'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'

/** Two who may check the same heads, at a time of the test's. */
function two() {
  const clock = { at: 0 }
  const now = () => clock.at
  const notes = memoryNotes(now)
  return {
    clock,
    one: headClaims(notes, 'r1', now),
    other: headClaims(notes, 'r1', now),
    elsewhere: headClaims(notes, 'r2', now),
  }
}

it('a head is checked by one at a time', async () => {
  const { one, other, elsewhere } = two()
  const release = await one.claim('a')
  expect(release).toBeDefined()
  expect(await other.claim('a')).toBeUndefined()
  expect(await one.claim('a')).toBeUndefined()
  expect(await other.claim('b')).toBeDefined()
  expect(await elsewhere.claim('a')).toBeDefined()
  await release?.()
  expect(await other.claim('a')).toBeDefined()
})

it('of two who come at once one checks it', async () => {
  const { one, other } = two()
  const claims = await Promise.all([one.claim('a'), other.claim('a')])
  expect(claims.filter((claim) => claim !== undefined).length).toBe(1)
})

it('a head is claimed as long as its process goes on, and free a minute after that was killed', async () => {
  const { clock, one, other } = two()
  await one.claim('a')
  for (let count = 0; count < 10; count++) {
    clock.at += 50_000
    expect(await other.claim('a')).toBeUndefined()
    await one.renew()
  }
  clock.at += 60_001
  expect(await other.claim('a')).toBeDefined()
})

it('what was released is not claimed again by going on', async () => {
  const { clock, one, other } = two()
  const release = await one.claim('a')
  await release?.()
  clock.at += 50_000
  await one.renew()
  expect(await other.claim('a')).toBeDefined()
})

it('how a commit of ours was checked is remembered for ten minutes, in its repository', async () => {
  const { clock, one, other, elsewhere } = two()
  expect(await one.checked.of('a')).toBeUndefined()
  await one.checked.note('a', 'failure')
  expect(await other.checked.of('a')).toBe('failure')
  expect(await other.checked.of('b')).toBeUndefined()
  expect(await elsewhere.checked.of('a')).toBeUndefined()
  clock.at += 599_000
  expect(await other.checked.of('a')).toBe('failure')
  clock.at += 1001
  expect(await other.checked.of('a')).toBeUndefined()
})

it('the claim of a process that ended is free at once, for one of those that see it; that of a living one is not', async () => {
  const notes = memoryNotes(() => 0)
  const living = new Set(['a', 'b', 'c'])
  const alive = (boots: readonly string[]) => Promise.resolve(new Set(boots.filter((boot) => living.has(boot))))
  const [ended, secondClaims, thirdClaims] = ['a', 'b', 'c'].map((boot) =>
    headClaims(notes, 'r1', () => 0, { boot, alive }),
  )
  expect(await ended?.claim('x')).toBeDefined()
  expect(await secondClaims?.claim('x')).toBeUndefined()
  living.delete('a')
  const claims = await Promise.all([secondClaims?.claim('x'), thirdClaims?.claim('x')])
  expect(claims.filter((claim) => claim !== undefined).length).toBe(1)
  expect(await secondClaims?.claim('x')).toBeUndefined()
})
