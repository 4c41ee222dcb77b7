import { foldedId } from '../words.ts'

/** Items with words of theirs that look like states. */
export interface Found {
  readonly from: string
  readonly items: string
  readonly places: readonly (readonly [name: string, place: string])[]
  /** The word of each item. */
  readonly words: readonly string[]
  /** The id of each item. */
  readonly ids: readonly string[]
  /** The same as a place of items that another source has. */
  readonly copy?: string
  /** Of files: what each front matter key says that tells all of them apart. */
  readonly idKeys?: ReadonlyMap<string, readonly string[]>
  /** Words of copies. */
  readonly copied?: readonly string[]
}

/** A text as YAML has it in quotes. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Items as copies have them: found again by the ids of their files, or by what a key of their front matter says. */
function withCopies(found: Found, others: readonly Found[]): { readonly found: Found; readonly copies: ReadonlySet<Found> } {
  const copies = new Set<Found>()
  let joined = found
  for (const other of others) {
    const [name = ''] = other.places[0] ?? []
    if (other.copy === undefined || joined.places.some(([taken]) => taken === name)) continue
    const isCopyOf = (ids: readonly string[]) => {
      const known = new Set(ids.map(foldedId))
      const same = other.ids.filter((id) => known.has(foldedId(id))).length
      return same > 1 && same * 2 >= other.ids.length
    }
    // Once a key is the id, all copies are found by it.
    const key = isCopyOf(joined.ids) ? undefined : [...(joined.idKeys ?? [])].find(([, ids]) => isCopyOf(ids))
    if (!key && !isCopyOf(joined.ids)) continue
    copies.add(other)
    joined = {
      ...joined,
      ...(key && {
        ids: key[1],
        idKeys: new Map(),
        items: `{ files: ${joined.items.replace('{id}', '{name}')}, id: { front-matter: ${quoted(key[0])} } }`,
      }),
      from: `${joined.from}, and ${other.from}`,
      places: [...joined.places, [name, other.copy]],
      // A box says no word of its own.
      copied: [...(joined.copied ?? []), ...(name === 'box' ? [] : other.words)],
    }
  }
  return { found: joined, copies }
}

/** Copies of what files say are places of the same items, not items of their own. */
export function joinedCopies(all: readonly Found[]): readonly Found[] {
  const inOwnFiles = all.filter(({ idKeys }) => idKeys !== undefined)
  const copies = new Set<Found>()
  const joined = new Map<Found, Found>()
  for (const each of inOwnFiles) {
    const made = withCopies(
      each,
      all.filter((other) => other !== each && !copies.has(other)),
    )
    joined.set(each, made.found)
    for (const copy of made.copies) copies.add(copy)
  }
  return all.filter((each) => !copies.has(each)).map((each) => joined.get(each) ?? each)
}
