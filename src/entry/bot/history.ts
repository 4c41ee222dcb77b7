import { day } from '../../core/time.ts'
import type { Probot } from 'probot'
import * as z from 'zod'
import { lostDeliveries, type Delivery } from '../../app/deliveries/lost.ts'
import type { Notes } from '../../core/lanes.ts'
import { repositoryKey, type InstalledRepository } from './jobs.ts'
import type { Log } from './log.ts'
import type { Delivery as SignedDelivery } from './webhooks.ts'

type Octokit = Awaited<ReturnType<Probot['auth']>>

/** How long GitHub keeps deliveries, in milliseconds. */
export const deliveryLifetime = 3 * day

/** How many pages of deliveries are looked at. */
const maxPages = 20

/** How often a delivery is requested again. */
const maxLookups = 2

/** What was delivered to the app, by GitHub's own list of it: GitHub sends nothing again by itself. */
export interface History {
  /** Asks for what never arrived, and learns of repositories that were added. @throws where the list cannot be read */
  askAgain(): Promise<void>
  /** Learns when an installation was made, ISO 8601. */
  installed(installation: number, at: string): Promise<void>
  /** Learns from a delivery that has arrived. */
  record(delivery: SignedDelivery): Promise<void>
  /** A time before which no comment of a repository is our business, in milliseconds since 1970. */
  since(repository: InstalledRepository): Promise<number>
}

interface ListedDelivery extends Delivery {
  readonly event: string
  readonly action: string | null
}

/** Deliveries, newest first, and the time since which the list of them is complete. */
interface DeliveryPages {
  readonly found: readonly ListedDelivery[]
  readonly from: number
}

// No finding points into a delivery, so zod alone judges it.
const ids = z.array(z.object({ id: z.number() })).optional()
const addedPayload = z.object({ action: z.enum(['added', 'created']), repositories_added: ids, repositories: ids })

/** The events by which a repository becomes ours. */
export const installationEvents: readonly string[] = ['installation.created', 'installation_repositories.added']

/** The numbers of the repositories that became ours by a delivery. */
function addedRepositories(payload: unknown): readonly number[] {
  const { data } = addedPayload.safeParse(payload)
  return [...(data?.repositories_added ?? []), ...(data?.repositories ?? [])].map(({ id }) => id)
}

/** Reads pages until one reaches back to a time, GitHub has no more, or there were enough. */
async function pagesOf(
  octokit: Octokit,
  until: number,
  limit: number,
  status: { readonly status?: 'failure' },
): Promise<DeliveryPages> {
  const deliveries: ListedDelivery[] = []
  let pages = 0
  for await (const { data } of octokit.paginate.iterator('GET /app/hook/deliveries', { per_page: 100, ...status })) {
    deliveries.push(...data)
    pages += 1
    const last = data.at(-1)
    const from = last ? Date.parse(last.delivered_at) : until
    if (from <= until) break
    if (pages === limit) return { found: deliveries, from }
  }
  return { found: deliveries, from: until }
}

/** From when on the deliveries are known, and up to when; before that, only those that arrived are. */
interface KnownRange {
  readonly from: number
  readonly to?: number
  readonly isWhole: boolean
}

const knownRangeForm = z.object({ from: z.number(), to: z.number(), isWhole: z.boolean() })

/**
 * Remembers in notes what was delivered, so that all processes know it.
 *
 * @param now milliseconds since 1970
 */
