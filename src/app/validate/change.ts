import type { Change, Commit } from '../../core/change.ts'
import type { Repository } from '../../core/repository.ts'

/** Accounts that Baton commits by: the app's, or that of GitHub's Actions. */
export type OwnAccounts = readonly string[]

/** The account of workflows, and ours. */
export const ownAccounts = (us?: string): OwnAccounts => ['github-actions[bot]', ...(us === undefined ? [] : [us])]

/** Whether a commit claims to be Baton's own. The claim counts only where GitHub has verified the signature (docs/security.md). */
const looksOwn = ({ message, author }: Commit, own: OwnAccounts) =>
  message.startsWith('baton: ') && author.login !== undefined && own.includes(author.login)

async function isOwn(repositories: readonly Repository[], commit: Commit, own: OwnAccounts): Promise<boolean> {
  if (!looksOwn(commit, own)) return false
  if (commit.verified !== undefined) return commit.verified
  const signature = await nearest(repositories, (repository) => repository.signature(commit.sha))
  return signature?.verified === true && signature.author.login === commit.author.login
}

/** The commits between two, from the nearest repository that has them, with Baton's own marked; `undefined` where none has them. */
export async function changeBetween(
  repositories: readonly Repository[],
  { base, head, branch }: { readonly base: string; readonly head: string; readonly branch: string | undefined },
  own: OwnAccounts,
): Promise<Change | undefined> {
  const change = await nearest(repositories, (repository) => repository.commits(base, head))
  if (!change) return undefined
  const commits: Commit[] = []
  for (const commit of change.commits) commits.push((await isOwn(repositories, commit, own)) ? { ...commit, own: true } : commit)
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
