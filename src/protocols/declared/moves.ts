import type { Kind, Move, Mover, Need, State } from './language/workflow.ts'
import type { States } from './reading/states.ts'

/** A legal move of a kind, between two states of a repository. */
export interface LegalMove {
  readonly from: State
  readonly to: State
  readonly by: readonly Mover[]
  readonly needs: readonly Need[]
}

const usual = ({ holder }: State): readonly Mover[] => [holder === 'agent' ? 'handback' : 'accept']

/** Each state to the next; from one in the middle an error leads back. */
const linear = ({ list }: States): readonly LegalMove[] =>
  list.flatMap((from, index) => {
    const [next, back] = [list[index + 1], list[index - 1]]
    return [
      ...(next ? [{ from, to: next, by: usual(from), needs: [] }] : []),
      ...(next && back ? [{ from, to: back, by: ['handback error'] as const, needs: [] }] : []),
    ]
  })

/** The obvious steps where any move is legal: to the first state that the agent holds, from that to the next, and back. */
function obvious({ list }: States): readonly LegalMove[] {
  const first = list.findIndex(({ holder }) => holder === 'agent')
  return list.flatMap((from, index): readonly LegalMove[] => {
    const [to, next, back] = [list[first], list[index + 1], list[index - 1]]
    if (from.holder !== 'agent') return to && index < first ? [{ from, to, by: ['accept'], needs: [] }] : []
    return [
      ...(next ? [{ from, to: next, by: ['handback'] as const, needs: [] }] : []),
      ...(back ? [{ from, to: back, by: ['handback error'] as const, needs: [] }] : []),
    ]
  })
}

function declared(moves: readonly Move[], states: States): readonly LegalMove[] {
  return moves.flatMap(({ from, to, by, needs }) => {
    const [target] = states.named([to])
    const origins = from === undefined ? states.list.filter((state) => state !== target) : states.named([from])
    return target ? origins.map((origin) => ({ from: origin, to: target, by: by ?? usual(origin), needs })) : []
  })
}

/** The moves of a kind that commands make without being told the state. */
export function movesOf({ moves }: Kind, states: States): readonly LegalMove[] {
  if (moves === 'any') return obvious(states)
  return moves === 'linear' ? linear(states) : declared(moves, states)
}

/** Whether some moves lead from one of some states to another: a pull request squashes several. */
export function leadsTo(kind: Kind, states: States, from: readonly State[], to: State): boolean {
  if (kind.moves === 'any' || from.includes(to)) return true
  const moves = movesOf(kind, states)
  const seen = new Set(from)
  for (const state of seen) for (const move of moves) if (move.from === state) seen.add(move.to)
  return seen.has(to)
}
