import { describe, expect, it } from 'vitest'
import {
  change,
  executorSaid,
  failedSample,
  inProgress,
  iteratedSample,
  laterSample,
  marked,
  messagePath,
  payloads,
  pendingSample,
  progressPath,
  reportPath,
  reportText,
  reviewText,
  sample,
  sampleCalled,
  tasksPath,
  unfinished,
  withMessage,
  workingSample,
} from '../../../src/protocols/subagent/examples.ts'
import { subagent } from '../../../src/protocols/subagent/protocol.ts'
import { machine, type TaskState } from '../../../src/protocols/subagent/states.ts'
import { actionsIn } from '../guided.ts'
import { target } from './scene.ts'

type Files = Readonly<Record<string, string>>

const place = { protocol: subagent, at: '2026-02-01T10:00:00Z' }
const id = (task: string) => `task:${task}@260131-144400`
const report = reportPath('task-3')
const second = reportPath('task-3', 2)
const message = (name: string) => messagePath(`executor.task-3.${name}`)

/** The end of an attempt at the third task. */
const ended = (files: Files, status: string): Files =>
  executorSaid(files, { ...unfinished('failed', ...(status === 'blocked' ? [] : ['No disk'])), status })
const planning = (task: string, mark: string, output?: object): Files => {
  const files = change(sample, {
    [progressPath]: [['- [x] plan-init (Completed)', `- [${mark}] ${task} (Not Started)`]],
  })
  return output
    ? withMessage(files, 'planner.INITIALIZE.1.output', { ...output }, payloads.plannerInput('INITIALIZE'))
    : files
}
const inputs = (files: Files) =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith('.output.json')))
const behind = (...tasks: readonly string[]) =>
  change(workingSample, {
    [tasksPath]: [
      [
        'The samples of task-3 pass.\n    - **Inherits From**: None',
        `The samples of task-3 pass.\n    - **Inherits From**: ${tasks.join(', ')}`,
      ],
    ],
  })

const needs = (path: string) => [`${path} with ## PART 1: IMPLEMENTATION REPORT filled`]
const accept = { do: 'accept', run: '/accept task-3', agent: 'Executor', read: [tasksPath] }
const work = {
  do: 'work',
  run: '/handback task-3 success|error|question "…"',
  agent: 'Executor',
  read: [tasksPath],
  needs: needs(report),
}
const review = {
  do: 'review',
  run: '/review task-3 qualified|failed "…"',
  agent: 'Reviewer',
  read: [tasksPath, report],
}

/**
 * What a task is like, its state then, and what is to be done about it; nothing: absent. Another task than the third
 * comes after it.
 */
type Row = readonly [about: string, state: TaskState, files: Files, expected?: object | undefined, task?: string]

