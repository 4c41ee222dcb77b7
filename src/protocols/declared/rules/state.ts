import { contradiction } from '../../../core/compared.ts'
import type { Finding, Offer, Place as FilePlace } from '../../../core/diagnostic.ts'
import { commandWord, msg } from '../../../core/message.ts'
import { overParts } from '../../../kit/rules.ts'
import { adviceFor, missingRow, placeLack } from '../check/missing.ts'
import { placeValuesOf } from '../compared.ts'
import { ownPathsIn } from '../states/conditions.ts'
import type { Location, Place, Source, State } from '../language/workflow.ts'
import type { JudgedItem, Model, Statement } from '../model.ts'
import { originalOf } from '../reading/relations.ts'
import { keyOf, type Item } from '../reading/items.ts'
import {
  legalSources,
  nearWord,
  followOffer,
  givingBack,
  isMovedIllegally,
  statementsBeforeMove,
  syncChoices,
  rightState,
  sourcesIn,
  writtenStatementsOf,
  isClear,
  commonStates,
  excludingStatements,
  isContradiction,
  contradictingStatements,
  absentStatements,
  emptyStatements,
  possibleStates,
} from '../states/statements.ts'
import { conditionWords, statementsText, formOf, noteOf, placeIn, wordsOf } from '../messages.ts'
import { pathsOf } from '../reading/locations.ts'
import { wordFor, wordsAt } from '../states/states.ts'
import { items, type DeclaredRules, type ItemSubject } from './subjects.ts'

const isSilent = ({ states, unreadable, unknown, ambiguous }: Statement) =>
  states.length === 0 && !unreadable && !unknown && !ambiguous

/** Where a state that is missing is to be written. */
export function missingHint(item: Item, places = item.kind.places): { readonly hint?: string } {
  const forms = places.flatMap((place) => (place.written.length === 0 ? [] : [formOf(place, item)]))
  return forms.length === 0 ? {} : { hint: `Write it: ${forms.join('; ')}. No command creates it.` }
}

const entryNouns: Partial<Record<Source['form'], string>> = {
  rows: 'row',
  keys: 'key',
  elements: 'element',
  boxes: 'box',
}

/** Whether a file has items of another source, and neither this one nor its state at the place that is right. */
function isUnlisted(path: string, { kind, source, statements, asRead }: JudgedItem, { sightings }: Model): boolean {
  return (
    kind.sources.some(({ form, file }) => form !== source.form && file.match(path) !== undefined) &&
    sightings(asRead).every((sighting) => sighting.path !== path) &&
    !statements.some(({ place, found }) => found && place === kind.truth)
  )
}

/**
 * What else a person does where a file of an item is not there, or has others and not this one: the item may be gone,
 * and its line in a list be left.
 */
function goneHint({ written }: Place, item: JudgedItem, model: Model): readonly string[] {
  const noun = entryNouns[item.source.form]
  const paths = written.flatMap((location) => pathsOf(location, item))
  return noun === undefined ||
    paths.length === 0 ||
    paths.some((path) => model.view.entry(path) && !isUnlisted(path, item, model))
    ? []
    : [`Where the item is gone, delete its ${noun} in ${msg`${item.path}`}.`]
}

/** How a place comes to say one of some states: in a table without a row for the item, by a row to paste. */
function absenceHint(place: Place, [state, otherState]: readonly State[], item: JudgedItem, model: Model) {
  const [location] = place.written
  const word = location && state && !otherState ? wordFor(location, item.states, state) : undefined
  const row = missingRow(place, item, model, word ?? 'STATE')
  return row === undefined ? missingHint(item, [place]).hint : `${msg`Add the row ${row}`}: no command creates it.`
}

/** Why places of an item say nothing (a row, a column, a key or a file is not there), and what to do about it. */
const withLacks = (places: readonly Place[], item: JudgedItem, model: Model, advice: string): string =>
  places
    .flatMap((place) => placeLack(place, [item], model, item.captures) ?? [])
    .reduceRight((text, lack) => adviceFor(`There is ${lack}`, text), advice)

