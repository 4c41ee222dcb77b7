import type { Host } from '../core/host/host.ts'
import type { IgnoredAuthors } from './comments/authorization/ignored-authors.ts'
import type { LazyProtocols } from './validate/discovery.ts'

/** The host, as far as a use case needs it. */
export interface WithHost<Parts> {
  readonly host: Parts
}

/** Time as it passes. */
export interface Clock {
  /** Now, ISO 8601. */
  readonly now: () => string
  /** Waits about this many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>
}

/** Where protocols and their configuration come from. */
export interface PolicySource {
  readonly protocolRegistry: LazyProtocols
  /** The path of the configuration, where it is not the usual one. */
  readonly configuration?: string | undefined
}

/** Claims the check of a commit until it is released; `undefined` where another process has it. */
export type Claim = (head: string) => Promise<(() => Promise<void>) | undefined>

/** Commits of our own that were checked when they were made, so that no request to GitHub is needed for them. */
export interface CheckConclusions {
  /** How the check of a commit was concluded; `undefined`: it is not known here. */
  of(head: string): Promise<string | undefined>
  note(head: string, conclusion: string): Promise<unknown>
}

/** Which commits the overviews of pull requests show, so that no request to GitHub is needed to find out. */
export interface Overviews {
  /**
   * The commit that the overview of a pull request shows, or would show if it had one; `undefined`: it is not known
   * here.
   */
  of(number: number): Promise<string | undefined>
  note(number: number, head: string): Promise<unknown>
}

/** Who else checks heads at the same time. */
export interface CheckClaims {
  /** Absent: there is no other process. */
  readonly claim?: Claim
  /** This start of the process, by which others see whether a check that was begun is still being made. */
  readonly boot?: string
  /** Absent: it is not remembered. */
  readonly checked?: CheckConclusions
  /** Absent: it is not remembered. */
  readonly overviews?: Overviews
}

/** What is created in an installation may have to wait for its limits. */
export interface ContentReserve {
  /**
   * Takes room for so many comments, since an answer cannot be made again once its commit is there. Where there is no
   * room now, the batch begins anew later. Absent: there always is.
   */
  readonly reserveContent?: (count: number) => Promise<void>
}

export interface CheckRunOptions {
  /** Whether clicks on our check runs are delivered to us: GitHub delivers them to apps, not to workflows. */
  readonly clicks?: boolean
}

/** Everything that use cases need of the outside, as an entry point puts it together: each takes its part. */
export interface Ports extends Clock, PolicySource, CheckClaims, ContentReserve, CheckRunOptions, WithHost<Host> {
  /** Absent: who is not authorized is not remembered. */
  readonly ignoredAuthors?: IgnoredAuthors
}
