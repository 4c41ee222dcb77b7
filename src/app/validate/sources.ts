import { msg } from '../../core/message.ts'
import type { Repository } from '../../core/repository.ts'
import { Fault } from '../../core/fault.ts'
import { logAt } from '../command/past.ts'
import { changeBetween, mergeReader, ownAccounts, nearest, type OwnAccounts } from './change.ts'
import type { Sources } from './check.ts'
import type { Base, Subject } from './event.ts'
import { policyOfBranch } from './policy-in.ts'

/** Where commits may be read, the nearest first: the checkout's clone where there is one, then GitHub. */
export type Repositories = readonly [Repository, ...Repository[]]

/** Sources, and what could not be read. */
export interface FoundSources {
  readonly sources: Sources
  readonly notes: readonly string[]
}

const repositoryWith = (sha: string) => async (repository: Repository) =>
  (await repository.resolve(sha)) === sha ? repository : undefined

async function treeOf(repositories: Repositories, sha: string) {
  return (await nearest(repositories, repositoryWith(sha)))?.commitTree(sha)
}

/** The trees of a comparison with a branch, from one repository that has all of it. */
async function sourcesOfFork(
  repositories: Repositories,
  { head, branch: headBranch }: Subject,
  branch: string,
  accounts: OwnAccounts,
): Promise<Sources | undefined> {
  return nearest(repositories, async (repository) => {
    const fork = await repository.fork(branch, head)
    return (
      fork && {
        head: repository.commitTree(head),
        base: repository.commitTree(fork.mergeBase),
        policy: repository.commitTree(fork.tip),
        policyName: policyOfBranch(branch),
        change: () => changeBetween(repositories, { base: fork.mergeBase, head, branch: headBranch }, accounts),
        merged: mergeReader(repositories, { base: fork.mergeBase, head }),
      }
    )
  })
}

async function sourcesWithBase(
  repositories: Repositories,
  subject: Subject,
  base: Base,
  accounts: OwnAccounts,
): Promise<FoundSources> {
  const { head } = subject
  if (base.kind === 'branch') {
    const sources = await sourcesOfFork(repositories, subject, base.branch, accounts)
    if (sources) return { sources, notes: [] }
    throw new Fault(msg`The commit ${head} and the branch ${base.branch} cannot be compared.`, {
      hint: 'Give the job the permission `contents: read`.\nIf the branch shares no history with the change, there is nothing to compare.',
    })
  }
  const [headTree, baseTree] = await Promise.all([treeOf(repositories, head), treeOf(repositories, base.sha)])
  if (!headTree) throw missingCommit(head)
  if (baseTree) {
    const change = () => changeBetween(repositories, { base: base.sha, head, branch: subject.branch }, accounts)
    const merged = mergeReader(repositories, { base: base.sha, head })
    const pushed = !subject.review && ({ pushed: true } as const)
    return { sources: { head: headTree, base: baseTree, policy: baseTree, change, merged, ...pushed }, notes: [] }
  }
  if (!base.mayBeGone) throw missingCommit(base.sha)
  return {
    sources: { head: headTree, policy: headTree },
    notes: [msg`The commit ${base.sha} is gone: nothing could be compared, and the policy is that of ${head}.`],
  }
}

const missingCommit = (sha: string) =>
  new Fault(msg`The commit ${sha} cannot be read.`, { hint: 'Give the job the permission `contents: read`.' })

/**
 * Finds the trees of an event. @throws Fault when a tree that must be checked cannot be read: it is never guessed.
 *
 * @param us the account of Baton's commits, in addition to that of workflows.
 */
export async function sourcesOfSubject(
  repositories: Repositories,
  subject: Subject,
  ownLogin?: string,
): Promise<FoundSources> {
  const log = logAt(repositories, subject.head)
  if (subject.base) {
    const { sources, notes } = await sourcesWithBase(repositories, subject, subject.base, ownAccounts(ownLogin))
    return { sources: { ...sources, log }, notes }
  }
  const head = await treeOf(repositories, subject.head)
  if (!head) throw missingCommit(subject.head)
  return { sources: { head, policy: head, log }, notes: [] }
}
