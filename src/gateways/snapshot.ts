import {
  bytesIn,
  type Digest,
  type Entry,
  type FileContent,
  type LoadLevel,
  type RereadableContent,
  type View,
} from '../core/view.ts'
import { digestOf } from '../documents/digest.ts'

/**
 * The kept content of a file: the bytes, or their digest where no more is needed or they are too many; with
 * `again`, the bytes are read again whenever they are needed.
 */
export type Content = { readonly bytes: Uint8Array } | { readonly digest: Digest; readonly again?: RereadableContent }

/** The content that git stores for a file of the work tree, if it differs. */
export interface StoredContent {
  /** Where it is known. */
  readonly size?: number
  readonly digest: Digest
}

/** An entry at a path, the level to which it is loaded, and its content where that is loaded. */
export interface HeldEntry {
  readonly entry: Entry
  readonly level: LoadLevel
  readonly content?: Content | undefined
  /** Size and digest are those of the content that git stores; the bytes are those on the disk. */
  readonly stored?: StoredContent | undefined
  /** Of a file of a commit: its object. */
  readonly identity?: string
}

/** Whether the bytes themselves are kept of a file of this size. */
export const keepsBytes = (level: LoadLevel, size: number, limit: number): boolean => level === 'text' && size <= limit

/**
 * What a view keeps of a file at a level: its bytes, their digest, or nothing. `limit`: bytes above which only the
 * digest is kept.
 */
export function contentOf(bytes: Uint8Array, level: LoadLevel, limit: number): Content | undefined {
  if (level === 'name') return undefined
  return keepsBytes(level, bytes.length, limit) ? { bytes } : { digest: digestOf(bytes) }
}

/**
 * A view of the loaded files, which shows no more of a file than was selected. Digests of kept bytes are made when they
 * are first used.
 */
export function snapshot(
  heldEntries: ReadonlyMap<string, HeldEntry>,
  folders: ReadonlySet<string>,
  limit: number,
): View {
  const digests = new Map<Uint8Array, Digest>()

  const digestOnce = (bytes: Uint8Array): Digest => {
    const digest = digests.get(bytes) ?? digestOf(bytes)
    digests.set(bytes, digest)
    return digest
  }

  const contentAt = (path: string): FileContent | undefined => {
    const { entry, level, content } = heldEntries.get(path) ?? {}
    if (!entry || !level || !content || !keepsBytes(level, entry.size, limit)) return undefined
    return 'bytes' in content ? content.bytes : content.again
  }

  const digest = (content: Content): Digest => ('bytes' in content ? digestOnce(content.bytes) : content.digest)

  return {
    paths: [...heldEntries.keys()].sort(),
    folders,
    entry(path) {
      const { entry, content, stored } = heldEntries.get(path) ?? {}
      if (entry && stored?.size !== undefined) return { ...entry, size: stored.size }
      return entry?.kind === 'symlink' && content ? { ...entry, link: digest(content).sha256 } : entry
    },
    identity: (path) => heldEntries.get(path)?.identity,
    bytes(path) {
      const content = contentAt(path)
      return content && bytesIn(content)
    },
    content: contentAt,
    digest(path) {
      const { entry, level, content, stored } = heldEntries.get(path) ?? {}
      return entry?.kind === 'file' && content && level !== 'name' ? (stored?.digest ?? digest(content)) : undefined
    },
  }
}
