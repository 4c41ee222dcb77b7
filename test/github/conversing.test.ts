import { getOctokit } from '@actions/github'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OwnedApp } from './app.ts'
import type { Repository } from './hosting.ts'
import { startGitHub, type GitHub } from './server.ts'
import type { Account } from './state/accounts.ts'
import type { Permissions } from './state/apps.ts'

let github: GitHub
let repository: Repository
let app: OwnedApp
let octocat: Account
let head: string

const permissions = {
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  checks: 'write',
  members: 'read',
} as const
const names = { owner: 'example-org', repo: 'plugins' }

beforeEach(async () => {
  github = await startGitHub()
  github.organization('example-org')
  octocat = github.user('octocat')
  repository = await github.repository('example-org', 'plugins')
  repository.collaborator(octocat, 'write')
  const first = await repository.push('main', { 'a.md': 'one\n' }, { by: octocat })
  head = await repository.push('topic', { 'a.md': 'two\n' }, { by: octocat, parent: first })
  await repository.openPull({ title: 'A change', head: 'topic', base: 'main', by: octocat })
  app = github.app({ slug: 'baton', owner: 'example-org', permissions, events: [] })
})
afterEach(() => github.close())

async function asApp(tokenPermissions: Permissions = permissions) {
  const installation = app.app.installations[0] ?? (await app.install(repository))
  return getOctokit(app.token(installation, tokenPermissions), { baseUrl: github.url, request: { retries: 0 } })
}

const asActions = () => getOctokit(github.token({ contents: 'write', issues: 'write' }), { baseUrl: github.url })

describe('roles', () => {
  const cases = [
    ['octocat', 'write', 'write', 'write'],
    ['hubot', 'maintain', 'write', 'maintain'],
    ['monalisa', 'triage', 'read', 'triage'],
    ['defunkt', { name: 'release-manager', base: 'maintain' }, 'write', 'release-manager'],
    ['mojombo', 'admin', 'admin', 'admin'],
  ] as const
  it.each(cases)('%s has the role %j', async (login, role, permission, name) => {
    repository.collaborator(github.user(login), role)
    const { rest } = await asApp()
    expect((await rest.repos.getCollaboratorPermissionLevel({ ...names, username: login })).data).toMatchObject({
      permission,
      role_name: name,
    })
  })

  it('only accounts that were given one have it, and in public everybody reads', async () => {
    github.user('stranger')
    const { rest } = await asApp()
    const ask = async (repo: string, username: string) =>
      (await rest.repos.getCollaboratorPermissionLevel({ owner: 'example-org', repo, username })).data.permission
    await github.repository('example-org', 'public', { isPrivate: false })
    expect(await ask('plugins', 'stranger')).toBe('none')
    expect(await ask('public', 'stranger')).toBe('read')
    await expect(ask('plugins', 'nobody')).rejects.toMatchObject({ status: 404 })
  })

  it('teams have members', async () => {
    github.team('example-org/maintainers', octocat)
    const { rest } = await asApp()
    const team = { org: 'example-org', team_slug: 'maintainers' }
    expect((await rest.teams.getMembershipForUserInOrg({ ...team, username: 'octocat' })).data.state).toBe('active')
    await expect(rest.teams.getMembershipForUserInOrg({ ...team, username: 'hubot' })).rejects.toMatchObject({
      status: 404,
    })
    expect((await rest.teams.getByName(team)).data.members_count).toBe(1)
    const without = await asApp({ contents: 'read' })
    await expect(without.rest.teams.getByName(team)).rejects.toMatchObject({ status: 403 })
  })
})

const conversation = /* GraphQL */ `
  query {
    repository(owner: "example-org", name: "plugins") {
      issueOrPullRequest(number: 1) {
        ... on PullRequest {
          headRefOid
          headRepository {
            nameWithOwner
          }
          isCrossRepository
          commits(last: 10) {
            nodes {
              commit {
                oid
                signature {
                  isValid
                }
                author {
                  email
                }
              }
            }
          }
          comments(first: 10) {
            totalCount
            nodes {
              author {
                __typename
                login
              }
              viewerDidAuthor
              body
              lastEditedAt
              editor {
                login
              }
              reactionGroups {
                content
                viewerHasReacted
              }
            }
          }
        }
      }
    }
  }
`

interface ConversationAnswer {
  readonly repository: {
    readonly issueOrPullRequest: {
      readonly headRefOid: string
      readonly headRepository: object | null
      readonly isCrossRepository: boolean
      readonly commits: { readonly nodes: readonly { readonly commit: { readonly oid: string } }[] }
      readonly comments: {
        readonly nodes: readonly {
          readonly reactionGroups: readonly { readonly content: string; readonly viewerHasReacted: boolean }[]
        }[]
      }
    }
  }
}

