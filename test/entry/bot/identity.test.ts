import { Octokit } from '@octokit/core'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { events, permissions } from '../../../demo/manifest.ts'
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
async function asking(extraEnv: Readonly<Record<string, string>> = {}, changed: Partial<Parameters<GitHub['app']>[0]> = {}) {
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
  expect(lines.filter(({ level }) => level === 'warn').map(({ status, msg }) => `${String(status)} ${String(msg)}`)).toEqual([
    '503 GitHub answered 503 to GET /api/v3/app. It is asked again.',
    '503 GitHub answered 503 to GET /api/v3/app. It is asked again.',
  ])
})

it('GitHub is not asked for ever', async () => {
  const { github, pause, ask } = await asking()
  github.faults.plan({ kind: 'status', status: 503 }, { operation: 'GET /app', times: 99 })
  await expect(ask()).rejects.toMatchObject({ status: 503 })
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
  const { lines, ask } = await asking({}, { permissions: { ...others, merge_queues: 'write' }, events: [...events, 'issues'] })
  await ask()
  expect(lines).toEqual([])
})

it.each([
  ['checks=read', 'checks=write'],
  ['issues=read; pull_requests=read, pages=read', 'issues=write; pull_requests=write, pages=read'],
])('a refusal for the lack of %s names the level that the App needs', async (accepted, needed) => {
  const fetch = () => Promise.resolve(new Response('{}', { status: 403, headers: { 'x-accepted-github-permissions': accepted } }))
  const octokit = new Octokit({ request: { fetch } })
  nameNeededLevels(octokit)
  await expect(octokit.request('GET /repos/octocat/plugins')).rejects.toMatchObject({
    response: { headers: { 'x-accepted-github-permissions': needed } },
  })
})

it('a server that is none of GitHub is named', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 4\r\nconnection: close\r\n\r\n<p/>'))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const { ask } = await asking({ GHE_HOST: host })
  await expect(ask()).rejects.toThrow(ConfigurationError)
  await expect(ask()).rejects.toThrow(`${host} does not answer like GitHub`)
})
