import type { Figure } from './measure.ts'

/** Where figures were measured. */
export interface Machine {
  readonly cores: number
  readonly processor: string
  readonly memory: string
  readonly system: string
  readonly node: string
}

/** A benchmark as it was measured last. */
export interface Result {
  readonly name: string
  readonly commit: string
  readonly machine: Machine
  readonly figures: readonly Figure[]
}

/**
 * The results with those of a run in place of the ones before: benchmarks that did not run keep theirs.
 *
 * @param names of all benchmarks, in the order of the table. What is called otherwise is none any more.
 */
export const updated = (
  before: readonly Result[],
  run: readonly Result[],
  names: readonly string[],
): readonly Result[] => {
  const results = new Map([...before, ...run].map((result) => [result.name, result]))
  return names.flatMap((name) => results.get(name) ?? [])
}
