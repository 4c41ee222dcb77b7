import type { Change, Commit } from '../../core/change.ts'
import type { Repository } from '../../core/repository.ts'

/** Accounts that Baton commits by: the app's, or that of GitHub's Actions. */
export type OwnAccounts = readonly string[]

/** The account of workflows, and ours. */
export const ownAccounts = (us?: string): OwnAccounts => ['github-actions[bot]', ...(us === undefined ? [] : [us])]

/** Whether a commit says that it is Baton's own. It is only believed where GitHub has verified that (commands, "Effect"). */
const looksOwn = ({ message, author }: Commit, own: OwnAccounts) =>
  message.startsWith('baton: ') && author.login !== undefined && own.includes(author.login)

async function isOwn(repositories: readonly Repository[], commit: Commit, own: OwnAccounts): Promise<boolean> {
  if (!looksOwn(commit, own)) return false
  if (commit.verified !== undefined) return commit.verified
  for (const repository of repositories) {
    const signature = await repository.signature(commit.sha)
    if (signature) return signature.verified === true && signature.author.login === commit.author.login
  }
  return false
}

/** The commits between two, from the nearest repository that can tell, with Baton's own marked; nothing where none can. */
export async function changeBetween(
  repositories: readonly Repository[],
  { base, head, branch }: { readonly base: string; readonly head: string; readonly branch: string | undefined },
  own: OwnAccounts,
): Promise<Change | undefined> {
  for (const repository of repositories) {
    const change = await repository.commits(base, head)
    if (!change) continue
    const commits: Commit[] = []
    for (const commit of change.commits) commits.push((await isOwn(repositories, commit, own)) ? { ...commit, own: true } : commit)
    return { ...change, commits, branch }
  }
  return undefined
}