const conversationNow = async () =>
  (await (await asApp()).graphql<ConversationAnswer>(conversation)).repository.issueOrPullRequest

describe('a conversation', () => {
  it('shows authors, edits and reactions', async () => {
    const comment = await repository.comment(1, octocat, '/accept TinyGain')
    await repository.edit(comment, github.user('hubot'), '/accept Amber')
    const { rest } = await asApp()
    await rest.issues.createComment({ ...names, issue_number: 1, body: 'Done' })
    const react = () => rest.reactions.createForIssueComment({ ...names, comment_id: comment.id, content: 'eyes' })
    expect([(await react()).status, (await react()).status]).toEqual([201, 200])
    await asActions().rest.reactions.createForIssueComment({ ...names, comment_id: comment.id, content: 'rocket' })
    const { comments, commits } = await conversationNow()
    expect(comments).toMatchObject({
      totalCount: 2,
      nodes: [
        {
          author: { __typename: 'User', login: 'octocat' },
          viewerDidAuthor: false,
          editor: { login: 'hubot' },
          body: '/accept Amber',
        },
        { author: { __typename: 'Bot', login: 'baton' }, viewerDidAuthor: true, editor: null, lastEditedAt: null },
      ],
    })
    const mine = comments.nodes[0]?.reactionGroups
      .filter(({ viewerHasReacted }) => viewerHasReacted)
      .map(({ content }) => content)
    expect(mine).toEqual(['EYES'])
    expect(commits.nodes).toMatchObject([{ commit: { oid: head, signature: null } }])
  })

  it('is from a fork, and stays when the fork is gone', async () => {
    const hubot = github.user('hubot')
    const fork = repository.fork(hubot)
    const sha = await fork.push('main', { 'b.md': 'from afar\n' }, { by: hubot })
    const { number } = await repository.openPull({
      title: 'From afar',
      head: 'main',
      base: 'main',
      by: hubot,
      from: fork,
    })
    const { rest } = await asApp()
    const get = async () => (await rest.pulls.get({ ...names, pull_number: number })).data
    expect(await get()).toMatchObject({ head: { sha, repo: { full_name: 'hubot/plugins', fork: true } } })
    // All of a network's commits are seen from each of its repositories.
    expect((await rest.repos.getCommit({ ...names, ref: sha })).data.sha).toBe(sha)
    fork.delete()
    expect(await get()).toMatchObject({ head: { sha, repo: null } })
  })

  it('stays when its author is gone', async () => {
    const hubot = github.user('hubot')
    await repository.comment(1, hubot, 'Bye')
    github.forget(hubot)
    expect((await conversationNow()).comments).toMatchObject({ nodes: [{ author: null, body: 'Bye' }] })
    const { rest } = await asApp()
    expect((await rest.issues.listComments({ ...names, issue_number: 1 })).data).toMatchObject([{ user: null }])
  })

  it('has commits of any author that they name, and a signature of GitHub on those that it made', async () => {
    await repository.push('topic', { 'a.md': 'forged\n' }, { by: octocat, author: app.account })
    await repository.push('topic', { 'a.md': 'by pages\n' }, { by: octocat, signed: true })
    const address = (account: Account) => ({ email: `${account.id}+${account.login}@users.noreply.github.com` })
    expect((await conversationNow()).commits.nodes).toMatchObject([
      { commit: { signature: null } },
      { commit: { signature: null, author: address(app.account) } },
      { commit: { signature: { isValid: true }, author: address(octocat) } },
    ])
    // A signature is good for its own commit alone.
    const signed = repository.git.object((await repository.tip('topic')) ?? '')?.bytes.toString() ?? ''
    const copied = repository.git.store('commit', Buffer.from(`${signed}, changed`))
    repository.git.move('refs/heads/topic', copied)
    expect((await conversationNow()).commits.nodes.at(-1)).toMatchObject({
      commit: { oid: copied, signature: { isValid: false } },
    })
  })

  it('is shown late, when that is planned', async () => {
    const later = await repository.push('topic', { 'a.md': 'three\n' }, { by: octocat })
    github.faults.plan({ kind: 'lag' })
    const [before, after] = [await conversationNow(), await conversationNow()]
    expect(before.headRefOid).toBe(head)
    expect(before.commits.nodes.at(-1)?.commit.oid).toBe(head)
    expect(after.headRefOid).toBe(later)
  })

  it('takes no comments of passers-by when it is locked, none that are empty, and none that are too long', async () => {
    repository.lock(1)
    await expect(repository.comment(1, github.user('stranger'), 'a')).rejects.toMatchObject({ status: 403 })
    await expect(repository.comment(1, octocat, 'a')).resolves.toBeDefined()
    const { rest } = await asApp()
    const msg = (body: string) => rest.issues.createComment({ ...names, issue_number: 1, body })
    await expect(msg(' ')).rejects.toMatchObject({ status: 422 })
    await expect(msg('a'.repeat(65_537))).rejects.toMatchObject({ status: 422 })
    expect((await msg('a'.repeat(65_536))).status).toBe(201)
  })

  it('is swept by what changed since', async () => {
    let time = Date.parse('2026-02-01T10:00:00Z')
    await github.close()
    github = await startGitHub({ clock: () => time })
    const hosted = await github.repository('octocat', 'plugins')
    const by = github.user('octocat')
    await hosted.openIssue({ title: 'A question', by })
    const comments = []
    for (const text of ['first', 'second', 'third']) {
      comments.push(await hosted.comment(1, by, text))
      time += 60_000
    }
    if (comments[0]) await hosted.edit(comments[0], by, 'first, changed')
    const { rest } = getOctokit(github.token({ issues: 'read' }), { baseUrl: github.url })
    const since = '2026-02-01T10:02:00Z'
    const query = { owner: 'octocat', repo: 'plugins', since, sort: 'updated', direction: 'asc', per_page: 1 } as const
    const found = await rest.issues.listCommentsForRepo(query)
    expect(found.data.map(({ body }) => body)).toEqual(['third'])
    expect(found.headers.link).toContain('rel="next"')
    expect((await rest.issues.listCommentsForRepo({ ...query, page: 2 })).data.map(({ body }) => body)).toEqual([
      'first, changed',
    ])
  })
})

