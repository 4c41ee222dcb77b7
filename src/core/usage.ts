import { refused, usageCode, type CommandFacts, type Refusal } from './command.ts'

/** A command as it is written, with what stands behind its name. */
export const writtenAs = ({ name, usage }: Pick<CommandFacts, 'name' | 'usage'>): string => `/${name} ${usage}`

/** The line that says how a command is written. Our own words, and some longer than what is shown of a value: not by `say`. */
export const usageLine = (usage: string): string => `Usage: \`${usage}\``

/** Why arguments are none of the command's: with its usage line. */
export const misused = (usage: string, message: string): Refusal =>
  refused({ code: usageCode, severity: 'error', message, hint: usageLine(usage), place: { path: '.' } })
