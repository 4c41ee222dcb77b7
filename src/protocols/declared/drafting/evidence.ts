import { groupBy } from '../../../core/grouped.ts'
import { foldId, foldWord, isEmptyValue, nearName, withoutInvisible } from '../reading/words.ts'

/** Words that say that an agent or person is at work. */
const working =
  'doing, in progress, started, active, running, building, working, ongoing, underway, implementing, ' +
  'in development, busy, wip'

/** Where in the life of an item a word is usual. The words of a rank are in their usual order. */
const rankedWords = {
  begin:
    'idea, proposed, draft, new, open, backlog, planned, specified, todo, to do, pending, wait, waiting, ' +
    'queued, upcoming, inbox, icebox, ready, not started',
  middle: `${working}, blocked, paused, on hold, review, in review, testing, in testing, verifying, qa, in qa, approved`,
  end:
    'done, completed, complete, finished, closed, resolved, merged, delivered, deployed, shipped, ' +
    'released, archived, cancelled, canceled, rejected, dropped, accepted, superseded, deprecated',
} as const

type Rank = keyof typeof rankedWords

const allWords = Object.entries(rankedWords).flatMap(([rank, words]) =>
  words.split(', ').map((word) => [word, rank as Rank] as const),
)
const ranks = new Map<string, { readonly rank: Rank; readonly order: number }>(
  allWords.map(([word, rank], order) => [word, { rank, order }]),
)

const workingWords: ReadonlySet<string> = new Set(working.split(', '))

/** Whether a text from a file stays one piece of text in a draft: it has no brace, line break or invisible character. */
export const isInert = (text: string): boolean => !/[{}\p{C}\p{Zl}\p{Zp}]/u.test(text)

const maxWordLength = 40

/** Whether a word may stand in a draft as the name of a state. */
export const isNameable = (word: string): boolean => word.length <= maxWordLength && isInert(word)

/** A word without invisible characters, and without the emoji that some teams write beside it. */
const plain = (word: string): string =>
  foldWord(withoutInvisible(word).replaceAll(/\p{Extended_Pictographic}|\ufe0f/gu, ''))

/** Whether at least three in four of some values are words: the others, such as a sentence or nothing, then do not count. */
export const areMost = (words: readonly unknown[], values: readonly unknown[]): boolean =>
  words.length * 4 >= values.length * 3

/** The values that states may have, as they are seen; none where too many are others. */
function seenWords(values: readonly string[]): readonly string[] {
  const words = values.map(withoutInvisible).filter(isNameable)
  return areMost(words, values) ? words : []
}

export const rankOf = (word: string): Rank | undefined => ranks.get(plain(word))?.rank
export const isWorking = (word: string): boolean => workingWords.has(plain(word))

/** States in the order of a life; a word that is not known comes before those that end it. */
export const orderStates = (words: readonly string[]): readonly string[] => {
  const firstEnd = allWords.findIndex(([, rank]) => rank === 'end')
  const orderOf = (word: string) => ranks.get(plain(word))?.order ?? firstEnd - 0.5
  return words.toSorted((a, b) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1))
}

/** The names of keys, labels and columns that usually have a state. */
export const stateNames = ['status', 'state', 'stage', 'phase', 'progress'] as const

/** Whether a key, label or column has a name that usually has a state. */
export const isStateName = (name: string): boolean => (stateNames as readonly string[]).includes(foldWord(name))

/** Whether words look like the states of items: known ones and slips, or under a usual name mostly known ones. */
export function looksLikeStates(name: string, words: readonly string[]): boolean {
  const distinctWords = [...new Set(seenWords(words).map(plain))]
  const knownWords = distinctWords.filter((word) => ranks.has(word))
  if (knownWords.length === 0 || distinctWords.length > 12) return false
  if (isStateName(name)) return knownWords.length * 2 >= distinctWords.length
  const isKnownOrSlip = (word: string) => ranks.has(word) || nearName(word, knownWords) !== undefined
  return knownWords.length > 1 && distinctWords.every(isKnownOrSlip)
}

/** How often words have to come before they show anything by that alone. */
const limits = {
  /** Fewer items show nothing. */
  items: 6,
  states: 8,
  /** A word of one item is a slip among at least so many. */
  itemsAroundSlip: 10,
  /** A word that another may be a misspelling of. */
  frequent: 3,
} as const

/** Names of keys and columns with few values that are no states. */
const otherNames: ReadonlySet<string> = new Set(
  [
    'type kind category categories class group section area module component package part scope topic theme tag tags',
    'label labels priority prio severity importance impact risk effort size estimate points complexity level tier',
    'owner author assignee assigned agent reviewer user name team role by who holder contact maintainer',
    'version release milestone sprint iteration epic project parent language lang locale format unit license licence',
    'required optional default source target platform os browser environment env method color colour icon layout',
    'template audience difficulty product series sidebar menu published slug editor writer weight mode',
    'enforcement policy action event operation permission auth strategy relation cardinality confidence',
    'visibility access frequency direction position align gender country region city',
  ].flatMap((names) => names.split(' ')),
)

