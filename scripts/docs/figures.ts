import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { table } from '../../src/render/table.ts'

const results = z.object({
  commit: z.string(),
  machine: z.object({ cores: z.number(), processor: z.string(), memory: z.string(), system: z.string(), node: z.string() }),
  figures: z.array(
    z.object({
      name: z.string(),
      work: z.string(),
      against: z.string(),
      unit: z.string(),
      aim: z
        .object({ bound: z.enum(['most', 'least']), value: z.number() })
        .nullish()
        .transform((aim) => aim ?? undefined),
      measured: z.number(),
      note: z.string().nullish(),
    }),
  ),
})

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
  z.object({ folder: z.string(), lines: z.number(), branches: z.number(), commit: z.string().optional(), command: z.string().optional() }),
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

/** The table of `npm run bench`, as it was measured last. */
export function benchmarks(root: string): string {
  const found = read(root, 'bench/results.json', results)
  if (!found) return notMeasured
  const { machine, commit, figures } = found
  const rows = figures.map(({ name, work, against, measured, unit, aim, note }) => [
    name,
    note ? `${work} (${note})` : work,
    against,
    figure(measured, unit),
    aim === undefined ? '' : `${aim.bound === 'most' ? '≤' : '≥'} ${figure(aim.value, unit)}`,
    aim === undefined ? '' : (aim.bound === 'most' ? measured <= aim.value : measured >= aim.value) ? '✔' : 'missed',
  ])
  const where = `${machine.cores} cores of ${machine.processor}, ${machine.memory}, ${machine.system}, Node ${machine.node}`
  return [
    `Measured by \`npm run bench\` at \`${commit.slice(0, 7)}\` on ${where}.`,
    '',
    table(['figure', 'work', 'against', 'measured', 'aim', ''], rows),
  ].join('\n')
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