const rows: readonly Row[] = [
  ['fresh', 'not started', sample, accept],
  ['behind one that is completed', 'not started', marked(behind('task-1'), 'task-3', '/', ' '), accept],
  [
    'after others',
    'not started',
    marked(behind('task-1', 'task-2'), 'task-3', '/', ' '),
    { do: 'wait', why: 'It waits for `task-2`.' },
  ],
  ['with a review that failed', 'not started', failedSample, { ...accept, read: [tasksPath, report] }],
  [
    'with an error',
    'not started',
    ended(sample, 'failed'),
    { ...accept, do: 'decide', why: 'No disk', read: [tasksPath, message('a1.input')] },
  ],
  [
    'with an error, and after others',
    'not started',
    ended(marked(behind('task-2'), 'task-3', '/', ' '), 'failed'),
    { do: 'wait', why: 'error: No disk. It waits for `task-2`.' },
  ],
  [
    'that is not defined',
    'not started',
    inProgress(['- [ ] task-3', '- [ ] task-8']),
    { do: 'mend', code: 'MARKER_TASK_UNKNOWN' },
    'task-8',
  ],

  ['without an input', 'in progress', workingSample, work],
  [
    'with its input',
    'in progress',
    inputs(ended(workingSample, 'failed')),
    { ...work, read: [tasksPath, message('a1.input')] },
  ],
  [
    'with an empty report',
    'in progress',
    { ...workingSample, [report]: '# Task Report: task-3\n\n## PART 1: IMPLEMENTATION REPORT\n' },
    { ...work, read: [tasksPath, report] },
  ],
  [
    'with its report',
    'in progress',
    { ...workingSample, [report]: reportText('task-3') },
    { ...work, read: [tasksPath, report], needs: [] },
  ],
  [
    'in its second attempt',
    'in progress',
    marked(failedSample, 'task-3', ' ', '/'),
    { ...work, read: [tasksPath, report], needs: needs(second) },
  ],

  [
    'with a question',
    'blocked',
    executorSaid(workingSample, unfinished('blocked', 'Which words?')),
    { do: 'answer', run: '/answer task-3 "…"', question: 'Which words?', read: [tasksPath, message('a1.input')] },
  ],
  [
    'without a question',
    'blocked',
    ended(workingSample, 'blocked'),
    { do: 'decide', run: '/accept task-3', agent: 'Executor' },
  ],

  [
    'that the agent gave up',
    'stopped',
    ended(workingSample, 'failed'),
    { ...accept, do: 'decide', why: 'No disk', read: [tasksPath, message('a1.input')] },
  ],
  [
    'that the agent gave up, and after others',
    'stopped',
    ended(behind('task-2'), 'failed'),
    { do: 'wait', why: 'error: No disk. It waits for `task-2`.' },
  ],

  ['with its report', 'review pending', pendingSample, review],
  [
    'with the input of its reviewer',
    'review pending',
    withMessage(pendingSample, 'reviewer.task-3.a1.input', payloads.reviewerInput('task-3')),
    { ...review, read: [tasksPath, messagePath('reviewer.task-3.a1.input'), report] },
  ],
  [
    'with a verdict',
    'review pending',
    change(pendingSample, { [report]: reportText('task-3') + reviewText('Failed') }),
    { ...review, run: '/review task-3 failed' },
  ],
  [
    'without a report',
    'review pending',
    marked(sample, 'task-3', ' ', 'P'),
    { do: 'wait', code: 'SUBAGENT_REPORT_MISSING', needs: needs(report) },
  ],
  [
    'without PART 1',
    'review pending',
    change(pendingSample, { [report]: '# Task Report: task-3\n' }),
    { do: 'wait', code: 'REPORTFILE_PART1_MISSING', needs: needs(report) },
  ],

  ['', 'completed', sample, undefined, 'task-1'],
  [
    'against its verdict',
    'completed',
    marked(failedSample, 'task-3', ' ', 'x'),
    { do: 'mend', run: '/explain MARKER_CONTRADICTS_VERDICT', code: 'MARKER_CONTRADICTS_VERDICT' },
  ],
  ['in 3.x', 'failed', marked(laterSample, 'task-3', ' ', 'F')],
  ['in v2', 'cancelled', iteratedSample, undefined, 'task-4'],
  ['in v2', 'in progress', iteratedSample, undefined, 'task-2'],
  [
    '',
    'unknown',
    marked(sample, 'task-3', ' ', '?'),
    { do: 'mend', run: '/explain MARKER_UNKNOWN', code: 'MARKER_UNKNOWN' },
  ],
  [
    'twice',
    'not started',
    inProgress(['- [ ] task-3 (Not Started)\n', '- [ ] task-3 (Not Started)\n- [ ] task-3 (Not Started)\n']),
    { do: 'mend', code: 'MARKER_DUPLICATE' },
  ],

  [
    'of planning',
    'not started',
    planning('plan-init', ' '),
    { do: 'accept', run: '/accept plan-init', agent: 'Planner', read: [tasksPath] },
    'plan-init',
  ],
  [
    'of questions',
    'not started',
    planning('plan-qa-brainstorm', ' '),
    { do: 'accept', agent: 'Questioner' },
    'plan-qa-brainstorm',
  ],
  [
    'of planning that was blocked',
    'not started',
    planning('plan-init', ' ', { status: 'blocked', blockers: ['No goal'] }),
    { do: 'decide', agent: 'Planner', why: 'No goal' },
    'plan-init',
  ],
  [
    'of planning',
    'in progress',
    inputs(planning('plan-init', '/', {})),
    { do: 'work', agent: 'Planner', read: [tasksPath, messagePath('planner.INITIALIZE.1.input')], needs: [] },
    'plan-init',
  ],
  [
    'of planning',
    'blocked',
    planning('plan-init', '/', { status: 'needs_clarification', blockers: ['Which goal?'] }),
    { do: 'answer', run: '/answer plan-init "…"', question: 'Which goal?' },
    'plan-init',
  ],
  [
    'of planning',
    'review pending',
    planning('plan-init', 'P'),
    { do: 'mend', code: 'MARKER_PLANNING_REVIEW' },
    'plan-init',
  ],
  ['of planning', 'completed', sample, undefined, 'plan-init'],
]

