import type { PathChange, ReadBlob } from '../../core/history.ts'
import {
  type Digest,
  type Entry,
  type LoadLevel,
  type View,
  folderOf,
  higherLevel,
  foldersAbove,
} from '../../core/view.ts'
import { digestOf } from '../../documents/digest.ts'
import type { PathFilter } from '../../documents/selection.ts'
import type { Conflict } from '../../core/conflict.ts'
import { ourSideIn } from '../unmerged.ts'

/** A blob of which as much is known as was needed. */
interface KnownBlob extends ReadBlob {
  digest?: Digest
  /** The path at which these bytes were first read: parsed files are cached by bytes and path. */
  path?: string
}

/** Blobs by their ids, each kept for as long as a path has it or a later commit brings it back. */
export interface BlobStore {
  get(oid: string): KnownBlob | undefined
  put(oid: string, blob: ReadBlob): void
  hold(oid: string): void
  release(oid: string): void
  /** How many are kept. */
  readonly size: number
}

/**
 * A store of blobs that frees one when no path holds it any more. @param isReusedLater whether a later commit has an
 * object, which is then kept
 */
export function blobStore(isReusedLater: (oid: string) => boolean): BlobStore {
  const blobsById = new Map<string, KnownBlob>()
  const holders = new Map<string, number>()
  return {
    get: (oid) => blobsById.get(oid),
    put: (oid, blob) => blobsById.set(oid, { ...blob }),
    hold: (oid) => holders.set(oid, (holders.get(oid) ?? 0) + 1),
    release(oid) {
      const remaining = (holders.get(oid) ?? 0) - 1
      if (remaining > 0) holders.set(oid, remaining)
      else {
        holders.delete(oid)
        if (!isReusedLater(oid)) blobsById.delete(oid)
      }
    },
    get size() {
      return blobsById.size
    },
  }
}

/** The files that some selectors select, carried from commit to commit. */
export interface Layer {
  /**
   * Applies the change of one path by a commit. @returns what changed in the view: the folders that exist, too, or only
   * an entry
   */
  apply(change: PathChange): 'folder' | 'entry' | undefined
  /** Selects otherwise. @param changes what is at each path that is selected otherwise, or below such a folder */
  reselect(changes: readonly PathChange[], change: () => void): void
  /** The blobs that have to be read before there can be a view. */
  missing(needed: Map<string, LoadLevel>): void
  /** The view as of now: good until the next change. */
  view(): View
  /** Lets go of its blobs. */
  drop(): void
}

interface LayerEntry {
  readonly kind: Entry['kind']
  readonly oid: string
  readonly level: LoadLevel
  bytes?: Uint8Array
  entry?: Entry
}

const suffices = ({ size, bytes, digest }: KnownBlob, level: LoadLevel, limit: number): boolean =>
  level === 'name' || (level === 'text' && size <= limit ? bytes !== undefined : (bytes ?? digest) !== undefined)

/** Up to this many paths are inserted into a sorted list one by one. */
const maxInsertedPaths = 16

function placeOf(sorted: readonly string[], path: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as string) < path) low = middle + 1
    else high = middle
  }
  return low
}

