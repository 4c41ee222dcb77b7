import type { Seat } from '../../core/host/conversation.ts'
import type { Host } from '../../core/host/host.ts'
import type { Cause } from '../../engine/commands/ledger.ts'
import type { ProtocolRegistry } from '../validate/check.ts'
import type { Strangers } from './hearing/strangers.ts'

/** What the use cases of a conversation need of the world. */
export interface World {
  readonly host: Host
  readonly protocolRegistry: ProtocolRegistry
  /** The path of the configuration, where it is not the usual one. */
  readonly configuration?: string | undefined
  /** Whether we hear of clicks on our check runs: GitHub tells apps of them, and no workflow. */
  readonly clicks?: boolean
  /** Absent: nobody else checks heads at the same time. */
  readonly claim?: Claim
  /** Absent: nobody remembers what was checked. */
  readonly checked?: Checked
  /** Absent: who is not heard is not remembered. */
  readonly strangers?: Strangers
  /** Now, ISO 8601. */
  readonly now: () => string
  /** Waits about so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>
}

/** Takes the check of a commit for oneself until it is released; `undefined` where somebody else is at it. */
export type Claim = (head: string) => Promise<(() => Promise<void>) | undefined>

/** Commits of our own that were checked when they were made, so that nobody needs to ask GitHub whether they were. */
export interface Checked {
  /** How the check of a commit was concluded; `undefined`: it is not known here. */
  of(head: string): Promise<string | undefined>
  note(head: string, conclusion: string): Promise<unknown>
}

/** A comment to be handled: as it was delivered, or as it is found later. */
export interface Heard {
  /** The number of the pull request or issue. */
  readonly number: number
  /** The host's number of the comment. */
  readonly comment: number
  readonly node: string
  readonly author: string
  /** The host's number of the author's account, where it is known. */
  readonly account?: number
  readonly bot: boolean
  readonly text: string
  /** When it was said, ISO 8601. */
  readonly at: string
  /** Found by the sweep, not delivered: then its text may have been edited. */
  readonly late: boolean
  /** The author's role as the sweep was told it, after this was said: enough not to hear them, never to hear them. */
  readonly lately?: { readonly seat: Seat | null }
  /** It was not said, but a button was clicked: then there is no comment, and its number is the check run's. */
  readonly click?: { readonly identifier: string; /** When the check run began, ISO 8601. */ readonly since: string }
}

/** What a command of it is found again by in the ledger. */
export const causeOf = ({ comment, click }: Heard, index: number): Cause =>
  click ? { kind: 'click', check: comment, identifier: click.identifier } : { kind: 'comment', comment, ordinal: index + 1 }

/** The moment before which no commit can have handled it. */
export const sinceOf = ({ at, click }: Heard): string => click?.since ?? at
