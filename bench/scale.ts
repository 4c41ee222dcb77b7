import { baton, peak, shortest, type Benchmark } from './measure.ts'
import { usualBytes, writeRepository } from './repository.ts'

const plugins = 10_000

/**
 * Time and memory of a large repository. Its contracts must be read and hashed whatever else is done: that is the lower
 * bound.
 */
export const scale: Benchmark = (bench) => {
  const root = `${bench.folder}/repository`
  const contracts = writeRepository(root, plugins, usualBytes).filter((path) => path.includes('/.ideas/'))
  const validate = baton(bench, 'validate', '--root', root)
  const hash = { command: 'xargs', args: ['-0', 'sha256sum'], cwd: root, input: contracts.join('\0') }
  const seconds = shortest(3, { validate, hash })
  const bytes = peak(validate)
  const work = `baton validate, ${plugins} plugins`
  return [
    {
      work,
      against: 'sha256sum of the contracts',
      unit: '×',
      aim: { bound: 'most', value: 3.5 },
      measured: seconds.validate / seconds.hash,
      raw: seconds,
    },
    {
      work,
      against: 'peak of memory',
      unit: 'MB',
      aim: { bound: 'most', value: 400 },
      measured: bytes / 1e6,
      raw: { bytes },
    },
  ]
}
