import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { events, permissions } from '../../../demo/manifest.ts'
import { readBotEnvironment } from '../../../src/entry/bot/environment.ts'
import { serve } from '../../../src/entry/bot/server.ts'
import { envText, saveNew } from '../../../src/entry/bot/setup/credentials-file.ts'
import { flow } from '../../../src/entry/bot/setup/flow.ts'
import { formAddress, manifestFor, problemOf } from '../../../src/entry/bot/setup/registration.ts'
import { startGitHub } from '../../github/server.ts'
import { browser, valueOf } from './setting-up.ts'
import { atEnd, endAll } from './started.ts'

afterEach(endAll)

const hour = 3_600_000

const scratch = () => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-setup-'))
  atEnd(() => {
    chmodSync(folder, 0o700)
    rmSync(folder, { recursive: true })
  })
  return folder
}

/** The set-up pages beside a stand-in for GitHub, and a browser that knows neither. */
async function started({ folder = scratch(), publicUrl = undefined as string | undefined } = {}) {
  const github = await startGitHub()
  atEnd(() => github.close())
  let time = Date.now()
  const webUrl = new URL(github.url).origin
  const setupFlow = flow({
    baseUrl: github.url,
    webUrl,
    publicUrl,
    saved: { GHE_HOST: 'github.example.com' },
    folder,
    now: () => time,
  })
  let finished: Readonly<Record<string, string>> | undefined
  void setupFlow.savedVariables.then((variables) => (finished = variables))
  const failed = (error: unknown) => {
    throw error
  }
  const open = await serve(
    { webhooks: () => Promise.resolve(), unready: () => ['not set up'], site: setupFlow.site, failed },
    { port: 0, host: '127.0.0.1' },
  )
  atEnd(() => {
    open.server.closeAllConnections()
    open.server.close()
  })
  const url = `http://127.0.0.1:${open.port}`
  return {
    github,
    url,
    word: setupFlow.word,
    folder,
    ...browser(url),
    wait: (milliseconds: number) => (time += milliseconds),
    finished: () => finished,
  }
}

const choices = { name: 'baton-of-ours', organization: '', address: 'https://baton.example.com/api/github/webhooks/' }

/** Follows the steps up to the address that GitHub leads back to. */
async function confirmed(setup: Awaited<ReturnType<typeof started>>) {
  await setup.get(`/probot?word=${setup.word}`)
  const confirm = await setup.post('/probot', choices)
  const action = valueOf(confirm.text, 'action')
  const answer = await fetch(action, {
    method: 'POST',
    body: new URLSearchParams({ manifest: valueOf(confirm.text, 'value') }),
    redirect: 'manual',
  })
  return { confirm, action, back: new URL(answer.headers.get('location') ?? 'none:') }
}

