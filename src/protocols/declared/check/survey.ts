import { msg } from '../../../core/message.ts'
import type { Kind, Location } from '../language/workflow.ts'
import { kindLacks, placeLack, statesLack } from './missing.ts'
import type { JudgedItem, Model } from '../model.ts'
import { leadsTo } from '../states/moves.ts'
import { isRead } from '../reading/files.ts'
import { findAt } from '../reading/locations.ts'
import { itemsOf, nameOf } from '../reading/items.ts'
import { wordFor, type States } from '../states/states.ts'
import { isRepetition } from '../rules/reading.ts'
import { isMeasuredByAnother } from '../rules/state.ts'
import { unclaimed, type UnclaimedPlace } from './orphans.ts'
import { conditionsOf } from '../files.ts'
import { effectLack, keepsText } from '../commands/effects.ts'
import { absentStatements } from '../states/statements.ts'

/** What a declaration finds in a repository. */
export interface WorkflowSurvey {
  readonly name: string
  readonly items: number
  readonly kinds: readonly KindSurvey[]
}

export interface KindSurvey {
  readonly kind?: string
  readonly items: number
  /** Why its states are those of the default, though the file that lists them is there; of a preset that is usual. */
  readonly statesLack?: string
  /** How many items are in each state, in the order of the declaration; those in no known one last. */
  readonly states: readonly { readonly state: string; readonly items: number }[]
  readonly places: readonly PlaceSurvey[]
  /** Why its sources find nothing, and that its dependencies, questions or effects have no effect; of a preset nothing is expected. */
  readonly lacks: readonly string[]
  /** Ids that come twice. */
  readonly duplicates: readonly string[]
  /** Items whose places contradict each other. */
  readonly drifts: readonly string[]
  /** Files that fit a source, and hold no item. */
  readonly withoutItem: readonly string[]
  /** Files that cannot be read, or a line of which cannot, and why: of items and of what is read beside them. */
  readonly unreadable: readonly { readonly path: string; readonly message: string }[]
  /** States that no move leads to. */
  readonly unreached: readonly string[]
}

export interface PlaceSurvey {
  readonly place: string
  /** Of how many items it says something. */
  readonly items: number
  /** Why it is there for none of the items; of a preset nothing is expected. */
  readonly lack?: string
  /**
   * Items for which it is not there, where it is for others, and why it is not for the first; of a preset none are
   * expected.
   */
  readonly absent: readonly string[]
  readonly absentReason?: string
  /** The state from which on it must be there. */
  readonly requiredFrom?: string
  /** Items for which it must be there in their state and is not, or is empty; and why it is not for the first. */
  readonly missing: readonly string[]
  readonly missingReason?: string
  /** Rows, boxes, keys and files that could be the place of an item, and are that of none; at most 20. */
  readonly unclaimed: readonly UnclaimedPlace[]
  /** Of how many it says something else than their state. */
  readonly disagree: number
  /** Words that are no state, each once. */
  readonly unknown: readonly string[]
  /** States that it has no word for. */
  readonly unwritable: readonly string[]
}

function placesOf(
  { places }: Kind,
  items: readonly JudgedItem[],
  states: States | undefined,
  model: Model,
): readonly PlaceSurvey[] {
  return places.map((place) => {
    const statements = items.flatMap((item) =>
      item.statements.flatMap((statement) =>
        statement.place === place ? [{ ...statement, state: item.state, drifts: item.drifts }] : [],
      ),
    )
    const isWritten = place.written.length > 0
    const statingCount = statements.filter(
      ({ states: placeStates, found }) => found !== undefined || placeStates.length > 0,
    ).length
    const isExpected = isWritten && model.workflow.preset === undefined
    const absent =
      isExpected && statingCount > 0
        ? items.filter((item) =>
            item.statements.some((statement) => statement.place === place && !statement.found && !statement.unreadable),
          )
        : []
    const missing = items.flatMap((item) =>
      [...absentStatements(item)].flatMap(({ place: itsPlace, found }) =>
        itsPlace === place ? [{ item, found }] : [],
      ),
    )
    const [firstMissing] = missing
    const missingReason =
      firstMissing &&
      (firstMissing.found
        ? msg`it is empty in ${firstMissing.found.path}`
        : placeLack(place, [firstMissing.item], model, firstMissing.item.captures))
    const [first] = absent
    const lack = first
      ? placeLack(place, [first], model, first.captures)
      : isExpected && statingCount === 0
        ? placeLack(place, items, model)
        : undefined
    return {
      place: place.name,
      items: statingCount,
      ...(lack !== undefined && (first ? { absentReason: lack } : { lack })),
      absent: absent.map(({ name }) => name),
      ...(place.requiredFrom !== undefined && { requiredFrom: place.requiredFrom }),
      missing: missing.map(({ item }) => item.name),
      ...(missingReason !== undefined && { missingReason }),
      unclaimed: isWritten ? unclaimed(place, items, model) : [],
      disagree: statements.filter(
        ({ states: placeStates, state, drifts }) =>
          drifts && placeStates.length > 0 && (state === undefined || !placeStates.includes(state)),
      ).length,
      unknown: [
        ...new Set(
          statements.flatMap(({ unknown, found }) => (unknown && found && !found.isCollection ? [found.text] : [])),
        ),
      ].slice(0, 20),
      unwritable:
        states?.list.flatMap((state) =>
          place.written.some((location) => wordFor(location, states, state) === undefined) ? [state.name] : [],
        ) ?? [],
    }
  })
}

