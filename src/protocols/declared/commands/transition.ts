import { type CommandDiagnostic, type Outcome, refuse } from '../../../core/command.ts'
import { commandWord, msg } from '../../../core/message.ts'
import type { Mover, Need, Place, State } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import { type LegalMove, movesOf } from '../states/moves.ts'
import { isQuestion } from '../targets.ts'
import { requiresEndedDependencies, unmetNeeds, unendedDependencies } from '../rules/needs.ts'
import { wordFor } from '../states/states.ts'
import { adviceFor, missingRow, placeLack } from '../check/missing.ts'
import { formOf, placeIn } from '../messages.ts'
import { effectFaults, needFaults } from '../reading/unreadable.ts'
import { isEmptyValue } from '../reading/words.ts'
import { errorHint, textHint } from './hints.ts'
import { addEffects, keepsText, notMarkdown } from './effects.ts'
import { addState, changesBy, Edits, followers, withFieldsOf } from './writing.ts'
import { computedDrifts, itemDiagnostic, unreadDiagnostic, stateToLeave } from './target.ts'
import { writtenStatementsOf, absentStatements } from '../states/statements.ts'

/** A reason as the end of a sentence: one that asks what was meant ends as a question. */
const asSentence = (reason: string): string => (reason.endsWith('?') ? reason : `${reason}.`)

/** What a command asks for. */
export interface MoveRequest {
  readonly command: 'accept' | 'handback' | 'answer'
  /** The kinds of move that it makes. */
  readonly by: readonly Mover[]
  readonly state: State | undefined
  readonly text: string
  readonly actor: string
  readonly agent: string
  /** The agent whose name is recorded if the move gives control to one. */
  readonly grantee: string | undefined
  /** ISO 8601. */
  readonly at: string
}

const unchangedOutcome = (reply: string): Outcome => ({ outcome: 'unchanged', reply, diagnostics: [] })

const commandsFor = (item: JudgedItem, moves: readonly LegalMove[]): readonly string[] => [
  ...new Set(
    moves.flatMap(({ by, to }) =>
      by.flatMap((mover) => {
        if (mover === 'hand') return []
        const [name, reason = commandWord(to.name)] = mover.split(' ')
        return [`/${name} ${commandWord(item.target)} ${reason}`]
      }),
    ),
  ),
]

export const commandsOut = (item: JudgedItem): readonly string[] => [
  ...commandsFor(
    item,
    movesOf(item.kind, item.states).filter(({ from }) => from === item.state),
  ),
  ...(item.state && isQuestion(item, item.state) ? [`/answer ${commandWord(item.target)} "…"`] : []),
]

/** The move that a command makes; or why there is none. */
function chooseMove(item: JudgedItem, state: State, moveRequest: MoveRequest, model: Model): LegalMove | Outcome {
  const moves = movesOf(item.kind, item.states)
  const possibleMoves = moves.filter((move) => move.from === state)
  const matchingMoves = possibleMoves.filter(({ by }) => by.some((mover) => moveRequest.by.includes(mover)))
  if (moveRequest.command === 'accept' && matchingMoves.length === 0 && isQuestion(item, state)) {
    const fix = `/answer ${commandWord(item.target)} "…"`
    return refuse(
      itemDiagnostic(item, 'QUESTION_OPEN', msg`${item.name} waits in ${state.name} for an answer`, undefined, { fix }),
    )
  }
  const textNote = moveRequest.text === '' ? '' : ' Its text is not written.'
  if (moveRequest.state) {
    const { state: to } = moveRequest
    if (to === state) return unchangedOutcome(msg`${item.name} is in ${state.name} already.` + textNote)
    if (item.kind.moves === 'any') return { from: state, to, by: moveRequest.by, needs: [] }
    const namedMove = matchingMoves.find((move) => move.to === to)
    if (namedMove) return namedMove
  } else {
    const [onlyMove, ...otherMoves] = [...new Map(matchingMoves.map((move) => [move.to, move])).values()]
    if (moveRequest.command === 'accept' && state.holder === 'agent')
      return unchangedOutcome(msg`An agent holds ${item.name} already: it is in ${state.name}.`)
    if (onlyMove && otherMoves.length === 0) return onlyMove
    // The same again: the state is one to which such a move leads. What an agent has to say about its work is no
    // repetition.
    const isWork = state.holder === 'agent' && moveRequest.text !== ''
    if (
      !onlyMove &&
      !isWork &&
      moves.some((move) => move.to === state && move.by.some((mover) => moveRequest.by.includes(mover)))
    )
      return unchangedOutcome(msg`${item.name} is in ${state.name} already.` + textNote)
    if (onlyMove)
      return refuse(
        itemDiagnostic(
          item,
          'ITEM_MOVE_ILLEGAL',
          msg`Several moves of ${item.name} are possible from ${state.name}: to ${matchingMoves.map(({ to }) => to.name)}`,
          msg`Name the state: ${commandsFor(item, matchingMoves)}.`,
        ),
      )
  }
  const legalCommands = commandsOut(item)
  const goalText = moveRequest.state ? msg` to ${moveRequest.state.name}` : ''
  const otherCommands =
    item.kind.moves === 'any'
      ? item.states.list.flatMap(({ name }) =>
          name === state.name ? [] : [`/accept ${commandWord(item.target)} ${commandWord(name)}`],
        )
      : []
  const possibleCommands = legalCommands.length > 0 ? legalCommands : otherCommands
  const isError = !moveRequest.state && moveRequest.by.every((mover) => mover === 'handback error')
  const declareHint = isError ? errorHint(item, model) : undefined
  const isUndecided = !moveRequest.state && item.kind.moves === 'any' && legalCommands.length === 0
  const reason = !isUndecided
    ? 'no move of the workflow does that'
    : possibleCommands.length === 1
      ? 'the state has to be named'
      : 'no step is the obvious one'
  const possibleText =
    possibleCommands.length === 0 ? msg`No command leads out of ${state.name}.` : msg`Possible: ${possibleCommands}.`
  return refuse(
    itemDiagnostic(
      item,
      'ITEM_MOVE_ILLEGAL',
      `Unexpected ${msg`${`/${moveRequest.command}`}`} of ${msg`${item.name}`}${goalText} from ${msg`${state.name}`}: ${reason}`,
      declareHint === undefined ? possibleText : `${possibleText} ${declareHint}`,
    ),
  )
}

