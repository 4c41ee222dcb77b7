import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replyToEdit } from '../../../src/app/comments/edited.ts'
import { handle } from '../../../src/app/comments/handle.ts'
import { parseComment } from '../../../src/engine/commands/grammar.ts'
import { sweepOnce } from '../deliveries/sweep-once.ts'
import type { Account } from '../../github/state/accounts.ts'
import type { Comment } from '../../github/state/conversations.ts'
import { delivered, scene, type Scene } from './scene.ts'

let at: Scene
beforeAll(async () => {
  at = await scene()
})
afterAll(() => at.github.close())

const replies = () => at.repository.commentsOn(at.number).filter(({ author }) => author?.login === 'baton[bot]')

/** Texts of ours that come while something is done. */
async function repliesDuring(act: () => Promise<unknown>): Promise<readonly string[]> {
  const before = new Set(replies().map(({ id }) => id))
  await act()
  return replies()
    .filter(({ id }) => !before.has(id))
    .map(({ body }) => body)
}

/** How we have reacted to a comment. */
const ourReactions = ({ reactions }: Comment) =>
  reactions.filter(({ by }) => by.login === 'baton[bot]').map(({ content }) => content)

/** Delivers an edit. */
async function deliverEdit(comment: Comment, by: Account, from: string): Promise<boolean> {
  return replyToEdit(at.ports, { comment: delivered(comment, at.number), by: by.login, before: parseComment(from) })
}

/** A comment is edited, and the edit is delivered. */
async function edit(comment: Comment, by: Account, text: string): Promise<readonly string[]> {
  const from = comment.body
  return repliesDuring(async () => {
    await at.repository.edit(comment, by, text)
    await deliverEdit(comment, by, from)
  })
}

/** The sweep runs, and what it finds of a comment is handled. */
const sweepFor = async ({ id }: Comment): Promise<readonly string[]> =>
  repliesDuring(async () => {
    const { comments } = await sweepOnce(at.ports)
    const found = comments.filter((comment) => comment.id === id)
    if (found.length > 0) await handle(at.ports, at.number, found)
  })

