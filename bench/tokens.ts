import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { stories, type Step } from '../test/stories/appendix-c.ts'
import { baton, run, type Bench, type Benchmark } from './measure.ts'

interface Report {
  readonly agent: string
  readonly status: string
  readonly ready_for_next_stage: boolean
}

/** What a report must have (specification of `plugin`, 3.5). */
function demanded(report: string): string {
  const { agent, status, ready_for_next_stage } = JSON.parse(report) as Report
  return JSON.stringify({ agent, status, outputs: {}, ready_for_next_stage })
}

/** A step without what may be left out: the stage or phase that comes next anyway, and what a report need not say. */
export const briefly = ({ comment }: Step): string =>
  comment.includes('/accept') ? '/accept TinyGain' : comment.replace(/^\{.*\}$/m, (report) => demanded(report))

/** Joins the end of a unit and the beginning of the next in one comment. */
function joined(steps: readonly Step[]): readonly Step[] {
  const turns: Step[] = []
  for (const step of steps) {
    const comment = briefly(step)
    const last = turns.at(-1)
    if (last?.comment.startsWith('/handback') && comment.startsWith('/accept'))
      turns[turns.length - 1] = { ...last, comment: `${last.comment}\n\n${comment}` }
    else turns.push({ ...step, comment })
  }
  return turns
}

/** A command as an orchestrator gives it in a shell, a report of an agent after it as text. */
const written = ({ comment }: Step) => `baton run '${comment}'`

export const complex = stories.find(({ name }) => name === 'complex')

/**
 * What an orchestrator writes and reads to lead a plugin through the whole complex workflow, a call of the program for
 * each comment.
 */
function spent(
  bench: Bench,
  comments: (steps: readonly Step[]) => readonly Step[],
  env: Readonly<Record<string, string>> = {},
) {
  if (!complex) throw new Error('There is no complex workflow among the stories.')
  const root = join(bench.folder, 'repository')
  for (const [path, text] of Object.entries(complex.start)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const costs = comments(complex.steps).map((step) => {
    const program = baton(bench, 'run', step.comment, '--root', root, '--at', step.at, '--actor', step.actor)
    const { output } = run({ ...program, env: { ...program.env, ...env } })
    return { writes: countTokens(written(step)), reads: countTokens(output) }
  })
  const sum = (key: 'writes' | 'reads') => costs.reduce((all, cost) => all + cost[key], 0)
  return {
    against: 'tokens (o200k_base), written and read',
    unit: 'tokens',
    measured: sum('writes') + sum('reads'),
    raw: { written: sum('writes'), read: sum('reads') },
    calls: costs.length,
    steps: complex.steps.length,
  } as const
}

/** The complex workflow (specification of `plugin`, appendix C) in words. */
export const tokens: Benchmark = (bench) => {
  const { calls, steps, ...figure } = spent(bench, joined)
  return [
    {
      work: `${steps} commands of the complex workflow, in ${calls} comments`,
      ...figure,
      aim: { bound: 'most', value: 1_000 },
      note: 'the specification aims at 5,000, from 57,500',
    },
  ]
}

/** The same as what an agent acts on, which gives every command by itself. */
export const briefTokens: Benchmark = (bench) => {
  const briefSteps = (all: readonly Step[]) => all.map((step) => ({ ...step, comment: briefly(step) }))
  const { calls, steps: _, ...figure } = spent(bench, briefSteps, { BATON_FORMAT: 'brief' })
  return [
    {
      work: `the complex workflow with \`--format brief\`, in ${calls} calls`,
      ...figure,
      aim: { bound: 'most', value: 2_000 },
    },
  ]
}