/** What holds a move to a state up, and what is only said about it. */
const needsOf = (
  item: JudgedItem,
  state: State,
  needs: readonly Need[],
  model: Model,
): readonly CommandDiagnostic[] => [
  ...unmetNeeds(needs, item, model).map(({ need, lacking }) => ({
    ...itemDiagnostic(
      item,
      'ITEM_NEED_UNMET',
      `${msg`${item.name} cannot be in ${state.name} yet`}: it needs ${lacking}`,
    ),
    severity: need.severity,
  })),
  ...needs.flatMap((need) =>
    needFaults(need, item, model).map((fault) => ({ ...unreadDiagnostic(item, fault), severity: need.severity })),
  ),
]

/** Moves an item: all written places that are there, then the effects, in one commit. */
export function transition(item: JudgedItem, model: Model, moveRequest: MoveRequest): Outcome {
  const state = stateToLeave(item, model, moveRequest.command)
  if ('outcome' in state) return state
  const move = chooseMove(item, state, moveRequest, model)
  return 'outcome' in move ? move : moveItem(item, model, moveRequest, move)
}

/** How a place that is missing comes to be there: empty before a move, which fills it in, and otherwise with a state. */
function absenceHint(place: Place, item: JudgedItem, model: Model, to: State, isMove: boolean): string {
  const [location] = place.written
  const present = isMove ? item.state : to
  const word = location && present ? wordFor(location, item.states, present) : ''
  const row = word === undefined ? undefined : missingRow(place, item, model, word)
  if (row !== undefined) return `${msg`Add the row ${row} there first`}: a command creates no file, key, line or row.`
  const canBeEmpty = place.written.every(({ spot: { form } }) => form !== 'section' && form !== 'box')
  const how = isMove ? (canBeEmpty ? ', with the value left empty' : ', as it is now') : ''
  const form = isMove && canBeEmpty ? formOf(place, item).replaceAll(': STATE', ':') : formOf(place, item)
  const advice = `Add ${form} there first${how}: a command creates no file, key, line or row.`
  const lack = placeLack(place, [item], model, item.captures)
  return lack === undefined ? advice : adviceFor(`There is ${lack}`, advice)
}

/** The places that a move would have to write and that are not there: a command creates none. */
export function* absences(item: JudgedItem, model: Model, to: State, isMove: boolean): Iterable<CommandDiagnostic> {
  const places = [...absentStatements(item, [to])].filter(({ found }) => !found)
  const isWritten = writtenStatementsOf(item).length > 0
  for (const { place, from } of isWritten
    ? places
    : item.statements.map((statement) => ({ ...statement, from: undefined }))) {
    if (place.written.length === 0) continue
    const requirementText = from ? `: it must be there from ${msg`${from.name}`} on` : ''
    yield itemDiagnostic(
      item,
      'ITEM_STATE_MISSING',
      `${msg`Missing state of ${item.name}`} at ${placeIn(place, item)}${requirementText}`,
      absenceHint(place, item, model, to, isMove),
    )
  }
}

