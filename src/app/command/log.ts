import type { Log, LoggedCommit } from '../../core/log.ts'
import type { Repository } from '../../core/repository.ts'
import { nearest } from '../validate/change.ts'
import { memory } from './questions.ts'

/** The log of a commit, from the nearest repository that has all of it; read when it is first used, once (`answered`). */
export function logAt(repositories: readonly Repository[], head: string): Log {
  const known = memory<readonly LoggedCommit[] | undefined>()
  const commits = () => known('', () => nearest(repositories, (repository) => repository.log(head)))
  return { head: () => head, whole: () => commits() !== undefined, commits: () => commits() ?? [] }
}
