import { Octokit } from '@octokit/core'
import { expect, it, vi } from 'vitest'
import { contentPace } from '../../../src/app/deliveries/pace.ts'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { RetryLater } from '../../../src/core/lanes.ts'
import { countRequests } from '../../../src/entry/bot/metrics/github.ts'
import { noMeter, type Meter } from '../../../src/entry/bot/metrics/meter.ts'
import { sessions } from '../../../src/entry/bot/sessions.ts'
import { noteWaits } from '../../../src/entry/bot/waits.ts'

const now = Math.floor(Date.now() / 1000)
const limited = { data: null, errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] }
const secondary = { errors: [{ message: 'You have exceeded a secondary rate limit.' }] }

it.each([
  ['a secondary limit with its time', 403, { 'retry-after': '30' }, { message: 'Slow down' }, now + 30, 'secondary'],
  ['one without', 403, {}, { message: 'You have exceeded a secondary rate limit.' }, now + 60, 'secondary'],
  [
    'the limit of an hour',
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now + 900) },
    {},
    now + 900,
    'primary',
  ],
  [
    'a query that is refused',
    200,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now + 900) },
    limited,
    now + 900,
    'primary',
  ],
  ['a query that came too quickly', 200, {}, secondary, now + 60, 'secondary'],
  [
    'a permission that is missing',
    403,
    { 'x-ratelimit-remaining': '7' },
    { message: 'Resource not accessible by integration' },
    undefined,
    undefined,
  ],
  ['an error', 502, {}, {}, undefined, undefined],
  [
    'another error of a query',
    200,
    {},
    { errors: [{ type: 'NOT_FOUND', message: 'There is none' }] },
    undefined,
    undefined,
  ],
  [
    'an answer',
    200,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now + 900) },
    [],
    undefined,
    undefined,
  ],
])('of %s it is noted how long to wait, and counted', async (_, status, headers, body, until, limit) => {
  const fetch = () =>
    Promise.resolve(
      new Response(JSON.stringify(body), { status, headers: { ...headers, 'content-type': 'application/json' } }),
    )
  const octokit = new Octokit({
    request: { fetch },
    log: { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() },
  })
  const wait = vi.fn<(until: number) => Promise<void>>().mockRejectedValue(new Error('Redis is away'))
  noteWaits(octokit, wait)
  const count = vi.fn<Meter['count']>()
  countRequests(octokit, { ...noMeter, count })
  await octokit.request('GET /zen').catch(() => undefined)
  const noted = wait.mock.calls.map(([at]) => at / 1000)
  expect(noted.length).toBe(until === undefined ? 0 : 1)
  if (until !== undefined) expect(Math.abs((noted[0] ?? 0) - until)).toBeLessThan(30)
  const waits = count.mock.calls.filter(([name]) => name === 'github_waits_total')
  expect(waits).toEqual(limit === undefined ? [] : [['github_waits_total', { limit }]])
})

it('nothing is opened for an installation that has to wait', async () => {
  const notes = memoryNotes(Date.now)
  const until = Date.now() + 60_000
  await notes.put('hold', '7', String(until), 60)
  const open = sessions({} as never, { login: 'baton[bot]' }, {
    notes,
    replica: { boot: 'a' },
    meter: { before: () => undefined },
  } as never)
  const opened = open({ installation: 7, id: 1, owner: 'octocat', repo: 'plugins' }, {} as never)
  await expect(opened).rejects.toThrow(RetryLater)
  await expect(opened).rejects.toMatchObject({ until })
})

it('nothing is opened for an installation in which no more may be created, which is counted, and said once', async () => {
  const content = contentPace(memoryNotes(Date.now), Date.now)
  await content.take(7, 60, { name: 'other', since: 1 })
  const count = vi.fn<(...words: readonly unknown[]) => void>()
  const warn = vi.fn<(fields: object, sentence: string) => void>()
  const open = sessions({} as never, { login: 'baton[bot]' }, {
    notes: memoryNotes(Date.now),
    replica: { boot: 'a' },
    content,
    meter: { before: () => undefined, count },
    log: { warn },
  } as never)
  for (const repo of ['plugins', 'tools'])
    await expect(
      open({ installation: 7, id: 1, owner: 'octocat', repo }, { waiter: { name: repo, since: 1 } } as never),
    ).rejects.toThrow(RetryLater)
  expect(count.mock.calls).toEqual(Array.from({ length: 2 }, () => ['github_waits_total', { limit: 'content' }]))
  expect(warn.mock.calls).toEqual([
    [
      { installation: 7, repository: 'octocat/plugins' },
      expect.stringMatching(/^No more comments, issues and check runs are created in this installation for \d\d s\.$/),
    ],
  ])
})

it('nothing is opened while GitHub accepts no key: it waits, and is not failed', async () => {
  const open = sessions({} as never, { login: 'baton[bot]' }, {
    notes: memoryNotes(Date.now),
    replica: { boot: 'a' },
    meter: { before: () => undefined },
    trouble: () => 'github: GET /app failed',
  } as never)
  await expect(open({ installation: 7, id: 1, owner: 'octocat', repo: 'plugins' }, {} as never)).rejects.toThrow(
    RetryLater,
  )
})
