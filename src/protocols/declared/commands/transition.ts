import { type CommandDiagnostic, type Outcome, refuse } from '../../../core/command.ts'
import { commandWord, msg } from '../../../core/message.ts'
import type { Mover, State } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import { type LegalMove, movesOf } from '../moves.ts'
import { isQuestion } from '../targets.ts'
import { excluding, mustHaveEnded, unmetNeeds, waitsFor } from '../rules/needs.ts'
import { absentFrom } from '../rules/state.ts'
import { placeIn, writtenOf } from '../wording.ts'
import { addEffects, Edits, keepsText } from './effects.ts'
import { about, notHere, unclear, untouchable } from './target.ts'
import { addState, changesBy, type Follower, followers } from './writing.ts'

/** What a command asks for. */
export interface Wanted {
  readonly command: 'accept' | 'handback' | 'answer'
  /** The kinds of move that it makes. */
  readonly by: readonly Mover[]
  readonly state: State | undefined
  readonly text: string
  readonly actor: string
  /** ISO 8601. */
  readonly at: string
}

const unchanged = (reply: string): Outcome => ({ outcome: 'unchanged', reply, diagnostics: [] })

const reasonOf = (by: Mover): string => (by === 'handback' ? '' : ` ${by.slice('handback '.length)}`)

