import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RetryLater } from '../../../src/core/lanes.ts'
import { contractPath, handoffPath } from '../../../src/protocols/plugin/examples.ts'
import type { Comment } from '../../github/state/conversations.ts'
import { scene, type Scene } from './scene.ts'

let at: Scene
let next = 0
beforeAll(async () => {
  at = await scene()
})
afterAll(() => at.github.close())

beforeEach(async () => {
  next += 1
  await at.restart(next)
})

const conversation = () =>
  at.repository.conversations.find(({ number }) => number === at.number) ?? expect.fail('It is gone')

interface Meanwhile {
  readonly change: (comment: Comment) => unknown
  readonly back?: () => unknown
  /** Why nothing is run; none where nobody is answered. */
  readonly codes: readonly string[]
}

/** What may be different when a comment of mona's is handled. */
const meanwhile: Readonly<Record<string, Meanwhile>> = {
  'the command is taken back': {
    change: (comment) => at.repository.edit(comment, at.person('mona'), 'Never mind.'),
    codes: ['COMMENT_EDITED'],
  },
  'the comment is deleted': { change: (comment) => at.repository.deleteComment(comment, at.octocat), codes: [] },
  'the role is withdrawn': { change: () => at.person('mona', 'read'), codes: ['COMMAND_DENIED'] },
  'the pull request is closed': {
    change: () => (conversation().closedAt = '2026-02-04T10:00:00Z'),
    back: () => (conversation().closedAt = undefined),
    codes: ['COMMAND_CLOSED'],
  },
  'the conversation is locked': {
    change: () => (conversation().locked = true),
    back: () => (conversation().locked = false),
    codes: ['COMMAND_CLOSED'],
  },
}

const byMona = { by: () => at.person('mona', 'write') }

describe('a permission that is missing', () => {
  it.each([
    ['createCheckRun', []],
    ['updateIssueComment', undefined],
    ['addComment', undefined],
  ] as const)('for %s: the rest happens all the same', async (operation, expected) => {
    if (operation === 'addComment')
      for (const oldComment of at.repository.commentsOn(at.number))
        if (oldComment.body.includes('baton: state')) await at.repository.deleteComment(oldComment, at.octocat)
    const { comment, reactions, handled } = await at.postComment('/accept TinyGain', {
      before: () => at.github.faults.plan({ kind: 'refuse', field: operation, type: 'FORBIDDEN' }, { operation }),
    })
    expect(await at.handledIn(comment.id)).toBe(1)
    expect(reactions).toEqual(['eyes', 'rocket'])
    expect(handled[0]?.answered.refused.join('')).toContain('Resource not accessible by integration')
    if (expected) expect(await at.checks()).toEqual(expected)
  })

  it('for the commit: the reply reports it', async () => {
    const tip = await at.tip()
    const { reactions, replies } = await at.postComment('/accept TinyGain', {
      before: () =>
        at.github.faults.plan(
          { kind: 'refuse', field: 'createCommitOnBranch', type: 'FORBIDDEN' },
          { operation: 'createCommitOnBranch' },
        ),
    })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain('COMMIT_REFUSED')
    expect(replies[0]).not.toMatch(/\.\./)
    expect(replies[0]).toContain('contents: write')
    expect(replies[0]).toContain('Resource not accessible by integration')
    expect(await at.tip()).toBe(tip)
  })
})

describe('what is no longer as it was when the command was given', () => {
  it.each(Object.entries(meanwhile))('before it is handled: %s', async (_, { change, back, codes }) => {
    const tip = await at.tip()
    const { handled } = await at.postComment('/accept TinyGain', { by: at.person('mona', 'write'), before: change })
    await back?.()
    expect(handled.flatMap(({ answered }) => answered.codes)).toEqual(codes)
    expect(await at.tip()).toBe(tip)
  })

  it.each(Object.entries(meanwhile))(
    'before it is planned on a head that moved: %s',
    async (_, { change, back, codes }) => {
      const { comment, handled } = await at.postComment('/accept TinyGain', {
        by: at.person('mona', 'write'),
        before: (posted) =>
          at.github.before('createCommitOnBranch', async () => {
            await at.repository.push('work', { 'OTHER.md': `${next}` }, { by: at.octocat })
            await change(posted)
          }),
      })
      await back?.()
      expect(handled.flatMap(({ answered }) => answered.codes)).toEqual(codes)
      expect(await at.handledIn(comment.id)).toBe(0)
    },
  )
})

