import { baton, shortest, type Benchmark } from './measure.ts'
import { writeRepository } from './repository.ts'

/** How long the program takes to do almost nothing: pre-commit hooks and agents run it again and again. */
export const start: Benchmark = (bench) => {
  const root = `${bench.folder}/repository`
  writeRepository(root, 3)
  const seconds = shortest(40, {
    validate: baton(bench, 'validate', '--root', root),
    node: { command: process.execPath, args: ['-e', '0'] },
  })
  return [
    {
      work: 'baton validate, 3 plugins',
      against: 'node -e 0',
      unit: '×',
      aim: { bound: 'most', value: 3 },
      measured: seconds.validate / seconds.node,
      raw: seconds,
      note: 'not the first run: compiled code is kept',
    },
  ]
}
