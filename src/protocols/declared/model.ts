import type { Context } from '../../core/context.ts'
import type { Place as FilePlace } from '../../core/diagnostic.ts'
import { groupBy } from '../../core/grouped.ts'
import { once } from '../../core/once.ts'
import type { Steps } from '../../core/steps.ts'
import type { View } from '../../core/view.ts'
import type { Condition, Field, Kind, Place, State, Workflow } from './language/workflow.ts'
import { countBoxes } from './reading/boxes.ts'
import { type Files, filesOf, isRead, type Unread } from './reading/files.ts'
import { type Item, itemsOf, keyOf } from './reading/items.ts'
import { fileFor, findAt, idsBy, pathFrom } from './reading/locations.ts'
import { type Found } from './reading/spots.ts'
import { meaningOf, meaningOfBox, stateReader, type States } from './reading/states.ts'
import { foldedId, saysNothing } from './words.ts'

/** What a place says of an item. */
export interface Said {
  readonly place: Place
  /** The value, where it is written; absent for a computed place. */
  readonly found?: Found
  /** The states that it may mean. Empty: it says nothing, or no state. */
  readonly states: readonly State[]
  /** The file in which it is cannot be read. */
  readonly unreadable?: true
  /** It has a word that is no state. */
  readonly unknown?: true
  /** A further line of the place that says another state. */
  readonly ambiguous?: { readonly text: string; readonly place: FilePlace }
}

/** An item with what its places say. */
export interface JudgedItem extends Item {
  /** `bmad:1-2-login`, `task-master:1@loop`. */
  readonly target: string
  readonly states: States
  readonly said: readonly Said[]
  /** Absent where it is unknown. */
  readonly state: State | undefined
  /** Places that say something have no state in common. */
  readonly drifts: boolean
}

/** A repository as a workflow sees it. */
export interface Model {
  readonly workflow: Workflow
  readonly view: View
  readonly context: Context
  readonly files: Files
  readonly items: readonly Item[]
  /** Items by what tells them apart; several where an id comes twice. */
  readonly byKey: ReadonlyMap<string, readonly Item[]>
  /** Files of items, and of states, that cannot be read. */
  readonly unread: readonly Unread[]
  judge(item: Item): JudgedItem
  parent(item: Item): Item | undefined
  parts(item: Item): readonly Item[]
  /** The items that an item depends on, and the ids that there are none of. */
  depends(item: Item): Dependencies
  /** Whether a condition holds of an item. */
  holds(condition: Condition, item: Item): boolean
  fieldOf(item: Item, field: Field): Found | undefined
  /** `unreadable`: the file that lists them cannot be read. */
  statesOf(kind: Kind): States | 'unreadable'
  /** The same repository with an item in another state. */
  assuming(item: Item, state: State): Model
}

export interface Dependencies {
  readonly items: readonly Item[]
  readonly unknown: readonly { readonly id: string; readonly found: Found | undefined }[]
}

const noStates: States = { list: [], byName: new Map(), byWord: new Map(), named: () => [] }

/** Reads the items of a workflow, and judges each when it is first looked at. */
export function* readModel(workflow: Workflow, view: View, context: Context): Steps<Model> {
  const files = filesOf(view)(context.limit)
  const items: Item[] = []
  for (const kind of workflow.kinds)
    for (const item of itemsOf(kind, view, files)) {
      items.push(item)
      if (items.length % 100 === 0) yield
    }
  return modelOf(workflow, view, context, files, joined(items))
}

/** Items that several kinds of source show are one; within one kind, or two kinds of item, they are two of one id. */
function joined(items: readonly Item[]): readonly Item[] {
  const first = new Map<string, Item>()
  return items.filter((item) => {
    const key = `${item.kind.name ?? ''}\n${keyOf(item)}`
    const known = first.get(key)
    if (!known) first.set(key, item)
    return !known || known.source.form === item.source.form
  })
}