export function history(probot: Probot, log: Log, notes: Notes, now: () => number): History {
  const start = now()
  const seconds = deliveryLifetime / 1000

  const readKnownRange = async (): Promise<KnownRange> => {
    const [note] = await notes.get('deliveries', ['known'])
    return note === undefined ? { from: start, isWhole: false } : knownRangeForm.parse(JSON.parse(note))
  }
  const writeKnownRange = (range: KnownRange) => notes.put('deliveries', 'known', JSON.stringify(range), seconds)

  /** When an installation was made, in milliseconds; where that is unknown, it was just now. */
  const installedAt = async (installation: number): Promise<number> => {
    const [at] = await notes.get('installed', [String(installation)])
    return at === undefined ? now() : Date.parse(at)
  }

  const learn = async (guid: string, payload: unknown, at: number) => {
    const repositories = addedRepositories(payload)
    // The same delivery may come again, later than the event that it is about.
    if (repositories.length === 0 || !(await notes.put('added', guid, '', seconds))) return
    for (const id of repositories) {
      const key = `r${id}`
      const [previous = '0'] = await notes.get('since', [key])
      await notes.put('since', key, String(Math.max(Number(previous), at)), seconds)
    }
  }

  /**
   * All of three days on the first run; otherwise the newest, and what failed where those do not reach back far enough.
   */
  const listDeliveries = async (octokit: Octokit, range: KnownRange, at: number): Promise<DeliveryPages> => {
    if (range.to === undefined) return pagesOf(octokit, at - deliveryLifetime, maxPages, {})
    const newest = await pagesOf(octokit, range.to, 1, {})
    if (newest.from <= range.to) return { ...newest, from: range.from }
    const failed = await pagesOf(octokit, at - deliveryLifetime, maxPages, { status: 'failure' })
    const deliveries = [
      ...new Map([...newest.found, ...failed.found].map((delivery) => [delivery.id, delivery])).values(),
    ]
    return { found: deliveries, from: failed.from <= range.to ? range.from : failed.from }
  }

  const learnFrom = async (octokit: Octokit, deliveries: readonly ListedDelivery[]) => {
    // Of a new installation its own list says when it was made.
    const additions = deliveries.filter(
      ({ event, action }) => event === 'installation_repositories' && action === 'added',
    )
    for (const { id, guid, delivered_at: at } of additions.toReversed()) {
      const [isKnown] = await notes.get('added', [guid])
      if (isKnown !== undefined) continue
      const { data } = await octokit.request('GET /app/hook/deliveries/{delivery_id}', { delivery_id: id })
      await learn(guid, data.request.payload, Date.parse(at))
    }
  }

  /** Each a few times, and only where the last attempt that was requested has failed as well. */
  const askAgain = async (octokit: Octokit, deliveries: readonly ListedDelivery[]) => {
    for (const id of lostDeliveries(deliveries)) {
      const guid = deliveries.find((delivery) => delivery.id === id)?.guid ?? ''
      const [note = '0 0'] = await notes.get('again', [guid])
      const [count = 0, last = 0] = note.split(' ').map(Number)
      if (count >= maxLookups || id <= last) continue
      await octokit.request('POST /app/hook/deliveries/{delivery_id}/attempts', { delivery_id: id })
      await notes.put('again', guid, `${count + 1} ${id}`, seconds)
      log.info({ task: 'redeliver', attempt: id, outcome: 'asked' })
    }
  }

  return {
    async askAgain() {
      const at = now()
      const range = await readKnownRange()
      // Until it is whole again; before the first time nothing is known.
      if (range.to !== undefined) await writeKnownRange({ ...range, isWhole: false })
      const octokit = await probot.auth()
      const { found: deliveries, from } = await listDeliveries(octokit, range, at)
      await learnFrom(octokit, deliveries)
      await writeKnownRange({ from, to: at, isWhole: true })
      await askAgain(octokit, deliveries)
    },
    async installed(installation, at) {
      await notes.put('installed', String(installation), at, seconds)
    },
    record: ({ id, event, payload }) =>
      event.startsWith('installation') ? learn(id, payload, now()) : Promise.resolve(),
    async since(repository) {
      const [note = '0'] = await notes.get('since', [repositoryKey(repository)])
      const range = await readKnownRange()
      // Where the deliveries since the last look are unknown, comments before that look are old.
      return Math.max(
        await installedAt(repository.installation),
        Number(note),
        range.isWhole ? range.from : (range.to ?? range.from),
      )
    },
  }
}
