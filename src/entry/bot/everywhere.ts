import type { Probot } from 'probot'
import { lostDeliveries, type Delivery } from '../../app/deliveries/lost.ts'
import type { Installed } from './jobs.ts'
import type { Log } from './log.ts'

type Octokit = Awaited<ReturnType<Probot['auth']>>

/** How long GitHub keeps deliveries, in milliseconds. */
const remembered = 3 * 24 * 60 * 60 * 1000

/** A repository as GitHub lists it. */
interface Listed {
  readonly id: number
  readonly name: string
  readonly owner: { readonly login: string }
}

/** Every repository that the app is installed on, each with when that was, ISO 8601. */
export async function* everywhere(probot: Probot): AsyncGenerator<{ readonly at: Installed; readonly since: string }> {
  const octokit = await probot.auth()
  for await (const { data: installations } of octokit.paginate.iterator('GET /app/installations', { per_page: 100 })) {
    for (const { id, created_at: since } of installations) {
      const its = await probot.auth(id)
      for await (const { data: repositories } of its.paginate.iterator('GET /installation/repositories', { per_page: 100 })) {
        for (const repository of repositories as unknown as readonly Listed[])
          yield { at: { installation: id, id: repository.id, owner: repository.owner.login, repo: repository.name }, since }
      }
    }
  }
}

/** Asks for deliveries again that never arrived: GitHub does not do that by itself. */
export async function redeliver(octokit: Octokit, log: Log): Promise<void> {
  const since = Date.now() - remembered
  const found: Delivery[] = []
  pages: for await (const { data } of octokit.paginate.iterator('GET /app/hook/deliveries', { per_page: 100 })) {
    for (const delivery of data) {
      if (Date.parse(delivery.delivered_at) < since) break pages
      found.push(delivery)
    }
  }
  for (const id of lostDeliveries(found)) {
    await octokit.request('POST /app/hook/deliveries/{delivery_id}/attempts', { delivery_id: id })
    log.info({ wish: 'redeliver', attempt: id, outcome: 'asked' })
  }
}
