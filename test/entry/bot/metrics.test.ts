import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { events, permissions } from '../../../demo/manifest.ts'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import type { Notes } from '../../../src/core/lanes.ts'
import { cache, cacheFor } from '../../../src/gateways/github/requests/cache.ts'
import { countedCache, operationOf, rates } from '../../../src/entry/bot/metrics/github.ts'
import { labelOf, type Meter } from '../../../src/entry/bot/metrics/meter.ts'
import { acrossProcesses, metrics, type MetricName } from '../../../src/entry/bot/metrics/names.ts'
import { prometheus } from '../../../src/entry/bot/metrics/prometheus.ts'
import { lastSuccesses } from '../../../src/entry/bot/metrics/last-success.ts'
import { countedPlaces, measureContent, measureDepth } from '../../../src/entry/bot/metrics/queue.ts'
import { serveMetrics } from '../../../src/entry/bot/metrics/served-metrics.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import { startGitHub } from '../../github/server.ts'
import { botHere } from './here.ts'
import { atEnd, endAll } from './started.ts'

afterEach(endAll)

const build = { version: '1.2.3', node: '24.0.0', queue: 'memory' } as const
const names = Object.entries(metrics)
const openMetrics = 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5'

/** A meter that writes down what it takes. */
function noting() {
  const taken: (readonly unknown[])[] = []
  const measures: (() => void | Promise<void>)[] = []
  const note = (...args: readonly unknown[]) => void taken.push(args)
  const meter: Meter = { count: note, set: note, observe: note, before: (measure) => void measures.push(measure) }
  const measure = async () => {
    for (const callback of measures) await callback()
  }
  return { meter, taken, measure }
}

