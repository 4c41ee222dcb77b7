import type { Diagnostic, Finding } from '../../core/diagnostic.ts'
import { Fault, reasonOf, TreeRefusal } from '../../core/fault.ts'
import { UnknownProtocol } from '../../core/protocol-name.ts'
import { msg } from '../../core/message.ts'
import { sign } from '../../engine/checking/sign.ts'
import { configurationRule } from '../../engine/configuration/rule.ts'
import { reasonFor } from '../../gateways/system-error.ts'
import { plainText } from '../../render/plain.ts'
import { NothingHere, RefusedRequest, UsageError } from './usage.ts'

/** How a call ended without an answer of its own. */
export interface Failure {
  readonly outcome: 'usage' | 'nothing' | 'refused' | 'fault'
  /** In words, line by line. */
  readonly lines: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

/** What is wrong with no file in particular. */
export const generalDiagnostic = (code: string, message: string, hint?: string): Diagnostic =>
  sign(
    { message: plainText(message), place: { path: '.' }, ...(hint !== undefined && { hint: plainText(hint) }) },
    { code, severity: 'error', touched: true },
  )

/** Why a tree was not written, as diagnostics. */
export const treeDiagnostics = ({ code, obstacles }: TreeRefusal): readonly Diagnostic[] =>
  obstacles.map((obstacle) => sign(obstacle, { code, severity: 'error', touched: true }))

/** The error of a call whose configuration cannot be read: what cannot be done without. */
export const configurationError = (problems: readonly Finding[], consequence: string): UsageError =>
  new UsageError(
    `The configuration cannot be read, and so ${consequence}. \`baton validate\` says more.`,
    problems.map((problem) => sign(problem, { code: configurationRule.code, severity: 'error', touched: true })),
  )

const placeAndMessage = ({ path, line, message }: Diagnostic): string =>
  `${path}${line === undefined ? '' : `:${line}`}: ${message}`

/** A refusal in words. */
const linesOf = ({ code, message, hint }: Diagnostic): readonly string[] => [
  `${code}: ${message}.`,
  ...(hint === undefined ? [] : [hint]),
]

/** What an error that ended a call means. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UsageError)
    return {
      outcome: 'usage',
      lines: [...(error.diagnostics ?? []).map(placeAndMessage), error.message],
      diagnostics: error.diagnostics ?? [generalDiagnostic('USAGE', error.message)],
    }
  if (error instanceof UnknownProtocol)
    return { outcome: 'usage', lines: [error.message], diagnostics: [generalDiagnostic('USAGE', error.message)] }
  if (error instanceof NothingHere) {
    const { code, message, details } = error
    return {
      outcome: 'nothing',
      lines: [message, ...details],
      diagnostics: [generalDiagnostic(code, message, details.join(' ') || undefined)],
    }
  }
  if (error instanceof RefusedRequest) {
    const { diagnostics } = error
    return { outcome: 'refused', lines: diagnostics.flatMap(linesOf), diagnostics }
  }
  if (error instanceof TreeRefusal) {
    const diagnostics = treeDiagnostics(error)
    return { outcome: 'refused', lines: diagnostics.flatMap(linesOf), diagnostics }
  }
  if (error instanceof Fault) {
    const { message, hint } = error
    return {
      outcome: 'fault',
      lines: [message, ...(hint === undefined ? [] : [hint])],
      diagnostics: [generalDiagnostic('FAULT', reasonOf(error))],
    }
  }
  const { syscall, path = '' } = (error instanceof Error ? error : {}) as NodeJS.ErrnoException
  if (syscall !== undefined) {
    const message = `${msg`The system refuses ${`${syscall} ${path}`}`}: ${reasonFor(error)}.`
    return { outcome: 'fault', lines: [message], diagnostics: [generalDiagnostic('FAULT', message)] }
  }
  const message = `A fault of Baton itself: ${error instanceof Error ? error.message : String(error)}`
  const hint = 'Run it again with --debug to see where it comes from, and report that.'
  return { outcome: 'fault', lines: [message, hint], diagnostics: [generalDiagnostic('FAULT', message, hint)] }
}
