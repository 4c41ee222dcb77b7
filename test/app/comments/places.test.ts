import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { branchFor } from '../../../src/app/comments/new-branch.ts'
import { handle } from '../../../src/app/comments/handle.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import type { Comment } from '../../github/state/conversations.ts'
import { delivered, scene, type Scene, type SceneOptions } from './scene.ts'

const at = (options?: SceneOptions) => {
  const found = {} as Scene
  beforeAll(async () => void Object.assign(found, await scene(options)))
  afterAll(() => found.github.close())
  return found
}

const patchIn = (reply = '') => {
  const [, fence = '', patch = ''] = /^(`{3,})diff\n(.*?\n)\1$/ms.exec(reply) ?? []
  return { fence, patch }
}

describe('a pull request that is no more', () => {
  const here = at()

  it('is not written to when it is closed, but answers', async () => {
    const tip = await here.tip()
    await here.repository.close(here.number, here.octocat)
    const { replies, reactions } = await here.postComment('/accept TinyGain')
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain('COMMAND_CLOSED')
    expect(await here.tip()).toBe(tip)
    await here.repository.reopen(here.number, here.octocat)
  })

  it('is not written to when it is locked', async () => {
    const { number } = await here.repository.openIssue({ title: 'Locked', by: here.octocat })
    here.repository.lock(number)
    const { replies } = await here.postComment('/accept TinyGain', { number })
    expect(replies[0]).toContain('COMMAND_CLOSED')
    expect(await here.repository.tip('baton/accept-plugin-TinyGain-1')).toBeUndefined()
  })

  it('gets no reply when it is merged, not even an overdue one', async () => {
    const main = await here.repository.merge(here.number, here.octocat)
    const { replies } = await here.postComment('/accept TinyGain', { late: true })
    expect(replies[0]).toContain('COMMAND_CLOSED')
    expect(replies[0]).toContain('handled late')
    expect(await here.tip('main')).toBe(main)
  })
})

describe('a pull request from a fork', () => {
  const here = at({ files: { ...sample, 'plugins/TinyGain/NOTES.md': '# Notes\n\n`````\nfive\n`````\n' } })
  let number = 0
  let fork: Awaited<ReturnType<Scene['repository']['fork']>>
  beforeAll(async () => {
    const mona = here.person('mona')
    fork = here.repository.fork(mona)
    const parent = await fork.tip('main')
    await fork.push('theirs', { 'README.md': '# Theirs\n' }, { by: mona, parent: parent ?? '' })
    ;({ number } = await here.repository.openPull({ title: 'Theirs', head: 'theirs', base: 'main', by: mona, from: fork }))
  })

  it('is given patches that each stand for themselves', async () => {
    const first = await here.repository.comment(number, here.octocat, '/accept TinyGain')
    const second = await here.repository.comment(number, here.octocat, '/accept TinyGain')
    const [one, other] = [await here.deliver(first, number), await here.deliver(second, number)]
    expect(patchIn(one.replies[0]).patch).toBe(patchIn(other.replies[0]).patch)
  })

  it('reports that the head is gone with its fork, and still only gets a patch', async () => {
    fork.delete()
    const { replies } = await here.postComment('/accept TinyGain --dry-run', { number })
    expect(replies[0]).toContain('+status: in_progress')
    expect(here.repository.activity.filter(({ actor }) => actor.login === 'baton[bot]')).toEqual([])
  })
})

describe('an issue', () => {
  const here = at()
  let number = 0
  beforeAll(async () => {
    ;({ number } = await here.repository.openIssue({ title: 'Next', by: here.octocat }))
  })

  it('gets a branch of its own, and a pull request', async () => {
    const main = await here.tip('main')
    const { comment, replies, reactions, handled } = await here.postComment('/accept TinyGain', { number })
    const branch = `baton/accept-plugin-TinyGain-${comment.id}`
    const sha = await here.tip(branch)
    expect(reactions).toEqual(['eyes', 'rocket'])
    expect(await here.tip('main')).toBe(main)
    expect(here.repository.git.resolve(`${sha}^`)).toBe(main)
    const pull = here.repository.conversations.find((one) => one.pull?.branch === branch)
    expect(pull).toMatchObject({ title: 'baton: accept TinyGain (stage 2 complete → 3 in_progress)', pull: { base: 'main' } })
    expect(replies.length).toBe(1)
    expect(replies[0]).toContain(`Committed as \`${sha}\` in #${pull?.number}, signed by GitHub: `)
    expect(handled[0]?.answered).toMatchObject({ sha, pull: pull?.number })

    // Once more: nothing new, though even the reaction and the reply are gone.
    comment.reactions.length = 0
    for (const each of here.repository.commentsOn(number))
      if (each.author?.login === 'baton[bot]') await here.repository.deleteComment(each, here.octocat)
    const again = await here.deliver(comment, number)
    expect(again.reactions).toEqual(['eyes', 'rocket'])
    expect(await here.tip(branch)).toBe(sha)
    expect(here.repository.conversations.filter((one) => one.pull?.branch === branch).length).toBe(1)
  })

  it('leaves a foreign branch of that name alone', async () => {
    let theirs = ''
    const { comment, replies, reactions } = await here.postComment('/accept TinyGain', {
      number,
      before: async ({ id }) => {
        const forged = `Mine\n\nRequested-by: @octocat\nHandled-Comment: ${id}#1\nTransition: plugin:TinyGain a -> b`
        const parent = await here.tip('main')
        theirs = await here.repository.push(
          `baton/accept-plugin-TinyGain-${id}`,
          { 'README.md': 'x' },
          { by: here.octocat, parent, message: forged },
        )
      },
    })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain('BRANCH_EXISTS')
    expect(await here.tip(`baton/accept-plugin-TinyGain-${comment.id}`)).toBe(theirs)
  })

  it('has each of several comments read again when it is its turn', async () => {
    const texts = ['/accept TinyGain', '/accept TinyGain', '/accept TinyGain']
    const comments: Comment[] = []
    for (const text of texts) comments.push(await here.repository.comment(number, here.octocat, text))
    const events = comments.map((comment) => delivered(comment, number))
    here.github.before('createCommitOnBranch', async () => {
      await here.repository.edit(comments[1] as Comment, here.octocat, 'Never mind.')
      await here.repository.deleteComment(comments[2] as Comment, here.octocat)
    })
    const handled = await handle(here.ports, number, events)
    expect(handled.map(({ answered }) => [answered.outcome, ...answered.codes])).toEqual([['changed'], ['refused', 'COMMENT_EDITED']])
  })

  it('answers commands that make no commit', async () => {
    const { replies, reactions } = await here.postComment('/accept TinyGain --dry-run', { number })
    expect(reactions).toEqual(['eyes', 'rocket'])
    expect(replies.length).toBe(1)
  })
})

