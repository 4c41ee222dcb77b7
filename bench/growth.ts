import { rmSync } from 'node:fs'
import { baton, shortest, type Benchmark, type Figure } from './measure.ts'
import { writeRepository } from './repository.ts'

/** Small contracts: so many of the usual size would fill disks. */
const bytes = { 'plan.md': 1_000, '.continue-here.md': 2_000 }

const counts = [1_000, 10_000, 50_000] as const

/**
 * Whether a plugin costs more the more there are. The cost of the start is measured with a repository of three, and
 * subtracted.
 */
export const growth: Benchmark = (bench) => {
  const seconds = (count: number): number => {
    const root = `${bench.folder}/repository`
    writeRepository(root, count, bytes)
    const { validate } = shortest(3, { validate: baton(bench, 'validate', '--root', root) })
    rmSync(root, { recursive: true })
    return validate
  }
  const start = seconds(3)
  const [few, medium, many] = counts.map((count) => ({ count, cost: (seconds(count) - start) / count }))
  return [medium, many].flatMap((size): readonly Figure[] => {
    if (!size || !few) return []
    return [
      {
        work: `baton validate, each of ${size.count} plugins`,
        against: `each of ${few.count}`,
        unit: '×',
        aim: { bound: 'most', value: 1.2 },
        measured: size.cost / few.cost,
        raw: { [`seconds each of ${few.count}`]: few.cost, [`seconds each of ${size.count}`]: size.cost },
        note: 'contracts of a kilobyte at most',
      },
    ]
  })
}
