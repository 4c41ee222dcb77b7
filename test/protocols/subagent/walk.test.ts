import { describe, expect, it } from 'vitest'
import {
  change,
  marked,
  progressPath,
  reportPath,
  reportText,
  reviewText,
  sample,
  tasksPath,
} from '../../../src/protocols/subagent/examples.ts'
import { subagent } from '../../../src/protocols/subagent/protocol.ts'
import { detours, follow, make, type Step } from '../guided.ts'
import { targets } from './scene.ts'

type Files = Readonly<Record<string, string>>

const place = { protocol: subagent, at: '2026-01-31T14:44:00Z' }

/** The report that an executor writes at a path. */
function write(path: string): string {
  const [, task = '', attempt = '1'] = /tasks\.(.+)-report(?:-r(\d+))?\.md$/.exec(path) ?? []
  return reportText(task, Number(attempt))
}

const fresh = async (...words: readonly string[]): Promise<Files> => (await make({}, words, place)).tree

/** Everything that is left: nothing, in a session that is complete. */
async function expectCompleted(tree: Files): Promise<void> {
  const found = await targets(tree)
  expect(found.map(({ state }) => state)).toEqual(['COMPLETE', ...found.slice(1).map(() => 'completed')])
}

const commands = (steps: readonly Step[]) => steps.map(({ command }) => command)

describe('a session that is led by what is to be done', () => {
  it('is completed task by task', async () => {
    const { steps, tree } = await follow(await fresh('Count words', '--task', 'Count', '--task', 'Print'), {
      place,
      write,
    })
    // What can be reviewed comes before what can be accepted, and that before work that is held.
    expect(commands(steps)).toEqual([
      '/accept task-1',
      '/accept task-2',
      '/handback task-1 success "The last line"',
      '/review task-1 qualified "The last line"',
      '/handback task-2 success "The last line"',
      '/review task-2 qualified "The last line"',
    ])
    await expectCompleted(tree)
  })

  it('is completed after an error or a question in place of any success', async () => {
    const files = await fresh('Count words', '--task', 'Count', '--task', 'Print')
    const ways = await detours(async (choose) => {
      const { steps, tree } = await follow(files, { place, write, ...(choose && { choose }) })
      await expectCompleted(tree)
      return steps
    })
    expect([...ways.keys()]).toEqual(['error 0', 'question 0', 'error 1', 'question 1'])
    const actions = (way: string) => ways.get(way)?.map((step) => step.do)
    expect(actions('error 0')).toEqual(['accept', 'accept', 'work', 'decide', 'work', 'review', 'work', 'review'])
    expect(actions('question 1')).toEqual(['accept', 'accept', 'work', 'review', 'work', 'answer', 'work', 'review'])
  })

  it('is completed after a review that failed', async () => {
    const { steps, tree } = await follow(await fresh('Count words'), {
      place,
      write,
      choose: (action, forms, pastSteps) =>
        action.do === 'review' && !pastSteps.some((step) => step.do === 'review') ? forms[1] : forms[0],
    })
    expect(commands(steps)).toEqual([
      '/accept task-1',
      '/handback task-1 success "The last line"',
      '/review task-1 failed "The last line"',
      '/accept task-1',
      '/handback task-1 success "The last line"',
      '/review task-1 qualified "The last line"',
    ])
    await expectCompleted(tree)
  })

  it('is completed in the order of its dependencies, beside planning', async () => {
    const dependentTasks = change(sample, {
      [tasksPath]: [
        ['- plan-init: Set up the session', '- plan-init: Set up the session\n- plan-qa-brainstorm: Ask'],
        ['**Inherits From**: task-1', '**Inherits From**: task-3'],
      ],
      [progressPath]: [['- [x] plan-init (Completed)\n', '- [x] plan-init (Completed)\n- [ ] plan-qa-brainstorm\n']],
    })
    const ways = await detours(async (choose) => {
      const { steps, tree } = await follow(dependentTasks, { place, write, ...(choose && { choose }) })
      await expectCompleted(tree)
      const [two, three] = ['/accept task-2', '/review task-3 qualified "The last line"'].map((command) =>
        commands(steps).indexOf(command),
      )
      expect(two).toBeGreaterThan(three ?? Infinity)
      return steps
    })
    expect(ways.size).toBe(6)
  })

  it('is reviewed once a report that was missing is written', async () => {
    const completed = {
      ...marked(sample, 'task-2', ' ', 'x'),
      [reportPath('task-2')]: reportText('task-2') + reviewText('Qualified'),
    }
    const pending = marked(completed, 'task-3', ' ', 'P')
    const { steps, tree } = await follow(pending, { place, known: ['SUBAGENT_REPORT_MISSING'], write })
    expect(commands(steps)).toEqual(['/review task-3 qualified "The last line"'])
    await expectCompleted(tree)
  })
})