function* missingFindings({ item, model }: ItemSubject): Iterable<Finding> {
  const { kind, statements, states, place: itemPlace } = item
  if (states.list.length === 0) return
  if (statements.every(isSilent)) {
    const foundPlace = statements.flatMap(({ found }) => (found ? [found.place] : []))[0]
    const { hint } = missingHint(item)
    yield {
      message: `${msg`Missing state of ${item.name}, expected one of ${states.list.map(({ name }) => name)}`} at ${kind.places.map((place) => placeIn(place, item)).join(' or ')}`,
      ...(hint !== undefined && { hint: foundPlace ? hint : withLacks(kind.places, item, model, hint) }),
      place: foundPlace ?? itemPlace,
    }
    if (kind.places.length === 1) return
  }
  // Of an item without a known state, a place that must be there in each is missing all the same.
  const expectedStates = possibleStates(item)
  const names = expectedStates.map(({ name }) => name)
  const correctState = rightState(item)
  const filledPlaces = new Set(correctState && emptyStatements(item, correctState).map(({ place }) => place))
  for (const statement of absentStatements(item)) {
    const { place, found, from } = statement
    const hint = place.hint === undefined ? absenceHint(place, expectedStates, item, model) : noteOf(place.hint)
    yield {
      message: `${msg`Missing state of ${item.name}`} at ${placeIn(place, item)}, expected ${names.length > 1 ? 'one of ' : ''}${msg`${names}`}: it must be there from ${msg`${from.name}`} on`,
      place: found?.place ?? itemPlace,
      // Who drops the copy touches it.
      concerns: [
        ...place.written.flatMap((at) => pathsOf(at, item)),
        ...place.computed.flatMap(({ conditions }) => ownPathsIn(conditions, item)),
      ],
      ...(filledPlaces.has(place)
        ? {
            offers: [{ command: `/sync ${commandWord(item.target)}`, does: syncEffect(item, correctState, statement) }],
          }
        : hint !== undefined && {
            hint: [found ? hint : withLacks([place], item, model, hint), ...goneHint(place, item, model)].join(' '),
          }),
    }
  }
}

/** What `/sync` does to a place of an item. */
function syncEffect({ states }: JudgedItem, state: State | undefined, statement: Statement | undefined): string {
  const word = state && statement?.at && wordFor(statement.at, states, state)
  if (word === undefined) return 'makes the other places follow'
  if (statement?.at?.spot.form !== 'box') return msg`writes ${word} there`
  return word === 'ticked' ? 'ticks the box there' : 'unticks the box there'
}

/** What to do about a word that is no state, where nothing shows which state is meant. */
function unknownWordHint(at: Location, { kind: { states } }: JudgedItem, { workflow, view }: Model): string {
  const wordsKey = at.says ? 'says' : workflow.preset === undefined ? 'words' : 'add-words'
  const declaring = msg`add the word to ${wordsKey} in the declaration`
  const listPath =
    'in' in states && !at.says
      ? states.in.map((file) => file.format({}) ?? '').find((path) => view.entry(path))
      : undefined
  return 'in' in states && listPath !== undefined
    ? `${msg`Write one of these there, add the state to ${(states.at as readonly string[]).join('.')} in ${listPath}`}, or ${declaring}.`
    : `Write one of these there, or ${declaring}.`
}

function* unknownStateFindings({ item, model }: ItemSubject): Iterable<Finding> {
  for (const statement of item.statements) {
    const { found, at } = statement
    if (!statement.unknown || !found || !at) continue
    const words = wordsAt(at, item.states)
    const otherStatements = item.statements.filter(
      (candidate) => candidate !== statement && candidate.states.length > 0,
    )
    const closestWord = nearWord(statement, item.states)
    const correctState = rightState(item)
    const canSync = found.isFixed !== true
    const sources =
      canSync && !correctState
        ? writtenStatementsOf({ statements: otherStatements }).filter((source) => rightState(item, source))
        : []
    const isNear = (state: State) => wordFor(at, item.states, state) === closestWord
    // Places that agree are followed by one command: whichever it names.
    const [sourceState, otherState] = new Set(sources.map((source) => rightState(item, source)))
    const clearSource =
      !otherState && sourceState && (closestWord === undefined || isNear(sourceState)) ? sources[0] : undefined
    // The first of several states that a place says is no repair of a word that may mean another.
    const isRepair = correctState && (item.state !== undefined || isNear(correctState))
    const hints = [
      ...(closestWord === undefined ? [] : [msg`Did you mean ${closestWord}?`]),
      ...(sources.length === 0 || clearSource ? [] : [`Where another place is right: ${syncChoices(item, sources)}.`]),
      ...(found.isCollection || closestWord !== undefined || correctState || sources.length > 0
        ? []
        : [unknownWordHint(at, item, model)]),
    ]
    const otherPlacesText = otherStatements.length === 0 ? '' : `; ${statementsText(otherStatements)}`
    yield {
      message: `${found.isCollection ? 'Unexpected list or mapping' : msg`Unexpected state ${found.text}`} of ${msg`${item.name}`}, expected one of ${msg`${words}`}${otherPlacesText}`,
      ...(hints.length > 0 && { hint: hints.join(' ') }),
      ...(canSync &&
        isRepair && {
          offers: [{ command: `/sync ${commandWord(item.target)}`, does: syncEffect(item, correctState, statement) }],
        }),
      ...(clearSource && {
        offers: [followOffer(item, clearSource, syncEffect(item, sourceState, statement))],
      }),
      place: found.place,
    }
  }
}

