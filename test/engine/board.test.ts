import { describe, expect, it } from 'vitest'
import { laneOf, type Board } from '../../src/core/board.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { ReportedTarget } from '../../src/core/report.ts'
import type { Turn } from '../../src/core/turn.ts'
import { boardOf, selectLanes, type BoardFacts } from '../../src/engine/board.ts'
import { diagnostic, reportOf } from '../render/sample.ts'

const facts: BoardFacts = { at: '2026-02-04T10:00:00Z', notes: [] }

const card = (id: string, turn: Turn = {}, overrides: Partial<ReportedTarget> = {}): ReportedTarget => ({
  id,
  protocol: 'plugin',
  path: `${id}.md`,
  holder: 'orchestrator',
  state: 'stage 2 complete',
  facts: {},
  changed: false,
  turn,
  ...overrides,
})

const board = (
  targets: readonly ReportedTarget[],
  diagnostics: readonly Diagnostic[] = [],
  extraFacts: Partial<BoardFacts> = {},
): Board => boardOf(reportOf(diagnostics, { targets }), { ...facts, ...extraFacts })

const ids = ({ targets }: Board) => targets.map(({ id }) => id)
const error = (target: string, overrides: Partial<Diagnostic> = {}) =>
  diagnostic({ severity: 'error', target, ...overrides })

describe('the lane of a target', () => {
  const asks = { kind: 'question', text: 'Which?' } as const
  it.each([
    ['agent', { asks }, 'person'],
    ['orchestrator', { asks }, 'person'],
    [undefined, { asks }, 'person'],
    ['agent', {}, 'agent'],
    ['agent', { ended: true }, 'agent'],
    ['orchestrator', {}, 'ready'],
    ['orchestrator', { ended: true }, 'done'],
    [undefined, { ended: true }, 'done'],
    [undefined, {}, 'unknown'],
  ] as const)('held by %s, %o: %s', (holder, turn, lane) => expect(laneOf(holder, turn)).toBe(lane))
})

