import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handle } from '../../../src/app/comments/handle.ts'
import { checkHead, placeOfHead, finishLeftRuns } from '../../../src/app/review/check-head.ts'
import { RetryLater } from '../../../src/core/lanes.ts'
import { begunCheck } from '../../../src/render/check-run.ts'
import { scene, type Scene } from '../comments/scene.ts'
import { sweepOnce, type SweepFindings } from './sweep-once.ts'

let at: Scene
beforeAll(async () => {
  at = await scene()
})
afterAll(() => at.github.close())

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const sweepAt = (now: string, { installed = '2000-01-01T00:00:00Z' } = {}): Promise<SweepFindings> =>
  sweepOnce({ ...at.ports, now: () => now }, { since: Date.parse(installed) })

const numbers = ({ comments }: SweepFindings) => comments.map(({ id }) => id)

describe('the sweep', () => {
  it('finds commands that were not handled, and nothing else', async () => {
    const mona = at.person('mona', 'write')
    const lost = await at.repository.comment(at.number, mona, '/accept TinyGain')
    await at.repository.comment(at.number, mona, 'Thanks')
    await at.repository.comment(at.number, at.github.user('baton[bot]'), '/accept TinyGain')
    const { comment: refused } = await at.postComment('/accept Nothing')
    const acknowledged = await at.repository.comment(at.number, mona, '/verify TinyGain')
    at.repository.react(acknowledged, at.github.user('baton[bot]'), 'eyes')
    const forged = await at.repository.comment(at.number, mona, '/validate')
    // A final reaction counts only where it is ours.
    at.repository.react(forged, at.octocat, 'rocket')
    // Only the author of an edit gets an answer.
    const monaComment = await at.repository.comment(at.number, mona, '/validate')
    await at.repository.edit(monaComment, at.octocat, '/accept TinyGain')
    const found = await sweepAt(later(0))
    expect(numbers(found)).toEqual([lost.id, acknowledged.id, forged.id])
    expect(numbers(found)).not.toContain(refused.id)
    expect(found.comments[0]).toMatchObject({
      number: at.number,
      author: 'mona',
      bot: false,
      text: '/accept TinyGain',
      late: true,
    })
  })

  it('leaves alone what is older than the installation, or than three days', async () => {
    expect(numbers(await sweepAt(later(0), { installed: later(1) }))).toEqual([])
    expect(numbers(await sweepAt(later(3 * 24 * 60 + 1)))).toEqual([])
    expect(numbers(await sweepAt(later(3 * 24 * 60 - 5))).length).toBe(3)
  })

  it('has what was found handled as late; afterwards there is nothing left', async () => {
    const { comments } = await sweepAt(later(0))
    const handled = await handle({ ...at.ports, now: () => later(14) }, at.number, comments)
    expect(handled.map(({ answered: { outcome } }) => outcome)[0]).toBe('changed')
    expect(handled[0]?.answered.answer).toContain('This was handled late, 14 min after it was written.')
    expect(await sweepAt(later(0))).toMatchObject({ comments: [] })
  })

  it('finds heads without a check run, and those whose check run was left', async () => {
    const head = await at.repository.push('work', { 'README.md': '# Other\n' }, { by: at.octocat })
    expect((await sweepAt(later(0))).heads).toEqual([`${at.number} ${head}`])
    await at.host.perform([{ do: 'check', run: begunCheck(head) }])
    expect((await sweepAt(later(1))).heads).toEqual([])
    expect((await sweepAt(later(11))).heads).toEqual([`${at.number} ${head}`])

    const subject = { head, base: { kind: 'branch', branch: 'main' }, review: true } as const
    expect(await checkHead(at.ports, subject)).toEqual({ conclusion: 'success', again: false })
    expect((await sweepAt(later(11))).heads).toEqual([])
    expect(at.repository.checksOn(head)).toMatchObject([{ status: 'completed', conclusion: 'success' }])

    // Asked for again, and left: the one that was concluded before does not hide it.
    await at.host.perform([{ do: 'check', run: begunCheck(head) }])
    expect((await sweepAt(later(11))).heads).toEqual([`${at.number} ${head}`])
    await checkHead(at.ports, subject)
    expect((await sweepAt(later(11))).heads).toEqual([])
    expect(at.repository.checksOn(head).map(({ status }) => status)).toEqual(['completed', 'completed'])
  })

  it('finds at once the check runs of a process that is known to have ended, and leaves those of others their time', async () => {
    const head = await at.repository.push('work', { 'README.md': '# Once more\n' }, { by: at.octocat })
    await at.host.perform([{ do: 'check', run: begunCheck(head, 'ended') }])
    const alive = (boots: readonly string[]) => Promise.resolve(new Set(boots.filter((boot) => boot !== 'ended')))
    const found = async (knows?: typeof alive) => {
      const options = { since: 0, ...(knows && { alive: knows }) }
      return (await sweepOnce({ ...at.ports, now: () => later(1) }, options)).heads
    }
    expect(await found()).toEqual([])
    expect(await found((boots) => Promise.resolve(new Set(boots)))).toEqual([])
    expect(await found(alive)).toEqual([`${at.number} ${head}`])
    await checkHead(at.ports, { head, base: { kind: 'branch', branch: 'main' }, review: true })
    expect(await found(alive)).toEqual([])
    expect(at.repository.checksOn(head)).toMatchObject([{ status: 'completed' }])
  })

  it('finds the check run that was left on the default branch, and asks for none there', async () => {
    const tip = await at.tip('main')
    expect(await sweepAt(later(0))).toMatchObject({ commits: [], unchecked: tip })
    await at.host.perform([{ do: 'check', run: begunCheck(tip) }])
    expect(await sweepAt(later(1))).toMatchObject({ commits: [], unchecked: undefined })
    expect((await sweepAt(later(11))).commits).toEqual([tip])
    await checkHead(at.ports, (await placeOfHead(at.ports, tip)).subject)
    expect(await sweepAt(later(11))).toMatchObject({ commits: [], unchecked: undefined })
    expect(at.repository.checksOn(tip)).toMatchObject([{ status: 'completed', conclusion: 'success' }])
  })

  it('leaves alone pull requests at which nothing happened for days', async () => {
    await at.repository.push('work', { 'README.md': '# Old\n' }, { by: at.octocat })
    expect((await sweepAt(later(4 * 24 * 60))).heads).toEqual([])
  })
})

