import { distance, movesBy, movesTo, type StateMachine, type Transitions } from '../../kit/states.ts'
import type { Holder } from '../../core/target.ts'
import type { Profile, Verdict } from './schema.ts'

/** What may be between the brackets of a marker line. */
export type Marker = ' ' | '/' | 'P' | 'x' | 'F' | 'C'

const marks: Readonly<Record<Profile, string>> = { 'contract-1.0.0': ' /Px', 'v1-3.x': ' /PxF', v2: ' /PxFC' }

/** Every marker of a profile, in the order of its way. */
export const markersOf = (profile: Profile): readonly Marker[] => Array.from(marks[profile]) as readonly Marker[]

export const markerText = (marker: string): string => `[${marker}]`

/** The marker that a mark is; one that is right but for its case is read as the right one. */
export function parseMarker(
  mark: string,
  profile: Profile,
): { readonly marker: Marker | undefined; readonly miscased: boolean } {
  const markers = markersOf(profile)
  const exactMarker = markers.find((marker) => marker === mark)
  const matchingMarker = exactMarker ?? markers.find((marker) => marker.toLowerCase() === mark.toLowerCase())
  return { marker: matchingMarker, miscased: exactMarker === undefined && matchingMarker !== undefined }
}

/**
 * Characters that look like a mark. What compatibility folds (full-width letters, no-break blanks) need not be here.
 */
const lookalikes: Readonly<Record<string, Marker>> = {
  '\u0445': 'x',
  '\u0425': 'x',
  '\u03c7': 'x',
  '\u00d7': 'x',
  '\u2713': 'x',
  '\u2714': 'x',
  '\u2715': 'x',
  '\u2717': 'x',
  '\u2611': 'x',
  '\u0420': 'P',
  '\u0440': 'P',
  '\u03a1': 'P',
  '\u03c1': 'P',
  '\u2215': '/',
  '\u2044': '/',
  '\u2571': '/',
  '\u29f8': '/',
}

export function lookalikeOf(mark: string, profile: Profile): Marker | undefined {
  const marker = lookalikes[mark] ?? parseMarker(mark.normalize('NFKC'), profile).marker
  return marker !== undefined && markersOf(profile).includes(marker) ? marker : undefined
}

export type TaskKind = 'implementation' | 'planning'

type MarkerTable = Readonly<Partial<Record<Marker, readonly Marker[]>>>

const contractSteps: MarkerTable = { ' ': ['/'], '/': ['P', ' '], P: ['x', ' '] }
// Planning is not reviewed: nothing leads a planning task to `[P]`, and whatever fixes that is legal.
const planningSteps: MarkerTable = { ' ': ['x', '/'], '/': ['x', ' '], P: [' ', '/', 'x'] }
const laterSteps: MarkerTable = { ' ': ['/', 'C'], '/': ['P', 'F', 'C'], P: ['x', 'F', '/'], F: [' ', '/'] }
const laterPlanningSteps: MarkerTable = { ...laterSteps, ' ': ['/', 'C', 'x'], '/': ['P', 'F', 'C', 'x', ' '] }

const transitions = (table: MarkerTable): Transitions<Marker> => ({ moves: movesTo(table) })

/** The legal single steps of a marker, by the profile and the kind of task. */
const markerSteps: Readonly<Record<Profile, Readonly<Record<TaskKind, Transitions<Marker>>>>> = {
  'contract-1.0.0': { implementation: transitions(contractSteps), planning: transitions(planningSteps) },
  'v1-3.x': {
    implementation: transitions({ ...contractSteps, x: ['F'] }),
    planning: transitions({ ...planningSteps, x: ['F'] }),
  },
  v2: { implementation: transitions(laterSteps), planning: transitions(laterPlanningSteps) },
}

/** How many legal steps lead from one marker to another at least; `undefined` where none do. */
export const stepsBetween = (from: Marker, to: Marker, kind: TaskKind, profile: Profile): number | undefined =>
  distance(markerSteps[profile][kind], from, to)

