import { getOctokit } from '@actions/github'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OwnedApp } from './app.ts'
import type { Repository } from './hosting.ts'
import { startGitHub, type GitHub } from './server.ts'
import type { Installation } from './state/apps.ts'

let github: GitHub
let repository: Repository
let app: OwnedApp
let installation: Installation
let first: string
let head: string

const permissions = { contents: 'write', issues: 'write', pull_requests: 'write', checks: 'write' } as const
const names = { owner: 'example-org', repo: 'plugins' }

beforeEach(async () => {
  github = await startGitHub()
  github.organization('example-org')
  const octocat = github.user('octocat')
  repository = await github.repository('example-org', 'plugins')
  repository.collaborator(octocat, 'write')
  first = await repository.push('main', { 'a.md': 'one\n', 'b.md': 'kept\n' }, { by: octocat })
  head = await repository.push('topic', { 'a.md': 'two\n' }, { by: octocat, parent: first })
  await repository.openPull({ title: 'A change', head: 'topic', base: 'main', by: octocat })
  app = github.app({
    slug: 'baton',
    owner: 'example-org',
    permissions,
    events: ['issue_comment', 'pull_request', 'push', 'check_run'],
  })
  installation = await app.install(repository)
})
afterEach(() => github.close())

const octokit = (token = app.token(installation)) => getOctokit(token, { baseUrl: github.url, request: { retries: 0 } })

const commit = /* GraphQL */ `
  mutation ($input: CreateCommitOnBranchInput!) {
    createCommitOnBranch(input: $input) {
      commit {
        oid
        parents(first: 1) {
          nodes {
            oid
          }
        }
        author {
          name
          email
          user {
            login
          }
        }
        signature {
          isValid
          wasSignedByGitHub
        }
      }
    }
  }
`

const input = (fields: object = {}) => ({
  branch: { repositoryNameWithOwner: 'example-org/plugins', branchName: 'topic' },
  expectedHeadOid: head,
  message: { headline: 'baton: accept', body: 'Handled-Comment: 1#1' },
  fileChanges: {
    additions: [{ path: 'c/d.md', contents: Buffer.from('new\n').toString('base64') }],
    deletions: [{ path: 'a.md' }],
  },
  ...fields,
})

describe('createCommitOnBranch', () => {
  it('makes a real commit, signed by GitHub, of the requester', async () => {
    const answer = await octokit().graphql<{ createCommitOnBranch: { commit: { oid: string } } }>(commit, {
      input: input(),
    })
    expect(answer.createCommitOnBranch.commit).toMatchObject({
      parents: { nodes: [{ oid: head }] },
      author: { name: 'baton[bot]', user: { login: 'baton[bot]' } },
      signature: { isValid: true, wasSignedByGitHub: true },
    })
    const { oid } = answer.createCommitOnBranch.commit
    expect(repository.git.entries(oid, { recursive: true }).map(({ path }) => path)).toEqual(['b.md', 'c', 'c/d.md'])
    expect(repository.git.resolve('refs/heads/topic')).toBe(oid)
    expect(String(await repository.git.git(['log', '-1', '--format=%an <%ae> %cn%n%B', oid]))).toContain(
      `baton[bot] <${app.account.id}+baton[bot]@users.noreply.github.com> GitHub\nbaton: accept\n\nHandled-Comment: 1#1`,
    )
    expect((await octokit().rest.pulls.get({ ...names, pull_number: 1 })).data.head.sha).toBe(oid)
    expect((await octokit().rest.repos.listActivities(names)).data[0]).toMatchObject({
      actor: { login: 'baton[bot]' },
      after: oid,
    })
  })

  const refused: readonly (readonly [why: string, type: string, fields: object])[] = [
    ['a branch that is elsewhere', 'STALE_DATA', { expectedHeadOid: 'first' }],
    ['a commit that is not there', 'NOT_FOUND', { expectedHeadOid: '1'.repeat(40) }],
    [
      'a branch that is not there',
      'NOT_FOUND',
      { branch: { repositoryNameWithOwner: 'example-org/plugins', branchName: 'none' } },
    ],
    ['a deletion of what is not there', 'UNPROCESSABLE', { fileChanges: { deletions: [{ path: 'none.md' }] } }],
    ['a path outside', 'UNPROCESSABLE', { fileChanges: { additions: [{ path: '../a.md', contents: '' }] } }],
    ['a path of git', 'UNPROCESSABLE', { fileChanges: { additions: [{ path: '.git/config', contents: '' }] } }],
    ['contents that are no base64', 'UNPROCESSABLE', { fileChanges: { additions: [{ path: 'a.md', contents: '?' }] } }],
    [
      'a path of workflows',
      'FORBIDDEN',
      { fileChanges: { additions: [{ path: '.github/workflows/a.yml', contents: '' }] } },
    ],
  ]
  it.each(refused)('refuses %s', async (_, type, fields) => {
    const expected =
      'expectedHeadOid' in fields && fields.expectedHeadOid === 'first' ? { expectedHeadOid: first } : fields
    await expect(octokit().graphql(commit, { input: input(expected) })).rejects.toMatchObject({
      errors: [{ type, path: ['createCommitOnBranch'] }],
    })
    expect(repository.git.resolve('refs/heads/topic')).toBe(head)
  })

  it('refuses where a branch wants pull requests', async () => {
    repository.protect('topic', { by: 'ruleset', pullRequest: { lastPushApproval: true } })
    await expect(octokit().graphql(commit, { input: input() })).rejects.toMatchObject({
      errors: [{ type: 'UNPROCESSABLE' }],
    })
    repository.protect('topic', { by: 'protection', pullRequest: { lastPushApproval: true } })
    await expect(octokit().graphql(commit, { input: input() })).rejects.toMatchObject({
      errors: [{ type: 'BRANCH_PROTECTION_RULE_VIOLATION' }],
    })
  })

  it('drops the executable bit, and no other bytes', async () => {
    const bytes = Buffer.from([0, 255, 13, 10])
    const fileChanges = { additions: [{ path: 'a.md', contents: bytes.toString('base64') }] }
    await octokit().graphql(commit, { input: input({ fileChanges }) })
    expect(repository.git.entry('topic', 'a.md')).toMatchObject({ mode: '100644' })
    expect(repository.git.file('topic:a.md')).toEqual(bytes)
  })

  it('lets one of two through that want the same head', async () => {
    const outcomes = await Promise.allSettled([1, 2].map(() => octokit().graphql(commit, { input: input() })))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('finds a head that was moved meanwhile', async () => {
    github.before('createCommitOnBranch', () =>
      repository.push('topic', { 'b.md': 'quicker' }, { by: github.user('octocat') }),
    )
    await expect(octokit().graphql(commit, { input: input() })).rejects.toMatchObject({
      errors: [{ type: 'STALE_DATA' }],
    })
  })

  it('may land though its answer is lost', async () => {
    github.faults.plan({ kind: 'status', status: 502, after: true }, { operation: 'createCommitOnBranch' })
    await expect(octokit().graphql(commit, { input: input() })).rejects.toMatchObject({ status: 502 })
    expect(repository.git.resolve('refs/heads/topic^')).toBe(head)
  })
})
