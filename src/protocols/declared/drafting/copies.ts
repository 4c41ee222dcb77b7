import { groupBy } from '../../../core/grouped.ts'
import { baseName } from '../../../core/view.ts'
import { foldId, foldWord, isEmptyValue, withoutInvisible } from '../reading/words.ts'
import { type Candidate, type Coverage, isBoxes, type Naming, type Says } from './candidate.ts'
import { isNameable, isNoState, slipsIn, rankOf, sameMeaningAmong } from './evidence.ts'

/** Whether an id is a number, or one behind a word as in `Phase 2`: unrelated lists have the same of these. */
const isCount = (id: string) => /^(?:\p{L}+ )?\P{L}+$/u.test(id)

/** The share of items with a word of a copy that have one state, so that the word means it. */
const clearMeaning = 0.8

/** What the words of a copy mean. */
interface Translation {
  /** Entries of `says`; absent where the words are the same. */
  readonly says?: Says
  /** The words that are states of their own. */
  readonly ownWords: readonly string[]
}

/**
 * What the words of a copy mean, where they are others than those of the items: by the states of the same items, or as
 * words usually mean the same. `undefined`: they are mostly unusual, and the items do not show what they mean.
 */
function translation(found: Candidate, { ids, said }: Naming, copy: Candidate): Translation | undefined {
  const { words } = found
  const namesByWord = new Map(words.map((word) => [foldWord(word), word]))
  const copyWords = groupBy(copy.said.keys(), (index) => foldWord(copy.said[index] ?? ''))
  const unknownCount = [...copyWords.keys()].filter((word) => !namesByWord.has(word) && !rankOf(word)).length
  const isForeign = unknownCount * 2 > copyWords.size
  if (isBoxes(copy) || (isBoxes(found) && !isForeign)) return { ownWords: copy.words }
  const saidById = new Map(ids.map((id, index) => [foldId(id), said[index]]))
  const slips = slipsIn(copy.words)
  const meaningOf = (word: string, indexes: readonly number[]): string | undefined => {
    const states = indexes.flatMap((index) => saidById.get(foldId(copy.ids[index] ?? '')) ?? [])
    const [most] = [...groupBy(states.map(withoutInvisible).filter(isNameable), foldWord).values()].toSorted(
      (a, b) => b.length - a.length,
    )
    const isClear = most !== undefined && most.length > 1 && most.length >= states.length * clearMeaning
    return isClear ? most[0] : sameMeaningAmong(word, namesByWord.values())
  }
  const readable = [...copyWords].filter(([word]) => !isNoState(word) && !slips.has(word) && isNameable(word))
  const meanings = readable.map(([word, indexes]) => ({
    written: copy.said[indexes[0] ?? 0] ?? '',
    isOwn: namesByWord.has(word),
    meaning: namesByWord.has(word) && !isForeign ? namesByWord.get(word) : meaningOf(word, indexes),
  }))
  if (isForeign && meanings.some(({ meaning }) => meaning === undefined)) return undefined
  if (!meanings.some(({ isOwn, meaning }) => !isOwn && meaning !== undefined)) return { ownWords: copy.words }
  const says = meanings.map(({ written, meaning = written }) => [written, meaning] as const)
  const untranslated = new Set(
    meanings.flatMap(({ written, meaning }) => (meaning === undefined ? [foldWord(written)] : [])),
  )
  return { says, ownWords: copy.words.filter((word) => untranslated.has(foldWord(word))) }
}

