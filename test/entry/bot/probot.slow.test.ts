import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSocket, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import express from 'express'
import { createNodeMiddleware, Probot } from 'probot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { events, permissions } from '../../../demo/manifest.ts'
import { makeRepository, mistakes, openPullRequest } from '../../../demo/pull-request.ts'
import baton from '../../../src/entry/probot.ts'
import type { OwnedApp } from '../../github/app.ts'
import { startGitHub, type GitHub } from '../../github/server.ts'
import { environmentOf, secret } from './process.ts'
import { atEnd, endAll } from './started.ts'

afterEach(async () => {
  await endAll()
  vi.unstubAllEnvs()
})

const root = join(import.meta.dirname, '../../..')
const path = '/api/github/webhooks'

/** A server that ends with the test, and its port. */
async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

/** A Probot as anybody makes one, with its retries and its throttling. */
const probotOf = (github: GitHub, app: OwnedApp) =>
  new Probot({ appId: app.id, privateKey: app.privateKey, secret, baseUrl: github.url, logLevel: 'fatal' })

/** Waits until a port takes connections. */
async function reachable(port: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { signal }).catch(() => undefined)
    signal.throwIfAborted()
    await answer?.arrayBuffer()
    if (answer) return
  }
}

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  await once(socket, 'close')
  return port
}

/** Each gives the address to which the App's deliveries go. */
const hosts: Readonly<Record<string, (github: GitHub, app: OwnedApp) => Promise<string>>> = {
  async 'probot.receive()'(github, app) {
    const probot = probotOf(github, app)
    await probot.load(baton)
    const port = await listening(
      createServer((request, response) => {
        void (async () => {
          const { 'x-github-delivery': id, 'x-github-event': name } = request.headers
          await probot.receive({ id: String(id), name, payload: await json(request) } as Parameters<
            Probot['receive']
          >[0])
          response.writeHead(202).end()
        })()
      }),
    )
    return `http://127.0.0.1:${port}${path}`
  },
  async 'createNodeMiddleware in an Express app'(github, app) {
    const middleware = await createNodeMiddleware(baton, { probot: probotOf(github, app) })
    const server = createServer(
      express()
        .use(middleware)
        .use((_, response) => void response.writeHead(404).end()),
    )
    return `http://127.0.0.1:${await listening(server)}${path}`
  },
  async 'probot run with the package'(github, app) {
    const folder = mkdtempSync(join(tmpdir(), 'probot-'))
    atEnd(() => {
      rmSync(folder, { recursive: true })
    })
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root, stdio: 'ignore' })
    execFileSync('tar', ['-xzf', join(folder, readdirSync(folder)[0] ?? ''), '-C', folder])
    const modules = join(folder, 'project/node_modules')
    mkdirSync(modules, { recursive: true })
    renameSync(join(folder, 'package'), join(modules, 'baton'))
    symlinkSync(join(root, 'node_modules/probot'), join(modules, 'probot'))
    const port = await freePort()
    const child = spawn(
      process.execPath,
      [join(modules, 'probot/bin/probot.js'), 'run', './node_modules/baton/dist/probot.js'],
      {
        cwd: join(folder, 'project'),
        env: { ...environmentOf(github, app), PORT: String(port), NODE_ENV: 'production' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const ended = new AbortController()
    const printed = Promise.all([buffer(child.stdout), buffer(child.stderr)])
    const exit = once(child, 'exit').then(async () =>
      ended.abort(new Error(`It has ended: ${(await printed).join('\n')}`)),
    )
    atEnd(() => {
      child.kill('SIGKILL')
      return exit
    })
    await reachable(port, ended.signal)
    return `http://127.0.0.1:${port}${path}`
  },
}

describe.each(Object.entries(hosts))('Baton as a Probot app: %s', (_, serve) => {
  it('checks a pull request, and carries out what comments ask for, once', async () => {
    vi.stubEnv('BATON_SWEEP', 'off')
    vi.stubEnv('BATON_AUDIT', 'off')
    const github = await startGitHub()
    atEnd(() => github.close())
    const octocat = github.user('octocat')
    const { repository, base } = await makeRepository(github, octocat)
    const app = github.app({ slug: 'baton', owner: 'example-org', permissions, events })
    await app.install(repository)
    app.listen({ url: await serve(github, app), secret })

    const { number, head } = await openPullRequest(repository, base, octocat)
    const [check] = await github.until(() => {
      const runs = repository.checksOn(head)
      return runs.some(({ status }) => status === 'completed') ? runs : undefined
    })
    expect(check?.conclusion).toBe('failure')
    for (const { finding } of mistakes) expect(JSON.stringify(check?.annotations)).toContain(finding)

    const texts = [
      mistakes.map(({ mend }) => mend).join('\n'),
      '/accept TinyGain',
      '/handback TinyGain success Gain is smoothed',
    ]
    for (const text of texts) {
      const { reactions } = await repository.comment(number, octocat, text)
      await github.until(() => reactions.find(({ content }) => content === 'rocket'))
    }
    const commits = String(await repository.git.git(['rev-list', `${head}..refs/heads/agents-were-busy`]))
      .trim()
      .split('\n')
    expect(commits).toHaveLength(texts.length)
    const [last = ''] = commits
    const [end] = await github.until(() => {
      const runs = repository.checksOn(last)
      return runs.some(({ status }) => status === 'completed') ? runs : undefined
    })
    expect(end?.conclusion).toBe('success')
  })
})