/** Names of keys and columns that are filled once an item is in some state, and not with who works on it. */
const otherDetails: ReadonlySet<string> = new Set(
  'reason resolution result outcome verdict cause branch reviewer approver review blocker version release tag'.split(
    ' ',
  ),
)

/** Whether a key or column is usually filled in one state, and not by who works there. */
export const isOtherDetail = (name: string): boolean => otherDetails.has(foldWord(name))

/** Values that are usual, and of no state. */
const otherValues: ReadonlySet<string> = new Set(
  [
    'yes no true false none null nil na all any both either unknown default required optional string number boolean',
    'integer int float object array list function date text file folder low medium high critical minor major urgent',
    'error warning notice info debug fatal success failure hint strict soft off on stable beta alpha experimental',
    'mandatory recommended automatic manual must should may always never often sometimes supported partial full',
    'small large left right internal external public private get post put patch delete library dependency',
  ].flatMap((words) => words.split(' ')),
)

/** Whether a text can be the name of a state: a few words, and no number, dash, path or address. */
const isStateWord = (word: string): boolean =>
  /^\p{L}[\p{L}\p{M}'’_-]*(?: \p{L}[\p{L}\p{M}'’_-]*){0,2}$/u.test(plain(word)) && word.length <= 30

/** Whether a value is no state whatever the others are: it is empty, a dash or a number. */
export const isNoState = (word: string): boolean => isEmptyValue(word) || /^(?:\p{P}+|\d+)$/u.test(word.trim())

/** What is written once beside words that come often, and is probably none of them: the words, folded. */
export function slipsIn(words: readonly string[]): ReadonlySet<string> {
  const counts = new Map([...groupBy(words, foldWord)].map(([word, sameWords]) => [word, sameWords.length]))
  const unusual = [...counts.keys()].filter((word) => rankOf(word) === undefined && !isNoState(word))
  const singles = unusual.filter((word) => counts.get(word) === 1)
  const frequentWords = [...counts].flatMap(([word, count]) => (count >= limits.frequent ? [word] : []))
  const usualWords = [...counts.keys()].filter((word) => rankOf(word) !== undefined)
  const isAlone =
    words.length >= limits.itemsAroundSlip &&
    singles.length * limits.itemsAroundSlip <= words.length &&
    frequentWords.length > 1
  return new Set(singles.filter((word) => isAlone || nearName(word, [...frequentWords, ...usualWords]) !== undefined))
}

/** Words that say the same of an item. */
const sameMeanings = [
  working,
  'todo, to do, open',
  'review, in review',
  'testing, in testing',
  'qa, in qa',
  'done, completed, complete, finished',
  'cancelled, canceled',
].map((words) => new Set(words.split(', ')))

/** The only one of some words that usually says the same as another. */
export function sameMeaningAmong(word: string, words: Iterable<string>): string | undefined {
  const meaning = sameMeanings.find((meanings) => meanings.has(plain(word)))
  const [same, other] = Array.from(words).filter((candidate) => meaning?.has(plain(candidate)))
  return other === undefined ? same : undefined
}

/** What is written once, and has the meaning of a word that comes more often: that word, by the one, folded. */
export function synonymsIn(words: readonly string[]): ReadonlyMap<string, string> {
  const spellings = [...groupBy(words, foldWord).values()]
  return new Map(
    spellings.flatMap(([single, ...others]) => {
      const meaning = sameMeanings.find((meanings) => meanings.has(plain(single)))
      if (others.length > 0 || !meaning) return []
      const usual = spellings.find(([word, second]) => second !== undefined && meaning.has(plain(word)))?.[0]
      return usual === undefined ? [] : [[foldWord(single), usual] as const]
    }),
  )
}

/** Whether values divide items into stretches of one length, as what the items are parts of does: states do not. */
const isDivision = (values: readonly string[], groups: readonly (readonly string[])[]): boolean =>
  groups.every(({ length }) => length === groups[0]?.length) &&
  values.filter((value, index) => foldWord(value) !== foldWord(values[index - 1] ?? '')).length === groups.length

/**
 * Whether the values of a key or column may be states by the way they repeat: few, and each of several items. Two that
 * are not usual are more often two answers than two states: these count as `weak`.
 */
