import type { CommitSources } from './options.ts'
import type { PolicySource } from '../ports.ts'
import type { LastCommits, Repository } from '../../core/repository.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import type { Memory } from '../../engine/audit/memory.ts'
import { nearest } from '../validate/nearest.ts'

const lastOf = async (repositories: readonly Repository[], head: string, paths: readonly string[]): Promise<LastCommits> =>
  (await nearest(repositories, (repository) => repository.lastCommits(head, paths))) ?? new Map()

/** The commits that have mended what is remembered: of each file that was wrong, the last that touched it since; the newest first. */
export async function mendedBy(
  { repositories, configuration = configurationPath }: CommitSources & Pick<PolicySource, 'configuration'>,
  { began, paths }: Memory,
  head: string,
): Promise<readonly string[]> {
  if (began === head) return []
  const asked = [...new Set([...paths.filter((path) => path !== '.'), configuration])]
  const [before, now] = await Promise.all([lastOf(repositories, began, asked), lastOf(repositories, head, asked)])
  const since = [...now].filter(([path, { sha }]) => before.get(path)?.sha !== sha).map(([, last]) => last)
  return [...new Set(since.toSorted((one, other) => (one.at < other.at ? 1 : -1)).map(({ sha }) => sha))]
}