describe('the board', () => {
  it('is in lanes; within one more errors come first, then the older, then by id', () => {
    const { holder: _, ...unheld } = card('plugin:Unknown')
    const since = (day: string): Turn => ({ since: `2026-02-0${day}T00:00:00Z` })
    const made = board(
      [
        card('plugin:Over', { ended: true }),
        card('plugin:Young', since('3')),
        card('plugin:B'),
        card('plugin:A'),
        card('plugin:Old', since('1')),
        card('plugin:Wrong', since('3')),
        card('plugin:Asks', { asks: { kind: 'review', text: 'Read it.' } }),
        unheld,
        card('plugin:Held', {}, { holder: 'agent' }),
      ],
      [error('plugin:Wrong'), diagnostic({ severity: 'warning', target: 'plugin:A' })],
    )
    expect(ids(made)).toEqual(
      ['Asks', 'Held', 'Wrong', 'Old', 'Young', 'A', 'B', 'Over', 'Unknown'].map((name) => `plugin:${name}`),
    )
    expect(made.counts).toEqual({ person: 1, agent: 1, ready: 5, done: 1, unknown: 1, errors: 1, warnings: 1 })
    expect(ids(selectLanes(made, ['done', 'agent']))).toEqual(['plugin:Held', 'plugin:Over'])
    expect(selectLanes(made, ['done']).counts).toEqual(made.counts)
    expect(selectLanes(made, [])).toBe(made)
  })

  it('has a container only while it has findings of its own; its parts name it', () => {
    const session = card('ralph:1', { container: true })
    const task = card('task:task-1@1', {}, { within: 'ralph:1' })
    const stage = card('stage:explore@run-1')
    expect(ids(board([session, task, stage]))).toEqual(['stage:explore@run-1', 'task:task-1@1'])
    expect(ids(board([session, task], [error('ralph:1')]))).toEqual(['ralph:1', 'task:task-1@1'])
    expect(board([task, stage]).targets.map(({ name, within }) => [name, within])).toEqual([
      ['explore', 'run-1'],
      ['task-1', '1'],
    ])
  })

  it('names the command of the turn, whatever its findings offer, and what has to be repaired first before its other findings', () => {
    const drift = error('plugin:A', { code: 'REGISTRY_STATUS_DRIFT', fix: '/sync A' })
    const missing = error('plugin:A', { code: 'PLUGIN_STAGE_INVALID' })
    const warning = diagnostic({ target: 'plugin:A', severity: 'warning', code: 'PLUGIN_HANDOFF_MISSING' })
    const cardWith = (turn: Turn, overrides: Partial<ReportedTarget>) =>
      board([card('plugin:A', turn, overrides)], [missing, drift, warning]).targets[0]
    const codes = (shown: ReturnType<typeof cardWith>) => shown?.findings.worst.map(({ code }) => code)
    expect(cardWith({ next: '/accept A' }, {})?.next).toBe('/accept A')
    expect(cardWith({}, {})?.next).toBeUndefined()
    const shown = cardWith({ next: '/sync A' }, { first: drift })
    expect(codes(shown)).toEqual(['REGISTRY_STATUS_DRIFT', 'PLUGIN_STAGE_INVALID', 'PLUGIN_HANDOFF_MISSING'])
    expect(codes(cardWith({}, { first: warning }))).toEqual([
      'PLUGIN_STAGE_INVALID',
      'REGISTRY_STATUS_DRIFT',
      'PLUGIN_HANDOFF_MISSING',
    ])
  })

  it('shows a finding that belongs to no target with the targets that it keeps from going on, and not with the others', () => {
    const { target: _, ...conflict } = error('', { code: 'MERGE_CONFLICT' })
    const { target: __, ...other } = error('', { code: 'REGISTRY_MISSING' })
    const made = board([card('plugin:A', {}, { first: conflict }), card('plugin:B')], [conflict, other])
    expect(made.targets.map(({ findings }) => findings.worst.map(({ code }) => code))).toEqual([['MERGE_CONFLICT'], []])
    expect(made.others.map(({ code }) => code)).toEqual(['REGISTRY_MISSING'])
    expect(made.counts.errors).toBe(2)
  })

  it('knows nothing of a target whose file cannot be read', () => {
    const { holder: _, ...unread } = card(
      'plugin:A',
      { unreadable: true },
      { state: 'unreadable', way: ['stage 2 complete'] },
    )
    const [lost] = board([unread], [error('plugin:A', { code: 'HANDOFF_UNREADABLE' })]).targets
    expect(lost).toMatchObject({ state: 'unreadable', lane: 'unknown', findings: { errors: 1 } })
    expect([lost?.next, lost?.holder, lost?.way]).toEqual([undefined, undefined, undefined])
  })

  it('knows since when by the files, by the past, or by the newest commit, in this order', () => {
    const commit = { sha: '1'.repeat(40), at: '2026-02-01T00:00:00.000Z' }
    const replayed = { at: '2026-02-02T00:00:00.000Z', by: 'replayed', commit: '2'.repeat(40) } as const
    const all = { replayed: () => replayed, touched: () => commit, uncommitted: new Set<string>() }
    const datedTurn = { since: '2026-02-03T00:00:00.000Z' }
    const first = (turn: Turn, extraFacts: Partial<BoardFacts>) => {
      const [{ since, uncommitted } = {} as Partial<Board['targets'][number]>] = board(
        [card('plugin:A', turn)],
        [],
        extraFacts,
      ).targets
      return { since, uncommitted }
    }
    expect(first(datedTurn, all)).toEqual({ since: { at: datedTurn.since, by: 'said' } })
    expect(first({}, all)).toEqual({ since: replayed })
    expect(first({}, { ...all, replayed: () => undefined })).toEqual({
      since: { at: commit.at, by: 'touched', commit: commit.sha },
    })
    expect(first({}, { ...all, uncommitted: new Set(['plugin:A.md']) })).toEqual({ uncommitted: true })
    expect(first({}, { ...all, replayed: () => 'otherwise' })).toEqual({ uncommitted: true })
    expect(first({}, { ...all, replayed: () => 'otherwise', uncommitted: undefined }).since).toMatchObject({
      by: 'touched',
    })
    expect(first(datedTurn, { ...all, uncommitted: new Set(['plugin:A.md']) })).toEqual({
      since: { at: datedTurn.since, by: 'said' },
    })
    expect(first({}, {})).toEqual({})
  })

  it('has at most three findings of a target, the worst first, and those of no target apart', () => {
    const found = [
      ...['W1', 'W2'].map((code) => diagnostic({ code, severity: 'warning', target: 'plugin:A' })),
      ...['E1', 'E2'].map((code) =>
        error('plugin:A', { code, subject: 'status', said: [{ place: 'row', value: null }] }),
      ),
      error('plugin:Gone', { code: 'E3' }),
      diagnostic({ code: 'N1', severity: 'notice', target: 'plugin:A' }),
    ]
    const { targets, others, counts } = board([card('plugin:A')], found)
    expect(targets[0]?.findings).toMatchObject({ errors: 2, warnings: 2, notices: 1 })
    expect(targets[0]?.findings.worst.map(({ code }) => code)).toEqual(['E1', 'E2', 'W1'])
    expect(targets[0]?.findings.worst[0]?.said).toEqual([{ place: 'row', value: null }])
    expect(others.map(({ code }) => code)).toEqual(['E3'])
    expect([counts.errors, counts.warnings]).toEqual([3, 2])
  })

  it('counts steps of the way from one, and is dirty where the file of a target is not as committed', () => {
    const way = ['ideated', 'stage 2 complete', 'installed']
    expect(board([card('plugin:A', {}, { way })]).targets[0]?.way).toEqual({ step: 2, of: 3, states: way })
    expect(board([card('plugin:A', {}, { way: ['other'] })]).targets[0]).not.toHaveProperty('way')
    expect(board([card('plugin:A')])).not.toHaveProperty('dirty')
    expect(board([card('plugin:A')], [], { uncommitted: new Set() }).dirty).toBe(false)
    expect(board([card('plugin:A')], [], { uncommitted: new Set(['plugin:A.md']) }).dirty).toBe(true)
  })
})