describe('an edited comment', () => {
  it('has the reaction alone where the conversation is locked', async () => {
    const { number } = await at.repository.openIssue({ title: 'Locked', by: at.octocat })
    const comment = await at.repository.comment(number, at.octocat, 'Hello')
    await at.repository.edit(comment, at.octocat, '/accept TinyGain')
    at.repository.lock(number)
    const edited = { comment: delivered(comment, number), by: at.octocat.login, before: parseComment('Hello') }
    expect([await replyToEdit(at.ports, edited), await replyToEdit(at.ports, edited)]).toEqual([true, false])
    expect(ourReactions(comment)).toEqual(['-1'])
    expect(at.repository.commentsOn(number)).toEqual([comment])
  })

  it('runs nothing; one reply tells its author to write a new one', async () => {
    const tip = await at.tip()
    const comment = await at.repository.comment(at.number, at.octocat, 'Hello')
    const [reply = '', ...extraReplies] = await edit(comment, at.octocat, '/accept TinyGain')
    expect(extraReplies).toEqual([])
    expect(reply).toContain('Write a new comment.')
    expect(await edit(comment, at.octocat, '/accept TinyGain please')).toEqual([])
    expect(ourReactions(comment)).toEqual(['-1'])
    expect(await at.tip()).toBe(tip)
  })

  it('gets one reply, by the webhook and then not by the sweep', async () => {
    const comment = await at.repository.comment(at.number, at.octocat, 'Hello')
    const [reply] = await edit(comment, at.octocat, '/accept TinyGain')
    expect(reply).toContain('COMMENT_EDITED')
    expect(await sweepFor(comment)).toEqual([])

    // The text is there, and the reaction was lost: it is all that is missing.
    for (const makeGood of [
      () => sweepFor(comment),
      () => repliesDuring(() => deliverEdit(comment, at.octocat, 'Hello')),
    ]) {
      comment.reactions.splice(0)
      expect(await makeGood()).toEqual([])
      expect(ourReactions(comment)).toContain('-1')
    }
  })

  it('gets one reply, by the sweep and then not by the webhook, in the same words', async () => {
    const tip = await at.tip()
    const comment = await at.repository.comment(at.number, at.octocat, 'Hello')
    await at.repository.edit(comment, at.octocat, '/accept TinyGain')
    const [reply = '', ...extraReplies] = await sweepFor(comment)
    expect(extraReplies).toEqual([])
    expect(ourReactions(comment)).toEqual(['eyes', '-1'])
    expect(await repliesDuring(() => deliverEdit(comment, at.octocat, 'Hello'))).toEqual([])
    expect(await sweepFor(comment)).toEqual([])

    const another = await at.repository.comment(at.number, at.octocat, 'Hello')
    const [words = ''] = await edit(another, at.octocat, '/accept TinyGain')
    expect(reply.replaceAll(String(comment.id), 'N')).toBe(words.replaceAll(String(another.id), 'N'))
    expect(await at.tip()).toBe(tip)
  })

  it('costs no request where no command was edited into it', async () => {
    const comment = await at.repository.comment(at.number, at.octocat, '/status')
    await at.repository.edit(comment, at.octocat, '/status\n\nThanks.')
    at.takeRequests()
    expect(await deliverEdit(comment, at.octocat, '/status')).toBe(false)
    expect(at.takeRequests()).toEqual([])
  })

  it('gets a reply when it was answered before, and another command is put into it', async () => {
    const { comment, replies } = await at.postComment('/accept Nothing')
    expect(replies.length).toBe(1)
    expect((await edit(comment, at.octocat, '/accept Nothing\n/accept TinyGain')).length).toBe(1)
  })

  it.each([
    ['the command stays the same', 'octocat', '/status', '/status\n\nThanks.'],
    ['the command is taken out', 'octocat', '/status', 'Never mind.'],
    ['no command is written', 'octocat', 'Hello', 'Hello you'],
    ['another account edits it', 'mona', 'Hello', '/accept TinyGain'],
    ['it is a stranger\u2019s', 'stranger', 'Hello', '/accept TinyGain'],
  ])('posts no reply when %s', async (_, login, from, to) => {
    at.person('mona', 'write')
    const by = at.person(login)
    const comment = await at.repository.comment(at.number, login === 'mona' ? at.octocat : by, from)
    expect(await edit(comment, by, to)).toEqual([])
  })

  describe('between its delivery and its handling', () => {
    it.each([
      ['its command is taken back', 'octocat', 'Never mind.'],
      ['its command is another', 'octocat', '/accept TinyGain --dry-run'],
      ['what stands around it is another', 'octocat', '/accept TinyGain\n\nWait.'],
      ['another account edits it', 'mona', '/install TinyGain'],
    ])('runs nothing, and gets one reply: %s', async (_, login, to) => {
      const by = at.person(login, 'write')
      const tip = await at.tip()
      const comment = await at.repository.comment(at.number, at.octocat, '/accept TinyGain')
      const event = delivered(comment, at.number)
      await at.repository.edit(comment, by, to)
      const [reply = '', ...extraReplies] = await repliesDuring(() => handle(at.ports, at.number, [event]))
      expect(extraReplies).toEqual([])
      expect(reply).toContain('COMMENT_EDITED')
      expect(ourReactions(comment)).toEqual(['eyes', '-1'])
      expect(await at.tip()).toBe(tip)

      // Neither the delivery of the edit, nor the first one again, nor the sweep finds more to do.
      expect(await repliesDuring(() => deliverEdit(comment, by, event.text))).toEqual([])
      expect(await repliesDuring(() => handle(at.ports, at.number, [event]))).toEqual([])
      expect(await sweepFor(comment)).toEqual([])
      expect(await at.tip()).toBe(tip)
    })

    it('gets one reply where the edit is delivered first', async () => {
      const tip = await at.tip()
      const comment = await at.repository.comment(at.number, at.octocat, '/accept TinyGain')
      const event = delivered(comment, at.number)
      const replied = [
        ...(await edit(comment, at.octocat, '/accept TinyGain --dry-run')),
        ...(await repliesDuring(() => handle(at.ports, at.number, [event]))),
      ]
      expect(replied).toEqual([expect.stringContaining('COMMENT_EDITED')])
      expect(await at.tip()).toBe(tip)
    })

    it('is run where its text is as it was delivered, line ends aside', async () => {
      const comment = await at.repository.comment(at.number, at.octocat, '/explain HEAD_MOVED\r\n\r\nThanks.')
      const event = delivered(comment, at.number)
      await at.repository.edit(comment, at.octocat, 'Never mind.')
      await at.repository.edit(comment, at.octocat, '/explain HEAD_MOVED\n\nThanks.')
      expect(await repliesDuring(() => handle(at.ports, at.number, [event]))).toEqual([
        expect.stringContaining('HEAD_MOVED'),
      ])
      expect(ourReactions(comment)).toEqual(['eyes', 'rocket'])
    })
  })

  it('is not run late: its text may be another person\u2019s', async () => {
    const tip = await at.tip()
    const comment = await at.repository.comment(at.number, at.octocat, '/accept TinyGain')
    await at.repository.edit(comment, at.person('mona', 'write'), '/accept TinyGain\n/install TinyGain')
    // Its author has edited nothing, and gets no answer.
    expect(await sweepFor(comment)).toEqual([])
    expect((await at.deliver(comment, at.number, true)).handled).toEqual([])
    expect(comment.reactions).toEqual([])
    expect(await at.tip()).toBe(tip)
  })
})

describe('a deleted comment', () => {
  it('is not run', async () => {
    const tip = await at.tip()
    const { handled } = await at.postComment('/accept TinyGain', {
      before: (comment) => at.repository.deleteComment(comment, at.octocat),
    })
    expect(handled).toEqual([])
    expect(await at.tip()).toBe(tip)
  })
})
