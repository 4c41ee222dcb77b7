import { pluralize } from '../../../core/diagnostic.ts'
import {
  type CommandDiagnostic,
  type Outcome,
  refuse,
  type Refusal,
  type UnchangedOutcome,
} from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { type Call, command, type TargetKind } from '../../../kit/command.ts'
import type { State } from '../language/workflow.ts'
import type { JudgedItem, Model, Statement } from '../model.ts'
import { emptyStatements, syncChoices, rightState, writtenStatementsOf } from '../states/statements.ts'
import { missingHint } from '../rules/state.ts'
import { placeIn, wordsOf } from '../messages.ts'
import { Edits, addState, changesBy } from './writing.ts'
import {
  ambiguityOf,
  computedDrifts,
  itemDiagnostic,
  itemTarget,
  stateDoubts,
  unwritableRefusal,
  itemBlockers,
} from './target.ts'
import { absences } from './transition.ts'

const options = { from: { kind: 'once', value: 'PLACE', does: 'the place that is right' } } as const

/** The place that the others are to follow: the one that is named, or `truth`. */
const sourceOf = ({ kind, statements }: JudgedItem, placeName: string | undefined) =>
  statements.find(({ place }) => (placeName === undefined ? place === kind.truth : place.name === placeName))

/** The state that the other places are to say; or why it is unknown. */
function stateToSay(item: JudgedItem, placeName: string | undefined): State | Refusal {
  const { kind, statements } = item
  const writtenStatements = writtenStatementsOf(item)
  const followersOf = (source: Statement) =>
    writtenStatements.filter(
      (other) =>
        source.states.length > 0 &&
        (other.unknown || (other.states.length > 0 && !other.states.some((state) => source.states.includes(state)))),
    )
  const sources = statements.filter((source) => followersOf(source).length > 0)
  const source = sourceOf(item, placeName)
  if (placeName !== undefined && !source)
    return refuse(
      itemDiagnostic(
        item,
        'COMMAND_USAGE',
        msg`Unexpected place ${placeName}, expected one of ${kind.places.map(({ name }) => name)}`,
      ),
    )
  const state = rightState(item, source)
  if (state) return state
  if (!source) {
    const [doubt] = sources.length === 0 ? stateDoubts(item) : []
    if (doubt) return refuse(doubt)
    return refuse(
      itemDiagnostic(
        item,
        'ITEM_STATE_DRIFT',
        msg`No place of ${item.name} is declared to be right`,
        sources.length === 0 ? missingHint(item).hint : `Say which is right: ${syncChoices(item, sources)}.`,
      ),
    )
  }
  const otherSources = sources.filter((other) => other !== source && rightState(item, other))
  const choices = otherSources.length === 0 ? '' : ` Or say which place is right: ${syncChoices(item, otherSources)}.`
  if (source.states.length > 1)
    return refuse(
      itemDiagnostic(
        item,
        item.drifts ? 'ITEM_STATE_DRIFT' : 'ITEM_STATE_UNKNOWN',
        `${placeIn(source.place, item)} leaves the state of ${msg`${item.name}`} open: ${msg`${source.states.map(({ name }) => name)}`}`,
        `Write one of these at ${followersOf(source)
          .map(({ place }) => placeIn(place, item))
          .join(' and ')}.${choices}`,
      ),
    )
  return refuse(
    source.unknown
      ? itemDiagnostic(
          item,
          'ITEM_STATE_UNKNOWN',
          `${msg`Unexpected state`} ${wordsOf(source)} of ${msg`${item.name}`} at ${placeIn(source.place, item)}`,
          `Write one of the states there.${choices}`,
        )
      : itemDiagnostic(
          item,
          'ITEM_STATE_MISSING',
          `${msg`Missing state of ${item.name}`} at ${placeIn(source.place, item)}`,
          `${missingHint(item, [source.place]).hint ?? ''}${choices}`.trim(),
        ),
  )
}

/** That a state is one of several that the right place says. */
function choiceText(item: JudgedItem, placeName: string | undefined, state: State): string {
  const source = sourceOf(item, placeName)
  if (!source || source.states.length < 2 || item.state === state) return ''
  const firstState = item.states.list.find((candidate) => source.states.includes(candidate))
  const which = state === firstState ? 'the first' : 'one'
  return `, ${which} of ${msg`${source.states.map(({ name }) => name)} that ${source.place.name} says`}`
}

interface Agreement {
  readonly edits: Edits
  readonly state: State
  /** The places that are to be there and are not, and the computed ones that disagree: a command writes neither. */
  readonly remaining: readonly CommandDiagnostic[]
}

