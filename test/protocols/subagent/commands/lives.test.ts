import { expect, it } from 'vitest'
import {
  change,
  payloads,
  progressPath,
  questionsPath,
  reportPath,
  reportText,
  sample,
} from '../../../../src/protocols/subagent/examples.ts'
import type { Tree } from '../../scene.ts'
import { found, give } from '../scene.ts'

/** A command with its json block, if any; or files that an agent writes. */
type Step = readonly [command: string, block?: object] | Tree

const planning = change(sample, {
  [progressPath]: [
    [
      '- [x] plan-init (Completed)',
      '- [x] plan-init (Completed)\n- [ ] plan-more\n- [ ] plan-again\n- [ ] qa-brainstorm',
    ],
  ],
})
const executed = (attempt: number) => payloads.executorOutput('task-3', attempt)
const reviewed = (verdict: string) => ({ ...payloads.reviewerOutput, verdict, feedback: 'Keep the last line.' })
const questioned = {
  contract: 'ralph-questioner@1.0.0',
  kind: 'output',
  session_id: '260131-144400',
  created_at: '2026-02-01T10:00:00Z',
  payload: payloads.brainstorm,
}

const lives: readonly (readonly [name: string, tree: Tree, steps: readonly Step[]])[] = [
  [
    'a task that fails its review once',
    sample,
    [
      ['/accept task-3'],
      { [reportPath('task-3')]: reportText('task-3') },
      ['/handback task-3', executed(1)],
      ['/review task-3 failed', reviewed('Failed')],
      ['/accept task-3'],
      ['/handback task-3 question "Which words?"'],
      ['/answer task-3 "All of them"'],
      { [reportPath('task-3', 2)]: reportText('task-3', 2) },
      ['/handback task-3', executed(2)],
      ['/review task-3 qualified', reviewed('Qualified')],
    ],
  ],
  [
    'two planning tasks of one MODE at once',
    planning,
    [
      ['/accept plan-more "Cut it smaller"'],
      ['/accept plan-again'],
      ['/handback plan-more success', payloads.plannerOutput],
      ['/handback plan-again question "How small?"'],
      ['/answer plan-again "A day each"'],
      ['/handback plan-again success', payloads.plannerOutput],
    ],
  ],
  [
    'questions',
    { ...planning, [questionsPath]: sample[questionsPath] ?? '' },
    [['/accept qa-brainstorm'], ['/handback qa-brainstorm success', questioned]],
  ],
]

it.each(lives)('%s: every output that a command writes has its input', async (_, start, steps) => {
  let tree = start
  for (const step of steps) {
    if (!Array.isArray(step)) tree = Object.assign({}, tree, step as Tree)
    else {
      const [command, block] = step as readonly [string, object?]
      const result = await give(tree, command, block && { report: JSON.stringify(block) })
      expect([command, result.outcome]).toEqual([command, 'changed'])
      tree = result.tree
    }
    expect([step, await found(tree)]).toEqual([step, expect.not.arrayContaining(['MESSAGE_UNPAIRED warning'])])
  }
})
