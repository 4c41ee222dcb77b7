import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { thisProcess } from '../../../src/gateways/tree/holder.ts'
import { lockTree, type Clock, type TreeLock } from '../../../src/gateways/tree/lock.ts'
import { contents, endedProcess, standingClock, trees } from './trees.ts'

const { tree, remove } = trees()
afterAll(remove)
afterEach(() => {
  vi.useRealTimers()
})

const lockAt = (root: string) => join(root, '.baton.lock')
const lock = (root: string, clock: Clock = standingClock(), wait = 30_000): Promise<TreeLock> =>
  lockTree(root, { command: 'test', until: clock.now() + wait, clock })

/** The line of a holder, with some of it otherwise. */
const line = (overrides: object = {}) =>
  `${JSON.stringify({ ...thisProcess('accept'), token: 'f'.repeat(16), ...overrides })}\n`
const writeLock = (root: string, overrides?: object) => writeFileSync(lockAt(root), line(overrides), { mode: 0o600 })

describe('the lock of a tree', () => {
  it('is one line that only its owner may read, and is gone when it is released', async () => {
    const root = tree()
    const ownLock = await lock(root)
    expect(JSON.parse(readFileSync(lockAt(root), 'utf8'))).toEqual({
      pid: process.pid,
      host: expect.stringContaining(hostname()),
      started: expect.any(String),
      token: ownLock.holder.token,
      command: 'test',
    })
    expect(readFileSync(lockAt(root), 'utf8')).toMatch(/^[^\n]+\n$/)
    expect(statSync(lockAt(root)).mode & 0o777).toBe(0o600)
    ownLock.release()
    expect(contents(root)).toEqual({})
  })

  it('keeps others waiting until it is released', async () => {
    const root = tree()
    const ownLock = await lock(root)
    const clock = standingClock()
    let looks = 0
    const sleep = (milliseconds: number) => {
      expect(milliseconds).toBeGreaterThanOrEqual(10)
      expect(milliseconds).toBeLessThanOrEqual(60)
      if (++looks === 5) ownLock.release()
      return clock.sleep(milliseconds)
    }
    const otherLock = await lock(root, { now: clock.now, sleep })
    expect(looks).toBe(5)
    expect(otherLock.isHeld()).toBe(true)
    otherLock.release()
  })

  it.each([0, 1, 30_000])('is waited for no longer than %i ms, and then its holder is named', async (wait) => {
    const root = tree()
    const ownLock = await lock(root)
    const clock = standingClock()
    await expect(lock(root, clock, wait)).rejects.toMatchObject({
      code: 'TREE_BUSY',
      obstacles: [{ message: expect.stringContaining(`\`baton test\`, process \`${process.pid}\``), retry: true }],
    })
    expect(clock.waited()).toBe(wait)
    ownLock.release()
  })

  it.each([
    ['whose process has ended', () => ({ pid: endedProcess() })],
    ['whose process is another one by now', () => ({ started: 'long ago' })],
  ])('is taken over at once from one %s', async (_, makeOverrides) => {
    const root = tree()
    writeLock(root, makeOverrides())
    const clock = standingClock()
    const ownLock = await lock(root, clock, 0)
    expect(clock.waited()).toBe(0)
    ownLock.release()
    expect(contents(root)).toEqual({})
  })

  it.each([
    ['another host', { host: 'elsewhere' }],
    ['another container on this host', { host: `${hostname()} pid:[1]` }],
  ])('is taken over from %s when it was not touched for 20 seconds', async (_, overrides) => {
    const root = tree()
    writeLock(root, { ...overrides, pid: endedProcess() })
    const clock = standingClock()
    await expect(lock(root, clock, 19_000)).rejects.toMatchObject({ code: 'TREE_BUSY' })
    const fresh = standingClock()
    const ownLock = await lock(root, fresh)
    expect(fresh.waited()).toBeGreaterThanOrEqual(20_000)
    expect(fresh.waited()).toBeLessThan(20_400)
    ownLock.release()
  })

  it('is left to a holder elsewhere that touches it', async () => {
    const root = tree()
    writeLock(root, { host: 'elsewhere' })
    const clock = standingClock()
    const sleep = (milliseconds: number) => {
      utimesSync(lockAt(root), 0, clock.now() / 1000)
      return clock.sleep(milliseconds)
    }
    await expect(lock(root, { now: clock.now, sleep }, 60_000)).rejects.toMatchObject({ code: 'TREE_BUSY' })
  })

  it('is left to a holder here that does nothing for long', async () => {
    const root = tree()
    writeLock(root)
    await expect(lock(root, standingClock(), 600_000)).rejects.toMatchObject({ code: 'TREE_BUSY' })
  })

  it('is touched every two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const root = tree()
    const ownLock = await lock(root)
    utimesSync(lockAt(root), 0, 0)
    vi.advanceTimersByTime(1999)
    expect(statSync(lockAt(root)).mtimeMs).toBe(0)
    vi.advanceTimersByTime(1)
    expect(statSync(lockAt(root)).mtimeMs).toBeGreaterThan(0)
    ownLock.release()
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each(['', '{', 'half a li'])('that was never written whole is taken over soon: %j', async (text) => {
    const root = tree()
    writeFileSync(lockAt(root), text)
    const clock = standingClock()
    const ownLock = await lock(root, clock)
    expect(clock.waited()).toBeLessThan(2400)
    ownLock.release()
  })

  it.each(['no JSON\n', '{}\n', line({ pid: -1 }), line({ pid: 0 }), line({ token: '../x' })])(
    'that is unreadable is taken over as from another host: %j',
    async (text) => {
      const root = tree()
      writeFileSync(lockAt(root), text)
      const clock = standingClock()
      const ownLock = await lock(root, clock)
      expect(clock.waited()).toBeGreaterThanOrEqual(20_000)
      ownLock.release()
      expect(contents(root)).toEqual({})
    },
  )

  it.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a symbolic link', (path: string) => symlinkSync('nowhere', path)],
    ['no regular file', (path: string) => execFileSync('mkfifo', [path])],
  ])('cannot be where %s is, without any waiting', async (kind, plant) => {
    const root = tree()
    plant(lockAt(root))
    const clock = standingClock()
    await expect(lock(root, clock)).rejects.toMatchObject({
      code: 'TREE_READ_ONLY',
      message: `Nothing can be written here, since \`.baton.lock\` is ${kind}.`,
    })
    expect(clock.waited()).toBe(0)
  })

  it('that was taken over meanwhile is no longer held, and not released', async () => {
    const root = tree()
    const ownLock = await lock(root)
    writeLock(root, { host: 'elsewhere' })
    expect(ownLock.isHeld()).toBe(false)
    ownLock.release()
    expect(existsSync(lockAt(root))).toBe(true)
  })

  it('of one that took it over first is given back', async () => {
    const root = tree()
    writeLock(root, { pid: endedProcess() })
    // The lock is looked at, and another process is faster.
    const { renameSync } = await import('node:fs')
    const fs = await import('node:fs')
    const { syncBuiltinESMExports } = await import('node:module')
    const otherLine = line({ token: 'a'.repeat(16) })
    fs.default.renameSync = (from, to) => {
      fs.default.renameSync = renameSync
      syncBuiltinESMExports()
      writeFileSync(lockAt(root), otherLine)
      renameSync(from, to)
    }
    syncBuiltinESMExports()
    await expect(lock(root, standingClock(), 100)).rejects.toMatchObject({ code: 'TREE_BUSY' })
    expect(contents(root)).toEqual({ '.baton.lock': otherLine })
  })

  it('that was moved away by a program which was then killed is swept', async () => {
    const root = tree({ [`.baton.lock.${'a'.repeat(16)}`]: line(), '.baton.locksmith': 'not ours' })
    ;(await lock(root)).release()
    expect(contents(root)).toEqual({ '.baton.locksmith': 'not ours' })
  })
})
