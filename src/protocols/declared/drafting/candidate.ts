import { visibleLine } from '../../../core/message.ts'
import { foldId, foldWord, withoutInvisible } from '../reading/words.ts'
import { isFilledAtBegin, isOtherDetail, stateWithNames } from './evidence.ts'

/** A key or column that names who works on an item. */
interface FoundHolder {
  readonly name: string
  readonly place: string
  /** By its own name. */
  readonly isNamed: boolean
  /** The only state in which it has one. */
  readonly state: string | undefined
  /** Items in the first state have a value, too: it names an owner rather than the agent at work. */
  readonly isOfAll: boolean
}

/** A key or column that names other items. */
interface FoundDependency {
  readonly name: string
  /** Its keys in a declaration: `front-matter: 'needs'`. */
  readonly keys: string
}

/** Which word of the items each word of a copy stands for. */
export type Says = readonly (readonly [written: string, meaning: string])[]

/** Items by their ids: the names of files, the numbers in these, or what a key says. */
export interface Naming {
  /** What a declaration has as `items`. */
  readonly items: string
  /** The id of each item. */
  readonly ids: readonly string[]
  /** What the item of each of them says. */
  readonly said: readonly (string | undefined)[]
  /** What a person should know of them. */
  readonly notes: readonly string[]
}

/** Items with words of theirs that look like states: what may become a declaration. */
export interface Candidate extends Naming {
  readonly from: string
  /** Their file; of files their folder. */
  readonly path: string
  readonly places: readonly (readonly [name: string, place: string, says?: Says | undefined])[]
  /** What the items say, without those that say nothing. */
  readonly words: readonly string[]
  /** The words in the order of the file, list by list, where the order may show something. */
  readonly lists?: readonly (readonly string[])[]
  /** The key or column that has the words. */
  readonly stateName?: string | undefined
  /** That their words are states shows only in how they repeat; where that is weak, they are only a copy of others. */
  readonly guess?: 'clear' | 'weak' | undefined
  /** The same as a place of items that another source has. */
  readonly copy?: string
  /** Of files: by what else their items may be named. */
  readonly otherNamings?: readonly Naming[]
  /** Who works on an item. */
  readonly holder?: FoundHolder | undefined
  /** What names the items that one depends on. */
  readonly dependency?: FoundDependency | undefined
  /** Words of copies. */
  readonly copied?: readonly string[]
  /** The words of the items that each copy has, and of those that it lacks, by the name of its place. */
  readonly coverage?: ReadonlyMap<string, Coverage>
}

export interface Coverage {
  readonly present: readonly string[]
  readonly absent: readonly string[]
}

/** Whether what items say is first of all that their boxes are open or ticked. */
export const isBoxes = ({ places }: Pick<Candidate, 'places'>): boolean => places[0]?.[0] === 'box'

/** A text as YAML has it in quotes. */
export const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Words that YAML reads as something else than a text, in one of its versions. */
const otherScalars = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i

/** A text as YAML has it: in quotes where it needs them. */
export const scalar = (text: string) =>
  /^\p{L}[\p{L}\p{N}_]*(?:[ -][\p{L}\p{N}_]+)*$/u.test(text) && !otherScalars.test(text) ? text : quote(text)

/** What looks like states, and is not drafted. */
export interface Omission {
  readonly from: string
  readonly left: string
  /** It is worth a word only where nothing else is found: lists of boxes are common, and seldom items. */
  readonly isMinor?: true
}

/** Whether a text may be an id by its form: one word of a moderate length. */
export function isIdLike(text: string): boolean {
  const seenText = withoutInvisible(text)
  return /^[^\s/{}\p{C}]{1,40}$/u.test(seenText) && /[\p{L}\p{N}]/u.test(seenText)
}

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

/** What a person should know of ids that come more than once. */
export const repeatedNote = (repeatedIds: readonly string[]): readonly string[] =>
  repeatedIds.length === 0
    ? []
    : [
        `each the id of several items, which is an error: ${[...new Set(repeatedIds)].map((id) => quote(visibleLine(id))).join(', ')}`,
      ]

export const candidateOf = (
  found: Omit<Candidate, 'words' | 'notes'> & Partial<Pick<Candidate, 'notes'>>,
): Candidate => ({
  notes: [],
  ...found,
  words: found.said.filter((word) => word !== undefined),
})

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
  said: Candidate['said'],
  ids: readonly string[],
): Candidate['holder'] {
  const candidates = columns.filter(({ name }) => /^[\p{L}\p{N} _.-]+$/u.test(name))
  const stateOf = ({ values }: NamedValues) => stateWithNames(values, said, ids)
  const named = holderNames
    .flatMap((holderName) => candidates.filter(({ name }) => foldWord(name) === holderName))
    .at(0)
  const [found, other] = named
    ? [named]
    : candidates.filter(({ name, values }) => !isOtherDetail(name) && stateOf({ name, values }) !== undefined)
  if (!found || other) return undefined
  return {
    name: found.name,
    place: placeOf(found.name),
    isNamed: found === named,
    state: stateOf(found),
    isOfAll: isFilledAtBegin(found.values, said),
  }
}

/** Names of keys and columns for the items that one depends on. */
const dependencyNames: ReadonlySet<string> = new Set(
  'depends, depends on, dependson, dependencies, dependency, needs, requires, prerequisites, blocked by, blockedby, after'.split(
    ', ',
  ),
)

/**
 * Of some keys or columns the one that is called so and names items.
 *
 * @param textsOf all that it says, of all items
 */
export function dependencyAmong(
  names: readonly string[],
  form: string,
  textsOf: (name: string) => readonly string[],
  ids: readonly string[],
): Candidate['dependency'] {
  const knownIds = new Set(ids.map(foldId))
  const name = names.find(
    (candidate) =>
      dependencyNames.has(foldWord(candidate)) && textsOf(candidate).some((text) => knownIds.has(foldId(text))),
  )
  return name === undefined ? undefined : { name, keys: `${form}: ${scalar(name)}` }
}
