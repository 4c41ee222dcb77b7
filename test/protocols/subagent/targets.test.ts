import { describe, expect, it } from 'vitest'
import {
  change,
  doneSample,
  failedSample,
  inMessage,
  inSession,
  iteratedSample,
  laterSample,
  marked,
  messagePath,
  payloads,
  pendingSample,
  progressPath,
  questionsPath,
  reportPath,
  sample,
  sessionPath,
  tasksPath,
  withMessage,
  workingSample,
} from '../../../src/protocols/subagent/examples.ts'
import type { Tree } from '../scene.ts'
import { give, reading, target, targets } from './scene.ts'

const session = async (tree: Tree) => target(tree, 'ralph:260131-144400')
const renamed = (tree: Readonly<Record<string, string>>, id: string) =>
  Object.fromEntries(
    Object.entries(tree).map(([path, text]) => [
      path.replace('260131-144400', id),
      text.replaceAll('260131-144400', id),
    ]),
  )
const complete = change(sample, {
  [progressPath]: String(sample[progressPath]).replaceAll('- [ ] task', '- [x] task'),
})

describe('the facts of a task', () => {
  it('are what its files say', async () => {
    const tree = withMessage(workingSample, 'executor.task-3.a1.input', payloads.executorInput('task-3'))
    expect(await target(tree, 'task-3')).toMatchObject({
      id: 'task:task-3@260131-144400',
      path: progressPath,
      holder: 'agent',
      state: 'in progress',
      facts: {
        session: '260131-144400',
        kind: 'implementation',
        marker: '[/]',
        attempt: 1,
        attempts: 0,
        dependsOn: [],
        waitsFor: [],
        files: ['src/help.ts'],
        blockers: [],
        since: '2026-01-31T15:00:00Z',
      },
    })
  })

  it('leave out what is not there', async () => {
    const { facts } = (await target(sample, 'task-2')) ?? { facts: {} }
    expect(Object.keys(facts)).toEqual([
      'session',
      'kind',
      'marker',
      'attempts',
      'dependsOn',
      'waitsFor',
      'files',
      'blockers',
    ])
    expect(facts).toMatchObject({ dependsOn: ['task-1'], waitsFor: [], files: ['src/print.ts', 'docs/print.md'] })
  })

  it('have the newest report and its verdict', async () => {
    expect(await target(failedSample, 'task-3')).toMatchObject({
      state: 'not started',
      facts: { attempt: 1, attempts: 1, report: reportPath('task-3'), verdict: 'Failed' },
    })
    expect(await target(marked(failedSample, 'task-3', ' ', '/'), 'task-3')).toMatchObject({
      facts: { attempt: 2, attempts: 1 },
    })
  })

  it('have the blockers of an agent that waits', async () => {
    const blocked = {
      ...payloads.executorOutput('task-3'),
      status: 'blocked',
      success_criteria_met: false,
      blockers: ['Where?'],
    }
    const tree = withMessage(workingSample, 'executor.task-3.a1.output', blocked, payloads.executorInput('task-3'))
    expect(await target(tree, 'task-3')).toMatchObject({
      holder: 'orchestrator',
      state: 'blocked',
      facts: { blockers: ['Where?'] },
    })
    expect((await session(tree))?.facts).toMatchObject({
      blockers: [{ target: 'task:task-3@260131-144400', text: 'Where?' }],
    })
  })
})

describe('the state of a session', () => {
  const rows: readonly (readonly [what: string, tree: Tree, state: string])[] = [
    ['no marker line', change(sample, { [progressPath]: '# Progress\n' }), 'INITIALIZING'],
    ['no progress', change(sample, { [progressPath]: null }), 'INITIALIZING'],
    ['a task under review', pendingSample, 'REVIEWING'],
    ['planning', marked(sample, 'plan-init', 'x', '/'), 'PLANNING'],
    ['no task yet', change(sample, { [progressPath]: '- [x] plan-init\n' }), 'PLANNING'],
    ['work', sample, 'EXECUTING'],
    ['all completed', complete, 'COMPLETE'],
    ['work, in 3.x', laterSample, 'BATCHING'],
    [
      'a wave, in 3.x',
      change(laterSample, {
        [progressPath]: `## Current Wave\n${String(sample[progressPath]).replace('[ ] task-3', '[/] task-3')}`,
      }),
      'EXECUTING_BATCH',
    ],
    [
      'under review, in 3.x',
      change(laterSample, { [progressPath]: [['[ ] task-3', '[P] task-3']] }),
      'REVIEWING_BATCH',
    ],
    ['stored, in v2', iteratedSample, 'EXECUTING_BATCH'],
  ]
  it.each(rows)('%s: %s', async (_, tree, state) => {
    expect((await session(tree))?.state).toBe(state)
  })

  it('has every marker of the profile counted', async () => {
    expect((await session(doneSample))?.facts).toMatchObject({
      profile: 'contract-1.0.0',
      counts: { '[ ]': 1, '[/]': 0, '[P]': 0, '[x]': 2 },
      planning: { '[ ]': 0, '[/]': 0, '[P]': 0, '[x]': 1 },
      next: ['task-2'],
      inFlight: [],
      blockers: [],
      cycles: 1,
      unanswered: 1,
    })
  })

  it('has what is in flight while an answer is possible', async () => {
    const tree = withMessage(workingSample, 'executor.task-3.a1.input', payloads.executorInput('task-3'))
    expect((await session(tree))?.facts).toMatchObject({ inFlight: ['executor.task-3.a1'] })
    expect((await session(marked(tree, 'task-3', '/', ' ')))?.facts).toMatchObject({ inFlight: [] })
    const review = withMessage(pendingSample, 'reviewer.task-3.a1.input', payloads.reviewerInput('task-3'))
    expect((await session(review))?.facts).toMatchObject({ inFlight: ['reviewer.task-3.a1'] })
  })
})

