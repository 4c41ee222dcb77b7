import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { contentPace } from '../../../src/app/deliveries/pace.ts'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { connect } from '../../../src/entry/bot/connect.ts'
import { readBotEnvironment } from '../../../src/entry/bot/environment.ts'
import { identityOf } from '../../../src/entry/bot/identity.ts'
import { watchKey } from '../../../src/entry/bot/key-watch.ts'
import { makeLog } from '../../../src/entry/bot/log.ts'
import { noMeter } from '../../../src/entry/bot/metrics/meter.ts'
import { sessions } from '../../../src/entry/bot/sessions.ts'
import { installedApp } from './installed.ts'
import { environmentOf } from './process.ts'
import { atEnd, endAll } from './started.ts'

afterEach(endAll)

const failing = 'github: GET /app failed'
const answerTo401 = () =>
  Promise.resolve(
    new Response('{"message":"A JSON web token could not be decoded"}', {
      status: 401,
      headers: { 'content-type': 'application/json' },
    }),
  )

const addressOf = (input: Parameters<typeof fetch>[0]) => (input instanceof Request ? input.url : input.toString())

/**
 * A bot's connection to GitHub, which refuses the key for the next answers to some addresses. @param every milliseconds
 * until it is asked again. @param accepted milliseconds for which it counts that it accepts the key
 */
async function connected(every = 5, accepted = 60_000) {
  const { github, app, repository } = await installedApp()
  atEnd(() => github.close())
  const refusals = { left: 0, pattern: /\/app\b/ }
  const realFetch = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const isRefused = refusals.left > 0 && refusals.pattern.test(addressOf(input))
    if (isRefused) refusals.left -= 1
    return isRefused ? answerTo401() : realFetch(input, init)
  })
  atEnd(() => spy.mockRestore())
  const lines: Readonly<Record<string, unknown>>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number])
  const { log, forLibraries } = makeLog({ level: 'info', secrets: [], to: { write } })
  const environment = readBotEnvironment(environmentOf(github, app))
  const key = watchKey(log, { every, accepted })
  const probot = await connect(environment, forLibraries, { fetch: key.fetch })
  const octokit = await probot.auth()
  const us = await identityOf(octokit, environment.appId)
  key.checkBy(() => octokit.request('GET /app'))
  const [{ id: installation } = { id: 0 }] = (await octokit.request('GET /app/installations')).data
  const notes = memoryNotes(Date.now)
  const open = sessions(probot, us, {
    notes,
    replica: { boot: 'a' },
    ignoredAuthors: () => ({}) as never,
    largeTrees: {} as never,
    content: contentPace(notes, Date.now),
    meter: noMeter,
    log,
  })
  /** What a batch does, with a token of its own. */
  const work = async () => {
    const at = { installation, id: 1, owner: repository.owner, repo: repository.repo }
    const session = await open(at, {
      waiter: { name: 'one', since: 1 },
      hold: () => Promise.resolve(),
      reserve: 'rest',
      aside: (pause) => pause,
    })
    return session.ports.host.role('octocat')
  }
  const asked = () => github.log.filter(({ operation }) => operation === 'GET /app').length
  return { key, refusals, work, asked, octokit, messages: () => lines.map(({ msg }) => msg) }
}

it('a key that is accepted costs no request', async () => {
  const { key, work, asked, octokit } = await connected()
  await work()
  await octokit.request('GET /app/hook/deliveries')
  key.refresh()
  expect([key.trouble(), asked()]).toEqual([undefined, 1])
})

it('a key that was deleted is known without any use of it, some time after it was accepted', async () => {
  const { key, refusals, asked } = await connected(5, 50)
  await pause(60)
  // However often it is looked at, GitHub is asked once in that time.
  for (let look = 0; look < 5; look++) key.refresh()
  await vi.waitFor(() => expect(asked()).toBe(2))
  await pause(60)
  expect([key.trouble(), asked()]).toEqual([undefined, 2])
  refusals.left = Infinity
  key.refresh()
  await vi.waitFor(() => expect(key.trouble()).toBe(failing))
  refusals.left = 0
  await vi.waitFor(() => expect(key.trouble()).toBe(undefined))
})

it('a single refusal of a key that nothing uses is a fault of GitHub’s, too', async () => {
  const { key, refusals } = await connected(5, 50)
  await pause(60)
  refusals.left = 1
  key.refresh()
  await pause(60)
  expect(key.trouble()).toBe(undefined)
})

it('a key that GitHub refuses for a token is known, until GitHub accepts it again', async () => {
  const { key, refusals, work, messages } = await connected()
  refusals.left = Infinity
  await expect(work()).rejects.toThrow('GitHub does not accept the private key of the App')
  await vi.waitFor(() => expect(key.trouble()).toBe(failing))
  refusals.left = 0
  await vi.waitFor(() => expect(key.trouble()).toBe(undefined))
  expect(messages()).toEqual([
    expect.stringContaining('GitHub does not accept the private key of the App') as unknown,
    'GitHub accepts the private key of the App again.',
  ])
})

it('a token that GitHub gives shows that the key is accepted', async () => {
  const { key, refusals, work, octokit } = await connected(60_000)
  refusals.left = Infinity
  await expect(octokit.request('GET /app/hook/deliveries')).rejects.toMatchObject({ status: 401 })
  await vi.waitFor(() => expect(key.trouble()).toBe(failing))
  refusals.left = 0
  await work()
  expect(key.trouble()).toBe(undefined)
})

it('a single refusal is a fault of GitHub’s', async () => {
  const { key, refusals, octokit, asked, messages } = await connected()
  refusals.left = 1
  await expect(octokit.request('GET /app/installations')).rejects.toMatchObject({ status: 401 })
  await vi.waitFor(() => expect(asked()).toBe(2))
  expect([key.trouble(), messages()]).toEqual([undefined, []])
})

it('a refusal of something that is not signed with the key says nothing of it', async () => {
  const { key, refusals, asked, octokit } = await connected()
  refusals.pattern = /\/repos\//
  refusals.left = 9
  const { baseUrl } = octokit.request.endpoint.DEFAULTS
  expect((await key.fetch(`${baseUrl}/repos/octocat/app/contents/app`)).status).toBe(401)
  expect([key.trouble(), asked()]).toEqual([undefined, 1])
})
