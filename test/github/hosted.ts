import type { BareRepository } from './bare-repository.ts'
import type { Account, Role } from './state/accounts.ts'
import type { CheckRun, CheckSuite } from './state/checks.ts'
import type { Comment, Conversation } from './state/conversations.ts'

/** What happened to a ref. Documentation: "REST API endpoints for repositories", "List repository activities". */
export interface Activity {
  readonly id: number
  readonly type: 'push' | 'force_push' | 'branch_creation' | 'branch_deletion' | 'pr_merge'
  readonly branch: string
  readonly before: string
  readonly after: string
  readonly at: string
  readonly actor: Account
}

/** What a branch demands. Documentation: "Available rules for rulesets" and "About protected branches". */
export interface BranchRule {
  readonly by: 'ruleset' | 'protection'
  /** Commits come by a pull request alone. */
  readonly pullRequest?: { readonly lastPushApproval: boolean }
  /** Checks that must be green, each from one app (by its id) or from any. */
  readonly checks?: readonly { readonly name: string; readonly app?: number }[]
}

/** A repository on the stand-in. */
export interface HostedRepository {
  readonly kind: 'repository'
  readonly id: number
  readonly node: string
  readonly account: Account
  readonly owner: string
  readonly repo: string
  /** Whether it is hidden from those without a permission for it. */
  readonly isPrivate: boolean
  /** Whether it has issues at all. */
  hasIssues: boolean
  /**
   * Whether issues are found by the login of the app that opened them: on some hosts they are not
   * (renovatebot/renovate#44730).
   */
  findsApps: boolean
  readonly git: BareRepository
  /** Its address, for what answers say of themselves. */
  readonly url: string
  readonly defaultBranch: string
  readonly createdAt: string
  /** What it was forked from; their objects are shared. */
  readonly parent: HostedRepository | undefined
  /** By login. */
  readonly collaborators: Map<string, Role>
  readonly rules: Map<string, BranchRule>
  /** Merge groups that wait for a branch. */
  readonly queue: { readonly branch: string; readonly head: string; readonly base: string }[]
  readonly activity: Activity[]
  readonly conversations: Conversation[]
  readonly comments: Comment[]
  readonly checkRuns: CheckRun[]
  readonly checkSuites: CheckSuite[]
}

export const fullName = ({ owner, repo }: HostedRepository) => `${owner}/${repo}`

/** What an account may do there; in a public repository every account may read. */
export function roleOf(
  { collaborators, account, isPrivate }: HostedRepository,
  { login, type }: Account,
): Role | undefined {
  if (type === 'User' && login === account.login) return 'admin'
  return collaborators.get(login) ?? (isPrivate ? undefined : 'read')
}

/** Whether an account may push there. */
export function mayWrite(hosted: HostedRepository, account: Account): boolean {
  const role = roleOf(hosted, account)
  const base = typeof role === 'object' ? role.base : role
  return base === 'write' || base === 'maintain' || base === 'admin'
}

/** The commit that a branch, a tag or a SHA names. */
export function commitOf({ git }: HostedRepository, name: string): string | undefined {
  if (/^[0-9a-f]{40}$/.test(name)) return git.resolve(`${name}^{commit}`)
  for (const folder of ['heads/', 'tags/', '']) {
    const ref = `refs/${folder}${name.replace(/^refs\//, '')}`
    const sha = git.resolve(`${ref}^{commit}`)
    if (sha !== undefined) return sha
  }
  // Abbreviated, where only one object has it.
  return /^[0-9a-f]{7,39}$/.test(name) ? git.resolve(`${name}^{commit}`) : undefined
}

export const tipOf = ({ git }: HostedRepository, branch: string): string | undefined => git.tip(branch)
