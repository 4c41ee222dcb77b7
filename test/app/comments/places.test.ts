import { beforeAll, describe, expect, it } from 'vitest'
import { branchFor } from '../../../src/app/comments/new-branch.ts'
import { handle } from '../../../src/app/comments/handle.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import type { Comment } from '../../github/state/conversations.ts'
import { delivered, type Scene, sceneBefore, openFromFork, patchIn } from './scene.ts'

describe('a pull request that is no more', () => {
  const testScene = sceneBefore()

  it('is not written to when it is closed, but answers', async () => {
    const tip = await testScene.tip()
    await testScene.repository.close(testScene.number, testScene.octocat)
    const { replies, reactions } = await testScene.postComment('/accept TinyGain')
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain(
      'Unexpected `/accept` in a closed pull request, expected one that is open and not locked. Reopen it, or give the command in another conversation, such as an open issue. (`COMMAND_CLOSED`)',
    )
    expect(await testScene.tip()).toBe(tip)
    await testScene.repository.reopen(testScene.number, testScene.octocat)
  })

  it('is not written to when it is locked', async () => {
    const { number } = await testScene.repository.openIssue({ title: 'Locked', by: testScene.octocat })
    testScene.repository.lock(number)
    const { replies, reactions } = await testScene.postComment('/accept TinyGain', { number })
    expect([replies, reactions]).toEqual([[], ['eyes', '-1']])
    expect(await testScene.repository.tip('baton/accept-plugin-TinyGain-1')).toBeUndefined()
  })

  it('gets no reply when it is merged, not even an overdue one', async () => {
    const main = await testScene.repository.merge(testScene.number, testScene.octocat)
    const ports = { ...testScene.ports, now: () => new Date(Date.now() + 3 * 86_400_000).toISOString() }
    const { replies } = await testScene.postComment('/accept TinyGain', { late: true, ports })
    expect(replies[0]).toContain('COMMAND_CLOSED')
    expect(replies[0]).toContain('This was handled late, 3 d after it was written.')
    expect(await testScene.tip('main')).toBe(main)
  })
})

describe('a pull request from a fork', () => {
  const testScene = sceneBefore({
    files: { ...sample, 'plugins/TinyGain/NOTES.md': '# Notes\n\n`````\nfive\n`````\n' },
  })
  let number = 0
  let fork: Awaited<ReturnType<Scene['repository']['fork']>>
  beforeAll(async () => {
    ;({ fork, number } = await openFromFork(testScene))
  })

  it('is given patches that each stand for themselves', async () => {
    const first = await testScene.repository.comment(number, testScene.octocat, '/accept TinyGain')
    const second = await testScene.repository.comment(number, testScene.octocat, '/accept TinyGain')
    const [firstResult, secondResult] = [
      await testScene.deliver(first, number),
      await testScene.deliver(second, number),
    ]
    expect(patchIn(firstResult.replies[0]).patch).toBe(patchIn(secondResult.replies[0]).patch)
    expect(firstResult.handled[0]?.answered).toMatchObject({
      outcome: 'changed',
      shown: 'patch',
      rows: [{ patch: true }],
    })
  })

  it('reports that the head is gone with its fork, and still only gets a patch', async () => {
    fork.delete()
    const { replies } = await testScene.postComment('/accept TinyGain --dry-run', { number })
    expect(replies[0]).toContain('+status: in_progress')
    expect(testScene.repository.activity.filter(({ actor }) => actor.login === 'baton[bot]')).toEqual([])
  })
})