describe('several mutations in one request', () => {
  it('are carried out one after the other, each with its own end', async () => {
    const comment = await repository.comment(1, octocat, '/accept TinyGain')
    const octokit = await asApp()
    github.faults.plan({ kind: 'refuse', field: 'e1', type: 'FORBIDDEN' })
    const query = /* GraphQL */ `
      mutation ($id: ID!, $subject: ID!) {
        e0: addReaction(input: { subjectId: $id, content: ROCKET }) {
          reaction {
            id
          }
        }
        e1: addComment(input: { subjectId: $subject, body: "one" }) {
          commentEdge {
            node {
              id
            }
          }
        }
        e2: addComment(input: { subjectId: $subject, body: "two" }) {
          commentEdge {
            node {
              id
            }
          }
        }
        e3: removeReaction(input: { subjectId: $id, content: ROCKET }) {
          reaction {
            id
          }
        }
        e4: updateIssueComment(input: { id: "IC_none", body: "" }) {
          issueComment {
            id
          }
        }
      }
    `
    await expect(
      octokit.graphql(query, { id: comment.node, subject: repository.conversation(1).node }),
    ).rejects.toMatchObject({
      errors: [
        { type: 'FORBIDDEN', path: ['e1'] },
        { type: 'NOT_FOUND', path: ['e4'] },
      ],
      data: { e0: { reaction: {} }, e1: null, e2: { commentEdge: {} }, e4: null },
    })
    expect(repository.commentsOn(1).map(({ body }) => body)).toEqual(['/accept TinyGain', 'two'])
    expect(comment.reactions).toEqual([])
    expect(github.log.at(-1)?.fields).toEqual([
      'addReaction',
      'addComment',
      'addComment',
      'removeReaction',
      'updateIssueComment',
    ])
  })
})