/** That nothing keeps an item from being begun before what it depends on. */
function orderLack(kind: Kind, known: States | undefined): readonly string[] {
  const { depends } = kind
  if (!depends || depends.once !== undefined || conditionsOf(kind).some(({ test }) => test === 'depends')) return []
  const work = known?.list.find(({ holder }) => holder === 'agent')?.name ?? 'STATE'
  return [
    msg`no ${'once'} in ${'depends'}: items may be begun before what they depend on has ended; ${`once: ${work}`} would find it`,
  ]
}

/** That no file has what is asked; who uses a preset cannot change that. */
function questionLack({ moves, effects }: Kind, { workflow: { preset } }: Model): readonly string[] {
  const asks =
    preset === undefined && typeof moves === 'object' && moves.some(({ by }) => by?.includes('handback question'))
  return asks && !effects.some(keepsText)
    ? [
        msg`no ${'{text}'} in ${'on-move'}: no file has what ${'handback question'} asks; ${"append: '- {today} {agent}: {text}', section: Log"} would keep it`,
      ]
    : []
}

/** Of each effect that finds nothing to write to in any item, why not in the first. */
function effectLacks({ effects }: Kind, items: readonly JudgedItem[], model: Model): readonly string[] {
  if (model.workflow.preset !== undefined) return []
  return effects.flatMap((effect) => {
    const [first] = items
    const reason = first && effectLack(effect, first, model)
    if (reason === undefined || items.some((item) => effectLack(effect, item, model) === undefined)) return []
    const key = 'append' in effect ? 'append' : 'set'
    return [`${msg`nothing that ${key} of ${'on-move'} writes to`}: ${reason}`]
  })
}

/** The locations that a kind names beside those of its states, by the key of the declaration. */
function* otherLocations(kind: Kind): Iterable<readonly [key: string, written: readonly Location[]]> {
  for (const { name, at } of kind.fields) yield [`fields.${name}`, at]
  if (kind.depends) yield ['depends', [{ spot: kind.depends.link.spot, in: [] }]]
  if (kind.within && 'spot' in kind.within) yield ['within', [{ spot: kind.within.spot, in: [] }]]
}

/**
 * Names beside those of states that no item has, and that are almost those of something there. Others may be for what no
 * item has yet.
 */
function misspeltNames(kind: Kind, items: readonly JudgedItem[], model: Model): readonly string[] {
  if (model.workflow.preset !== undefined) return []
  return [...otherLocations(kind)].flatMap(([key, written]) => {
    const isFound = items.some((item) => written.some((location) => findAt(location, item, model.files)))
    const lack = isFound ? undefined : placeLack({ written }, items, model)
    return lack?.endsWith('?') ? [`${msg`nothing that ${key} reads`}: ${lack}`] : []
  })
}

function kindSurvey(kind: Kind, model: Model): KindSurvey {
  const { items: allItems, byKey, judge, statesOf, view, files } = model
  const items = allItems.flatMap((item) => (item.kind === kind ? [judge(item)] : []))
  const states = statesOf(kind)
  const stateCounts = (states?.list ?? []).map((state) => ({
    state: state.name,
    items: items.filter((item) => item.state === state).length,
  }))
  const unknownCount = items.filter(({ state }) => state === undefined).length
  const beginStates = states?.list.filter(({ begin }) => begin) ?? []
  // An item that an earlier source has is one, too.
  const pathsWithItems = new Set(Array.from(itemsOf(kind, view, files), ({ path }) => path))
  const isOfSource = (path: string) =>
    kind.sources.some(({ form, file, isExcepted }) => {
      const captures = form === 'folders' ? undefined : file.match(path)
      return captures !== undefined && !isExcepted(path, captures['id'] ?? '')
    })
  const defaultReason = model.workflow.preset === undefined ? statesLack(kind, files) : undefined
  return {
    ...(kind.name !== undefined && { kind: kind.name }),
    ...(defaultReason !== undefined && { statesLack: defaultReason }),
    items: items.length,
    states: [...stateCounts, ...(unknownCount > 0 ? [{ state: 'unknown', items: unknownCount }] : [])],
    places: placesOf(kind, items, states, model),
    lacks: [
      ...kindLacks(kind, model),
      ...orderLack(kind, states),
      ...questionLack(kind, model),
      ...effectLacks(kind, items, model),
      ...misspeltNames(kind, items, model),
    ],
    duplicates: [...byKey.values()].flatMap(([first, second]) =>
      first && second && first.kind === kind && !isRepetition(first, second, model) ? [nameOf(first)] : [],
    ),
    drifts: items.filter((item) => item.drifts && !isMeasuredByAnother(item, model)).map(({ target }) => target),
    withoutItem: view.paths.filter((path) => isOfSource(path) && !pathsWithItems.has(path) && isRead(files(path))),
    unreadable: model.unreadOf([kind]).map(({ path, message }) => ({ path, message })),
    unreached: states
      ? states.list.flatMap((state) => (leadsTo(kind, states, beginStates, state) ? [] : [state.name]))
      : [],
  }
}

/** What a declaration finds: items by state and place, and what in it has no use. */
export const surveyOf = (model: Model): WorkflowSurvey => ({
  name: model.workflow.name,
  items: model.items.length,
  kinds: model.workflow.kinds.map((kind) => kindSurvey(kind, model)),
})