describe('the metrics', () => {
  it.each(names)(
    'have baton_%s, in /metrics with Redis and in docs/operating.md with its labels',
    async (name, { labels }) => {
      const { body } = await prometheus({ ...build, queue: 'redis' }).page({ headers: {} })
      expect(body).toMatch(new RegExp(`^# TYPE baton_${name} (?:counter|gauge|histogram)$`, 'm'))
      const rows = readFileSync('docs/operating.md', 'utf8').split('\n')
      const row = rows.find((line) => line.startsWith('| `') && line.split('|')[1]?.includes(`\`${name}\``))
      const [, , written = '', across = ''] = row?.split('|') ?? []
      expect(across.trim()).toBe(`\`${acrossProcesses(metrics[name as MetricName])}\``)
      expect(Array.from(written.matchAll(/`(\w+)`/g), ([, label]) => label)).toEqual(labels)
    },
  )

  it('have those of Redis only where Redis is used', async () => {
    const { body } = await prometheus(build).page({ headers: {} })
    const redis = names.filter(([, metric]) => 'redis' in metric).map(([name]) => name)
    expect(redis.length).toBe(6)
    expect(redis.filter((name) => body.includes(`baton_${name}`))).toEqual([])
    expect(body).toContain('process_resident_memory_bytes')
  })

  it.each([
    [undefined, 'text/plain; version=0.0.4; charset=utf-8', false],
    [openMetrics, 'application/openmetrics-text; version=1.0.0; charset=utf-8', true],
  ])('are in the format that %s asks for', async (accept, type, ends) => {
    const { meter, page } = prometheus(build)
    meter.count('refusals_total', { code: 'COMMENT_EDITED' }, 2)
    const { headers, body } = await page({ headers: accept === undefined ? {} : { accept } })
    expect(headers['content-type']).toBe(type)
    expect(body).toContain('baton_refusals_total{code="COMMENT_EDITED"} 2')
    expect(body).toContain('baton_build_info{version="1.2.3",node="24.0.0",queue="memory"} 1')
    expect(body.endsWith('# EOF\n')).toBe(ends)
  })

  it('have the same names in either format, whichever was asked for before', async () => {
    const { meter, page } = prometheus({ ...build, queue: 'redis' })
    const series = async (accept?: string) => {
      meter.count('refusals_total', { code: 'COMMENT_EDITED' })
      const { body } = await page({ headers: accept === undefined ? {} : { accept } })
      const lines = body.split('\n').filter((line) => line.startsWith('baton_') || line.startsWith('process_cpu_'))
      return {
        names: lines.map((line) => line.replace(/ \S+$/, '')),
        refused: lines.find((line) => line.includes('COMMENT_EDITED')),
      }
    }
    const plain = await series()
    const open = await series(openMetrics)
    expect(await series()).toEqual({ ...plain, refused: 'baton_refusals_total{code="COMMENT_EDITED"} 3' })
    expect(open).toEqual({ ...plain, refused: 'baton_refusals_total{code="COMMENT_EDITED"} 2' })
    expect(plain.names).toContain('baton_lanes_lost_total')
  })

  it('are shown where one of them cannot be measured', async () => {
    const { meter, page } = prometheus({ ...build, queue: 'redis' })
    meter.before(() => Promise.reject(new Error('Redis is away')))
    meter.before(() => {
      throw new Error('at once')
    })
    meter.before(() => meter.set('redis_up', {}, 0))
    meter.before(() => meter.set('items_aside', {}, 3))
    const { body } = await page({ headers: {} })
    expect(body).toMatch(/^baton_redis_up 0$/m)
    expect(body).toMatch(/^baton_items_aside 3$/m)
  })

  it('have no value where it is not known, at the start and later', async () => {
    const { meter, page } = prometheus({ ...build, queue: 'redis' })
    const unknown = [
      'sweep_success_timestamp_seconds',
      'audit_success_timestamp_seconds',
      'items_aside',
      'redis_up',
      'queue_items',
    ]
    const shown = async () => {
      const { body } = await page({ headers: {} })
      return unknown.filter((name) => new RegExp(`^baton_${name}[{ ]`, 'm').test(body))
    }
    expect(await shown()).toEqual([])
    let isAway = false
    const depth = () =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve({ lanes: 1, items: 2, oldest: 0 })
    measureDepth({ depth }, 'lanes', meter, () => 5000)
    const { body } = await page({ headers: {} })
    expect(body).toContain('baton_queue_items{queue="lanes"} 2')
    expect(body).toContain('baton_queue_oldest_seconds{queue="lanes"} 5')
    isAway = true
    expect(await shown()).toEqual([])
  })

  it('have the last success of all processes, which each of them shows, and the last one that is known while Redis is away', async () => {
    let time = 5_000_000
    const notes = memoryNotes(() => time)
    const processes = [1, 2].map(() => prometheus({ ...build, queue: 'redis' }))
    let isAway = false
    const get: Notes['get'] = (kind, keys) => (isAway ? Promise.reject(new Error('away')) : notes.get(kind, keys))
    const [succeeded] = processes.map(({ meter }) => lastSuccesses({ ...notes, get }, meter, () => time))
    const shown = async () => {
      const pages = await Promise.all(processes.map(({ page }) => page({ headers: {} })))
      return pages.map(({ body }) => /^baton_sweep_success_timestamp_seconds (\S+)$/m.exec(body)?.[1])
    }
    expect(await shown()).toEqual([undefined, undefined])
    await succeeded?.('sweep')
    time += 1_000_000
    expect(await shown()).toEqual(['5000', '5000'])
    await succeeded?.('sweep')
    expect(await shown()).toEqual(['6000', '6000'])
    isAway = true
    expect(await shown()).toEqual(['6000', '6000'])
  })

  it.each([
    ['beside the webhooks', 'on'],
    ['on a port of their own', 0],
  ] as const)('are served %s', async (_, where) => {
    const { site, port } = await serveMetrics({ where, host: '127.0.0.1', build, failed: () => undefined })
    const found = await site('/metrics', { method: 'GET', headers: {} } as never)
    expect(found?.status).toBe(where === 'on' ? 200 : undefined)
    expect(port).toEqual(where === 'on' ? undefined : expect.any(Number))
    expect(await site('/metrics', { method: 'POST', headers: {} } as never)).toBe(undefined)
    expect(await site('/other', { method: 'GET', headers: {} } as never)).toBe(undefined)
  })
})

