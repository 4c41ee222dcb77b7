import { refused, usageCode, type CommandFacts, type Refusal } from './command.ts'

/** How a command is written. */
export type CommandForm = Pick<CommandFacts, 'name' | 'usage'>

/** A command as it is written, with what stands behind its name. */
export const writtenAs = ({ name, usage }: CommandForm): string => `/${name} ${usage}`

/** The line that says how a command is written. Our own words, and some longer than what is shown of a value: not by `msg`. */
export const usageLine = (form: CommandForm): string => `Usage: \`${writtenAs(form).trimEnd()}\``

/** Why arguments are none of the command's: with its usage line. */
export const misused = (form: CommandForm, message: string): Refusal =>
  refused({ code: usageCode, severity: 'error', message, hint: usageLine(form), place: { path: '.' } })
