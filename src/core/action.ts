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

/** A name of an agent as `ROLE` or `ROLE/INSTANCE`. */
const agentForm = /^[A-Za-z0-9._-]{1,64}(?:\/[A-Za-z0-9._-]{1,64})?$/

export const isAgentName = (name: string): boolean => agentForm.test(name)

/** Whether two names are the same agent: they are equal, or have one role and at most one of them an instance. */
export function isSameAgent(one: string, other: string): boolean {
  const [role, instance] = one.split('/', 2)
  const [otherRole, otherInstance] = other.split('/', 2)
  return one === other || (role === otherRole && (instance === undefined || otherInstance === undefined))
}
