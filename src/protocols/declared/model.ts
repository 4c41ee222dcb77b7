import type { Context } from '../../core/context.ts'
import type { Place as FilePlace } from '../../core/diagnostic.ts'
import { memo } from '../../core/once.ts'
import type { Steps } from '../../core/steps.ts'
import type { View } from '../../core/view.ts'
import { allHold, fieldIn, judgeCondition, type Verdict } from './states/conditions.ts'
import type { Condition, Field, Kind, Location, Place, State, StateCondition, Workflow } from './language/workflow.ts'
import { originalOf, type Links, linksOf } from './reading/relations.ts'
import { type FileLookup, filesOf, type UnreadableFile } from './reading/files.ts'
import { type Item, itemsOf, keyOf, nameOf } from './reading/items.ts'
import { findAt, unreadableFor } from './reading/locations.ts'
import type { FoundValue } from './reading/values.ts'
import { meaningOf, stateReader, type States, statesFault } from './states/states.ts'
import {
  distinctFaults,
  faultsAt,
  linksFor,
  pathsBeside,
  type UnreadLookup,
  unreadLookup,
} from './reading/unreadable.ts'
import { isEmptyValue } from './reading/words.ts'
import { isClear, commonStates } from './states/statements.ts'

/** What a place says of an item. */
export interface Statement {
  readonly place: Place
  /** The value, where it is written; absent for a computed place. */
  readonly found?: FoundValue
  /** Which of the locations of the place has the value. */
  readonly at?: Location
  /** Of a computed place, the line that holds. */
  readonly line?: StateCondition
  /** The states that it may mean. Empty: it says nothing, or no state. */
  readonly states: readonly State[]
  /** The file in which it is cannot be read, or what it is computed from is not known. */
  readonly unreadable?: true
  /** It has a word that is no state. */
  readonly unknown?: true
  /** A further line of the place that says another state. */
  readonly ambiguous?: { readonly text: string; readonly place: FilePlace }
}

/** What a place says where it is written. */
export type WrittenStatement = Statement & Required<Pick<Statement, 'found' | 'at'>>

/** An item with what its places say. */
export interface JudgedItem extends Item {
  readonly asRead: Item
  /** As messages name it, and commands without the prefix: `1-2-login`, `1@loop`. */
  readonly name: string
  /** `bmad:1-2-login`, `task-master:1@loop`. */
  readonly target: string
  readonly states: States
  readonly statements: readonly Statement[]
  /** Absent where it is unknown. */
  readonly state: State | undefined
  /** What it may be, by what its places say: one where the state is known. */
  readonly possible: readonly State[]
  /** Places that say something have no state in common. */
  readonly drifts: boolean
}

/** A repository as a workflow sees it. */
export interface Model extends Links, UnreadLookup {
  readonly workflow: Workflow
  readonly view: View
  readonly context: Context
  readonly files: FileLookup
  /**
   * Files of some kinds that cannot be read, and lines of them: of items, their places, fields, effects and conditions, of
   * states.
   */
  unreadOf(kinds: readonly Kind[]): readonly UnreadableFile[]
  judge(item: Item): JudgedItem
  holds(condition: Condition, item: Item): Verdict
  fieldOf(item: Item, field: Field): FoundValue | undefined
  /** `undefined`: the file that lists them cannot be read. */
  statesOf(kind: Kind): States | undefined
  /** The same repository with an item in another state. */
  assuming(item: Item, state: State): Model
}

/** The items by what commands call them; of several with one id the first. */
export const itemsByTarget = memo(
  ({ items, judge }: Model) => new Map(items.toReversed().map((item) => [judge(item).target, item])),
)

const onlyOf = ([first, ...others]: readonly State[]) => (others.length === 0 ? first : undefined)

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
  return modelOf(
    {
      workflow,
      view,
      context,
      files,
      links: linksOf(joinItems(items), files),
      lookup: unreadLookup(workflow.kinds, view, files),
      statesOf: stateReader(files),
    },
    new Map(),
  )
}

/**
 * Items that several kinds of source show are one, which the first shows; within one kind, or two kinds of item, they
 * are two of one id.
 */
function joinItems(items: readonly Item[]): Pick<Links, 'items' | 'sightings'> {
  const sightingsByKey = new Map<string, [Item, ...Item[]]>()
  const joinedItems = items.filter((item) => {
    const key = `${item.kind.name ?? ''}\n${keyOf(item)}`
    const sightings = sightingsByKey.get(key)
    if (!sightings) sightingsByKey.set(key, [item])
    else if (sightings.some(({ source }) => source.form === item.source.form)) return true
    else sightings.push(item)
    return !sightings
  })
  const sightingsByItem = new Map(Array.from(sightingsByKey.values(), (sightings) => [sightings[0], sightings]))
  return { items: joinedItems, sightings: (item) => sightingsByItem.get(originalOf(item)) ?? [originalOf(item)] }
}

