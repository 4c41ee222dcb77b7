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
  let { items, ids, idKeys } = found
  const from = [found.from]
  const places = [...found.places]
  const copied: string[] = []
  for (const other of others) {
    const [name = ''] = other.places[0] ?? []
    if (other.copy === undefined || places.some(([taken]) => taken === name)) continue
    const isCopyOf = (known: ReadonlySet<string>) => {
      const same = other.ids.filter((id) => known.has(foldedId(id))).length
      return same > 1 && same * 2 >= other.ids.length
    }
    const isByFile = isCopyOf(new Set(ids.map(foldedId)))
    const key = isByFile ? undefined : [...(idKeys ?? [])].find(([, values]) => isCopyOf(new Set(values.map(foldedId))))
    if (!isByFile && !key) continue
    if (key) {
      // Once a key is the id, all copies are found by it.
      items = `{ files: ${items.replace('{id}', '{name}')}, id: { front-matter: ${quoted(key[0])} } }`
      ids = key[1]
      idKeys = undefined
    }
    copies.add(other)
    from.push(other.from)
    places.push([name, other.copy])
    // A box says no word of its own.
    if (name !== 'box') copied.push(...other.words)
  }
  return { found: { ...found, items, from: from.join(', and '), places, copied }, copies }
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
