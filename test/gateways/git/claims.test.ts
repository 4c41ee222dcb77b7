import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Claim, Claims } from '../../../src/core/grant.ts'
import { claimsOf } from '../../../src/gateways/git/claims.ts'
import { lockTree, type Clock } from '../../../src/gateways/tree/lock.ts'
import { scratch } from '../../entry/programs.ts'
import { initialize } from '../../processes/work-tree.ts'
import { standingClock } from '../tree/trees.ts'

const places = scratch()
afterAll(places.remove)

const target = 'plugin:TinyGain'
const grant = { agent: 'dsp-agent/2', by: 'octocat', since: '2026-02-04T10:00:00Z' }

/** A clone with another worktree, as `git worktree add` leaves them. */
function clone(): readonly [main: string, other: string] {
  const [main, linkedFolder] = [places.folder(), places.folder()].map((folder) => realpathSync(folder)) as [
    string,
    string,
  ]
  initialize(join(main, '.git'))
  const gitFolder = join(main, '.git', 'worktrees', 'other')
  mkdirSync(gitFolder, { recursive: true })
  writeFileSync(join(gitFolder, 'HEAD'), 'ref: refs/heads/work\n')
  writeFileSync(join(gitFolder, 'commondir'), '../..\n')
  writeFileSync(join(gitFolder, 'gitdir'), `${join(linkedFolder, '.git')}\n`)
  writeFileSync(join(linkedFolder, '.git'), `gitdir: ${gitFolder}\n`)
  return [main, linkedFolder]
}

const pathIn = (main: string, of = target) =>
  join(main, '.git', 'baton', 'claims', `${createHash('sha256').update(of).digest('hex').slice(0, 16)}.json`)

/** A clock that goes forward by waiting, and during the wait of this number something is done. */
function whileWaiting(nth: number, act: () => void): Clock & { readonly sleeps: () => number } {
  const { now, sleep } = standingClock()
  let sleeps = 0
  return {
    now,
    sleeps: () => sleeps,
    sleep(milliseconds) {
      if (++sleeps === nth) act()
      return sleep(milliseconds)
    },
  }
}

