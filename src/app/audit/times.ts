import { groupBy } from '../../core/grouped.ts'
import type { LastCommit, LastCommits, LineCommits, Repository } from '../../core/repository.ts'
import { nearest } from '../validate/change.ts'

/** The last commits of paths and lines, for synchronous callers. */
export interface Times {
  /** `undefined`: it is not known, or not yet read, and is noted. */
  of(path: string, line?: number): LastCommit | undefined
  /** Reads all that is noted, each once, and gives whether any of it is known. */
  ask(): Promise<boolean>
}

/** How many files have the last commits of their lines looked up at most: each takes a walk through its history. */
const maxLineFiles = 20

interface Noted {
  readonly path: string
  readonly line: number | undefined
}

const keyOf = ({ path, line }: Noted) => (line === undefined ? path : `${line}\n${path}`)

/**
 * @param lastCommits reads many at once; `undefined`: no repository has them
 * @param lineCommits reads those of lines of a file; absent: they are not known
 */
export function lastCommitTimes(
  lastCommits: (paths: readonly string[]) => Promise<LastCommits | undefined>,
  lineCommits?: (path: string, lines: readonly number[]) => Promise<LineCommits | undefined>,
): Times {
  const commitByKey = new Map<string, LastCommit | undefined>()
  const noted = new Map<string, Noted>()
  const linedPaths = new Set<string>()

  async function askLines(lines: readonly (Noted & { readonly line: number })[]) {
    for (const [path, ofPath] of groupBy(lines, (each) => each.path)) {
      if (linedPaths.size >= maxLineFiles && !linedPaths.has(path)) continue
      linedPaths.add(path)
      const commits = await lineCommits?.(
        path,
        ofPath.map(({ line }) => line),
      )
      for (const each of ofPath) commitByKey.set(keyOf(each), commits?.get(each.line))
    }
  }

  return {
    of(path, line) {
      const key = keyOf({ path, line })
      if (!commitByKey.has(key)) noted.set(key, { path, line })
      return commitByKey.get(key)
    },
    async ask() {
      if (noted.size === 0) return false
      const asked = [...noted.values()]
      noted.clear()
      for (const each of asked) commitByKey.set(keyOf(each), undefined)
      const paths = asked.flatMap(({ path, line }) => (line === undefined ? [path] : []))
      const commits = paths.length === 0 ? undefined : await lastCommits(paths)
      for (const path of paths) commitByKey.set(path, commits?.get(path))
      await askLines(asked.flatMap(({ path, line }) => (line === undefined ? [] : [{ path, line }])))
      return asked.some((each) => commitByKey.get(keyOf(each)) !== undefined)
    },
  }
}

/** On the way to a commit, from the nearest repository that has them. */
export const timesAt = (repositories: readonly Repository[], head: string): Times =>
  lastCommitTimes(
    (paths) => nearest(repositories, (repository) => repository.lastCommits(head, paths)),
    (path, lines) => nearest(repositories, (repository) => repository.lineCommits(head, path, lines)),
  )

/** An audit may be this much late, in intervals. */
const overdueFactor = 1.5

/** Whether an audit is so old, in milliseconds, that its heartbeat has stopped. */
export const isAuditOverdue = (age: number, interval: number): boolean => !(age < interval * overdueFactor)
