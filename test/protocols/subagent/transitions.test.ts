import { describe, expect, it } from 'vitest'
import {
  change,
  inSession,
  iteratedSample,
  marked,
  progressPath,
  reportPath,
  reportText,
  reviewText,
  sample,
} from '../../../src/protocols/subagent/examples.ts'
import type { Tree } from '../scene.ts'
import { found } from './scene.ts'

const about = (codes: readonly string[]) =>
  codes.flatMap((code) => /^MARKER_(?:TRANSITION_)?(ILLEGAL|SKIPPED|REVERTED) /.exec(code)?.[1] ?? []).join()

const of = async (head: Tree, base: Tree) => about(await found(head, { base }))

/**
 * Rows: the marker before the change; columns: after it ` `, `/`, `P`, `x`. Findings about an implementation task
 * without a report.
 */
const contract: Readonly<Record<string, readonly string[]>> = {
  ' ': ['', '', 'SKIPPED', 'SKIPPED'],
  '/': ['', '', '', 'SKIPPED'],
  P: ['REVERTED', 'REVERTED', '', ''],
  x: ['ILLEGAL', 'ILLEGAL', 'ILLEGAL', ''],
  'no line': ['', 'SKIPPED', 'SKIPPED', 'SKIPPED'],
}
const columns = [' ', '/', 'P', 'x']

const at = (mark: string): Readonly<Record<string, string>> =>
  mark === 'no line'
    ? change(sample, { [progressPath]: [['- [ ] task-3 (Not Started)\n', '']] })
    : marked(sample, 'task-3', ' ', mark)

describe('a marker of contract 1.0.0', () => {
  it.each(Object.entries(contract))('that was [%s] is compared', async (from, row) => {
    expect(await Promise.all(columns.map((to) => of(at(to), at(from))))).toEqual(row)
  })

  it('may come back from a review that failed', async () => {
    const failed = (mark: string) => ({
      ...at(mark),
      [reportPath('task-3')]: reportText('task-3') + reviewText('Failed'),
    })
    expect(await Promise.all([' ', '/'].map((to) => of(failed(to), failed('P'))))).toEqual(['', 'SKIPPED'])
    const unreviewed = { ...at('P'), [reportPath('task-3')]: reportText('task-3') }
    expect(await Promise.all([' ', '/'].map((to) => of(failed(to), unreviewed)))).toEqual(['', ''])
  })

  it('of a planning task is not reviewed', async () => {
    const planned = (mark: string) => marked(sample, 'plan-init', 'x', mark)
    const codesOfChange = ([from = '', to = '']: string) => of(planned(to), planned(from))
    expect(new Set(await Promise.all([' /', ' x', '/ ', '/x', 'P ', 'P/', 'Px'].map(codesOfChange)))).toEqual(
      new Set(['']),
    )
    expect(new Set(await Promise.all([' P', '/P', 'x ', 'x/', 'xP'].map(codesOfChange)))).toEqual(new Set(['ILLEGAL']))
  })

  it('is not compared when it is unknown', async () => {
    expect(await of(at('?'), at('x'))).toBe('')
    expect(await of(at(' '), at('?'))).toBe('')
  })
})

/** Of v2: what one step leads to. */
const steps: Readonly<Record<string, string>> = { ' ': '/C', '/': 'PFC', P: 'xF/', x: '', F: ' /', C: '' }

describe('a marker of v2', () => {
  const progress = inSession('iterations/2/progress.md')
  const report = inSession('iterations/2/reports/task-2-report.md')
  const with2 = (mark: string, verdict?: string): Tree => ({
    ...change(iteratedSample, { [progress]: [['[/] task-2', `[${mark}] task-2`]] }),
    ...(verdict !== undefined && { [report]: reportText('task-2') + reviewText(verdict) }),
  })

  it.each(Object.keys(steps))('that was [%s] is compared', async (from) => {
    for (const to of Object.keys(steps)) {
      const isEnd = from === 'x' || from === 'C'
      const isBack = from === 'P' && (to === ' ' || to === 'F')
      const expected =
        from === to ? '' : isEnd ? 'ILLEGAL' : isBack ? 'REVERTED' : steps[from]?.includes(to) === true ? '' : 'SKIPPED'
      expect([from, to, await of(with2(to), with2(from))]).toEqual([from, to, expected])
    }
  })

  it('may come back from a review that failed', async () => {
    expect(await of(with2('F', 'Failed'), with2('P', 'Failed'))).toBe('')
    expect(await of(with2(' ', 'Failed'), with2('P', 'Failed'))).toBe('SKIPPED')
  })

  it('is not compared where another iteration goes on', async () => {
    const next: Tree = {
      ...change(iteratedSample, { [inSession('metadata.yaml')]: [['iteration: 2', 'iteration: 3']] }),
      [inSession('iterations/3/progress.md')]: '# Progress\n\n- [ ] task-1\n',
      [inSession('iterations/3/tasks/task-1.md')]: '# task-1\n',
    }
    expect(await found(next, { base: iteratedSample })).toEqual([])
  })
})

/** T1 to T15. */
const ways: Readonly<Record<string, readonly string[]>> = {
  INITIALIZING: ['PLANNING'],
  PLANNING: ['BATCHING'],
  BATCHING: ['EXECUTING_BATCH', 'KNOWLEDGE_EXTRACTION'],
  EXECUTING_BATCH: ['REVIEWING_BATCH'],
  REVIEWING_BATCH: ['BATCHING'],
  KNOWLEDGE_EXTRACTION: ['ITERATION_REVIEW'],
  ITERATION_REVIEW: ['ITERATION_CRITIQUE_REPLAN', 'COMPLETE'],
  ITERATION_CRITIQUE_REPLAN: ['BATCHING'],
  COMPLETE: ['REPLANNING', 'SESSION_REVIEW'],
  REPLANNING: ['BATCHING', 'COMPLETE'],
  SESSION_REVIEW: ['COMPLETE'],
}

describe('the state of a session of v2', () => {
  const state = (name: string) => change(iteratedSample, { [inSession('metadata.yaml')]: [['EXECUTING_BATCH', name]] })

  it.each(Object.keys(ways))('that was %s follows T1 to T15', async (from) => {
    for (const to of Object.keys(ways)) {
      const isLost = to === 'INITIALIZING' || (to === 'PLANNING' && from !== 'INITIALIZING')
      const expected =
        from === to || ways[from]?.includes(to) === true
          ? []
          : [isLost ? 'SUBAGENT_STATE_ILLEGAL error' : 'SUBAGENT_STATE_SKIPPED warning']
      expect([from, to, await found(state(to), { base: state(from) })]).toEqual([from, to, expected])
    }
  })
})
