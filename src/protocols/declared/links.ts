import { groupBy } from '../../core/grouped.ts'
import { memoBy, once } from '../../core/once.ts'
import type { Files } from './reading/files.ts'
import { type Item, keyOf } from './reading/items.ts'
import { idsBy, type Named } from './reading/locations.ts'
import { foldedId } from './words.ts'

export interface Dependencies {
  readonly items: readonly Item[]
  readonly unknown: readonly Named[]
}

/** The items of a repository, and what links them, whatever their states. */
export interface Links {
  readonly items: readonly Item[]
  /** Items by what tells them apart; several where an id comes twice. */
  readonly byKey: ReadonlyMap<string, readonly Item[]>
  /** The items of an id, as ids are compared. */
  byId(id: string): readonly Item[]
  parent(item: Item): Item | undefined
  parts(item: Item): readonly Item[]
  /** The items that an item depends on, and the ids that there are none of. */
  depends(item: Item): Dependencies
}

/** What is known of an item is kept by the one that was read. */
export const asRead = (item: Item): Item => item.asRead ?? item

export function linksOf(items: readonly Item[], files: Files): Links {
  const byKey = groupBy(items, keyOf)
  const byId = once(() => groupBy(items, ({ id }) => foldedId(id)))

  /** The item of an id that another names: in its own scope first. */
  const named = (id: string, { scope, captures, source }: Item): readonly Item[] => {
    const own = byKey.get(keyOf({ scope, id }))
    if (own) return own
    // Parts name their siblings without what they are parts of.
    const sibling = 'format' in source.id && source.form === 'elements' ? source.id.format({ ...captures, id }) : undefined
    const near = sibling === undefined || sibling === id ? undefined : byKey.get(keyOf({ scope, id: sibling }))
    return near ?? byId().get(foldedId(id)) ?? []
  }
  const namedBy = (id: string, item: Item): readonly Item[] => {
    const { source, captures, scope } = item
    // Siblings come first: of the parts of one item only.
    const sibling =
      'format' in source.id && source.form === 'elements' && source.id.names.length > 1 ? source.id.format({ ...captures, id }) : undefined
    return (sibling === undefined ? undefined : byKey.get(keyOf({ scope, id: sibling }))) ?? named(id, item)
  }

  const parents = (item: Item): readonly Named[] => {
    const { within } = item.kind
    if (within === undefined) return []
    if (!('format' in within)) return idsBy(within, item, files)
    const id = within.format(item.captures)
    return id === undefined ? [] : [{ id, place: item.place }]
  }
  const parent = memoBy((item: Item) =>
    parents(item)
      .flatMap(({ id }) => (id === undefined ? [] : named(id, item)))
      .find((each) => each !== item),
  )
  const children = once(() => groupBy(items, (item) => (item.kind.within === undefined ? undefined : parent(item))))

  const depends = memoBy((item: Item): Dependencies => {
    const { depends: declared, within } = item.kind
    const meant = (each: Named) => (each.id === undefined ? [] : namedBy(each.id, item))
    const ids = declared ? idsBy(declared.link, item, files) : []
    // A parent that a template names need not be there.
    const above = within !== undefined && !('format' in within) ? parents(item) : []
    return {
      items: [...new Set(ids.flatMap((each) => meant(each).slice(0, 1)))],
      unknown: [...ids, ...above].filter((each) => meant(each).length === 0),
    }
  })

  return {
    items,
    byKey,
    byId: (id) => byId().get(foldedId(id)) ?? [],
    parent: (item) => parent(asRead(item)),
    parts: (item) => children().get(asRead(item)) ?? [],
    depends: (item) => depends(asRead(item)),
  }
}
