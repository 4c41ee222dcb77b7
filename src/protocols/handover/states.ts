import type { ProgressStatus } from './schema.ts'

/** Where the status of a run may go between base and head (handover protocol, section 6). */
export const progressMoves: Readonly<Record<ProgressStatus, readonly ProgressStatus[]>> = {
  pending: ['pending', 'in_progress', 'completed', 'failed', 'partial'],
  in_progress: ['in_progress', 'completed', 'failed', 'partial'],
  failed: ['in_progress', 'completed', 'failed', 'partial'],
  partial: ['in_progress', 'completed', 'failed', 'partial'],
  completed: ['completed'],
}

/** Where the status of the research may go; back from `complete` to `pending` only with more topics. */
const researchMoves: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'in_progress', 'complete', 'skipped'],
  skipped: ['pending', 'in_progress', 'complete', 'skipped'],
  in_progress: ['in_progress', 'complete', 'skipped'],
  complete: ['in_progress', 'complete'],
}

export const mayResearchMove = (from: string, to: string, moreTopics: boolean): boolean =>
  researchMoves[from] === undefined || researchMoves[from].includes(to) || (from === 'complete' && to === 'pending' && moreTopics)
