import { Octokit } from '@octokit/core'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { events, permissions } from '../../../demo/manifest.ts'
import { Fault } from '../../../src/core/fault.ts'
import { nameNeededLevels } from '../../../src/entry/bot/app-permissions.ts'
import type { GitHub } from '../../github/server.ts'
import { connect } from '../../../src/entry/bot/connect.ts'
import { readBotEnvironment } from '../../../src/entry/bot/environment.ts'
import { identityOf } from '../../../src/entry/bot/identity.ts'
import { makeLog } from '../../../src/entry/bot/log.ts'
import { ConfigurationError } from '../../../src/entry/bot/configuration-error.ts'
import { clock } from '../../../src/entry/clock.ts'
import { installedApp } from './installed.ts'
import { environmentOf } from './process.ts'
import { atEnd, endAll } from './started.ts'

afterEach(endAll)

/** Asks for the App as a start does. */
async function asking(
  extraEnv: Readonly<Record<string, string>> = {},
  changed: Partial<Parameters<GitHub['app']>[0]> = {},
) {
  const { github } = await installedApp()
  const app = github.app({ slug: 'baton', owner: 'octocat', permissions, events, ...changed })
  atEnd(() => github.close())
  const pause = vi.spyOn(clock, 'pause').mockResolvedValue(undefined)
  atEnd(() => pause.mockRestore())
  const lines: Readonly<Record<string, unknown>>[] = []
  const { log, forLibraries } = makeLog({
    level: 'info',
    secrets: [],
    to: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
  })
  const environment = readBotEnvironment({ ...environmentOf(github, app), ...extraEnv })
  const probot = await connect(environment, forLibraries)
  return { github, app, lines, pause, ask: async () => identityOf(await probot.auth(), environment.appId, log) }
}

it('GitHub is asked again where it has a fault of its own, which the log says', async () => {
  const { github, app, lines, ask } = await asking()
  github.faults.plan({ kind: 'status', status: 503 }, { operation: 'GET /app', times: 2 })
  expect(await ask()).toMatchObject({ login: 'baton[bot]', app: app.id })
  const { host } = new URL(github.url)
  const message = `GitHub answered 503 to GET /api/v3/app. The fault is on the side of ${host}, or of a proxy in front of it. It is asked again.`
  expect(lines.map(({ level, status, msg }) => [level, status, msg])).toEqual([
    ['warn', 503, message],
    ['warn', 503, message],
  ])
})

it('GitHub is not asked for ever', async () => {
  const { github, pause, ask } = await asking()
  github.faults.plan({ kind: 'status', status: 503 }, { operation: 'GET /app', times: 99 })
  await expect(ask()).rejects.toThrow(/GitHub answered 503 .* on the side of 127/)
  expect(pause.mock.calls.reduce((sum, [milliseconds]) => sum + milliseconds, 0)).toBe(120_000)
})

it('an App that lacks permissions or events is a line of the log, which names them', async () => {
  const { merge_queues: _, ...others } = permissions
  const { lines, ask } = await asking(
    {},
    { permissions: { ...others, checks: 'read' }, events: events.filter((name) => name !== 'merge_group') },
  )
  await ask()
  expect(lines.filter(({ level }) => level === 'warn')).toEqual([
    expect.objectContaining({
      msg: 'The App lacks checks: write, merge_queues: read, the event merge_group.',
      hint: expect.stringContaining('on the page of the App, under Permissions & events') as unknown,
    }),
  ])
})

it('an App that has all it needs is none, with more than that, and without members', async () => {
  const { members: _, ...others } = permissions
  const { lines, ask } = await asking(
    {},
    { permissions: { ...others, merge_queues: 'write' }, events: [...events, 'issues'] },
  )
  await ask()
  expect(lines).toEqual([])
})

it.each([
  ['checks=read', 'checks=write'],
  ['issues=read; pull_requests=read, pages=read', 'issues=write; pull_requests=write, pages=read'],
])('a refusal for the lack of %s names the level that the App needs', async (accepted, needed) => {
  const fetch = () =>
    Promise.resolve(new Response('{}', { status: 403, headers: { 'x-accepted-github-permissions': accepted } }))
  const octokit = new Octokit({ request: { fetch } })
  nameNeededLevels(octokit)
  await expect(octokit.request('GET /repos/octocat/plugins')).rejects.toMatchObject({
    response: { headers: { 'x-accepted-github-permissions': needed } },
  })
})

