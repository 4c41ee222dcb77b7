import type { PlaceComparison, PlaceValue } from '../../core/compared.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Ending, Episode, HistoryCommit } from '../../core/history.ts'

/** A target's places at the commit that ends an episode. */
export interface EndingSight {
  /** Whether the target of the episode exists. */
  readonly isThere: boolean
  /** The comparisons of the protocol in that target; `undefined`: the rule compares nothing that the protocol names. */
  readonly pairs: readonly PlaceComparison[] | undefined
  /** Whether anything is at a path. */
  exists(path: string): boolean
  /** Whether what is at a path cannot be read any more. */
  isBroken(path: string): boolean
}

/** An episode that continues. */
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

const pathsOf = ({ path, related, said = [] }: Diagnostic) => said.map((_, index) => (index === 0 ? path : related?.[index - 1]?.path))

/** Begins an episode with its first finding. */
export function beginEpisode(found: Diagnostic, began: HistoryCommit | null, known: boolean, before: number): OpenEpisode {
  const { code, target, subject, severity, path, said = [] } = found
  const values = new Set([JSON.stringify(said)])
  return { code, target, subject, severity, known, began, first: said, last: said, path, paths: pathsOf(found), before, values }
}

const isSame = (one: readonly PlaceValue[], other: readonly PlaceValue[]): boolean =>
  one.length === other.length && one.every(({ place, value }, index) => other[index]?.place === place && other[index].value === value)

/** Goes on with the finding of a later commit. */
export function continueEpisode(episode: OpenEpisode, found: Diagnostic): void {
  const { said = [] } = found
  episode.path = found.path
  episode.paths = pathsOf(found)
  if (isSame(said, episode.last)) return
  episode.last = said
  episode.values.add(JSON.stringify(said))
}

/** How an episode ended, and what the places contained then. */
export type End = Pick<Episode, 'how' | 'changed' | 'to' | 'into' | 'after'>

const isChecksum = (names: readonly string[]) => names.includes('checksum') && names.includes('file')

/** How it ended where the places agree since. */
function agreeing(last: readonly PlaceValue[], after: readonly PlaceValue[]): Pick<End, 'how' | 'changed' | 'to'> {
  const names = last.map(({ place }) => place)
  const changed = last.filter(({ place, value }) => after.find((each) => each.place === place)?.value !== value)
  const [only] = changed
  if (!only) return { how: 'mended' }
  if (changed.length > 1) return { how: 'both' }
  if (isChecksum(names)) return { how: only.place === 'checksum' ? 'recorded' : 'restored', changed: only.place }
  const to = names.find((name) => name !== only.place)
  return { how: 'followed', changed: only.place, ...(to !== undefined && { to }) }
}

/** Whether a subject is compared only where these places agree. */
const isBefore = ({ precedes = [] }: PlaceComparison, subject: string | undefined) => subject !== undefined && precedes.includes(subject)

/** Finds out how an episode ended (docs/history.md, "How it ends"): the first that fits. */
export function endOf(
  { code, target, subject, last, path: file, paths }: OpenEpisode,
  { isThere, pairs, exists, isBroken }: EndingSight,
): End {
  const ended = (how: Ending, more: Partial<End> = {}): End => ({ how, after: [], ...more })
  if (target !== undefined && !isThere) return ended('target')
  if (!pairs) return ended(isBroken(file) ? 'hidden' : 'mended')
  const turned = pairs.find((each) => !each.agrees && each.code !== code && (each.subject === subject || isBefore(each, subject)))
  if (turned) return ended('turned', { into: turned.code, after: turned.said })
  const pair = pairs.find((each) => each.subject === subject)
  if (!pair) {
    const gone = last.find(({ value }, index) => value !== null && paths[index] !== undefined && !exists(paths[index]))
    return gone ? ended('place', { changed: gone.place }) : ended('hidden')
  }
  const after = pair.said
  const missing = last.find(({ place, value }) => value !== null && (after.find((each) => each.place === place)?.value ?? null) === null)
  if (missing) return ended('place', { changed: missing.place, after })
  return { ...agreeing(last, after), after }
}
