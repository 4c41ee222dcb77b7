import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { events, permissions } from '../../../demo/manifest.ts'
import { handledCommandsIn } from '../../../src/engine/commands/ledger.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import { isWithoutServer, startRedis } from '../../gateways/redis/server.ts'
import { startGitHub } from '../../github/server.ts'
import type { Comment } from '../../github/state/conversations.ts'
import { environmentOf, listening, type BotProcess } from './process.ts'
import { atEnd, endAll } from './started.ts'

afterEach(endAll)

const times = { lock: 1500, stalled: 500, mending: 1000 }

/** What is commented on each pull request, one after the other. */
const commands = [
  '/accept TinyGain',
  '/handback TinyGain error It broke',
  '/accept Nothing',
  '/handback TinyGain success',
  '/accept TinyGain',
]

const branches = ['one', 'two', 'three']

/** A repository, a Redis, and what starts bots that share it. */
async function fleet(sweep: string) {
  const github = await startGitHub()
  atEnd(() => github.close())
  const octocat = github.user('octocat')
  const repository = await github.repository('octocat', 'plugins')
  repository.collaborator(octocat, 'admin')
  const app = github.app({ slug: 'baton', owner: 'octocat', permissions, events })
  await app.install(repository)
  const main = await repository.push('main', sample, { by: octocat })
  const redis = await startRedis()
  atEnd(() => redis.close())

  const env = { ...environmentOf(github, app), REDIS_URL: redis.url, BATON_SWEEP: sweep }
  const start = async (): Promise<BotProcess> => {
    const words = [join(import.meta.dirname, 'replica.ts'), JSON.stringify(times)]
    const bot = await listening(spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] }), app)
    atEnd(() => bot.end('SIGKILL'))
    return bot
  }
  return { github, octocat, repository, app, main, redis, start, secret: (env as Readonly<Record<string, string>>)['WEBHOOK_SECRET'] ?? '' }
}

async function three() {
  const { github, octocat, repository, app, main, redis, start, secret } = await fleet('10s')
  const bots = await Promise.all([start(), start(), start()])
  const pulls: number[] = []
  for (const branch of branches) {
    await repository.push(branch, { 'README.md': `# ${branch}\n` }, { by: octocat, parent: main })
    pulls.push((await repository.openPull({ title: branch, head: branch, base: 'main', by: octocat })).number)
  }

  const comments: { readonly number: number; readonly comment: Comment }[] = []
  /** Comments on every pull request, each delivered to another bot. */
  const comment = async (text: string, to: readonly (BotProcess | undefined)[] = bots) => {
    for (const [index, number] of pulls.entries()) {
      const bot = to[index % to.length]
      if (bot) app.listen({ url: `${bot.url}/api/github/webhooks`, secret })
      comments.push({ number, comment: await repository.comment(number, octocat, text) })
    }
  }
  return { github, repository, redis, bots, start, comment, comments }
}

const isOver = ({ comment }: { readonly comment: Comment }) => comment.reactions.some(({ content }) => /rocket|-1/.test(content))

describe.skipIf(isWithoutServer)('three bots on one Redis', () => {
  it('do each command once, though one is killed, one is frozen, and Redis is away', async () => {
    const { github, repository, redis, bots, start, comment, comments } = await three()
    const [first, second, third] = bots
    const [accept = '', error = '', nothing = '', success = '', again = ''] = commands

    // One is killed before its commit is answered.
    let killed: Promise<unknown> = Promise.resolve()
    github.before('createCommitOnBranch', () => {
      killed = first.end('SIGKILL')
      return killed
    })
    await comment(accept)
    await github.webhooks.settled()
    await github.until(() => (comments.every(isOver) ? true : undefined))
    await killed
    expect(first.child.signalCode).toBe('SIGKILL')

    // One is frozen while it works, for twice the time that a lane is its own.
    const frozen = new Promise<void>((resolve) => {
      github.before('createCommitOnBranch', () => {
        second.child.kill('SIGSTOP')
        resolve()
      })
    })
    await comment(error, [third])
    await frozen
    await pause(2 * times.lock)
    second.child.kill('SIGCONT')
    await github.until(() => (comments.every(isOver) ? true : undefined))

    // Redis is away: what is delivered meanwhile is refused, and asked for again.
    await comment(nothing, [second, third])
    await redis.kill()
    await comment(success, [second, third])
    await github.webhooks.settled()
    await redis.start()
    const fourth = await start()
    await comment(again, [second, third, fourth])
    await github.until(() => (comments.every(isOver) ? true : undefined))
    await github.until(async () => {
      const tips = await Promise.all(branches.map((branch) => repository.tip(branch)))
      return tips.every((tip) => repository.checksOn(tip ?? '').some(({ status }) => status === 'completed')) ? true : undefined
    })

    for (const branch of branches) {
      const all = await repository.commits(branch)
      const keys = all.flatMap(({ message }) => handledCommandsIn(message).map(({ key }) => key))
      expect(new Set(keys).size).toBe(keys.length)
      for (const { sha } of all) expect(repository.checksOn(sha).length).toBeLessThanOrEqual(1)
    }
    for (const {
      number,
      comment: { id, reactions, body },
    } of comments) {
      const answers = repository
        .commentsOn(number)
        .filter((each) => each.body.startsWith('<!-- baton:') && each.body.includes(` ${id} -->`))
      expect(answers.length).toBeLessThanOrEqual(1)
      expect(reactions.filter(({ content }) => content !== 'eyes').length).toBe(1)
      if (body === nothing) expect(reactions.map(({ content }) => content)).toContain('-1')
    }
  })

  /** One bot, and a pull request. */
  const one = async (sweep: string) => {
    const all = await fleet(sweep)
    const { octocat, repository, main, start } = all
    const bot = await start()
    await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent: main })
    const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
    await bot.until(({ task, outcome }) => task === 'check' && outcome === 'success')
    const comment = async () => ({ comment: await repository.comment(number, octocat, '/accept TinyGain') })
    return { ...all, bot, comment }
  }

  it('lose nothing that was answered with 202 where the one that took it is killed', async () => {
    const { github, bot, start, comment } = await one('off')
    // It is killed before anything of the comment shows on GitHub: only Redis has it.
    github.before('addReaction', () => bot.end('SIGKILL'))
    const said = await comment()
    await github.webhooks.settled()
    expect(bot.child.signalCode ?? 'SIGKILL').toBe('SIGKILL')
    await start()
    await github.until(() => (isOver(said) ? true : undefined))
    expect(said.comment.reactions.map(({ content }) => content).toSorted()).toEqual(['eyes', 'rocket'])
  })
})
