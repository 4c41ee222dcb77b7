import type { Change, Commit } from '../../core/change.ts'
import type { MergeCommit, Repository } from '../../core/repository.ts'

/** Accounts that Baton commits by: the app's, or that of GitHub's Actions. */
export type OwnAccounts = readonly string[]

/** The account of workflows, and ours. */
export const ownAccounts = (ownLogin?: string): OwnAccounts => [
  'github-actions[bot]',
  ...(ownLogin === undefined ? [] : [ownLogin]),
]

/**
 * Whether a commit claims to be Baton's own. The claim counts only where GitHub has verified the signature
 * (docs/security.md).
 */
const looksOwn = ({ message, author }: Commit, accounts: OwnAccounts) =>
  message.startsWith('baton: ') && author.login !== undefined && accounts.includes(author.login)

async function isOwn(repositories: readonly Repository[], commit: Commit, accounts: OwnAccounts): Promise<boolean> {
  if (!looksOwn(commit, accounts)) return false
  if (commit.verified !== undefined) return commit.verified
  const signature = await nearest(repositories, (repository) => repository.signature(commit.sha))
  return signature?.verified === true && signature.author.login === commit.author.login
}

/**
 * The commits between two, from the nearest repository that has them, with Baton's own marked; `undefined` where none
 * has them.
 */
export async function changeBetween(
  repositories: readonly Repository[],
  { base, head, branch }: { readonly base: string; readonly head: string; readonly branch: string | undefined },
  accounts: OwnAccounts,
): Promise<Change | undefined> {
  const change = await nearest(repositories, (repository) => repository.commits(base, head))
  if (!change) return undefined
  const commits: Commit[] = []
  for (const commit of change.commits)
    commits.push((await isOwn(repositories, commit, accounts)) ? { ...commit, isOwn: true } : commit)
  return { ...change, commits, branch }
}

/** The answer of the nearest repository that has one, in their order. */
export async function nearest<Answer>(
  repositories: readonly Repository[],
  ask: (repository: Repository) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  for (const repository of repositories) {
    const answer = await ask(repository)
    if (answer !== undefined) return answer
  }
  return undefined
}

export interface MergeReader extends Pick<Repository, 'mergeBase' | 'commitTree'> {
  /** With which of these files are in their parents; none where the available commits do not show them. */
  merges(paths: readonly string[]): Promise<readonly MergeCommit[]>
}

/** The merge commits of a change, from the nearest repository that has all of its commits. */
export function mergeReader(
  repositories: readonly [Repository, ...Repository[]],
  { base, head }: { readonly base: string; readonly head: string },
): MergeReader {
  let [source] = repositories
  return {
    async merges(paths) {
      const result = await nearest(repositories, async (repository) => {
        const merges = await repository.merges(base, head, paths)
        return merges && { merges, repository }
      })
      if (result) source = result.repository
      return result?.merges ?? []
    },
    mergeBase: (a, b) => source.mergeBase(a, b),
    commitTree: (sha) => source.commitTree(sha),
  }
}
