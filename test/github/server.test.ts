import { getOctokit } from '@actions/github'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startGitHub, type GitHub } from './server.ts'

let github: GitHub
let sha: string
beforeEach(async () => {
  github = await startGitHub()
  const { git } = await github.repository('octocat', 'plugins')
  sha = await git.commit({ files: [['a', 'text']] })
})
afterEach(() => github.close().catch(() => undefined))

const octokit = (permissions: Readonly<Record<string, 'read' | 'write'>> = { contents: 'read' }) =>
  getOctokit(github.token(permissions), { baseUrl: github.url })

const repository = { owner: 'octocat', repo: 'plugins' }

describe('the stand-in for GitHub', () => {
  it('answers as GitHub describes it, to questions as GitHub describes them', async () => {
    const { rest } = octokit()
    const tree = await rest.git.getTree({ ...repository, tree_sha: sha, recursive: '0' })
    const oid = tree.data.tree[0]?.sha ?? ''
    expect(
      Buffer.from((await rest.git.getBlob({ ...repository, file_sha: oid })).data.content, 'base64').toString(),
    ).toBe('text')
    expect((await rest.repos.getCommit({ ...repository, ref: 'main' })).data.sha).toBe(sha)
    expect(
      (await rest.repos.compareCommitsWithBasehead({ ...repository, basehead: `main...${sha}`, page: 2 })).data.status,
    ).toBe('identical')
    await expect(github.close()).resolves.toBeUndefined()
  })

  it('objects in the end to a question that GitHub does not know', async () => {
    await expect(octokit().request('GET /repos/{owner}/{repo}/nothing', repository)).rejects.toMatchObject({
      status: 404,
    })
    await expect(github.close()).rejects.toThrow(/nothing: request: not answered here/)
  })

  it('objects in the end to a parameter that GitHub does not know', async () => {
    await octokit().request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', {
      ...repository,
      tree_sha: sha,
      recursiv: '1',
    })
    await expect(github.close()).rejects.toThrow(/request: .*recursiv/)
  })

  it('objects in the end to a query that GitHub would not take', async () => {
    const { graphql } = octokit()
    await expect(graphql('{ repository(owner: "octocat", name: "plugins") { nonsense } }')).rejects.toThrow(/nonsense/)
    await expect(github.close()).rejects.toThrow(/nonsense/)
  })

  it('shows what is private to those with a permission, and contents to those with that for them', async () => {
    const get = (permissions: Readonly<Record<string, 'read' | 'write'>>) =>
      octokit(permissions).rest.git.getTree({ ...repository, tree_sha: sha })
    await expect(get({})).rejects.toMatchObject({ status: 404 })
    await expect(get({ issues: 'write' })).rejects.toMatchObject({
      status: 403,
      response: { headers: { 'x-accepted-github-permissions': 'contents=read' } },
    })
    await expect(get({ contents: 'write' })).resolves.toMatchObject({ status: 200 })
    await expect(fetch(`${github.url}/repos/octocat/plugins/git/trees/${sha}`)).resolves.toMatchObject({ status: 404 })
    const { git } = await github.repository('octocat', 'public', { isPrivate: false })
    const shown = await git.commit({ files: [] })
    await expect(fetch(`${github.url}/repos/octocat/public/git/trees/${shown}`)).resolves.toMatchObject({ status: 200 })
    const unknown = { headers: { authorization: 'token ghs_unknown' } }
    await expect(fetch(`${github.url}/repos/octocat/public/git/trees/${shown}`, unknown)).resolves.toMatchObject({
      status: 401,
    })
  })

  it('answers what is unchanged with nothing, and does not count it', async () => {
    const { request } = octokit()
    const first = await request('GET /repos/{owner}/{repo}', repository)
    const again = request('GET /repos/{owner}/{repo}', {
      ...repository,
      headers: { 'if-none-match': first.headers.etag ?? '' },
    })
    await expect(again).rejects.toMatchObject({ status: 304, response: { headers: { 'x-ratelimit-used': '1' } } })
  })

  it('counts requests, and refuses what is too much, until the hour is over', async () => {
    let time = Date.parse('2026-02-01T10:00:00Z')
    const limited = await startGitHub({ clock: () => time })
    await limited.repository('octocat', 'plugins')
    limited.limits.requestsPerHour = 1
    const { request, graphql } = getOctokit(limited.token({ contents: 'read' }), { baseUrl: limited.url })
    const ask = () => request('GET /repos/{owner}/{repo}', repository)
    expect((await ask()).headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'x-ratelimit-resource': 'core' })
    await expect(ask()).rejects.toMatchObject({
      status: 403,
      response: { headers: { 'x-ratelimit-reset': String(time / 1000 + 3600) } },
    })
    await expect(graphql('{ viewer { login } }')).resolves.toEqual({ viewer: { login: 'github-actions[bot]' } })
    await expect(graphql('{ viewer { login } }')).rejects.toMatchObject({ errors: [{ type: 'RATE_LIMITED' }] })
    time += 3_600_000
    expect((await ask()).status).toBe(200)
    await limited.close()
  })

  it('fails before or after the effect, for writes alone on request', async () => {
    const { rest } = octokit({ contents: 'write' })
    const create = (name: string) => rest.git.createRef({ ...repository, ref: `refs/heads/${name}`, sha })
    const tip = async (branch: string) => (await rest.git.getRef({ ...repository, ref: `heads/${branch}` })).status
    github.faults.plan({ kind: 'secondary-limit', status: 403, retryAfter: 1 }, { only: 'writes' })
    await expect(rest.git.getRef({ ...repository, ref: 'heads/main' })).resolves.toMatchObject({ status: 200 })
    await expect(create('a')).rejects.toMatchObject({ status: 403, response: { headers: { 'retry-after': '1' } } })
    await expect(tip('a')).rejects.toMatchObject({ status: 404 })
    github.faults.plan({ kind: 'status', status: 500, after: true })
    await expect(create('b')).rejects.toMatchObject({ status: 500 })
    expect(await tip('b')).toBe(200)
    github.faults.plan({ kind: 'reset', after: true })
    await expect(create('c')).rejects.toMatchObject({ status: 500 })
    expect(await tip('c')).toBe(200)
    github.faults.plan({ kind: 'reset' })
    await expect(create('d')).rejects.toMatchObject({ status: 500 })
    await expect(tip('d')).rejects.toMatchObject({ status: 404 })
  })

  it('resolves once a condition holds', async () => {
    const { rest } = octokit({ contents: 'write' })
    const hosted = await github.repository('octocat', 'other')
    const first = await hosted.push('main', { a: '1' }, { by: github.user('octocat') })
    const made = github.until(() => hosted.tip('topic'))
    await rest.git.createRef({ owner: 'octocat', repo: 'other', ref: 'refs/heads/topic', sha: first })
    expect(await made).toBe(first)
    await expect(github.until(() => hosted.tip('none'), 10)).rejects.toThrow(/did not come true/)
  })

  it('objects in the end to a body that GitHub would not take, and to a field that is not answered here', async () => {
    const { request, graphql } = octokit({ contents: 'write' })
    await expect(
      request('POST /repos/{owner}/{repo}/git/refs', {
        ...repository,
        ref: 'refs/heads/a',
        sha: 1 as unknown as string,
      }),
    ).rejects.toBeDefined()
    await graphql('{ repository(owner: "octocat", name: "plugins") { stargazerCount } }').catch(() => undefined)
    await expect(github.close()).rejects.toThrow(
      /git\/refs: request: .*sha[^]*Repository.stargazerCount is not answered here/,
    )
  })
})
