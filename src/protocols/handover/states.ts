import type { StateMachine, Step } from '../../kit/states.ts'
import { progressStatuses, type ProgressStatus } from './schema.ts'

/** Where the status of a run may go in a change; it may always stay. */
const progressMoves: Readonly<Record<ProgressStatus, readonly ProgressStatus[]>> = {
  pending: ['in_progress', 'completed', 'failed', 'partial'],
  in_progress: ['completed', 'failed', 'partial'],
  failed: ['in_progress', 'completed', 'partial'],
  partial: ['in_progress', 'completed', 'failed'],
  completed: [],
}

/** The statuses of a run and the steps between them. */
export const machine: StateMachine<ProgressStatus> = {
  initial: 'pending',
  steps: progressStatuses.flatMap((from) => progressMoves[from].map((to): Step<ProgressStatus> => ({ from, to }))),
}

export const mayProgressMove = (from: ProgressStatus, to: ProgressStatus): boolean =>
  from === to || machine.steps.some((step) => step.from === from && step.to === to)

/** Where the status of the research may go; back from `complete` to `pending` only with more topics. */
const researchMoves: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'in_progress', 'complete', 'skipped'],
  skipped: ['pending', 'in_progress', 'complete', 'skipped'],
  in_progress: ['in_progress', 'complete', 'skipped'],
  complete: ['in_progress', 'complete'],
}

export const mayResearchMove = (from: string, to: string, moreTopics: boolean): boolean =>
  researchMoves[from] === undefined || researchMoves[from].includes(to) || (from === 'complete' && to === 'pending' && moreTopics)
