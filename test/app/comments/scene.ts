import { getOctokit } from '@actions/github'
import type { HandledComment } from '../../../src/app/comments/feedback/reply.ts'
import { parseIncomingComment, type IncomingComment, type ParsedComment } from '../../../src/app/comments/comment.ts'
import { handle } from '../../../src/app/comments/handle.ts'
import type { Ports } from '../../../src/app/ports.ts'
import type { Host } from '../../../src/core/host/host.ts'
import type { Files } from '../../../src/core/rule.ts'
import { protocolRegistry } from '../../../src/entry/protocol-registry.ts'
import { cache } from '../../../src/gateways/github/requests/cache.ts'
import { githubHost } from '../../../src/gateways/github/host.ts'
import { contractPath, handoffPath, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import type { Repository } from '../../github/hosting.ts'
import { startGitHub, type GitHub } from '../../github/server.ts'
import type { Account, Role } from '../../github/state/accounts.ts'
import type { Comment } from '../../github/state/conversations.ts'
import { beforeAll, afterAll } from 'vitest'

/** A repository with a pull request on the stand-in, and us beside it. */
export interface Scene {
  readonly github: GitHub
  readonly repository: Repository
  readonly host: Host
  readonly ports: Ports
  readonly octocat: Account
  /** The pull request of the branch `work`. */
  readonly number: number
  person(login: string, role?: Role): Account
  /** Brings the branch `work` back to where a stage may be granted, in a commit that no one before was like. */
  restart(count: number): Promise<void>
  /** How often a comment is in the ledger. */
  handledIn(comment: number): Promise<number>
  /** The check runs on the tip of `work`. */
  checks(): Promise<ReturnType<Repository['checksOn']>>
  /** A comment is written, and we handle it. */
  postComment(
    text: string,
    options?: {
      readonly by?: Account
      readonly number?: number
      readonly late?: boolean
      /** What happens between the two. */
      readonly before?: (comment: Comment) => unknown
      /** Other ports than the scene's. */
      readonly ports?: Ports
    },
  ): Promise<CommentResult>
  /** A comment as it was delivered. */
  deliver(comment: Comment, number?: number, late?: boolean, ports?: Ports): Promise<CommentResult>
  /** A file on a branch now; none. */
  file(path: string, branch?: string): Promise<string | undefined>
  tip(branch?: string): Promise<string>
  message(sha: string): Promise<string>
  /** Takes the operations since the last call. */
  takeRequests(): readonly string[]
}

/** The visible result of a comment. */
export interface CommentResult {
  readonly comment: Comment
  readonly handled: readonly HandledComment[]
  readonly reactions: readonly string[]
  /** New texts of ours in the conversation, sticky comments aside. */
  readonly replies: readonly string[]
  readonly sticky: string | undefined
}

export interface SceneOptions {
  readonly isPrivate?: boolean
  readonly files?: Files
  /** What the branch `work` changes. */
  readonly work?: Readonly<Record<string, string | null>>
  readonly configuration?: string
  /** Clicks are delivered. */
  readonly clicks?: boolean
}

/** A comment as a delivery brings it. */
export const delivered = (
  { id, node, author, body, createdAt }: Comment,
  number: number,
  overrides: Partial<IncomingComment> = {},
): ParsedComment =>
  parseIncomingComment({
    number,
    id,
    node,
    author: author?.login ?? '',
    bot: author?.type === 'Bot',
    text: body,
    at: createdAt,
    late: false,
    ...overrides,
  })

export async function scene({
  isPrivate = true,
  files = sample,
  work = { 'README.md': '# Work\n' },
  configuration,
  clicks = false,
}: SceneOptions = {}): Promise<Scene> {
  const github = await startGitHub()
  const octocat = github.user('octocat')
  const repository = await github.repository('octocat', 'plugins', { isPrivate })
  repository.collaborator(octocat, 'admin')
  const permissions = {
    contents: 'write',
    issues: 'write',
    pull_requests: 'write',
    checks: 'write',
    members: 'read',
    merge_queues: 'read',
    metadata: 'read',
  } as const
  const app = github.app({ slug: 'baton', owner: 'octocat', permissions, events: [] })
  const token = app.token(await app.install(repository))
  const config: Files = configuration === undefined ? {} : { '.github/baton.yml': configuration }
  await repository.push('main', { ...files, ...config }, { by: octocat })
  await repository.push('work', work, { by: octocat, parent: repository.git.resolve('refs/heads/main') ?? '' })
  const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })

  const retry = {
    sleep: () => Promise.resolve(),
    random: () => 0,
    deadline: () => new AbortController().signal,
    now: () => 0,
  }
  const host = githubHost(
    getOctokit(token, { baseUrl: github.url }).request,
    { owner: 'octocat', repo: 'plugins', ownLogin: 'baton[bot]', cache: cache(64 << 20) },
    retry,
  )
  const ports: Ports = {
    host,
    protocolRegistry,
    clicks,
    now: () => '2026-02-04T10:00:00Z',
    pause: () => Promise.resolve(),
  }
  const people = new Map<string, Account>()

  const deliver = async (
    comment: Comment,
    at = number,
    late = false,
    within = ports,
    text = comment.body,
  ): Promise<CommentResult> => {
    const before = new Set(repository.commentsOn(at).map(({ id }) => id))
    const handled = await handle(within, at, [delivered(comment, at, { late, text })])
    const botComments = repository.commentsOn(at).filter(({ author }) => author?.login === 'baton[bot]')
    return {
      comment,
      handled,
      reactions: comment.reactions.filter(({ by }) => by.login === 'baton[bot]').map(({ content }) => content),
      replies: botComments
        .filter(({ id, body }) => !before.has(id) && !body.startsWith('<!-- baton: state -->'))
        .map(({ body }) => body),
      sticky: botComments.find(({ body }) => body.startsWith('<!-- baton: state -->'))?.body,
    }
  }

  return {
    github,
    repository,
    host,
    ports,
    octocat,
    number,
    person(login, role) {
      const account = people.get(login) ?? github.user(login)
      people.set(login, account)
      if (role !== undefined) repository.collaborator(account, role)
      return account
    },
    async restart(count) {
      const main = (await repository.tip('main')) ?? ''
      const back = [handoffPath, registryPath, contractPath('plan')].map(
        async (path) => [path, (await repository.read(main, path)) ?? ''] as const,
      )
      const files = Object.fromEntries(await Promise.all(back))
      await repository.push('work', { ...files, 'README.md': `# Work ${count}\n` }, { by: octocat })
    },
    async handledIn(comment) {
      const messages = (await repository.commits('work')).map(({ message }) => `${message}\n`).join('')
      return messages.split('\n').filter((line) => line === `Handled-Comment: ${comment}#1`).length
    },
    checks: async () => repository.checksOn((await repository.tip('work')) ?? ''),
    deliver,
    async postComment(text, { by = octocat, number: at = number, late = false, before, ports: within } = {}) {
      const comment = await repository.comment(at, by, text)
      await before?.(comment)
      return deliver(comment, at, late, within, late ? comment.body : text)
    },
    file: (path, branch = 'work') =>
      Promise.resolve(repository.git.text(`refs/heads/${branch}:${path}`)?.replace(/\n$/, '')),
    tip: async (branch = 'work') => (await repository.tip(branch)) ?? '',
    message: (sha) =>
      Promise.resolve(
        `${repository.git
          .object(sha)
          ?.bytes.toString()
          .replace(/^[^]*?\n\n/, '')
          .trimEnd()}\n\n`,
      ),
    takeRequests: () =>
      github.log.splice(0).flatMap(({ operation, fields }) => (fields.length > 0 ? fields.join(' ') : operation)),
  }
}

/** A scene that is there before the first test of a group, and closed after the last. */
export function sceneBefore(options?: SceneOptions): Scene {
  const found = {} as Scene
  beforeAll(async () => void Object.assign(found, await scene(options)))
  afterAll(() => found.github.close())
  return found
}

/** Opens a pull request from a fork. */
export async function openFromFork({ person, repository }: Scene) {
  const mona = person('mona')
  const fork = repository.fork(mona)
  const parent = await fork.tip('main')
  await fork.push('theirs', { 'README.md': '# Theirs\n' }, { by: mona, parent: parent ?? '' })
  const { number } = await repository.openPull({
    title: 'Theirs',
    head: 'theirs',
    base: 'main',
    by: mona,
    from: fork,
  })
  return { fork, number }
}

/** The patch in a reply, with its fence. */
export function patchIn(reply = '') {
  const [, fence = '', patch = ''] = /^(`{3,})diff\n(.*?\n)\1$/ms.exec(reply) ?? []
  return { fence, patch }
}