function modelOf(
  workflow: Workflow,
  view: View,
  context: Context,
  files: Files,
  items: readonly Item[],
  assumed: ReadonlyMap<string, State> = new Map(),
  /** A judged item is a copy: what is known of an item is kept by the one that was read. */
  originals = new Map<Item, Item>(),
): Model {
  const byKey = groupBy(items, keyOf)
  const byId = once(() => groupBy(items, ({ id }) => foldedId(id)))
  const statesOf = stateReader(files)
  const judgedItems = new Map<Item, JudgedItem>()
  const judging = new Set<Item>()
  const originalOf = (item: Item): Item => originals.get(item) ?? item

  /** The item of an id that another names: in its own scope first. */
  const named = (id: string, { scope, captures, source }: Item): readonly Item[] => {
    const own = byKey.get(keyOf({ scope, id }))
    if (own) return own
    // Parts name their siblings without what they are parts of.
    const sibling = 'format' in source.id && source.form === 'elements' ? source.id.format({ ...captures, id }) : undefined
    const near = sibling === undefined || sibling === id ? undefined : byKey.get(keyOf({ scope, id: sibling }))
    return near ?? byId().get(foldedId(id)) ?? []
  }
  const parentIds = (item: Item): readonly string[] => {
    const { within } = item.kind
    if (within === undefined) return []
    if ('format' in within) {
      const id = within.format(item.captures)
      return id === undefined ? [] : [id]
    }
    return idsBy(within, item, files)
  }
  const parents = new Map<Item, Item | undefined>()
  const parent = (given: Item): Item | undefined => {
    const item = originalOf(given)
    if (!parents.has(item))
      parents.set(
        item,
        parentIds(item)
          .flatMap((id) => named(id, item))
          .find((each) => each !== item),
      )
    return parents.get(item)
  }
  const children = once(() => {
    const found = new Map<Item, Item[]>()
    for (const item of items) {
      const above = item.kind.within === undefined ? undefined : parent(item)
      if (above) found.set(above, [...(found.get(above) ?? []), item])
    }
    return found
  })
  const parts = (item: Item) => children().get(originalOf(item)) ?? []
  const dependencies = new Map<Item, Dependencies>()
  const depends = (given: Item): Dependencies => {
    const item = originalOf(given)
    const known = dependencies.get(item)
    if (known) return known
    const { depends: declared, within } = item.kind
    const ids = declared ? idsBy(declared.link, item, files) : []
    const found = ids.map((id) => ({ id, items: namedBy(id, item) }))
    const lost = within !== undefined && !('format' in within) ? parentIds(item).filter((id) => namedBy(id, item).length === 0) : []
    const made: Dependencies = {
      items: [...new Set(found.flatMap(({ items: those }) => those.slice(0, 1)))],
      unknown: [...found.flatMap(({ id, items: those }) => (those.length === 0 ? [id] : [])), ...lost].map((id) => ({
        id,
        found: undefined,
      })),
    }
    dependencies.set(item, made)
    return made
  }
  const namedBy = (id: string, item: Item): readonly Item[] => {
    const { source, captures, scope } = item
    // Siblings come first: of the parts of one item only.
    const sibling =
      'format' in source.id && source.form === 'elements' && source.id.names.length > 1 ? source.id.format({ ...captures, id }) : undefined
    return (sibling === undefined ? undefined : byKey.get(keyOf({ scope, id: sibling }))) ?? named(id, item)
  }

  const fieldOf = (item: Item, { at }: Field) => at.map((location) => findAt(location, item, files)).find((found) => found !== undefined)

  const isMet = (item: Item): boolean => depends(item).items.every((each) => judge(each).state?.end === true)

  function holds(condition: Condition, item: Item): boolean {
    switch (condition.test) {
      case 'path':
        return condition.matches(item.path)
      case 'exists':
      case 'missing': {
        const isThere = condition.files.some((template) => {
          const path = pathFrom(template, item.captures)
          return path !== undefined && view.entry(path) !== undefined
        })
        return isThere === (condition.test === 'exists')
      }
      case 'boxes': {
        const file = fileFor(files, condition.in, item)
        return condition.counts.some((count) => countBoxes(isRead(file) ? file : undefined, condition.section) === count)
      }
      case 'parts': {
        const all = parts(item)
        if (condition.which === 'some') return all.length > 0
        const isOne = (part: Item) => {
          const { state, states } = judge(part)
          return state !== undefined && states.named(condition.states).includes(state)
        }
        if (condition.which === 'all') return all.length > 0 && all.every(isOne)
        return all.some(isOne) === (condition.which === 'any')
      }
      case 'depends':
        return isMet(item) === condition.met
      case 'field': {
        const found = fieldOf(item, condition.field)
        return found !== undefined && condition.values.includes(foldedId(found.text))
      }
    }
  }

  const saidAt = (place: Place, item: Item, states: States): Said => {
    if (place.written.length === 0) {
      const saying = place.computed.find(({ when }) => when.every((condition) => holds(condition, item)))
      return { place, states: saying ? states.named(saying.says) : [] }
    }
    const founds = place.written.flatMap((location) => {
      const found = findAt(location, item, files)
      return found ? [{ found, location }] : []
    })
    const chosen = founds.find(({ found }) => !found.isCollection) ?? founds[0]
    if (!chosen) {
      const isUnread = place.written.some((location) => {
        const file = fileFor(files, location.in, item)
        return file !== undefined && !isRead(file)
      })
      return { place, states: [], ...(isUnread && { unreadable: true }) }
    }
    const { found, location } = chosen
    if (found.isCollection) return { place, found, states: [], unknown: true }
    if (location.spot.form === 'box') return { place, found, states: meaningOfBox(place, states, found.text === 'ticked') }
    if (saysNothing(found.text)) return { place, found, states: [] }
    const means = meaningOf(place, states, found.text)
    const ambiguous = found.others?.find(({ text }) => {
      const other = meaningOf(place, states, text)
      return other.length !== means.length || other.length === 0 || other.some((state) => !means.includes(state))
    })
    return { place, found, states: means, ...(means.length === 0 && { unknown: true }), ...(ambiguous && { ambiguous }) }
  }

  function judge(given: Item): JudgedItem {
    const item = originalOf(given)
    const known = judgedItems.get(item)
    if (known) return known
    const states = statesOf(item.kind)
    const target = `${workflow.name}:${item.id}${item.scope === '' ? '' : `@${item.scope}`}`
    if (states === 'unreadable' || judging.has(item))
      return { ...item, target, states: states === 'unreadable' ? noStates : states, said: [], state: undefined, drifts: false }
    judging.add(item)
    const said = item.kind.places.map((place) => saidAt(place, item, states))
    judging.delete(item)
    const speaking = said.filter(({ states: those, ambiguous }) => those.length > 0 && !ambiguous)
    const common =
      speaking.reduce<readonly State[] | undefined>(
        (left, { states: those }) => (left ? left.filter((state) => those.includes(state)) : those),
        undefined,
      ) ?? []
    const truth = said.find(({ place }) => place === item.kind.truth)
    const [right, ...others] = truth?.states ?? []
    const stated = right && others.length === 0 && !truth?.ambiguous ? right : common.length === 1 ? common[0] : undefined
    const state = assumed.get(target) ?? stated
    const made: JudgedItem = { ...item, target, states, said, state, drifts: speaking.length > 1 && common.length === 0 }
    judgedItems.set(item, made)
    originals.set(made, item)
    return made
  }

  const unreadOf = function* (): Iterable<Unread> {
    const seen = new Set<string>()
    const paths = workflow.kinds.flatMap(({ sources, states }) => [
      ...sources
        .filter(({ form }) => form !== 'folders')
        .flatMap(({ file }) => view.paths.filter((path) => file.match(path) !== undefined)),
      ...('in' in states ? states.in.flatMap((file) => file.format({}) ?? []) : []),
    ])
    for (const path of [...paths, ...items.flatMap((item) => placePaths(item))]) {
      if (seen.has(path)) continue
      seen.add(path)
      const file = files(path)
      if (file && !isRead(file)) yield file
    }
  }
  const placePaths = (item: Item) =>
    item.kind.places.flatMap(({ written }) =>
      written.flatMap(({ in: templates }) => templates.flatMap((template) => pathFrom(template, item.captures) ?? [])),
    )
  const unread = once(() => [...unreadOf()])

  return {
    workflow,
    view,
    context,
    files,
    items,
    byKey,
    get unread() {
      return unread()
    },
    judge,
    parent,
    parts,
    depends,
    holds,
    fieldOf,
    statesOf,
    assuming: (item, state) =>
      modelOf(workflow, view, context, files, items, new Map([...assumed, [judge(item).target, state]]), originals),
  }
}
