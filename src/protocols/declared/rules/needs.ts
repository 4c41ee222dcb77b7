import type { Comparison } from '../../../core/context.ts'
import type { Finding, Place, Severity } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { isDay } from '../../../core/time.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'
import { staleFor } from '../../../kit/grant.ts'
import { ownPathsIn } from '../states/conditions.ts'
import { dependencyCycles } from '../reading/relations.ts'
import { lastMoves } from '../states/moves.ts'
import type { Field, Need, State } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import { type Item, keyOf, nameOf } from '../reading/items.ts'
import { unreadableFor } from '../reading/locations.ts'
import type { FoundValue } from '../reading/values.ts'
import { conditionWords } from '../messages.ts'
import { isEmptyValue, foldWord } from '../reading/words.ts'
import { items, type DeclaredRules, type ItemSubject } from './subjects.ts'
import { writtenStatementsOf, placeOfState } from '../states/statements.ts'

/** Needs that do not hold of an item, each with what is lacking. */
export const unmetNeeds = (needs: readonly Need[], item: Item, model: Model) =>
  needs.flatMap((need) => {
    const unmetConditions = need.all.filter((condition) => model.holds(condition, item) === false)
    return unmetConditions.length === 0
      ? []
      : [
          {
            need,
            lacking: unmetConditions.map((condition) => conditionWords(condition, item)).join(' and '),
            conditions: unmetConditions,
          },
        ]
  })

type UnmetNeed = ReturnType<typeof unmetNeeds>[number]

const atMostWarning = (severity: Severity): Severity => (severity === 'error' ? 'warning' : severity)

/**
 * The unmet needs of the move by which an item came to its state: of several that may have been the last one, of that
 * which lacks least.
 */
function unmetNeedsOfMove(item: JudgedItem, before: JudgedItem, model: Model): ReturnType<typeof unmetNeeds> {
  const { kind, state, states } = item
  if (kind.moves === 'any' || !state || !before.state || before.state.name === state.name) return []
  const startStates = states.named([before.state.name])
  const unmetByMove = lastMoves(kind, states, startStates, state).map(({ needs }) => unmetNeeds(needs, item, model))
  return unmetByMove.toSorted((a, b) => a.length - b.length)[0] ?? []
}

function* unmetNeedFindings({ item, model, before: itemBefore, modelBefore }: ItemSubject): Iterable<Finding> {
  if (!item.state) return
  const before = itemBefore()
  const findingOf = (subject: string, { need, lacking, conditions }: UnmetNeed): Finding => ({
    message: `${subject}, which needs ${lacking}`,
    place: placeOfState(item),
    levels: { strict: need.severity, soft: atMostWarning(need.severity) },
    // Who takes away what is needed touches it.
    concerns: ownPathsIn(conditions, item),
    ...(before &&
      conditions.some((condition) => modelBefore?.holds(condition, before) === true) && { touched: true as const }),
  })
  for (const unmetNeed of before ? unmetNeedsOfMove(item, before, model) : [])
    yield findingOf(
      msg`Unexpected move of ${item.name} from ${before?.state?.name ?? ''} to ${item.state.name}`,
      unmetNeed,
    )
  for (const unmetNeed of unmetNeeds(item.state.needs, item, model))
    yield findingOf(msg`Unexpected state ${item.state.name} of ${item.name}`, unmetNeed)
}

/** Whether an item has come so far that what it depends on must have ended. */
export function requiresEndedDependencies({ kind: { depends }, state, states }: JudgedItem): boolean {
  const firstState = depends?.once === undefined ? undefined : states.named([depends.once])[0]
  if (!depends || !firstState || !state || states.named(depends.except).includes(state)) return false
  return states.list.indexOf(state) >= states.list.indexOf(firstState)
}

/** What an item depends on that has not ended. */
export const unendedDependencies = (item: Item, model: Model): readonly JudgedItem[] =>
  model
    .depends(item)
    .items.map(model.judge)
    .filter(({ state }) => state !== undefined && !state.end)

