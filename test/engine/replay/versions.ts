import { digestOf } from '../../../src/documents/digest.ts'
import type {
  CommitFacts,
  PathChange,
  ReplayNeeds,
  ReplaySupply,
  RepositoryHistory,
  WalkedCommit,
} from '../../../src/core/history.ts'
import type { Protocol } from '../../../src/core/protocol.ts'
import type { Files } from '../../../src/core/rule.ts'
import { contradictionCodes } from '../../../src/engine/replay/record.ts'
import { replay } from '../../../src/engine/replay/replay.ts'
import type { ReplayRequest } from '../../../src/engine/replay/request.ts'

/** A repository at one commit. */
export interface Version extends Partial<CommitFacts> {
  readonly files: Files
  /** Those of its paths that are symbolic links. */
  readonly links?: readonly string[]
  readonly parents?: number
}

export const limit = 1 << 20

const encoder = new TextEncoder()

/** What is at each path, and the object that it is. */
const entriesOf = ({ files, links = [] }: Version) =>
  new Map(
    Object.entries(files).map(([path, text]) => {
      const kind = links.includes(path) ? ('symlink' as const) : ('file' as const)
      return [path, { kind, oid: `${kind} ${digestOf(encoder.encode(text)).sha256}`, text }] as const
    }),
  )

/** What each version changes against the one before. */
function walkOf(versions: readonly Version[]) {
  const texts = new Map<string, string>()
  const commits = versions.map((version, index): WalkedCommit => {
    const [now, before] = [entriesOf(version), entriesOf(versions[index - 1] ?? { files: {} })]
    for (const { oid, text } of now.values()) texts.set(oid, text)
    const changed = Array.from(now).flatMap(([path, { kind, oid }]): readonly PathChange[] =>
      before.get(path)?.oid === oid ? [] : [{ path, kind, oid }],
    )
    const removals = [...before.keys()].flatMap((path): readonly PathChange[] =>
      now.has(path) ? [] : [{ path, kind: undefined, oid: '0' }],
    )
    return { sha: shaOf(index), parents: version.parents ?? Math.min(index, 1), changes: [...removals, ...changed] }
  })
  return { commits, texts }
}

/** The SHA of the version of an index. */
export const shaOf = (index: number): string => index.toString(16).padStart(40, '0')

/** Ten minutes lie between two versions, where they do not say another time. */
export const timeOf = (index: number): string => new Date(Date.UTC(2026, 1, 4, 10, 10 * index)).toISOString()

/** A finished replay, and what it has read of each blob, in order. */
export interface ReplayResult {
  readonly history: RepositoryHistory
  readonly read: readonly string[]
}

/** Replays some versions, as commits of which each is the first parent of the next. */
export function replayed(
  versions: readonly Version[],
  protocols: readonly Protocol[],
  settings: Partial<ReplayRequest> & { readonly isShallow?: boolean } = {},
): ReplayResult {
  const { commits, texts } = walkOf(versions)
  const read: string[] = []
  const supply = ({ blobs, commits: shas }: ReplayNeeds): ReplaySupply => ({
    blobs: new Map(
      Array.from(blobs, ([oid, level]) => {
        read.push(oid)
        const bytes = encoder.encode(texts.get(oid))
        const size = bytes.length
        if (level === 'name') return [oid, { size }]
        return [oid, level === 'text' && size <= limit ? { size, bytes } : { size, digest: digestOf(bytes) }]
      }),
    ),
    commits: new Map(
      shas.map((sha) => {
        const index = Number.parseInt(sha, 16)
        const { at = timeOf(index), author = 'octocat', message = `Version ${index}\n` } = versions[index] ?? {}
        return [sha, { at, author, message }]
      }),
    ),
  })
  const replaying = replay({
    walk: { commits, isShallow: settings.isShallow ?? false },
    protocols,
    sections: {},
    severity: {},
    context: (at) => ({ at, day: at.slice(0, 10), limit }),
    limit,
    codes: new Set(contradictionCodes(protocols)),
    knownFindings: [],
    maxCommits: Number.POSITIVE_INFINITY,
    targets: [],
    openOnly: false,
    filtered: false,
    sort: 'began',
    ...settings,
  })
  let step = replaying.next()
  while (step.done !== true) step = replaying.next(supply(step.value))
  return { history: step.value, read }
}
