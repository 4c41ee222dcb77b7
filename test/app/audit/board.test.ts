import { describe, expect, it } from 'vitest'
import type { ReportedTarget } from '../../../src/core/report.ts'
import { boardAt } from '../../../src/app/audit/board.ts'
import { lastCommitTimes } from '../../../src/app/audit/times.ts'
import { clean } from '../../render/sample.ts'

const commit = 'a'.repeat(40)
const facts = { at: '2026-02-04T10:00:00Z', commit, name: 'example-org/plugins' }
const last = { sha: 'b'.repeat(40), at: '2026-01-29T09:00:00Z' }

const target = (name: string, overrides: Partial<ReportedTarget> = {}): ReportedTarget => ({
  id: `plugin:${name}`,
  protocol: 'plugin',
  path: `plugins/${name}/.continue-here.md`,
  holder: 'orchestrator',
  state: 'stage 2 complete',
  changed: false,
  facts: {},
  ...overrides,
})

/** The board of some targets, and the paths whose last commits were asked for. */
async function of(targets: readonly ReportedTarget[]) {
  const asked: string[] = []
  const times = lastCommitTimes((paths) => {
    asked.push(...paths)
    return Promise.resolve(new Map(paths.map((path) => [path, last])))
  })
  return { board: await boardAt({ ...clean, targets }, times, facts), asked }
}

describe('since when targets of an audit are as they are', () => {
  it('is looked up where neither the files say it nor the work is over', async () => {
    const { board, asked } = await of([
      target('Amber', { turn: { next: '/accept Amber' } }),
      target('Beryl', { turn: { since: '2026-02-01T00:00:00Z' } }),
      target('Coral', { turn: { ended: true } }),
      target('Dusk', { turn: { container: true } }),
    ])
    expect(asked).toEqual(['plugins/Amber/.continue-here.md'])
    expect(board.targets.map(({ name, since }) => [name, since?.by])).toEqual([
      ['Amber', 'touched'],
      ['Beryl', 'said'],
      ['Coral', undefined],
    ])
    expect(board).toMatchObject({ commit, repository: 'example-org/plugins', counts: { ready: 2, done: 1 } })
  })

  it('is looked up for two hundred at most', async () => {
    const { board, asked } = await of(Array.from({ length: 300 }, (_, index) => target(`P${index}`, { turn: {} })))
    expect(asked).toHaveLength(200)
    expect(board.targets.filter(({ since }) => since)).toHaveLength(200)
  })
})