export function repetitionOf(name: string, values: readonly string[]): 'clear' | 'weak' | undefined {
  const words = seenWords(values)
  if (words.length < limits.items || otherNames.has(foldWord(name)) || isOtherDetail(name)) return undefined
  const repeated = [...groupBy(words, foldWord).values()].filter(({ length }) => length > 1)
  if (repeated.length > limits.states) return undefined
  const slips = slipsIn(words)
  const kept = groupBy(
    words.filter((word) => !slips.has(foldWord(word))),
    foldWord,
  )
  const isRepeated =
    kept.size > 1 &&
    kept.size <= limits.states &&
    [...kept].every(([word, same]) => same.length > 1 && isStateWord(word) && !otherValues.has(word))
  if (!isRepeated) return undefined
  if ([...kept.keys()].some((word) => rankOf(word) !== undefined)) return 'clear'
  return isDivision(words, [...kept.values()]) ? undefined : kept.size > 2 ? 'clear' : 'weak'
}

/** A value that may be the name of an agent or person. */
const isName = (value: string): boolean => /^@?[A-Za-z][\w.-]*(?:\[bot\])?$/.test(value) && rankOf(value) === undefined

/**
 * The state whose items name who works on them: nearly all of them do, and of every other state hardly any.
 *
 * @param values by item, empty where none is there
 * @param words the states of the same items
 */
export function stateWithNames(
  values: readonly string[],
  words: readonly (string | undefined)[],
  ids: readonly string[],
): string | undefined {
  const knownIds = new Set(ids.map(foldId))
  const written = values.filter((value) => !isEmptyValue(value))
  if (written.some((value) => !isName(value) || knownIds.has(foldId(value)))) return undefined
  const shares = [...groupBy(words.keys(), (index) => foldWord(words[index] ?? ''))].map(([word, indexes]) => ({
    word,
    count: indexes.length,
    share: indexes.filter((index) => !isEmptyValue(values[index] ?? '')).length / indexes.length,
  }))
  const [most, ...others] = shares
    .filter(({ word, count }) => word !== '' && count > 1)
    .toSorted((a, b) => b.share - a.share)
  return most && most.share >= 3 / 4 && others.length > 0 && others.every(({ share }) => share <= 1 / 3)
    ? most.word
    : undefined
}

/** Whether most of several items that wait to be begun have a value. */
export function isFilledAtBegin(values: readonly string[], words: readonly (string | undefined)[]): boolean {
  const atBegin = values.filter((_, index) => rankOf(words[index] ?? '') === 'begin')
  const filled = atBegin.filter((value) => !isEmptyValue(value))
  return atBegin.length > 1 && filled.length * 2 > atBegin.length
}

const rankNumbers: Readonly<Record<string, number>> = { begin: 0, middle: 1, end: 2 }

/** How many of the pairs of items of two states have to be in one order before it counts as theirs. */
const clearOrder = 0.85

/**
 * States in the order in which lists have their items, those that begin first; `undefined`: the lists are in no such
 * order. Usual words decide where a list begins; without any, what comes first in it is furthest.
 */
export function orderInLists(
  states: readonly string[],
  lists: readonly (readonly string[])[],
): readonly string[] | undefined {
  const pairCounts = new Map<string, number>()
  const pair = (first: string, second: string) => `${foldWord(first)}\n${foldWord(second)}`
  for (const list of lists) {
    const seenCounts = new Map<string, number>()
    for (const word of list.map(foldWord)) {
      for (const [earlier, count] of seenCounts)
        pairCounts.set(pair(earlier, word), (pairCounts.get(pair(earlier, word)) ?? 0) + count)
      seenCounts.set(word, (seenCounts.get(word) ?? 0) + 1)
    }
  }
  if (states.some((state) => !lists.some((list) => list.some((word) => foldWord(word) === foldWord(state)))))
    return undefined
  const before = (first: string, second: string) => pairCounts.get(pair(first, second)) ?? 0
  const leadOf = (state: string) =>
    states.reduce((lead, other) => lead + Math.sign(before(state, other) - before(other, state)), 0)
  const order = states.toSorted((a, b) => leadOf(a) - leadOf(b))
  const pairs = order.flatMap((state, place) => order.slice(place + 1).map((later) => [state, later] as const))
  const fittingCount = pairs.reduce((sum, [state, later]) => sum + before(later, state), 0)
  const allCount = pairs.reduce((sum, [state, later]) => sum + before(later, state) + before(state, later), 0)
  if (allCount === 0 || fittingCount / allCount < clearOrder) return undefined
  return [order, order.toReversed()].find(isOrderOfLife)
}

/** Whether the usual words among states are in the order of a life. */
function isOrderOfLife(states: readonly string[]): boolean {
  const ranks = states.flatMap((state) => rankNumbers[rankOf(state) ?? 'none'] ?? [])
  return ranks.every((rank, index) => index === 0 || rank >= (ranks[index - 1] ?? 0))
}
