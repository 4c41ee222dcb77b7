import * as z from 'zod'
import type { Api } from './api.ts'
import type { Cache, CacheShelf } from './cache.ts'

const pageSize = 100

/** An answer that may still be the same on the next request, which costs nothing then. */
interface CachedAnswer {
  readonly etag: string
  /** As JSON, which takes less memory than what it says. */
  readonly json: string
}

/** The shelf of answers that are requested by their `ETag`. */
export const answerShelf = (cache: Cache): CacheShelf<CachedAnswer> =>
  cache.shelf('answer', ({ json }) => Buffer.byteLength(json))

/**
 * The pages of a list, all or up to a number, each only sent by GitHub if it has changed since the last time (GitHub's
 * documentation, "Use conditional requests").
 */
export async function* eachPage<Item>(
  github: Api,
  shelf: CacheShelf<CachedAnswer>,
  url: string,
  parameters: Readonly<Record<string, string>>,
  item: z.ZodType<Item>,
  maxPages = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly Item[]> {
  const form = z.array(item)
  for (let page = 1; page <= maxPages; page++) {
    const key = JSON.stringify([url, parameters, page])
    const cached = shelf.get(key)
    const freshPage = await github.revisit(url, { ...parameters, per_page: pageSize, page }, form, cached?.etag)
    const items = freshPage ? freshPage.answer : form.parse(JSON.parse(cached?.json ?? 'null'))
    const etag = freshPage?.headers['etag']
    if (freshPage && etag !== undefined) shelf.set(key, { etag: String(etag), json: JSON.stringify(freshPage.answer) })
    yield items
    if (items.length < pageSize) return
  }
}

export async function allPages<Item>(...list: Parameters<typeof eachPage<Item>>): Promise<readonly Item[]> {
  const allItems: Item[] = []
  for await (const items of eachPage(...list)) allItems.push(...items)
  return allItems
}