describe('the sweep of a repository that was added later', () => {
  let testScene: Scene
  beforeAll(async () => {
    testScene = await scene()
  })
  afterAll(() => testScene.github.close())
  const commentsAt = async (now: string) => numbers(await sweepOnce({ ...testScene.ports, now: () => now }))

  it('runs no comment from before there is a proof that we were there', async () => {
    // GitHub opened no check suite for what was pushed before.
    testScene.repository.checkSuites.splice(0)
    const old = await testScene.repository.comment(testScene.number, testScene.octocat, '/accept TinyGain')
    Object.assign(old, { createdAt: later(-60) })
    expect(await commentsAt(later(0))).toEqual([])

    await testScene.repository.push('main', { 'README.md': '# More\n' }, { by: testScene.octocat })
    const fresh = await testScene.repository.comment(testScene.number, testScene.octocat, '/verify TinyGain')
    expect(await commentsAt(later(5))).toEqual([fresh.id])
    expect(old.id).toBeLessThan(fresh.id)
  })

  it('does not take the check suites of others for a proof', async () => {
    testScene.repository.checkSuites.splice(0)
    testScene.github.app({ slug: 'imitator', owner: 'octocat', permissions: { checks: 'write' }, events: [] })
    expect(await testScene.host.presentSince()).toBeUndefined()
  })
})

describe('check runs that were left elsewhere', () => {
  let testScene: Scene
  beforeAll(async () => {
    testScene = await scene()
  })
  afterAll(() => testScene.github.close())
  const lost = (minutes: number) => sweepOnce({ ...testScene.ports, now: () => later(minutes) })

  it('on the head of a fork are found and concluded, without buttons', async () => {
    const mona = testScene.person('mona')
    const fork = testScene.repository.fork(mona)
    const head = await fork.push(
      'theirs',
      { 'README.md': '# Theirs\n' },
      { by: mona, parent: await testScene.tip('main') },
    )
    const { number } = await testScene.repository.openPull({
      title: 'Theirs',
      head: 'theirs',
      base: 'main',
      by: mona,
      from: fork,
    })
    expect((await lost(0)).heads).toContain(`${number} ${head}`)
    await testScene.host.perform([{ do: 'check', run: begunCheck(head) }])
    expect((await lost(11)).heads).toContain(`${number} ${head}`)
    await checkHead(testScene.ports, (await placeOfHead(testScene.ports, head)).subject)
    expect((await lost(11)).heads).not.toContain(`${number} ${head}`)
    expect(testScene.repository.checksOn(head)).toMatchObject([
      { status: 'completed', conclusion: 'success', actions: [] },
    ])
  })

  it('on a merge group are found by the queue, be they lost or left', async () => {
    const base = await testScene.tip('main')
    const head = await testScene.repository.push(
      'gh-readonly-queue/main/pr-1',
      { 'README.md': '# Both\n' },
      { by: testScene.octocat, parent: base },
    )
    expect((await lost(0)).commits).toEqual([])
    testScene.repository.enqueue('main', { head, base })
    expect((await lost(0)).commits).toEqual([head])
    await testScene.host.perform([{ do: 'check', run: begunCheck(head) }])
    expect((await lost(1)).commits).toEqual([])
    expect((await lost(11)).commits).toEqual([head])
    await checkHead(testScene.ports, { head, base: { kind: 'commit', sha: base, mayBeGone: false }, review: true })
    expect((await lost(11)).commits).toEqual([])
    expect(testScene.repository.checksOn(head)).toMatchObject([{ status: 'completed', conclusion: 'success' }])
  })
})

describe('check runs that were left on commits that no longer matter', () => {
  let testScene: Scene
  beforeAll(async () => {
    testScene = await scene()
  })
  afterAll(() => testScene.github.close())
  const sweepAfter = (minutes: number) => sweepOnce({ ...testScene.ports, now: () => later(minutes) })

  it('are concluded as cancelled, on an older commit of the default branch', async () => {
    const old = await testScene.tip('main')
    await testScene.host.perform([{ do: 'check', run: begunCheck(old) }])
    await testScene.repository.push('main', { 'README.md': '# More\n' }, { by: testScene.octocat })
    expect((await sweepAfter(1)).finish).toEqual([])
    expect((await sweepAfter(11)).finish).toEqual([old])
    expect(await finishLeftRuns(testScene.ports, old)).toBe(1)
    expect((await sweepAfter(11)).finish).toEqual([])
    expect(testScene.repository.checksOn(old)).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }])
    // What is concluded stays as it is.
    expect(await finishLeftRuns(testScene.ports, old)).toBe(0)
  })

  it('wait for a process that is checking the commit after all', async () => {
    const ports = { ...testScene.ports, claim: () => Promise.resolve(undefined) }
    await expect(finishLeftRuns(ports, await testScene.tip('main'))).rejects.toThrow(RetryLater)
  })
})
