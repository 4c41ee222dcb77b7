import type { Lane } from './board.ts'
import type { PlaceValue } from './compared.ts'
import type { Severity } from './diagnostic.ts'
import type { ProtocolName } from './protocol-name.ts'
import type { Holder } from './target.ts'
import type { EntryKind, LoadLevel } from './view.ts'

/** A path that a commit changed, with its new content. */
export interface PathChange {
  readonly path: string
  /** What the path holds after the commit; `undefined`: nothing. */
  readonly kind: EntryKind | undefined
  /** The id of its git object: equal content, equal id. */
  readonly oid: string
}

/** A commit of the replayed history, compared with its first parent. */
export interface WalkedCommit {
  readonly sha: string
  /** How many parents it has. */
  readonly parents: number
  readonly changes: readonly PathChange[]
}

/** The history of a commit by first parents. */
export interface Walk {
  /** Oldest first. */
  readonly commits: readonly WalkedCommit[]
  /** The history before the first of them was cut off. */
  readonly isShallow: boolean
}

/** The facts that a commit records about itself. */
export interface CommitFacts {
  /** When it was committed, ISO 8601 in UTC. */
  readonly at: string
  /** The name of its author, without the address. */
  readonly author: string
  readonly message: string
}

/** The content of a blob: its bytes, or their digest if that is enough or the blob is too large. */
export interface ReadBlob {
  readonly size: number
  readonly bytes?: Uint8Array
  readonly digest?: { readonly sha256: string; readonly lf: string }
}

/** What a replay needs before it can continue. */
export interface ReplayNeeds {
  /** Blobs by their ids, and how much of each. */
  readonly blobs: ReadonlyMap<string, LoadLevel>
  /** Commits whose facts are needed. */
  readonly commits: readonly string[]
}

/** The answer to {@link ReplayNeeds}. */
export interface ReplaySupply {
  readonly blobs: ReadonlyMap<string, ReadBlob>
  readonly commits: ReadonlyMap<string, CommitFacts>
}

export interface HistoryCommit {
  readonly commit: string
  /** Its place among the state commits that were replayed, oldest first, from 0: dates may be wrong. */
  readonly index: number
  readonly at: string
  readonly author: string
  /** The first line of its message. */
  readonly subject: string
  readonly merge: boolean
  /** Its message has the trailers of Baton, which proves nothing. */
  readonly by?: 'baton'
  /** The command that they name. */
  readonly command?: string
}

/** What a reader has to know about a clone whose history is cut off. */
export const cutOffNote =
  'The history of this clone is cut off: what began before is unknown. Run `git fetch --unshallow`; in a workflow, check out with `fetch-depth: 0`.'

/** How an episode ended (docs/history.md, "How it ends"). */
export const endings = [
  'open',
  'target',
  'hidden',
  'turned',
  'place',
  'recorded',
  'restored',
  'followed',
  'both',
  'mended',
] as const
export type Ending = (typeof endings)[number]

/** An unbroken row of commits with a finding of the same code about the same target and subject. */
export interface Episode {
  readonly code: string
  readonly target?: string
  readonly subject?: string
  readonly severity: Severity
  /** The configuration lists it as known. */
  readonly known?: true
  /** `null`: before the first commit that was replayed. */
  readonly began: HistoryCommit | null
  /** Began before the requested range. */
  readonly earlier?: true
  /** Absent while it is open. */
  readonly ended?: HistoryCommit
  readonly how: Ending
  /** The place that changed, or is gone. */
  readonly changed?: string
  /** The place that it agrees with now. */
  readonly to?: string
  /** The code under which the same subject continues to contradict itself. */
  readonly into?: string
  readonly seconds: number
  /** The dates of its commits go backwards: `seconds` is meaningless. */
  readonly clock?: 'odd'
  /** The number of state commits in which it is found. */
  readonly stateCommits: number
  /** What the places contained when it began, in its last commit, and when it ended. */
  readonly first: readonly PlaceValue[]
  readonly last: readonly PlaceValue[]
  readonly after: readonly PlaceValue[]
  /** How many different values the places had. */
  readonly values: number
}

/** An unbroken row of commits in which a target has one holder and one state. */
export interface Segment {
  readonly holder?: Holder | undefined
  readonly state: string
  readonly lane: Lane
  readonly began: HistoryCommit
  /** Began before the requested range, or before the first commit of a clone whose history is cut off. */
  readonly earlier?: true
  /** Absent for the last one of a target that still exists. */
  readonly ended?: HistoryCommit
  readonly seconds: number
}

/** Totals over the segments of a target. */
export interface TargetSums {
  readonly seconds: Readonly<Record<Holder | 'unknown', number>>
  /** The part of them all, from 0 to 1; all 0 where no time has passed. */
  readonly share: Readonly<Record<Holder | 'unknown', number>>
  readonly transitions: number
  /** How often an agent got control. */
  readonly grants: number
  /** From a grant to the end of the agent's control. */
  readonly medianGrantSeconds?: number
}

export interface TargetHistory {
  readonly id: string
  readonly protocol: ProtocolName
  readonly segments: readonly Segment[]
  readonly sums: TargetSums
}

/** Totals over some episodes; times are of those that ended. */
export interface EpisodeSums {
  readonly episodes: number
  readonly open: number
  readonly medianSeconds?: number
  readonly longestSeconds?: number
  readonly percentile90Seconds?: number
}

export interface HistorySums extends EpisodeSums {
  readonly stateCommitsWith: number
  readonly byCode: Readonly<Record<string, EpisodeSums>>
}

/** How the state of a repository developed, and when its files contradicted themselves. */
export interface RepositoryHistory {
  readonly tip: string
  /** The first commit that was replayed. */
  readonly from: string
  /** The time up to which open episodes and segments are counted. */
  readonly at: string
  /** The first commit that is counted, where only a range or a time was requested; `null`: no commit is in it. */
  readonly range?: {
    readonly from: string
    readonly at: string
    /** How many state commits come before it. */ readonly before: number
  } | null
  /** Only some episodes are listed: of some targets, codes or protocols, or open ones. */
  readonly filtered?: true
  readonly commits: number
  readonly stateCommits: number
  readonly shallow: boolean
  readonly codes: readonly string[]
  readonly episodes: readonly Episode[]
  readonly targets: readonly TargetHistory[]
  readonly sums: HistorySums
  readonly notes: readonly string[]
}
