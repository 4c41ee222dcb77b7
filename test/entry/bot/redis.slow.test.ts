import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort, isWithoutServer, startRedis } from '../../gateways/redis/server.ts'
import { dist, environmentOf } from './process.ts'
import { atEnd, endAll, reactionsOf, started } from './started.ts'

afterEach(endAll)

/** The files that a program loads at once. */
function loadedAtOnce(path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const [, importPath = ''] of readFileSync(path, 'utf8').matchAll(
    /\b(?:from|import) ?["'`](\.{1,2}\/[\w./-]+\.js)["'`]/g,
  ))
    loadedAtOnce(join(dirname(path), importPath), found)
  return found
}

it('without REDIS_URL, nothing of Redis is loaded', () => {
  const all = [...loadedAtOnce(join(dist, 'bot.js'))]
  expect(all.length).toBeGreaterThan(10)
  const isOfRedis = (path: string) =>
    /BullMQ|redisLanes|redisNotes|redisSchedule|connectRedis|laneItems|parseJob/.test(readFileSync(path, 'utf8'))
  expect(all.filter(isOfRedis)).toEqual([])
  expect(isOfRedis(join(dist, 'chunks/bullmq.js'))).toBe(true)
  expect(
    all.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/import\(`[^`]*redis-queue\.js`\)/g)]).length,
  ).toBe(1)
})

describe.skipIf(isWithoutServer)('a bot with REDIS_URL', () => {
  const withRedis = async (...settings: readonly string[]) => {
    const redis = await startRedis(...settings)
    atEnd(() => redis.close())
    return redis
  }

  it('does what is delivered, says where it waits, and prints no password', async () => {
    const { octocat, repository, bot: begin, pull } = await started()
    const redis = await withRedis('--requirepass', 'hunter2hunter2')
    const port = await freePort()
    const bot = await begin({
      REDIS_URL: redis.url.replace('//', '//:hunter2hunter2@'),
      LOG_LEVEL: 'trace',
      BATON_METRICS: String(port),
    })
    expect(bot.lines.find(({ msg }) => msg === 'starting')).toMatchObject({
      queue: 'redis',
      fingerprint: expect.stringMatching(/^SHA256:[\w+/]{43}=$/) as unknown,
    })
    expect(bot.lines.find(({ msg }) => msg === 'listening')).toMatchObject({ metrics: port })
    const comment = await repository.comment(await pull(), octocat, '/accept TinyGain')
    expect(await bot.until(({ task }) => task === 'handle')).toMatchObject({ outcome: 'changed' })
    expect(reactionsOf(comment)).toBe('eyes rocket')
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toMatch(/^baton_build_info\{version="[\d.]+",node="[\d.]+",queue="redis"\} 1$/m)
    expect(metrics).toMatch(/^baton_redis_up 1$/m)
    expect(metrics).toMatch(/^baton_redis_command_seconds_count [1-9]\d*$/m)
    for (const name of ['items_aside', 'lanes_taken_over_total', 'lanes_lost_total', 'lanes_mended_total'])
      expect(metrics).toMatch(new RegExp(`^baton_${name} 0$`, 'm'))
    expect((await fetch(`${bot.url}/metrics`)).status).toBe(404)
    expect(bot.printed()).not.toContain('hunter2')
    expect(await bot.end()).toBe(0)
    expect(bot.printed()).toContain('"stopped"')
    expect(bot.printed()).not.toContain('is cut off')
  })

  it('says once, as a line of the log, that the server needs no password', async () => {
    const { bot: begin } = await started()
    const { url } = await withRedis()
    const bot = await begin({ REDIS_URL: url.replace('//', '//:hunter2hunter2@') })
    await bot.end()
    const printedLines = bot
      .printed()
      .split('\n')
      .filter((line) => line.includes('require a password'))
    expect(printedLines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 'warn', msg: expect.stringMatching(/^This Redis server's/) }),
    ])
  })

  it('does not start where the server asks for a password, and does not print what it was given', async () => {
    const { github, app } = await started()
    const { url } = await withRedis('--requirepass', 'another one')
    const env = { ...environmentOf(github, app), REDIS_URL: url.replace('//', '//:hunter2hunter2@') }
    const child = spawn(process.execPath, [join(dist, 'bot.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number]>,
    ])
    expect(code).toBe(2)
    expect(errors).toMatch(/^Redis refuses the user or the password in REDIS_URL \(WRONGPASS\)\. Put .*\n$/)
    expect(out + errors).not.toContain('hunter2')
  })
})
