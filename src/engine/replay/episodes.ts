import type { PlaceComparison, PlaceValue } from '../../core/compared.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Ending, Episode, HistoryCommit } from '../../core/history.ts'

/** A target's places at the commit that ends an episode. */
export interface EndingState {
  /** Whether the target of the episode exists. */
  readonly isThere: boolean
  /** The comparisons of the protocol in that target; `undefined`: the rule compares nothing that the protocol names. */
  readonly pairs: readonly PlaceComparison[] | undefined
  exists(path: string): boolean
  /** Whether what is at a path cannot be read any more. */
  isBroken(path: string): boolean
}

export interface OpenEpisode {
  readonly code: string
  readonly target: string | undefined
  readonly subject: string | undefined
  readonly severity: Diagnostic['severity']
  readonly known: boolean
  readonly began: HistoryCommit | null
  readonly first: readonly PlaceValue[]
  last: readonly PlaceValue[]
  /** The file of its last finding. */
  path: string
  /** Where its places are, as far as the finding shows it. */
  paths: readonly (string | undefined)[]
  /** The number of state commits before it began. */
  readonly before: number
  readonly values: Set<string>
}

/** The key of an episode: findings with the same key in consecutive commits belong to one. */
export const keyOf = ({ code, target, subject }: Pick<Diagnostic, 'code' | 'target' | 'subject'>): string =>
  JSON.stringify([code, target ?? null, subject ?? null])

const pathsOf = ({ path, related, said = [] }: Diagnostic) =>
  said.map((_, index) => (index === 0 ? path : related?.[index - 1]?.path))

export function beginEpisode(
  finding: Diagnostic,
  began: HistoryCommit | null,
  isKnown: boolean,
  before: number,
): OpenEpisode {
  const { code, target, subject, severity, path, said = [] } = finding
  const values = new Set([JSON.stringify(said)])
  return {
    code,
    target,
    subject,
    severity,
    known: isKnown,
    began,
    first: said,
    last: said,
    path,
    paths: pathsOf(finding),
    before,
    values,
  }
}

const hasSameValues = (values: readonly PlaceValue[], otherValues: readonly PlaceValue[]): boolean =>
  values.length === otherValues.length &&
  values.every(({ place, value }, index) => otherValues[index]?.place === place && otherValues[index].value === value)

/** Goes on with the finding of a later commit. */
export function continueEpisode(episode: OpenEpisode, finding: Diagnostic): void {
  const { said = [] } = finding
  episode.path = finding.path
  episode.paths = pathsOf(finding)
  if (hasSameValues(said, episode.last)) return
  episode.last = said
  episode.values.add(JSON.stringify(said))
}

/** How an episode ended, and what the places contained then. */
export type EpisodeEnd = Pick<Episode, 'how' | 'changed' | 'to' | 'into' | 'after'>

const isChecksum = (names: readonly string[]) => names.includes('checksum') && names.includes('file')

/** How it ended where the places agree since. */
function endWherePlacesAgree(
  last: readonly PlaceValue[],
  after: readonly PlaceValue[],
): Pick<EpisodeEnd, 'how' | 'changed' | 'to'> {
  const names = last.map(({ place }) => place)
  const changedPlaces = last.filter(
    ({ place, value }) => after.find((placeValue) => placeValue.place === place)?.value !== value,
  )
  const [onlyChange] = changedPlaces
  if (!onlyChange) return { how: 'mended' }
  if (changedPlaces.length > 1) return { how: 'both' }
  if (isChecksum(names))
    return { how: onlyChange.place === 'checksum' ? 'recorded' : 'restored', changed: onlyChange.place }
  const to = names.find((name) => name !== onlyChange.place)
  return { how: 'followed', changed: onlyChange.place, ...(to !== undefined && { to }) }
}

/** Whether a subject is compared only where these places agree. */
const precedesSubject = ({ precedes = [] }: PlaceComparison, subject: string | undefined) =>
  subject !== undefined && precedes.includes(subject)

/** Finds out how an episode ended (docs/history.md, "How it ends"): the first that fits. */
export function endOf(
  { code, target, subject, last, path: file, paths }: OpenEpisode,
  { isThere, pairs, exists, isBroken }: EndingState,
): EpisodeEnd {
  const endedBy = (how: Ending, details: Partial<EpisodeEnd> = {}): EpisodeEnd => ({ how, after: [], ...details })
  if (target !== undefined && !isThere) return endedBy('target')
  if (!pairs) return endedBy(isBroken(file) ? 'hidden' : 'mended')
  const turnedPair = pairs.find(
    (comparison) =>
      !comparison.agrees &&
      comparison.code !== code &&
      (comparison.subject === subject || precedesSubject(comparison, subject)),
  )
  if (turnedPair) return endedBy('turned', { into: turnedPair.code, after: turnedPair.said })
  const pair = pairs.find((comparison) => comparison.subject === subject)
  if (!pair) {
    const missingPlace = last.find(
      ({ value }, index) => value !== null && paths[index] !== undefined && !exists(paths[index]),
    )
    return missingPlace ? endedBy('place', { changed: missingPlace.place }) : endedBy('hidden')
  }
  const after = pair.said
  const emptiedPlace = last.find(
    ({ place, value }) =>
      value !== null && (after.find((placeValue) => placeValue.place === place)?.value ?? null) === null,
  )
  if (emptiedPlace) return endedBy('place', { changed: emptiedPlace.place, after })
  return { ...endWherePlacesAgree(last, after), after }
}