describe('a head that moves', () => {
  it('is planned on again where the target is as it was', async () => {
    const { comment, reactions } = await at.postComment('/accept TinyGain', {
      before: () =>
        at.github.before('createCommitOnBranch', () =>
          at.repository.push('work', { 'OTHER.md': `${next}` }, { by: byMona.by() }),
        ),
    })
    expect(reactions).toEqual(['eyes', 'rocket'])
    expect(await at.handledIn(comment.id)).toBe(1)
    expect(await at.file('OTHER.md')).toBe(`${next}`)
  })

  it('is refused where the target is another', async () => {
    const changed = (await at.file(handoffPath))?.replace('status: complete', 'status: in_progress') ?? ''
    const { comment, reactions, replies } = await at.postComment('/accept TinyGain', {
      before: () =>
        at.github.before('createCommitOnBranch', () =>
          at.repository.push('work', { [handoffPath]: changed }, { by: byMona.by() }),
        ),
    })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain('HEAD_MOVED')
    expect(await at.handledIn(comment.id)).toBe(0)
    expect(await at.file(handoffPath)).toBe(changed)
  })

  it('is refused where a contract of the target is another', async () => {
    const { comment, reactions, replies } = await at.postComment('/accept TinyGain', {
      before: () =>
        at.github.before('createCommitOnBranch', () =>
          at.repository.push('work', { [contractPath('plan')]: '# Another plan\n' }, { by: byMona.by() }),
        ),
    })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain('HEAD_MOVED')
    expect(await at.handledIn(comment.id)).toBe(0)
  })

  it('is refused where a commit was named', async () => {
    const tip = await at.tip()
    const { comment, reactions, replies } = await at.postComment(`/accept TinyGain @${tip.slice(0, 7)}`, {
      before: () =>
        at.github.before('createCommitOnBranch', () =>
          at.repository.push('work', { 'OTHER.md': 'x' }, { by: byMona.by() }),
        ),
    })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain('HEAD_MOVED')
    expect(await at.handledIn(comment.id)).toBe(0)
  })

  it('is no other target for the commands after the first', async () => {
    await at.postComment('/accept TinyGain')
    const { comment, reactions } = await at.postComment('/handback TinyGain success\n/accept TinyGain', {
      before: () =>
        at.github.before('createCommitOnBranch', () =>
          at.repository.push('work', { 'OTHER.md': 'y' }, { by: byMona.by() }),
        ),
    })
    expect(reactions).toEqual(['eyes', 'rocket'])
    expect(await at.handledIn(comment.id)).toBe(1)
  })

  it('is not what GitHub takes for one a little too late', async () => {
    const { comment, reactions } = await at.postComment('/accept TinyGain', {
      before: () =>
        at.github.faults.plan(
          { kind: 'refuse', field: 'createCommitOnBranch', type: 'STALE_DATA' },
          { operation: 'createCommitOnBranch' },
        ),
    })
    expect(reactions).toEqual(['eyes', 'rocket'])
    expect(await at.handledIn(comment.id)).toBe(1)
  })

  it('is refused where its branch was deleted', async () => {
    const ownScene = await scene()
    try {
      const { comment, reactions, replies } = await ownScene.postComment('/accept TinyGain', {
        before: () =>
          ownScene.github.before('createCommitOnBranch', () =>
            ownScene.repository.deleteBranch('work', ownScene.octocat),
          ),
      })
      expect(replies[0]).toContain(
        'The branch `work` was deleted. Nothing was changed. Restore the branch, then give it again. (`HEAD_MOVED`)',
      )
      expect(reactions).toEqual(['eyes', '-1'])
      expect(await ownScene.handledIn(comment.id)).toBe(0)
    } finally {
      await ownScene.github.close()
    }
  })

  it('repeatedly is given up', async () => {
    const { reactions, replies } = await at.postComment('/accept TinyGain', {
      before: () => {
        for (let time = 1; time <= 6; time++)
          at.github.before('createCommitOnBranch', () =>
            at.repository.push('work', { 'OTHER.md': `${next} ${time}` }, { by: byMona.by() }),
          )
      },
    })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain('HEAD_MOVED')
  })

  it('is seen though the pull request has not heard of it', async () => {
    await at.repository.push('work', { 'OTHER.md': `late ${next}` }, { by: byMona.by() })
    const { comment, reactions } = await at.postComment('/accept TinyGain', {
      before: () => at.github.faults.plan({ kind: 'lag' }, { operation: 'repository' }),
    })
    expect(reactions).toEqual(['eyes', 'rocket'])
    expect(await at.handledIn(comment.id)).toBe(1)
    expect(await at.file('OTHER.md')).toBe(`late ${next}`)
  })
})

describe('a commit', () => {
  it.each([
    ['/accept TinyGain', 0],
    ['/accept TinyGain\n/status', 1],
  ])('is made once its replies can be created, of %j: %i', async (text, count) => {
    const order: string[] = []
    const reserveContent = (replies: number) => Promise.resolve(void order.push(`${replies} reserved`))
    const { reactions, replies } = await at.postComment(text, {
      before: () => at.github.before('createCommitOnBranch', () => void order.push('commit')),
      ports: { ...at.ports, reserveContent },
    })
    expect(order).toEqual([`${count} reserved`, 'commit'])
    expect(replies.length).toBe(count)
    expect(reactions).toEqual(['eyes', 'rocket'])
  })

  it('is not made where there is no room for them, but later', async () => {
    const before = await at.tip()
    const reserveContent = () => Promise.reject(new RetryLater(0))
    await expect(
      at.postComment('/accept TinyGain\n/status', { ports: { ...at.ports, reserveContent } }),
    ).rejects.toThrow(RetryLater)
    expect(await at.tip()).toBe(before)
  })
})