const named = rows.map(([about, state, files, expected, task = 'task-3']) => ({ about, state, files, expected, task }))

describe('what is to be done about a task', () => {
  it.each(named)('$state $about: $task', async ({ state, files, expected, task }) => {
    expect((await target(files, task, place))?.state).toBe(state)
    const action = (await actionsIn(files, place)).find((candidate) => candidate.target === id(task))
    expect(action === undefined).toBe(expected === undefined)
    if (expected) expect(action).toMatchObject({ ...expected, state })
    for (const path of action?.read ?? []) expect(files).toHaveProperty([path])
  })

  it('is known in every state, and is a move of the table that leads away from it', () => {
    expect(new Set(named.map(({ state }) => state))).toEqual(new Set(Object.keys(machine.states)))
    const commands = (text: string) => Array.from(text.matchAll(/\/[a-z]+/g), ([command]) => command)
    for (const state of Object.keys(machine.states)) {
      const moves = new Set(machine.moves.filter(({ from }) => from === state).flatMap(({ by }) => commands(by)))
      const runs = named.flatMap(({ state: is, expected = {} }) =>
        is === state && 'run' in expected && !('code' in expected) ? commands(String(expected.run)) : [],
      )
      expect([state, [...new Set(runs)].filter((run) => !moves.has(run))]).toEqual([state, []])
      expect([state, runs.length > 0]).toEqual([state, moves.size > 0])
    }
  })

  it('has its whole name where several sessions have such a task', async () => {
    const runs = (await actionsIn({ ...sample, ...sampleCalled('260131-150000') }, place)).map(({ run }) => run)
    expect(runs).toEqual(
      ['task-2', 'task-3']
        .flatMap((task) => ['144400', '150000'].map((at) => `/accept ${task}@260131-${at}`))
        .toSorted(byTime),
    )
  })

  it('is what an agent may do: its own work, and what it could be granted', async () => {
    const files = change(executorSaid(workingSample, unfinished('blocked', 'Which words?')), {
      [progressPath]: [['- [x] plan-init', '- [ ] plan-init']],
    })
    const all = async (agent?: string) =>
      (await actionsIn(files, place, { agent })).map(
        ({ do: action, target: task }) => `${action} ${task.split('@', 1)[0]}`,
      )
    expect(await all()).toEqual(['answer task:task-3', 'accept task:plan-init', 'accept task:task-2'])
    expect(await all('Executor/2')).toEqual(['accept task:task-2'])
    expect(await all('Planner')).toEqual(['accept task:plan-init'])
    expect(await all('Reviewer')).toEqual([])
  })
})

const byTime = (a: string, b: string) => a.slice(-6).localeCompare(b.slice(-6))

describe('what is to be done about a session', () => {
  it('is nothing: its tasks are what is done', async () => {
    const actions = await actionsIn(sample, place)
    expect(actions.map(({ target: targetId }) => targetId)).toEqual([id('task-2'), id('task-3')])
    expect(await actionsIn(sample, place, { targets: ['ralph:260131-144400'] })).toEqual(actions)
    expect(await actionsIn(sample, place, { targets: [id('task-3')] })).toEqual(actions.slice(1))
    expect(await actionsIn(iteratedSample, place)).toEqual([])
  })

  it('is to fix the files that say which tasks there are', async () => {
    const broken = { ...sample, [progressPath]: 'a\0b' }
    expect(await actionsIn(broken, place)).toMatchObject([
      { do: 'mend', target: 'ralph:260131-144400', code: 'SUBAGENT_UNREADABLE' },
    ])
    const actions = await actionsIn({ ...sample, [tasksPath]: 'a\0b' }, place)
    expect(actions.map(({ do: action, target, code }) => [action, target, code])).toEqual([
      ['mend', 'ralph:260131-144400', 'SUBAGENT_UNREADABLE'],
    ])
  })
})
