import { getOctokit } from '@actions/github'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GitHub } from './server.ts'
import { startGitHub } from './server.ts'

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
    expect(Buffer.from((await rest.git.getBlob({ ...repository, file_sha: oid })).data.content, 'base64').toString()).toBe('text')
    expect((await rest.repos.getCommit({ ...repository, ref: 'main' })).data.sha).toBe(sha)
    expect((await rest.repos.compareCommitsWithBasehead({ ...repository, basehead: `main...${sha}`, page: 2 })).data.status).toBe(
      'identical',
    )
    await expect(github.close()).resolves.toBeUndefined()
  })

  it('objects in the end to a question that GitHub does not know', async () => {
    await expect(octokit().request('GET /repos/{owner}/{repo}/nothing', repository)).rejects.toMatchObject({ status: 404 })
    await expect(github.close()).rejects.toThrow(/nothing: request: not answered here/)
  })

  it('objects in the end to a parameter that GitHub does not know', async () => {
    await octokit().request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', { ...repository, tree_sha: sha, recursiv: '1' })
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
    await expect(fetch(`${github.url}/repos/octocat/public/git/trees/${shown}`, unknown)).resolves.toMatchObject({ status: 401 })
  })
})
