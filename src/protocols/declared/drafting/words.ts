import { foldWord } from '../reading/words.ts'

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

/** A word without pictures around it, which some teams write beside it. */
export const plain = (word: string): string =>
  foldWord(word.replaceAll(/\p{Extended_Pictographic}|\u200d|\ufe0f/gu, ''))

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

/** Whether words look like the states of items: known ones, or under a usual name mostly known ones. */
export function looksLikeStates(name: string, words: readonly string[]): boolean {
  const distinctWords = new Set(words.map(plain))
  const knownCount = [...distinctWords].filter((word) => ranks.has(word)).length
  if (
    distinctWords.size === 0 ||
    distinctWords.size > 12 ||
    knownCount === 0 ||
    words.some((word) => word.length > 40 || !isInert(word))
  )
    return false
  return (stateNames as readonly string[]).includes(foldWord(name))
    ? knownCount * 2 >= distinctWords.size
    : knownCount === distinctWords.size && distinctWords.size > 1
}