/** Items with the places of copies, which name them in one of their ways. */
function withCopies(
  foundItems: Candidate,
  otherItems: readonly Candidate[],
): { readonly found: Candidate; readonly copies: ReadonlySet<Candidate> } {
  const copies = new Set<Candidate>()
  const copyIds = new Map<string, ReadonlySet<string>>()
  let naming: Naming = foundItems
  let namings = [naming, ...(foundItems.otherNamings ?? [])]
  const sources = [foundItems.from]
  const places = [...foundItems.places]
  const copiedWords: string[] = []
  const lists = [...(foundItems.lists ?? [])]
  for (const candidate of otherItems) {
    const [name = ''] = candidate.places[0] ?? []
    if (candidate.copy === undefined) continue
    // Beside files these numbers are the files'.
    const isBeside = candidate.path === `${foundItems.path}${baseName(candidate.path)}`
    const tellingIds = candidate.ids.filter((id) => isBeside || !isCount(id))
    const matched = namings.find(({ ids }) => {
      const knownIds = new Set(ids.map(foldId))
      const sharedCount = tellingIds.filter((id) => knownIds.has(foldId(id))).length
      return sharedCount > 1 && sharedCount * 2 >= candidate.ids.length
    })
    const meaning = matched && translation(foundItems, matched, candidate)
    if (!meaning) continue
    const { says, ownWords } = meaning
    naming = matched
    // Once a copy names the items in one way, all others are found by it.
    namings = [naming]
    copies.add(candidate)
    sources.push(candidate.from)
    const alike = places.filter(([takenName]) => takenName === name || takenName.startsWith(`${name}-`)).length
    const placeName = alike === 0 ? name : `${name}-${alike + 1}`
    places.push([placeName, candidate.copy, says])
    // A place that says nothing is none.
    const speakingIds = candidate.ids.filter((_, index) => !isEmptyValue(candidate.said[index] ?? ''))
    copyIds.set(placeName, new Set(speakingIds.map(foldId)))
    // A box says no word of its own, and one that is translated needs no state.
    if (name === 'box') continue
    copiedWords.push(...ownWords)
    if (says === undefined) lists.push(...(candidate.lists ?? []))
  }
  const { items, ids, said, notes } = naming
  const coverageOf = (idsThere: ReadonlySet<string>): Coverage => {
    const wordsWhere = (isThere: boolean) =>
      ids.flatMap((id, index) => (idsThere.has(foldId(id)) === isThere ? (said[index] ?? []) : []))
    return { present: wordsWhere(true), absent: wordsWhere(false) }
  }
  const coverage = new Map([...copyIds].map(([name, idsThere]) => [name, coverageOf(idsThere)]))
  return {
    found: {
      ...foundItems,
      items,
      ids,
      said,
      from: sources.join(', and '),
      places,
      notes,
      lists,
      copied: copiedWords,
      coverage,
    },
    copies,
  }
}

/** Items with an id that another list of the same form has too, in the same file or in one of the same name. */
function likeAnother(allFound: readonly Candidate[]): ReadonlySet<Candidate> {
  const groups = groupBy(allFound, ({ path, places }) => `${places[0]?.[0]} ${baseName(path)}`)
  const alike = [...groups.values()].flatMap((group) => {
    const lists = group.filter(({ copy, guess }) => copy !== undefined && guess !== 'weak')
    const byId = groupBy(
      lists.flatMap((list) => list.ids.map((id) => ({ id, list }))),
      ({ id }) => foldId(id),
    )
    return group.filter((found) =>
      found.ids.some((id) => byId.get(foldId(id))?.some(({ list }) => list !== found) === true),
    )
  })
  return new Set(alike)
}

/** Copies of what files say, or else of what has the most ids, are places of the same items, not items of their own. */
export function joinCopies(allFound: readonly Candidate[]): readonly Candidate[] {
  const isOwn = ({ otherNamings }: Candidate) => otherNamings !== undefined
  const apart = likeAnother(allFound)
  const joinable = allFound.filter((foundItems) => !apart.has(foundItems))
  const copies = new Set<Candidate>()
  const joinedByOriginal = new Map<Candidate, Candidate>()
  const fullest = joinable
    .filter((foundItems) => !isOwn(foundItems) && foundItems.copy !== undefined && foundItems.guess !== 'weak')
    .toSorted((a, b) => b.ids.length - a.ids.length || Number(isBoxes(a)) - Number(isBoxes(b)))
  for (const foundItems of [...joinable.filter(isOwn), ...fullest]) {
    if (copies.has(foundItems)) continue
    const merged = withCopies(
      foundItems,
      joinable.filter(
        (candidate) =>
          candidate !== foundItems &&
          !copies.has(candidate) &&
          !joinedByOriginal.has(candidate) &&
          (isOwn(foundItems) || candidate.ids.length <= foundItems.ids.length),
      ),
    )
    joinedByOriginal.set(foundItems, merged.found)
    for (const copy of merged.copies) copies.add(copy)
  }
  return allFound
    .filter((foundItems) => !copies.has(foundItems))
    .map((foundItems) => joinedByOriginal.get(foundItems) ?? foundItems)
}
