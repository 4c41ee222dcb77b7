import type { PlaceComparison } from '../../core/compared.ts'
import type { Place } from '../../core/diagnostic.ts'
import { recordedStatus, type ControlModel, type Stage } from './model.ts'

const unfinishedStates = new Set(['handback invalid', 'returned error', 'returned question'])

/** What says that a stage is finished, and what its handback says. */
export interface FinishPair extends PlaceComparison {
  /** Where it says so. */
  readonly place: Place | undefined
}

/** Compares what says that a stage is finished with its state: `output-params.json`, then `wf-run.json`. */
export function finishPairs(stage: Stage): readonly [params: FinishPair, record: FinishPair] {
  const { target, state, params, finalized, run } = stage
  const status = recordedStatus(stage)
  const isUnfinished = unfinishedStates.has(state)
  const pair = { code: 'STAGE_FINISHED_EARLY', target }
  const stageStatement = { place: 'stage', value: state }
  const value = status === undefined || status.value === null ? null : String(status.value)
  return [
    {
      ...pair,
      subject: 'output-params.json',
      said: [{ place: 'output-params.json', value: finalized ? 'there' : null }, stageStatement],
      agrees: !isUnfinished || !finalized,
      place: { path: params.path, line: 1 },
    },
    {
      ...pair,
      subject: 'status',
      said: [{ place: 'wf-run.json', value }, stageStatement],
      agrees: status?.value !== 'completed' || (!isUnfinished && state !== 'granted'),
      place: status && run.record.data?.place(status),
    },
  ]
}

/** Everything that must agree in some runs. */
export function* placeComparisons({ stages }: ControlModel): Iterable<PlaceComparison> {
  for (const stage of stages) if (!stage.legacy) yield* finishPairs(stage)
}
