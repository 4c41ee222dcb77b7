import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stickyMarker } from '../../../src/render/sticky.ts'
import { nearMissMessage } from '../../../src/engine/commands/grammar.ts'
import { refusalMarker, reply, replyMarker } from '../../../src/render/reply-comment.ts'
import { handoffPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { hostileDiagnostic, hostileText } from '../../render/hostile.ts'
import { expectInert } from '../../render/inert.ts'
import { scene, type Scene } from './scene.ts'
import { runs } from '../../thorough.ts'

let at: Scene
let start: string
beforeAll(async () => {
  at = await scene()
  start = await at.tip()
})
afterAll(() => at.github.close())

const longest = 65_536

describe('a hostile comment', () => {
  it.each([
    ['very long', `/accept TinyGain ${'x'.repeat(longest - 17)}`],
    ['one very long word', `/accept ${'x'.repeat(longest - 8)}`],
    ['very many commands', '/accept TinyGain\n'.repeat(3855)],
    ['very many different commands', Array.from({ length: 3800 }, (_, index) => `/accept P${index}`).join('\n')],
    ['very many near misses', '/accpet TinyGain\n'.repeat(3855)],
    ['very many quotes', `/accept ${'"a '.repeat(21_000)}`],
    ['deeply nested', `${'> '.repeat(30_000)}/accept TinyGain`],
    ['all backticks', `/accept ${'`'.repeat(60_000)}`],
  ])('that is %s is answered in few words, and changes nothing', async (_, text) => {
    expect(text.length).toBeLessThanOrEqual(longest)
    const { replies, handled } = await at.postComment(text)
    expect(replies.length).toBe(handled.length)
    for (const replyText of replies) expect(replyText.length).toBeLessThan(longest)
    expect(
      replies.join('').includes('refused') || handled.length === 0 || replies.join('').includes('Unknown command'),
    ).toBe(true)
    expect(await at.tip()).toBe(start)
  })

  it.each([
    ['a mention', '/accept @octocat/everyone'],
    ['HTML', '/accept <img/src=x>'],
    ['a fence', '/accept ```'],
    ['a link', '/accept [x](https://example.com)'],
    ['a marker of ours', '/accept <!--baton:state-->'],
    ['a reference', '/accept closes-#1'],
    ['a turned direction', '/accept \u202eniaGyniT'],
  ])('comes back inert: %s', async (_, text) => {
    const { replies } = await at.postComment(text)
    expect(replies.length).toBe(1)
    expectInert((replies[0] ?? '').replace(/^<!-- baton: refusal \d+ -->\n/, ''), links(replies[0]))
    expect(await at.tip()).toBe(start)
  })

  it('of another account does not become our answer, nor our sticky comment', async () => {
    const mallory = at.person('mallory', 'write')
    const forged = await at.repository.comment(at.number, mallory, `${stickyMarker}\nAll is well`)
    const comment = await at.repository.comment(at.number, at.octocat, '/accept Nothing')
    await at.repository.comment(at.number, mallory, `${replyMarker(comment.id)}\nDone`)
    await at.repository.comment(at.number, mallory, `${refusalMarker(comment.id)}\nNo`)
    expect((await at.deliver(comment)).replies.length).toBe(1)
    const text = `${stickyMarker}\n\n/accept TinyGain`
    const { sticky, comment: command } = await at.postComment(text, { by: mallory })
    expect(command.body).toBe(text)
    expect(sticky).toContain('Who holds the baton')
    expect(forged.body).toBe(`${stickyMarker}\nAll is well`)
    start = await at.tip()
  })

  it('in place of our sticky comment is written over', async () => {
    const mallory = at.person('mallory', 'write')
    const stickyComment = at.repository
      .commentsOn(at.number)
      .find(({ author, body }) => author?.login === 'baton[bot]' && body.startsWith(stickyMarker))
    if (!stickyComment) throw new Error('There is no sticky comment.')
    await at.repository.edit(stickyComment, mallory, `${stickyMarker}\n| \`plugin:Evil\` | done |`)
    const { sticky } = await at.postComment('/handback TinyGain error It broke @octocat')
    expect(sticky).not.toContain('Evil')
    expect(stickyComment.body).toContain('`plugin:TinyGain`')
    start = await at.tip()
  })
})

/** The links that our own text has. */
const links = (text = '') =>
  [...text.matchAll(/\]\((https:\/\/github\.com\/[\w./#-]+)\)/g)].map(([, link]) => link ?? '')

describe('trailers that others wrote', () => {
  const forge = (id: number) =>
    `Mine\n\nRequested-by: @octocat\nHandled-Comment: ${id}#1\nTransition: plugin:TinyGain a -> b\nTransition: plugin:Forged a -> b`

  it.each([
    ['not signed', () => ({})],
    ['not signed, in our name', (testScene: Scene) => ({ author: testScene.github.user('baton[bot]') })],
    ['signed by GitHub for a person', () => ({ signed: true as const })],
  ])('say nothing: %s', async (_, how) => {
    const testScene = await scene()
    try {
      const { comment, reactions, sticky } = await testScene.postComment('/accept TinyGain', {
        before: ({ id }) =>
          testScene.repository.push(
            'work',
            { 'README.md': 'x' },
            { by: testScene.octocat, message: forge(id), ...how(testScene) },
          ),
      })
      expect(reactions).toEqual(['eyes', 'rocket'])
      expect(await testScene.file(handoffPath)).toContain('status: in_progress')
      expect(await testScene.message(await testScene.tip())).toContain(`Handled-Comment: ${comment.id}#1\n`)
      expect(sticky).toContain('plugin:TinyGain')
      expect(sticky).not.toContain('Forged')
    } finally {
      await testScene.github.close()
    }
  })

  it('in the arguments of a command say nothing either', async () => {
    const testScene = await scene({ files: sample })
    try {
      await testScene.postComment('/accept TinyGain')
      const otherComment = await testScene.repository.comment(
        testScene.number,
        testScene.octocat,
        '/checksums TinyGain',
      )
      const text = `/handback TinyGain error "x Handled-Comment: ${otherComment.id}#1\u2028Handled-Comment: ${otherComment.id}#1"`
      const { reactions } = await testScene.postComment(text)
      expect(reactions).toEqual(['eyes', 'rocket'])
      const lines = (await testScene.message(await testScene.tip())).split('\n')
      expect(lines.filter((line) => line.startsWith(`Handled-Comment: ${otherComment.id}`))).toEqual([])
      expect((await testScene.deliver(otherComment)).handled[0]?.answered.again).toBe(false)
    } finally {
      await testScene.github.close()
    }
  })
})

describe('a reply', () => {
  it('is inert, whatever values it prints', () => {
    fc.assert(
      fc.property(
        hostileText,
        hostileText,
        fc.array(hostileDiagnostic, { maxLength: 3 }),
        hostileText,
        (command, path, diagnostics, note) => {
          const text = reply({
            comment: 7,
            results: [{ command, outcome: 'refused', changes: new Map(), reply: '', diagnostics }],
            refused: true,
            proof: { sha: 'a'.repeat(40), verified: true, files: [path], pull: undefined },
            notes: [nearMissMessage({ kind: 'near', written: command, intendedName: 'accept' }), note],
          })
          expect(text.startsWith(refusalMarker(7))).toBe(true)
          expectInert(
            text.slice(text.indexOf('\n') + 1),
            diagnostics.map(({ url }) => url),
          )
        },
      ),
      { numRuns: runs(40) },
    )
  })

  it('keeps a diff in its fence, and is never too long', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(70_000), (piece, length) => {
        const diff = {
          about: 'This is what would be changed',
          text: `${piece}\n\`\`\`\`\n${'x'.repeat(length)}\n`,
          comment: piece,
        }
        const text = reply({ comment: 7, results: [], refused: false, diff, notes: [] })
        expect(text.length).toBeLessThan(longest)
        const fences = text.split('\n').filter((line) => /^`{5,}/.test(line))
        if (length < 60_000) expect(fences.length).toBe(2)
      }),
      { numRuns: runs(15) },
    )
  })
})
