import type { PlaceComparison } from '../../core/compared.ts'
import type { FileRecord } from '../../kit/record.ts'
import type { GovernanceModel } from './model.ts'

function sumOf(counts: unknown): number | undefined {
  const values: readonly unknown[] = typeof counts === 'object' && counts !== null ? Object.values(counts) : [undefined]
  const numbers = values.filter((count) => typeof count === 'number')
  return numbers.length === values.length ? numbers.reduce((sum, count) => sum + count, 0) : undefined
}

/** The totals of the metrics, each with the sum that it should be. */
function* sums(file: FileRecord): Iterable<readonly [key: string, sum: number | undefined]> {
  const [planner, validator] = [
    file.number('iterationCounts', 'plannerChecker'),
    file.number('iterationCounts', 'validatorFix'),
  ]
  yield ['iterationCounts', planner !== undefined && validator !== undefined ? planner + validator : undefined]
  yield ['agentSpawns', sumOf(file.value('agentSpawns', 'byAgent'))]
  yield ['errors', sumOf(file.value('errors', 'byType'))]
}

/** A total of the metrics, and the sum of what it counts. */
export interface SumPair extends PlaceComparison {
  readonly subject: string
  readonly total: number
  readonly sum: number
}

/** Compares the totals of the metrics with what they count. */
export function* sumPairs({ metrics, metricsTarget }: GovernanceModel): Iterable<SumPair> {
  for (const [subject, sum] of sums(metrics)) {
    const total = metrics.number(subject, 'total')
    if (total === undefined || sum === undefined) continue
    const values = [
      { place: 'total', value: String(total) },
      { place: 'counts', value: String(sum) },
    ]
    yield { code: 'GOV_METRICS_SUM', target: metricsTarget, subject, said: values, agrees: total === sum, total, sum }
  }
}
