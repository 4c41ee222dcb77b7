import { groupBy } from '../../../core/grouped.ts'
import { memoBy, once } from '../../../core/once.ts'
import type { FileLookup } from './files.ts'
import { type Item, keyOf } from './items.ts'
import { referencesOf, type ItemReference } from './locations.ts'
import { foldId } from './words.ts'
import type { Link } from '../language/workflow.ts'
import type { Model } from '../model.ts'

/** An id that an item names and that there is no item of. */
export interface UnknownReference extends ItemReference {
  /** The ids that it may mean. */
  readonly ids: readonly string[]
}

export interface Dependencies {
  readonly items: readonly Item[]
  readonly unknown: readonly UnknownReference[]
  readonly unknownParents: readonly UnknownReference[]
}

/** The items of a repository, and what links them, whatever their states. */
export interface Links {
  readonly items: readonly Item[]
  /** An item as each of its sources shows it, in their order. */
  sightings(item: Item): readonly Item[]
  /** Items by what tells them apart; several where an id comes twice. */
  readonly byKey: ReadonlyMap<string, readonly Item[]>
  /** The items of an id, as ids are compared. */
  byId(id: string): readonly Item[]
  parent(item: Item): Item | undefined
  parts(item: Item): readonly Item[]
  /** The items that an item depends on, and the ids that it names and that there are none of. */
  depends(item: Item): Dependencies
}

/** What is known of an item is kept by the one that was read. */
export const originalOf = (item: Item): Item => item.asRead ?? item

/** The id of another element of the list of an item, by the key of its own that is in its id. */
function siblingId({ captures, source: { id: template, form, file, at } }: Item, key: string): string | undefined {
  if (!('format' in template) || form !== 'elements') return undefined
  const shared = new Set([...file.names, ...at.flatMap((step) => (typeof step === 'string' ? [] : [step.capture]))])
  const [ownName, otherName] = template.names.filter((name) => !shared.has(name))
  return ownName === undefined || otherName !== undefined ? undefined : template.format({ ...captures, [ownName]: key })
}

export function linksOf({ items, sightings }: Pick<Links, 'items' | 'sightings'>, files: FileLookup): Links {
  const byKey = groupBy(items, keyOf)
  const byId = once(() => groupBy(items, ({ id }) => foldId(id)))

  /** The item of an id that another names: in its own scope first. */
  const itemsNamed = (id: string, item: Item): readonly Item[] => {
    const { scope } = item
    const ownItems = byKey.get(keyOf({ scope, id }))
    if (ownItems) return ownItems
    // Parts name their siblings without what they are parts of.
    const sibling = siblingId(item, id)
    const siblings = sibling === undefined || sibling === id ? undefined : byKey.get(keyOf({ scope, id: sibling }))
    return siblings ?? byId().get(foldId(id)) ?? []
  }
  const itemsNamedSiblingsFirst = (id: string, item: Item): readonly Item[] => {
    const { source, scope } = item
    // Siblings come first: of the parts of one item only.
    const sibling = 'names' in source.id && source.id.names.length > 1 ? siblingId(item, id) : undefined
    return (sibling === undefined ? undefined : byKey.get(keyOf({ scope, id: sibling }))) ?? itemsNamed(id, item)
  }

  /** What an item names at a link, in the first of its sources where it names any. */
  const namedAt = (link: Link, item: Item): { readonly from: Item; readonly references: readonly ItemReference[] } => {
    for (const from of sightings(item)) {
      const references = referencesOf(link, from, files)
      if (references.length > 0) return { from, references }
    }
    return { from: item, references: [] }
  }

  const parents = (item: Item): readonly ItemReference[] => {
    const { within } = item.kind
    if (within === undefined) return []
    if (!('format' in within)) return namedAt(within, item).references
    const id = within.format(item.captures)
    return id === undefined ? [] : [{ id, place: item.place }]
  }
  const parent = memoBy((item: Item) =>
    parents(item)
      .flatMap(({ id }) => (id === undefined ? [] : itemsNamed(id, item)))
      .find((candidate) => candidate !== item),
  )
  const children = once(() => groupBy(items, (item) => (item.kind.within === undefined ? undefined : parent(item))))

  const depends = memoBy((item: Item): Dependencies => {
    const { depends: dependency } = item.kind
    const { from, references } = dependency ? namedAt(dependency.link, item) : { from: item, references: [] }
    const referencedItems = (reference: ItemReference) =>
      reference.id === undefined ? [] : itemsNamedSiblingsFirst(reference.id, from)
    const unknownIn = (references: readonly ItemReference[]): readonly UnknownReference[] =>
      references.flatMap((reference) => {
        if (referencedItems(reference).length > 0) return []
        const { id } = reference
        return [{ ...reference, ids: id === undefined ? [] : [id, siblingId(from, id) ?? id] }]
      })
    return {
      items: [...new Set(references.flatMap((reference) => referencedItems(reference).slice(0, 1)))],
      unknown: unknownIn(references),
      unknownParents: unknownIn(parents(item)),
    }
  })

  return {
    items,
    sightings,
    byKey,
    byId: (id) => byId().get(foldId(id)) ?? [],
    parent: (item) => parent(originalOf(item)),
    parts: (item) => children().get(originalOf(item)) ?? [],
    depends: (item) => depends(originalOf(item)),
  }
}

