import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { handoffPath, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { secret } from './bot/process.ts'
import { endAll, reactionsOf, started } from './bot/started.ts'

afterEach(endAll)

describe('the bot', () => {
  it('carries out a click on a button of its check run, once, however often it is delivered', async () => {
    const { github, octocat, repository, bot: begin } = await started()
    const bot = await begin()
    const broken = sample[registryPath]?.replace('| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 0 |') ?? ''
    await repository.push(
      'work',
      { [registryPath]: broken },
      { by: octocat, parent: (await repository.tip('main')) ?? '' },
    )
    await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
    await bot.until(({ task, outcome }) => task === 'check' && outcome === 'failure')
    const [run] = repository.checksOn((await repository.tip('work')) ?? '')
    if (!run) throw new Error('There is no check run')
    github.webhooks.plan('doubled', { event: 'check_run' })
    await repository.click(run, 'fix', octocat)
    expect(await bot.until(({ task }) => task === 'click')).toMatchObject({
      outcome: 'changed',
      command: '/fix',
      check: run.id,
    })
    await github.webhooks.settled()
    await bot.until(({ task, again }) => task === 'click' && again === true)
    expect(await repository.read('work', registryPath)).toBe(sample[registryPath])
    const made = (await repository.commits('work')).filter(({ message }) =>
      message.includes(`Handled-Click: ${run.id}#fix`),
    )
    expect(made.length).toBe(1)
    expect(repository.checksOn(made[0]?.sha ?? '')).toMatchObject([{ conclusion: 'success', actions: [] }])
  })

  it('checks a pull request and runs a command on it, and ends on a signal', async () => {
    const { octocat, repository, bot: begin, pull, github } = await started()
    // It logs no more about people at any log level.
    const bot = await begin({ LOG_LEVEL: 'trace' })
    const number = await pull()
    const head = (await repository.tip('work')) ?? ''
    await bot.until(({ task, outcome }) => task === 'check' && outcome === 'success')
    expect(repository.checksOn(head)).toMatchObject([{ name: 'baton', conclusion: 'success' }])

    const text = 'Some words of mine\n\n/accept TinyGain'
    await repository.comment(number, octocat, text)
    const line = await bot.until(({ task }) => task === 'handle')
    expect(line).toMatchObject({
      outcome: 'changed',
      commands: ['accept'],
      repository: 'octocat/plugins',
      commit: expect.any(String),
    })
    expect(line['delivery']).toMatch(/^[0-9a-f-]{36}$/)
    expect(line['milliseconds']).toBeGreaterThan(0)
    expect(repository.git.text(`refs/heads/work:${handoffPath}`)).toContain('status: in_progress')

    // No comment, no token and no secret in the log.
    const log = JSON.stringify(bot.lines)
    expect(log).not.toContain('words of mine')
    expect(log).not.toContain(secret)
    expect(log).not.toMatch(/ghs_|PRIVATE KEY|Bearer/)
    expect(github.log.length).toBeGreaterThan(0)

    expect((await fetch(`${bot.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${bot.url}/nowhere`)).status).toBe(404)

    // On a signal it ends what is in hand, and takes nothing more.
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const underway = new Promise<void>((resolve) => {
      github.before('createCommitOnBranch', () => {
        resolve()
        return gate
      })
    })
    const slow = await repository.comment(number, octocat, '/handback TinyGain error It broke')
    await underway
    const end = bot.end()
    let health = 200
    while (health === 200) health = (await fetch(`${bot.url}/healthz`)).status
    expect(health).toBe(503)
    expect((await fetch(`${bot.url}/api/github/webhooks`, { method: 'POST' })).status).toBe(503)
    release()
    expect(await end).toBe(0)
    expect(reactionsOf(slow)).toBe('eyes rocket')
    expect(bot.lines.at(-1)).toMatchObject({ msg: 'stopped' })
  })

  it('says that it ends though work in hand has not ended', async () => {
    const { octocat, repository, bot: begin, pull, github } = await started()
    const number = await pull()
    const bot = await begin()
    const underway = new Promise<void>((resolve) => {
      github.before('createCommitOnBranch', () => {
        resolve()
        return new Promise(() => undefined)
      })
    })
    await repository.comment(number, octocat, '/accept TinyGain')
    await underway
    expect(await bot.end()).toBe(0)
    expect(bot.lines.at(-1)).toMatchObject({ level: 'warn', msg: expect.stringContaining('is cut off') })
  })

  it('checks what is pushed to the default branch, and once more on request', async () => {
    const { octocat, repository, bot: begin } = await started()
    const bot = await begin()
    const tip = await repository.push(
      'main',
      { 'README.md': '# More\n' },
      { by: octocat, parent: (await repository.tip('main')) ?? '' },
    )
    await bot.until(({ task }) => task === 'push')
    const [run] = repository.checksOn(tip)
    if (!run) throw new TypeError('There is no check run')
    await repository.rerequest(run, octocat)
    expect(await bot.until(({ task }) => task === 'recheck')).toMatchObject({ outcome: 'success' })
    expect(repository.checksOn(tip).map(({ status, conclusion }) => [status, conclusion])).toEqual([
      ['completed', 'success'],
      ['completed', 'success'],
    ])
  })

  it('takes nothing that GitHub has not signed, and acknowledges at once what it has', async () => {
    const { octocat, repository, bot: begin, pull, github, app } = await started()
    const number = await pull()
    const bot = await begin()
    const comment = await repository.comment(number, octocat, '/accept TinyGain')
    await bot.until(({ task }) => task === 'handle')
    const tip = await repository.tip('work')
    const delivery = app.app.deliveries.find(({ event }) => event === 'issue_comment')
    const payload = (delivery?.payload ?? '')
      .replaceAll(String(comment.id), String(comment.id + 1))
      .replace('/accept', '/undo')
    const send = (signature: string | undefined, body = payload) =>
      fetch(`${bot.url}/api/github/webhooks`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-github-event': 'issue_comment',
          'x-github-delivery': '12345678-0000-0000-0000-000000000000',
          ...(signature !== undefined && { 'x-hub-signature-256': signature }),
        },
        body,
      })
    const sign = (key: string) => `sha256=${createHmac('sha256', key).update(payload).digest('hex')}`
    const commits = () => github.log.filter(({ fields }) => fields.includes('createCommitOnBranch')).length
    const before = commits()
    expect((await send(undefined)).status).toBeGreaterThanOrEqual(400)
    expect((await send(sign('another secret'))).status).toBeGreaterThanOrEqual(400)
    expect((await send(sign(secret), `${payload} `)).status).toBeGreaterThanOrEqual(400)
    expect((await send('sha256=')).status).toBeGreaterThanOrEqual(400)
    expect(commits()).toBe(before)
    expect(await repository.tip('work')).toBe(tip)

    // GitHub does not answer, but the delivery is taken.
    github.faults.plan({ kind: 'silence' }, { operation: 'repository' })
    const second = await repository.comment(number, octocat, '/verify TinyGain')
    await github.webhooks.settled()
    expect(app.app.deliveries.at(-1)?.status).toBe(202)
    expect(second.reactions).toEqual([])
    expect((await fetch(`${bot.url}/healthz`)).status).toBe(200)
  })

  const text = '/accept TinyGain'
  it('does once what comes twice, or late', async () => {
    const { octocat, repository, bot: begin, pull, github, handled } = await started()
    const number = await pull()
    const bot = await begin()
    github.webhooks.plan('late', { event: 'issue_comment' })
    const late = await repository.comment(number, octocat, text)
    github.webhooks.plan('doubled', { event: 'issue_comment' })
    const doubled = await repository.comment(number, octocat, '/handback TinyGain error It broke')
    await github.webhooks.settled()
    await github.until(() => (reactionsOf(late).length > 5 && reactionsOf(doubled).length > 5 ? true : undefined))
    await bot.until(() => bot.lines.filter(({ task }) => task === 'handle').length >= 3)
    expect(await handled(late.id)).toBe(1)
    for (const comment of [late, doubled]) {
      expect(reactionsOf(comment)).toMatch(/^eyes (rocket|-1)$/)
      const answers = repository.commentsOn(number).filter(({ body }) => body.includes(` ${comment.id} -->`))
      expect(answers.length).toBeLessThanOrEqual(1)
    }
    expect(await handled(doubled.id)).toBeLessThanOrEqual(1)
  })

  it('asks for deliveries again that were lost', async () => {
    const { octocat, repository, bot: begin, pull, github, handled } = await started()
    const first = await begin()
    const number = await pull()
    await first.end('SIGKILL')
    const comment = await repository.comment(number, octocat, text)
    await github.webhooks.settled()
    const bot = await begin({ BATON_SWEEP: '1s' })
    await bot.until(({ task }) => task === 'redeliver')
    await github.until(() => (reactionsOf(comment).includes('rocket') ? true : undefined))
    expect(await handled(comment.id)).toBe(1)
  })
})
