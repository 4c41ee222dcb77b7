import { createHash } from 'node:crypto'
import * as z from 'zod'
import { Fault } from '../../../core/fault.ts'
import { msg } from '../../../core/message.ts'
import { collector } from '../../collector.ts'
import type { Blob, SelectedBlobs } from '../../listing.ts'
import { contentOf } from '../../snapshot.ts'
import type { Api } from '../requests/api.ts'
import type { Cache, CacheShelf } from '../requests/cache.ts'
import { Failure } from '../requests/failure.ts'

/** The limits of one query. GitHub stops queries that take it longer than 10 seconds, and cuts texts at some 500 kB. */
const batchLimits = { blobs: 200, bytes: 2 << 20, each: 256 << 10 }

/** "This endpoint supports blobs up to 100 megabytes in size" (GitHub's documentation, "Get a blob"). */
const maxBlobSize = 100_000_000

function batchesOf(selectedPaths: SelectedBlobs): readonly (readonly string[])[] {
  const batches: string[][] = []
  let room = 0
  for (const [oid, { size = Infinity }] of selectedPaths) {
    if (size > batchLimits.each) continue
    room -= size
    const batch = batches.at(-1)
    if (batch && room >= 0 && batch.length < batchLimits.blobs) batch.push(oid)
    else {
      batches.push([oid])
      room = batchLimits.bytes - size
    }
  }
  return batches
}

const objectHash = (size: number) => createHash('sha1').update(`blob ${size}\0`)

/** A blob of these bytes, all of which are kept, and its id. */
export const blobOf = (bytes: Uint8Array): { readonly oid: string; readonly blob: Blob } => ({
  oid: objectHash(bytes.length).update(bytes).digest('hex'),
  blob: { size: bytes.length, content: { bytes } },
})

/** Blobs that were read before. */
export const blobShelf = (cache: Cache): CacheShelf<Blob> =>
  cache.shelf('blob', ({ content }) => (content && 'bytes' in content ? content.bytes.length : 200))

const texts = z.record(z.string(), z.object({ text: z.string().nullish() }).nullable())

/** Texts of many blobs at once. GitHub's text is a decoded one: it is only taken where its bytes are the blob's, by its id. */
async function readTexts(api: Pick<Api, 'query'>, oids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const answer = await api.query(oids.map((oid) => `b${oid}: object(oid: "${oid}") { ... on Blob { text } }`).join(' '), texts)
  const found = new Map<string, Uint8Array>()
  for (const oid of oids) {
    const bytes = Buffer.from(answer[`b${oid}`]?.text ?? '')
    if (blobOf(bytes).oid === oid) found.set(oid, bytes)
  }
  return found
}

function readRaw(api: Pick<Api, 'read'>, oid: string, selectedPaths: SelectedBlobs, limit: number): Promise<Blob> {
  const { level, size = 0 } = selectedPaths.get(oid) ?? { level: 'name' }
  if (size > maxBlobSize) {
    throw new Fault(msg`A file of ${size} bytes is too large to be read through GitHub's API.`, {
      hint: 'In a workflow, check out with `fetch-depth: 0`, so that it is read from git.',
    })
  }
  const parameters = { file_sha: oid, headers: { accept: 'application/vnd.github.raw+json' } }
  return api.read('/repos/{owner}/{repo}/git/blobs/{file_sha}', parameters, async (body) => {
    const hash = objectHash(size)
    const collected = collector(level, limit)
    for await (const piece of body) {
      hash.update(piece)
      collected.add(piece)
    }
    if (hash.digest('hex') !== oid) throw new Failure(500, 'the answer does not match the request')
    return collected.end()
  })
}

/** Reads blobs, as many at once as GitHub bears; alone those that are large or no texts. */
export async function* readBlobs(
  api: Pick<Api, 'query' | 'read'>,
  selectedPaths: SelectedBlobs,
  limit: number,
): AsyncGenerator<readonly [oid: string, blob: Blob]> {
  const alone = new Set(selectedPaths.keys())
  for (const batch of batchesOf(selectedPaths)) {
    for (const [oid, bytes] of await readTexts(api, batch)) {
      alone.delete(oid)
      yield [oid, { size: bytes.length, content: contentOf(bytes, selectedPaths.get(oid)?.level ?? 'name', limit) }]
    }
  }
  for (const oid of alone) yield [oid, await readRaw(api, oid, selectedPaths, limit)]
}
