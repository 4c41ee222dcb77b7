import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { handledCommandsIn } from '../../../src/engine/commands/ledger.ts'
import { connectRedis } from '../../../src/gateways/redis/connection.ts'
import { isWithoutServer } from '../../gateways/redis/server.ts'
import { waitLimit } from '../../hang.ts'
import type { Comment } from '../../github/state/conversations.ts'
import { anHourAhead, fleet, times, withSource } from './fleet.ts'
import type { BotProcess } from './process.ts'
import { redisProxy } from '../../gateways/redis/proxy.ts'
import { atEnd, endAll } from './started.ts'

afterEach(endAll)

/** What a program is begun with that reads items of these forms, and writes the last. What it cannot read waits shorter. */
const ofVersions = (versions: readonly number[]) =>
  withSource(
    ['/redis/items.ts', 'const versions = [1]', `const versions = ${JSON.stringify(versions)}`],
    ['/redis/lanes.ts', 'const otherVersionWait = 30_000', 'const otherVersionWait = 300'],
  )

/** What is commented on each pull request, one after the other. */
const commands = [
  '/accept TinyGain',
  '/handback TinyGain error It broke',
  '/accept Nothing',
  '/handback TinyGain success',
  '/accept TinyGain',
]

const branches = ['one', 'two', 'three']

async function three() {
  const { github, octocat, repository, app, main, redis, start, faults, secret } = await fleet('10s')
  const proxy = await redisProxy(redis.url)
  atEnd(() => proxy.close())
  proxy.delay(5)
  const bots = await Promise.all([start({ REDIS_URL: proxy.url }), start(), start({ NODE_OPTIONS: anHourAhead })])
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
  return { github, repository, redis, bots, start, faults, comment, comments }
}

const isOver = ({ comment }: { readonly comment: Comment }) =>
  comment.reactions.some(({ content }) => /rocket|-1/.test(content))

describe.skipIf(isWithoutServer)('three bots on one Redis', () => {
  it('do each command once, though one is killed, one is frozen, one has another clock, one a slow Redis, and Redis is away', async () => {
    const { github, repository, redis, bots, start, faults, comment, comments } = await three()
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
      return tips.every((tip) => repository.checksOn(tip ?? '').some(({ status }) => status === 'completed'))
        ? true
        : undefined
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
        .filter((reply) => reply.body.startsWith('<!-- baton:') && reply.body.includes(` ${id} -->`))
      expect(answers.length).toBeLessThanOrEqual(1)
      expect(reactions.filter(({ content }) => content !== 'eyes').length).toBe(1)
      if (body === nothing) expect(reactions.map(({ content }) => content)).toContain('-1')
    }
    expect(faults()).toEqual([])
  })

  it('lose nothing where the one that took it is killed, where Redis is full, and where all of it is lost', async () => {
    const { github, octocat, repository, app, main, redis, start, faults, secret } = await fleet('1h')
    const first = await start()
    await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent: main })
    const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
    await first.until(({ task, outcome }) => task === 'check' && outcome === 'success')
    const comment = async (text: string) => ({ comment: await repository.comment(number, octocat, text) })
    const reactionsOf = ({ comment: { reactions } }: Awaited<ReturnType<typeof comment>>) =>
      reactions.map(({ content }) => content).toSorted()
    const until = (posting: Awaited<ReturnType<typeof comment>>) =>
      github.until(() => (isOver(posting) ? true : undefined))
    const client = await connectRedis(redis.url, app.id)
    atEnd(() => client.close())

    // It comes twice, and its bot is killed before anything of it shows on GitHub: only Redis has it.
    github.webhooks.plan('doubled', { event: 'issue_comment' })
    github.before('addReaction', () => first.end('SIGKILL'))
    const accepted = await comment('/accept TinyGain')
    await github.webhooks.settled()
    const second = await start()
    await until(accepted)
    expect(reactionsOf(accepted)).toEqual(['eyes', 'rocket'])
    // A merge of the base may have been taken over before it, in a lane of its own.
    expect(second.lines.find(({ lane }) => lane === `r${repository.id}#${number}`)).toMatchObject({
      level: 'info',
      replica: expect.stringMatching(/^.+\/[0-9a-f]{8}$/),
    })

    const ready = async () => (await fetch(`${second.url}/readyz`)).text()
    await client.commands.config('SET', 'maxmemory', '1')
    await vi.waitFor(async () => expect(await ready()).toBe('redis: full\n'), { timeout: waitLimit })
    expect(second.lines.find(({ msg }) => msg === 'Redis refuses writes')).toMatchObject({ reason: 'full' })
    const refused = await comment('/handback TinyGain error It broke')
    await github.webhooks.settled()
    expect(app.app.deliveries.at(-1)?.status).toBe(503)
    await client.commands.config('SET', 'maxmemory', '0')
    await until(refused)
    expect(await ready()).toBe('ready\n')
    expect(reactionsOf(refused)).toEqual(['eyes', 'rocket'])

    // All of it is lost when the commit is about to be made.
    let lostAt = Infinity
    github.before('createCommitOnBranch', async () => {
      await client.commands.flushall()
      lostAt = Date.now()
    })
    const lost = await comment('/accept TinyGain')
    await until(lost)
    expect(reactionsOf(lost)).toEqual(['eyes', 'rocket'])
    // The sweep after that must not find what is given next.
    await second.until(({ outcome, time }) => outcome === 'swept' && Number(time) > lostAt)

    // No process came to an end with an item that lies there.
    app.listen({ url: 'http://127.0.0.1:1', secret })
    const deadly = await comment('/handback TinyGain success')
    const { id, node, body: text, createdAt: at } = deadly.comment
    const written = { number, id, node, author: octocat.login, bot: false, text, at, late: false }
    const place = { installation: app.app.installations[0]?.id, id: repository.id, owner: 'octocat', repo: 'plugins' }
    const item = { at: place, task: { do: 'handle', comment: written }, delivery: 'deadly', came: Date.now() }
    const lane = `r${repository.id}#${number}`
    const { prefix, commands: redisOf } = client
    await redisOf.hset(`${prefix}:tries:lanes`, 'deadly/1', '5')
    await redisOf.rpush(
      `${prefix}:in:lanes:${encodeURIComponent(lane)}`,
      JSON.stringify({ v: 1, at: 1, id: 'deadly/1', item }),
    )
    await redisOf.zadd(`${prefix}:open:lanes`, '1', lane)
    await until(deadly)
    expect(reactionsOf(deadly)).toEqual(['-1'])
    expect(await second.until(({ outcome }) => outcome === 'abandoned')).toMatchObject({
      delivery: 'deadly',
      code: 'COMMAND_ABANDONED',
    })
    expect(second.lines.find(({ outcome }) => outcome === 'aside')).toMatchObject({
      delivery: 'deadly',
      task: 'handle',
      why: 'tries',
    })
    expect(
      repository.commentsOn(number).filter(({ body }) => body.startsWith(`<!-- baton: refusal ${id} -->`)).length,
    ).toBe(1)

    const keys = (await repository.commits('work')).flatMap(({ message }) =>
      handledCommandsIn(message).map(({ key }) => key),
    )
    expect(keys.length).toBe(3)
    expect(new Set(keys).size).toBe(3)
    for (const { sha } of await repository.commits('work'))
      expect(repository.checksOn(sha).length).toBeLessThanOrEqual(1)
    expect(faults()).toEqual([])
  })
})

