import type { EntryKind, Need, Selection, View } from '../core/view.ts'
import { needs } from '../core/view.ts'
import type { Content, Held } from './snapshot.ts'
import { keepsBytes, snapshot } from './snapshot.ts'
import { sieve } from './wanted.ts'

/** What stands at a path of a commit. */
export interface Listed {
  readonly path: string
  readonly kind: EntryKind
  /** The object's id: the same content has the same id wherever it stands. */
  readonly oid: string
  /** In bytes, where the list says it. */
  readonly size?: number | undefined
}

/** What is known of a file's content, whatever its path. */
export interface Blob {
  readonly size: number
  readonly content?: Content | undefined
}

/** How much of a blob is needed, and its size where that is known. */
export interface WantedBlob {
  readonly need: Need
  readonly size?: number | undefined
}

export type WantedBlobs = ReadonlyMap<string, WantedBlob>

/** Reads blobs by their ids, in any order. @throws Fault where one of them cannot be had. */
export type ReadBlobs = (wanted: WantedBlobs, limit: number) => AsyncIterable<readonly [oid: string, blob: Blob]>

function suffices({ size, content }: Blob, need: Need, limit: number): boolean {
  if (need === 'name') return true
  return content !== undefined && (!keepsBytes(need, size, limit) || 'bytes' in content)
}

const greater = (one: Need, other: Need): Need => (needs.indexOf(one) > needs.indexOf(other) ? one : other)

/** How a commit is called in messages. */
export const commitName = (sha: string): string => `commit ${sha.slice(0, 7)}`

/** Makes views of what is listed at commits, one after the other: what one has read the next does not read again. */
export function viewer(read: ReadBlobs): (listed: AsyncIterable<Listed>, selection: Selection) => Promise<View> {
  const known = new Map<string, Blob>()
  let last: Promise<unknown> = Promise.resolve()

  const view = async (listed: AsyncIterable<Listed>, { selectors, limit }: Selection): Promise<View> => {
    const needFor = sieve(selectors)
    const found: (Listed & { readonly need: Need })[] = []
    const missing = new Map<string, WantedBlob>()
    for await (const { path, kind, oid, size } of listed) {
      const need = needFor(path, kind)
      if (!need) continue
      found.push({ path, kind, oid, size, need })
      const blob = known.get(oid)
      if ((need === 'name' && size !== undefined) || (blob && suffices(blob, need, limit))) continue
      missing.set(oid, { need: greater(need, missing.get(oid)?.need ?? 'name'), size })
    }
    if (missing.size > 0) for await (const [oid, blob] of read(missing, limit)) known.set(oid, blob)

    const held = new Map<string, Held>()
    for (const { path, kind, oid, size, need } of found) {
      const blob = known.get(oid)
      held.set(path, { entry: { kind, size: size ?? blob?.size ?? 0 }, need, content: blob?.content })
    }
    return snapshot(held, limit)
  }

  return (listed, selection) => {
    const turn = last.then(() => view(listed, selection))
    last = turn.catch(() => undefined)
    return turn
  }
}
