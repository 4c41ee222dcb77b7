import { memo } from '../../../core/once.ts'
import type { Kind, Move, Mover, Need, State } from '../language/workflow.ts'
import type { States } from './states.ts'

/** A legal move of a kind, between two states of a repository. */
export interface LegalMove {
  readonly from: State
  readonly to: State
  readonly by: readonly Mover[]
  readonly needs: readonly Need[]
}

const defaultMovers = ({ holder }: State): readonly Mover[] => [holder === 'agent' ? 'handback' : 'accept']

/** Each state to the next; from one in the middle an error leads back. */
const linearMoves = ({ list }: States): readonly LegalMove[] =>
  list.flatMap((from, index) => {
    const [nextState, previousState] = [list[index + 1], list[index - 1]]
    return [
      ...(nextState ? [{ from, to: nextState, by: defaultMovers(from), needs: [] }] : []),
      ...(nextState && previousState ? [{ from, to: previousState, by: ['handback error'] as const, needs: [] }] : []),
    ]
  })

/**
 * The obvious steps where any move is legal: to the first state that the agent holds, from that to the next, and back.
 */
function obviousMoves({ list }: States): readonly LegalMove[] {
  const firstAgentIndex = list.findIndex(({ holder }) => holder === 'agent')
  return list.flatMap((from, index): readonly LegalMove[] => {
    const [to, nextState, previousState] = [list[firstAgentIndex], list[index + 1], list[index - 1]]
    if (from.holder !== 'agent') return to && index < firstAgentIndex ? [{ from, to, by: ['accept'], needs: [] }] : []
    return [
      ...(nextState ? [{ from, to: nextState, by: ['handback'] as const, needs: [] }] : []),
      ...(previousState ? [{ from, to: previousState, by: ['handback error'] as const, needs: [] }] : []),
    ]
  })
}

function declaredMoves(moves: readonly Move[], states: States): readonly LegalMove[] {
  return moves.flatMap(({ from, to, by, needs }) => {
    const [target] = states.named([to])
    const origins = from === undefined ? states.list.filter((state) => state !== target) : states.named([from])
    return target ? origins.map((origin) => ({ from: origin, to: target, by: by ?? defaultMovers(origin), needs })) : []
  })
}

const movesOfKind = memo(({ moves }: Kind) =>
  memo((states: States): readonly LegalMove[] => {
    if (moves === 'any') return obviousMoves(states)
    return moves === 'linear' ? linearMoves(states) : declaredMoves(moves, states)
  }),
)

/** The moves of a kind that commands make without being told the state. */
export const movesOf = (kind: Kind, states: States): readonly LegalMove[] => movesOfKind(kind)(states)

/** The move of an answer: back to the state in which the question was asked, to one of an agent's before others. */
export function answerMove(kind: Kind, states: States, from: State | undefined): LegalMove | undefined {
  const questionMoves = movesOf(kind, states).filter(({ to, by }) => to === from && by.includes('handback question'))
  const questionMove = questionMoves.find(({ from: { holder } }) => holder === 'agent') ?? questionMoves[0]
  return from && questionMove && { from, to: questionMove.from, by: ['accept'], needs: [] }
}

const legalMovesOfKind = memo((kind: Kind) =>
  memo((states: States): readonly LegalMove[] => [
    ...movesOf(kind, states),
    ...states.list.flatMap((state) => answerMove(kind, states, state) ?? []),
  ]),
)

/** The moves that commands make and those of answers: the ways that an item may go. */
export const legalMovesOf = (kind: Kind, states: States): readonly LegalMove[] => legalMovesOfKind(kind)(states)

/** The moves that a list has to have for a kind to go on as it does: where any is legal, those behind the work, too. */
export function movesToList(kind: Kind, states: States): readonly LegalMove[] {
  const moves = movesOf(kind, states)
  if (kind.moves !== 'any') return moves
  const leavesNone = ({ from }: LegalMove) => !moves.some((move) => move.from === from)
  return [...moves, ...linearMoves(states).filter((move) => leavesNone(move) && !move.by.includes('handback error'))]
}

/** Whether a command makes a move without being named in its `by`. */
export const isByDefault = ({ from, by }: LegalMove): boolean => by.join() === defaultMovers(from).join()

/** The states that some moves lead to from one of some states, and those states themselves. */
function statesFrom(startStates: readonly State[], moves: readonly LegalMove[]): ReadonlySet<State> {
  const reachableStates = new Set(startStates)
  for (const state of reachableStates) for (const move of moves) if (move.from === state) reachableStates.add(move.to)
  return reachableStates
}

/** Whether some moves lead from one of some states to another: a pull request squashes several. */
export const leadsTo = (kind: Kind, states: States, startStates: readonly State[], to: State): boolean =>
  kind.moves === 'any' || startStates.includes(to) || statesFrom(startStates, legalMovesOf(kind, states)).has(to)

/**
 * The states of a life without errors and questions, in order: from each to the next that a move leads to. All of them
 * where each may follow the one before.
 */
const happyPathOf = memo((kind: Kind) =>
  memo((states: States): readonly State[] => {
    const { list } = states
    if (typeof kind.moves === 'string') return list
    const isForward = ({ from, to, by }: LegalMove) =>
      list.indexOf(to) > list.indexOf(from) &&
      by.some((mover) => mover !== 'handback error' && mover !== 'handback question')
    const forwardMoves = movesOf(kind, states).filter(isForward)
    const path: State[] = []
    let state = list.find(({ begin }) => begin)
    while (state) {
      const from = state
      path.push(from)
      state = from.end
        ? undefined
        : list.find((to) => forwardMoves.some((move) => move.from === from && move.to === to))
    }
    return path
  }),
)

export const happyPath = (kind: Kind, states: States): readonly State[] => happyPathOf(kind)(states)

/** The moves by which an item may have come to a state from one of some others, in which it was not meanwhile. */
export function lastMoves(kind: Kind, states: States, startStates: readonly State[], to: State): readonly LegalMove[] {
  const moves = legalMovesOf(kind, states)
  const statesBefore = statesFrom(
    startStates,
    moves.filter(({ from }) => from !== to),
  )
  return moves.filter((move) => move.to === to && statesBefore.has(move.from))
}

const statesBeforeWork = memo((kind: Kind) =>
  memo((states: States): ReadonlySet<State> => {
    const moves = movesOf(kind, states)
    const reachesEnd = (state: State, usedMoves: readonly LegalMove[]) =>
      [...statesFrom([state], usedMoves)].some(({ end }) => end)
    const movesWithoutWork = states.list
      .filter(({ holder }) => holder === 'agent')
      .map((work) => moves.filter(({ from }) => from !== work))
    if (kind.moves === 'any' || movesWithoutWork.length === 0) return new Set()
    return new Set(
      states.list.filter(
        (state) => reachesEnd(state, moves) && !movesWithoutWork.some((otherMoves) => reachesEnd(state, otherMoves)),
      ),
    )
  }),
)

/** Whether every way from a state to an end leads through each state that an agent holds. */
export const isBeforeWork = (kind: Kind, states: States, state: State): boolean =>
  statesBeforeWork(kind)(states).has(state)
