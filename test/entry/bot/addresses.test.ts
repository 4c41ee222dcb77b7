import { createHash } from 'node:crypto'
import type { Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { home } from '../../../src/entry/bot/home.ts'
import { markup, pageOf } from '../../../src/entry/bot/html.ts'
import { makeLog } from '../../../src/entry/bot/log.ts'
import { strayDelivery } from '../../../src/entry/bot/webhooks.ts'
import { listen, makeServer, webhooksPath } from '../../../src/entry/bot/server.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** Requests of a bot that takes no deliveries for some reasons. */
async function asking(...reasons: readonly string[]) {
  const unready = () => reasons
  const site = home({ version: '1.2.3', appPage: 'https://github.com/apps/"><script>', unready })
  server = makeServer({ webhooks: () => Promise.resolve(), unready, site, failed: () => undefined })
  const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
  return (path: string, method = 'GET') => fetch(`${url}${path}`, { method, redirect: 'manual' })
}

describe('the addresses of a bot', () => {
  it.each<[reasons: readonly string[], path: string, status: number, text: string]>([
    [[], '/livez', 200, 'alive\n'],
    [[], '/readyz', 200, 'ready\n'],
    [[], '/healthz', 200, 'ready\n'],
    [[], '/healthz?x=1', 200, 'ready\n'],
    [[], '/ping', 200, 'PONG'],
    [[], '/probot', 302, ''],
    [['stopping'], '/livez', 200, 'alive\n'],
    [['stopping', 'redis: no answer for 12 s'], '/readyz', 503, 'stopping\nredis: no answer for 12 s\n'],
    [['stopping', 'redis: no answer for 12 s'], '/healthz', 503, 'stopping\nredis: no answer for 12 s\n'],
    [['stopping'], '/ping', 200, 'PONG'],
    [[], '/probot/setup', 404, 'not found\n'],
    [[], '/metrics', 404, 'not found\n'],
    [[], '/__proto__', 404, 'not found\n'],
    [[], webhooksPath, 405, 'POST only: GitHub sends its deliveries here\n'],
    [[], '//', 404, 'not found\n'],
  ])('that is unready for %j: %s is %d', async (reasons, path, status, expected) => {
    const answer = await (await asking(...reasons))(path)
    expect([answer.status, await answer.text()]).toEqual([status, expected])
  })

  it('has a delivery logged that comes to another address', async () => {
    const { log } = makeLog({ level: 'info', secrets: [], to: { write: (line) => void lines.push(JSON.parse(line)) } })
    const lines: unknown[] = []
    server = makeServer({
      webhooks: () => Promise.resolve(),
      unready: () => [],
      astray: strayDelivery(log),
      failed: () => undefined,
    })
    const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
    const post = (path: string, headers: Readonly<Record<string, string>>) =>
      fetch(`${url}${path}`, { method: 'POST', headers })
    expect(
      (await post(`${webhooksPath}${webhooksPath}`, { 'x-github-event': 'ping', 'x-github-delivery': '12-34' })).status,
    ).toBe(404)
    expect((await post('/api', {})).status).toBe(404)
    expect(lines).toEqual([
      expect.objectContaining({
        delivery: '12-34',
        status: 404,
        hint: expect.stringContaining(`end in ${webhooksPath}`) as unknown,
        msg: 'delivery not accepted',
      }),
    ])
  })

  it.each(['/', '/probot', '/livez', '/readyz'])('%s is only read', async (path) => {
    const ask = await asking()
    expect((await ask(path, 'POST')).status).toBe(404)
    expect((await ask(path, 'HEAD')).status).toBeLessThan(400)
  })

  it('have one page, without scripts', async () => {
    const answer = await (await asking())('/')
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(text).toContain('Version 1.2.3. It accepts deliveries.')
    expect(text).toContain('<a href="https://github.com/apps/&quot;&gt;&lt;script&gt;/installations/new">')
    expect(text).not.toContain('<script')
  })

  it.each<[published: string | undefined, links: number]>([
    ['https://github.com/example-org/baton', 2],
    [undefined, 0],
  ])('have no link that leads nowhere: published at %s', (published, links) => {
    const site = home({ version: '1.2.3', appPage: 'https://github.com/apps/baton', unready: () => [], published })
    const { body = '' } = site('/', { method: 'GET' }) ?? {}
    const found = Array.from(body.matchAll(/href="([^"]*)"/g), ([, address]) => address)
    const expected = ['docs/commands.md', 'docs/operating.md']
      .map((path) => `${published}/blob/main/${path}`)
      .slice(0, links)
    expect(found).toEqual(['https://github.com/apps/baton/installations/new', ...expected])
    expect(body).toContain('docs/operating.md')
  })

  it('show on the page why it takes no deliveries, and lead there from the page of Probot', async () => {
    const ask = await asking('stopping')
    const led = await ask('/probot')
    expect(led.headers.get('location')).toBe('/')
    expect(await (await ask('/')).text()).toContain('It accepts no deliveries: stopping.')
  })
})

describe('HTML', () => {
  it('escapes every part but HTML', () => {
    const { text } = markup`<p title='${`'`}'>${'<b>&"'}${markup`<i>${1}</i>`}${[markup`<u>`, '>']}${undefined}${false}`
    expect(text).toBe(`<p title='&#39;'>&lt;b&gt;&amp;&quot;<i>1</i><u>&gt;`)
  })

  it('has a style that its policy allows', () => {
    const { headers, body } = pageOf('Title', markup``)
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}';`)
  })

  it('is framed by no page, and its forms go where they are allowed to', () => {
    const { headers } = pageOf('Title', markup``, { formsTo: 'https://github.com' })
    expect(headers['content-security-policy']).toContain(
      "form-action 'self' https://github.com; frame-ancestors 'none'; base-uri 'none'",
    )
  })
})
