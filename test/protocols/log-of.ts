import type { Example } from '../../src/core/rule.ts'
import type { Log } from '../../src/core/log.ts'

/** The commits of an example, the newest first, each the child of the next. */
export function logOf(commits: NonNullable<Example['log']>): Log {
  const all = commits.map((commit, index) => ({
    ...commit,
    parents: commits.slice(index + 1, index + 2).map(({ sha }) => sha),
  }))
  return { head: () => all[0]?.sha, whole: () => true, commits: () => all }
}
