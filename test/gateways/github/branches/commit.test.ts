import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Content } from '../../../../src/core/command.ts'
import type { Fault } from '../../../github/faults.ts'
import { place, type Place } from '../place.ts'

let fixture: Place
let first: string
beforeEach(async () => {
  fixture = await place()
  first = await fixture.hosted.push('main', { a: '1', b: '1', 'folder/c': '1' }, { by: fixture.octocat })
})
afterEach(() => fixture.github.close())

const commit = (
  changes: readonly (readonly [string, Content])[] = [['a', '2']],
  expected = first,
  host = fixture.host,
) =>
  host.commit({
    branch: 'main',
    expected,
    message: 'baton: accept TinyGain\n\nHandled-Comment: 1#1\nState-Digest: x',
    changes: new Map(changes),
  })

const create = 'createCommitOnBranch'
const ref = 'GET /repos/{owner}/{repo}/git/ref/{ref}'
const tip = () => fixture.hosted.git.resolve('refs/heads/main')

describe('a commit on GitHub', () => {
  it('has all files as they are to be, by one request', async () => {
    const { hosted, takeRequests } = fixture
    const bytes = Uint8Array.of(0, 255, 10)
    const text = '\ufeffgr\u00fc\u00dfe \ud83d\ude00\r\n'
    takeRequests()
    const made = await commit([
      ['a', text],
      ['new/binary', bytes],
      ['folder/c', null],
      ['empty', ''],
    ])
    expect(made).toEqual({ end: 'made', sha: tip(), verified: true })
    expect(takeRequests()).toEqual([create])
    const shown = (path: string) => hosted.git.file(`refs/heads/main:${path}`)
    expect(shown('a')?.toString()).toBe(text)
    expect(shown('new/binary')?.equals(bytes)).toBe(true)
    expect(hosted.git.entries('refs/heads/main', { recursive: true }).map(({ path }) => path)).toEqual([
      'a',
      'b',
      'empty',
      'new',
      'new/binary',
    ])
    expect(String(await hosted.git.git(['log', '-1', '--format=%B|%P', 'refs/heads/main'])).replace(/\n$/, '')).toBe(
      `baton: accept TinyGain\n\nHandled-Comment: 1#1\nState-Digest: x|${first}`,
    )
  })

  it('is not made where the branch has moved', async () => {
    const { hosted, hubot, github, takeRequests } = fixture
    const second = await hosted.push('main', { b: '2' }, { by: hubot })
    takeRequests()
    expect(await commit()).toEqual({ end: 'moved' })
    expect(takeRequests()).toEqual([create, ref])
    let third = ''
    github.before(create, async () => {
      third = await hosted.push('main', { b: '3' }, { by: hubot })
    })
    expect(await commit([['a', '2']], second)).toEqual({ end: 'moved' })
    expect(tip()).toBe(third)
  })

  it('is made all the same where GitHub only lags behind', async () => {
    const { github, takeRequests, waits } = fixture
    takeRequests()
    github.faults.plan({ kind: 'refuse', field: create, type: 'STALE_DATA' }, { times: 2, operation: create })
    expect(await commit()).toMatchObject({ end: 'made' })
    expect(takeRequests()).toEqual([create, ref, create, ref, create])
    expect(waits).toEqual([1000, 2000])
    github.faults.plan({ kind: 'refuse', field: create, type: 'STALE_DATA' }, { times: 9, operation: create })
    expect(await commit([['a', '3']], tip() ?? '')).toEqual({ end: 'moved' })
  })

  const lost: readonly Fault[] = [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 502 },
    { kind: 'reset' },
    { kind: 'something-went-wrong' },
    { kind: 'status', status: 500, after: true },
    { kind: 'status', status: 504, after: true },
    { kind: 'reset', after: true },
    { kind: 'something-went-wrong', after: true },
    { kind: 'cut' },
  ]
  it.each(lost)('is sent once, and unclear, where the answer is lost: %j', async (fault) => {
    const { github, hosted, takeRequests, waits } = fixture
    takeRequests()
    github.faults.plan(fault, { operation: create, times: 9 })
    expect(await commit()).toEqual({ end: 'unclear' })
    expect(takeRequests()).toEqual([create])
    expect(waits).toEqual([])
    const isDone = 'after' in fault || fault.kind === 'cut'
    expect(hosted.git.commits({ from: hosted.git.tip('main') ?? '' })).toHaveLength(isDone ? 2 : 1)
  })

  const limits: readonly Fault[] = [
    { kind: 'secondary-limit', status: 403, retryAfter: 7 },
    { kind: 'secondary-limit', status: 429, retryAfter: 7 },
    { kind: 'secondary-limit', status: 200, retryAfter: 7 },
  ]
  it.each(limits)('waits as long as GitHub says when nothing was done: %j', async (fault) => {
    const { github, takeRequests, waits } = fixture
    takeRequests()
    github.faults.plan(fault, { operation: create })
    expect(await commit()).toMatchObject({ end: 'made' })
    expect(takeRequests()).toEqual([create, create])
    expect(waits).toEqual([7000])
  })

  it('is a fault, and not refused for good, where the limit does not end', async () => {
    const { github, hosted } = fixture
    github.faults.plan({ kind: 'secondary-limit', status: 403 }, { times: 3 })
    await expect(commit()).rejects.toMatchObject({
      name: 'Fault',
      message: 'GitHub refuses further requests for now, since there were too many at once.',
    })
    github.faults.plan({ kind: 'primary-limit' }, { operation: create })
    await expect(commit(undefined, undefined, fixture.open())).rejects.toMatchObject({
      name: 'Fault',
      message: expect.stringContaining('is used up until'),
    })
    expect(hosted.git.commits({ from: hosted.git.tip('main') ?? '' })).toHaveLength(1)
  })

  it('is refused by a rule of the branch, with its reason', async () => {
    const { hosted } = fixture
    hosted.protect('main', { by: 'ruleset', pullRequest: { lastPushApproval: false } })
    expect(await commit()).toEqual({
      end: 'refused',
      why: 'GitHub refuses the commit on `main`: `Repository rule violations found`, `Changes must be made through a pull request.`.',
    })
    hosted.protect('main', { by: 'protection', pullRequest: { lastPushApproval: false } })
    expect(await commit()).toEqual({
      end: 'refused',
      why: 'GitHub refuses the commit on `main`: `Changes must be made through a pull request.`.',
    })
    expect(tip()).toBe(first)
  })

  it('is refused without a permission', async () => {
    const { open, github } = fixture
    const read = open({ token: github.token({ contents: 'read' }) })
    expect(await commit(undefined, undefined, read)).toMatchObject({
      end: 'refused',
      why: expect.stringContaining('GitHub refuses the commit on `main`'),
    })
    expect(await commit([['.github/workflows/a.yml', '']])).toMatchObject({ end: 'refused' })
    expect(await commit(undefined, undefined, open({ token: 'unknown' }))).toMatchObject({
      end: 'refused',
      why: expect.stringContaining('does not accept the token'),
    })
  })

  it('is refused where a file that is to go is not there', async () => {
    expect(await commit([['absent', null]])).toMatchObject({
      end: 'refused',
      why: expect.stringContaining('does not exist'),
    })
  })
})