describe('labels', () => {
  it.each([
    ['code', 'COMMENT_EDITED', 'COMMENT_EDITED'],
    ['code', 'OWN_CODE_OF_A_REPOSITORY', 'other'],
    ['event', 'issue_comment', 'issue_comment'],
    ['event', '__proto__', 'other'],
    ['event', '', 'other'],
    ['shelf', 'tree', 'tree'],
    ['code', 'CONFIG_INVALID', 'CONFIG_INVALID'],
    ['code', 'MERGE_CONFLICT', 'MERGE_CONFLICT'],
  ] as const)('of a %s: %s is %s', (kind, value, expected) => {
    expect(labelOf[kind](value)).toBe(expected)
  })

  it.each([
    [
      { method: 'GET', url: '/repos/{owner}/{repo}/pulls/{number}' },
      'rest',
      'GET /repos/{owner}/{repo}/pulls/{number}',
    ],
    [{ method: 'GET', url: '/app' }, 'rest', 'GET /app'],
    [{ method: 'GET', url: '/repos/octocat/Hello/pulls/7' }, 'rest', 'other'],
    [{ method: 'GET', url: 'https://api.github.com/repositories/12/pulls?page=2' }, 'rest', 'other'],
    [
      { method: 'GET', url: 'https://api.github.com/app/hook/deliveries?per_page=100&cursor=v1_octocat' },
      'rest',
      'GET /app/hook/deliveries',
    ],
    [
      { method: 'GET', url: 'https://ghe.example.com/api/v3/installation/repositories?per_page=100' },
      'rest',
      'GET /installation/repositories',
    ],
    [
      {
        method: 'POST',
        url: 'https://api.github.com/graphql',
        query: 'query ($a: Int!) { repository(owner: $a) { id } }',
      },
      'graphql',
      'repository',
    ],
    [
      { method: 'POST', url: '/graphql', query: 'mutation($i:X!){m0:addComment(input:$i){clientMutationId}}' },
      'graphql',
      'addComment',
    ],
    [{ method: 'POST', url: '/graphql' }, 'graphql', 'other'],
  ])('of a request %j: %s %s', (options, api, operation) => {
    expect(operationOf(options)).toEqual({ api, operation })
  })
})

describe('what is measured', () => {
  it('is the least that an installation has left, until its hour is over', async () => {
    const { meter, taken, measure } = noting()
    let time = 0
    const { note } = rates(meter, () => time)
    const headers = (remaining: number, resource = 'core', reset = 3600) =>
      Object.fromEntries(
        Object.entries({ remaining, limit: 5000, reset, resource }).map(([name, value]) => [
          `x-ratelimit-${name}`,
          String(value),
        ]),
      )
    note(1, headers(4000))
    note(2, headers(500))
    note(2, headers(5000, 'graphql'))
    note(3, headers(0, 'search'))
    note(4, {})
    await measure()
    expect(taken).toEqual([
      ['github_rate_remaining_ratio', { resource: 'core' }, 0.1],
      ['github_rate_remaining_ratio', { resource: 'graphql' }, 1],
    ])
    taken.length = 0
    time = 3_600_000
    await measure()
    expect(taken).toContainEqual(['github_rate_remaining_ratio', { resource: 'core' }, 1])
  })

  it('is how often the cache has an answer, without the repository', () => {
    const { meter, taken } = noting()
    const shelf = cacheFor(countedCache(cache(10_000), meter), 'octocat/hello').shelf<string>(
      'merge base',
      ({ length }) => length,
    )
    shelf.get('a')
    shelf.set('a', 'x')
    expect(shelf.get('a')).toBe('x')
    const labels = { shelf: 'merge base' }
    expect(taken).toEqual([
      ['cache_lookups_total', { ...labels, result: 'miss' }],
      ['cache_lookups_total', { ...labels, result: 'hit' }],
    ])
  })

  it('is how long work has waited that may create nothing', async () => {
    const { meter, taken, measure } = noting()
    const since = [undefined, 2000, 9000]
    measureContent({ oldest: () => since.shift() }, meter, () => 5000)
    for (let time = 0; time < 3; time++) await measure()
    expect(taken).toEqual([0, 3, 0].map((age) => ['content_oldest_seconds', {}, age]))
  })

  it('is the places that are taken, without a batch that waits aside', async () => {
    const { meter, taken } = noting()
    const run = countedPlaces<number>((_, __, ___, aside) => aside(Promise.reject(new Error('late'))), 'lanes', meter)
    await expect(
      run(
        'lane',
        [1],
        () => Promise.resolve(),
        (waiting) => waiting,
      ),
    ).rejects.toThrow('late')
    expect(taken.map(([, , value]) => value)).toEqual([1, 0, 1, 0])
  })
})