function* dependencyFindings({ item, model, modelBefore }: ItemSubject): Iterable<Finding> {
  if (!requiresEndedDependencies(item)) return
  for (const dependency of unendedDependencies(item, model))
    yield {
      message: msg`Unexpected state ${item.state?.name ?? ''} of ${item.name}: it depends on ${dependency.name}, which is in ${dependency.state?.name ?? ''}`,
      place: placeOfState(item),
      // In one of these the dependency is named.
      concerns: model.sightings(item).map(({ path }) => path),
      related: [
        {
          ...placeOfState(dependency),
          message: msg`The state of ${dependency.name} is here.`,
          target: dependency.target,
        },
      ],
      ...(endedBefore(dependency, modelBefore) && { touched: true as const }),
    }
}

/** Whether the base has an item at its end. */
function endedBefore(item: Item, modelBefore: Model | undefined): boolean {
  const [previousItem] = modelBefore?.byKey.get(keyOf(item)) ?? []
  return previousItem !== undefined && modelBefore?.judge(previousItem).state?.end === true
}

const expectations = { date: msg`a date such as ${'2026-02-04'}`, number: 'a number', text: 'a string' } as const

function fieldFault(field: Field, fieldValue: FoundValue | undefined): string | undefined {
  if (fieldValue?.isCollection) {
    const expected = field.oneOf.length > 0 ? msg`one of ${field.oneOf}` : field.type && expectations[field.type]
    return expected && `${msg`Unexpected list or mapping at ${field.name}`}, expected ${expected}`
  }
  const text = fieldValue?.text
  const isEmpty = text === undefined || isEmptyValue(text)
  if (isEmpty) return field.required ? msg`Missing field ${field.name}` : undefined
  if (field.oneOf.length > 0 && !field.oneOf.includes(foldWord(text)))
    return msg`Unexpected ${field.name} ${text}, expected one of ${field.oneOf}`
  const day = text.slice(0, 'YYYY-MM-DD'.length)
  if (field.type === 'date' && !(isDay(day) && (text.length === day.length || /^[T ]/.test(text.slice(day.length)))))
    return `${msg`Unexpected ${field.name} ${text}`}, expected ${expectations.date}`
  if (field.type === 'number' && !/^-?\d+(?:\.\d+)?$/.test(text))
    return `${msg`Unexpected ${field.name} ${text}`}, expected ${expectations.number}`
  return undefined
}

/**
 * Since when an item is in a state for longer than is allowed there. The history of lines is asked for only where that
 * of files does not show it.
 */
function inactivityOf(item: JudgedItem, state: State, { context: { at, staleness } }: Model) {
  const { staleAfter } = state
  if (!staleness || staleAfter === undefined) return undefined
  // A word that is no state is a change of the state, too.
  const statements = writtenStatementsOf(item).filter(({ states, unknown }) => unknown || states.includes(state))
  const truth = statements.filter(({ place }) => place === item.kind.truth)
  const writtenPlaces = (truth.length > 0 ? truth : statements).map(({ found }) => found.place)
  const places = writtenPlaces.length > 0 ? writtenPlaces : [item.place]
  const fileTime = ({ path }: Place) => staleness.lastCommit(path) ?? staleness.lastCommit(item.path)
  const lineTime = (place: Place) =>
    (place.line === undefined ? undefined : staleness.lastCommit(place.path, place.line)) ?? fileTime(place)
  const inactivity = (timeOf: (place: Place) => string | undefined) => {
    const times = places.flatMap((place) => timeOf(place) ?? [])
    const since = times.length === 0 ? undefined : Math.max(...times.map((time) => Date.parse(time)))
    return staleFor({ at, staleness: { ...staleness, milliseconds: staleAfter } }, since)
  }
  return inactivity(fileTime) ?? (writtenPlaces.length > 0 ? inactivity(lineTime) : undefined)
}

