import { callsOf, counting, growing, total, type Steps } from '../steps/counting.ts'
import { isThorough } from '../thorough.ts'
import { edited } from './edited.ts'

// First, so that all that is imported after it is counted; `diff` is quadratic in differences, of which it is given no
// more than 200 to look for (`src/documents/line-diff.ts`).
const count = counting('/node_modules/diff/')
const { large } = await import('./index.ts')
const { protocols } = await import('../../src/entry/protocols.ts')
const { jobsOf } = await import('./jobs.ts')
const { protocolOf } = await import('./declared.ts')

const [name = '', usual = '24', only] = process.argv.slice(2)
const repositories = Object.entries(large).find(([protocolName]) => protocolName === name)?.[1]
if (!repositories) throw new RangeError(`There is no protocol ${name}`)
const builtIn = protocols.find((candidate) => candidate.name === name)

/** What became of a job at three sizes, each twice the one before. */
export interface Grown {
  readonly about: string
  readonly job: string
  readonly outcomes: readonly string[]
  readonly steps: readonly number[]
  readonly growing: readonly string[]
  /** How often what reads or writes a whole text was called. */
  readonly whole: Readonly<Record<string, readonly number[]>>
}

/** In every run every other job of a repository, and those that edit a file in many places; each night all. */
const isTried = (about: string, job: string, index: number) =>
  isThorough || index % 2 === 0 || edited.some((entry) => entry[0] === name && entry[1] === about && entry[2] === job)

const readers = ['quickJson', 'frontMatter', 'scanRegistry', 'splice'] as const

for (const [place, repository] of repositories.entries()) {
  if (only !== undefined && repository.about !== only) continue
  const protocol = repository.workflow === undefined ? builtIn : protocolOf(repository.workflow)
  if (!protocol) throw new RangeError(`${repository.about} has no protocol`)
  const size = repository.manyFiles ? Math.ceil(Number(usual) / 2) : Number(usual)
  const all = await Promise.all([1, 2, 4].map((times) => jobsOf(protocol, repository, times * size)))
  // What made them does not count.
  await count(() => undefined)
  for (const [index, { name: job }] of (all[0] ?? []).entries()) {
    if (!isTried(repository.about, job, index + place)) continue
    const outcomes: string[] = []
    const steps: Steps[] = []
    for (const jobs of all) steps.push(await count(() => outcomes.push(jobs[index]?.run() ?? '')))
    const grown: Grown = {
      about: repository.about,
      job,
      outcomes,
      steps: steps.map(total),
      growing: growing(steps as unknown as [Steps, Steps, Steps], size),
      whole: Object.fromEntries(readers.map((reader) => [reader, steps.map((step) => callsOf(step, reader))])),
    }
    process.stdout.write(`${JSON.stringify(grown)}\n`)
  }
}
