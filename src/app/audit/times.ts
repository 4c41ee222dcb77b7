import type { LastCommit, LastCommits, Repository } from '../../core/repository.ts'
import { nearest } from '../validate/change.ts'

/** The last commits of paths, for synchronous callers. */
export interface Times {
  /** `undefined`: it is not known, or not yet read, and is noted. */
  of(path: string): LastCommit | undefined
  /** Reads all that is noted, each once, and gives whether any of it is known. */
  ask(): Promise<boolean>
}

/** @param lastCommits reads many at once; `undefined`: no repository has them */
export function lastCommitTimes(lastCommits: (paths: readonly string[]) => Promise<LastCommits | undefined>): Times {
  const lastCommitByPath = new Map<string, LastCommit | undefined>()
  const notedPaths = new Set<string>()
  return {
    of(path) {
      if (!lastCommitByPath.has(path)) notedPaths.add(path)
      return lastCommitByPath.get(path)
    },
    async ask() {
      if (notedPaths.size === 0) return false
      const commits = await lastCommits([...notedPaths])
      for (const path of notedPaths) lastCommitByPath.set(path, commits?.get(path))
      notedPaths.clear()
      return commits !== undefined && commits.size > 0
    },
  }
}

/** On the way to a commit, from the nearest repository that has them. */
export const timesAt = (repositories: readonly Repository[], head: string): Times =>
  lastCommitTimes((paths) => nearest(repositories, (repository) => repository.lastCommits(head, paths)))

/** An audit may be this much late, in intervals. */
const overdueFactor = 1.5

/** Whether an audit is so old, in milliseconds, that its heartbeat has stopped. */
export const isAuditOverdue = (age: number, interval: number): boolean => !(age < interval * overdueFactor)
