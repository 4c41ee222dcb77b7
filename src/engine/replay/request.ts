import type { Context } from '../../core/context.ts'
import type { Level } from '../../core/diagnostic.ts'
import type { Walk } from '../../core/history.ts'
import type { Protocol, ProtocolName } from '../../core/protocol.ts'

/** A finding that the configuration suppresses. */
interface KnownFinding {
  readonly code: string
  readonly target?: string | undefined
  readonly path?: string | undefined
}

export interface ReplayRequest {
  readonly walk: Walk
  /** The protocols whose files are found at any of the commits. */
  readonly protocols: readonly Protocol[]
  /** Their sections of the configuration. */
  readonly sections: Readonly<Partial<Record<ProtocolName, unknown>>>
  readonly severity: Readonly<Record<string, Level>>
  /** What a reading of a commit needs apart from its files, at the time to which open episodes last. */
  context(at: string, sha: string): Context
  readonly limit: number
  readonly codes: ReadonlySet<string>
  readonly knownFindings: readonly KnownFinding[]
  /** The time to which open episodes last, ISO 8601; by default that of the tip. */
  readonly at?: string | undefined
  /** The number of state commits that are replayed: the newest ones. */
  readonly maxCommits: number
  /** Only what concerns these targets; none: all. */
  readonly targets: readonly string[]
  readonly openOnly: boolean
  /** Only what begins, ends or is open in these commits, the last ones of the range. */
  readonly range?: ReadonlySet<string> | undefined
  /** Only what is open, or ended since this time, ISO 8601. */
  readonly since?: string | undefined
  /** Whether only some codes, targets or protocols were asked about, or only what is open. */
  readonly filtered: boolean
  readonly sort: EpisodeOrder
}

/** `standing`: what is open first, then what lasted longest. */
export const episodeOrders = ['standing', 'began', 'lasted'] as const
export type EpisodeOrder = (typeof episodeOrders)[number]
