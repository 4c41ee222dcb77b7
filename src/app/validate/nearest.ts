import type { Repository } from '../../core/repository.ts'

/** The answer of the nearest repository that has one: they are asked in their order. */
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
