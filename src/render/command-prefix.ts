import { commandNames } from '../core/command-names.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { TransitionResult } from './transition.ts'

const names = `(?=(?:${commandNames.join('|')})(?![\\w-]))`
const atStart = new RegExp(`^/${names}`)
const inCode = new RegExp(`\`/${names}`, 'g')

const prefixedCommand = (command: string): string => command.replace(atStart, '/baton ')
const prefixedSentence = (text: string): string => text.replace(inCode, '`/baton ')

const prefixedDiagnostic = <Given extends Diagnostic>(diagnostic: Given): Given => ({
  ...diagnostic,
  message: prefixedSentence(diagnostic.message),
  ...(diagnostic.hint !== undefined && { hint: prefixedSentence(diagnostic.hint) }),
  ...(diagnostic.fix !== undefined && { fix: prefixedCommand(diagnostic.fix) }),
})

/** The result of a command with every command in it written as `/baton NAME`. */
export const prefixedResult = <Result extends TransitionResult>(result: Result): Result => ({
  ...result,
  command: prefixedCommand(result.command),
  reply: prefixedSentence(result.reply),
  diagnostics: result.diagnostics.map(prefixedDiagnostic),
})
