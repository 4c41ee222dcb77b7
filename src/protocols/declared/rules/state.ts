import { contradiction } from '../../../core/compared.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { commandWord, msg } from '../../../core/message.ts'
import { over } from '../../../kit/rules.ts'
import { saidOf } from '../compared.ts'
import type { Location, State } from '../language/workflow.ts'
import type { JudgedItem, Model, Statement } from '../model.ts'
import { choices, rightState, sourcesIn } from '../right.ts'
import { allSaid, formOf, placeIn, wordsOf, writtenOf } from '../wording.ts'
import { pathsOf } from '../reading/locations.ts'
import { wordFor, wordsAt } from '../reading/states.ts'
import { nearName, saysNothing } from '../words.ts'
import { items, type DeclaredRules } from './subjects.ts'

const isSilent = ({ states, unreadable, unknown, ambiguous }: Statement) => states.length === 0 && !unreadable && !unknown && !ambiguous

/** Where a state that is missing is to be written. */
export function missingHint({ kind }: Pick<JudgedItem, 'kind'>): { readonly hint?: string } {
  const forms = kind.places.flatMap((place) => (place.written.length === 0 ? [] : [formOf(place)]))
  return forms.length === 0 ? {} : { hint: `Write it: ${forms.join('; ')}. No command creates it.` }
}

function* missing(item: JudgedItem): Iterable<Finding> {
  const { kind, said, states, possible, place: itemPlace } = item
  if (states.list.length === 0) return
  if (said.every(isSilent)) {
    const where = said.flatMap(({ found }) => (found ? [found.place] : []))[0] ?? itemPlace
    yield {
      message: `${msg`Missing state of ${item.id}, expected one of ${states.list.map(({ name }) => name)}`} at ${kind.places.map((place) => placeIn(place, item)).join(' or ')}`,
      ...missingHint(item),
      place: where,
    }
    return
  }
  if (possible.length === 0) return
  const names = possible.map(({ name }) => name)
  for (const { place, found, from } of absentFrom(item, possible))
    yield {
      message: `${msg`Missing state of ${item.id}`} at ${placeIn(place, item)}, expected ${names.length > 1 ? 'one of ' : ''}${msg`${names}`}: it must be there from ${msg`${from.name}`} on`,
      place: found?.place ?? itemPlace,
      // Who drops the copy touches it.
      concerns: place.written.flatMap((at) => pathsOf(at, item)),
    }
}

/** The places that must be there in each of some states, and are not or say nothing; each with the state from which it must. */
export function* absentFrom({ said, states }: JudgedItem, possible: readonly State[]): Iterable<Statement & { readonly from: State }> {
  for (const each of said) {
    const { place, found, unreadable } = each
    const from = place.requiredFrom === undefined ? undefined : states.named([place.requiredFrom])[0]
    if (!from || unreadable || possible.some((state) => states.list.indexOf(state) < states.list.indexOf(from))) continue
    if (found && (found.isCollection || !saysNothing(found.text))) continue
    yield { ...each, from }
  }
}

/** What `/sync` does to a place of an item. */
function writes({ states }: JudgedItem, state: State | undefined, said: Statement | undefined): string {
  const word = state && said?.at && wordFor(said.at, states, state)
  if (word === undefined) return 'makes the other places follow'
  if (said?.at?.spot.form !== 'box') return msg`writes ${word} there`
  return word === 'ticked' ? 'ticks the box there' : 'unticks the box there'
}

/** Where a word that is no state is added to the declaration. */
function wordsKey(at: Location, model: Model): string {
  if (at.says) return 'says'
  return model.workflow.preset === undefined ? 'words' : 'add-words'
}

