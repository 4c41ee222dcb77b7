import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { handoffPath, inRegistry, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { dist, environmentOf, listening } from '../entry/bot/process.ts'
import { project, scratch } from '../entry/programs.ts'
import { read } from '../entry/workflow-parser.ts'
import { startGitHub } from '../github/server.ts'
import type { Permissions } from '../github/state/apps.ts'
import { partsOf, textOf } from './pages.ts'

// Every test starts processes, which takes a while on a busy machine.
const places = scratch()
afterAll(places.remove)
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const broken = inRegistry(sample, ['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 0 |'])[registryPath] ?? ''

/** Ends a process and all that it has started, as far as they still run. */
function endGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A repository whose pull request has one mistake in it. */
async function start() {
  const github = await startGitHub()
  ends.push(() => github.close())
  const octocat = github.user('octocat')
  const repository = await github.repository('octocat', 'plugins')
  repository.collaborator(octocat, 'admin')
  const base = await repository.push('main', sample, { by: octocat })
  const propose = async () => {
    const head = await repository.push('work', { [registryPath]: broken }, { by: octocat, parent: base })
    return {
      head,
      number: (await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })).number,
    }
  }
  return { github, octocat, repository, base, propose }
}

describe('the bot, by its page', () => {
  const page = 'docs/operating.md'
  const command =
    partsOf(textOf(page))
      .blocks.find(({ text }) => text.trim().startsWith('APP_ID='))
      ?.text.trim() ?? ''

  it('is an app as its manifest says, started as printed: healthy, and does what a comment asks for', async () => {
    const { github, octocat, repository, propose } = await start()
    const manifest = read(textOf('app.yml')) as { default_permissions: Permissions; default_events: readonly string[] }
    const app = github.app({
      slug: 'baton',
      owner: 'octocat',
      permissions: manifest.default_permissions,
      events: manifest.default_events,
    })
    await app.install(repository)

    const clone = places.folder()
    cpSync(join(project, 'package.json'), join(clone, 'package.json'))
    symlinkSync(dist, join(clone, 'dist'))
    expect(command).toMatch(/^APP_ID=12 PRIVATE_KEY_PATH=key\.pem WEBHOOK_SECRET=… node .*dist\/bot\.js$/)

    // Where GitHub is, and the bot's own address; all else is what the page says.
    const { APP_ID: id, PRIVATE_KEY: key, WEBHOOK_SECRET: word, ...there } = environmentOf(github, app)
    const env = { ...there, PATH: `${dirname(process.execPath)}:${there['PATH']}` }
    writeFileSync(join(clone, 'key.pem'), key ?? '')
    const line = command.replace('APP_ID=12', `APP_ID=${id}`).replace('…', `'${word}'`)
    const child = spawn('sh', ['-c', `${line} & echo $! > bot.pid; wait`], {
      cwd: clone,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    ends.push(() => {
      endGroup(child)
    })
    const bot = await listening(child, app)
    expect((await fetch(`${bot.url}/healthz`)).status).toBe(200)
    const answer = await (await fetch(`${bot.url}/api/github/webhooks`, { method: 'POST' })).text()
    expect(textOf(page)).toContain(
      `curl --request POST https://baton.example.com/api/github/webhooks\` prints \`${answer.trim()}\``,
    )

    const { number, head } = await propose()
    await bot.until(({ task, outcome }) => task === 'check' && outcome === 'failure')
    expect(repository.checksOn(head)).toMatchObject([{ name: 'baton', conclusion: 'failure' }])
    await repository.comment(number, octocat, '/sync TinyGain\n/accept TinyGain')
    await bot.until(({ task, outcome }) => task === 'handle' && outcome === 'changed')
    expect(await repository.read('work', handoffPath)).toContain('status: in_progress')

    const comments = repository.commentsOn(number).length
    await repository.comment(number, octocat, '/baton help')
    await github.until(() => (repository.commentsOn(number).length > comments + 1 ? true : undefined))

    // What a signal to that process ends is the bot: it leaves the port to the next one.
    const ended = once(child, 'exit')
    process.kill(Number(readFileSync(join(clone, 'bot.pid'), 'utf8')), 'SIGTERM')
    await ended
    await expect(fetch(`${bot.url}/livez`)).rejects.toThrow('fetch failed')
  })
})
