import { spawn } from 'node:child_process'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { events, permissions } from '../../../demo/manifest.ts'
import { startGitHub } from '../../github/server.ts'
import { dist, environmentOf, secret, startBot } from './process.ts'
import { installedApp } from './installed.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const password = 'hunter2hunter2'
const redis = `redis://default:${password}@10.0.0.1:6379`

/** What people say, none of which belongs into a log. */
const words = 'Zwetschgenknoedel'

async function started(extraEnv: Readonly<Record<string, string>> = {}) {
  const { github, octocat, repository, app, main } = await installedApp()
  ends.push(() => github.close())
  const bot = await startBot(github, app, {
    LOG_LEVEL: 'trace',
    WEBHOOK_SECRET_PREVIOUS: `${secret} of old`,
    ...extraEnv,
  })
  ends.push(() => bot.end('SIGKILL'))
  await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent: main })
  const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
  await bot.until(({ task }) => task === 'check')
  return { github, octocat, repository, app, bot, number }
}

const sign = (body: string, key = secret) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`

describe('what the bot prints', () => {
  it('never holds a comment, a signature, a token, a key or a password, whatever goes wrong and however verbose it is', async () => {
    const { github, octocat, repository, bot, number, app } = await started()
    const isDone = (id: number) => bot.until(({ comment, outcome }) => comment === id && outcome !== 'failed')

    // Commands that are carried out, refused, misspelt, and not for us.
    for (const stderr of [
      `${words}\n\n/accept TinyGain`,
      `/accept ${words}`,
      `/handback TinyGain error ${words}`,
      `/status TinyGain`,
    ])
      await isDone((await repository.comment(number, octocat, stderr)).id)
    await repository.comment(number, octocat, `${words} to all of you`)

    // GitHub answers according to the request, or not at all.
    const faults = [
      { kind: 'refuse', field: 'createCommitOnBranch', type: 'FORBIDDEN', message: `Not ${words}, ${words}` },
      { kind: 'refuse', field: 'addComment', type: 'UNPROCESSABLE', message: `body: "${words}" is ${words}` },
    ] as const
    for (const [index, fault] of faults.entries()) {
      github.faults.plan(fault, { operation: fault.field, times: 9 })
      await isDone((await repository.comment(number, octocat, `/accept TinyGain ${words}${index}`)).id)
    }
    github.faults.plan({ kind: 'primary-limit' }, { operation: 'repository' })
    await repository.comment(number, octocat, `/validate ${words}`)
    await bot.until(({ msg }) => String(msg).includes('This is tried again'))

    // Deliveries that are refused, and one that makes no sense.
    const payload = app.app.deliveries.find(({ event }) => event === 'issue_comment')?.payload ?? ''
    expect(payload).toContain(words)
    const signatures = [sign(payload, 'another'), undefined, sign(`${payload} `), `sha256=${words}`]
    const send = (body: string, headers: Readonly<Record<string, string>>) =>
      fetch(`${bot.url}/api/github/webhooks`, {
        method: 'POST',
        headers: { 'x-github-event': 'issue_comment', 'x-github-delivery': '1-2', ...headers },
        body,
      })
    for (const signature of signatures)
      expect((await send(payload, signature === undefined ? {} : { 'x-hub-signature-256': signature })).status).toBe(
        401,
      )
    const cut = payload.slice(0, -1)
    expect((await send(cut, { 'x-hub-signature-256': sign(cut) })).status).toBe(400)
    expect((await send(payload, { 'x-hub-signature-256': sign(payload), 'x-github-event': words })).status).toBe(400)
    expect(
      (await send(payload, { 'x-hub-signature-256': sign(payload), 'x-github-delivery': `${words} ${words}` })).status,
    ).toBe(400)
    const odd = JSON.stringify({
      ...JSON.parse(payload),
      repository: { id: 1, name: `../${words}`, owner: { login: `${words} ` } },
    })
    expect((await send(odd, { 'x-hub-signature-256': sign(odd), 'x-github-event': 'push' })).status).toBe(200)

    expect(await bot.end()).toBe(0)
    const printed = bot.printed()
    expect(printed.match(/"msg":"delivery not accepted"/g)?.length).toBe(7)
    expect(printed).toContain('GitHub request')
    for (const hidden of [
      words,
      secret,
      password,
      'PRIVATE KEY',
      'sha256=',
      'Bearer',
      'authorization',
      app.privateKey.split('\n')[1] ?? '',
    ])
      expect(printed).not.toContain(hidden)
    expect(printed).not.toMatch(/ghs_|eyJ|token [\w.-]{8}/)
  })

  it('has its first line about itself, and each line of a job about where and what', async () => {
    const { bot, repository, octocat, number } = await started({ LOG_LEVEL: 'info' })
    const [first] = bot.lines
    expect(first).toMatchObject({
      msg: 'starting',
      version: '1.0.0',
      node: process.versions.node,
      queue: 'memory',
      replica: expect.stringMatching(/^.+\/[0-9a-f]{8}$/),
    })
    const { id } = await repository.comment(number, octocat, '/accept Nothing')
    const line = await bot.until(({ comment }) => comment === id)
    expect(line).toMatchObject({
      level: 'info',
      repository: 'octocat/plugins',
      installation: expect.any(Number),
      number,
      task: 'handle',
      outcome: 'refused',
      actor: 'octocat',
      code: 'PLUGIN_UNKNOWN',
      codes: ['PLUGIN_UNKNOWN'],
      batch: 1,
    })
    expect(line['requests']).toBeGreaterThan(0)
    expect(line['milliseconds']).toBeGreaterThanOrEqual(Number(line['waited']))
    expect(bot.lines.filter((logLine) => 'version' in logLine)).toEqual([first])
  })

  it('names only actors whose commands ran, and no one where the operator wants that', async () => {
    const { bot, repository, octocat, number, github } = await started({ LOG_LEVEL: 'info', BATON_LOG_ACTOR: 'off' })
    const { id } = await repository.comment(number, octocat, '/status')
    expect(await bot.until(({ comment }) => comment === id)).not.toHaveProperty('actor')
    expect(bot.printed()).not.toContain('"actor"')
    await bot.end()

    const verbose = await started({ LOG_LEVEL: 'info' })
    await verbose.repository.comment(verbose.number, verbose.github.user('stranger'), '/status')
    expect(await verbose.bot.until(({ task }) => task === 'handle')).toMatchObject({ outcome: 'ignored' })
    expect(verbose.bot.printed()).not.toContain('stranger')
    expect(github.log.length).toBeGreaterThan(0)
  })
})

describe('an unforeseen error', () => {
  it('ends the bot, and is reported without its message', async () => {
    // In two parts, since a frame names the program that it is in.
    const stderr = [words.slice(0, 5), words.slice(5)]
    const fault = `process.on('SIGUSR2', () => void Promise.reject(new TypeError(${JSON.stringify(stderr)}.join(''))))`
    const { bot } = await started({
      LOG_LEVEL: 'info',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    })
    expect(await bot.end('SIGUSR2')).toBe(70)
    expect(bot.lines.at(-1)).toMatchObject({ level: 'fatal', msg: 'A fault of Baton itself: TypeError.', fault: false })
    expect(bot.printed()).not.toContain(words)
  })
})

describe('a bot that cannot start', () => {
  const begin = async (extraEnv: Readonly<Record<string, string>>) => {
    const github = await startGitHub()
    ends.push(() => github.close())
    const app = github.app({ slug: 'baton', owner: 'octocat', permissions, events })
    const otherApp = github.app({ slug: 'other', owner: 'octocat', permissions, events })
    const env = {
      ...environmentOf(github, app),
      REDIS_URL: redis,
      ...(extraEnv['PRIVATE_KEY'] === 'other' ? { PRIVATE_KEY: otherApp.privateKey } : extraEnv),
    }
    const child = spawn(process.execPath, [join(dist, 'bot.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number]>,
    ])
    expect(out + stderr).not.toContain(password)
    return { code, stderr, app }
  }

  it.each([
    [
      'a key that is none',
      { PRIVATE_KEY: 'abc' },
      'PRIVATE_KEY is not a private key: it is 3 characters long and holds neither a PEM block nor one in base64.',
    ],
    ['the key of another App', { PRIVATE_KEY: 'other' }, 'it is the key of another App, or was deleted'],
    ['the number of no App', { APP_ID: '999999' }, 'it is the key of another App, or was deleted'],
    [
      'a public key',
      {
        PRIVATE_KEY: generateKeyPairSync('rsa', { modulusLength: 2048 })
          .publicKey.export({ type: 'spki', format: 'pem' })
          .toString(),
      },
      'PRIVATE_KEY is a public key',
    ],
    [
      'a GitHub without HTTPS',
      { GHE_PROTOCOL: 'https' },
      'does not speak HTTPS. Check the port in GHE_HOST, or set GHE_PROTOCOL=http.',
    ],
  ])('reports it: %s', async (_, extraEnv, why) => {
    const { code, stderr } = await begin(extraEnv)
    expect(stderr).toContain(why)
    expect(stderr).not.toMatch(/ {4}at |BEGIN/)
    expect(code).toBe(2)
  })
})
