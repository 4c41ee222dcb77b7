import { mkdirSync, writeFileSync } from 'node:fs'
import { folder, manifestOf } from '../src/protocols/handover/examples.ts'
import { baton, shortest, type Benchmark } from './measure.ts'

const [steps, lines] = [300, 5000]

/** A plan that is longer than any that people write. */
function planText(): string {
  const step = (number: number) => `### Step ${number}: Part ${number}\n\nDo it.\n\n${manifestOf(number)}`
  const text = `---\nplan_version: "1.7"\n---\n\n## Implementation Plan\n\n${Array.from({ length: steps }, (_, index) => step(index + 1)).join('\n')}`
  return text + 'And more.\n'.repeat(lines - text.split('\n').length + 1)
}

/**
 * How long the longest plan takes, its manifests and their patterns with it: it must not be noticeable before a commit.
 */
export const plan: Benchmark = (bench) => {
  const root = `${bench.folder}/repository`
  mkdirSync(`${root}/${folder}`, { recursive: true })
  writeFileSync(`${root}/${folder}/plan.md`, planText())
  const seconds = shortest(10, {
    validate: baton(bench, 'validate', '--strict', '--root', root, `${folder}/plan.md`),
    node: { command: process.execPath, args: ['-e', '0'] },
  })
  return [
    {
      work: `baton validate, a plan of ${lines} lines and ${steps} steps`,
      against: 'node -e 0',
      unit: '×',
      aim: { bound: 'most', value: 10 },
      measured: seconds.validate / seconds.node,
      raw: seconds,
    },
  ]
}
