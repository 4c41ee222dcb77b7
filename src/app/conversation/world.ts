import type { Host } from '../../core/host.ts'
import type { Knowledge } from '../validate/check.ts'

/** What the use cases of a conversation need of the world. */
export interface World {
  readonly host: Host
  readonly knowledge: Knowledge
  /** The path of the configuration, where it is not the usual one. */
  readonly configuration?: string | undefined
  /** Now, ISO 8601. */
  readonly now: () => string
  /** Waits about so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>
}

/** A comment to be handled: as it was delivered, or as it is found later. */
export interface Heard {
  /** The number of the pull request or issue. */
  readonly number: number
  /** The host's number of the comment. */
  readonly comment: number
  readonly node: string
  readonly author: string
  readonly bot: boolean
  readonly text: string
  /** When it was said, ISO 8601. */
  readonly at: string
  /** Found by the sweep, not delivered: then its text may have been edited. */
  readonly late: boolean
}
