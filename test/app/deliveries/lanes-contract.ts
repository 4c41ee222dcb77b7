import { describe, expect, it } from 'vitest'
import {
  LaneTaken,
  RetryLater,
  maxBatch,
  QueueUnavailable,
  type Lanes,
  type Notes,
  type Run,
} from '../../../src/core/lanes.ts'

/** How an implementation is made for a test. */
export interface LanesUnderTest {
  make(run: Run<string>, places: number): Lanes<string>
  /** Settles when something holds that has to come true soon. */
  soon(holds: () => void): Promise<void>
  /** Lets so many milliseconds pass. */
  pass(milliseconds: number): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
}

/** Lanes whose work ends when the test releases it; each batch is written down as it begins. */
function heldLanes({ make }: LanesUnderTest, places = 8) {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const lanes = make((lane, items) => {
    begun.push(`${lane}: ${items.join(' ')}`)
    return new Promise((resolve, reject) => ends.set(lane, (error) => (error ? reject(error) : resolve())))
  }, places)
  return { begun, lanes, end: (lane: string, error?: Error) => ends.get(lane)?.(error) }
}

/** What all lanes promise, wherever what waits is kept. */
export function lanesKeepTheirPromises(name: string, under: LanesUnderTest): void {
  const { soon } = under
  describe(`lanes ${name}`, () => {
    it('take what comes in one breath together', async () => {
      const { begun, lanes } = heldLanes(under)
      await Promise.all([
        lanes.add('one', ['a', 'b']),
        lanes.add('one', ['c']),
        lanes.add('other', ['d']),
        lanes.add('none', []),
      ])
      await soon(() => expect(begun).toEqual(['one: a b c', 'other: d']))
      expect(await lanes.depth()).toMatchObject({ lanes: 2, items: 4 })
    })

    it('do one batch of a lane after the other, in the order in which it came, and lanes side by side', async () => {
      const { begun, lanes, end } = heldLanes(under)
      await lanes.add('one', ['a'])
      await soon(() => expect(begun).toEqual(['one: a']))
      await lanes.add('one', ['b'])
      await lanes.add('other', ['x'])
      await lanes.add('one', ['c', 'd'])
      await soon(() => expect(begun).toEqual(['one: a', 'other: x']))
      end('one')
      await soon(() => expect(begun).toEqual(['one: a', 'other: x', 'one: b c d']))
    })

    it('take a hundred at once at most', async () => {
      const sizes: number[] = []
      const order: string[] = []
      const lanes = under.make((_, items) => {
        sizes.push(items.length)
        order.push(...items)
        return Promise.resolve()
      }, 8)
      const items = Array.from({ length: 350 }, (_, index) => String(index))
      await lanes.add('one', items)
      await lanes.idle()
      expect(sizes).toEqual([maxBatch, maxBatch, maxBatch, 50])
      expect(order).toEqual(items)
    })

    it('do a flood of one lane in batches, and what comes for another lane meanwhile', async () => {
      const order: string[] = []
      const flood = Array.from({ length: 10_000 }, (_, index) => String(index))
      let other: Promise<void> | undefined
      const lanes = under.make(async (lane, items) => {
        order.push(`${lane}: ${items[0]} to ${items.at(-1)}`)
        // What waits of the flood must not hold it back.
        if (lane === 'flood') await (other ??= lanes.add('other', ['x']))
      }, 2)
      await lanes.add('flood', flood)
      await lanes.idle()
      const batches = flood.filter((_, index) => index % maxBatch === 0)
      expect(order.filter((batch) => batch.startsWith('flood'))).toEqual(
        batches.map((first) => `flood: ${first} to ${Number(first) + maxBatch - 1}`),
      )
      expect(order.indexOf('other: x to x')).toBeGreaterThan(0)
      expect(order.indexOf('other: x to x')).toBeLessThan(50)
    })

    it('do so many at once, and no more', async () => {
      const { begun, lanes, end } = heldLanes(under, 2)
      for (const lane of ['1', '2', '3', '4']) await lanes.add(lane, ['x'])
      await soon(() => expect(begun).toEqual(['1: x', '2: x']))
      end('2')
      await soon(() => expect(begun).toEqual(['1: x', '2: x', '3: x']))
    })

    it('never do two batches of one lane at once, with a thousand lanes', async () => {
      const running = new Set<string>()
      const doneItems = new Map<string, string[]>()
      let maxRunning = 0
      const lanes = under.make(async (lane, items) => {
        expect(running.has(lane)).toBe(false)
        running.add(lane)
        maxRunning = Math.max(maxRunning, running.size)
        await new Promise((resolve) => setImmediate(resolve))
        doneItems.set(lane, [...(doneItems.get(lane) ?? []), ...items])
        running.delete(lane)
      }, 8)
      const names = Array.from({ length: 1000 }, (_, index) => `r${index}#1`)
      for (const item of ['a', 'b', 'c']) await Promise.all(names.map((lane) => lanes.add(lane, [item])))
      await lanes.idle()
      expect(maxRunning).toBeGreaterThan(1)
      expect(maxRunning).toBeLessThanOrEqual(8)
      expect([...doneItems.keys()].toSorted()).toEqual(names.toSorted())
      expect(new Set([...doneItems.values()].map((items) => items.join('')))).toEqual(new Set(['abc']))
    })

    it.each(['', '__proto__', 'constructor', 'a:b{c}*', 'a\nb\0', 'x'.repeat(10_000)])(
      'know a lane by any name: %j',
      async (lane) => {
        const { begun, lanes, end } = heldLanes(under)
        await lanes.add(lane, ['a'])
        await soon(() => expect(begun).toEqual([`${lane}: a`]))
        expect(await lanes.has(lane)).toBe(true)
        end(lane)
        await lanes.idle()
        expect(await lanes.has(lane)).toBe(false)
      },
    )

    it('know what they have, and since when', async () => {
      const { begun, lanes, end } = heldLanes(under)
      expect(await lanes.depth()).toEqual({ lanes: 0, items: 0, oldest: undefined })
      const before = under.now()
      await lanes.add('one', ['a'])
      const after = under.now()
      expect(await lanes.has('one')).toBe(true)
      await soon(() => expect(begun).toEqual(['one: a']))
      expect(await lanes.has('one')).toBe(true)
      await under.pass(1000)
      await lanes.add('one', ['b'])
      const { oldest, ...depth } = await lanes.depth()
      expect(depth).toEqual({ lanes: 1, items: 2 })
      expect(oldest).toBeGreaterThanOrEqual(before)
      expect(oldest).toBeLessThanOrEqual(after)
      end('one')
      await soon(() => expect(begun).toEqual(['one: a', 'one: b']))
      end('one')
      await lanes.idle()
      expect(await lanes.has('one')).toBe(false)
      expect(await lanes.depth()).toEqual({ lanes: 0, items: 0, oldest: undefined })
    })

    it('let the process that works on a lane hold it', async () => {
      let holdResult: unknown
      const lanes = under.make(async (_lane, _items, hold) => {
        holdResult = await hold().then(
          () => 'held',
          (error: unknown) => error,
        )
      }, 1)
      await lanes.add('one', ['a'])
      await lanes.idle()
      expect(holdResult).toBe('held')
    })

    it('have others begin while the work waits aside, and nothing of the same lane', async () => {
      const begun: string[] = []
      let release = () => {}
      const gate = new Promise<void>((resolve) => (release = resolve))
      const lanes = under.make(async (lane, items, _hold, aside) => {
        begun.push(`${lane}: ${items.join(' ')}`)
        if (lane === 'one' && items.includes('a')) await aside(gate)
        begun.push(`${lane} ended`)
      }, 1)
      await lanes.add('one', ['a'])
      await soon(() => expect(begun).toEqual(['one: a']))
      await lanes.add('one', ['b'])
      await lanes.add('other', ['x'])
      await soon(() => expect(begun).toEqual(['one: a', 'other: x', 'other ended']))
      release()
      await lanes.idle()
      expect(begun.slice(3)).toEqual(['one ended', 'one: b', 'one ended'])
    })

    it('end only when what waits aside has ended', async () => {
      let release = () => {}
      const gate = new Promise<void>((resolve) => (release = resolve))
      let isBegun = false
      const lanes = under.make((_lane, _items, _hold, aside) => {
        isBegun = true
        return aside(gate)
      }, 1)
      await lanes.add('one', ['a'])
      await soon(() => expect(isBegun).toBe(true))
      let isStopped = false
      const stopped = lanes.stop().then(() => (isStopped = true))
      await under.pass(100)
      expect(isStopped).toBe(false)
      release()
      expect(await stopped).toBe(true)
    })

    it('go on later when the work returns a delay, once, with all that came meanwhile, and others have the place until then', async () => {
      const { begun, lanes, end } = heldLanes(under, 1)
      await lanes.add('one', ['a', 'b'])
      await soon(() => expect(begun).toEqual(['one: a b']))
      await lanes.add('one', ['c'])
      await lanes.add('other', ['x'])
      end('one', new RetryLater(under.now() + 2000))
      await soon(() => expect(begun).toEqual(['one: a b', 'other: x']))
      end('other')
      await under.pass(0)
      await lanes.add('one', ['d'])
      await under.pass(1500)
      expect(begun.length).toBe(2)
      expect(await lanes.has('one')).toBe(true)
      await under.pass(600)
      await soon(() => expect(begun).toEqual(['one: a b', 'other: x', 'one: a b c d']))
      end('one')
      await lanes.idle()
    })

    it('go on later with what is left alone, and at once with what comes where nothing is', async () => {
      const { begun, lanes, end } = heldLanes(under)
      await lanes.add('one', ['a', 'b', 'c'])
      await soon(() => expect(begun).toEqual(['one: a b c']))
      end('one', new RetryLater(under.now() + 1000, ['b']))
      await under.pass(1100)
      await soon(() => expect(begun).toEqual(['one: a b c', 'one: b']))
      await lanes.add('one', ['d'])
      end('one', new RetryLater(under.now() + 1000, []))
      await soon(() => expect(begun).toEqual(['one: a b c', 'one: b', 'one: d']))
    })

    it('put nothing off for more than a minute at once', async () => {
      const { begun, lanes, end } = heldLanes(under)
      await lanes.add('one', ['a'])
      await soon(() => expect(begun).toEqual(['one: a']))
      end('one', new RetryLater(Number.POSITIVE_INFINITY))
      await under.pass(60_000)
      await soon(() => expect(begun).toEqual(['one: a', 'one: a']))
    })

    it('go on where a run fails, or throws at once', async () => {
      const { begun, lanes, end } = heldLanes(under, 1)
      await lanes.add('one', ['a'])
      await soon(() => expect(begun).toEqual(['one: a']))
      await lanes.add('one', ['b'])
      end('one', new Error('It broke'))
      await soon(() => expect(begun).toEqual(['one: a', 'one: b']))
      const broken = under.make(() => {
        throw new TypeError('It broke at once')
      }, 1)
      await broken.add('one', ['a'])
      await broken.idle()
      expect(await broken.has('one')).toBe(false)
    })

    it('go on where the work finds that its lane is gone, with what came meanwhile, and hold no place for it', async () => {
      const { begun, lanes, end } = heldLanes(under, 1)
      await lanes.add('one', ['a'])
      await soon(() => expect(begun).toEqual(['one: a']))
      await lanes.add('one', ['b'])
      await lanes.add('other', ['x'])
      end('one', new LaneTaken())
      // What was not done may be begun again.
      const hasBegun = (item: string) => () =>
        expect(begun.slice(1).some((batch) => batch.split(' ').includes(item))).toBe(true)
      for (let turn = 0; turn < 2; turn++) {
        await soon(() => expect(begun.length).toBe(2 + turn))
        end(begun.at(-1)?.split(':', 1)[0] ?? '')
      }
      await lanes.idle()
      hasBegun('b')()
      hasBegun('x')()
      expect(await lanes.has('one')).toBe(false)
    })

    it('begin nothing more once they are to stop, and wait for what is under way', async () => {
      const { begun, lanes, end } = heldLanes(under, 2)
      await lanes.add('one', ['a'])
      await lanes.add('late', ['l'])
      await soon(() => expect(begun).toEqual(['one: a', 'late: l']))
      end('late', new RetryLater(under.now() + 1000))
      await lanes.add('one', ['b'])
      await under.pass(0)
      let stopped = false
      const stop = lanes.stop().then(() => (stopped = true))
      await expect(lanes.add('three', ['c'])).rejects.toThrow(QueueUnavailable)
      await under.pass(2000)
      expect(stopped).toBe(false)
      end('one')
      await stop
      await soon(() => expect(begun).toEqual(['one: a', 'late: l']))
      await lanes.stop()
    })

    it('are idle when nothing is left', async () => {
      const { begun, lanes, end } = heldLanes(under)
      await lanes.idle()
      await lanes.add('one', ['a'])
      const idle = lanes.idle()
      await soon(() => expect(begun).toEqual(['one: a']))
      end('one')
      await idle
      expect(await lanes.depth()).toMatchObject({ items: 0 })
    })
  })
}

