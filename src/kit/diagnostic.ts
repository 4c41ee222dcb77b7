import { defined } from '../core/defined.ts'
import type { CommandDiagnostic } from '../core/command.ts'
import type { Finding, Offer, Place, Severity } from '../core/diagnostic.ts'
import type { Problem } from './rules.ts'

/** What a diagnostic of a command is about: a target, and the file that it is in. */
interface Subject {
  readonly path: string
  readonly target?: string | undefined
  /** By default the whole file. */
  readonly place?: Place | undefined
}

/** The parts of a diagnostic of a command other than its message. Sentences by `msg`. */
export interface DiagnosticDetails {
  /** By default `error`. */
  readonly severity?: Severity | undefined
  readonly hint?: string | undefined
  readonly fix?: string | undefined
  readonly offers?: readonly Offer[] | undefined
  /** By default that of the subject. */
  readonly place?: Place | undefined
}

/** In what way a precondition about a subject does not hold. The message is made by `msg`. */
const violationAbout = (
  { path, target, place: defaultPlace = { path } }: Subject,
  message: string,
  { hint, fix, offers, place = defaultPlace }: Omit<DiagnosticDetails, 'severity'> = {},
): Finding => ({
  message,
  place,
  ...defined({ target, hint, fix, offers }),
})

/** A diagnostic of a command about a subject. The message is made by `msg`. */
export const diagnosticAbout = (
  subject: Subject,
  code: string,
  message: string,
  { severity = 'error', ...details }: DiagnosticDetails = {},
): CommandDiagnostic => ({ code, severity, ...violationAbout(subject, message, details) })

/** An error of what was asked for, which is in no file. The message is made by `msg`. */
export const requestError = (code: string, message: string, hint?: string): CommandDiagnostic =>
  diagnosticAbout({ path: '.' }, code, message, { hint })

/** Makes the diagnostics of a protocol's commands. Messages are made by `msg`. */
interface ProtocolDiagnostics<Code extends string, About> {
  diagnostic(this: void, about: About, code: Code, message: string, details?: DiagnosticDetails): CommandDiagnostic
  /** In what way a precondition does not hold, which has the code. */
  violation(this: void, about: About, message: string, details?: Omit<DiagnosticDetails, 'severity'>): Finding
}

/** The makers of a protocol's diagnostics. `subjectOf`: the target and file of what a diagnostic is about. */
export const diagnosticsOf = <Code extends string, About>(
  subjectOf: (about: About) => Subject,
): ProtocolDiagnostics<Code, About> => ({
  diagnostic: (about, code, message, details) => diagnosticAbout(subjectOf(about), code, message, details),
  violation: (about, message, details) => violationAbout(subjectOf(about), message, details),
})

/** A problem of a file as a diagnostic of a command, without the repair and severity of its rule. */
export const problemDiagnostic = (
  { edit: _, fix: __, levels: ___, concerns: ____, ...problem }: Problem,
  severity: Severity = 'error',
): CommandDiagnostic => ({ ...problem, severity })
