import type { Holder } from '../../core/target.ts'
import type { Profile } from './schema.ts'

/** What may stand between the brackets of a marker line. */
export type Marker = ' ' | '/' | 'P' | 'x' | 'F' | 'C'

const marks: Readonly<Record<Profile, string>> = { 'contract-1.0.0': ' /Px', 'v1-3.x': ' /PxF', v2: ' /PxFC' }

/** Every marker of a profile, in the order of its way. */
export const markersOf = (profile: Profile): readonly Marker[] => Array.from(marks[profile]) as readonly Marker[]

/** How a marker is shown. */
export const shown = (marker: string): string => `[${marker}]`

/** The marker that a mark is; one that is right but for its case is read as the right one. */
export function markOf(mark: string, profile: Profile): { readonly marker: Marker | undefined; readonly miscased: boolean } {
  const known = markersOf(profile)
  const exact = known.find((each) => each === mark)
  const folded = exact ?? known.find((each) => each.toLowerCase() === mark.toLowerCase())
  return { marker: folded, miscased: exact === undefined && folded !== undefined }
}

/** Characters that look like a mark. What compatibility folds (full-width letters, no-break blanks) need not stand here. */
const alike: Readonly<Record<string, Marker>> = {
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

/** The marker that a mark only looks like. */
export function looksLike(mark: string, profile: Profile): Marker | undefined {
  const meant = alike[mark] ?? markOf(mark.normalize('NFKC'), profile).marker
  return meant !== undefined && markersOf(profile).includes(meant) ? meant : undefined
}

/** The legal single steps of a task (subagent protocol, sections 6 and 9), by its kind and profile. */
const contractSteps: readonly string[] = [' /', '/P', '/ ', 'Px', 'P ']
// Planning is not reviewed: nothing leads a planning task to `[P]`, and whatever mends that is legal.
const planningSteps: readonly string[] = [' x', ' /', '/x', '/ ', 'P ', 'P/', 'Px']
const steps: Readonly<Record<Profile, Readonly<Record<'implementation' | 'planning', readonly string[]>>>> = {
  'contract-1.0.0': { implementation: contractSteps, planning: planningSteps },
  'v1-3.x': { implementation: [...contractSteps, 'xF'], planning: [...planningSteps, 'xF'] },
  v2: {
    implementation: [' /', '/P', 'Px', 'PF', 'P/', '/F', 'F ', 'F/', ' C', '/C'],
    planning: [' /', '/P', 'Px', 'PF', 'P/', '/F', 'F ', 'F/', ' C', '/C', ' x', '/x', '/ '],
  },
}

export type TaskKind = 'implementation' | 'planning'

/** How many legal steps lead from one marker to another at least; nothing where none do. */
export function stepsBetween(from: Marker, to: Marker, kind: TaskKind, profile: Profile): number | undefined {
  const legal = steps[profile][kind]
  const seen = new Set<string>([from])
  let edge: readonly string[] = [from]
  for (let count = 0; edge.length > 0; count++) {
    if (edge.includes(to)) return count
    edge = legal.filter(([here = '']) => edge.includes(here)).map(([, there = '']) => there)
    edge = edge.filter((marker) => !seen.has(marker))
    for (const marker of edge) seen.add(marker)
  }
  return undefined
}

/** The state of a task, in words (subagent protocol, section 3). */
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

/** The state that a marker says, with what the agent said of an attempt in progress. */
export function stateOf(marker: Marker | undefined, said: 'blocked' | 'stopped' | undefined): TaskState {
  if (marker === undefined) return 'unknown'
  return marker === '/' && said !== undefined ? said : stateByMarker[marker]
}

export const holderOf = (state: TaskState): Holder => (state === 'in progress' ? 'agent' : 'orchestrator')

/** The states of the usual way of a task, its own among them. */
export function wayOf(state: TaskState, kind: TaskKind): readonly TaskState[] | undefined {
  if (state === 'unknown' || state === 'cancelled' || state === 'failed') return undefined
  const middle: readonly TaskState[] = state === 'blocked' || state === 'stopped' ? ['in progress', state] : ['in progress']
  return ['not started', ...middle, ...(kind === 'implementation' ? (['review pending'] as const) : []), 'completed']
}

/** What is asked of a task by commands. */
export type Act = 'accept' | 'success' | 'error' | 'question' | 'answer' | 'qualified' | 'failed'

/**
 * What an act comes to in a state: it is done; nothing changes; nothing changes if it was just this that happened, else it is
 * refused; or a code that refuses it.
 */
export type Move = 'do' | 'same' | `same or ${MoveCode}` | MoveCode

/** Why a state refuses an act. */
export const moveCodes = [
  'SUBAGENT_NOT_IN_PROGRESS',
  'SUBAGENT_NOT_HELD',
  'SUBAGENT_NOT_REVIEWABLE',
  'SUBAGENT_NO_QUESTION',
  'SUBAGENT_REVIEW_PENDING',
  'SUBAGENT_TASK_DONE',
] as const
export type MoveCode = (typeof moveCodes)[number]

const done: Readonly<Record<Act, Move>> = {
  accept: 'SUBAGENT_TASK_DONE',
  success: 'SUBAGENT_TASK_DONE',
  error: 'SUBAGENT_TASK_DONE',
  question: 'SUBAGENT_TASK_DONE',
  answer: 'SUBAGENT_NO_QUESTION',
  qualified: 'same or SUBAGENT_TASK_DONE',
  failed: 'SUBAGENT_TASK_DONE',
}

/** Moves by state (subagent protocol, section 8). */
export const moves: Readonly<Record<Exclude<TaskState, 'unknown'>, Readonly<Record<Act, Move>>>> = {
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
  completed: done,
  failed: done,
  cancelled: done,
}

/** The states of a session of v2, which its orchestrator stores. */
export const sessionStates = [
  'INITIALIZING',
  'PLANNING',
  'BATCHING',
  'EXECUTING_BATCH',
  'REVIEWING_BATCH',
  'KNOWLEDGE_EXTRACTION',
  'ITERATION_REVIEW',
  'ITERATION_CRITIQUE_REPLAN',
  'COMPLETE',
  'REPLANNING',
  'SESSION_REVIEW',
] as const