/** What is so whatever state an item is assumed to be in. */
interface Basis extends Pick<Model, 'workflow' | 'view' | 'context' | 'files' | 'statesOf'> {
  readonly links: Links
  readonly lookup: UnreadLookup
}

function modelOf(basis: Basis, assumedStates: ReadonlyMap<string, State>): Model {
  const { workflow, view, context, files, links, lookup, statesOf } = basis
  const { items, parts, depends } = links
  const judgedItems = new Map<Item, JudgedItem>()
  const itemsInProgress = new Set<Item>()

  const holds = (condition: Condition, item: Item): Verdict =>
    judgeCondition(condition, item, { view, files, parts, depends, judge, ...lookup })

  const statementAt = (place: Place, item: Item, states: States): Statement => {
    if (place.written.length === 0) {
      for (const line of place.computed) {
        const verdict = allHold(line.conditions, (condition) => holds(condition, item))
        if (verdict === true) return { place, line, states: states.named(line.says) }
        // Whether this line counts, or one behind it, is not known.
        if (verdict === undefined) return { place, states: [], unreadable: true }
      }
      return { place, states: [] }
    }
    const foundValues = place.written.flatMap((location) => {
      const foundValue = findAt(location, item, files)
      return foundValue ? [{ found: foundValue, location }] : []
    })
    const chosenValue = foundValues.find(({ found }) => !found.isCollection) ?? foundValues[0]
    if (!chosenValue) {
      const isUnread = place.written.some((location) => unreadableFor(files, location.in, item))
      return { place, states: [], ...(isUnread && { unreadable: true }) }
    }
    const { found, location: at } = chosenValue
    if (found.isCollection) return { place, found, at, states: [], unknown: true }
    const meanings = meaningOf(at, states, found.text)
    if (at.spot.form !== 'box' && isEmptyValue(found.text)) return { place, found, at, states: [] }
    const ambiguous = found.repetitions?.find(({ text }) => {
      const otherMeanings = meaningOf(at, states, text)
      return (
        otherMeanings.length !== meanings.length ||
        otherMeanings.length === 0 ||
        otherMeanings.some((state) => !meanings.includes(state))
      )
    })
    return {
      place,
      found,
      at,
      states: meanings,
      ...(meanings.length === 0 && at.spot.form !== 'box' && { unknown: true }),
      ...(ambiguous && { ambiguous }),
    }
  }

  function judge(givenItem: Item): JudgedItem {
    const item = originalOf(givenItem)
    const earlierResult = judgedItems.get(item)
    if (earlierResult) return earlierResult
    const states = statesOf(item.kind)
    const name = nameOf(item)
    const target = `${workflow.name}:${name}`
    const judgedBy = (judgement: Pick<JudgedItem, 'statements' | 'state' | 'possible' | 'drifts'>): JudgedItem => ({
      ...item,
      asRead: item,
      name,
      target,
      states: states ?? noStates,
      ...judgement,
    })
    if (!states || itemsInProgress.has(item))
      return judgedBy({ statements: [], state: undefined, possible: [], drifts: false })
    itemsInProgress.add(item)
    const statements = item.kind.places.map((place) => statementAt(place, item, states))
    itemsInProgress.delete(item)
    const clearStatements = statements.filter(isClear)
    const agreedStates = commonStates(clearStatements)
    const truth = clearStatements.find(({ place }) => place === item.kind.truth)
    // What a file says that cannot be read may be anything.
    const isHidden = statements.some(
      ({ place, unreadable }) => unreadable && (item.kind.truth ? place === item.kind.truth : place.written.length > 0),
    )
    const commonState = isHidden ? undefined : onlyOf(agreedStates)
    const state = assumedStates.get(target) ?? onlyOf(truth?.states ?? []) ?? commonState
    const result = judgedBy({
      statements,
      state,
      possible: state ? [state] : (truth?.states ?? agreedStates),
      drifts: clearStatements.length > 1 && agreedStates.length === 0,
    })
    judgedItems.set(item, result)
    return result
  }

  const unreadOf = memo((kinds: readonly Kind[]): readonly UnreadableFile[] => {
    const ownItems = items.filter(({ kind }) => kinds.includes(kind))
    const allFaults = [
      ...lookup.unreadItems().flatMap(({ kind, file }) => (kinds.includes(kind) ? [file] : [])),
      ...kinds.flatMap(({ states }) => ('in' in states ? (statesFault(states, files) ?? []) : [])),
      ...[...new Set(ownItems.flatMap(pathsBeside))].flatMap((path) => faultsAt(files, path)),
      ...linksFor(ownItems, view),
    ]
    return distinctFaults(allFaults)
  })

  return {
    workflow,
    view,
    context,
    files,
    ...links,
    unreadOf,
    ...lookup,
    judge,
    holds,
    fieldOf: (item, field) => fieldIn(field, item, files),
    statesOf,
    assuming: (item, state) => modelOf(basis, new Map([...assumedStates, [judge(item).target, state]])),
  }
}