/** What all notes promise. */
export function notesKeepTheirPromises(
  name: string,
  { make, pass }: { make(): Notes; pass(milliseconds: number): Promise<void> },
): void {
  describe(`notes ${name}`, () => {
    it('are remembered for a time, and say whether they are new', async () => {
      const notes = make()
      expect(await notes.get('checking', ['a', 'b'])).toEqual([undefined, undefined])
      expect(await notes.put('checking', 'a', '1', 60)).toBe(true)
      expect(await notes.put('checking', 'a', '2', 60)).toBe(false)
      expect(await notes.get('checking', ['b', 'a'])).toEqual([undefined, '2'])
      expect(await notes.get('swept', ['a'])).toEqual([undefined])
      await pass(50_000)
      expect(await notes.put('checking', 'a', '3', 60)).toBe(false)
      await pass(50_000)
      expect(await notes.get('checking', ['a'])).toEqual(['3'])
      await pass(11_000)
      expect(await notes.get('checking', ['a'])).toEqual([undefined])
      expect(await notes.put('checking', 'a', '4', 60)).toBe(true)
    })

    it('are forgotten by a time of none', async () => {
      const notes = make()
      await notes.put('checking', 'a', '1', 60)
      expect(await notes.put('checking', 'a', '', 0)).toBe(false)
      expect(await notes.get('checking', ['a'])).toEqual([undefined])
      expect(await notes.put('checking', 'a', '2', 60)).toBe(true)
    })

    it('have one of two who come at once', async () => {
      const notes = make()
      const results = await Promise.all([notes.put('checking', 'a', '1', 60), notes.put('checking', 'a', '2', 60)])
      expect(results.toSorted()).toEqual([false, true])
    })

    it('take any names and values apart', async () => {
      const notes = make()
      const names = ['', '__proto__', 'a:b', 'a', 'a","b', 'x'.repeat(10_000)]
      for (const [index, name] of names.entries()) await notes.put('kind', name, `${index}\n`, 60)
      await notes.put('kind:a', 'b', 'other', 60)
      expect(await notes.get('kind', names)).toEqual(names.map((_, index) => `${index}\n`))
    })

    it('give no more than an allowance within any span of its time', async () => {
      const notes = make()
      const take = (wanted: number) => notes.take('content', '7', wanted, [{ most: 10, within: 60_000 }])
      const got: { readonly second: number; readonly count: number }[] = []
      for (let second = 0; second < 300; second += 7) {
        got.push({ second, count: (await take(4)).count })
        await pass(7000)
      }
      const spans = got.map(({ second }) =>
        got.reduce((sum, other) => sum + (other.second >= second && other.second < second + 60 ? other.count : 0), 0),
      )
      expect(Math.max(...spans)).toBe(10)
      // Whoever is refused has less than a part of the time longer to wait than would be needed.
      expect(got.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(40)
    })

    it('say when there is more, and have it then', async () => {
      const notes = make()
      const take = (wanted: number) => notes.take('content', '7', wanted, [{ most: 10, within: 60_000 }])
      expect(await take(0)).toEqual({ count: 0, wait: 0 })
      expect(await take(7)).toEqual({ count: 7, wait: 0 })
      const { count, wait } = await take(5)
      expect(count).toBe(3)
      expect(wait).toBeGreaterThan(50_000)
      expect(wait).toBeLessThanOrEqual(70_000)
      expect((await take(0)).wait).toBeGreaterThan(0)
      await pass(wait)
      expect((await take(10)).count).toBe(10)
    })

    it('give nothing where less is left than is of use, and say when there is more', async () => {
      const notes = make()
      const take = (wanted: number, least: number) =>
        notes.take('content', '7', wanted, [{ most: 10, within: 60_000 }], { least })
      expect((await take(7, 7)).count).toBe(7)
      const { count, wait } = await take(5, 5)
      expect(count).toBe(0)
      expect(wait).toBeGreaterThan(50_000)
      expect((await take(3, 3)).count).toBe(3)
      await pass(wait)
      expect((await take(5, 5)).count).toBe(5)
    })

    it('give what every allowance leaves, and wait for the one that leaves nothing', async () => {
      const notes = make()
      const take = (wanted: number) =>
        notes.take('content', '7', wanted, [
          { most: 10, within: 60_000 },
          { most: 12, within: 3_600_000 },
        ])
      expect((await take(10)).count).toBe(10)
      await pass(71_000)
      const { count, wait } = await take(10)
      expect(count).toBe(2)
      expect(wait).toBeGreaterThan(3_000_000)
      await pass(71_000)
      const later = await take(20)
      expect(later.count).toBe(0)
      expect(later.wait).toBeLessThan(wait)
    })

    it('keep what there will be for those who came first, whoever asks first, and give the rest', async () => {
      const notes = make()
      const begun = Date.now()
      const take = (name: string, wanted: number, age: number, least = 0) =>
        notes.take('content', '7', wanted, [{ most: 10, within: 60_000 }], {
          least,
          waiter: { name, since: begun - age },
        })
      expect((await take('first', 10, 1)).count).toBe(10)
      for (const [name, wanted, age] of [
        ['young', 3, 100],
        ['', 2, 300],
        ['__proto__', 6, 200],
      ] as const) {
        const { count, wait } = await take(name, wanted, age, wanted)
        expect(count).toBe(0)
        expect(wait).toBeGreaterThan(50_000)
      }
      // What asks whether there is anything keeps what it wanted before.
      const { wait } = await take('__proto__', 0, 200)
      await pass(wait)
      // Ten are there: eight are kept for those before it, and more of them for what comes later.
      expect(await take('young', 3, 100, 3)).toEqual({ count: 0, wait: 10_000 })
      expect(await take('later', 1, 50)).toEqual({ count: 0, wait: 10_000 })
      expect((await take('later', 0, 50)).wait).toBe(10_000)
      expect((await take('young', 0, 100)).wait).toBe(0)
      expect((await take('__proto__', 6, 200, 6)).count).toBe(6)
      expect((await take('', 2, 300)).count).toBe(2)
      expect((await take('young', 3, 100)).count).toBe(2)
      expect((await take('later', 1, 50)).count).toBe(0)
    })

    it('keep nothing for long for one who asks no more, nor for one whose clock is wrong', async () => {
      const notes = make()
      const take = (name: string, wanted: number, since: number) =>
        notes.take('content', '7', wanted, [{ most: 10, within: 60_000 }], { waiter: { name, since } })
      await take('first', 10, Date.now())
      const { wait } = await take('gone', 10, 1)
      // An hour ahead: it waits since it first asked.
      await take('ahead', 2, Date.now() + 3_600_000)
      await pass(wait)
      expect((await take('ahead', 2, Date.now() + 3_600_000)).count).toBe(0)
      expect((await take('young', 1, Date.now() + 1000)).count).toBe(0)
      await pass(61_000)
      expect((await take('young', 10, Date.now() + 1000)).count).toBe(8)
      expect((await take('ahead', 2, Date.now() + 3_600_000)).count).toBe(2)
    })

    it('give what is left to one of those who come at once, and count keys apart', async () => {
      const notes = make()
      const take = (key: string) => notes.take('content', key, 4, [{ most: 10, within: 60_000 }])
      const taken = await Promise.all(Array.from({ length: 20 }, () => take('7')))
      expect(taken.map(({ count }) => count).filter((count) => count > 0)).toEqual([4, 4, 2])
      expect((await take('8')).count).toBe(4)
    })
  })
}
