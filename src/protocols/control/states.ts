import type { Step, StateMachine } from '../../kit/states.ts'
import { reasons, type Reason } from './schema.ts'
import type { Holder } from '../../core/target.ts'

/** The state of a stage, in words (docs/control.md, "States"). */
export type State = 'not granted' | 'granted' | 'accept invalid' | 'handback invalid' | `returned ${Reason}`

/** What is known of accept.json and handback.json. */
export interface StageRecords {
  readonly accept: 'absent' | 'valid' | 'invalid'
  readonly handback: 'absent' | 'invalid' | Reason
}

/** States by what stands in the two files, the first row that fits. */
const table: readonly (readonly [accept: StageRecords['accept'] | 'any', handback: 'absent' | 'invalid', state: State, holder: Holder])[] =
  [
    ['absent', 'absent', 'not granted', 'orchestrator'],
    ['valid', 'absent', 'granted', 'agent'],
    ['invalid', 'absent', 'accept invalid', 'orchestrator'],
    ['valid', 'invalid', 'handback invalid', 'agent'],
    ['any', 'invalid', 'handback invalid', 'orchestrator'],
  ]

/** The state of a stage and who holds it: a function of its two files, and of nothing else. */
export function stateOf({ accept, handback }: StageRecords): { readonly state: State; readonly holder: Holder } {
  const row = table.find(([a, h]) => (a === 'any' || a === accept) && h === handback)
  if (row) return { state: row[2], holder: row[3] }
  return { state: `returned ${handback as Reason}`, holder: 'orchestrator' }
}

/** How a command ends in a state. */
export type Move = 'grant' | 'return' | 'same' | 'report' | 'absent' | 'invalid' | 'not-question'

type Command = 'accept' | 'handback' | 'report' | 'answer'

/** Moves by state (docs/control.md, "Commands"). `same`: nothing changes unless the arguments differ from what is recorded. */
export const moves: Readonly<Record<State, Readonly<Record<Command, Move>>>> = {
  'not granted': { accept: 'grant', handback: 'return', report: 'absent', answer: 'not-question' },
  granted: { accept: 'same', handback: 'return', report: 'absent', answer: 'not-question' },
  'accept invalid': { accept: 'grant', handback: 'return', report: 'absent', answer: 'not-question' },
  'handback invalid': { accept: 'grant', handback: 'return', report: 'invalid', answer: 'invalid' },
  'returned success': { accept: 'grant', handback: 'same', report: 'report', answer: 'not-question' },
  'returned error': { accept: 'grant', handback: 'same', report: 'report', answer: 'not-question' },
  'returned question': { accept: 'grant', handback: 'same', report: 'report', answer: 'grant' },
}

/** Where each move leads. */
const steps = (Object.keys(moves) as readonly State[]).flatMap((from): readonly Step<State>[] => {
  const { accept, handback, answer } = moves[from]
  return [
    ...(accept === 'grant' ? [{ from, to: 'granted', by: '/accept' } as const] : []),
    ...(answer === 'grant' ? [{ from, to: 'granted', by: '/answer' } as const] : []),
    ...(handback === 'return' ? reasons.map((reason) => ({ from, to: `returned ${reason}`, by: `/handback ${reason}` }) as const) : []),
  ]
})

/** The states of a stage and the steps that commands make. */
export const machine: StateMachine<State> = {
  initial: 'not granted',
  steps,
}

/** The states of the usual way, with another end where a stage ended otherwise. */
export function usualPath(state: State): readonly State[] | undefined {
  if (state === 'accept invalid' || state === 'handback invalid') return undefined
  const end: State = state.startsWith('returned') ? state : 'returned success'
  return ['not granted', 'granted', end]
}