/** The name that the one of an agent replaces where the holder of an item stands. */
function replacedHolder(item: JudgedItem, model: Model, agent: string | undefined): string | undefined {
  const field = item.kind.fields.find(({ name }) => name === 'holder')
  const found = field && model.fieldOf(item, field)
  if (agent === undefined || !found || isEmptyValue(found.text) || found.text === agent || !found.write(agent))
    return undefined
  return found.text
}

export function moveItem(item: JudgedItem, model: Model, moveRequest: MoveRequest, move: LegalMove): Outcome {
  const followingParents = [...followers(model, item, move.to)]
  const edits = new Edits()
  const problems = [{ parent: item, state: move.to }, ...followingParents].flatMap(({ parent, state }) =>
    addState(edits, parent, state),
  )
  const { command, by, actor, agent, grantee, text, at } = moveRequest
  const { unwrittenReason, lacks } = addEffects(edits, item.kind.effects, item, model, {
    actor,
    agent,
    text,
    at,
    from: move.from.name,
    to: move.to.name,
  })
  const holder = move.to.holder === 'agent' ? grantee : undefined
  const needs = [
    ...needsOf(item, move.to, [...move.needs, ...move.to.needs], withFieldsOf(model, edits, item, holder)),
    ...followingParents.flatMap((follower) =>
      needsOf(follower.parent, follower.state, follower.state.needs, withFieldsOf(follower.model, edits, item, holder)),
    ),
  ]
  const hinderingNeeds = needs.filter(({ severity }) => severity === 'error')
  if (hinderingNeeds.length > 0) return refuse(...hinderingNeeds)
  const faults = effectFaults(item.kind.effects, item, model)
  if (faults.length > 0) return refuse(...faults.map((fault) => unreadDiagnostic(item, fault)))
  const absentPlaces = [...absences(item, model, move.to, true)]
  if (absentPlaces.length > 0) return refuse(...absentPlaces)
  if (problems.length > 0) return refuse(...problems)
  // A question or an answer that no file has would be lost, with an item that waits for it.
  if (
    unwrittenReason !== undefined &&
    (command === 'answer' || by.every((mover) => mover === 'handback question')) &&
    item.kind.effects.some(keepsText)
  )
    return refuse(
      itemDiagnostic(
        item,
        'ITEM_MOVE_ILLEGAL',
        `${msg`The text of ${`/${command}`} about ${item.name} cannot be written`}: ${unwrittenReason}`,
        unwrittenReason.includes(notMarkdown)
          ? msg`A person names a Markdown file with that section by ${'in'} of the line of ${'on-move'}.`
          : item.kind.effects.some((effect) => 'append' in effect && keepsText(effect))
            ? 'Add the heading of that section there first.'
            : 'Add it there first: no command creates a key, line or row.',
      ),
    )
  const formerHolder = replacedHolder(item, model, holder)
  const notes = [
    ...(formerHolder === undefined ? [] : [msg`At ${'fields.holder'}, ${holder ?? ''} replaces ${formerHolder}.`]),
    ...followingParents.map(({ parent, state }) => msg`With it, ${parent.name} is in ${state.name}.`),
    ...lacks.flatMap((lack) =>
      unwrittenReason?.includes(lack) ? [] : [`${msg`A line of ${'on-move'}`} is not written: ${asSentence(lack)}`],
    ),
    ...(unwrittenReason === undefined
      ? []
      : [`No file has its text: ${asSentence(unwrittenReason)}`, textHint(item, model, unwrittenReason) ?? []].flat()),
  ]
  const movedItem = model.assuming(item, move.to).judge(item)
  const begunItems = [movedItem, ...followingParents.map((follower) => follower.model.judge(follower.parent))].filter(
    requiresEndedDependencies,
  )
  return {
    outcome: 'changed',
    changes: changesBy(edits, model),
    reply: [msg`${item.name} is in ${move.to.name}.`, ...notes].join(' '),
    brief: notes.join(' '),
    diagnostics: [
      ...needs,
      ...computedDrifts(movedItem, move.to),
      ...begunItems.flatMap((begunItem) =>
        unendedDependencies(begunItem, model).map((dependency) => ({
          ...itemDiagnostic(
            begunItem,
            'ITEM_DEPENDENCY_UNMET',
            msg`${begunItem.name} depends on ${dependency.name}, which is in ${dependency.state?.name ?? ''}`,
          ),
          severity: 'warning' as const,
        })),
      ),
    ],
    reveals: ['ITEM_STATE_DRIFT', 'ITEM_DEPENDENCY_UNMET', 'ITEM_NEED_UNMET'],
  }
}
