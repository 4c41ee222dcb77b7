import { foldId, isEmptyValue } from '../words.ts'

/** Items with words of theirs that look like states. */
export interface FoundItems {
  readonly from: string
  readonly items: string
  readonly places: readonly (readonly [name: string, place: string])[]
  readonly words: readonly string[]
  /** The id of each item. */
  readonly ids: readonly string[]
  /** Of files, of which not all need say a word: the word of each; by default `words`. */
  readonly wordOfEach?: readonly (string | undefined)[]
  /** The same as a place of items that another source has. */
  readonly copy?: string
  /** Of files: what each front matter key says that tells all of them apart. */
  readonly idKeys?: ReadonlyMap<string, readonly string[]>
  /** Of files whose names are a number and a title: the items by their numbers. */
  readonly numbered?: { readonly items: string; readonly ids: readonly string[] } | undefined
  /** Of files: the front matter key that names who works on an item. */
  readonly holder?: string | undefined
  /** Words of copies. */
  readonly copied?: readonly string[]
  /** The words of the items that each copy has, and of those that it lacks, by the name of its place. */
  readonly coverage?: ReadonlyMap<string, Coverage>
}

interface Coverage {
  readonly present: readonly string[]
  readonly absent: readonly string[]
}

/** A text as YAML has it in quotes. */
export const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Items as copies have them: found again by the ids of their files, by the numbers in these, or by what a key of their
 * front matter says.
 */
function withCopies(
  foundItems: FoundItems,
  otherItems: readonly FoundItems[],
): { readonly found: FoundItems; readonly copies: ReadonlySet<FoundItems> } {
  const copies = new Set<FoundItems>()
  const copyIds = new Map<string, ReadonlySet<string>>()
  let { items, ids, idKeys, numbered, wordOfEach = foundItems.words } = foundItems
  const sources = [foundItems.from]
  const places = [...foundItems.places]
  const copiedWords: string[] = []
  for (const candidate of otherItems) {
    const [name = ''] = candidate.places[0] ?? []
    if (candidate.copy === undefined) continue
    const isCopyOf = (knownIds: ReadonlySet<string>) => {
      const sharedCount = candidate.ids.filter((id) => knownIds.has(foldId(id))).length
      return sharedCount > 1 && sharedCount * 2 >= candidate.ids.length
    }
    const isById = isCopyOf(new Set(ids.map(foldId)))
    const isByNumber = !isById && numbered !== undefined && isCopyOf(new Set(numbered.ids))
    const idKey =
      isById || isByNumber ? undefined : [...(idKeys ?? [])].find(([, values]) => isCopyOf(new Set(values.map(foldId))))
    if (!isById && !isByNumber && !idKey) continue
    if (!isById) {
      // Once a number or a key is the id, all copies are found by it.
      if (isByNumber && numbered) {
        ;({ items, ids } = numbered)
        wordOfEach = foundItems.words
      }
      if (idKey) {
        items = `{ files: ${items.replace('{id}', '{name}')}, id: { front-matter: ${quote(idKey[0])} } }`
        ids = idKey[1]
      }
      idKeys = undefined
      numbered = undefined
    }
    copies.add(candidate)
    sources.push(candidate.from)
    const alike = places.filter(([takenName]) => takenName === name || takenName.startsWith(`${name}-`)).length
    const placeName = alike === 0 ? name : `${name}-${alike + 1}`
    places.push([placeName, candidate.copy])
    // A place that says nothing is none.
    const speakingIds = candidate.ids.filter((_, index) => !isEmptyValue(candidate.words[index] ?? ''))
    copyIds.set(placeName, new Set(speakingIds.map(foldId)))
    // A box says no word of its own.
    if (name !== 'box') copiedWords.push(...candidate.words)
  }
  const coverageOf = (idsThere: ReadonlySet<string>): Coverage => {
    const wordsWhere = (isThere: boolean) =>
      ids.flatMap((id, index) => (idsThere.has(foldId(id)) === isThere ? (wordOfEach[index] ?? []) : []))
    return { present: wordsWhere(true), absent: wordsWhere(false) }
  }
  const coverage = new Map([...copyIds].map(([name, idsThere]) => [name, coverageOf(idsThere)]))
  return {
    found: { ...foundItems, items, from: sources.join(', and '), places, copied: copiedWords, coverage },
    copies,
  }
}

/** Copies of what files say, or else of what has the most ids, are places of the same items, not items of their own. */
export function joinCopies(allFound: readonly FoundItems[]): readonly FoundItems[] {
  const isOwn = ({ idKeys }: FoundItems) => idKeys !== undefined
  const copies = new Set<FoundItems>()
  const joinedByOriginal = new Map<FoundItems, FoundItems>()
  const fullest = allFound
    .filter((foundItems) => !isOwn(foundItems) && foundItems.copy !== undefined)
    .toSorted((a, b) => b.ids.length - a.ids.length)
  for (const foundItems of [...allFound.filter(isOwn), ...fullest]) {
    if (copies.has(foundItems)) continue
    const merged = withCopies(
      foundItems,
      allFound.filter(
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
