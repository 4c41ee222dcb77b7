import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { contentPace, paced } from '../../../src/app/deliveries/pace.ts'
import type { Effect } from '../../../src/core/host/effect.ts'
import type { Host } from '../../../src/core/host/host.ts'
import { LaneTaken, QueueUnavailable, type Waiter } from '../../../src/core/lanes.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const begin = () => contentPace(memoryNotes(Date.now), Date.now)
const nothing = () => Promise.resolve()

const waiter = (name: string, age = 0): Waiter => ({ name, since: Date.now() - age })

describe('the pace of an installation', () => {
  it('lets nothing begin once its minute is used up, until there is room again, and holds back no other one', async () => {
    const pace = begin()
    await pace.pass(7, waiter('one'))
    expect(await pace.take(7, 60, waiter('one'))).toEqual({ count: 60, wait: 0 })
    const { until } = await pace.pass(7, waiter('one')).then(
      () => expect.fail('It went on'),
      (error: unknown) => error as { readonly until: number },
    )
    expect(until - Date.now()).toBeGreaterThan(50_000)
    expect(until - Date.now()).toBeLessThanOrEqual(70_000)
    await pace.pass(8, waiter('one'))
    vi.setSystemTime(until)
    await pace.pass(7, waiter('one'))
  })

  it('ends with the hour where no minute ends it', async () => {
    const pace = begin()
    let taken = 0
    for (let second = 0; second < 1800; second += 10) {
      taken += (await pace.take(7, 60, waiter('one'))).count
      vi.setSystemTime(Date.now() + 10_000)
    }
    expect(taken).toBe(400)
    await expect(pace.pass(7, waiter('one'))).rejects.toThrow('later')
    vi.setSystemTime(Date.now() + 2_500_000)
    await pace.pass(7, waiter('one'))
  })

  it('is reserved as a whole, or nothing of it is taken and the batch begins later', async () => {
    const pace = begin()
    await pace.reserve(7, 50, waiter('one'))
    const { until } = await pace.reserve(7, 20, waiter('one')).then(
      () => expect.fail('It went on'),
      (error: unknown) => error as { readonly until: number },
    )
    expect(until - Date.now()).toBeGreaterThan(50_000)
    expect((await pace.take(7, 20, waiter('one'))).count).toBe(10)
    vi.setSystemTime(until)
    await pace.reserve(7, 20, waiter('one'))
  })

  it('goes to who came first, whoever asks first and however often', async () => {
    const pace = begin()
    const begun = Date.now()
    const lanes = Array.from({ length: 100 }, (_, index) => ({ name: String(index), since: begun + index }))
    vi.setSystemTime(begun + 1000)
    await pace.take(7, 60, waiter('before'))
    // The youngest ask first, and one that was served comes again at once.
    const served: string[] = []
    for (let round = 0; round < 20; round++) {
      for (const lane of lanes.toReversed()) {
        if (served.includes(lane.name) || (await pace.take(7, 1, lane)).count === 0) continue
        served.push(lane.name)
        if ((await pace.take(7, 1, { name: `${lane.name} again`, since: Date.now() })).count > 0) served.push('again')
      }
      vi.setSystemTime(Date.now() + 10_000)
    }
    const names = lanes.map(({ name }) => name)
    expect(served.slice(0, 60).toSorted()).toEqual(names.slice(0, 60).toSorted())
    expect(served.slice(60, 120)).toEqual(expect.arrayContaining(names.slice(60)))
  })

  it('says since when the first waits that it refused, and no longer than that may wait', async () => {
    const pace = begin()
    expect(pace.oldest()).toBe(undefined)
    await pace.take(7, 60, waiter('one'))
    expect(pace.oldest()).toBe(undefined)
    const [old, young] = [waiter('old', 5000), waiter('young')]
    await expect(pace.pass(7, young)).rejects.toThrow('later')
    expect(pace.oldest()).toBe(young.since)
    const { wait } = await pace.take(7, 3, old)
    expect(pace.oldest()).toBe(old.since)
    vi.setSystemTime(Date.now() + wait)
    await pace.take(7, 3, old)
    expect(pace.oldest()).toBe(young.since)
    vi.setSystemTime(Date.now() + 61_000)
    expect(pace.oldest()).toBe(undefined)
  })

  it('is waited for, with what is to be renewed meanwhile', async () => {
    const pace = begin()
    const renew = vi.fn<() => Promise<void>>(nothing)
    let isOver = false
    const waiting = pace.wait(25_000, renew).then(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(24_999)
    expect([isOver, renew.mock.calls.length]).toEqual([false, 2])
    await vi.advanceTimersByTimeAsync(1)
    await waiting
    expect(renew).toHaveBeenCalledTimes(3)
  })

  it('is not waited for by a lane that is another process\u2019s, nor by a process that stops', async () => {
    const pace = begin()
    const failed: unknown[] = []
    const note = (error: unknown) => void failed.push(error)
    const taken = pace.wait(60_000, () => Promise.reject(new LaneTaken())).catch(note)
    await vi.advanceTimersByTimeAsync(10_000)
    await taken
    const waiting = pace.wait(60_000, nothing).catch(note)
    pace.stop()
    await waiting
    expect(failed).toEqual([new LaneTaken(), new QueueUnavailable()])
    await expect(pace.wait(1, nothing)).rejects.toThrow(QueueUnavailable)
    expect(vi.getTimerCount()).toBe(0)
  })
})

const effects = {
  react: { do: 'react', to: '', with: 'rocket' },
  edit: { do: 'edit', comment: '', text: '' },
  rewrite: { do: 'rewrite', issue: '', text: '', open: true },
  revise: { do: 'revise', pull: '', title: '', text: '' },
  conclude: { do: 'conclude', check: '', run: {} as never },
  comment: { do: 'comment', in: '', text: '' },
  open: { do: 'open', title: '', text: '' },
  check: { do: 'check', run: {} as never },
} as const satisfies { readonly [Do in Effect['do']]: Effect & { readonly do: Do } }

type Name = keyof typeof effects

describe('what is done on a host', () => {
  /** How effects are passed on, where so much may be created, then so much, and so on. */
  async function passedOn(names: readonly Name[], allowed: readonly number[], reserved = 0) {
    const calls: string[] = []
    const left = [...allowed]
    const host = {
      perform: (given: readonly Effect[]) => {
        calls.push(given.map((effect) => effect.do).join(' '))
        return Promise.resolve(given.map((effect) => ({ end: 'done' as const, id: effect.do })))
      },
    } as unknown as Host
    const take = (wanted: number) => {
      calls.push(`${wanted}?`)
      const count = Math.min(wanted, left.shift() ?? 0)
      return Promise.resolve({ count, wait: count < wanted ? 5 : 0 })
    }
    const wait = (milliseconds: number) => Promise.resolve(void calls.push(`wait ${milliseconds}`))
    const { host: pacedHost, reserve } = paced(host, {
      take,
      reserve: (count) => Promise.resolve(void calls.push(`${count}!`)),
      wait,
    })
    await reserve(reserved)
    const ends = await pacedHost.perform(names.map((name) => effects[name]))
    expect(ends).toEqual(names.map((id) => ({ end: 'done', id })))
    return calls
  }

  it.each<[string, readonly Name[], readonly number[], readonly string[]]>([
    ['nothing', [], [], []],
    [
      'what creates nothing',
      ['react', 'edit', 'rewrite', 'revise', 'conclude'],
      [],
      ['react edit rewrite revise conclude'],
    ],
    ['what there is room for', ['comment', 'react', 'open', 'check'], [3], ['3?', 'comment react open check']],
    [
      'what has to wait, in its order, after all that comes before it',
      ['react', 'comment', 'react', 'comment', 'react', 'check'],
      [1, 0, 2],
      ['3?', 'react comment react', 'wait 5', '2?', 'wait 5', '2?', 'comment react check'],
    ],
    ['what has to wait at once', ['comment', 'edit'], [0, 1], ['1?', 'wait 5', '1?', 'comment edit']],
  ])('is passed on: %s', async (_, names, allowed, calls) => {
    expect(await passedOn(names, allowed)).toEqual(calls)
  })

  it.each<[string, readonly Name[], readonly number[], number, readonly string[]]>([
    ['what it was reserved for', ['comment', 'comment'], [], 2, ['2!', 'comment comment']],
    ['more than that', ['comment', 'check'], [0, 1], 1, ['1!', '1?', 'comment', 'wait 5', '1?', 'check']],
    ['less than that', ['react'], [], 2, ['2!', 'react']],
    ['no more than one request creates', ['comment'], [], 100, ['20!', 'comment']],
  ])('needs no wait once it is reserved: %s', async (_, names, allowed, reserved, calls) => {
    expect(await passedOn(names, allowed, reserved)).toEqual(calls)
  })
})
