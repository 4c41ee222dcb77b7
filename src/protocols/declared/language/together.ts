import { msg } from '../../../core/message.ts'
import { suggestion, suggestionHint } from '../../../core/suggestion.ts'
import { template } from '../../../documents/template.ts'
import type { WrittenChanges, WrittenKind, WrittenPlace, WrittenSource } from './shape.ts'
import type { Path } from './scope.ts'
import type { Kind, Problem } from './workflow.ts'

/** What has to fit together in several kinds, and in several declarations. */

const capturePattern = /\{[A-Za-z-]+\}/g

/** What a template may give, for other templates to try. */
const sampleOf = (source: string) =>
  source.replaceAll(capturePattern, (capture) =>
    capture === '{date}' ? '2026-02-04' : capture === '{number}' ? '7' : 'x',
  )

const literals = (source: string) => source.replaceAll(capturePattern, '').length

const idsOf = ({ sources }: Kind) => sources.flatMap(({ id }) => ('source' in id ? [id.source] : []))

/**
 * The kind that the parents of a kind are of, as far as templates show it: of several that fit, the one of most
 * letters.
 */
function parentKind({ within }: Kind, kinds: readonly Kind[]): Kind | undefined {
  if (within === undefined || !('format' in within)) return undefined
  const sample = sampleOf(within.source)
  const candidates = kinds.flatMap((kind) =>
    idsOf(kind).flatMap((id) => (template(id).match(sample) === undefined ? [] : [{ kind, letters: literals(id) }])),
  )
  return candidates.toSorted((a, b) => b.letters - a.letters)[0]?.kind
}

/** The first kind that is above itself, and the way there. */
export function cycleOfKinds(kinds: readonly Kind[]): readonly Kind[] | undefined {
  for (const kind of kinds) {
    const { within } = kind
    // A kind may have parts of its own; an item is never its own parent.
    if (within !== undefined && 'format' in within && idsOf(kind).includes(within.source)) return [kind]
    const way = [kind]
    for (
      let ancestor = parentKind(kind, kinds);
      ancestor && ancestor !== way.at(-1);
      ancestor = parentKind(ancestor, kinds)
    ) {
      if (ancestor === kind) return way
      if (way.includes(ancestor)) break
      way.push(ancestor)
    }
  }
  return undefined
}

const withoutNames = (value: unknown) => JSON.stringify(value).replaceAll(capturePattern, '{}')

/** Where a place stands, in a form in which places can be compared: one for each file or source. */
function locationsOf(
  { in: files, 'required-from': _, hint: __, says: ___, is, ...spot }: WrittenPlace,
  sources: readonly WrittenSource[],
): readonly string[] {
  if (is) return []
  if (files) return files.map((file) => withoutNames([file, spot]))
  return sources.map((source) => withoutNames(source.files === undefined ? [source, spot] : [source.files, spot]))
}

/** The written places of a kind, each with the keys that lead to it. */
export function writtenPlaces({
  place,
  places = {},
  items = [],
}: WrittenKind): readonly (readonly [location: string, path: Path])[] {
  const allPlaces: readonly (readonly [readonly WrittenPlace[], Path])[] = [
    ...(place ? [[place, ['place']] as const] : []),
    ...Object.entries(places).map(([name, options]) => [options, ['places', name]] as const),
  ]
  return allPlaces.flatMap(([options, path]) =>
    options.flatMap((option) =>
      locationsOf(option, items).map((location): readonly [string, Path] => [location, path]),
    ),
  )
}

/** The names of the states that parts may have; `undefined` where a file of the repository lists them. */
export function statesOfParts(kinds: Readonly<Record<string, WrittenKind>>): ReadonlySet<string> | undefined {
  const parts = Object.values(kinds).filter(({ within }) => within !== undefined)
  if (parts.some((kind) => kind['states-from'])) return undefined
  return new Set(parts.flatMap(({ states = {} }) => Object.keys(states)))
}

/** What is wrong with the states and words that are added to those of a preset, by the keys that lead there. */
export function* additionProblems(
  kind: WrittenKind,
  changes: Pick<WrittenChanges, 'states' | 'states-from' | 'add-states' | 'add-words'>,
): Iterable<Problem> {
  const { 'add-states': addedStates = {}, 'add-words': words = {}, states = kind.states } = changes
  // States that a file lists are not known here.
  if (changes['states-from'] ?? (changes.states ? undefined : kind['states-from'])) return
  const knownStates = Object.keys(states ?? {})
  const unknownState = (path: Problem['path'], name: string): Problem => ({
    path,
    message: msg`Unexpected state ${name}, expected one of ${knownStates}`,
    ...suggestionHint(suggestion(name, knownStates)),
  })
  for (const [name, state] of Object.entries(addedStates)) {
    if (knownStates.includes(name))
      yield { path: ['add-states', name], message: msg`Unexpected second state ${name}, expected each once` }
    if (state?.after !== undefined && !knownStates.includes(state.after))
      yield unknownState(['add-states', name, 'after'], state.after)
    knownStates.push(name)
  }
  for (const name of Object.keys(words)) if (!knownStates.includes(name)) yield unknownState(['add-words', name], name)
}
