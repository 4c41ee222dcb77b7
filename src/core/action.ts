import type { CommandName } from './command-names.ts'
import type { Grant } from './grant.ts'
import type { ProtocolName } from './protocol-name.ts'

/** What can be done about a target, in the order in which it should be done (docs/agents.md, "What to do now"). */
export const deeds = ['mend', 'answer', 'decide', 'review', 'finish', 'accept', 'work', 'wait'] as const
export type Deed = (typeof deeds)[number]

/** What is to be done about a target in its present state, as its protocol sees it. */
export interface Proposal {
  /** `mend` without a command: an error of the target has to go first. */
  readonly do: Deed
  /** The command that does it and its words behind the target: `['handback', 'success|error|question "…"']`. Absent for `wait`. */
  readonly run?: readonly [command: CommandName, words?: string]
  /** The agent that the work is meant for, by name. */
  readonly agent?: string | undefined
  /** Existing files to read first, the most important first. */
  readonly read?: readonly string[]
  /** What the command needs to succeed: paths to write, options to give. */
  readonly needs?: readonly string[]
  /** What went wrong, as a code. */
  readonly code?: string | undefined
  /** What it waits for, or what went wrong, in words. */
  readonly why?: string | undefined
}

/** What is to be done about one target now. */
export interface Action extends Omit<Proposal, 'run'> {
  readonly target: string
  readonly protocol: ProtocolName
  /** In words. */
  readonly state: string
  /** The whole command that does it, `/handback TinyGain success|error|question "…"`. */
  readonly run?: string
  /** The open question. */
  readonly question?: string
  /** Who holds it by name. */
  readonly grant?: Grant
}

/** What is to be done, the most urgent first. */
export interface NextActions {
  readonly actions: readonly Action[]
  /** What comes behind them, not yet tried. */
  readonly more: readonly Action[]
  /** How many targets were looked at, and of how many nothing is left to do. */
  readonly targets: number
  readonly done: number
  /** The targets of which something is left that is not for who asks, each with who holds it. */
  readonly waiting: readonly string[]
}
