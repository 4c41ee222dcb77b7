import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Files } from '../src/core/rule.ts'
import {
  instructionsPath,
  planPath,
  progressPath,
  reportPath,
  reportText,
  reviewText,
  sample,
  tasksPath,
} from '../src/protocols/subagent/examples.ts'
import { baton, shortest, type Benchmark } from './measure.ts'

const tasks = 500
const attempts = 3

/** A session of many tasks, each of which failed its review until the last attempt. */
function session(): Files {
  const ids = Array.from({ length: tasks }, (_, index) => `task-${index + 1}`)
  const definition = (id: string, index: number) =>
    `- ${id}: Build ${id}\n    - **Type**: Sequential\n    - **Files**: src/${id}.ts\n    - **Objective**: Have ${id}.\n    - **Success Criteria**: Its samples pass.\n    - **Inherits From**: ${ids[index - 1] ?? 'None'}\n`
  const work = 'Wrote a part of it, with its tests, and looked at the result.\n'.repeat(20)
  const files: Record<string, string> = {
    [instructionsPath]: sample[instructionsPath] ?? '',
    [planPath]: sample[planPath] ?? '',
    [tasksPath]: `# Tasks\n\n## Implementation Tasks\n${ids.map(definition).join('\n')}`,
    [progressPath]: `# Progress\n\n${ids.map((id) => `- [x] ${id} (Completed)\n`).join('')}`,
  }
  for (const id of ids) {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const text = reportText(id, attempt).replace('Wrote', `${work}\nWrote`)
      files[reportPath(id, attempt)] = text + reviewText(attempt === attempts ? 'Qualified' : 'Failed')
    }
  }
  return files
}

/** Time of a large session. */
export const sessions: Benchmark = (bench) => {
  const root = join(bench.folder, 'session')
  for (const [path, text] of Object.entries(session())) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const { validate } = shortest(5, { validate: baton(bench, 'validate', '--strict', '--root', root) })
  return [
    {
      work: `baton validate, ${tasks} tasks, ${tasks * attempts} reports`,
      against: 'the clock',
      unit: 's',
      aim: { bound: 'most', value: 1 },
      measured: validate,
      raw: { seconds: validate },
    },
  ]
}