describe('a bot that is measured', () => {
  it('has figures of everything that it does, and no name in a label', async () => {
    const github = await startGitHub()
    atEnd(() => github.close())
    const hostile = github.user('hostile-name')
    const repository = await github.repository('hostile-name', 'hostile-name')
    repository.collaborator(hostile, 'admin')
    const app = github.app({ slug: 'baton', owner: 'hostile-name', permissions, events })
    const installation = await app.install(repository)
    const { meter, page } = prometheus(build)
    const localBot = await botHere(github, app, {}, meter)
    atEnd(() => localBot.end())
    const main = await repository.push('main', sample, { by: hostile })
    await repository.push('hostile-name', { 'README.md': '# Work\n' }, { by: hostile, parent: main })
    const { number } = await repository.openPull({
      title: 'hostile-name',
      head: 'hostile-name',
      base: 'main',
      by: hostile,
    })
    await repository.comment(number, hostile, '/status')
    await repository.comment(number, hostile, '/accept hostile-name')
    await localBot.until(({ task, outcome }) => task === 'handle' && outcome === 'refused')
    github.webhooks.plan('lost', { event: 'issue_comment' })
    await repository.comment(number, hostile, '/validate')
    await github.webhooks.settled()
    // GitHub would send it again.
    app.app.deliveries.splice(0)
    const swept = Date.now() / 1000
    await localBot.bot.sweepAll()
    await localBot.until(({ outcome }) => outcome === 'swept')
    await localBot.bot.idle()

    const { body } = await page({ headers: {} })
    expect(body).not.toContain('hostile-name')
    expect(body).not.toMatch(new RegExp(`="[^"]*\\b(?:${installation.id}|${repository.id}|${main})\\b`))
    const values = new Map(
      body.split('\n').flatMap((line): [string, number][] => {
        const [, name, value] = /^(baton_\S+(?: \S+"\})?) (\S+)$/.exec(line) ?? []
        return name === undefined ? [] : [[name, Number(value)]]
      }),
    )
    const total = (start: string) =>
      [...values].reduce((sum, [name, value]) => (name.startsWith(start) ? sum + value : sum), 0)
    for (const start of [
      'baton_deliveries_total{event="issue_comment",result="taken"}',
      'baton_delivery_seconds_count{event="issue_comment",result="taken"}',
      'baton_jobs_total{wish="handle",outcome="refused"}',
      'baton_job_seconds_count{wish="handle",outcome="refused"}',
      'baton_job_wait_seconds_count{wish="handle",outcome="refused"}',
      'baton_batch_items_sum{wish="handle",outcome="refused"}',
      'baton_refusals_total{code="',
      'baton_github_requests_total{api="rest",operation="GET /app",status="2xx"}',
      'baton_github_requests_total{api="graphql",operation="repository",status="2xx"}',
      'baton_github_request_seconds_count{api="graphql",operation="repository",status="2xx"}',
      'baton_github_rate_remaining_ratio{resource="core"}',
      'baton_cache_lookups_total{shelf="tree",result="',
      'baton_sweep_seconds_count',
    ])
      expect({ start, total: total(start) > 0 }).toEqual({ start, total: true })
    // What a sweep has found is one comment, and each refused task is one refusal.
    expect(total('baton_sweep_found_total')).toBe(1)
    expect(values.get('baton_sweep_found_total{what="comments"}')).toBe(1)
    const outcomes = (outcome: string) =>
      [...values].reduce(
        (sum, [name, value]) =>
          name.startsWith('baton_jobs_total{') && name.includes(`outcome="${outcome}"`) ? sum + value : sum,
        0,
      )
    expect(total('baton_refusals_total')).toBe(outcomes('refused'))
    for (const queue of ['lanes', 'rounds']) expect(values.get(`baton_queue_items{queue="${queue}"}`)).toBe(0)
    expect(values.get('baton_places_taken{queue="lanes"}')).toBe(0)
    expect(values.get('baton_sweep_success_timestamp_seconds')).toBeGreaterThanOrEqual(swept)
  })
})
