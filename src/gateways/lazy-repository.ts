import { once } from '../core/once.ts'
import type { Repository } from '../core/repository.ts'
import { commitName } from './listing.ts'

/**
 * A repository that is opened at its first use: a fallback for another is often not needed, nor the code that reads it.
 */
export function lazyRepository(open: () => Promise<Repository>): Repository {
  const repository = once(open)
  return {
    resolve: async (revision) => (await repository()).resolve(revision),
    fork: async (branch, head) => (await repository()).fork(branch, head),
    commits: async (base, head) => (await repository()).commits(base, head),
    merges: async (base, head, paths) => (await repository()).merges(base, head, paths),
    mergeBase: async (a, b) => (await repository()).mergeBase(a, b),
    log: async (head) => (await repository()).log(head),
    lastCommits: async (head, paths) => (await repository()).lastCommits(head, paths),
    lineCommits: async (head, path, lines) => (await repository()).lineCommits(head, path, lines),
    signature: async (sha) => (await repository()).signature(sha),
    commitTree: (sha) => ({
      name: commitName(sha),
      sha,
      open: async (selection) => (await repository()).commitTree(sha).open(selection),
    }),
  }
}
