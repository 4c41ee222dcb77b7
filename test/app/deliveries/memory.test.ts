import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryLanes } from '../../../src/app/deliveries/memory-lanes.ts'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { lanesKeepTheirPromises, notesKeepTheirPromises } from './lanes-contract.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const pass = async (milliseconds: number) => {
  await soon()
  await vi.advanceTimersByTimeAsync(milliseconds)
}
const now = () => Date.now()
const soon = () => new Promise<void>((resolve) => void setImmediate(resolve))

lanesKeepTheirPromises('of one process', {
  make: (run, places) => memoryLanes(run, { places, now }),
  soon: (holds) => soon().then(holds),
  pass,
  now,
})
notesKeepTheirPromises('of one process', { make: () => memoryNotes(now), pass })

describe('places', () => {
  /** Items are `installation/number`. */
  const shared = (places: number, shareLimit: number) => {
    const begun: string[] = []
    const ends: (() => void)[] = []
    const lanes = memoryLanes<string>(
      (lane) => {
        begun.push(lane)
        return new Promise((resolve) => void ends.push(resolve))
      },
      { places, now, share: { of: (item) => item.split('/')[0] ?? '', maxPlaces: shareLimit } },
    )
    const add = (...names: readonly string[]) => Promise.all(names.map((name) => lanes.add(name, [name])))
    return { begun, ends, lanes, add }
  }

  it('are left to others by a process that has much to do', async () => {
    const { begun, ends, add } = shared(4, 2)
    await add('a/1', 'a/2', 'a/3', 'a/4', 'b/1')
    await soon()
    expect(begun).toEqual(['a/1', 'b/1', 'a/2'])
    await add('c/1')
    await soon()
    expect(begun).toEqual(['a/1', 'b/1', 'a/2', 'c/1'])
    ends[0]?.()
    await soon()
    expect(begun.at(-1)).toBe('a/3')
  })

  it('are taken in turns', async () => {
    const { begun, ends, lanes, add } = shared(1, 1)
    await add('a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'c/1')
    const idle = lanes.idle()
    for (let at = 0; at < 6; at++) {
      await soon()
      ends[at]?.()
    }
    await idle
    expect(begun).toEqual(['a/1', 'b/1', 'c/1', 'a/2', 'b/2', 'a/3'])
  })
})

it('notes of one process are a hundred thousand of a kind at most, those that were used last', async () => {
  const notes = memoryNotes(now)
  await notes.put('other kind', 'old', 'kept', 60)
  for (let key = 0; key < 100_000; key++) await notes.put('kind', String(key), '', 60)
  await notes.get('kind', ['0'])
  await notes.put('kind', 'new', '', 60)
  expect(await notes.get('kind', ['0', '1', '2', 'new'])).toEqual(['', undefined, '', ''])
  expect(await notes.get('other kind', ['old'])).toEqual(['kept'])
})
