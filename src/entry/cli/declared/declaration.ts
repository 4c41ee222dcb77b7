import type { Command } from 'commander'

/** Makes the exit code of a command known to the caller of the program. */
export interface Ending {
  code: number
}

/** Says what a command of the command line is, and which module acts on it: that is loaded when it is needed. */
export type Declaration = (command: Command, ending: Ending) => Command

export type Declarations = Readonly<Record<string, Declaration>>