const commandsFor = (item: JudgedItem, moves: readonly LegalMove[]): readonly string[] => [
  ...new Set(
    moves.flatMap(({ by, to }) =>
      by.flatMap((each) => {
        if (each === 'hand') return []
        const name = commandWord(to.name)
        return [
          `/${each === 'accept' ? 'accept' : 'handback'} ${commandWord(item.target)} ${each === 'accept' || reasonOf(each) === '' ? name : reasonOf(each).trim()}`,
        ]
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
function chosen(item: JudgedItem, state: State, wanted: Wanted): LegalMove | Outcome {
  const moves = movesOf(item.kind, item.states)
  const from = moves.filter((move) => move.from === state)
  const own = from.filter(({ by }) => by.some((each) => wanted.by.includes(each)))
  if (wanted.command === 'accept' && own.length === 0 && isQuestion(item, state)) {
    const fix = `/answer ${commandWord(item.target)} "…"`
    return refuse(about(item, 'QUESTION_OPEN', msg`${item.id} waits in ${state.name} for an answer`, undefined, { fix }))
  }
  const again = wanted.text === '' ? '' : ' Its text is not written.'
  if (wanted.state) {
    const { state: to } = wanted
    if (to === state) return unchanged(msg`${item.id} is in ${state.name} already.` + again)
    if (item.kind.moves === 'any') return { from: state, to, by: wanted.by, needs: [] }
    const named = own.find((move) => move.to === to)
    if (named) return named
  } else {
    const [only, ...more] = [...new Map(own.map((move) => [move.to, move])).values()]
    if (wanted.command === 'accept' && state.holder === 'agent')
      return unchanged(msg`An agent holds ${item.id} already: it is in ${state.name}.`)
    if (only && more.length === 0) return only
    // The same again: the state is one to which such a move leads. What an agent has to say about its work is no repetition.
    const isWork = state.holder === 'agent' && wanted.text !== ''
    if (!only && !isWork && moves.some((move) => move.to === state && move.by.some((each) => wanted.by.includes(each))))
      return unchanged(msg`${item.id} is in ${state.name} already.` + again)
    if (only)
      return refuse(
        about(
          item,
          'ITEM_MOVE_ILLEGAL',
          msg`Several moves of ${item.id} are possible from ${state.name}: to ${own.map(({ to }) => to.name)}`,
          msg`Name the state: ${commandsFor(item, own)}.`,
        ),
      )
  }
  const legal = commandsOut(item)
  const goal = wanted.state ? msg` to ${wanted.state.name}` : ''
  const others =
    item.kind.moves === 'any'
      ? item.states.list.flatMap(({ name }) => (name === state.name ? [] : [`/accept ${commandWord(item.target)} ${commandWord(name)}`]))
      : []
  const all = legal.length > 0 ? legal : others
  return refuse(
    about(
      item,
      'ITEM_MOVE_ILLEGAL',
      `Unexpected ${msg`${`/${wanted.command}`}`} of ${msg`${item.id}`}${goal} from ${msg`${state.name}`}: no move of the workflow does that`,
      all.length === 0 ? msg`No command leads out of ${state.name}.` : msg`Possible: ${all}.`,
    ),
  )
}

/** What holds a move up, and what is only said about it. */
function needsOf(item: JudgedItem, move: LegalMove, model: Model): readonly CommandDiagnostic[] {
  return unmetNeeds([...move.needs, ...move.to.needs], item, model).map((unmet) => needDiagnostic(item, move.to, unmet))
}

/** The same of a parent whose state follows. */
const needsOfFollower = ({ parent, state, model }: Follower): readonly CommandDiagnostic[] =>
  unmetNeeds(state.needs, parent, model).map((unmet) => needDiagnostic(parent, state, unmet))

const needDiagnostic = (item: JudgedItem, state: State, { need, lacking }: ReturnType<typeof unmetNeeds>[number]): CommandDiagnostic => ({
  ...about(item, 'ITEM_NEED_UNMET', `${msg`${item.id} cannot be in ${state.name} yet`}: it needs ${lacking}`),
  severity: need.severity,
})

/** Moves an item: all written places that are there, then the effects, in one commit. */
export function transition(item: JudgedItem, model: Model, wanted: Wanted): Outcome {
  const blocked = [...untouchable(item, model)]
  if (blocked.length > 0) return refuse(...blocked)
  const elsewhere = notHere(item, model, wanted.command)
  if (elsewhere) return elsewhere
  const doubts = unclear(item)
  const { state } = item
  if (doubts.length > 0 || !state) return refuse(...doubts)
  const move = chosen(item, state, wanted)
  if ('outcome' in move) return move
  return moved(item, model, wanted, move)
}

/** The places that a move would have to write and that are not there: a command creates none. */
function* absences(item: JudgedItem, to: State): Iterable<CommandDiagnostic> {
  const places = [...absentFrom(item, [to])].filter(({ found }) => !found)
  const isWritten = writtenOf(item).length > 0
  for (const { place, from } of isWritten ? places : item.said.map((each) => ({ ...each, from: undefined }))) {
    if (place.written.length === 0) continue
    const until = from ? `: it must be there from ${msg`${from.name}`} on` : ''
    yield about(item, 'ITEM_STATE_MISSING', `${msg`Missing state of ${item.id}`} at ${placeIn(place, item)}${until}`, absentHint)
  }
}

const absentHint = 'Write it there first: a command creates no file, key, line or row.'

export function moved(item: JudgedItem, model: Model, wanted: Wanted, move: LegalMove): Outcome {
  const led = [...followers(model, item, move.to)]
  const needs = [...needsOf(item, move, model), ...led.flatMap(needsOfFollower)]
  const hindering = needs.filter(({ severity }) => severity === 'error')
  if (hindering.length > 0) return refuse(...hindering)
  const absent = [...absences(item, move.to)]
  if (absent.length > 0) return refuse(...absent)
  const edits = new Edits()
  const problems = [...addState(edits, item, move.to)]
  for (const { parent, state } of led) problems.push(...addState(edits, parent, state))
  if (problems.length > 0) return refuse(...problems)
  const { command, by, actor, text, at } = wanted
  const unkept = addEffects(edits, item.kind.effects, item, model, { actor, text, at, from: move.from.name, to: move.to.name })
  // A question or an answer that no file has would be lost, with an item that waits for it.
  if (
    unkept !== undefined &&
    (command === 'answer' || by.every((each) => each === 'handback question')) &&
    item.kind.effects.some(keepsText)
  )
    return refuse(
      about(
        item,
        'ITEM_MOVE_ILLEGAL',
        `${msg`The text of ${`/${command}`} about ${item.id} cannot be written`}: ${unkept}`,
        'Add the heading of that section there first.',
      ),
    )
  const lost = unkept === undefined ? [] : [`No file has its text: ${unkept}.`]
  const after = model.assuming(item, move.to).judge(item)
  const begun = [after, ...led.map((follower) => follower.model.judge(follower.parent))].filter(mustHaveEnded)
  return {
    outcome: 'changed',
    changes: changesBy(edits, model),
    reply: [msg`${item.id} is in ${move.to.name}.`, ...lost].join(' '),
    brief: lost.join(' '),
    diagnostics: [
      ...needs,
      ...excluding(after, move.to).map((each) => ({
        ...about(
          item,
          'ITEM_STATE_DRIFT',
          msg`${each.place.name} of ${item.id} says ${each.states.map(({ name }) => name)}, and no command can write it`,
          each.place.hint,
        ),
        severity: 'warning' as const,
      })),
      ...begun.flatMap((each) =>
        waitsFor(each, model).map((other) => ({
          ...about(each, 'ITEM_DEPENDENCY_UNMET', msg`${each.id} depends on ${other.id}, which is in ${other.state?.name ?? ''}`),
          severity: 'warning' as const,
        })),
      ),
    ],
    reveals: ['ITEM_STATE_DRIFT', 'ITEM_DEPENDENCY_UNMET', 'ITEM_NEED_UNMET'],
  }
}
