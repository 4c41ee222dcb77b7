import { describe, expect, it } from 'vitest'
import { queue } from '../../../src/app/deliveries/queue.ts'

/** A queue whose work ends when it is told to. */
function held(most = 8) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const jobs = queue<string>((key, items) => {
    begun.push(`${key}: ${items.join(' ')}`)
    return new Promise((resolve) => ends.set(key, resolve))
  }, most)
  return { begun, jobs, end: (key: string) => ends.get(key)?.() }
}

const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('a queue', () => {
  it('takes what comes in one breath together', async () => {
    const { begun, jobs } = held()
    for (const item of ['a', 'b', 'c']) jobs.add('one', item)
    jobs.add('other', 'd')
    await soon()
    expect(begun).toEqual(['one: a b c', 'other: d'])
    expect(jobs.size).toBe(4)
  })

  it('does one after the other for a key, and takes together what waited', async () => {
    const { begun, jobs, end } = held()
    jobs.add('one', 'a')
    await soon()
    jobs.add('one', 'b')
    jobs.add('other', 'x')
    jobs.add('one', 'c')
    await soon()
    expect(begun).toEqual(['one: a', 'other: x'])
    end('one')
    await soon()
    expect(begun).toEqual(['one: a', 'other: x', 'one: b c'])
  })

  it('does so many at once, and no more', async () => {
    const { begun, jobs, end } = held(2)
    for (const key of ['1', '2', '3', '4']) jobs.add(key, 'x')
    await soon()
    expect(begun).toEqual(['1: x', '2: x'])
    end('2')
    await soon()
    expect(begun).toEqual(['1: x', '2: x', '3: x'])
  })

  it('takes back what is not begun', async () => {
    const { begun, jobs, end } = held()
    jobs.add('one', 'a')
    await soon()
    for (const item of ['b', 'c']) jobs.add('one', item)
    jobs.drop('one', (item) => item !== 'c')
    jobs.drop('none', () => true)
    end('one')
    await soon()
    expect(begun).toEqual(['one: a', 'one: c'])
    jobs.add('two', 'a')
    jobs.drop('two', () => true)
    expect(jobs.has('two')).toBe(false)
    await soon()
    expect(begun.length).toBe(2)
  })

  it('knows what it has', async () => {
    const { jobs, end } = held()
    jobs.add('one', 'a')
    expect(jobs.has('one')).toBe(true)
    await soon()
    expect(jobs.has('one')).toBe(true)
    end('one')
    await soon()
    expect(jobs.has('one')).toBe(false)
    expect(jobs.size).toBe(0)
  })

  it('begins nothing more once it is to stop, and waits for what is under way', async () => {
    const { begun, jobs, end } = held(1)
    jobs.add('one', 'a')
    jobs.add('two', 'b')
    await soon()
    let stopped = false
    const stop = jobs.stop().then(() => (stopped = true))
    jobs.add('three', 'c')
    await soon()
    expect(stopped).toBe(false)
    end('one')
    await stop
    expect(begun).toEqual(['one: a'])
    await jobs.stop()
  })

  it('is idle when nothing is left', async () => {
    const { jobs, end } = held()
    await jobs.idle()
    jobs.add('one', 'a')
    const idle = jobs.idle()
    await soon()
    end('one')
    await idle
    expect(jobs.size).toBe(0)
  })
})
