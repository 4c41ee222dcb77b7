import { CommanderError } from 'commander'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { Fault, reasonOf, TreeRefusal } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'
import { sign } from '../../engine/checking/sign.ts'
import { reasonFor } from '../../gateways/system-error.ts'
import { briefDiagnostic } from '../../render/brief.ts'
import { jsonDiagnostic } from '../../render/json.ts'
import { plain } from '../../render/plain.ts'
import { exits } from './exit.ts'
import { type AnswerFormat, printData } from './output.ts'
import { NothingHere, UsageError } from './usage.ts'

/** How the program ended without an answer of its own. */
interface Failure {
  readonly outcome: 'usage' | 'nothing' | 'refused' | 'fault'
  /** In words, line by line, for standard error. */
  readonly lines: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

const codeOf: Readonly<Record<Failure['outcome'], number>> = {
  usage: exits.usage,
  nothing: exits.nothing,
  refused: exits.findings,
  fault: exits.fault,
}

/** What is wrong with no file in particular. */
export const coded = (code: string, message: string, hint?: string): Diagnostic =>
  sign(
    { message: plain(message), place: { path: '.' }, ...(hint !== undefined && { hint: plain(hint) }) },
    { code, severity: 'error', touched: true },
  )

/** Why a tree was not written, as diagnostics. */
export const treeDiagnostics = ({ code, obstacles }: TreeRefusal): readonly Diagnostic[] =>
  obstacles.map((obstacle) => sign(obstacle, { code, severity: 'error', touched: true }))

function failureOf(error: unknown): Failure {
  // The command line has printed it already.
  if (error instanceof CommanderError)
    return { outcome: 'usage', lines: [], diagnostics: [coded('USAGE', error.message.replace(/^error: /, ''))] }
  if (error instanceof UsageError)
    return { outcome: 'usage', lines: [error.message], diagnostics: error.diagnostics ?? [coded('USAGE', error.message)] }
  if (error instanceof NothingHere) {
    const { code, message, details } = error
    return { outcome: 'nothing', lines: [message, ...details], diagnostics: [coded(code, message, details.join(' ') || undefined)] }
  }
  if (error instanceof TreeRefusal) {
    const lines = error.obstacles.flatMap(({ message, hint }) => [`${error.code}: ${message}.`, ...(hint === undefined ? [] : [hint])])
    return { outcome: 'refused', lines, diagnostics: treeDiagnostics(error) }
  }
  if (error instanceof Fault) {
    const { message, hint } = error
    return { outcome: 'fault', lines: [message, ...(hint === undefined ? [] : [hint])], diagnostics: [coded('FAULT', reasonOf(error))] }
  }
  const { syscall, path = '' } = (error instanceof Error ? error : {}) as NodeJS.ErrnoException
  if (syscall !== undefined) {
    const message = `${msg`The system refuses ${`${syscall} ${path}`}`}: ${reasonFor(error)}.`
    return { outcome: 'fault', lines: [message], diagnostics: [coded('FAULT', message)] }
  }
  const message = `A fault of Baton itself: ${error instanceof Error ? error.message : String(error)}`
  const hint = 'Run it again with --debug to see where it comes from, and report that.'
  return { outcome: 'fault', lines: [message, hint], diagnostics: [coded('FAULT', message, hint)] }
}

const isAnswerFormat = (name: string | undefined): name is AnswerFormat => name === 'text' || name === 'json' || name === 'brief'

/** The format that the words of a call ask for, be the call right or wrong; `text` where it is no JSON. */
export function formatAsked(words: readonly string[], environment = process.env['BATON_FORMAT']): AnswerFormat {
  const end = words.indexOf('--')
  const own = end < 0 ? words : words.slice(0, end)
  const formats = own.flatMap((word, index) =>
    word === '--format' ? [own[index + 1]] : word.startsWith('--format=') ? [word.slice(9)] : [],
  )
  // The compact form is for programs first.
  const standard = own[0] === 'detect' && !isAnswerFormat(environment) ? 'json' : environment
  const format = formats.length > 0 ? formats.at(-1) : standard
  return isAnswerFormat(format) ? format : 'text'
}

/**
 * Reports an error: in words on standard error, and as JSON on standard output where the call has that format, so that it always
 * holds one value. Gives the exit code.
 *
 * @param words of the call, without the program.
 */
export function reportError(error: unknown, words: readonly string[], format: AnswerFormat = formatAsked(words)): number {
  // Help and the version are fine.
  if (error instanceof CommanderError && error.exitCode === 0) return exits.fine
  const { outcome, lines, diagnostics } = failureOf(error)
  for (const line of lines) process.stderr.write(`${line.replace(/\S.*/s, (text) => plain(text))}\n`)
  if (words.includes('--debug') && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  if (format !== 'text')
    printData({ version: 1, outcome, errors: diagnostics.map(format === 'brief' ? briefDiagnostic : jsonDiagnostic) }, format)
  return codeOf[outcome]
}