export function layerOf(filter: PathFilter, limit: number, blobs: BlobStore): Layer {
  const entries = new Map<string, LayerEntry>()
  const unreadPaths = new Set<string>()
  const folders = new Map<string, number>()
  const selectedFolders = new Map<string, readonly string[]>()
  let paths: readonly string[] = []
  const movedPaths = new Set<string>()
  const changedPaths: string[] = []
  /** The names in `folders`, once they are needed. */
  let folderSet: ReadonlySet<string> | undefined
  const presentPaths = new Set<string>()
  /**
   * Paths that changed since the last view, and those that were committed unmerged: the view has our side of them, as
   * that of a check.
   */
  const stalePaths = new Set<string>()
  const unmerged = new Map<string, readonly Conflict[]>()

  const foldersOf = (path: string): readonly string[] => {
    const folder = folderOf(path)
    const knownFolders = selectedFolders.get(folder)
    if (knownFolders) return knownFolders
    const foundFolders = [...foldersAbove(path)].filter((ancestor) => filter.folder(ancestor))
    selectedFolders.set(folder, foundFolders)
    return foundFolders
  }

  /** Counts the files below the selected folders. */
  const count = (path: string, step: 1 | -1): boolean => {
    let isChanged = false
    for (const folder of foldersOf(path)) {
      const remaining = (folders.get(folder) ?? 0) + step
      folders.set(folder, remaining)
      if (remaining > (step === 1 ? 1 : 0)) continue
      if (remaining === 0) folders.delete(folder)
      isChanged = true
    }
    if (isChanged) folderSet = undefined
    return isChanged
  }

  /** The own bytes of a path: two paths with the same object are read as two files. */
  const bytesOf = (path: string, entry: LayerEntry): Uint8Array | undefined => {
    const blob = blobs.get(entry.oid)
    if (!blob?.bytes) return undefined
    blob.path ??= path
    return (entry.bytes ??= blob.path === path ? blob.bytes : blob.bytes.subarray())
  }
  const digestAt = (oid: string): Digest | undefined => {
    const blob = blobs.get(oid)
    if (blob && !blob.digest && blob.bytes) blob.digest = digestOf(blob.bytes)
    return blob?.digest
  }

  const layer: Layer = {
    apply({ path, kind, oid }) {
      const entryBefore = entries.get(path)
      const level = kind === undefined ? undefined : filter.level(path, kind)
      const wasThere = presentPaths.has(path)
      let isFolderChanged = false
      if (foldersOf(path).length > 0 && wasThere !== (kind !== undefined)) {
        if (wasThere) presentPaths.delete(path)
        else presentPaths.add(path)
        isFolderChanged = count(path, wasThere ? -1 : 1)
      }
      if (!entryBefore && level === undefined) {
        if (isFolderChanged) changedPaths.push(path)
        return isFolderChanged ? 'folder' : undefined
      }
      changedPaths.push(path)
      if (entryBefore) blobs.release(entryBefore.oid)
      unreadPaths.delete(path)
      stalePaths.add(path)
      if (kind === undefined || level === undefined) {
        entries.delete(path)
        movedPaths.add(path)
      } else {
        if (!entryBefore) movedPaths.add(path)
        entries.set(path, { kind, oid, level })
        blobs.hold(oid)
        if (kind !== 'submodule') unreadPaths.add(path)
      }
      return isFolderChanged ? 'folder' : 'entry'
    },
    reselect(changes, change) {
      for (const { path, oid } of changes) layer.apply({ path, kind: undefined, oid })
      change()
      selectedFolders.clear()
      for (const pathChange of changes) layer.apply(pathChange)
    },
    missing(needed) {
      for (const path of unreadPaths) {
        const { oid, level } = entries.get(path) as LayerEntry
        const blob = blobs.get(oid)
        if (blob && suffices(blob, level, limit)) continue
        needed.set(oid, higherLevel(level, needed.get(oid)))
      }
      unreadPaths.clear()
    },
    drop() {
      for (const { oid } of entries.values()) blobs.release(oid)
      entries.clear()
    },
    view() {
      if (movedPaths.size > maxInsertedPaths) paths = [...entries.keys()].sort()
      else
        for (const path of movedPaths) {
          const at = placeOf(paths, path)
          const isListed = paths[at] === path
          if (isListed !== entries.has(path)) paths = isListed ? paths.toSpliced(at, 1) : paths.toSpliced(at, 0, path)
        }
      movedPaths.clear()
      for (const path of stalePaths) {
        unmerged.delete(path)
        const entry = entries.get(path)
        const bytes = entry?.kind === 'file' && entry.level === 'text' ? bytesOf(path, entry) : undefined
        const side = bytes && ourSideIn(path, bytes)
        if (!entry || !side) continue
        entry.bytes = side.bytes
        unmerged.set(path, side.conflicts)
      }
      stalePaths.clear()
      const viewPaths = paths
      const entryOf = (layerEntry: LayerEntry): Entry => {
        if (layerEntry.entry) return layerEntry.entry
        const { kind, oid } = layerEntry
        const size = kind === 'submodule' ? 0 : (blobs.get(oid)?.size ?? 0)
        const link = kind === 'symlink' ? digestAt(oid)?.sha256 : undefined
        layerEntry.entry = { kind, size, ...(link !== undefined && { link }) }
        return layerEntry.entry
      }
      const bytesAt = (path: string) => {
        const entry = entries.get(path)
        if (!entry || entry.level !== 'text') return undefined
        return (blobs.get(entry.oid)?.size ?? 0) <= limit ? bytesOf(path, entry) : undefined
      }
      return {
        isOneOfMany: true,
        series: { changed: changedPaths, before: changedPaths.length },
        ...(unmerged.size > 0 && { unmerged: new Map(unmerged) }),
        paths: viewPaths,
        folders: (folderSet ??= new Set(folders.keys())),
        entry(path) {
          const entry = entries.get(path)
          return entry && entryOf(entry)
        },
        identity: (path) => entries.get(path)?.oid,
        bytes: bytesAt,
        content: bytesAt,
        digest(path) {
          const entry = entries.get(path)
          return entry?.kind === 'file' && entry.level !== 'name' ? digestAt(entry.oid) : undefined
        },
      }
    },
  }
  return layer
}