describe('check runs', () => {
  const annotation = (line: number) => ({
    path: 'a.md',
    start_line: line,
    end_line: line,
    annotation_level: 'warning' as const,
    message: 'wrong',
  })
  const output = (count: number) => ({
    title: 'Findings',
    summary: 'Some',
    annotations: Array.from({ length: count }, (_, index) => annotation(index + 1)),
  })

  it('gather annotations, fifty at a time', async () => {
    const { rest } = await asApp()
    const { data } = await rest.checks.create({
      ...names,
      name: 'baton',
      head_sha: head,
      status: 'in_progress',
      output: output(50),
    })
    expect(data).toMatchObject({
      status: 'in_progress',
      conclusion: null,
      app: { slug: 'baton' },
      pull_requests: [{ number: 1 }],
    })
    await rest.checks.update({ ...names, check_run_id: data.id, conclusion: 'failure', output: output(7) })
    const listed = await rest.checks.listForRef({ ...names, ref: head, check_name: 'baton' })
    expect(listed.data.check_runs).toMatchObject([
      { status: 'completed', conclusion: 'failure', output: { annotations_count: 57 } },
    ])
    expect(repository.checksOn(head)[0]?.annotations).toHaveLength(57)
  })

  const wrong: readonly (readonly [what: string, input: string])[] = [
    [
      '51 annotations',
      `output: {title: "a", summary: "b", annotations: [${'{path: "a", location: {startLine: 1, endLine: 1}, annotationLevel: WARNING, message: "m"},'.repeat(51)}]}`,
    ],
    ['a summary that is too long', `output: {title: "a", summary: "${'a'.repeat(65_536)}"}`],
    ['four buttons', `actions: [${'{label: "a", description: "b", identifier: "c"},'.repeat(4)}]`],
    ['a label that is too long', `actions: [{label: "${'a'.repeat(21)}", description: "b", identifier: "c"}]`],
    [
      'columns of several lines',
      `output: {title: "a", summary: "b", annotations: [{path: "a", location: {startLine: 1, endLine: 2, startColumn: 1}, annotationLevel: WARNING, message: "m"}]}`,
    ],
    ['an end without a conclusion', `status: COMPLETED`],
  ]
  it.each(wrong)('are refused with %s', async (_, input) => {
    const { graphql } = await asApp()
    const mutation = `mutation { createCheckRun(input: {repositoryId: "${repository.node}", headSha: "${head}", name: "baton", ${input}}) { checkRun { id } } }`
    await expect(graphql(mutation)).rejects.toMatchObject({ errors: [{ type: 'UNPROCESSABLE' }] })
    expect(repository.checkRuns).toEqual([])
  })

  it('are made and changed by apps alone, each its own', async () => {
    const create = { ...names, name: 'baton', head_sha: head }
    const asPerson = getOctokit(github.token({ checks: 'write' }, { by: octocat }), { baseUrl: github.url })
    await expect(asPerson.rest.checks.create(create)).rejects.toMatchObject({ status: 403 })
    const asWorkflow = getOctokit(github.token({ checks: 'write' }), { baseUrl: github.url })
    const { data } = await asWorkflow.rest.checks.create(create)
    expect(data.app?.slug).toBe('github-actions')
    const { rest } = await asApp()
    await expect(rest.checks.update({ ...names, check_run_id: data.id, conclusion: 'success' })).rejects.toMatchObject({
      status: 403,
    })
  })
})

describe('branches and pull requests', () => {
  it('are made once', async () => {
    const { rest } = await asApp()
    const ref = { ...names, ref: 'refs/heads/baton/accept-TinyGain-1', sha: head }
    expect((await rest.git.createRef(ref)).data.object.sha).toBe(head)
    await expect(rest.git.createRef(ref)).rejects.toMatchObject({ status: 422 })
    expect((await rest.git.getRef({ ...names, ref: 'heads/baton/accept-TinyGain-1' })).data.object.sha).toBe(head)
    await expect(rest.git.getRef({ ...names, ref: 'heads/none' })).rejects.toMatchObject({ status: 404 })
    const pull = { ...names, title: 'baton: accept', head: 'baton/accept-TinyGain-1', base: 'main' }
    const { data } = await rest.pulls.create(pull)
    expect(data).toMatchObject({ number: 2, user: { login: 'baton[bot]' }, head: { sha: head } })
    await expect(rest.pulls.create(pull)).rejects.toMatchObject({ status: 422 })
    const listed = await rest.pulls.list({ ...names, head: 'example-org:topic', state: 'all' })
    expect(listed.data.map(({ number }) => number)).toEqual([1])
  })

  it('remember who pushed', async () => {
    const hubot = github.user('hubot')
    const forced = await repository.push(
      'topic',
      { 'a.md': 'four\n' },
      { by: hubot, parent: (await repository.tip('main')) ?? '' },
    )
    const { rest } = await asApp()
    const { data } = await rest.repos.listActivities({ ...names, ref: 'refs/heads/topic' })
    expect(data).toMatchObject([
      { actor: { login: 'hubot' }, activity_type: 'force_push', before: head, after: forced },
      { actor: { login: 'octocat' }, activity_type: 'branch_creation', after: head },
    ])
  })

  it('have rules', async () => {
    repository.protect('main', { by: 'ruleset', pullRequest: { lastPushApproval: true } })
    const { rest, graphql } = await asApp()
    expect((await rest.repos.getBranchRules({ ...names, branch: 'main' })).data).toMatchObject([
      { type: 'pull_request', parameters: { require_last_push_approval: true } },
    ])
    const query = (field: string) =>
      `{ repository(owner: "example-org", name: "plugins") { ref(qualifiedName: "refs/heads/main") { ${field} } } }`
    const rules =
      'rules(first: 10) { nodes { type parameters { ... on PullRequestParameters { requireLastPushApproval } } } }'
    expect(await graphql(query(rules))).toMatchObject({
      repository: {
        ref: { rules: { nodes: [{ type: 'PULL_REQUEST', parameters: { requireLastPushApproval: true } }] } },
      },
    })
    await expect(graphql(query('branchProtectionRule { requireLastPushApproval }'))).rejects.toMatchObject({
      errors: [{ type: 'FORBIDDEN', path: ['repository', 'ref', 'branchProtectionRule'] }],
    })
  })
})
