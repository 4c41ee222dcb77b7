import type { Holder } from '../../core/target.ts'
import { isLegal, movesTo, type StateMachine, type Transitions } from '../../kit/states.ts'
import type { Project } from './model.ts'
import { planOf } from './reading/plan.ts'
import { inProgress, progressIn, type Progress } from './reading/progress.ts'
import { textOf, valueOf } from './reading/records.ts'
import type { ProgressStatus } from './schema.ts'

/** The statuses of a run, and where they may go in a change. */
export const machine: StateMachine<ProgressStatus> = {
  initial: 'pending',
  holders: { pending: 'orchestrator', in_progress: 'agent', failed: 'orchestrator', partial: 'orchestrator', completed: 'orchestrator' },
  moves: movesTo<ProgressStatus>({
    pending: ['in_progress', 'completed', 'failed', 'partial'],
    in_progress: ['completed', 'failed', 'partial'],
    failed: ['in_progress', 'completed', 'partial'],
    partial: ['in_progress', 'completed', 'failed'],
  }),
}

export const mayProgressMove = (from: ProgressStatus, to: ProgressStatus): boolean => isLegal(machine, from, to)

/** Where the status of the research may go. */
const research: Transitions<string> = {
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

/** Whether the status of the research may go so. From a word that is no status it may go anywhere. */
export const mayResearchMove = (from: string, to: string, moreTopics: boolean): boolean =>
  isLegal(research, from, to, () => moreTopics) || !research.moves.some((move) => move.from === from)

/** Who has control: the agent while it works on a step of a run. The status of the run may lag behind its steps. */
export const holderOf = (progress: Progress | undefined): Holder =>
  progress?.mode === 'execute' && inProgress(progress).length > 0 ? machine.holders.in_progress : 'orchestrator'

/** The state of a run, in words, the first that fits. */
function runState(progress: Progress): string {
  const { status, total, current = 0, records } = progress
  const step = (number: number, word: string) => `step ${number}/${total ?? '?'} ${word}`
  if (status === 'completed') return 'completed'
  for (const word of ['in_progress', 'failed'] as const) {
    const record = records.find((each) => each.status === word)
    if (record) return step(record.number, word)
  }
  if (status === 'partial') return step(current, 'partial')
  return status === 'pending' ? step(0, 'pending') : step(current, 'done')
}

/** The state of a project, in words. */
export function stateOf(project: Project): string {
  const progress = progressIn(project)
  if (progress) return runState(progress)
  const { plan, brief } = project.files
  const steps = plan && planOf(plan)?.steps.length
  if (steps !== undefined) return `planned (${steps} steps)`
  const status = brief?.mapping && textOf(valueOf(brief.mapping, 'research_status'))
  return status === undefined ? 'started' : `research ${status}`
}
