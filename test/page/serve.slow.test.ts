import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { delimiter, join } from 'node:path'
import { renderLive } from 'baton:page'
import { afterAll, describe, expect, it } from 'vitest'
import { unpack, type PackedData } from '../../src/page/data.ts'
import type { PageModel } from '../../src/page/model.ts'
import { contractPath, handoffPath, inProgressSample, sample } from '../../src/protocols/plugin/examples.ts'
import { cli, environment, run, scratch, start, write } from '../entry/programs.ts'
import { waitLimit } from '../hang.ts'
import { executable, launch } from './browser.ts'
import { someModel } from './sample.ts'

const places = scratch()
afterAll(places.remove)

const git = (folder: string, ...words: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=octocat', '-c', 'user.email=octocat@example.com', ...words], {
    cwd: folder,
    env: environment(),
    stdio: 'pipe',
  })

function clone(): string {
  const folder = places.folder(sample)
  git(folder, 'init', '--quiet', '--initial-branch', 'main')
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message', 'One plugin')
  return folder
}

/** `baton board --serve` on a folder. */
async function serving(root: string, env: Readonly<Record<string, string>> = {}, ...args: readonly string[]) {
  const child = start(cli, ['board', '--serve', '--root', root, ...args], { env })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [first] = (await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), once(child, 'close')])) as [
    string | number | null,
  ]
  const address = String(first).trim()
  if (!address.startsWith('http://127.0.0.1:')) throw new Error(`It is not there: ${errors}`)
  while (!errors.includes('Watching')) await once(child.stderr, 'data')
  return {
    address,
    errors: () => errors,
    async end() {
      child.kill('SIGINT')
      return ((await once(child, 'close')) as [null, NodeJS.Signals | null])[1]
    },
  }
}

/** A request whose parts are all as they are given. */
const ask = (address: string, path: string, options: { readonly method?: string; readonly host?: string } = {}) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const { method = 'GET', host } = options
    const { hostname, port } = new URL(address)
    request({ hostname, port, path, method, ...(host !== undefined && { headers: { host } }) }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }))
    })
      .on('error', reject)
      .end()
  })

const statesOf = (text: string) =>
  (unpack(JSON.parse(text) as PackedData) as PageModel).board.targets.map(({ state }) => state)

/** The events of the server, one at a time. */
async function* eventsOf(address: string): AsyncGenerator<string> {
  const { body } = await fetch(`${address}events`)
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      yield text.slice(0, end)
      text = text.slice(end + 2)
    }
  }
}

