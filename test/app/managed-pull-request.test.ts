import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepPullRequest, type ManagedPullRequest } from '../../src/app/managed-pull-request.ts'
import { scene, type Scene } from './comments/scene.ts'

const branch = 'baton/mend'
const files = { 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n' }

let testScene: Scene
beforeEach(async () => {
  testScene = await scene({ files })
})
afterEach(() => testScene.github.close())

const pullRequest = async (
  changes: Readonly<Record<string, string | Uint8Array | null>>,
  words: Partial<ManagedPullRequest> = {},
): Promise<ManagedPullRequest> => ({
  branch,
  base: { branch: 'main', tip: await testScene.tip('main') },
  title: 'Mend it',
  text: 'What is wrong.\n',
  changes: new Map(Object.entries(changes)),
  message: 'baton: mend it\n',
  ...words,
})

const keep = async (
  changes: Readonly<Record<string, string | Uint8Array | null>>,
  words?: Partial<ManagedPullRequest>,
) => keepPullRequest(testScene.ports, await pullRequest(changes, words))

const pulls = () => testScene.repository.conversations.filter((conversation) => conversation.pull?.branch === branch)
const writes = () =>
  testScene
    .takeRequests()
    .filter((request) => /^(POST (?!\/graphql)|PATCH|updateRefs|updatePullRequest|createCommit)/.test(request))
const changed = async () =>
  (await testScene.repository.git.git(['diff', '--name-status', `refs/heads/main...refs/heads/${branch}`]))
    .toString()
    .trim()
    .split('\n')

describe('a pull request that is kept up to date', () => {
  it('is opened with one commit on the tip, signed and ours, and left as it is the second time', async () => {
    const first = await keep({ 'a.md': 'A\n', 'b.md': null, 'new/d.md': 'd\n' })
    expect(first).toEqual({ end: 'opened', number: pulls()[0]?.number, sha: await testScene.tip(branch) })
    expect(pulls()[0]).toMatchObject({
      title: 'Mend it',
      body: 'What is wrong.\n',
      author: { login: 'baton[bot]' },
      pull: { base: 'main' },
    })
    expect(await changed()).toEqual(['M\ta.md', 'D\tb.md', 'A\tnew/d.md'])
    const [commit] = await testScene.repository.commits(branch)
    expect(commit).toMatchObject({
      parents: [await testScene.tip('main')],
      message: 'baton: mend it\n',
      signature: { isValid: true },
    })

    writes()
    expect(await keep({ 'a.md': 'A\n', 'b.md': null, 'new/d.md': 'd\n' })).toEqual({ ...first, end: 'unchanged' })
    expect(writes()).toEqual([])
  })

  it('holds bytes that are not text', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x41])
    await keep({ 'a.md': bytes, 'b.md': '\ufeffb\r\n' })
    const file = (path: string) => testScene.repository.git.file(`refs/heads/${branch}:${path}`)
    expect(file('a.md')).toEqual(bytes)
    expect(file('b.md')?.toString()).toBe('\ufeffb\r\n')
    expect(await keep({ 'a.md': bytes, 'b.md': '\ufeffb\r\n' })).toMatchObject({ end: 'unchanged' })
  })

  it('gets other content by one commit in place of the one before, and new words', async () => {
    await keep({ 'a.md': 'A\n', 'b.md': 'B\n' })
    const updated = await keep({ 'a.md': 'A\n', 'c.md': 'C\n' }, { title: 'Mend that', text: 'Other things.' })
    expect(updated).toEqual({ end: 'updated', number: pulls()[0]?.number, sha: await testScene.tip(branch) })
    expect(await changed()).toEqual(['M\ta.md', 'M\tc.md'])
    expect(pulls()).toMatchObject([{ title: 'Mend that', body: 'Other things.', closedAt: undefined }])
    expect((await testScene.repository.commits(branch))[0]?.parents).toEqual([await testScene.tip('main')])
  })

  it('is not touched where the base moves elsewhere, and is moved along where it moves below it', async () => {
    const { sha } = (await keep({ 'a.md': 'A\n' })) as { sha: string }
    await testScene.repository.push('main', { 'c.md': 'other\n' }, { by: testScene.octocat })
    expect(await keep({ 'a.md': 'A\n' })).toMatchObject({ end: 'unchanged', sha })
    await testScene.repository.push('main', { 'a.md': 'a\nmore\n' }, { by: testScene.octocat })
    expect(await keep({ 'a.md': 'A\n' })).toMatchObject({ end: 'updated' })
    expect((await testScene.repository.commits(branch))[0]?.parents).toEqual([await testScene.tip('main')])
  })

  it('is closed where nothing is left to do, and opened again for the same drift', async () => {
    expect(await keep({})).toEqual({ end: 'absent' })
    await keep({ 'a.md': 'A\n' })
    const [first] = pulls()
    expect(await keep({})).toEqual({ end: 'closed', number: first?.number })
    expect(first).toMatchObject({ closedBy: { login: 'baton[bot]' } })
    expect(await testScene.repository.tip(branch)).toBeUndefined()
    writes()
    expect(await keep({})).toEqual({ end: 'absent' })
    expect(writes()).toEqual([])

    expect(await keep({ 'a.md': 'A\n' })).toMatchObject({ end: 'opened', number: pulls()[1]?.number })
    expect(pulls().length).toBe(2)
  })

  it('is opened again after it was merged', async () => {
    const { number } = (await keep({ 'a.md': 'A\n' })) as { number: number }
    await testScene.repository.merge(number, testScene.octocat)
    await testScene.repository.push('main', { 'a.md': 'worse\n' }, { by: testScene.octocat })
    expect(await keep({ 'a.md': 'A\n' })).toMatchObject({ end: 'opened' })
    expect(await changed()).toEqual(['M\ta.md'])
  })

  it('that was closed is not opened again for the same changes, with or without its branch, but for more', async () => {
    const { number } = (await keep({ 'a.md': 'A\n', 'b.md': 'B\n' })) as { number: number }
    await testScene.repository.close(number, testScene.octocat)
    writes()
    expect(await keep({ 'a.md': 'A\n', 'b.md': 'B\n' })).toEqual({ end: 'declined', number })
    await testScene.repository.deleteBranch(branch, testScene.octocat)
    expect(await keep({ 'a.md': 'A\n' })).toEqual({ end: 'declined', number })
    expect(writes()).toEqual([])
    expect(await keep({ 'a.md': 'A\n', 'c.md': 'C\n' })).toMatchObject({ end: 'opened', number: pulls()[1]?.number })
  })

  it('that has a commit of another author is left alone and reported, whatever the commit claims', async () => {
    const { number } = (await keep({ 'a.md': 'A\n' })) as { number: number }
    const foreignCommit = await testScene.repository.push(
      branch,
      { 'b.md': 'theirs\n' },
      { by: testScene.octocat, message: 'baton: mend it\n' },
    )
    writes()
    const result = await keep({ 'a.md': 'AA\n' })
    expect(result).toMatchObject({ end: 'left', number })
    expect(result).toHaveProperty('why', expect.stringContaining(foreignCommit))
    expect(await keep({})).toMatchObject({ end: 'left', number })
    expect(writes()).toEqual([])
    expect(pulls()).toMatchObject([{ closedAt: undefined }])
  })

  it('does not take a branch or a pull request of another account for ours', async () => {
    const parent = await testScene.tip('main')
    await testScene.repository.push(branch, { 'a.md': 'theirs\n' }, { by: testScene.octocat, parent })
    expect(await keep({ 'a.md': 'A\n' })).toMatchObject({ end: 'left', number: undefined })
    const { number } = await testScene.repository.openPull({
      title: 'Mend it',
      body: 'What is wrong.\n',
      head: branch,
      base: 'main',
      by: testScene.octocat,
    })
    expect(await keep({})).toMatchObject({ end: 'left', number })
    expect(await testScene.repository.read(branch, 'a.md')).toBe('theirs\n')
  })

  it('is not mistaken for one of a fork whose branch is called the same', async () => {
    const mona = testScene.person('mona')
    const fork = testScene.repository.fork(mona)
    await fork.push(branch, { 'a.md': 'theirs\n' }, { by: mona, parent: (await fork.tip('main')) ?? '' })
    await testScene.repository.openPull({ title: 'Mend it', head: branch, base: 'main', by: mona, from: fork })
    expect(await keep({ 'a.md': 'A\n' })).toMatchObject({ end: 'opened', number: pulls()[1]?.number })
  })

  it('does nothing when the base has moved since the changes were made', async () => {
    const stale = await pullRequest({ 'a.md': 'A\n' })
    await testScene.repository.push('main', { 'a.md': 'meanwhile\n' }, { by: testScene.octocat })
    expect(await keepPullRequest(testScene.ports, stale)).toEqual({ end: 'moved' })
    expect(await testScene.repository.tip(branch)).toBeUndefined()
  })

  it('never takes away what was pushed while it looked', async () => {
    await keep({ 'a.md': 'A\n' })
    let foreignCommit = ''
    testScene.github.before('updateRefs', async () => {
      foreignCommit = await testScene.repository.push(branch, { 'b.md': 'theirs\n' }, { by: testScene.octocat })
    })
    expect(await keep({ 'a.md': 'AA\n' })).toEqual({ end: 'moved' })
    expect(await testScene.tip(branch)).toBe(foreignCommit)
  })
})

