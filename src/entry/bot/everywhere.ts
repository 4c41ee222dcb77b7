import type { Probot } from 'probot'
import { lostDeliveries, type Delivery } from '../../app/deliveries/lost.ts'
import type { Installed } from './jobs.ts'

type Octokit = Awaited<ReturnType<Probot['auth']>>

/** How long GitHub keeps deliveries, in milliseconds. */
const remembered = 3 * 24 * 60 * 60 * 1000

/** Every repository that the app is installed on, each with when that was, ISO 8601. */
export async function* everywhere(probot: Probot): AsyncGenerator<{ readonly at: Installed; readonly since: string }> {
  const octokit = await probot.auth()
  for await (const { data: installations } of octokit.paginate.iterator('GET /app/installations', { per_page: 100 })) {
    for (const { id, created_at: since } of installations) {
      const its = await probot.auth(id)
      for await (const { data: repositories } of its.paginate.iterator('GET /installation/repositories', { per_page: 100 })) {
        for (const { owner, name } of repositories as unknown as readonly { owner: { login: string }; name: string }[])
          yield { at: { installation: id, owner: owner.login, repo: name }, since }
      }
    }
  }
}

/** Asks for deliveries again that never arrived: GitHub does not do that by itself. */
export async function redeliver(octokit: Octokit, log: Probot['log']): Promise<void> {
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
    log.info({ wish: 'redeliver', id, outcome: 'asked' })
  }
}
