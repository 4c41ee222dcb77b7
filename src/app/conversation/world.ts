import type { Host } from '../../core/host/host.ts'
import type { LazyProtocols } from '../validate/discovery.ts'
import type { Strangers } from './hearing/strangers.ts'

/** What the use cases of a conversation need of the world. */
export interface World {
  readonly host: Host
  readonly protocolRegistry: LazyProtocols
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