describe('an issue', () => {
  const testScene = sceneBefore()
  let number = 0
  beforeAll(async () => {
    ;({ number } = await testScene.repository.openIssue({ title: 'Next', by: testScene.octocat }))
  })

  it('gets a branch of its own, and a pull request', async () => {
    const main = await testScene.tip('main')
    const { comment, replies, reactions, handled } = await testScene.postComment('/accept TinyGain', { number })
    const branch = `baton/accept-plugin-TinyGain-${comment.id}`
    const sha = await testScene.tip(branch)
    expect(reactions).toEqual(['eyes', 'rocket'])
    expect(await testScene.tip('main')).toBe(main)
    expect(testScene.repository.git.resolve(`${sha}^`)).toBe(main)
    const pull = testScene.repository.conversations.find((conversation) => conversation.pull?.branch === branch)
    expect(pull).toMatchObject({
      title: 'baton: accept TinyGain (stage 2 complete → 3 in_progress)',
      pull: { base: 'main' },
    })
    expect(replies.length).toBe(1)
    expect(replies[0]).toContain(`Committed as \`${sha}\` in #${pull?.number}, signed by GitHub: `)
    expect(handled[0]?.answered).toMatchObject({ sha, pull: pull?.number })

    // Once more: nothing new, though even the reaction and the reply are gone.
    comment.reactions.length = 0
    for (const oldComment of testScene.repository.commentsOn(number))
      if (oldComment.author?.login === 'baton[bot]')
        await testScene.repository.deleteComment(oldComment, testScene.octocat)
    const again = await testScene.deliver(comment, number)
    expect(again.reactions).toEqual(['eyes', 'rocket'])
    expect(await testScene.tip(branch)).toBe(sha)
    expect(
      testScene.repository.conversations.filter((conversation) => conversation.pull?.branch === branch).length,
    ).toBe(1)
  })

  it.each([
    [403, 'POST /repos/{owner}/{repo}/git/refs', 'GitHub rejected the commit: GitHub refuses the new branch'],
    [422, 'POST /repos/{owner}/{repo}/git/refs', 'GitHub rejected the commit: GitHub refuses the new branch'],
    [403, 'POST /repos/{owner}/{repo}/pulls', 'but it cannot be proposed: GitHub refuses the new pull request'],
    [422, 'POST /repos/{owner}/{repo}/pulls', 'but it cannot be proposed: GitHub refuses the new pull request'],
  ] as const)('gets an answer where GitHub refuses with %i: %s', async (status, operation, reason) => {
    const { replies, reactions } = await testScene.postComment('/accept TinyGain', {
      number,
      before: () => testScene.github.faults.plan({ kind: 'status', status }, { operation }),
    })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies.length).toBe(1)
    expect(replies[0]).toContain(reason)
    expect(replies[0]).toContain('COMMIT_REFUSED')
    expect(replies[0]).not.toMatch(/\.\./)
    if (operation.endsWith('/pulls'))
      expect(replies[0]).toContain('“Allow GitHub Actions to create and approve pull requests”')
  })

  it('leaves a foreign branch of that name alone', async () => {
    let foreignCommit = ''
    const { comment, replies, reactions } = await testScene.postComment('/accept TinyGain', {
      number,
      before: async ({ id }) => {
        const forged = `Mine\n\nRequested-by: @octocat\nHandled-Comment: ${id}#1\nTransition: plugin:TinyGain a -> b`
        const parent = await testScene.tip('main')
        foreignCommit = await testScene.repository.push(
          `baton/accept-plugin-TinyGain-${id}`,
          { 'README.md': 'x' },
          { by: testScene.octocat, parent, message: forged },
        )
      },
    })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain('BRANCH_EXISTS')
    expect(await testScene.tip(`baton/accept-plugin-TinyGain-${comment.id}`)).toBe(foreignCommit)
  })

  it('has each of several comments read again when it is its turn', async () => {
    const texts = ['/accept TinyGain', '/accept TinyGain', '/accept TinyGain']
    const comments: Comment[] = []
    for (const text of texts) comments.push(await testScene.repository.comment(number, testScene.octocat, text))
    const events = comments.map((comment) => delivered(comment, number))
    testScene.github.before('createCommitOnBranch', async () => {
      await testScene.repository.edit(comments[1] as Comment, testScene.octocat, 'Never mind.')
      await testScene.repository.deleteComment(comments[2] as Comment, testScene.octocat)
    })
    const handled = await handle(testScene.ports, number, events)
    expect(handled.map(({ answered }) => [answered.outcome, ...answered.codes])).toEqual([
      ['changed'],
      ['refused', 'COMMENT_EDITED'],
    ])
  })

  it('answers commands that make no commit', async () => {
    const { replies, reactions } = await testScene.postComment('/accept TinyGain --dry-run', { number })
    expect(reactions).toEqual(['eyes', 'rocket'])
    expect(replies.length).toBe(1)
  })
})

describe('an issue, where the configuration lets it write', () => {
  const testScene = sceneBefore({ configuration: 'commands: { on-issue: commit }\n' })

  it('writes to the default branch, once', async () => {
    const { number } = await testScene.repository.openIssue({ title: 'Next', by: testScene.octocat })
    const main = await testScene.tip('main')
    const { comment } = await testScene.postComment('/accept TinyGain', { number })
    const after = await testScene.tip('main')
    expect(testScene.repository.git.resolve(`${after}^`)).toBe(main)
    comment.reactions.length = 0
    expect((await testScene.deliver(comment, number)).reactions).toEqual(['eyes', 'rocket'])
    expect(await testScene.tip('main')).toBe(after)
  })

  it('does not write there from a pull request of the default branch itself', async () => {
    const main = await testScene.tip('main')
    await testScene.repository.push('release', { 'README.md': '# Old\n' }, { by: testScene.octocat, parent: main })
    await testScene.repository.push('main', { 'README.md': '# New\n' }, { by: testScene.octocat, parent: main })
    const { number } = await testScene.repository.openPull({
      title: 'Release',
      head: 'main',
      base: 'release',
      by: testScene.octocat,
    })
    const before = await testScene.tip('main')
    const { comment, replies } = await testScene.postComment('/handback TinyGain error It broke', { number })
    expect(await testScene.tip('main')).toBe(before)
    expect(replies[0]).toContain('Committed as')
    expect(await testScene.tip(`baton/handback-plugin-TinyGain-${comment.id}`)).not.toBe('')
  })
})

describe('the name of a branch', () => {
  it('is cut', () => {
    expect(branchFor('accept', 'x'.repeat(100), 7)).toBe(`baton/accept-${'x'.repeat(60)}-7`)
  })
})
