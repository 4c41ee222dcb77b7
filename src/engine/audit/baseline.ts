import type { Diagnostic, Place } from '../../core/diagnostic.ts'
import { msg } from '../../core/message.ts'
import type { Configuration } from '../configuration/schema.ts'
import { sign } from '../checking/sign.ts'
import type { AuditCode } from './codes.ts'

type KnownEntry = Configuration['audit']['known'][number]

/** The findings that the configuration lists as known, and the place of each entry. */
export interface KnownFindings {
  readonly entries: readonly KnownEntry[]
  place(index: number): Place
  /** The day of the audit in the configured time zone, `YYYY-MM-DD`. */
  readonly day: string
  /** Whether everything was checked: otherwise an entry may be about a file that was not. */
  readonly whole: boolean
}

const isAbout = ({ code, target, path }: KnownEntry, diagnostic: Diagnostic) =>
  diagnostic.code === code && (target === undefined ? diagnostic.path === path : diagnostic.target === target)

const subjectOf = ({ target, path = '' }: KnownEntry) => target ?? path

/** With the target of the entry, so that two complaints are known apart from one audit to the next. */
const entryDiagnostic = (code: AuditCode, { target }: KnownEntry, place: Place, message: string, hint: string) =>
  sign({ message, hint, place, ...(target !== undefined && { target }) }, { code, severity: 'warning', touched: true })

function complaint(entry: KnownEntry, place: Place, isOver: boolean): Diagnostic {
  const { code, owner, until } = entry
  return isOver
    ? entryDiagnostic(
        'KNOWN_EXPIRED',
        entry,
        place,
        msg`Suppression of ${code} of ${subjectOf(entry)} expired on ${until}, expected it fixed or reviewed by ${owner}`,
        'Fix it and remove the entry, or move `until` on.',
      )
    : entryDiagnostic(
        'KNOWN_UNMATCHED',
        entry,
        place,
        msg`Unexpected known finding ${code} of ${subjectOf(entry)}, expected one that is still found`,
        'Remove the entry of the configuration.',
      )
}

/**
 * Drops findings that are known, up to and including the last day of their entry (docs/audits.md), and reports entries
 * that are over or match nothing.
 */
export function withoutKnownFindings(
  diagnostics: readonly Diagnostic[],
  { entries, place, day, whole: isWhole }: KnownFindings,
): readonly Diagnostic[] {
  const isOver = ({ until }: KnownEntry) => day > until
  const activeEntries = entries.filter((entry) => !isOver(entry))
  const complaints = entries.flatMap((entry, index) => {
    const isUseless = isOver(entry) || (isWhole && !diagnostics.some((diagnostic) => isAbout(entry, diagnostic)))
    return isUseless ? [complaint(entry, place(index), isOver(entry))] : []
  })
  return [
    ...diagnostics.filter((diagnostic) => !activeEntries.some((entry) => isAbout(entry, diagnostic))),
    ...complaints,
  ]
}
