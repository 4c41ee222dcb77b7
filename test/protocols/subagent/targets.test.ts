import { describe, expect, it } from 'vitest'
import {
  change,
  inSession,
  iteratedSample,
  laterSample,
  marked,
  pendingSample,
  progressPath,
  questionsPath,
  sample,
  sampleCalled,
  sessionPath,
} from '../../../src/protocols/subagent/examples.ts'
import type { Tree } from '../scene.ts'
import { give, reading, target, targets } from './scene.ts'

const session = async (tree: Tree) => target(tree, 'ralph:260131-144400')
const complete = change(sample, {
  [progressPath]: String(sample[progressPath]).replaceAll('- [ ] task', '- [x] task'),
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
  const two: Tree = { ...complete, ...sampleCalled('260201-080000') }
  const sessions: Tree = { ...sample, ...sampleCalled('260201-080000') }
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
