import type { Diagnostic, Place } from '../../core/diagnostic.ts'
import { msg } from '../../core/message.ts'
import type { Configuration } from '../configuration/schema.ts'
import { sign } from '../checking/sign.ts'
import type { AuditCode } from './codes.ts'

type Known = Configuration['audit']['known'][number]

/** The findings that the configuration lists as known, and the place of each entry. */
export interface KnownFindings {
  readonly entries: readonly Known[]
  place(index: number): Place
  /** The day of the audit in the configured time zone, `YYYY-MM-DD`. */
  readonly day: string
  /** Whether everything was checked: otherwise an entry may be about a file that was not. */
  readonly whole: boolean
}

const isAbout = ({ code, target, path }: Known, found: Diagnostic) =>
  found.code === code && (target === undefined ? found.path === path : found.target === target)

const about = ({ target, path = '' }: Known) => target ?? path

/** With the target of the entry, so that two complaints are known apart from one audit to the next. */
const knownFinding = (code: AuditCode, { target }: Known, place: Place, message: string, hint: string) =>
  sign({ message, hint, place, ...(target !== undefined && { target }) }, { code, severity: 'warning', touched: true })

function complaint(entry: Known, place: Place, isOver: boolean): Diagnostic {
  const { code, owner, until } = entry
  return isOver
    ? knownFinding(
        'KNOWN_EXPIRED',
        entry,
        place,
        msg`Suppression of ${code} of ${about(entry)} expired on ${until}, expected it fixed or reviewed by ${owner}`,
        'Fix it and remove the entry, or move `until` on.',
      )
    : knownFinding(
        'KNOWN_UNMATCHED',
        entry,
        place,
        msg`Unexpected known finding ${code} of ${about(entry)}, expected one that is still found`,
        'Remove the entry of the configuration.',
      )
}

/** Drops findings that are known, up to and including the last day of their entry (docs/audits.md), and reports entries that are over or match nothing. */
export function withoutKnown(found: readonly Diagnostic[], { entries, place, day, whole }: KnownFindings): readonly Diagnostic[] {
  const isOver = ({ until }: Known) => day > until
  const silent = entries.filter((entry) => !isOver(entry))
  const complaints = entries.flatMap((entry, index) => {
    const isUseless = isOver(entry) || (whole && !found.some((each) => isAbout(entry, each)))
    return isUseless ? [complaint(entry, place(index), isOver(entry))] : []
  })
  return [...found.filter((each) => !silent.some((entry) => isAbout(entry, each))), ...complaints]
}