/**
 * Whether a computed place says other states than in the base. Of an item that drifted there, only by another line: a
 * state that is new in the list of states changes what `end` stands for, and not the item.
 */
function hasChanged({ place, states, line }: Statement, before: JudgedItem | undefined): boolean {
  const previous = before?.statements.find((statement) => statement.place === place)
  const names = (list: readonly State[]) => list.map(({ name }) => name).join('\n')
  if (!before || !previous || names(previous.states) === names(states)) return false
  return !before.drifts || previous.line !== line
}

const positionOf = ({ path, line, column }: FilePlace): string => `${path}:${line}:${column}`

/** Whether an item is a further one of its id, and a place that says something of it is that of the first. */
export function isMeasuredByAnother(item: JudgedItem, { byKey, judge }: Model): boolean {
  const [first] = byKey.get(keyOf(item)) ?? []
  if (!first || first === originalOf(item)) return false
  const placesOf = (judgedItem: JudgedItem) =>
    writtenStatementsOf(judgedItem).map(({ found: { place } }) => positionOf(place))
  const firstPlaces = new Set(placesOf(judge(first)))
  return placesOf(item).some((place) => firstPlaces.has(place))
}

/** What would have to hold for a computed place to say a state. */
export function neededHint({ place }: Statement, item: JudgedItem, state: State): string | undefined {
  const line = place.computed.find(({ says }) => item.states.named(says).includes(state))
  const needs = line?.conditions.map((condition) => conditionWords(condition, item)).join(' and ') ?? ''
  return needs === '' ? undefined : `${msg`${place.name} says ${state.name} only with`} ${needs}.`
}

/** The command that gives an item the state of the base back, where a place says that and others, and any move is legal. */
const returnOffer = (item: JudgedItem, source: Statement, previousState: State | undefined): readonly Offer[] =>
  previousState &&
  item.kind.moves === 'any' &&
  source.states.includes(previousState) &&
  rightState(item, source) !== previousState
    ? [
        {
          command: `/accept ${commandWord(item.target)} ${commandWord(previousState.name)}`,
          does: 'gives it its state in the base back',
        },
      ]
    : []

function* driftFindings({ item, model, before }: ItemSubject): Iterable<Finding> {
  if (!item.drifts || isMeasuredByAnother(item, model)) return
  const { kind, statements, target, name } = item
  const previousItem = before()
  const computed = statements.filter(({ place }) => place.written.length === 0)
  const statementsWithState = statements.filter(isClear)
  const truth = statementsWithState.find(({ place }) => place === kind.truth)
  const writtenStatements = writtenStatementsOf({ statements: statementsWithState })
  const [writtenState] = commonStates(writtenStatements)
  // Where the written places agree, only what they say can change: no command writes a computed one.
  const guide = truth?.found && !isContradiction(writtenStatements) ? undefined : truth
  const disagrees = (statement: Statement) => !truth || statement.states.every((state) => !truth.states.includes(state))
  const allSources = guide
    ? []
    : sourcesIn(statementsWithState).filter((source) => source !== truth && disagrees(source))
  const { legal: sources, moved, from } = legalSources(item, allSources, previousItem)
  const illegalTruth = truth && isMovedIllegally(item, truth, previousItem)
  const rightStatements = illegalTruth ? statementsBeforeMove(item, previousItem) : []
  const driftingStatement =
    writtenStatements.find((statement) => statement.place !== kind.truth && disagrees(statement)) ??
    writtenStatements[0]
  const correctState = truth?.states.length === 1 ? truth.states[0] : undefined
  const otherStatements = statementsWithState.filter((statement) => statement.place !== driftingStatement?.place)
  const contradictingPlaces = contradictingStatements(statementsWithState, driftingStatement)
  const leader = guide ?? moved
  const rivals = leader
    ? (guide ? writtenStatements : sources).filter(
        (statement) => statement.place !== leader.place && disagrees(statement),
      )
    : []
  const [onlySource] = leader || sources.length > 1 ? [] : sources.filter((source) => rightState(item, source))
  const hints = [
    ...statementsWithState.flatMap(({ place: { hint } }) => (hint === undefined ? [] : [noteOf(hint)])),
    ...(writtenState
      ? excludingStatements(item, writtenState).flatMap((statement) => neededHint(statement, item, writtenState) ?? [])
      : []),
    ...(illegalTruth
      ? [
          `${msg`No moves lead to what ${truth.place.name} says from ${previousItem?.state?.name ?? ''}, its state in the base`}${rightStatements.length === 0 ? ': give it that back' : ''}.`,
        ]
      : []),
    ...(!illegalTruth && rivals.length > 0 && leader?.found
      ? [`${msg`Where ${leader.place.name} is wrong`}: ${syncChoices(item, rivals)}.`]
      : []),
    ...(from && allSources.length > 0 && sources.length === 0
      ? [msg`No moves lead to any of these from ${from.name}, its state in the base: give it that back.`]
      : []),
    ...(leader || onlySource || sources.length === 0 ? [] : [`Choose: ${syncChoices(item, sources)}.`]),
  ]
  const canSync = guide !== undefined && rivals.some(({ found }) => found?.isFixed !== true)
  yield {
    message: `${
      driftingStatement
        ? `Unexpected state ${wordsOf(driftingStatement)} of ${msg`${name}`}, expected what other places say`
        : msg`Unexpected states of ${name}, expected one that all places say`
    }: ${statementsText(contradictingPlaces.filter((statement) => statement !== driftingStatement))}`,
    ...(hints.length > 0 && { hint: hints.join(' ') }),
    offers: [
      ...(canSync && !illegalTruth
        ? [{ command: `/sync ${commandWord(target)}`, does: syncEffect(item, correctState, driftingStatement) }]
        : []),
      ...givingBack(item, rightStatements),
      ...(onlySource
        ? [...returnOffer(item, onlySource, from), followOffer(item, onlySource, 'makes the other places follow')]
        : []),
      ...(moved ? [followOffer(item, moved, 'makes the other places follow the one that has moved')] : []),
    ],
    ...((!guide || !correctState || illegalTruth || statements.some((statement) => statement.unknown)) && {
      choice: true as const,
    }),
    ...contradiction({ subject: 'state', said: placeValuesOf(contradictingPlaces) }),
    place: driftingStatement?.found.place ?? item.place,
    concerns: computed.flatMap(({ place }) => place.computed.flatMap(({ conditions }) => ownPathsIn(conditions, item))),
    ...(computed.some((statement) => hasChanged(statement, previousItem)) && { touched: true as const }),
    related: otherStatements.flatMap((statement) =>
      statement.found
        ? [{ ...statement.found.place, message: `${msg`${statement.place.name}`} says ${wordsOf(statement)} here.` }]
        : [],
    ),
  }
}

