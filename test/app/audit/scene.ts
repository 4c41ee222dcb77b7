import { getOctokit } from '@actions/github'
import { audit, type AuditResult } from '../../../src/app/audit/audit.ts'
import type { AuditOptions, CommitSources } from '../../../src/app/audit/options.ts'
import type { Ports } from '../../../src/app/ports.ts'
import type { Files } from '../../../src/core/rule.ts'
import { protocolRegistry } from '../../../src/entry/protocol-registry.ts'
import { cache } from '../../../src/gateways/github/requests/cache.ts'
import { githubHost } from '../../../src/gateways/github/host.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import type { Repository } from '../../github/hosting.ts'
import { startGitHub, type GitHub } from '../../github/server.ts'
import type { Account } from '../../github/state/accounts.ts'
import type { Permissions } from '../../github/state/apps.ts'
import type { Conversation } from '../../github/state/conversations.ts'

const day = 24 * 3_600_000

/** A repository on the stand-in that is audited as its clock goes. */
export interface AuditScene {
  readonly github: GitHub
  readonly repository: Repository
  readonly octocat: Account
  readonly ports: Ports & CommitSources
  /** Lets time pass, in days. */
  pass(days: number): void
  audit(tasks?: Partial<AuditOptions>, ports?: Ports & CommitSources): Promise<AuditResult>
  /** The same repository with other permissions, as the app or as a workflow. */
  as(permissions: Permissions, who?: 'app' | 'workflow'): Ports & CommitSources
  push(files: Readonly<Record<string, string | null>>): Promise<string>
  tip(): Promise<string>
  /** Our issues, oldest first. */
  issues(): readonly Conversation[]
  /** Takes the operations since the last call. */
  takeRequests(): readonly string[]
}

export const everything = {
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  checks: 'write',
  metadata: 'read',
} as const

export async function auditScene(files: Files = sample): Promise<AuditScene> {
  let clock = Date.parse('2026-03-01T06:00:00Z')
  const github = await startGitHub({ clock: () => clock })
  const octocat = github.user('octocat')
  const repository = await github.repository('octocat', 'plugins')
  repository.collaborator(octocat, 'admin')
  const app = github.app({ slug: 'baton', owner: 'octocat', permissions: everything, events: [] })
  const installation = await app.install(repository)
  await repository.push('main', files, { by: octocat })

  const shared = cache(64 << 20)
  const retry = {
    sleep: () => Promise.resolve(),
    random: () => 0,
    deadline: () => new AbortController().signal,
    now: () => clock,
  }
  const as: AuditScene['as'] = (permissions, who = 'app') => {
    // A token lives for an hour, and the clock goes by days.
    const token = who === 'app' ? app.token(installation, permissions) : github.token(permissions)
    const ownLogin = who === 'app' ? 'baton[bot]' : 'github-actions[bot]'
    const { request } = getOctokit(token, { baseUrl: github.url })
    const host = githubHost(
      request,
      { owner: 'octocat', repo: 'plugins', ownLogin, cache: shared, reserve: 'sweep' },
      retry,
    )
    return {
      host,
      repositories: [host],
      protocolRegistry,
      now: () => new Date(clock).toISOString(),
      pause: () => Promise.resolve(),
    }
  }
  let ports = as(everything)
  const usual: AuditOptions = { protocols: [], issue: true, recheck: false, defersToOtherApp: false }
  const tip = async () => (await repository.tip('main')) ?? ''

  return {
    github,
    repository,
    octocat,
    get ports() {
      return ports
    },
    pass(days) {
      clock += days * day
      ports = as(everything)
    },
    async audit(tasks = {}, auditPorts = ports) {
      const end = await audit(auditPorts, { ...usual, ...tasks })
      if (!end) throw new Error('There is no commit.')
      return end
    },
    as,
    push: async (changes) => repository.push('main', changes, { by: octocat, parent: await tip() }),
    tip,
    issues: () =>
      repository.conversations.filter(({ kind, author }) => kind === 'issue' && author?.login === 'baton[bot]'),
    takeRequests: () =>
      github.log.splice(0).flatMap(({ operation, fields }) => (fields.length > 0 ? fields.join(' ') : operation)),
  }
}