describe('the claims of a clone', () => {
  let [main, linkedFolder] = ['', '']
  const claims = (folder: string, clock?: Clock): Claims =>
    claimsOf(folder, clock) ?? expect.fail('There is no repository')
  const claim = (folder: string, overrides: Partial<Claim> = {}): Claim => ({
    target,
    worktree: folder,
    branch: 'work',
    grant,
    ...overrides,
  })
  const files = () => readdirSync(dirname(pathIn(main)))
  const put = (text: string) => {
    mkdirSync(dirname(pathIn(main)), { recursive: true })
    writeFileSync(pathIn(main), text)
  }

  beforeEach(() => {
    ;[main, linkedFolder] = clone()
  })

  it('are those of its worktrees together, each with its branch', async () => {
    expect([main, linkedFolder].map((folder) => claims(folder).worktree)).toEqual([main, linkedFolder])
    expect([main, linkedFolder].map((folder) => claims(folder).branch)).toEqual(['main', 'work'])
    expect(await claims(linkedFolder).take(claim(linkedFolder))).toBe('taken')
    expect(files()).toHaveLength(1)
    expect(claims(main).elsewhere(target)).toEqual(claim(linkedFolder))
    expect(claims(linkedFolder).elsewhere(target)).toBeUndefined()
    expect(claims(main).elsewhere('plugin:Other')).toBeUndefined()
  })

  it('are none outside a repository, or with a folder of git that names no branch', () => {
    expect(claimsOf(places.folder())).toBeUndefined()
    writeFileSync(join(main, '.git', 'HEAD'), `${'a'.repeat(40)}\n`)
    expect(claims(main).branch).toBeUndefined()
  })

  it('are not seen once their worktree is gone, and then taken by another', async () => {
    await claims(linkedFolder).take(claim(linkedFolder))
    rmSync(linkedFolder, { recursive: true })
    expect(claims(main).elsewhere(target)).toBeUndefined()
    expect(await claims(main).take(claim(main))).toBe('taken')
    expect(JSON.parse(readFileSync(pathIn(main), 'utf8'))).toEqual(claim(main))
  })

  it.each(['the clone', 'another worktree of it'])(
    'of %s are none of a copy of the clone, which takes them',
    async (of) => {
      const made = of === 'the clone' ? main : linkedFolder
      await claims(made).take(claim(made))
      const copy = join(realpathSync(places.folder()), 'copy')
      cpSync(main, copy, { recursive: true })
      expect(claims(copy).elsewhere(target)).toBeUndefined()
      expect([claims(copy).others(), claims(copy).all()]).toEqual([[], []])
      expect(await claims(copy).take(claim(copy))).toBe('taken')
      expect(claims(copy).all()).toEqual([claim(copy)])
      expect(claims(made).all()).toEqual([claim(made)])
    },
  )

  it('are seen by a worktree whose folder of git is behind a link', async () => {
    await claims(linkedFolder).take(claim(linkedFolder))
    const moved = join(realpathSync(places.folder()), 'git')
    renameSync(join(main, '.git'), moved)
    symlinkSync(moved, join(main, '.git'))
    expect(claims(main).elsewhere(target)).toEqual(claim(linkedFolder))
  })

  it.each<readonly [about: string, text: string]>([
    ['no JSON', 'held'],
    ['nothing', ''],
    ['a list', '[]'],
    ['without a worktree', JSON.stringify({ target })],
    ['of another target', JSON.stringify({ target: 'plugin:Other', worktree: '/', grant })],
    ['with a grant that is none', JSON.stringify({ target, worktree: '/', grant: 'dsp-agent' })],
    ['far too long', JSON.stringify({ target, worktree: '/', grant: { ...grant, by: 'x'.repeat(100 << 10) } })],
  ])('are none that are none, and are taken: %s', async (_, text) => {
    put(text)
    expect(claims(main).elsewhere(target)).toBeUndefined()
    await claims(main).release(target, () => true)
    expect(readFileSync(pathIn(main), 'utf8')).toBe(text)
    expect(await claims(main).take(claim(main))).toBe('taken')
    expect(claims(linkedFolder).elsewhere(target)).toEqual(claim(main))
    expect(files()).toHaveLength(1)
  })

  it('are none behind a link, and leave alone what it leads to', async () => {
    const outside = join(places.folder(), 'claim.json')
    writeFileSync(outside, JSON.stringify(claim(linkedFolder)))
    mkdirSync(dirname(pathIn(main)), { recursive: true })
    symlinkSync(outside, pathIn(main))
    expect(claims(main).elsewhere(target)).toBeUndefined()
    expect(await claims(main).take(claim(main))).toBe('taken')
    expect(JSON.parse(readFileSync(outside, 'utf8'))).toEqual(claim(linkedFolder))
    expect(claims(linkedFolder).elsewhere(target)).toEqual(claim(main))
  })

  it('are taken again in their own worktree', async () => {
    expect(await claims(main).take(claim(main))).toBe('taken')
    expect(await claims(main).take(claim(main, { digest: 'a' }))).toBe('taken')
    expect(JSON.parse(readFileSync(pathIn(main), 'utf8'))).toEqual(claim(main, { digest: 'a' }))
  })

  it('go to one of two worktrees: only a claim that was looked at gives way', async () => {
    expect(await claims(main).take(claim(main))).toBe('taken')
    expect(await claims(linkedFolder).take(claim(linkedFolder))).toBe('lost')
    expect(await claims(linkedFolder).take(claim(linkedFolder), claim(main, { digest: 'an older one' }))).toBe('lost')
    expect(claims(linkedFolder).elsewhere(target)).toEqual(claim(main))
    expect(await claims(linkedFolder).take(claim(linkedFolder), claim(main))).toBe('taken')
    expect(claims(main).elsewhere(target)).toEqual(claim(linkedFolder))
    expect(files()).toHaveLength(1)
  })

  it('change one after the other: who waits for another program sees what it has done', async () => {
    mkdirSync(dirname(pathIn(main)), { recursive: true })
    const lock = await lockTree(dirname(pathIn(main)), { command: 'claims', until: 0, clock: standingClock() })
    const clock = whileWaiting(3, () => {
      put(JSON.stringify(claim(main)))
      lock.release()
    })
    expect(await claims(linkedFolder, clock).take(claim(linkedFolder))).toBe('lost')
    expect(clock.sleeps()).toBe(3)
    expect(claims(linkedFolder).elsewhere(target)).toEqual(claim(main))
    expect(files()).toHaveLength(1)
  })

  it('are rid of what a program has left that was killed while it wrote one', async () => {
    put('')
    renameSync(pathIn(main), `${pathIn(main)}.${'a'.repeat(16)}`)
    expect(await claims(main).take(claim(main))).toBe('taken')
    expect(files()).toEqual([basename(pathIn(main))])
  })

  it('are released where they are the one, in whichever worktree', async () => {
    await claims(linkedFolder).take(claim(linkedFolder))
    await claims(main).release(target, ({ worktree }) => worktree === main)
    expect(files()).toHaveLength(1)
    await claims(main).release(target, ({ worktree }) => worktree === linkedFolder)
    expect(files()).toEqual([])
    await claims(main).release(target, () => true)
  })

  it('cannot be made where their folder cannot be written', async () => {
    writeFileSync(join(main, '.git', 'baton'), 'no folder')
    expect(await claims(main).take(claim(main))).toBe('unwritable')
    expect(claims(main).elsewhere(target)).toBeUndefined()
  })

  it.each(['a claim of its own', 'no claim'])(
    'cannot be made or taken away where git may only be read: %s is there',
    async (claimState) => {
      if (claimState !== 'no claim') await claims(main).take(claim(main))
      else mkdirSync(dirname(pathIn(main)), { recursive: true })
      const folder = dirname(pathIn(main))
      for (const path of [main, join(main, '.git'), dirname(folder)]) chmodSync(path, 0o755)
      chmodSync(folder, 0o555)
      const before = files()
      // Nothing keeps the superuser from writing.
      const isRoot = process.getuid?.() === 0
      if (isRoot) process.seteuid?.(65_534)
      try {
        expect(await claims(main).take(claim(main, { branch: 'another' }))).toBe('unwritable')
        await claims(main).release(target, () => true)
      } finally {
        if (isRoot) process.seteuid?.(0)
        chmodSync(folder, 0o755)
      }
      expect(files()).toEqual(before)
    },
  )

  it('are made again where a folder is in their place', async () => {
    mkdirSync(join(pathIn(main), 'x'), { recursive: true })
    expect(claims(main).elsewhere(target)).toBeUndefined()
    expect(await claims(main).take(claim(main))).toBe('taken')
    expect(files()).toHaveLength(1)
  })

  it('of a folder below the top are those of the same folder in other worktrees', async () => {
    for (const folder of [main, linkedFolder]) for (const name of ['audio', 'video']) mkdirSync(join(folder, name))
    expect(await claims(join(linkedFolder, 'audio')).take(claim(linkedFolder))).toBe('taken')
    expect(claims(join(main, 'audio')).elsewhere(target)).toEqual(claim(linkedFolder))
    expect(claims(join(main, 'audio')).folderIn(linkedFolder)).toBe(join(linkedFolder, 'audio'))
    for (const folder of [main, join(main, 'video')]) expect(claims(folder).elsewhere(target)).toBeUndefined()
    expect(
      [join(linkedFolder, 'audio'), join(linkedFolder, 'video'), linkedFolder].map(
        (folder) => claims(folder).all().length,
      ),
    ).toEqual([1, 0, 0])
    rmSync(join(linkedFolder, 'audio'), { recursive: true })
    expect(claims(join(main, 'audio')).elsewhere(target)).toBeUndefined()
  })

  it('wait for a program that is at work in another worktree, and for none that has ended', async () => {
    expect(await claims(main).untilIdle(linkedFolder)).toBe(true)
    const lock = join(linkedFolder, '.baton.lock')
    writeFileSync(lock, '{')
    const clock = whileWaiting(5, () => rmSync(lock))
    expect(await claims(main, clock).untilIdle(linkedFolder)).toBe(true)
    expect([clock.sleeps(), existsSync(lock)]).toEqual([5, false])
    mkdirSync(lock)
    expect(await claims(main).untilIdle(linkedFolder)).toBe(true)
  })

  it('wait no longer than a hundred looks for a program at work', async () => {
    writeFileSync(join(linkedFolder, '.baton.lock'), '{')
    const clock = whileWaiting(0, () => {})
    expect(await claims(main, clock).untilIdle(linkedFolder)).toBe(false)
    expect(clock.sleeps()).toBe(100)
  })
})
