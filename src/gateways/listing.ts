import { type EntryKind, type LoadLevel, type Selection, type View, higherLevel } from '../core/view.ts'
import { keepsBytes, snapshot, type Content, type HeldEntry } from './snapshot.ts'
import { pathFilter } from '../documents/selection.ts'

export interface ListedEntry {
  readonly path: string
  readonly kind: EntryKind | 'folder'
  /** The object's id: the same content has the same id wherever it is. */
  readonly oid: string
  /** In bytes, where the list says it. */
  readonly size?: number | undefined
}

const kinds: Readonly<Record<string, ListedEntry['kind']>> = {
  '040000': 'folder',
  '120000': 'symlink',
  '160000': 'submodule',
}

/** The entries of a commit, in any order. */
export type Listing = AsyncIterable<ListedEntry> | Iterable<ListedEntry>

/** An entry of a git tree by its mode, as git writes that: `100644`. A submodule or folder has no size here. */
export function listedBy(mode: string, { path, oid, size }: Pick<ListedEntry, 'path' | 'oid' | 'size'>): ListedEntry {
  const kind = kinds[mode] ?? 'file'
  return { path, kind, oid, size: kind === 'submodule' || kind === 'folder' ? 0 : size }
}

/** The known facts about the content of a file, independent of its path. */
export interface Blob {
  readonly size: number
  readonly content?: Content | undefined
}

/** How much of a blob is needed, and its size where that is known. */
export interface SelectedBlob {
  readonly level: LoadLevel
  readonly size?: number | undefined
}

export type SelectedBlobs = ReadonlyMap<string, SelectedBlob>

/** Reads blobs by their ids, in any order. @throws Fault where one of them cannot be read. */
export type ReadBlobs = (
  selectedBlobs: SelectedBlobs,
  limit: number,
) => AsyncIterable<readonly [oid: string, blob: Blob]>

function isEnough({ size, content }: Blob, level: LoadLevel, limit: number): boolean {
  if (level === 'name') return true
  return content !== undefined && (!keepsBytes(level, size, limit) || 'bytes' in content)
}

/** How a commit is called in messages. */
export const commitName = (sha: string): string => `commit ${sha.slice(0, 7)}`

/** Blobs by their ids that were read before. It may forget any of them. */
export interface KnownBlobs {
  get(oid: string): Blob | undefined
  set(oid: string, blob: Blob): unknown
}

/** Entries at their paths, and the folders that are selected themselves. */
interface LoadedEntries {
  readonly held: ReadonlyMap<string, HeldEntry>
  readonly folders: ReadonlySet<string>
}

/** The selected ones of listed entries, and what is known of their content. */
interface SelectedEntries {
  readonly limit: number
  readonly found: readonly (ListedEntry & { readonly kind: EntryKind; readonly level: LoadLevel })[]
  readonly folders: ReadonlySet<string>
  readonly blobs: Map<string, Blob>
  readonly missing: ReadonlyMap<string, SelectedBlob>
}

async function select(
  listing: Listing,
  { selectors, limit }: Selection,
  knownBlobs: KnownBlobs,
): Promise<SelectedEntries> {
  const filter = pathFilter(selectors)
  const selectedEntries: SelectedEntries['found'][number][] = []
  const folders = new Set<string>()
  const blobs = new Map<string, Blob>()
  const missing = new Map<string, SelectedBlob>()
  for await (const { path, kind, oid, size } of listing) {
    if (kind === 'folder') {
      if (filter.folder(path)) folders.add(path)
      continue
    }
    const level = filter.level(path, kind)
    if (!level) continue
    selectedEntries.push({ path, kind, oid, size, level })
    const blob = knownBlobs.get(oid)
    if (blob && isEnough(blob, level, limit)) blobs.set(oid, blob)
    else if (level !== 'name' || size === undefined)
      missing.set(oid, { level: higherLevel(level, missing.get(oid)?.level ?? 'name'), size })
  }
  return { limit, found: selectedEntries, folders, blobs, missing }
}

