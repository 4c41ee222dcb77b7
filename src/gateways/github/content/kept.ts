import * as z from 'zod'
import type { Blob } from '../../listing.ts'
import type { Cache, CacheShelf } from '../requests/cache.ts'
import { sha } from '../requests/forms.ts'

/**
 * The bytes of a blob as a text of as many characters, which takes the least memory, and the bytes as long as they are
 * in use.
 */
interface PackedBytes {
  readonly text: string
  bytes: WeakRef<Uint8Array>
}

const isPacked = (value: Blob | PackedBytes): value is PackedBytes => 'text' in value

function pack(blob: Blob): Blob | PackedBytes {
  const { content } = blob
  if (!content || !('bytes' in content)) return blob
  const { bytes } = content
  return {
    text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
    bytes: new WeakRef(bytes),
  }
}

function bytesOf(packed: PackedBytes): Uint8Array {
  const inUse = packed.bytes.deref()
  if (inUse) return inUse
  const bytes = new Uint8Array(packed.text.length)
  Buffer.from(bytes.buffer).write(packed.text, 'latin1')
  packed.bytes = new WeakRef(bytes)
  return bytes
}

/**
 * Blobs that were read before. What is parsed of a file lives as long as its bytes do, and takes several times their
 * memory. So the cache does not hold the bytes themselves: they are the same to all who have them at one time, and are
 * gone once they are in use no more.
 */
export function blobShelf(cache: Cache): CacheShelf<Blob> {
  const shelf = cache.shelf<Blob | PackedBytes>('blob', (value) => 200 + (isPacked(value) ? value.text.length : 0))
  return {
    get(oid) {
      const value = shelf.get(oid)
      if (!value || !isPacked(value)) return value
      const bytes = bytesOf(value)
      return { size: bytes.length, content: { bytes } }
    },
    set: (oid, blob) => shelf.set(oid, pack(blob)),
  }
}

export const treeAnswer = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.string(),
      type: z.enum(['blob', 'tree', 'commit']),
      sha,
      size: z.number().optional(),
    }),
  ),
})

export type TreeAnswer = z.infer<typeof treeAnswer>

/** An entry without the names of its fields. */
type Row = readonly [path: string, mode: string, type: TreeAnswer['tree'][number]['type'], sha: string, size?: number]

/** Lists of trees that were read before, by commit or tree. They are kept as texts, in half the memory. */
export function treeShelf(cache: Cache): CacheShelf<TreeAnswer> {
  const shelf = cache.shelf<string>('tree', (text) => Buffer.byteLength(text))
  return {
    get(key) {
      const text = shelf.get(key)
      if (text === undefined) return undefined
      const [truncated, ...rows] = JSON.parse(text) as [boolean, ...Row[]]
      return {
        truncated,
        tree: rows.map(([path, mode, type, id, size]) => ({
          path,
          mode,
          type,
          sha: id,
          ...(size !== undefined && { size }),
        })),
      }
    },
    set(key, { truncated, tree }) {
      const rows = tree.map(({ path, mode, type, sha: id, size }): Row =>
        size === undefined ? [path, mode, type, id] : [path, mode, type, id, size],
      )
      shelf.set(key, JSON.stringify([truncated, ...rows]))
    },
  }
}

export const treeKey = (commit: string, recursive: boolean): string => `${commit} ${recursive ? '1' : ''}`