describe('an issue, where the configuration lets it write', () => {
  const here = at({ configuration: 'commands: { on-issue: commit }\n' })

  it('writes to the default branch, once', async () => {
    const { number } = await here.repository.openIssue({ title: 'Next', by: here.octocat })
    const main = await here.tip('main')
    const { comment } = await here.postComment('/accept TinyGain', { number })
    const after = await here.tip('main')
    expect(here.repository.git.resolve(`${after}^`)).toBe(main)
    comment.reactions.length = 0
    expect((await here.deliver(comment, number)).reactions).toEqual(['eyes', 'rocket'])
    expect(await here.tip('main')).toBe(after)
  })

  it('does not write there from a pull request of the default branch itself', async () => {
    const main = await here.tip('main')
    await here.repository.push('release', { 'README.md': '# Old\n' }, { by: here.octocat, parent: main })
    await here.repository.push('main', { 'README.md': '# New\n' }, { by: here.octocat, parent: main })
    const { number } = await here.repository.openPull({ title: 'Release', head: 'main', base: 'release', by: here.octocat })
    const before = await here.tip('main')
    const { comment, replies } = await here.postComment('/handback TinyGain error It broke', { number })
    expect(await here.tip('main')).toBe(before)
    expect(replies[0]).toContain('Committed as')
    expect(await here.tip(`baton/handback-plugin-TinyGain-${comment.id}`)).not.toBe('')
  })
})

describe('the name of a branch', () => {
  it('is cut', () => {
    expect(branchFor('accept', 'x'.repeat(100), 7)).toBe(`baton/accept-${'x'.repeat(60)}-7`)
  })
})
