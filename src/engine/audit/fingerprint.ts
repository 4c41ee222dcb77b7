import type { Diagnostic } from '../../core/diagnostic.ts'
import { digestOfParts } from '../../documents/digest.ts'

/** Long enough to tell some thousand findings apart, short enough to be written down. */
const length = 12

/** What a finding is known by from one audit to the next: code, target, path and pull request. Its line may move, its words change. */
export const fingerprintOf = ({ code, target, path, conversation }: Diagnostic): string =>
  digestOfParts([code, target, path, conversation === undefined ? undefined : String(conversation)]).slice(0, length)

/** The fingerprints of findings, each once, sorted. */
export const fingerprintsOf = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  [...new Set(diagnostics.map(fingerprintOf))].toSorted()

/** What a whole set of them is known by. */
export const setOf = (fingerprints: readonly string[]): string => digestOfParts(fingerprints).slice(0, length)

/** The set of an audit that found nothing. */
export const emptySet = setOf([])