/** Needs, dependencies and fields */
export const needRules: DeclaredRules = {
  name: 'needs',
  title: 'Needs, dependencies and fields',
  rules: [
    overParts(items, [
      {
        code: 'ITEM_NEED_UNMET',
        strict: 'error',
        soft: 'warning',
        summary: 'Something that the declaration needs of the state or the move of an item does not hold.',
        why: 'The state says more than is there: done with open boxes, a review without a report.',
        hint: 'Add what is missing, or give the item the state that is true.',
        check: unmetNeedFindings,
      },
      {
        code: 'ITEM_DEPENDENCY_UNMET',
        strict: 'warning',
        soft: 'notice',
        summary: 'An item was begun before what it depends on has ended.',
        why: 'Its work may be built on what is not there yet.',
        hint: 'Finish the other item first, or remove the dependency.',
        check: dependencyFindings,
      },
      {
        code: 'ITEM_DEPENDENCY_UNKNOWN',
        strict: 'notice',
        soft: 'notice',
        summary: 'An item names a parent or a dependency that does not exist.',
        why: 'It was renamed or removed, or is a typo: nothing waits for it.',
        repair: 'Correct the id.',
        *check({ item, model }) {
          const severity = item.kind.depends?.unknown ?? 'notice'
          const { unknown, unknownParents } = model.depends(item)
          for (const { id, ids, place } of [...unknown, ...unknownParents]) {
            if (ids.some(model.unreadWith)) continue
            yield {
              message: `${id === undefined ? 'Unexpected list or mapping' : msg`Unexpected ${id}`} in ${msg`${item.name}`}, expected the id of an item`,
              place,
              levels: { strict: severity, soft: severity },
            }
          }
        },
      },
      {
        code: 'ITEM_FIELD_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: 'A declared field is missing, or has a value that the declaration does not allow.',
        why: 'Tools and people rely on the field.',
        repair: 'Write a value that the message names.',
        *check({ item, model, before: itemBefore, modelBefore }) {
          const before = itemBefore()
          for (const field of item.kind.fields) {
            const fieldValue = model.fieldOf(item, field)
            // It may be in a file that cannot be read.
            if (!fieldValue && field.at.some((location) => unreadableFor(model.files, location.in, item))) continue
            const message = fieldFault(field, fieldValue)
            if (message === undefined) continue
            const isRemoved = !fieldValue && before && modelBefore?.fieldOf(before, field) !== undefined
            yield { message, place: fieldValue?.place ?? item.place, ...(isRemoved && { touched: true as const }) }
          }
        },
      },
      {
        code: 'ITEM_STALE',
        strict: 'off',
        soft: 'warning',
        summary: 'In an audit: an item has been longer in a state than `stale-after`.',
        why: 'Abandoned work blocks the items that depend on it. The time is that of the newest commit that changed a line in which the state stands; where the history of lines is not known, that of the file.',
        repair: 'Go on with it, or hand it back.',
        *check({ item, model }) {
          const { state } = item
          const inactivity = state && inactivityOf(item, state, model)
          if (inactivity)
            yield {
              message: msg`Unexpected inactivity of ${item.name} in ${state.name} since ${inactivity.since}, expected a move within ${inactivity.allowed}`,
              place: placeOfState(item),
            }
        },
      },
    ]),
    overParts(wholeComparison<Model>, [
      {
        code: 'ITEM_DEPENDENCY_CYCLE',
        strict: 'warning',
        soft: 'notice',
        summary: 'Items depend on each other, or are parts of each other, in a circle.',
        why: 'None of them can be begun before the others.',
        repair: 'Remove one of the dependencies.',
        *check({ now: model }: Comparison<Model>) {
          for (const cycle of dependencyCycles(model)) {
            const [firstItem, ...otherItems] = cycle
            if (!firstItem) continue
            const names = cycle.slice(0, 10).map(nameOf)
            yield {
              target: model.judge(firstItem).target,
              message: `Unexpected cycle of ${cycle.length === 1 ? 'one item' : `${cycle.length} items`}: ${msg`${names}`}`,
              place: firstItem.place,
              related: otherItems.slice(0, 10).map((item) => ({
                ...item.place,
                message: msg`${nameOf(item)} is in the cycle.`,
                target: model.judge(item).target,
              })),
            }
          }
        },
      },
    ]),
  ],
}
