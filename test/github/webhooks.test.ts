import { createAppAuth } from '@octokit/auth-app'
import { getOctokit } from '@actions/github'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OwnedApp } from './app.ts'
import type { Repository } from './hosting.ts'
import { startGitHub, type GitHub } from './server.ts'
import type { Account } from './state/accounts.ts'

interface ReceivedDelivery {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let github: GitHub
let repository: Repository
let app: OwnedApp
let octocat: Account
let receiver: Server
let received: ReceivedDelivery[]
let status: number

const names = { owner: 'example-org', repo: 'plugins' }

beforeEach(async () => {
  received = []
  status = 200
  receiver = createServer((request, response) => {
    const receive = async () => {
      received.push({ headers: request.headers, body: await text(request) })
      response.writeHead(status).end()
    }
    void receive()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  github = await startGitHub()
  github.organization('example-org')
  octocat = github.user('octocat')
  repository = await github.repository('example-org', 'plugins')
  repository.collaborator(octocat, 'write')
  app = github.app({
    slug: 'baton',
    owner: 'example-org',
    permissions: { contents: 'write', issues: 'write', pull_requests: 'write', checks: 'write' },
    events: ['issues', 'issue_comment', 'pull_request', 'push', 'check_run'],
  })
  app.listen({ url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, secret: 'a secret' })
  await app.install(repository)
})
afterEach(async () => {
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
  await github.close()
})

const events = async () => {
  await github.webhooks.settled()
  return received.map(({ headers, body }) => {
    const { action } = JSON.parse(body) as { readonly action?: string }
    return [headers['x-github-event'], ...(action === undefined ? [] : [action])].join('.')
  })
}

async function openPull() {
  const first = await repository.push('main', { 'a.md': 'one' }, { by: octocat })
  const head = await repository.push('topic', { 'a.md': 'two' }, { by: octocat, parent: first })
  await repository.openPull({ title: 'A change', head: 'topic', base: 'main', by: octocat })
  return head
}

/** An app by its own key. */
async function asApp(privateKey = app.privateKey) {
  const { token } = await createAppAuth({ appId: app.id, privateKey })({ type: 'app' })
  return getOctokit(token, { baseUrl: github.url })
}

describe('webhooks', () => {
  it('report what people do, signed, in the form that GitHub describes', async () => {
    await openPull()
    const comment = await repository.comment(1, octocat, '/accept TinyGain')
    await repository.edit(comment, octocat, '/accept Amber')
    await repository.deleteComment(comment, octocat)
    await repository.push('topic', { 'a.md': 'three' }, { by: octocat })
    await repository.close(1, octocat)
    await repository.reopen(1, octocat)
    await repository.merge(1, octocat)
    await repository.openIssue({ title: 'A question', by: octocat })
    await repository.close(2, octocat)
    const eventNames = await events()
    const count = (event: string) => [event, eventNames.filter((name) => name === event).length]
    expect(Object.fromEntries([...new Set(eventNames)].toSorted().map(count))).toEqual({
      'check_suite.requested': 4,
      'installation.created': 1,
      'issue_comment.created': 1,
      'issue_comment.deleted': 1,
      'issue_comment.edited': 1,
      'issues.closed': 1,
      'issues.opened': 1,
      'pull_request.closed': 2,
      'pull_request.opened': 1,
      'pull_request.reopened': 1,
      'pull_request.synchronize': 1,
      push: 4,
    })
    for (const { headers, body } of received) {
      expect(headers['x-hub-signature-256']).toBe(
        `sha256=${createHmac('sha256', 'a secret').update(body).digest('hex')}`,
      )
    }
    expect(new Set(received.map(({ headers }) => headers['x-github-delivery'])).size).toBe(received.length)
    await app.uninstall(app.app.installations[0] ?? (await app.install(repository)))
    expect(await events()).toContain('installation.deleted')
  })

  it('report clicks on its check runs to the app', async () => {
    const sha = await openPull()
    const { rest } = getOctokit(app.token(app.app.installations[0] ?? (await app.install(repository))), {
      baseUrl: github.url,
    })
    const actions = [{ label: 'Fix', description: 'Repairs it', identifier: 'fix' }]
    const output = { title: 'One error', summary: 'One' }
    await rest.checks.create({ ...names, name: 'baton', head_sha: sha, conclusion: 'failure', output, actions })
    const [run] = repository.checksOn(sha)
    if (!run) throw new Error('no run')
    await repository.click(run, 'fix', octocat)
    await repository.rerequest(run, octocat)
    expect(await events()).toEqual(
      expect.arrayContaining(['check_run.created', 'check_run.requested_action', 'check_run.rerequested']),
    )
    const clicked = received.find(({ body }) => body.includes('"requested_action":{'))
    expect(JSON.parse(clicked?.body ?? '')).toMatchObject({
      sender: { login: 'octocat' },
      requested_action: { identifier: 'fix' },
      check_run: { head_sha: sha, app: { id: app.id }, pull_requests: [{ number: 1 }] },
    })
  })

  it('do not ask for checks on what a workflow pushed', async () => {
    const sha = await openPull()
    await events()
    received.splice(0)
    const { rest } = getOctokit(github.token({ contents: 'write' }), { baseUrl: github.url })
    await rest.git.createRef({ ...names, ref: 'refs/heads/other', sha })
    expect(await events()).toEqual(['push'])
  })

  it('are lost, doubled and out of order when that is planned, and sent again on request', async () => {
    await openPull()
    await events()
    received.splice(0)
    const delivered = async () => {
      await github.webhooks.settled()
      return received
        .splice(0)
        .map(({ body }) => (JSON.parse(body) as { readonly comment: { readonly body: string } }).comment.body)
    }
    github.webhooks.plan('lost')
    await repository.comment(1, octocat, 'lost')
    expect(await delivered()).toEqual([])
    github.webhooks.plan('doubled')
    await repository.comment(1, octocat, 'doubled')
    expect(await delivered()).toEqual(['doubled', 'doubled'])
    github.webhooks.plan('late')
    await repository.comment(1, octocat, 'late')
    await repository.comment(1, octocat, 'next')
    expect(await delivered()).toEqual(['next', 'late'])

    const { request } = await asApp()
    const { data } = await request('GET /app/hook/deliveries', { per_page: 100 })
    const failed = data.filter(({ status_code: status }) => status >= 300)
    expect(failed).toMatchObject([{ event: 'issue_comment', status: 'failed to connect to host', redelivery: false }])
    await request('POST /app/hook/deliveries/{delivery_id}/attempts', { delivery_id: Number(failed[0]?.id) })
    await github.webhooks.settled()
    expect(received[0]?.headers['x-github-delivery']).toBe(failed[0]?.guid)
    expect(await delivered()).toEqual(['lost'])
  })

  it('start workflows, unless one did it', async () => {
    const started: unknown[] = []
    github.webhooks.forWorkflows((event, payload) => started.push([event, payload]))
    const issue = await repository.openIssue({ title: 'A question', by: octocat })
    await repository.comment(issue.number, octocat, '/status')
    const { rest } = getOctokit(github.token({ issues: 'write' }), { baseUrl: github.url })
    await rest.issues.createComment({ ...names, issue_number: issue.number, body: 'An answer' })
    const repositoryName = { full_name: 'example-org/plugins' }
    expect(started).toMatchObject([
      ['issues', { action: 'opened', repository: repositoryName }],
      ['issue_comment', { action: 'created', comment: { body: '/status' }, sender: { login: 'octocat' } }],
    ])
    expect(JSON.stringify(started)).not.toContain('"installation"')
  })

  it('are listed with the status that the app answered with', async () => {
    status = 503
    await openPull()
    await github.webhooks.settled()
    const { data } = await (await asApp()).request('GET /app/hook/deliveries', { per_page: 1 })
    expect(data).toMatchObject([{ status: 'Invalid HTTP Response: 503', status_code: 503 }])
  })
})

describe('an app', () => {
  it('proves who it is by its key, and acts for an installation', async () => {
    const octokit = await asApp()
    expect((await octokit.request('GET /app')).data).toMatchObject({ slug: 'baton' })
    const { data } = await octokit.rest.apps.getRepoInstallation(names)
    const auth = createAppAuth({ appId: app.id, privateKey: app.privateKey, request: octokit.request })
    const { token } = await auth({ type: 'installation', installationId: data.id, permissions: { issues: 'write' } })
    const issue = await repository.openIssue({ title: 'A question', by: octocat })
    const { rest } = getOctokit(token, { baseUrl: github.url })
    const comment = await rest.issues.createComment({ ...names, issue_number: issue.number, body: 'An answer' })
    expect(comment.data.user).toMatchObject({ login: 'baton[bot]', type: 'Bot' })
    await expect(rest.checks.create({ ...names, name: 'baton', head_sha: '1'.repeat(40) })).rejects.toMatchObject({
      status: 403,
      response: { headers: { 'x-accepted-github-permissions': 'checks=write' } },
    })
    expect(
      (await rest.apps.listReposAccessibleToInstallation()).data.repositories.map(({ full_name: name }) => name),
    ).toEqual(['example-org/plugins'])
  })

  it('is refused with another key, and reads no repository in which its app is not installed', async () => {
    const otherApp = github.app({ slug: 'other', owner: 'example-org', permissions: { contents: 'read' }, events: [] })
    const forged = await asApp(otherApp.privateKey)
    await expect(forged.request('GET /app')).rejects.toMatchObject({ status: 401 })
    const elsewhere = await github.repository('octocat', 'elsewhere')
    const installation = await otherApp.install(elsewhere)
    const { rest } = getOctokit(otherApp.token(installation), { baseUrl: github.url })
    await expect(rest.repos.get(names)).rejects.toMatchObject({ status: 404 })
    expect((await rest.repos.get({ owner: 'octocat', repo: 'elsewhere' })).data.full_name).toBe('octocat/elsewhere')
  })
})