describe.skipIf(isWithoutServer)('bots of two versions on one Redis', () => {
  it('leave items of a newer form to the newer one, which does those of the older form too', async () => {
    const { github, octocat, repository, app, main, redis, start, faults, secret } = await fleet('1h')
    const older = await start({ NODE_OPTIONS: ofVersions([1]) })
    const numbers: Record<string, number> = {}
    for (const branch of ['one', 'two']) {
      await repository.push(branch, { 'README.md': `# ${branch}\n` }, { by: octocat, parent: main })
      numbers[branch] = (await repository.openPull({ title: branch, head: branch, base: 'main', by: octocat })).number
      await older.until(({ task, number }) => task === 'resolve' && number === numbers[branch])
    }
    const comment = async (bot: BotProcess, branch: string, text: string) => {
      app.listen({ url: `${bot.url}/api/github/webhooks`, secret })
      const posting = { comment: await repository.comment(numbers[branch] ?? 0, octocat, text) }
      await github.webhooks.settled()
      return posting
    }
    const until = (posting: { readonly comment: Comment }) => github.until(() => (isOver(posting) ? true : undefined))
    const handledBy = ({ lines }: BotProcess) =>
      lines.filter(({ task }) => task === 'handle').map((line) => line['comment'])
    const client = await connectRedis(redis.url, app.id)
    atEnd(() => client.close())

    // It is killed before it asks GitHub for anything: its item is left.
    const killed = await start({ NODE_OPTIONS: ofVersions([1, 2]) })
    github.before('repository', () => killed.end('SIGKILL'))
    const newerItem = await comment(killed, 'one', '/accept TinyGain')
    await until(await comment(older, 'two', '/accept TinyGain'))
    await pause(2 * times.lock)
    const [list = '', ...extraLists] = await client.commands.keys(`${client.prefix}:in:lanes:*`)
    expect(extraLists).toEqual([])
    expect(await client.commands.lrange(list, 0, -1)).toEqual([expect.stringMatching(/^{"v":2,/)])
    expect(newerItem.comment.reactions).toEqual([])

    const newer = await start({ NODE_OPTIONS: ofVersions([1, 2]) })
    await until(newerItem)
    github.before('repository', () => older.end('SIGKILL'))
    const olderItem = await comment(older, 'two', '/handback TinyGain success')
    await until(olderItem)
    await vi.waitFor(() => expect(handledBy(newer)).toEqual([newerItem.comment.id, olderItem.comment.id]), {
      timeout: waitLimit,
    })
    for (const branch of ['one', 'two']) {
      const keys = (await repository.commits(branch)).flatMap(({ message }) =>
        handledCommandsIn(message).map(({ key }) => key),
      )
      expect(new Set(keys).size).toBe(keys.length)
    }
    expect(faults()).toEqual([])
  })
})
