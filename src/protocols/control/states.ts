import { movesBy, type StateMachine } from '../../kit/states.ts'
import { handbackReasons, type HandbackReason } from '../../core/command-names.ts'
import type { Holder } from '../../core/target.ts'

/** The state of a stage, in words (docs/control.md, "States"). */
export type State = 'not granted' | 'granted' | 'accept invalid' | 'handback invalid' | `returned ${HandbackReason}`

/** What is known of accept.json and handback.json. */
export interface StageRecords {
  readonly accept: 'absent' | 'valid' | 'invalid'
  readonly handback: 'absent' | 'invalid' | HandbackReason
}

const stateByAccept = { absent: 'not granted', valid: 'granted', invalid: 'accept invalid' } as const

/** The state of a stage: a function of its two files, and of nothing else. */
export function stateOf({ accept, handback }: StageRecords): State {
  if (handback === 'absent') return stateByAccept[accept]
  return handback === 'invalid' ? 'handback invalid' : `returned ${handback}`
}

/**
 * What a command does in a state: `do` grants or returns control, or reports what was returned; `same`: nothing changes
 * unless the arguments differ from what is recorded; otherwise why it does nothing.
 */
type Effect = 'do' | 'same' | 'absent' | 'invalid' | 'not-question'

type Act = 'accept' | 'answer' | 'handback' | 'report'

/** What commands do in each state (docs/control.md, "Commands"); `report` is `/handback` without a reason. */
export const effects: Readonly<Record<State, Readonly<Record<Act, Effect>>>> = {
  'not granted': { accept: 'do', handback: 'do', report: 'absent', answer: 'not-question' },
  granted: { accept: 'same', handback: 'do', report: 'absent', answer: 'not-question' },
  'accept invalid': { accept: 'do', handback: 'do', report: 'absent', answer: 'not-question' },
  'handback invalid': { accept: 'do', handback: 'do', report: 'invalid', answer: 'invalid' },
  'returned success': { accept: 'do', handback: 'same', report: 'do', answer: 'not-question' },
  'returned error': { accept: 'do', handback: 'same', report: 'do', answer: 'not-question' },
  'returned question': { accept: 'do', handback: 'same', report: 'do', answer: 'do' },
}

const handbackCommand = ['handback', 'success|error|question "…"'] as const

/** The states of a stage and the moves that commands make. */
export const machine: StateMachine<State> = {
  initial: 'not granted',
  states: {
    'not granted': { holder: 'orchestrator', next: { wait: null, accept: ['accept'] } },
    granted: { holder: 'agent', next: { work: handbackCommand } },
    'accept invalid': { holder: 'orchestrator', next: { mend: ['accept'] } },
    'handback invalid': { holder: 'orchestrator', next: { mend: handbackCommand } },
    // The run's own tool finalizes it.
    'returned success': { holder: 'orchestrator', next: {} },
    'returned error': { holder: 'orchestrator', next: { decide: ['accept'] } },
    'returned question': { holder: 'orchestrator', next: { answer: ['answer', '"…"'] } },
  },
  moves: movesBy<State, Act>(effects, {
    accept: [{ to: 'granted', by: '/accept' }],
    answer: [{ to: 'granted', by: '/answer' }],
    handback: handbackReasons.map((reason) => ({ to: `returned ${reason}`, by: `/handback ${reason}` })),
  }),
}

/** Who has control of a stage. A handback that is invalid takes nothing back of what was granted. */
export const holderOf = (records: StageRecords): Holder =>
  records.handback === 'invalid' && records.accept === 'valid' ? 'agent' : machine.states[stateOf(records)].holder

/** The states of the usual way, with another end where a stage ended otherwise. */
export function happyPath(state: State): readonly State[] | undefined {
  if (state === 'accept invalid' || state === 'handback invalid') return undefined
  const end: State = state.startsWith('returned') ? state : 'returned success'
  return ['not granted', 'granted', end]
}
