import type { Probot } from 'probot'
import type { InstalledRepository } from './jobs.ts'

/** A repository as GitHub lists it. */
interface ListedRepository {
  readonly id: number
  readonly name: string
  readonly owner: { readonly login: string }
}

/** Every repository that the app is installed on, each with when that was, ISO 8601. */
export async function* installations(probot: Probot): AsyncGenerator<{ readonly at: InstalledRepository; readonly since: string }> {
  const octokit = await probot.auth()
  for await (const { data: installations } of octokit.paginate.iterator('GET /app/installations', { per_page: 100 })) {
    for (const { id, created_at: since } of installations) {
      const its = await probot.auth(id)
      for await (const { data: repositories } of its.paginate.iterator('GET /installation/repositories', { per_page: 100 })) {
        for (const repository of repositories as unknown as readonly ListedRepository[])
          yield { at: { installation: id, id: repository.id, owner: repository.owner.login, repo: repository.name }, since }
      }
    }
  }
}
