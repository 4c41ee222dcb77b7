import { expect, it } from 'vitest'
import { QueueUnavailable } from '../../../src/core/lanes.ts'
import { turns } from '../../../src/app/deliveries/turns.ts'

const soon = () => new Promise((resolve) => setImmediate(resolve))

/** Whose turns they were, in their order; each is ended by the test. */
function taking() {
  const all = turns()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const take = async (name: string) => {
    const end = await all.take(name.slice(0, 1))
    begun.push(name)
    ends.push(end)
  }
  return { all, begun, take, end: () => ends.shift()?.() }
}

it('there is one turn at a time, and none is lost', async () => {
  const { begun, take, end } = taking()
  const pendingTurns = [take('a1'), take('a2')]
  await soon()
  expect(begun).toEqual(['a1'])
  end()
  await Promise.all(pendingTurns)
  expect(begun).toEqual(['a1', 'a2'])
  end()
  await take('a3')
  expect(begun).toEqual(['a1', 'a2', 'a3'])
})

it('the many of one wait for the few of others', async () => {
  const { begun, take, end } = taking()
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(take)
  for (const _ of all) {
    await soon()
    end()
  }
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

it('once they are stopped, those that wait are sent away, and the one that has its turn keeps it', async () => {
  const { all, begun, take, end } = taking()
  const first = take('a1')
  const second = take('a2')
  all.stop()
  await expect(second).rejects.toThrow(QueueUnavailable)
  await expect(take('b1')).rejects.toThrow(QueueUnavailable)
  await first
  expect(begun).toEqual(['a1'])
  end()
})