/** The marker of a task once the verdict on it is acted on. */
export const markerAfter = (verdict: Verdict, profile: Profile): Marker =>
  verdict === 'Qualified' ? 'x' : profile === 'v2' ? 'F' : ' '

export type TaskState =
  | 'not started'
  | 'in progress'
  | 'blocked'
  | 'stopped'
  | 'review pending'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'unknown'

const stateByMarker: Readonly<Record<Marker, TaskState>> = {
  ' ': 'not started',
  '/': 'in progress',
  P: 'review pending',
  x: 'completed',
  F: 'failed',
  C: 'cancelled',
}

/** The state by a marker, and by how the agent came back from an attempt in progress. */
export function stateOf(marker: Marker | undefined, interruption: 'blocked' | 'stopped' | undefined): TaskState {
  if (marker === undefined) return 'unknown'
  return marker === '/' && interruption !== undefined ? interruption : stateByMarker[marker]
}

/** The states of the usual way of a task, its own among them. */
export function happyPath(state: TaskState, kind: TaskKind): readonly TaskState[] | undefined {
  if (state === 'unknown' || state === 'cancelled' || state === 'failed') return undefined
  const middle: readonly TaskState[] =
    state === 'blocked' || state === 'stopped' ? ['in progress', state] : ['in progress']
  return ['not started', ...middle, ...(kind === 'implementation' ? (['review pending'] as const) : []), 'completed']
}

/** What a command does to a task. */
export type Act = 'accept' | 'success' | 'error' | 'question' | 'answer' | 'qualified' | 'failed'

/**
 * What an act does in a state: it is done; nothing changes; nothing changes if it repeats the last act, otherwise it is
 * refused; or a code refuses it.
 */
type Effect = 'do' | 'same' | `same or ${MoveCode}` | MoveCode

/** Why a state refuses an act. */
export type MoveCode =
  | 'SUBAGENT_NOT_IN_PROGRESS'
  | 'SUBAGENT_NOT_HELD'
  | 'SUBAGENT_NOT_REVIEWABLE'
  | 'SUBAGENT_NO_QUESTION'
  | 'SUBAGENT_REVIEW_PENDING'
  | 'SUBAGENT_TASK_DONE'

const doneEffects: Readonly<Record<Act, Effect>> = {
  accept: 'SUBAGENT_TASK_DONE',
  success: 'SUBAGENT_TASK_DONE',
  error: 'SUBAGENT_TASK_DONE',
  question: 'SUBAGENT_TASK_DONE',
  answer: 'SUBAGENT_NO_QUESTION',
  qualified: 'same or SUBAGENT_TASK_DONE',
  failed: 'SUBAGENT_TASK_DONE',
}

export const effects: Readonly<Record<Exclude<TaskState, 'unknown'>, Readonly<Record<Act, Effect>>>> = {
  'not started': {
    accept: 'do',
    success: 'SUBAGENT_NOT_IN_PROGRESS',
    error: 'same or SUBAGENT_NOT_IN_PROGRESS',
    question: 'SUBAGENT_NOT_IN_PROGRESS',
    answer: 'SUBAGENT_NO_QUESTION',
    qualified: 'SUBAGENT_NOT_REVIEWABLE',
    failed: 'same or SUBAGENT_NOT_REVIEWABLE',
  },
  'in progress': {
    accept: 'same',
    success: 'do',
    error: 'do',
    question: 'do',
    answer: 'same or SUBAGENT_NO_QUESTION',
    qualified: 'SUBAGENT_NOT_REVIEWABLE',
    failed: 'SUBAGENT_NOT_REVIEWABLE',
  },
  blocked: {
    accept: 'do',
    success: 'SUBAGENT_NOT_HELD',
    error: 'do',
    question: 'do',
    answer: 'do',
    qualified: 'SUBAGENT_NOT_REVIEWABLE',
    failed: 'SUBAGENT_NOT_REVIEWABLE',
  },
  stopped: {
    accept: 'do',
    success: 'SUBAGENT_NOT_HELD',
    error: 'do',
    question: 'SUBAGENT_NOT_HELD',
    answer: 'SUBAGENT_NO_QUESTION',
    qualified: 'SUBAGENT_NOT_REVIEWABLE',
    failed: 'SUBAGENT_NOT_REVIEWABLE',
  },
  'review pending': {
    accept: 'SUBAGENT_REVIEW_PENDING',
    success: 'same',
    error: 'SUBAGENT_REVIEW_PENDING',
    question: 'SUBAGENT_REVIEW_PENDING',
    answer: 'SUBAGENT_NO_QUESTION',
    qualified: 'do',
    failed: 'do',
  },
  completed: doneEffects,
  failed: doneEffects,
  cancelled: doneEffects,
}

