import { afterEach, expect, it } from 'vitest'
import { events, permissions } from '../../../demo/manifest.ts'
import { handledCommandsIn } from '../../../src/engine/commands/ledger.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import { startGitHub, type GitHub } from '../../github/server.ts'
import type { Comment } from '../../github/state/conversations.ts'
import { hang } from '../../hang.ts'
import { isThorough } from '../../thorough.ts'
import { startBot, type BotProcess } from './process.ts'

let github: GitHub | undefined
let bot: BotProcess | undefined
afterEach(async () => {
  await bot?.end('SIGKILL')
  await github?.close()
})

/** So few that the pace of answers, sixty a minute, holds back none of them. */
const count = isThorough ? 200 : 50
const commands = [
  '/accept TinyGain',
  '/handback TinyGain success',
  '/handback TinyGain error It broke',
  '/verify TinyGain',
]

/**
 * How the n-th delivery arrives: of five one is lost and one comes twice; of the others one comes after those after it.
 */
const fates = ['lost', 'doubled', undefined, 'late', undefined] as const

it(
  `of ${count} commands, a fifth lost, a fifth doubled, out of order, the bot killed three times: each is handled once`,
  { timeout: hang },
  async () => {
    const fakeGitHub = (github = await startGitHub())
    const octocat = fakeGitHub.user('octocat')
    const repository = await fakeGitHub.repository('octocat', 'plugins')
    repository.collaborator(octocat, 'write')
    const app = fakeGitHub.app({ slug: 'baton', owner: 'octocat', permissions, events })
    await app.install(repository)
    const main = await repository.push('main', sample, { by: octocat })
    await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent: main })
    const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })

    bot = await startBot(fakeGitHub, app)
    const comments: Comment[] = []
    for (let n = 0; n < count; n++) {
      const fate = fates[n % fates.length]
      if (fate) fakeGitHub.webhooks.plan(fate, { event: 'issue_comment' })
      comments.push(await repository.comment(number, octocat, commands[(n * 7) % commands.length] ?? ''))
      if (n % 20 === 19) fakeGitHub.webhooks.release()
      if (n % (0.3 * count) === 0.3 * count - 1) {
        const doomed = bot
        fakeGitHub.before(n < 0.6 * count ? 'createCommitOnBranch' : 'addReaction', () => doomed.end('SIGKILL'))
        await fakeGitHub.webhooks.settled()
        await doomed.end('SIGKILL')
        bot = await startBot(fakeGitHub, app)
      }
    }
    fakeGitHub.webhooks.release()
    await fakeGitHub.webhooks.settled()
    await bot.end('SIGKILL')
    bot = await startBot(fakeGitHub, app, { BATON_SWEEP: '1s' })
    const isOver = ({ reactions }: Comment) => reactions.some(({ content }) => /rocket|-1/.test(content))
    await fakeGitHub.until(() => (comments.every(isOver) ? true : undefined))
    expect(await bot.end()).toBe(0)

    const keys = (await repository.commits('work'))
      .filter(({ message }) => message.startsWith('baton: '))
      .flatMap(({ message }) => handledCommandsIn(message).map(({ key }) => key))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBeGreaterThan(0)
    for (const { id, reactions } of comments) {
      const answers = repository
        .commentsOn(number)
        .filter(({ body }) => body.startsWith('<!-- baton:') && body.includes(` ${id} -->`))
      expect(answers.length).toBeLessThanOrEqual(1)
      expect(reactions.filter(({ content }) => content !== 'eyes').length).toBe(1)
      expect(answers.length > 0 || keys.includes(`Handled-Comment: ${id}#1`)).toBe(true)
    }
  },
)