/** What makes the written places of an item agree, and on which state; or why nothing does. */
function agreement(
  item: JudgedItem,
  { model, options: { from }, request }: Pick<Call<Model, unknown, typeof options>, 'model' | 'options' | 'request'>,
): Agreement | Refusal | UnchangedOutcome {
  const refusal = unwritableRefusal(item, model, 'sync')
  if (refusal) return refusal
  const blockers = [...itemBlockers(item, model)]
  if (blockers.length > 0) return refuse(...blockers)
  const ambiguity = ambiguityOf(item)
  if (ambiguity) return refuse(ambiguity)
  const state = stateToSay(item, from)
  if ('outcome' in state) return state
  if (request.safe === true && writtenStatementsOf(item).some(({ unknown }) => unknown))
    return {
      outcome: 'unchanged',
      reply: msg`A place of ${item.name} has a word that is no state: a person decides.`,
      diagnostics: [],
    }
  const edits = new Edits()
  // An empty place that may be so stays empty; and a repair of many items corrects values, and adds none.
  const filledStatements = request.safe === true ? [] : emptyStatements(item, state)
  const filledPlaces = new Set(filledStatements.map(({ place }) => place))
  const statements = item.statements.filter(
    ({ states, unknown, place }) => states.length > 0 || unknown || filledPlaces.has(place),
  )
  const problems = addState(edits, { ...item, statements }, state)
  if (problems.length > 0) return refuse(...problems)
  const missing = [...absences(item, model, state, false)].map((diagnostic) => ({
    ...diagnostic,
    severity: 'warning' as const,
  }))
  const remaining = [...missing, ...computedDrifts(item, state)]
  if (edits.all.size > 0) return { edits, state, remaining }
  const which = remaining.length === 0 ? '' : missing.length > 0 ? ' that are there' : ' that commands write'
  const notes = missing.map(({ message, hint }) => ` ${message}.${hint === undefined ? '' : ` ${hint}`}`)
  return {
    outcome: 'unchanged',
    reply: `${msg`The places of ${item.name}`}${which} agree: ${msg`${state.name}`}.${notes.join('')}`,
    diagnostics: remaining,
  }
}

/** The item that is named, or those that a repair lists. */
const namedItems: TargetKind<Model, readonly JudgedItem[]> = {
  usage: itemTarget.usage,
  find(model, request, form) {
    const lookups = request.only
      ? Array.from(request.only, (target) => itemTarget.find(model, { ...request, target }, form))
      : [itemTarget.find(model, request, form)]
    const targets = lookups.flatMap((lookup) => ('outcome' in lookup ? [] : [lookup.target]))
    return (
      lookups.find((lookup) => 'outcome' in lookup) ?? {
        target: targets,
        words: lookups.flatMap((lookup) => ('outcome' in lookup ? [] : lookup.words)),
      }
    )
  },
}

const changedOutcome = (
  edits: Edits,
  model: Model,
  reply: string,
  diagnostics: readonly CommandDiagnostic[],
  brief = '',
): Outcome => ({
  outcome: 'changed',
  changes: changesBy(edits, model),
  reply,
  brief,
  diagnostics,
})

/** Makes the written places of an item agree. */
export const sync = command({
  name: 'sync',
  summary: 'Makes the other places of an item say what the right one says.',
  examples: ['/sync work:login', '/sync work:login --from board'],
  forAll: true,
  target: namedItems,
  options,
  run(call): Outcome {
    const { model, target: items } = call
    const [onlyItem, ...otherItems] = items
    if (onlyItem && otherItems.length === 0) {
      const result = agreement(onlyItem, call)
      if ('outcome' in result) return result
      const choice = choiceText(onlyItem, call.options.from, result.state)
      const reply = `${msg`The places of ${onlyItem.name} say ${result.state.name}`}${choice}.`
      return changedOutcome(result.edits, model, reply, result.remaining, choice === '' ? '' : reply)
    }
    const allEdits = new Edits()
    const unresolved: CommandDiagnostic[] = []
    for (const item of items) {
      const result = agreement(item, call)
      if ('outcome' in result) unresolved.push(...result.diagnostics)
      else if (!allEdits.join(result.edits))
        unresolved.push(itemDiagnostic(item, 'ITEM_STATE_DRIFT', msg`${item.name} shares a place with another item`))
    }
    if (allEdits.all.size === 0)
      return { outcome: 'unchanged', reply: 'No place of an item is changed.', diagnostics: unresolved }
    const agreeing = items.length - new Set(unresolved.map(({ target }) => target)).size
    return changedOutcome(allEdits, model, `The places of ${pluralize(agreeing, 'item')} agree.`, unresolved)
  },
})