/** The circles of a graph, each as the items in it (Tarjan's strongly connected components, without recursion). */
function findCycles(items: readonly Item[], edges: (item: Item) => readonly Item[]): readonly (readonly Item[])[] {
  const index = new Map<Item, number>()
  const lowLinks = new Map<Item, number>()
  const stack: Item[] = []
  const onStack = new Set<Item>()
  const cycles: Item[][] = []
  const lowerLink = (item: Item, to: number) => lowLinks.set(item, Math.min(lowLinks.get(item) ?? to, to))
  for (const root of items) {
    if (index.has(root) || edges(root).length === 0) continue
    const frames: { readonly item: Item; readonly next: Iterator<Item> }[] = []
    const enter = (item: Item) => {
      index.set(item, index.size)
      lowLinks.set(item, index.size - 1)
      stack.push(item)
      onStack.add(item)
      frames.push({ item, next: edges(item)[Symbol.iterator]() })
    }
    enter(root)
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const { item } = frame
      const step = frame.next.next() as IteratorResult<Item, undefined>
      if (step.done !== true) {
        const { value } = step
        if (!index.has(value)) enter(value)
        else if (onStack.has(value)) lowerLink(item, index.get(value) as number)
        continue
      }
      frames.pop()
      const parentFrame = frames.at(-1)
      if (parentFrame) lowerLink(parentFrame.item, lowLinks.get(item) as number)
      if (lowLinks.get(item) !== index.get(item)) continue
      const cycle: Item[] = []
      for (let popped = stack.pop(); popped; popped = stack.pop()) {
        onStack.delete(popped)
        cycle.push(popped)
        if (popped === item) break
      }
      if (cycle.length > 1 || edges(item).includes(item)) cycles.push(cycle)
    }
  }
  return cycles
}

/** Numbers by their value: 9 before 10. */
const compareById = (a: Item, b: Item) => a.id.localeCompare(b.id, 'en', { numeric: true })

/** Items that depend on each other, or are parts of each other, in a circle: each once, the smallest id first. */
export function dependencyCycles(model: Model): readonly (readonly Item[])[] {
  const { items, depends, parent } = model
  const cycles = [
    ...findCycles(items, (item) => depends(item).items),
    ...findCycles(items, (item) => {
      const parentItem = parent(item)
      return parentItem ? [parentItem] : []
    }),
  ]
  return cycles.map((cycle) => cycle.toSorted(compareById))
}
