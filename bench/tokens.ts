import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { stories, type Step } from '../test/stories/appendix-c.ts'
import { baton, run, type Benchmark } from './measure.ts'

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
const briefly = ({ comment }: Step): string =>
  comment.includes('/accept') ? '/accept TinyGain' : comment.replace(/^\{.*\}$/m, (report) => demanded(report))

/** Who ends a unit and begins the next says so in one comment. */
function joined(steps: readonly Step[]): readonly Step[] {
  const said: Step[] = []
  for (const step of steps) {
    const comment = briefly(step)
    const last = said.at(-1)
    if (last?.comment.startsWith('/handback') && comment.startsWith('/accept'))
      said[said.length - 1] = { ...last, comment: `${last.comment}\n\n${comment}` }
    else said.push({ ...step, comment })
  }
  return said
}

/** A command as an orchestrator gives it in a shell, a report of an agent behind it as text. */
const written = ({ comment }: Step) => `baton run '${comment}'`

/** What an orchestrator writes and reads to lead a plugin through the whole complex workflow (specification of `plugin`, appendix C). */
export const tokens: Benchmark = (bench) => {
  const story = stories.find(({ name }) => name === 'complex')
  if (!story) throw new Error('There is no complex workflow among the stories.')
  const root = join(bench.folder, 'repository')
  for (const [path, text] of Object.entries(story.start)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const said = joined(story.steps).map((step) => {
    const { output } = run(baton(bench, 'run', step.comment, '--root', root, '--at', step.at, '--actor', step.actor))
    return { writes: countTokens(written(step)), reads: countTokens(output) }
  })
  const sum = (key: 'writes' | 'reads') => said.reduce((all, each) => all + each[key], 0)
  return [
    {
      work: `${story.steps.length} commands of the complex workflow, in ${said.length} comments`,
      against: 'tokens (o200k_base), written and read',
      unit: 'tokens',
      aim: { bound: 'most', value: 1_000 },
      measured: sum('writes') + sum('reads'),
      raw: { written: sum('writes'), read: sum('reads') },
      note: 'the specification aims at 5,000, from 57,500',
    },
  ]
}