describe('a branch on GitHub', () => {
  const refs = 'POST /repos/{owner}/{repo}/git/refs'

  it('has a tip, or is not there', async () => {
    const { host, hosted, octocat } = fixture
    const sha = await hosted.push('feature/#1%2F&\u00e9', { d: '1' }, { by: octocat })
    expect(await host.tip('feature/#1%2F&\u00e9')).toBe(sha)
    expect(await host.tip('absent')).toBeUndefined()
    expect(await host.tip('feature')).toBeUndefined()
  })

  it('is made where there is none of its name', async () => {
    const { host, hosted, takeRequests } = fixture
    takeRequests()
    expect(await host.createBranch('baton/accept-TinyGain-7', first)).toBe('made')
    expect(hosted.git.resolve('refs/heads/baton/accept-TinyGain-7')).toBe(first)
    expect(takeRequests()).toEqual([refs])
    expect(await host.createBranch('baton/accept-TinyGain-7', first)).toBe('exists')
    expect(takeRequests()).toEqual([refs, ref])
    expect(await host.createBranch('baton/other', '1'.repeat(40))).toMatchObject({
      end: 'refused',
      why: 'GitHub refuses the new branch `baton/other`: `Object does not exist`.',
    })
  })

  const lost: readonly (readonly [Fault, string])[] = [
    [{ kind: 'status', status: 502 }, 'made'],
    [{ kind: 'status', status: 502, after: true }, 'made'],
    [{ kind: 'reset' }, 'made'],
    [{ kind: 'reset', after: true }, 'made'],
    [{ kind: 'secondary-limit', status: 403, retryAfter: 1 }, 'made'],
  ]
  it.each(lost)('is made once, whatever becomes of the answer: %j', async (fault, end) => {
    const { host, hosted, github, hubot } = fixture
    github.faults.plan(fault, { operation: refs })
    expect(await host.createBranch('topic', first)).toBe(end)
    expect(hosted.git.resolve('refs/heads/topic')).toBe(first)
    // Another process was quicker, and went on from there.
    const otherTip = await hosted.push('other', { e: '1' }, { by: hubot })
    github.faults.plan(fault, { operation: refs })
    expect(await host.createBranch('other', first)).toBe('exists')
    expect(await host.tip('other')).toBe(otherTip)
  })

  const pulls = 'POST /repos/{owner}/{repo}/pulls'
  const listed = 'GET /repos/{owner}/{repo}/pulls'

  it('has one pull request', async () => {
    const { host, hosted, octocat, takeRequests } = fixture
    await hosted.push('topic', { d: '1' }, { by: octocat })
    takeRequests()
    const request = { branch: 'topic', base: 'main', title: 'baton: accept TinyGain', text: 'As asked for.' }
    const number = await host.openPull(request)
    expect(takeRequests()).toEqual([listed, pulls])
    expect(hosted.conversation(Number(number))).toMatchObject({
      title: request.title,
      body: request.text,
      pull: { branch: 'topic', base: 'main' },
    })
    expect(await host.openPull(request)).toBe(number)
    expect(takeRequests()).toEqual([listed])
    await hosted.close(Number(number), octocat)
    expect(await host.openPull(request)).toBe(number)
    expect(await host.openPull({ ...request, branch: 'absent' })).toMatchObject({ end: 'refused' })
  })

  it.each(lost)('has one pull request, whatever becomes of the answer: %j', async (fault) => {
    const { host, hosted, octocat, github } = fixture
    await hosted.push('topic', { d: '1' }, { by: octocat })
    github.faults.plan(fault, { operation: pulls })
    const number = await host.openPull({ branch: 'topic', base: 'main', title: 'A topic', text: '' })
    expect(hosted.conversations.map((conversation) => conversation.number)).toEqual([number])
  })

  it('has one pull request when another process is quicker', async () => {
    const { host, hosted, octocat, github } = fixture
    await hosted.push('topic', { d: '1' }, { by: octocat })
    github.before(pulls, () => hosted.openPull({ title: 'Theirs', head: 'topic', base: 'main', by: octocat }))
    const number = await host.openPull({ branch: 'topic', base: 'main', title: 'A topic', text: '' })
    expect(hosted.conversations).toMatchObject([{ number, title: 'Theirs' }])
  })
})
