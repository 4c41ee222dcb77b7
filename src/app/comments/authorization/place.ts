import type { Conversation } from '../../../core/host/conversation.ts'

/** Where the commands of a conversation read, and where their commit goes (docs/commands.md, "Where it is written"). */
export type Place =
  /** On the head branch of a pull request, or on the default branch where the configuration lets it. */
  | { readonly kind: 'branch'; readonly branch: string; readonly head: string; readonly since: Since }
  /** On a new branch off the default branch, with a pull request. */
  | { readonly kind: 'new'; readonly base: string; readonly head: string; readonly since: Since }
  /** Nowhere: a fork cannot be pushed to. */
  | { readonly kind: 'fork'; readonly head: string; readonly since: Since }

/** The merge base of the change under review; absent if there is none. */
export type Since = { readonly mergeBase: string } | undefined

/** Where it goes. A comment must not be a way around review: on the default branch itself only where the configuration says so. */
export function placeOf({ pull, repository }: Conversation, onIssue: 'pull-request' | 'commit'): Place {
  if (pull?.head.of === 'fork') return { kind: 'fork', head: pull.head.sha, since: { mergeBase: pull.mergeBase } }
  if (pull && pull.head.branch !== repository.defaultBranch)
    return { kind: 'branch', branch: pull.head.branch, head: pull.head.sha, since: { mergeBase: pull.mergeBase } }
  const { defaultBranch: branch, defaultTip: head } = repository
  return onIssue === 'commit' && !pull
    ? { kind: 'branch', branch, head, since: undefined }
    : { kind: 'new', base: branch, head, since: undefined }
}

/** The commit that the policy is read from: the tip of the base branch, on an issue that of the default branch. */
export const policyTip = ({ pull, repository }: Conversation): string => pull?.base.tip ?? repository.defaultTip

const maxTargetLength = 60

/** The name of the branch that a command on an issue writes to. */
export function branchFor(command: string, target: string | undefined, comment: number): string {
  // Git has no two dots in a name.
  const clean = (text: string) => text.replaceAll(/[^A-Za-z0-9._-]|\.(?=\.)/g, '-')
  const name = clean(target ?? 'all').slice(0, maxTargetLength)
  return `baton/${clean(command)}-${name}-${comment}`
}