describe('the profile of a session', () => {
  const rows: readonly (readonly [what: string, tree: Tree, profile: string])[] = [
    ['metadata', iteratedSample, 'v2'],
    ['an iteration', { ...sample, [inSession('iterations/1/knowledge/a.md')]: '' }, 'v2'],
    ['Dependency Graph', laterSample, 'v1-3.x'],
    ['Current Wave', change(sample, { [progressPath]: `${sample[progressPath]}\n## Current Wave\n` }), 'v1-3.x'],
    ['plan-research', change(sample, { [progressPath]: `${sample[progressPath]}- [ ] plan-research\n` }), 'v1-3.x'],
    ['a legend with [F]', change(sample, { [progressPath]: [['- [ ] Not started', '- [F] Failed']] }), 'v1-3.x'],
    [
      'questions by category',
      { ...sample, [inSession('plan.questions.risks.md')]: sample[questionsPath] ?? '' },
      'v1-3.x',
    ],
    ['progress of a review', { ...sample, [inSession('progress.review1.md')]: '' }, 'v1-3.x'],
    [
      'concurrency',
      change(sample, { [`${sessionPath}.instructions.md`]: [['applyTo', 'concurrency: 3\napplyTo']] }),
      'v1-3.x',
    ],
    ['Inherits From alone', sample, 'contract-1.0.0'],
  ]
  it.each(rows)('is known by %s', async (_, tree, profile) => {
    expect((await session(tree))?.facts['profile']).toBe(profile)
  })
})

describe('the name of a target', () => {
  const two: Tree = { ...complete, ...renamed(sample, '260201-080000') }
  const sessions: Tree = { ...sample, ...renamed(sample, '260201-080000') }
  const resolve = async (tree: Tree, name: string) => (await reading(tree)).resolve({ name, words: [], touched: [] })

  it('is a task, with or without its session', async () => {
    expect(await resolve(sample, 'task-3')).toMatchObject({ ids: ['task:task-3@260131-144400'] })
    expect(await resolve(sample, 'task-3@260131-144400')).toMatchObject({ ids: ['task:task-3@260131-144400'] })
    expect(await resolve(sample, '260131-144400')).toMatchObject({ ids: ['ralph:260131-144400'] })
    expect(await resolve(sample, '../task-3')).toMatchObject({ ids: [] })
  })

  it('leaves out sessions that are complete, if another remains', async () => {
    expect(await resolve(two, 'task-3')).toMatchObject({ ids: ['task:task-3@260201-080000'] })
    expect(await resolve(complete, 'task-3')).toMatchObject({ ids: ['task:task-3@260131-144400'] })
  })

  it('is refused where it means several', async () => {
    expect(await resolve(sessions, 'task-3')).toMatchObject({ refused: [{ code: 'SUBAGENT_TARGET_AMBIGUOUS' }] })
    expect((await give(sessions, '/accept task-3')).codes).toEqual(['SUBAGENT_TARGET_AMBIGUOUS error'])
    expect((await give(sessions, '/accept task-3@260201-080000')).outcome).toBe('changed')
  })

  it('is listed after its session, in the order of progress.md', async () => {
    expect((await targets(sample)).map(({ id }) => id.split('@')[0])).toEqual([
      'ralph:260131-144400',
      'task:plan-init',
      'task:task-1',
      'task:task-2',
      'task:task-3',
    ])
    expect((await targets(sample)).map(({ within }) => within)).toEqual([
      undefined,
      ...Array.from({ length: 4 }, () => 'ralph:260131-144400'),
    ])
  })
})

describe('what is read from one file', () => {
  const parsed = async (tree: Tree, path: string) => (await reading(tree)).parsed(path)

  it('is plain data', async () => {
    expect(await parsed(sample, progressPath)).toMatchObject({
      markers: [{ id: 'plan-init', marker: '[x]', line: 8, note: '(Completed)' }, {}, {}, {}],
    })
    expect(await parsed(sample, tasksPath)).toMatchObject({
      tasks: [
        { id: 'plan-init' },
        { id: 'task-1', files: ['src/count.ts'], dependsOn: [] },
        { dependsOn: ['task-1'] },
        {},
      ],
    })
    expect(await parsed(sample, reportPath('task-1'))).toEqual({
      task: 'task-1',
      attempt: 1,
      part1: true,
      filled: true,
      verdict: 'Qualified',
    })
    expect(await parsed(sample, questionsPath)).toMatchObject({
      cycles: [{ cycle: 1, questions: [{ text: 'What is a word?', status: 'Answered' }, {}] }],
    })
    expect(await parsed(inMessage('executor.task-1.a1.input'), messagePath('executor.task-1.a1.input'))).toMatchObject({
      agent: 'executor',
      key: 'executor.task-1.a1',
      kind: 'input',
      envelope: { session_id: '260131-144400' },
      payload: { TASK_ID: 'task-1' },
    })
    expect(await parsed(sample, 'README.md')).toBeUndefined()
  })
})