/** A server on this machine, and its host. */
async function serverOn(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that gives one answer to all, by the lines of its head. */
const answering = (...head: readonly string[]) =>
  serverOn(
    createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () =>
        socket.end(`HTTP/1.1 ${head.join('\r\n')}\r\ncontent-length: 4\r\nconnection: close\r\n\r\n<p/>`),
      )
    }),
  )

it.each([
  [
    'reset',
    /^GitHub cannot be reached for GET \/api\/v3\/app: \w+\. Check that this machine can reach 127\.0\.0\.1:\d+\. .* It is asked again\.$/,
  ],
  [
    'cut',
    /^GitHub’s answer to GET \/app broke off\. The fault is on the side of 127\.0\.0\.1:\d+, .* It is asked again\.$/,
  ],
] as const)('GitHub is asked again where its answer is a %s', async (kind, message) => {
  const { github, app, lines, ask } = await asking()
  github.faults.plan({ kind }, { operation: 'GET /app', times: 2 })
  expect(await ask()).toMatchObject({ app: app.id })
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'warn'])
  for (const { msg } of lines) expect(msg).toMatch(message)
})

it.each([403, 429] as const)('GitHub is asked again where it takes no requests for now: %s', async (status) => {
  const { github, app, lines, ask } = await asking()
  github.faults.plan({ kind: 'secondary-limit', status, retryAfter: 1 }, { operation: 'GET /app' })
  expect(await ask()).toMatchObject({ app: app.id })
  expect(lines).toMatchObject([{ level: 'warn', status, msg: expect.stringContaining('takes no requests for now') }])
})

it('GitHub is asked again where the connection is refused, and not for ever', async () => {
  const closed = createServer()
  const host = await serverOn(closed)
  closed.close()
  const { lines, pause, ask } = await asking({ GHE_HOST: host })
  const message = `GitHub cannot be reached for GET /api/v3/app: ECONNREFUSED. Check that this machine can reach ${host}. Check GHE_HOST, and GHE_PROTOCOL, which is http: leave it out if the server speaks HTTPS. Behind a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.`
  await expect(ask()).rejects.toThrow(new Fault(message))
  expect(lines.map(({ msg }) => msg)).toEqual(Array.from({ length: 7 }, () => `${message} It is asked again.`))
  expect(pause.mock.calls.reduce((sum, [milliseconds]) => sum + milliseconds, 0)).toBe(120_000)
})

it.each<
  [
    what: string,
    server: (github: GitHub) => Promise<string> | string,
    env: Readonly<Record<string, string>>,
    found: string,
  ]
>([
  [
    'none of GitHub',
    () => answering('200 OK', 'content-type: text/html'),
    {},
    'does not answer like GitHub: there is no App in its answer',
  ],
  [
    'one that wants HTTPS',
    () => answering('400 Bad Request'),
    {},
    'does not answer like GitHub: it answered 400 to GET /app. Set GHE_HOST and GHE_PROTOCOL',
  ],
  [
    'one that sends on to another address',
    async (github) => answering('301 Moved', `location: ${github.url}/app`),
    {},
    'does not answer like GitHub: it sends GET /app on to http://127.0.0.1:',
  ],
  [
    'one without HTTPS',
    (github) => new URL(github.url).host,
    { GHE_PROTOCOL: 'https' },
    'does not speak HTTPS. Check the port in GHE_HOST, or set GHE_PROTOCOL=http.',
  ],
])('a server that is %s is named at once', async (_, server, env, found) => {
  const { github } = await installedApp()
  atEnd(() => github.close())
  const host = await server(github)
  const { ask, pause } = await asking({ GHE_HOST: host, ...env })
  await expect(ask()).rejects.toThrow(ConfigurationError)
  await expect(ask()).rejects.toThrow(`${host} ${found}`)
  expect(pause).not.toHaveBeenCalled()
})