describe('baton board --serve', () => {
  it('serves the page, its model and its events to this machine alone, and ends when it is interrupted', async () => {
    const root = clone()
    const { address, errors, end } = await serving(root)
    expect(errors()).toBe(`Watching ${root}, shown at ${address}. Ctrl-C ends it.\n`)
    const page = await ask(address, '/')
    expect(page.status).toBe(200)
    expect(page.text).toContain('<h1 class="news">1 with the orchestrator</h1>')
    const { policy } = renderLive(someModel)
    expect(page.headers).toMatchObject({
      'content-security-policy': `${policy}; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(page.headers).not.toHaveProperty('access-control-allow-origin')
    expect(statesOf((await ask(address, '/model.json')).text)).toEqual(['stage 2 complete'])
    const { port } = new URL(address)
    const statuses = await Promise.all([
      ask(address, '/', { method: 'HEAD' }),
      ask(address, '/', { host: `localhost:${port}` }),
      ask(address, '/', { method: 'POST' }),
      ask(address, '/../package.json'),
      ask(address, '/', { host: 'example.com' }),
      ask(address, '/events', { host: `example.com:${port}` }),
      ask(address, '/', { host: '127.0.0.1' }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 405, 404, 421, 421, 421])
    expect(statuses[2]?.headers).toMatchObject({ allow: 'GET, HEAD' })
    const events = await fetch(new URL('/events', address))
    expect(events.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    await events.body?.cancel()
    expect(statuses[0]?.text).toBe('')
    expect(await end()).toBe('SIGINT')
  })

  it('serves the lanes that are named, and no port that is taken', async () => {
    const root = clone()
    const { address, end } = await serving(root, {}, '--mine')
    expect(statesOf((await ask(address, '/model.json')).text)).toEqual([])
    const { port } = new URL(address)
    const { code, stderr } = await run(cli, ['board', '--serve', '--root', root, '--port', port])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`Unexpected --port ${port}, expected a port that is free`),
    })
    expect(await end()).toBe('SIGINT')
  })

  it('tells of a change that comes while the first board is made', async () => {
    const root = clone()
    // Git answers only when the file has changed: by then, the board has read it.
    const bin = places.folder({
      git: `#!/bin/sh\nPATH=\${PATH#*:}\ncase "$*" in *rev-list*) touch "$0.asked"; while [ ! -e "$0.go" ]; do sleep 0.02; done;; esac\nexec git "$@"\n`,
    })
    chmodSync(join(bin, 'git'), 0o755)
    const child = start(cli, ['board', '--serve', '--root', root], {
      env: { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
    })
    await expect.poll(() => existsSync(join(bin, 'git.asked')), { timeout: waitLimit }).toBe(true)
    write(root, inProgressSample)
    write(bin, { 'git.go': '' })
    const [first] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    await expect
      .poll(async () => statesOf((await ask(first.trim(), '/model.json')).text), { timeout: waitLimit })
      .toEqual(['stage 3 in_progress'])
    child.kill('SIGINT')
  })

  it('tells of every change of a file, of another commit, and why there is no newer board', async () => {
    const root = clone()
    const { address, end } = await serving(root)
    const events = eventsOf(address)
    const next = async () => (await events.next()).value as string
    const upTo = async (text: string) => {
      for (let event = await next(); !event.includes(text); event = await next());
      return (await ask(address, '/model.json')).text
    }
    expect(await next()).toBe('event: model\ndata: 1')
    write(root, inProgressSample)
    expect(statesOf(await upTo('event: model'))).toEqual(['stage 3 in_progress'])
    git(root, 'commit', '--quiet', '--all', '--message', 'Begin')
    const model = async () => unpack(JSON.parse(await upTo('event: model')) as PackedData) as PageModel
    let last = await model()
    while (last.history?.commits !== 2) last = await model()
    expect(last.history.targets[0]?.segments.map(({ state }) => state)).toEqual([
      'stage 2 complete',
      'stage 3 in_progress',
    ])
    write(root, { '.github/baton.yml': 'version: [\n' })
    expect(statesOf(await upTo('event: failed'))).toEqual(['stage 3 in_progress'])
    expect(await end()).toBe('SIGINT')
  })

  it('reads of git, after a change of a file, no more than whether the commit and what is committed are the same, and what is unmerged', async () => {
    const root = clone()
    // A repair is looked for in the past of this file.
    write(root, { [contractPath('creative_brief')]: 'Another one.\n' })
    const bin = places.folder({ git: `#!/bin/sh\necho "$*" >> "$0.log"\nPATH=\${PATH#*:} exec git "$@"\n` })
    chmodSync(join(bin, 'git'), 0o755)
    const { address, end } = await serving(root, { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` })
    const log = join(bin, 'git.log')
    const commands = () => Array.from(readFileSync(log, 'utf8').matchAll(/ -C \S+ (\S+)/g), ([, command]) => command)
    expect(commands()).toContain('rev-list')
    writeFileSync(log, '')
    const events = eventsOf(address)
    await events.next()
    write(root, { [handoffPath]: String(inProgressSample[handoffPath]) })
    await events.next()
    expect(statesOf((await ask(address, '/model.json')).text)).toEqual(['stage 3 in_progress'])
    expect(commands().toSorted()).toEqual(['ls-files', 'ls-files', 'ls-tree', 'rev-parse', 'symbolic-ref'])
    expect(await end()).toBe('SIGINT')
  })

  it.runIf(executable !== undefined)(
    'changes a card in the browser, which keeps the focus, and says when it is not live any more',
    async () => {
      const root = clone()
      const { address, end } = await serving(root)
      const browser = await launch()
      const page = await browser.newPage()
      const wrong: string[] = []
      page.on('pageerror', (error) => wrong.push(String(error)))
      page.on('console', (message) => wrong.push(message.text()))
      await page.goto(address)
      await page.locator('article h3 a').focus()
      write(root, inProgressSample)
      await page.locator('.lane-agent article', { hasText: 'stage 3 in_progress' }).waitFor()
      expect(await page.locator('article.changed').count()).toBe(1)
      expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset['target'])).toBe(
        'plugin:TinyGain',
      )
      expect(await page.locator('.aside').textContent()).toBe('Changed: TinyGain stage 3 in_progress')
      await page.getByRole('searchbox').fill('tiny')
      write(root, { [handoffPath]: String(sample[handoffPath]) })
      await page.locator('.lane-ready article', { hasText: 'stage 2 complete' }).waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('tiny')
      expect(wrong).toEqual([])
      expect(await end()).toBe('SIGINT')
      await page.getByRole('alert').filter({ hasText: 'Not live since' }).waitFor()
      await browser.close()
    },
  )
})
