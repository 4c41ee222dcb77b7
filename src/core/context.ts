import type { IgnorePattern, MergeSetup } from './installation.ts'
import type { Log } from './log.ts'

/** The paths that the caller named, and their kind (`--as KIND`). */
export interface NamedFiles {
  readonly paths: readonly string[]
  readonly as?: string | undefined
}

/** What a reader of files needs to know apart from the files. */
export interface Context {
  /** The day of the check or request in the configured time zone, `YYYY-MM-DD`. */
  readonly day: string
  /** The time of the check or request, ISO 8601 in UTC. */
  readonly at: string
  /** Bytes above which a file is not read. */
  readonly limit: number
  /** Set when the installation is checked: those of the protocol's `kept` paths that git ignores. */
  readonly ignored?: ReadonlyMap<string, IgnorePattern>
  /** Set when the installation is checked, by path: how git merges the protocol's `shared` files. */
  readonly merging?: ReadonlyMap<string, MergeSetup>
  /** Set where next actions are computed or commands are run: they need files that no check does. */
  readonly asksNext?: true
  /** Set where the findings count and not their wording: nothing is read that only explains them. */
  readonly findingsAlone?: true
  /** The files that were named, where any were. */
  readonly namedFiles?: NamedFiles | undefined
  /** Absent where no commits are available. */
  readonly log?: Log | undefined
  /** Whether git tracks this file; absent where that cannot be determined. */
  readonly tracked?: ((path: string) => boolean) | undefined
  /**
   * Given in an audit: how old work in progress may be, and when a path, or a line of a file, was last committed to,
   * where that is known.
   */
  readonly staleness?: { readonly milliseconds: number; lastCommit(path: string, line?: number): string | undefined }
}

/** What is checked: the present state, and the one before the change if there is one. */
export interface Comparison<Model> {
  readonly now: Model
  readonly before: Model | undefined
  /** The tip of the base, where that is later than `before` and was read. */
  readonly tip?: Model | undefined
  readonly context: Context
}