/** Reads what several views with one limit lack, each blob once. */
async function readMissing(
  read: ReadBlobs,
  knownBlobs: KnownBlobs,
  limit: number,
  views: readonly SelectedEntries[],
): Promise<void> {
  const missingBlobs = new Map<string, SelectedBlob>()
  for (const view of views) {
    for (const [oid, { level, size }] of view.missing) {
      // It may have been read since.
      const blob = knownBlobs.get(oid)
      if (blob && isEnough(blob, level, limit)) view.blobs.set(oid, blob)
      else missingBlobs.set(oid, { level: higherLevel(level, missingBlobs.get(oid)?.level ?? 'name'), size })
    }
  }
  if (missingBlobs.size === 0) return
  for await (const [oid, blob] of read(missingBlobs, limit)) {
    knownBlobs.set(oid, blob)
    for (const view of views) if (view.missing.has(oid)) view.blobs.set(oid, blob)
  }
}

function loadedEntries({ found, folders, blobs }: SelectedEntries): LoadedEntries {
  const heldEntries = new Map<string, HeldEntry>()
  for (const { path, kind, oid, size, level } of found) {
    const blob = blobs.get(oid)
    heldEntries.set(path, {
      entry: { kind, size: size ?? blob?.size ?? 0 },
      level,
      content: blob?.content,
      identity: oid,
    })
  }
  return { held: heldEntries, folders }
}

export async function load(read: ReadBlobs, listing: Listing, selection: Selection): Promise<LoadedEntries> {
  const knownBlobs = new Map<string, Blob>()
  const selectedEntries = await select(listing, selection, knownBlobs)
  await readMissing(read, knownBlobs, selection.limit, [selectedEntries])
  return loadedEntries(selectedEntries)
}

/** A view that was listed and waits for its blobs. */
interface WaitingView {
  readonly selected: SelectedEntries
  resolve(): void
  reject(reason: unknown): void
}

/**
 * Makes views of listed commits. What those lack that are opened at the same time, such as head and base, is read at
 * once; what one has read is not read again for the next, as long as it is kept.
 */
export function viewMaker(
  read: ReadBlobs,
  knownBlobs: KnownBlobs = new Map<string, Blob>(),
): (listing: Listing, selection: Selection) => Promise<View> {
  let listings = 0
  let waitingViews: WaitingView[] = []
  let lastRead: Promise<unknown> = Promise.resolve()

  const readAll = () => {
    const pendingViews = waitingViews
    waitingViews = []
    for (const limit of new Set(pendingViews.map(({ selected }) => selected.limit))) {
      const viewsOfLimit = pendingViews.filter(({ selected }) => selected.limit === limit)
      const views = viewsOfLimit.map(({ selected }) => selected)
      lastRead = lastRead
        .then(() => readMissing(read, knownBlobs, limit, views))
        .then(
          () => viewsOfLimit.forEach(({ resolve }) => resolve()),
          (error: unknown) => viewsOfLimit.forEach(({ reject }) => reject(error)),
        )
    }
  }

  const selectIn = async (listing: Listing, selection: Selection) => {
    listings += 1
    try {
      return await select(listing, selection, knownBlobs)
    } finally {
      listings -= 1
      // A tree that was just listed by its names alone is opened again with its texts.
      if (listings === 0) setImmediate(() => listings === 0 && readAll())
    }
  }

  return async (listing, selection) => {
    const selectedEntries = await selectIn(listing, selection)
    if (selectedEntries.missing.size > 0) {
      await new Promise<void>((resolve, reject) => {
        waitingViews.push({ selected: selectedEntries, resolve, reject })
      })
    }
    const { held: heldEntries, folders } = loadedEntries(selectedEntries)
    return snapshot(heldEntries, folders, selection.limit)
  }
}
