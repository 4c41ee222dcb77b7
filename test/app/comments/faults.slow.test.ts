import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../github/faults.ts'
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

const usual: readonly Fault[] = [
  { kind: 'status', status: 502, after: true },
  { kind: 'reset', after: true },
  { kind: 'secondary-limit', status: 200 },
]

const unclear: readonly Fault[] = [
  ...usual,
  { kind: 'status', status: 502 },
  { kind: 'cut' },
  { kind: 'something-went-wrong' },
  { kind: 'something-went-wrong', after: true },
  { kind: 'secondary-limit', status: 403, retryAfter: 1 },
]

describe('a fault', () => {
  const table = [
    ...unclear.map((fault) => ['createCommitOnBranch', fault] as const),
    // The effects after the commit go by one request.
    ...['addReaction', 'createCheckRun', 'repository'].flatMap((operation) =>
      usual.map((fault) => [operation, fault] as const),
    ),
  ]
  it.each(table.map(([operation, fault]) => [operation, JSON.stringify(fault), fault] as const))(
    'at %s: %s: one commit, one answer, no check run left open',
    async (operation, _, fault) => {
      const { comment, reactions, replies, sticky } = await at.postComment('/accept TinyGain', {
        before: () => at.github.faults.plan(fault, { operation }),
      })
      expect(await at.handledIn(comment.id)).toBe(1)
      expect(reactions).toEqual(['eyes', 'rocket'])
      expect(replies).toEqual([])
      expect(sticky).toContain('| `plugin:TinyGain` | `stage 3 in_progress` |')
      expect(await at.checks()).toMatchObject([{ name: 'baton', status: 'completed', conclusion: 'success' }])
    },
  )

  it.each(usual.map((fault) => [JSON.stringify(fault), fault] as const))(
    'at a reply: %s: it is posted once',
    async (_, fault) => {
      const { reactions, replies } = await at.postComment('/accept Nothing', {
        before: () => at.github.faults.plan(fault, { operation: 'addComment' }),
      })
      expect(reactions).toEqual(['eyes', '-1'])
      expect(replies.length).toBe(1)
    },
  )

  it('that does not end is no answer, and the commit that came of it is found', async () => {
    const fault = { kind: 'status', status: 502 } as const
    at.github.faults.plan({ ...fault, after: true }, { operation: 'createCommitOnBranch' })
    // The commit is made, and GitHub is not to be asked afterwards.
    at.github.before('createCommitOnBranch', () => at.github.faults.plan(fault, { operation: 'repository', times: 4 }))
    const comment = await at.repository.comment(at.number, at.octocat, '/accept TinyGain')
    await expect(at.deliver(comment)).rejects.toThrow('GitHub does not answer')
    expect(await at.handledIn(comment.id)).toBe(1)
    const again = await at.deliver(comment)
    expect(again.handled[0]?.answered).toMatchObject({ outcome: 'changed', again: true, sha: await at.tip() })
    expect(again.reactions).toEqual(['eyes', 'rocket'])
    expect(await at.handledIn(comment.id)).toBe(1)
    expect(await at.checks()).toMatchObject([{ status: 'completed' }])
  })

  it('that never lets a commit be known ends without a wrong answer', async () => {
    const comment = await at.repository.comment(at.number, at.octocat, '/accept TinyGain')
    at.github.faults.plan({ kind: 'status', status: 502 }, { operation: 'createCommitOnBranch', times: 6 })
    await expect(at.deliver(comment)).rejects.toThrow('did not report whether it has made a commit')
    expect((await at.deliver(comment)).reactions).toEqual(['eyes', 'rocket'])
    expect(await at.handledIn(comment.id)).toBe(1)
  })
})
