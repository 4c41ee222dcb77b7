import * as z from 'zod'
import type { Api } from './api.ts'
import type { Cache, CacheShelf } from './cache.ts'

const each = 100

/** An answer that may still be the same on the next request, which costs nothing then. */
interface CachedAnswer {
  readonly etag: string
  readonly answer: unknown
}

/** The shelf of answers that are requested by their `ETag`; its sizes are those of their JSON. */
export const answerShelf = (cache: Cache): CacheShelf<CachedAnswer> =>
  cache.shelf('answer', ({ answer }) => 2 * JSON.stringify(answer).length)

/** The pages of a list, all or up to a number, each only sent by GitHub if it has changed since the last time (GitHub's documentation, "Use conditional requests"). */
export async function* eachPage<Item>(
  github: Api,
  known: CacheShelf<CachedAnswer>,
  url: string,
  parameters: Readonly<Record<string, string>>,
  item: z.ZodType<Item>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly Item[]> {
  const form = z.array(item)
  for (let page = 1; page <= most; page++) {
    const key = JSON.stringify([url, parameters, page])
    const before = known.get(key)
    const fresh = await github.revisit(url, { ...parameters, per_page: each, page }, form, before?.etag)
    const items = fresh ? fresh.answer : form.parse(before?.answer)
    const etag = fresh?.headers['etag']
    if (fresh && etag !== undefined) known.set(key, { etag: String(etag), answer: fresh.answer })
    yield items
    if (items.length < each) return
  }
}

export async function allPages<Item>(...list: Parameters<typeof eachPage<Item>>): Promise<readonly Item[]> {
  const found: Item[] = []
  for await (const items of eachPage(...list)) found.push(...items)
  return found
}
