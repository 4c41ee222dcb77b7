import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replyAbandoned } from '../../../src/app/comments/abandoned.ts'
import { concludeAbandoned } from '../../../src/app/review/check-head.ts'
import { begunCheck } from '../../../src/render/check-run.ts'
import { sweepOnce } from '../deliveries/sweep-once.ts'
import { delivered, scene, type Scene } from './scene.ts'

let at: Scene
beforeAll(async () => {
  at = await scene()
})
afterAll(() => at.github.close())

describe('a comment that no process came to an end with', () => {
  it('is answered once with 👎 and a reply, and no sweep takes it up again', async () => {
    const comment = await at.repository.comment(at.number, at.octocat, '/accept TinyGain')
    const abandon = () => replyAbandoned(at.ports, delivered(comment, at.number))
    expect(await abandon()).toBe(true)
    expect(await abandon()).toBe(false)
    expect(comment.reactions.map(({ content }) => content)).toEqual(['-1'])
    const replies = at.repository
      .commentsOn(at.number)
      .filter(({ body }) => body.startsWith(`<!-- baton: refusal ${comment.id} -->`))
    expect(replies.length).toBe(1)
    expect(replies[0]?.body).toContain('Baton stopped several times')
    expect(replies[0]?.body).toContain('COMMAND_ABANDONED')
    expect((await sweepOnce(at.ports)).comments).toEqual([])
  })

  it('has the reaction alone where the conversation is locked', async () => {
    const { number } = await at.repository.openIssue({ title: 'Locked', by: at.octocat })
    const comment = await at.repository.comment(number, at.octocat, '/accept TinyGain')
    at.repository.lock(number)
    expect(await replyAbandoned(at.ports, delivered(comment, number))).toBe(true)
    expect(comment.reactions.map(({ content }) => content)).toEqual(['-1'])
    expect(at.repository.commentsOn(number)).toEqual([comment])
  })

  it('is not answered where its author gets no answers, nor where it has been answered', async () => {
    const stranger = await at.repository.comment(at.number, at.github.user('stranger'), '/accept TinyGain')
    expect(await replyAbandoned(at.ports, delivered(stranger, at.number))).toBe(false)
    const { comment } = await at.postComment('/accept Nothing')
    const before = at.repository.commentsOn(at.number).length
    expect(await replyAbandoned(at.ports, delivered(comment, at.number))).toBe(false)
    expect(at.repository.commentsOn(at.number).length).toBe(before)
  })
})

describe('a check that no process came to an end with', () => {
  it.each([true, false])('is concluded with the reason (begun: %s)', async (isBegun) => {
    const head = await at.repository.push('work', { 'README.md': `# ${isBegun}\n` }, { by: at.octocat })
    if (isBegun) await at.host.perform([{ do: 'check', run: begunCheck(head, 'ended') }])
    await concludeAbandoned(at.ports, head)
    await concludeAbandoned(at.ports, head)
    expect(at.repository.checksOn(head)).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
    expect(at.repository.checksOn(head)[0]?.output.summary).toContain('Baton stopped several times')
    expect((await sweepOnce(at.ports)).heads).toEqual([])
  })
})
