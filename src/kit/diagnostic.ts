import type { CommandDiagnostic } from '../core/command.ts'
import type { Offer, Place, Severity } from '../core/diagnostic.ts'

/** What a diagnostic of a command is about: a target, and the file that it lies in. */
interface Subject {
  readonly path: string
  readonly target?: string | undefined
}

/** What a diagnostic of a command has besides its message. Sentences by `msg`. */
export interface DiagnosticDetails {
  /** By default `error`. */
  readonly severity?: Severity | undefined
  readonly hint?: string | undefined
  readonly fix?: string | undefined
  readonly offers?: readonly Offer[] | undefined
  /** By default the file of the subject. */
  readonly place?: Place | undefined
}

/** A diagnostic of a command about a subject. The message is made by `msg`. */
export const diagnosticAbout = (
  { path, target }: Subject,
  code: string,
  message: string,
  { severity = 'error', hint, fix, offers, place = { path } }: DiagnosticDetails = {},
): CommandDiagnostic => ({
  code,
  severity,
  message,
  place,
  ...(target !== undefined && { target }),
  ...(hint !== undefined && { hint }),
  ...(fix !== undefined && { fix }),
  ...(offers && { offers }),
})
