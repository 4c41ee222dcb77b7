import { visibleLine } from '../../../core/message.ts'
import { foldId, foldWord } from '../reading/words.ts'
import { type FoundItems, quote } from './copies.ts'
import { isOtherDetail, stateWithNames } from './evidence.ts'

/** What looks like states, and is not drafted. */
export interface Omission {
  readonly from: string
  readonly left: string
}

/** Whether a text may be an id by its form: one word of a moderate length. */
export const isIdLike = (text: string): boolean => /^[^\s/{}\p{C}]{1,40}$/u.test(text) && /[\p{L}\p{N}]/u.test(text)

/** The ids that come more than once, as they are written first. */
export function duplicatesIn(ids: readonly string[]): readonly string[] {
  const seen = new Map<string, string>()
  return ids.flatMap((id) => {
    const firstId = seen.get(foldId(id))
    if (firstId === undefined) seen.set(foldId(id), id)
    return firstId === undefined ? [] : [firstId]
  })
}

/** Whether so few of some ids come twice that these are slips, and the text an id. */
export const areRare = (repeatedIds: readonly string[], ids: readonly string[]): boolean =>
  repeatedIds.length * 10 <= ids.length

/** What is said of ids that come twice. */
export const repetitionNotes = (repeatedIds: readonly string[]): readonly string[] =>
  repeatedIds.length === 0
    ? []
    : [
        `each the id of several items, which is an error: ${[...new Set(repeatedIds)].map((id) => quote(visibleLine(id))).join(', ')}`,
      ]

/** What is said of a key or column that is taken for the state because its values repeat. */
export const guessNote = (name: string): string =>
  `guessed: ${quote(name)} has the state, since it alone has few values that repeat`

/** Names of keys and columns for who works on an item, the plainest first. */
const holderNames = ['agent', 'assignee', 'assigned to', 'owner']

/** A key or column, with what it says of each item: empty where it is not there. */
interface NamedValues {
  readonly name: string
  readonly values: readonly string[]
}

/** Of some keys or columns the one that names who works on an item: by its name, or by the state in which it has one. */
export function holderAmong(
  columns: readonly NamedValues[],
  placeOf: (name: string) => string,
  said: FoundItems['said'],
  ids: readonly string[],
): FoundItems['holder'] {
  const candidates = columns.filter(({ name }) => /^[\p{L}\p{N} _.-]+$/u.test(name))
  const stateOf = ({ values }: NamedValues) => stateWithNames(values, said, ids)
  const named = holderNames
    .flatMap((holderName) => candidates.filter(({ name }) => foldWord(name) === holderName))
    .at(0)
  const [found, other] = named
    ? [named]
    : candidates.filter(({ name, values }) => !isOtherDetail(name) && stateOf({ name, values }) !== undefined)
  if (!found || other) return undefined
  return { name: found.name, place: placeOf(found.name), isNamed: found === named, state: stateOf(found) }
}