export const stateRules: DeclaredRules = {
  name: 'state',
  title: 'The state of an item',
  rules: [
    overParts(items, [
      {
        code: 'ITEM_STATE_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'No place says the state of an item, or a required place is not there or says nothing.',
        why: 'Without a state it is unknown whose turn it is.',
        repair:
          'Write the state at the place that the message names. Where a required place is empty and another says the state, `/sync ID` fills it in.',
        check: missingFindings,
      },
      {
        code: 'ITEM_STATE_UNKNOWN',
        strict: 'error',
        soft: 'warning',
        summary: 'A place has a word that is no state.',
        why: 'The word may be a typo, or a state that the declaration does not have: nothing is guessed.',
        repair:
          'Write one of the states, or add the word to the declaration. Where another place says a state, `/sync ID` replaces the word by that; where the word stands at the place that `truth` names, or there is no `truth`, `/sync ID --from PLACE` does.',
        check: unknownStateFindings,
      },
      {
        code: 'ITEM_STATE_AMBIGUOUS',
        strict: 'error',
        soft: 'warning',
        summary: 'One place says two states of an item.',
        why: 'Of two lines or rows readers take one or the other.',
        hint: 'Delete the line or row that is wrong: no command chooses between the two.',
        *check({ item, model }) {
          const [first] = model.byKey.get(keyOf(item)) ?? []
          const firstPlaces =
            first && first !== originalOf(item)
              ? model
                  .judge(first)
                  .statements.flatMap(({ ambiguous }) => (ambiguous ? [positionOf(ambiguous.place)] : []))
              : []
          for (const { found, ambiguous, place } of item.statements) {
            // A further item of its id may read the same places.
            if (!ambiguous || !found || firstPlaces.includes(positionOf(ambiguous.place))) continue
            yield {
              message: msg`Unexpected second state ${ambiguous.text} of ${item.name} at ${place.name}, which says ${found.text} before`,
              place: ambiguous.place,
              related: [{ ...found.place, message: 'The first is here.' }],
            }
          }
        },
      },
      {
        code: 'ITEM_STATE_DRIFT',
        strict: 'error',
        soft: 'warning',
        safe: true,
        contradiction: true,
        summary: 'The places that say the state of an item have no state in common.',
        why: 'A reader of one place acts on a state that another place contradicts.',
        repair:
          '`/sync ID` makes the other places follow the one that `truth` names; without `truth`, `/sync ID --from PLACE` says which is right.',
        check: driftFindings,
      },
    ]),
  ],
}
