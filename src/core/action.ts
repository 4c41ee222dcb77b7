import type { CommandName } from './command-names.ts'

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
