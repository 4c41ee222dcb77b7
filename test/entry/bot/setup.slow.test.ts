import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import { startGitHub } from '../../github/server.ts'
import { dist } from './process.ts'
import { browser, valueOf } from './setting-up.ts'
import { atEnd, endAll } from './started.ts'

afterEach(endAll)

const secrets = (text: string) => /PRIVATE KEY|LS0tLS1CRUdJTi|WEBHOOK_SECRET=/.test(text)

/** A folder, a stand-in for GitHub, and bots that are started in the folder. */
async function place() {
  const folder = mkdtempSync(join(tmpdir(), 'baton-setup-'))
  atEnd(() => {
    chmodSync(folder, 0o700)
    rmSync(folder, { recursive: true })
  })
  const github = await startGitHub()
  atEnd(() => github.close())
  const env = {
    PATH: process.env['PATH'] ?? '',
    GHE_HOST: new URL(github.url).host,
    GHE_PROTOCOL: 'http',
    PORT: '0',
    HOST: '127.0.0.1',
    BATON_SWEEP: 'off',
    BATON_AUDIT: 'off',
    NO_PROXY: '127.0.0.1',
  }
  const start = (...args: readonly string[]) => {
    const child = spawn(process.execPath, [join(dist, 'bot.js'), ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    const waiting = new Set<() => void>()
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        printed += piece.toString()
        for (const look of waiting) look()
      })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    atEnd(() => {
      child.kill('SIGKILL')
      return ended
    })
    /** Settles with what a pattern finds in what was printed. */
    const until = (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(printed)
          if (found) resolve(found)
        }
        void ended.then((code) => reject(new Error(`ended with ${code}: ${printed}`)))
        waiting.add(look)
        look()
      })
    return { child, ended, until, printed: () => printed }
  }
  return { folder, github, start }
}

/** Follows the steps on the page up to the answer of the last. */
async function registered({ until }: ReturnType<Awaited<ReturnType<typeof place>>['start']>) {
  const [, url = '', path = ''] = await until(/(http:\/\/127\.0\.0\.1:\d+)(\/probot\?word=\S+)/)
  const { get, post } = browser(url)
  await get(path)
  const confirm = await post('/probot', { name: 'baton-of-ours', organization: '', address: url })
  const manifest = valueOf(confirm.text, 'value')
  const answer = await fetch(valueOf(confirm.text, 'action'), {
    method: 'POST',
    body: new URLSearchParams({ manifest }),
    redirect: 'manual',
  })
  const back = new URL(answer.headers.get('location') ?? 'none:')
  return { url, get, post, done: await get(`${back.pathname}${back.search}`) }
}

describe('a bot that is set up', () => {
  it('goes on as the bot, handles a command, and starts again by its file', async () => {
    const { folder, github, start } = await place()
    const first = start('--setup')
    await first.until(/word=\S+/)
    const { url, done, get } = await registered(first)
    expect(done.text).toContain('baton-of-ours is registered')
    await first.until(/"msg":"listening"/)
    expect(await get('/readyz')).toMatchObject({ status: 200 })
    expect(await get('/probot')).toMatchObject({ status: 302, location: '/' })
    expect((await get('/')).text).toContain('/apps/baton-of-ours/installations/new')

    const [app] = github.made
    if (!app) throw new TypeError('No app was made')
    expect(app.app.webhook?.url).toBe(`${url}/api/github/webhooks`)
    const octocat = github.user('octocat')
    const repository = await github.repository('octocat', 'plugins')
    await app.install(repository)
    const main = await repository.push('main', sample, { by: octocat })
    await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent: main })
    const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
    const { id } = await repository.comment(number, octocat, '/status')
    await first.until(new RegExp(`"comment":${id}\\b`))
    expect(secrets(first.printed())).toBe(false)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = start()
    await second.until(/"msg":"listening"/)
    expect(readFileSync(join(folder, '.env'), 'utf8')).toContain(`APP_ID=${app.id}\n`)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  it('takes no deliveries before, and ends on a signal', async () => {
    const { start } = await place()
    const { child, ended, until } = start('--setup')
    const [, url = ''] = await until(/(http:\/\/127\.0\.0\.1:\d+)\/probot/)
    const { get, post } = browser(url)
    expect(await post('/api/github/webhooks', {})).toMatchObject({ status: 503 })
    expect(await get('/readyz')).toMatchObject({ status: 503, text: 'not set up\n' })
    expect(await get('/livez')).toMatchObject({ status: 200 })
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  // Root may write everywhere.
  it.skipIf(process.getuid?.() === 0)('waits for the download where nothing can be written', async () => {
    const { folder, start } = await place()
    chmodSync(folder, 0o500)
    const bot = start('--setup')
    const { done, post } = await registered(bot)
    expect(bot.printed()).not.toContain('listening')
    const file = await post('/probot/env', { word: valueOf(done.text, 'value') })
    expect(file.text).toMatch(/^APP_ID=\d+\nPRIVATE_KEY=/)
    await bot.until(/"msg":"listening"/)
    expect(secrets(bot.printed())).toBe(false)
    expect(existsSync(join(folder, '.env'))).toBe(false)
  })

  it('is left to its file by every start without --setup, and named where there is nothing', async () => {
    const { folder, start } = await place()
    const missing = start()
    expect(await missing.ended).toBe(2)
    expect(missing.printed()).toContain('--setup')
    writeFileSync(join(folder, '.env'), 'APP_ID=twelve\n')
    const wrong = start()
    expect(await wrong.ended).toBe(2)
    expect(wrong.printed()).toContain('Unexpected APP_ID of 6 characters')
  })
})
