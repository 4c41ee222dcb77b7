import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { table } from '../../src/render/table.ts'

const results = z.array(
  z.object({
    name: z.string(),
    commit: z.string(),
    machine: z.object({
      cores: z.number(),
      processor: z.string(),
      memory: z.string(),
      system: z.string(),
      node: z.string(),
    }),
    figures: z.array(
      z.object({
        work: z.string(),
        against: z.string(),
        unit: z.string(),
        aim: z.object({ bound: z.enum(['most', 'least']), value: z.number() }).optional(),
        measured: z.number().optional(),
        note: z.string().optional(),
        raw: z.record(z.string(), z.union([z.number(), z.string()])),
      }),
    ),
  }),
)

const mutation = z.array(
  z.object({
    folder: z.string(),
    possible: z.number(),
    tried: z.number(),
    noticed: z.number(),
    score: z.number(),
    commit: z.string(),
    command: z.string(),
  }),
)

const coverage = z.array(
  z.object({
    folder: z.string(),
    lines: z.number(),
    branches: z.number(),
    commit: z.string().optional(),
    command: z.string().optional(),
  }),
)

function read<Form extends z.ZodType>(root: string, path: string, form: Form): z.output<Form> | undefined {
  const file = join(root, path)
  return existsSync(file) ? form.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

const figure = (value: number, unit: string) => {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
  return `${rounded.toLocaleString('en')} ${unit}`.trim()
}

/** The commands and commits that figures were measured by, each once. */
const by = (all: readonly { readonly commit?: string | undefined; readonly command?: string | undefined }[]) =>
  [...new Set(all.map(({ commit = '', command = '' }) => `\`${command}\` at \`${commit.slice(0, 7)}\``))].join(', ')

const notMeasured = 'Not measured yet.'

/**
 * Where benchmarks were measured: one line where that is the same of all, otherwise one for each place with what was
 * measured there.
 */
function places(all: z.output<typeof results>): readonly string[] {
  const names = new Map<string, string[]>()
  for (const { name, commit, machine } of all) {
    const { cores, processor, memory, system, node } = machine
    const place = `at \`${commit.slice(0, 7)}\` on ${cores} cores of ${processor}, ${memory}, ${system}, Node ${node}`
    names.set(place, [...(names.get(place) ?? []), name])
  }
  const [only, ...more] = names.keys()
  if (only !== undefined && more.length === 0)
    return [`Measured by \`npm run bench${all.length === 1 ? ` -- ${all[0]?.name}` : ''}\` ${only}.`]
  return [...names].map(([place, those]) => `- \`npm run bench -- ${those.join(' ')}\`, ${place}`)
}

const measuredBenchmarks = (root: string) => read(root, 'bench/results.json', results) ?? []

/** The benchmark that has a table of its own. */
const ofLives = ({ name }: { readonly name: string }) => name === 'lives'

const doorNames: Readonly<Record<string, string>> = { shell: 'command line', tools: 'MCP' }

/** What it takes to follow `next` alone, for each life and each door. */
export function lives(root: string): string {
  const found = measuredBenchmarks(root).filter(ofLives)
  if (found.length === 0) return notMeasured
  const rows = found.flatMap(({ figures }) =>
    figures.map(({ work, against, measured = 0, raw }) => {
      const counts = ['errors', 'questions', 'calls', 'refusals', 'guesses'].map((key) => figure(Number(raw[key]), ''))
      return [work, doorNames[against] ?? against, ...counts, figure(measured, '')]
    }),
  )
  const titles = ['life', 'through', 'errors', 'questions', 'calls', 'refusals', 'guesses', 'tokens']
  return [...places(found), '', table(titles, rows)].join('\n')
}

/** The table of `npm run bench`: each benchmark as it was measured last. */
export function benchmarks(root: string): string {
  const found = measuredBenchmarks(root).filter((result) => !ofLives(result))
  if (found.length === 0) return notMeasured
  const rows = found.flatMap(({ name, figures }) =>
    figures.map(({ work, against, measured, unit, aim, note }) => [
      name,
      note === undefined ? work : `${work} (${note})`,
      against,
      measured === undefined ? '' : figure(measured, unit),
      aim === undefined ? '' : `${aim.bound === 'most' ? '≤' : '≥'} ${figure(aim.value, unit)}`,
      aim === undefined || measured === undefined
        ? ''
        : (aim.bound === 'most' ? measured <= aim.value : measured >= aim.value)
          ? '✔'
          : 'missed',
    ]),
  )
  return [...places(found), '', table(['figure', 'work', 'against', 'measured', 'aim', ''], rows)].join('\n')
}

/** How many deliberate mistakes the tests notice. */
export function mutations(root: string): string {
  const found = read(root, 'bench/mutation.json', mutation)
  if (!found) return notMeasured
  const rows = found.map(({ folder, possible, tried, noticed, score }) => [
    `\`${folder}\``,
    `${score} %`,
    `${noticed} of ${tried}`,
    `${possible}`,
  ])
  return [`Measured by ${by(found)}.`, '', table(['folder', 'score', 'noticed', 'possible'], rows)].join('\n')
}

/** Which lines and branches the tests come by. */
export function coverages(root: string): string {
  const found = read(root, 'bench/coverage.json', coverage)
  if (!found) return notMeasured
  const rows = found.map(({ folder, lines, branches }) => [`\`${folder}\``, `${lines} %`, `${branches} %`])
  return [`Measured by ${by(found)}.`, '', table(['folder', 'lines', 'branches'], rows)].join('\n')
}