function* unknown(item: JudgedItem, model: Model): Iterable<Finding> {
  for (const said of item.said) {
    const { found, at } = said
    if (!said.unknown || !found || !at) continue
    const words = wordsAt(at, item.states)
    const others = item.said.filter((each) => each !== said && each.states.length > 0)
    const near = found.isCollection ? undefined : nearName(found.text, words)
    const right = rightState(item)
    const canSync = found.isFixed !== true
    const sources = canSync && !right ? writtenOf({ said: others }) : []
    const hints = [
      ...(near === undefined ? [] : [msg`Did you mean ${near}?`]),
      ...(sources.length === 0 ? [] : [`Where another place is right: ${choices(item.target, sources)}.`]),
      ...(found.isCollection || near !== undefined || others.length > 0
        ? []
        : [msg`Write one of these there, or add the word to ${wordsKey(at, model)} in the declaration.`]),
    ]
    const because = others.length === 0 ? '' : `; ${allSaid(others)}`
    yield {
      message: `${found.isCollection ? 'Unexpected list or mapping' : msg`Unexpected state ${found.text}`} of ${msg`${item.id}`}, expected one of ${msg`${words}`}${because}`,
      ...(hints.length > 0 && { hint: hints.join(' ') }),
      ...(canSync && right && { offers: [{ command: `/sync ${commandWord(item.target)}`, does: writes(item, right, said) }] }),
      place: found.place,
    }
  }
}

function* drift(item: JudgedItem): Iterable<Finding> {
  if (!item.drifts) return
  const { kind, said, target, id } = item
  const speaking = said.filter(({ states, ambiguous }) => states.length > 0 && !ambiguous)
  const truth = speaking.find(({ place }) => place === kind.truth)
  const disagrees = (each: Statement) => !truth || each.states.every((state) => !truth.states.includes(state))
  const written = writtenOf({ said: speaking })
  const sources = sourcesIn(speaking)
  const at = written.find((each) => each.place !== kind.truth && disagrees(each)) ?? written[0]
  const right = truth?.states.length === 1 ? truth.states[0] : undefined
  const others = speaking.filter((each) => each.place !== at?.place)
  const rivals = truth ? written.filter((each) => each.place !== kind.truth && disagrees(each)) : []
  const hints = [
    ...speaking.flatMap(({ place: { hint } }) => (hint === undefined ? [] : [msg`${hint}`])),
    ...(rivals.length > 0 && truth?.found ? [`${msg`Where ${truth.place.name} is wrong`}: ${choices(target, rivals)}.`] : []),
    ...(truth || sources.length === 0 ? [] : [`${sources.length > 1 ? 'Choose' : 'To make it follow'}: ${choices(target, sources)}.`]),
  ]
  const canSync = truth !== undefined && rivals.some(({ found }) => found.isFixed !== true)
  yield {
    message: `Unexpected state ${at ? wordsOf(at) : 'nothing'} of ${msg`${id}`}, expected what other places say: ${allSaid(others)}`,
    ...(hints.length > 0 && { hint: hints.join(' ') }),
    ...(canSync && {
      offers: [{ command: `/sync ${commandWord(target)}`, does: writes(item, right, at) }],
    }),
    ...((!right || said.some((each) => each.unknown)) && { choice: true as const }),
    ...contradiction({ subject: 'state', said: saidOf(speaking) }),
    place: at?.found.place ?? item.place,
    related: others.flatMap((each) =>
      each.found ? [{ ...each.found.place, message: `${msg`${each.place.name}`} says ${wordsOf(each)} here.` }] : [],
    ),
  }
}

/** The state of an item */
export const stateRules: DeclaredRules = {
  name: 'state',
  title: 'The state of an item',
  rules: [
    over(items, [
      {
        code: 'ITEM_STATE_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'No place says the state of an item, or a required place is not there or says nothing.',
        why: 'Without a state it is unknown whose turn it is.',
        repair: 'Write the state at the place that the message names.',
        check: ({ item }) => missing(item),
      },
      {
        code: 'ITEM_STATE_UNKNOWN',
        strict: 'error',
        soft: 'warning',
        summary: 'A place has a word that is no state.',
        why: 'The word may be a typo, or a state that the declaration does not have: nothing is guessed.',
        repair:
          'Write one of the states, or add the word to the declaration; `/sync ID` replaces it by the state that the other places say.',
        check: ({ item, model }) => unknown(item, model),
      },
      {
        code: 'ITEM_STATE_AMBIGUOUS',
        strict: 'error',
        soft: 'warning',
        summary: 'One place says two states of an item.',
        why: 'Of two lines or rows readers take one or the other.',
        repair: 'Delete the line or row that is wrong.',
        *check({ item }) {
          for (const { found, ambiguous, place } of item.said) {
            if (!ambiguous || !found) continue
            yield {
              message: msg`Unexpected second state ${ambiguous.text} of ${item.id} at ${place.name}, which says ${found.text} before`,
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
        check: ({ item }) => drift(item),
      },
    ]),
  ],
}
