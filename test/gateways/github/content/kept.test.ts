import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { blobOf } from '../../../../src/gateways/github/content/files.ts'
import { blobShelf, treeShelf, type TreeAnswer } from '../../../../src/gateways/github/content/kept.ts'
import { cache, type Cache } from '../../../../src/gateways/github/requests/cache.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index)

/** A cache that tells how large it takes what it keeps to be. */
function measured(): { readonly cache: Cache; readonly sizes: number[] } {
  const all = cache(1 << 24)
  const sizes: number[] = []
  const shelf: Cache['shelf'] = (name, size) =>
    all.shelf(name, (value) => {
      sizes.push(size(value))
      return sizes.at(-1) ?? 0
    })
  return { cache: { shelf }, sizes }
}

it('bytes are given out as they were, the same ones to all who have them', () => {
  const shelf = blobShelf(cache(1 << 20))
  const { oid, blob, bytes } = blobOf(everyByte)
  shelf.set(oid, blob)
  const content = shelf.get(oid)?.content
  expect(content).toEqual({ bytes: everyByte })
  expect(content && 'bytes' in content && content.bytes).toBe(bytes)
  expect(shelf.get(oid)?.size).toBe(256)
  expect(shelf.get('another')).toBe(undefined)
})

it('bytes that are in use no more are let go, and with them what was parsed of them', async () => {
  const shelf = blobShelf(cache(1 << 20))
  const parsed = new WeakMap<object, object>()
  const hand = (): WeakRef<object> => {
    const content = shelf.get('it')?.content
    const bytes = content && 'bytes' in content ? content.bytes : new Uint8Array()
    const data = { bytes: bytes.length }
    parsed.set(bytes, data)
    return new WeakRef(data)
  }
  shelf.set('it', blobOf(everyByte).blob)
  const data = hand()
  await turn()
  collectGarbage()
  expect(data.deref()).toBe(undefined)
  expect(shelf.get('it')?.content).toEqual({ bytes: everyByte })
})

it('of a file whose bytes are not kept, what is known of it is', () => {
  const shelf = blobShelf(cache(1 << 20))
  const blob = { size: 9, content: { digest: { sha256: 'a' } as never } }
  shelf.set('large', blob)
  expect(shelf.get('large')).toBe(blob)
})

it('trees are given out as they were, and count as what they take', () => {
  const { cache: counted, sizes } = measured()
  const shelf = treeShelf(counted)
  const sha = '0123456789'.repeat(4)
  const entry = { mode: '100644', type: 'blob', sha, size: 12 } as const
  const listing: TreeAnswer = {
    truncated: true,
    tree: [
      { path: 'a "name"\n\0', ...entry },
      { path: 'plugins', mode: '040000', type: 'tree', sha },
      { path: 'plugins/日本語.md', ...entry, size: 0 },
      { path: 'vendor', mode: '160000', type: 'commit', sha },
    ],
  }
  shelf.set('c 1', listing)
  expect(shelf.get('c 1')).toEqual(listing)
  const path = 'plugins/TinyGain/.ideas/creative-brief.md'
  shelf.set('d 1', { truncated: false, tree: Array.from({ length: 1000 }, () => ({ path, ...entry })) })
  expect((sizes.at(-1) ?? 0) / 1000).toBeLessThan(path.length + 75)
})