const moves = movesBy<Exclude<TaskState, 'unknown'>, Act>(effects, {
  accept: [{ to: 'in progress', by: '/accept' }],
  success: [{ to: 'review pending', by: '/handback success' }],
  error: [{ to: 'not started', by: '/handback error' }],
  question: [{ to: 'blocked', by: '/handback question' }],
  answer: [{ to: 'in progress', by: '/answer' }],
  qualified: [{ to: 'completed', by: '/review qualified' }],
  failed: [{ to: 'not started', by: '/review failed' }],
})

const orchestrator = { holder: 'orchestrator' } as const
const finalState = { ...orchestrator, next: {} } as const

/** The states of an implementation task and the moves that commands make. */
export const machine: StateMachine<TaskState> = {
  initial: 'not started',
  states: {
    'not started': { ...orchestrator, next: { wait: null, decide: ['accept'], accept: ['accept'] } },
    'in progress': { holder: 'agent', next: { work: ['handback', 'success|error|question "…"'] } },
    // A blocked task without a question is for the orchestrator.
    blocked: { ...orchestrator, next: { answer: ['answer', '"…"'], decide: ['accept'] } },
    stopped: { ...orchestrator, next: { wait: null, decide: ['accept'] } },
    'review pending': { ...orchestrator, next: { mend: null, wait: null, review: ['review', 'qualified|failed "…"'] } },
    completed: finalState,
    failed: finalState,
    cancelled: finalState,
    unknown: { ...orchestrator, next: { mend: null } },
  },
  // A blocked task waits for an answer.
  moves: moves.map((move) =>
    move.from === 'blocked' && move.by === '/accept' ? { ...move, by: '/accept --anyway' } : move,
  ),
}

export const holderOf = (state: TaskState): Holder => machine.states[state].holder

/** The steps T1 to T15 of the orchestrator of v2, which stores the state of its session. */
const sessionSteps: Readonly<Record<string, readonly string[]>> = {
  INITIALIZING: ['PLANNING'],
  PLANNING: ['BATCHING'],
  BATCHING: ['EXECUTING_BATCH', 'KNOWLEDGE_EXTRACTION'],
  EXECUTING_BATCH: ['REVIEWING_BATCH'],
  REVIEWING_BATCH: ['BATCHING'],
  KNOWLEDGE_EXTRACTION: ['ITERATION_REVIEW'],
  ITERATION_REVIEW: ['ITERATION_CRITIQUE_REPLAN', 'COMPLETE'],
  ITERATION_CRITIQUE_REPLAN: ['BATCHING'],
  COMPLETE: ['REPLANNING', 'SESSION_REVIEW'],
  REPLANNING: ['BATCHING', 'COMPLETE'],
  SESSION_REVIEW: ['COMPLETE'],
}

/** The states of a session of v2. */
export const sessionStates: readonly string[] = Object.keys(sessionSteps)

export const sessionMoves: Transitions<string> = { moves: movesTo(sessionSteps) }