describe('what was cut off', () => {
  it.each(['updateRefs', 'POST /repos/{owner}/{repo}/git/commits', 'POST /repos/{owner}/{repo}/pulls'])(
    'at %s is done once, its answer lost',
    async (operation) => {
      testScene.github.faults.plan({ kind: 'status', status: 502, after: true }, { operation })
      expect(await keep({ 'a.md': 'A\n' })).toMatchObject({ end: 'opened' })
      expect(pulls().length).toBe(1)
      expect(await changed()).toEqual(['M\ta.md'])
    },
  )

  it('between the branch and its pull request is finished by the next run', async () => {
    const killed = {
      ...testScene.ports,
      host: { ...testScene.host, openPull: () => Promise.reject(new Error('killed')) },
    }
    await expect(keepPullRequest(killed, await pullRequest({ 'a.md': 'A\n' }))).rejects.toThrow('killed')
    const sha = await testScene.tip(branch)
    expect(await keep({ 'a.md': 'A\n' })).toMatchObject({ end: 'opened', sha })
    expect(pulls().length).toBe(1)
  })

  it('by two that run at once leaves one pull request', async () => {
    const results = await Promise.all([keep({ 'a.md': 'A\n' }), keep({ 'a.md': 'A\n' })])
    expect(results.map(({ end }) => end)).toContain('opened')
    expect(pulls().length).toBe(1)
    expect(await keep({ 'a.md': 'A\n' })).toMatchObject({ end: 'unchanged' })
  })
})