const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`

describe('the set-up of an App', () => {
  it('goes from the word to a file of its own with everything that the bot needs', async () => {
    const setup = await started()
    const entered = await setup.get(`/probot?word=${setup.word}`)
    expect(entered).toMatchObject({ status: 303, location: '/probot' })
    const form = await setup.get('/probot')
    for (const name of [...Object.keys(permissions), ...events]) expect(form.text).toContain(name)
    expect(form.text).toContain('Commits the transitions of commands in comments.')

    const { confirm, action, back } = await confirmed({ ...setup, get: () => Promise.resolve(form) })
    expect(confirm.policy).toContain(`form-action 'self' ${new URL(setup.github.url).origin};`)
    expect(action).toMatch(/\/settings\/apps\/new\?state=[\w-]{43}$/)
    expect(back.href).toMatch(new RegExp(`^${setup.url}/probot/setup\\?code=\\w+&state=[\\w-]{43}$`))
    expect(setup.finished()).toBe(undefined)

    const finalPage = await setup.get(pathOf(back))
    expect(finalPage.text).toContain('baton-of-ours is registered')
    expect(finalPage.text).toContain('/apps/baton-of-ours/installations/new')
    expect(readdirSync(setup.folder)).toEqual(['.env'])
    expect(statSync(join(setup.folder, '.env')).mode & 0o777).toBe(0o600)
    const variables = parseEnv(readFileSync(join(setup.folder, '.env'), 'utf8'))
    expect(setup.finished()).toEqual(variables)
    const [app] = setup.github.made
    expect(readBotEnvironment(variables)).toMatchObject({
      appId: app?.id,
      privateKey: app?.privateKey,
      secrets: [app?.app.webhook?.secret],
      baseUrl: 'https://github.example.com/api/v3',
    })
    expect(app?.app.webhook?.url).toBe('https://baton.example.com/api/github/webhooks')
    expect(app?.app).toMatchObject({ permissions, events })
    for (const secret of [variables['PRIVATE_KEY'], variables['WEBHOOK_SECRET']])
      expect(finalPage.text).not.toContain(secret)
    expect(setup.github.log.map(({ operation }) => operation)).toEqual(['POST /app-manifests/{code}/conversions'])
  })

  it.each<
    [what: string, path: (word: string) => string, options?: { readonly method?: string; readonly later?: number }]
  >([
    ['no word', () => '/probot'],
    ['another page', () => '/'],
    ['a wrong word', (word) => `/probot?word=${word.slice(1)}x`],
    ['an empty word', () => '/probot?word='],
    ['the word an hour later', (word) => `/probot?word=${word}`, { later: hour }],
    ['a form without a session', () => '/probot', { method: 'POST' }],
    ['no state', () => '/probot/setup?code=1234'],
    ['an empty state', () => '/probot/setup?code=1234&state='],
    ['a download of nothing', () => '/probot/env', { method: 'POST' }],
  ])('is closed to %s', async (_, path, { method = 'GET', later = 0 } = {}) => {
    const setup = await started()
    setup.wait(later)
    expect((await setup.get(path(setup.word), { method })).status).toBe(403)
    expect(setup.github.log).toEqual([])
  })

  it('takes the word once, and lets the browser that had it in for an hour', async () => {
    const setup = await started()
    await setup.get(`/probot?word=${setup.word}`)
    expect((await browser(setup.url).get(`/probot?word=${setup.word}`)).status).toBe(403)
    expect((await setup.get('/probot')).status).toBe(200)
    setup.wait(hour)
    expect((await setup.get('/probot')).status).toBe(403)
  })

  it('takes a state once, and no other', async () => {
    const setup = await started()
    const { back } = await confirmed(setup)
    const state = back.searchParams.get('state') ?? ''
    back.searchParams.set('state', `${state.slice(1)}x`)
    expect((await setup.get(pathOf(back))).status).toBe(403)
    back.searchParams.set('state', state)
    expect((await setup.get(pathOf(back))).status).toBe(200)
    expect((await browser(setup.url).get(pathOf(back))).status).toBe(403)
    expect(setup.github.log.length).toBe(1)
  })

  it.each(['0123', '../../app', ''])('begins again after the code %j, which GitHub does not know', async (code) => {
    const setup = await started()
    const { back } = await confirmed(setup)
    const state = back.searchParams.get('state') ?? ''
    const failed = await setup.get(`/probot/setup?code=${encodeURIComponent(code)}&state=${state}`)
    expect(failed).toMatchObject({ status: 502 })
    expect(failed.text).toContain('<a href="/probot">Start again</a>')
    expect(readdirSync(setup.folder)).toEqual([])
    expect(setup.finished()).toBe(undefined)
    expect((await setup.get('/probot')).status).toBe(200)
    expect((await setup.get(pathOf(back))).status).toBe(403)
  })

  it('leaves a file that is there as it is', async () => {
    const folder = scratch()
    writeFileSync(join(folder, '.env'), 'PORT=80\n')
    const setup = await started({ folder })
    const { back } = await confirmed(setup)
    expect((await setup.get(pathOf(back))).text).toContain('<code>.env.baton</code>')
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('PORT=80\n')
    expect(statSync(join(folder, '.env.baton')).mode & 0o777).toBe(0o600)
    expect(setup.finished()).toMatchObject({ APP_ID: String(setup.github.made[0]?.id) })
  })

  it('gives the file out once where none can be written', async () => {
    const setup = await started({ folder: join(scratch(), 'none') })
    const { back } = await confirmed(setup)
    const finalPage = await setup.get(pathOf(back))
    expect(setup.finished()).toBe(undefined)
    // The page may be read again, in the browser that was let in.
    expect((await setup.get(pathOf(back))).text).toBe(finalPage.text)
    const word = valueOf(finalPage.text, 'value')
    expect((await setup.post('/probot/env', { word: `${word}x` })).status).toBe(403)
    const file = await setup.post('/probot/env', { word })
    expect(file).toMatchObject({ status: 200, disposition: 'attachment; filename=".env"' })
    expect(parseEnv(file.text)).toEqual(setup.finished())
    expect((await setup.post('/probot/env', { word })).status).toBe(403)
  })

  it.each([
    [{}, {}, ''],
    [
      { publicUrl: 'https://baton.example.com' },
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'x.example' },
      'https://baton.example.com',
    ],
    [{}, { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'baton.example.org' }, 'https://baton.example.org'],
    [{}, { 'x-forwarded-proto': 'https', 'x-forwarded-host': '"><script>' }, 'https://localhost'],
  ])('knows the public address by %j and %j', async (options, headers, expected) => {
    const setup = await started(options)
    await setup.get(`/probot?word=${setup.word}`)
    const { text } = await setup.get('/probot', { headers })
    expect(text).toContain(`placeholder="https://baton.example.com" value="${expected}"`)
  })

  it('escapes what was filled in', async () => {
    const setup = await started()
    await setup.get(`/probot?word=${setup.word}`)
    const hostile = '"><script>alert(1)</script>'
    for (const name of ['name', 'organization', 'address'] as const) {
      const { text } = await setup.post('/probot', { ...choices, [name]: hostile })
      expect(text).not.toContain('<script')
    }
    expect((await setup.post('/probot', { ...choices, name: 'x'.repeat(20_000) })).status).toBe(400)
  })
})

describe('what an operator fills in', () => {
  it.each([
    [{}, undefined],
    [{ address: 'http://localhost:3000' }, undefined],
    [{ address: 'http://127.0.0.1:3000' }, undefined],
    [{ address: 'https://example.com/bots' }, undefined],
    [{ address: 'http://[::1]:3000' }, undefined],
    [{ organization: 'example-org' }, undefined],
    [{ name: '' }, 'The name'],
    [{ name: 'x'.repeat(35) }, 'The name'],
    [{ name: 'a\nb' }, 'The name'],
    [{ organization: '../x' }, 'organization'],
    [{ address: '' }, 'no URL'],
    [{ address: 'http://baton.example.com' }, 'https://'],
    [{ address: 'http://127.0.0.1.example.com' }, 'https://'],
    [{ address: 'javascript:alert(1)' }, 'https://'],
    [{ address: 'https://user:word@baton.example.com' }, 'no password'],
    [{ address: 'https://baton.example.com/?x' }, 'no query'],
  ])('%j: %s', (overrides, expected) => {
    const problem = problemOf({ ...choices, ...overrides })
    if (expected === undefined) expect(problem).toBe(undefined)
    else expect(problem).toContain(expected)
  })

  it('is in the manifest and in the address of the form', () => {
    expect(
      JSON.parse(
        manifestFor({ ...choices, address: 'https://example.com/bots/' }, 'http://localhost:3000/probot/setup'),
      ),
    ).toMatchObject({
      name: 'baton-of-ours',
      hook_attributes: { url: 'https://example.com/bots/api/github/webhooks', active: true },
      redirect_url: 'http://localhost:3000/probot/setup',
      public: false,
      default_permissions: permissions,
      default_events: events,
    })
    const homePage = (published?: string): unknown =>
      (JSON.parse(manifestFor(choices, 'http://localhost:3000/probot/setup', published)) as { readonly url: unknown })
        .url
    expect(homePage()).toBe(choices.address)
    expect(homePage('https://github.com/octocat/baton')).toBe('https://github.com/octocat/baton')
    const of = (organization: string) => formAddress('https://github.example.com', { ...choices, organization }, 'x')
    expect(of('')).toBe('https://github.example.com/settings/apps/new?state=x')
    expect(of('example-org')).toBe('https://github.example.com/organizations/example-org/settings/apps/new?state=x')
  })
})

describe('the file of the credentials', () => {
  it('is read as it was written', () => {
    const variables = { A: 'abc+/=', B: 'with space # and "$x"', C: '' }
    expect(parseEnv(envText(variables))).toEqual(variables)
    expect(envText({ A: "one'\nB=2" })).toBe("A='oneB=2'\n")
  })

  it('is made where there is none, and given up where there are both', () => {
    const folder = scratch()
    expect([1, 2, 3].map((value) => saveNew(folder, `A=${value}\n`))).toEqual(['.env', '.env.baton', undefined])
    expect(readFileSync(join(folder, '.env.baton'), 'utf8')).toBe('A=2\n')
  })
})
