import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { changedRefusal } from '../../../src/gateways/tree/refusals.ts'
import { readSettledTree, writeLockedTree, type WritableTree } from '../../../src/gateways/tree/session.ts'
import { write } from '../../entry/programs.ts'
import { changesOf, contents, seenIn, standingClock, trees } from './trees.ts'

const { tree, remove } = trees()
afterAll(remove)

const access = (clock = standingClock()) => ({ command: 'test', wait: 30_000, clock })
const text = (root: string, path: string) => readFileSync(join(root, path), 'utf8')

/** One letter more, in each of two files. */
const added = async (root: string, open: WritableTree) => {
  const view = await seenIn(root)
  const next = (path: string) => `${Buffer.from(view.bytes(path) ?? []).toString()}x`
  await open.write(changesOf({ a: next('a'), b: next('b') }), view)
}

describe('several writers of one tree', () => {
  it('each go on from what the one before has left', async () => {
    const root = tree({ a: '', b: '' })
    await Promise.all(
      Array.from({ length: 20 }, () =>
        writeLockedTree(root, { command: 'test', wait: 600_000 }, (open) => added(root, open)),
      ),
    )
    expect(contents(root)).toEqual({ a: 'x'.repeat(20), b: 'x'.repeat(20) })
  })

  it('plan again where an editor comes between reading and writing', async () => {
    const root = tree({ a: '', b: '' })
    let plans = 0
    await writeLockedTree(root, access(), async (open) => {
      const view = await seenIn(root)
      if (++plans === 3)
        return open.write(changesOf({ a: `${Buffer.from(view.bytes('a') ?? []).toString()} and ours` }), view)
      write(root, { a: `edited ${plans}` })
      return open.write(changesOf({ a: 'ours alone' }), view)
    })
    expect([plans, contents(root)]).toEqual([3, { a: 'edited 2 and ours', b: '' }])
  })

  it('give up after three plans more, and name the file', async () => {
    const root = tree({ a: '', b: '' })
    let plans = 0
    const changed = writeLockedTree(root, access(), async (open) => {
      const view = await seenIn(root)
      write(root, { b: `edited ${++plans}` })
      await open.write(changesOf({ a: 'ours', b: 'ours' }), view)
    })
    await expect(changed).rejects.toMatchObject({
      code: 'TREE_CHANGED',
      obstacles: [{ place: { path: 'b' }, retry: true }],
    })
    expect([plans, contents(root)]).toEqual([4, { a: '', b: 'edited 4' }])
  })

  it('write nothing when their lock was taken from them while they slept', async () => {
    const root = tree({ a: '', b: '' })
    let plans = 0
    await writeLockedTree(root, access(), async (open) => {
      const view = await seenIn(root)
      if (++plans === 1) {
        rmSync(join(root, '.baton.lock'))
        await writeLockedTree(root, access(), (otherTree) => added(root, otherTree))
      }
      await open.write(changesOf({ a: `${plans}` }), view)
    })
    expect([plans, contents(root)]).toEqual([2, { a: '2', b: 'x' }])
  })

  it('pass on what is no matter of the tree', async () => {
    const root = tree()
    await expect(writeLockedTree(root, access(), () => Promise.reject(new RangeError('of its own')))).rejects.toThrow(
      'of its own',
    )
    expect(contents(root)).toEqual({})
  })
})

describe('a reader', () => {
  it('does not see half of a set, and takes nothing from the writer', async () => {
    const root = tree({ a: '', b: '' })
    const pairs: string[] = []
    const isOver = { writers: false }
    const read = async () => {
      while (!isOver.writers) {
        await readSettledTree(root, { command: 'test', wait: 600_000 }, async () => {
          const a = text(root, 'a')
          // Others have their turn between the two.
          await new Promise(setImmediate)
          return `${a} ${text(root, 'b')}`
        }).then((pair) => pairs.push(pair))
        await new Promise(setImmediate)
      }
    }
    const write = async () => {
      for (let count = 0; count < 30; count++)
        await writeLockedTree(root, { command: 'test', wait: 600_000 }, (open) => added(root, open))
    }
    const readers = Promise.all([read(), read(), read()])
    await Promise.all([write(), write()])
    isOver.writers = true
    await readers
    expect(contents(root)).toEqual({ a: 'x'.repeat(60), b: 'x'.repeat(60) })
    expect(pairs.filter((pair) => pair.split(' ')[0] !== pair.split(' ')[1])).toEqual([])
  })

  it('looks again where a program wrote while it looked', async () => {
    const root = tree({ a: '', b: '' })
    let looks = 0
    const texts = await readSettledTree(root, access(), async () => {
      const a = text(root, 'a')
      if (++looks === 1) await writeLockedTree(root, access(), (open) => added(root, open))
      return [a, text(root, 'b')]
    })
    expect([looks, texts]).toEqual([2, ['x', 'x']])
  })

  it('keeps writers out where they write each time', async () => {
    const root = tree({ a: '', b: '' })
    let looks = 0
    const blocked: unknown[] = []
    const texts = await readSettledTree(root, access(), async () => {
      const a = text(root, 'a')
      looks++
      await writeLockedTree(root, { ...access(), wait: 0 }, (open) => added(root, open)).catch((cause: unknown) =>
        blocked.push(cause),
      )
      return [a, text(root, 'b')]
    })
    expect([looks, texts]).toEqual([4, ['xxx', 'xxx']])
    expect(blocked).toMatchObject([{ code: 'TREE_BUSY' }])
  })

  it('does not wait for one that only plans', async () => {
    const root = tree({ a: '' })
    const clock = standingClock()
    await writeLockedTree(root, access(), async () => {
      expect(await readSettledTree(root, { ...access(clock), wait: 0 }, () => Promise.resolve(text(root, 'a')))).toBe(
        '',
      )
    })
    expect(clock.waited()).toBe(0)
  })

  it('looks again where an editor has changed what was read twice, and says so after three times', async () => {
    const root = tree({ a: '' })
    let readings = 0
    const look = (failureCount: number) => () =>
      ++readings > failureCount ? Promise.resolve(readings) : Promise.reject(changedRefusal('a'))
    expect(await readSettledTree(root, access(), look(2))).toBe(3)
    readings = 0
    await expect(readSettledTree(root, access(), look(Infinity))).rejects.toMatchObject({ code: 'TREE_CHANGED' })
    expect(readings).toBe(3)
  })

  it('has the errors of its own look', async () => {
    const root = tree()
    await expect(readSettledTree(root, access(), () => Promise.reject(new RangeError('of its own')))).rejects.toThrow(
      'of its own',
    )
  })
})

describe('a tree that cannot be written', () => {
  it('can be read and planned on, and is refused where something is to be written', async () => {
    const root = tree({ a: '', b: '', '.baton.lock/x': '' })
    expect(await writeLockedTree(root, access(), () => Promise.resolve('planned'))).toBe('planned')
    await expect(writeLockedTree(root, access(), (open) => added(root, open))).rejects.toMatchObject({
      code: 'TREE_READ_ONLY',
    })
    expect(text(root, 'a')).toBe('')
  })
})
