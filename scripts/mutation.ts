import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { Mutant, MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { protocolNames } from '../src/core/protocol.ts'
import { choose } from './mutation/ignored.ts'
import { keyOf, mutantsOf, rangeOf, sampled } from './mutation/sample.ts'
import { protocolOf, testsOf } from './mutation/tests.ts'

/**
 * `node scripts/mutation.ts` changes the sources in small ways, one at a time, and looks whether a test notices. There
 * are tens of thousands of such changes: a sample that a seed decides is tried, as many of each folder. Writes
 * `bench/mutation.json`.
 */
const { values: given } = parseArgs({
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', multiple: true },
  },
})
const protocols = protocolNames.map((name) => `src/protocols/${name}`)
const folders = given.folder ?? ['src/core', 'src/documents', ...protocols, 'src/protocols/declared']
const [sample, seed] = [Number(given.sample), Number(given.seed)]
if (!(Number.isInteger(sample) && sample > 0 && Number.isInteger(seed))) {
  console.error('Expected integers after --sample and --seed.')
  process.exit(2)
}

const root = join(import.meta.dirname, '..')
process.chdir(root)

const detected: ReadonlySet<string> = new Set(['Killed', 'Timeout'])
/** Those that no test could have noticed: what does not compile, and what Stryker leaves out. */
const uncounted: ReadonlySet<string> = new Set(['CompileError', 'RuntimeError', 'Ignored', 'Pending'])

/** Changes one place after the other and runs the tests of the folder against it. */
async function run(folder: string, chosen: readonly Mutant[]): Promise<readonly MutantResult[]> {
  const protocol = protocolOf(folder)
  process.env['MUTATION_TESTS'] = testsOf(folder).join(' ')
  if (protocol === undefined) delete process.env['MUTATION_PROTOCOL']
  else process.env['MUTATION_PROTOCOL'] = protocol
  choose(chosen)
  return new Stryker({
    mutate: [...new Set(chosen.map(rangeOf))],
    plugins: [
      '@stryker-mutator/vitest-runner',
      join(import.meta.dirname, 'mutation/ignored.ts'),
      join(import.meta.dirname, 'mutation/reporter.ts'),
    ],
    ignorers: ['prose', 'others'],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    // Stryker's own look at it breaks on TypeScript 7.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    ignorePatterns: ['.stryker-tmp', 'dist'],
    concurrency: 1,
    reporters: ['progress-as-lines'],
    // Generous: what runs out of time counts as noticed, and a busy machine must not look like a good test.
    timeoutMS: 60_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 20,
    allowEmpty: true,
    tempDirName: `.stryker-tmp/${folder.replaceAll('/', '-')}`,
  }).runMutationTest()
}

/** As it was chosen: the path from the root, and places counted from 0. */
const asChosen = (mutant: MutantResult): MutantResult => {
  const zeroBased = ({ line, column }: MutantResult['location']['start']) => ({ line: line - 1, column: column - 1 })
  const { start, end } = mutant.location
  return {
    ...mutant,
    fileName: relative(root, mutant.fileName),
    location: { start: zeroBased(start), end: zeroBased(end) },
  }
}
const percent = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10

/** `file:line:column name → what it was changed to`, for people to look at. */
const survivorOf = ({ fileName, location: { start }, mutatorName, replacement, status }: MutantResult): string =>
  `${fileName}:${start.line + 1}:${start.column + 1} ${mutatorName} → ${replacement.slice(0, 200)}${status === 'NoCoverage' ? ' (no test enters it)' : ''}`

async function figureOf(folder: string) {
  const all = await mutantsOf(root, folder)
  const chosen = sampled(all, sample, seed)
  const byKey = new Map((await run(folder, chosen)).map(asChosen).map((result) => [keyOf(result), result]))
  const found = chosen.flatMap((mutant) => byKey.get(keyOf(mutant)) ?? [])
  const counted = found.filter(({ status }) => !uncounted.has(status))
  const survivors = counted.filter(({ status }) => !detected.has(status))
  const noticed = counted.length - survivors.length
  const score = percent(noticed, counted.length)
  console.log(`${folder}: ${noticed} of ${counted.length} noticed (${score} %), of ${all.length} possible`)
  return {
    folder,
    possible: all.length,
    tried: counted.length,
    noticed,
    score,
    survivors: survivors.map(survivorOf).sort(),
    commit,
    command,
    seed,
  }
}

const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
const command = `npm run mutation -- --sample ${sample} --seed ${seed}`
const path = join(root, 'bench/mutation.json')

for (const folder of folders) {
  const measured = await figureOf(folder)
  // What was measured of other folders stays.
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as (typeof measured)[]) : []
  const all = [...before.filter((other) => other.folder !== folder), measured].sort((a, b) =>
    a.folder.localeCompare(b.folder),
  )
  writeFileSync(path, `${JSON.stringify(all, undefined, 2)}\n`)
}
