import { pluralize } from '../../core/diagnostic.ts'
import type { Holder } from '../../core/target.ts'
import { distance, isLegal, movesTo, type StateMachine, type StateRow, type Transitions } from '../../kit/states.ts'
import type { Project } from './model.ts'
import { planOf } from './reading/plan.ts'
import {
  stepsInProgress,
  nextStep,
  progressIn,
  questionIn,
  type Progress,
  type StepRecord,
} from './reading/progress.ts'
import { isFilledIn } from './reading/review.ts'
import { writtenText, writtenValue } from '../../kit/written.ts'
import type { ProgressStatus } from './schema.ts'

/** The state of a project as the table has it: what is read of its plan and its run. */
export type State =
  | 'unreadable'
  | 'no plan'
  | 'planned'
  | 'trial'
  | 'pending'
  | 'in progress'
  | 'between steps'
  | 'asked'
  | 'failed'
  | 'put off'
  | 'completed'
  | 'left over'
  | 'reviewed'

interface Row extends StateRow {
  readonly status?: ProgressStatus
}

const orchestrator = { holder: 'orchestrator' } as const
const accept = { ...orchestrator, next: { accept: ['accept'] } } as const
const review = { ...orchestrator, next: { review: null } } as const

const states: Readonly<Record<State, Row>> = {
  unreadable: { ...orchestrator, next: { mend: null } },
  'no plan': { ...orchestrator, next: { wait: null } },
  planned: accept,
  // A dry run or a validation has done no step.
  trial: { ...orchestrator, next: { accept: ['accept', '--new-run'] } },
  pending: { ...accept, status: 'pending' },
  'in progress': { holder: 'agent', next: { work: ['handback', 'success|error|question "…"'] }, status: 'in_progress' },
  'between steps': { ...accept, status: 'in_progress' },
  asked: { ...orchestrator, next: { answer: ['answer', '"…"'] }, status: 'partial' },
  failed: { ...orchestrator, next: { decide: ['accept'] }, status: 'failed' },
  // Every step is closed, and some were put off.
  'put off': { ...review, status: 'partial' },
  completed: { ...review, status: 'completed' },
  // Its local session files are left.
  'left over': { ...orchestrator, next: { finish: null } },
  reviewed: { ...orchestrator, next: {} },
}

/** The states of a project and the moves between them. */
export const machine: StateMachine<State> = {
  initial: 'no plan',
  states,
  moves: [
    { from: 'no plan', to: 'planned', by: 'plan.md' },
    { from: 'planned', to: 'in progress', by: '/accept' },
    { from: 'trial', to: 'in progress', by: '/accept --new-run' },
    { from: 'pending', to: 'in progress', by: '/accept' },
    { from: 'between steps', to: 'in progress', by: '/accept' },
    { from: 'in progress', to: 'between steps', by: '/handback success' },
    { from: 'in progress', to: 'completed', by: '/handback success', condition: 'of the last step' },
    { from: 'in progress', to: 'put off', by: '/handback success', condition: 'of the last step, others deferred' },
    { from: 'in progress', to: 'failed', by: '/handback error' },
    { from: 'in progress', to: 'asked', by: '/handback question' },
    { from: 'failed', to: 'in progress', by: '/accept' },
    { from: 'asked', to: 'in progress', by: '/answer' },
    { from: 'asked', to: 'in progress', by: '/accept --anyway' },
    { from: 'completed', to: 'reviewed', by: 'review.md' },
    { from: 'put off', to: 'reviewed', by: 'review.md' },
    { from: 'completed', to: 'left over', by: 'review.md', condition: 'together with local session files' },
    { from: 'put off', to: 'left over', by: 'review.md', condition: 'together with local session files' },
    { from: 'left over', to: 'reviewed', by: 'baton cleanup --confirm' },
  ],
}

const statesWithStatus = (status: ProgressStatus) =>
  (Object.keys(states) as State[]).filter((state) => states[state].status === status)

/** Whether the status of a run may go so in a change: one change may hold many moves. */
export const mayProgressMove = (from: ProgressStatus, to: ProgressStatus): boolean =>
  statesWithStatus(from).some((fromState) =>
    statesWithStatus(to).some((toState) => distance(machine, fromState, toState) !== undefined),
  )

/** Where the status of the research may go. */
const researchTransitions: Transitions<string> = {
  moves: [
    ...movesTo({
      pending: ['in_progress', 'complete', 'skipped'],
      skipped: ['pending', 'in_progress', 'complete'],
      in_progress: ['complete', 'skipped'],
      complete: ['in_progress'],
    }),
    { from: 'complete', to: 'pending', condition: 'with more topics' },
  ],
}

/** Whether the status of the research may go so. From a word that is not a status it may go anywhere. */
export const mayResearchMove = (from: string, to: string, moreTopics: boolean): boolean =>
  isLegal(researchTransitions, from, to, () => moreTopics) ||
  !researchTransitions.moves.some((move) => move.from === from)

/** The steps that an agent works on: none of a trial run. The status of the run may lag behind its steps. */
export const stepsAtWork = (progress: Progress | undefined): readonly StepRecord[] =>
  progress?.mode === 'execute' ? stepsInProgress(progress) : []

function stateOfRun(
  progress: Progress,
  { review, 'session-state': session, 'next-session-prompt': prompt }: Project['files'],
): State {
  if (stepsAtWork(progress).length > 0) return 'in progress'
  if (questionIn(progress)) return 'asked'
  if (progress.status === 'completed' || nextStep(progress) === undefined) {
    if (review && isFilledIn(review)) return session || prompt ? 'left over' : 'reviewed'
    return progress.status === 'partial' ? 'put off' : 'completed'
  }
  if (progress.records.some(({ status }) => status === 'failed')) return 'failed'
  return progress.status === 'pending' ? 'pending' : 'between steps'
}

export function stateOf(project: Project): State {
  const { files } = project
  const progress = progressIn(project)
  if (files.progress && !progress) return 'unreadable'
  if (progress?.mode === 'execute') return stateOfRun(progress, files)
  if (!files.plan) return 'no plan'
  return progress ? 'trial' : 'planned'
}

export const holderOf = (project: Project): Holder => states[stateOf(project)].holder

/** The state of a run, in words, the first that fits. */
function describeRun(progress: Progress): string {
  const { status, total, current = 0, records } = progress
  const stepText = (number: number, word: string) => `step ${number}/${total ?? '?'} ${word}`
  if (status === 'completed') return 'completed'
  for (const word of ['in_progress', 'failed'] as const) {
    const record = records.find((candidate) => candidate.status === word)
    if (record) return stepText(record.number, word)
  }
  if (status === 'partial') return stepText(current, 'partial')
  return status === 'pending' ? stepText(0, 'pending') : stepText(current, 'done')
}

export function describeState(project: Project): string {
  const progress = progressIn(project)
  if (progress) return describeRun(progress)
  const { plan, brief } = project.files
  const steps = plan && planOf(plan)?.steps.length
  if (steps !== undefined) return `planned (${pluralize(steps, 'step')})`
  const status = brief?.mapping && writtenText(writtenValue(brief.mapping, 'research_status'))
  return status === undefined ? 'started' : `research ${status}`
}
