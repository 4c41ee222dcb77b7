import type { Board, BoardFinding, BoardTarget, Lane } from '../../src/core/board.ts'
import { lanes } from '../../src/core/board.ts'
import type { Episode, HistoryCommit, RepositoryHistory, Segment } from '../../src/core/history.ts'
import type { PageModel } from '../../src/page/model.ts'

const sha = (digit: string): string => digit.repeat(40)

export const drift: BoardFinding = {
  code: 'REGISTRY_STATUS_DRIFT',
  severity: 'error',
  message: 'Unexpected status `📦 Installed` of `Drum808`, expected `💡 Ideated`',
  said: [
    { place: 'row', value: '📦 Installed' },
    { place: 'notes', value: '💡 Ideated' },
  ],
  fix: '/sync Drum808',
  path: 'PLUGINS.md',
  line: 36,
}

export const target = (id: string, overrides: Partial<BoardTarget> = {}): BoardTarget => ({
  id,
  protocol: 'plugin',
  name: id.slice(id.indexOf(':') + 1).split('@')[0] ?? '',
  path: 'plugins/x/.continue-here.md',
  lane: 'ready',
  holder: 'orchestrator',
  state: 'stage 2 complete',
  findings: { errors: 0, warnings: 0, notices: 0, worst: [] },
  ...overrides,
})

export const boardOf = (targets: readonly BoardTarget[], overrides: Partial<Board> = {}): Board => ({
  at: '2026-02-04T10:00:00.000Z',
  repository: 'example-org/plugins',
  commit: sha('e'),
  branch: 'main',
  counts: {
    ...(Object.fromEntries(
      lanes.map((lane) => [lane, targets.filter((boardTarget) => boardTarget.lane === lane).length]),
    ) as Record<Lane, number>),
    errors: targets.reduce((sum, { findings }) => sum + findings.errors, 0),
    warnings: targets.reduce((sum, { findings }) => sum + findings.warnings, 0),
  },
  targets: targets.toSorted((left, right) => lanes.indexOf(left.lane) - lanes.indexOf(right.lane)),
  others: [],
  notes: [],
  ...overrides,
})

export const someTargets: readonly BoardTarget[] = [
  target('project:2026-01-20-login', {
    protocol: 'handover',
    lane: 'person',
    state: 'step 2/2 partial',
    asks: { kind: 'question', text: 'Which hash?' },
    next: '/answer 2026-01-20-login …',
  }),
  target('stage:explore@run-1', {
    protocol: 'control',
    lane: 'person',
    within: 'run-1',
    state: 'returned error',
    way: { step: 3, of: 3, states: ['not granted', 'granted', 'returned error'] },
    asks: { kind: 'error', text: 'INPUT_MISSING: There is no brief' },
    next: '/accept explore',
  }),
  target('plugin:Words', {
    lane: 'agent',
    holder: 'agent',
    agent: 'research-planning-agent',
    state: 'stage 0 in_progress',
    since: { at: '2026-01-29T09:00:00.000Z', by: 'said' },
    findings: { errors: 0, warnings: 6, notices: 0, worst: [{ ...drift, severity: 'warning' }] },
    next: '/handback Words success',
  }),
  target('plugin:Drum808', {
    state: 'ideated',
    since: { at: '2026-01-29T09:00:00.000Z', by: 'touched', commit: sha('a') },
    findings: { errors: 1, warnings: 0, notices: 0, worst: [drift] },
    next: '/sync Drum808',
  }),
  target('plugin:Scatter', { waits: 'Missing `x`', next: '/accept Scatter' }),
  target('plugin:AutoClip', { lane: 'done', state: 'installed' }),
]

export const commit = (index: number, overrides: Partial<HistoryCommit> = {}): HistoryCommit => ({
  commit: index.toString(16).padStart(40, '0'),
  index,
  at: new Date(Date.UTC(2026, 1, 1, index)).toISOString(),
  author: 'Octo Cat',
  subject: `Commit ${index}`,
  merge: false,
  ...overrides,
})

export const segment = (lane: Lane, state: string, began: number, ended?: number): Segment => ({
  holder: lane === 'agent' ? 'agent' : 'orchestrator',
  state,
  lane,
  began: commit(began),
  ...(ended !== undefined && { ended: commit(ended) }),
  seconds: ((ended ?? 40) - began) * 3600,
})

export const episode = (
  targetId: string,
  began: number,
  ended?: number,
  overrides: Partial<Episode> = {},
): Episode => ({
  code: 'REGISTRY_STATUS_DRIFT',
  target: targetId,
  subject: 'status',
  severity: 'error',
  began: commit(began),
  ...(ended === undefined
    ? { how: 'open' as const }
    : { ended: commit(ended), how: 'followed' as const, changed: 'row', to: 'entry' }),
  seconds: ((ended ?? 40) - began) * 3600,
  stateCommits: (ended ?? 40) - began,
  first: [
    { place: 'row', value: '🚧 Stage 1' },
    { place: 'entry', value: '🚧 Stage 4' },
  ],
  last: [
    { place: 'row', value: '🚧 Stage 3' },
    { place: 'entry', value: '🚧 Stage 4' },
  ],
  after: [],
  values: 2,
  ...overrides,
})

export const historyOf = (
  rows: Readonly<Record<string, readonly Segment[]>>,
  episodes: readonly Episode[],
  overrides: Partial<RepositoryHistory> = {},
): RepositoryHistory => ({
  tip: sha('e'),
  from: sha('0'),
  at: new Date(Date.UTC(2026, 1, 1, 40)).toISOString(),
  commits: 60,
  stateCommits: 40,
  shallow: false,
  codes: ['REGISTRY_STATUS_DRIFT'],
  episodes,
  targets: Object.entries(rows).map(([id, segments]) => ({
    id,
    protocol: 'plugin',
    segments,
    sums: {
      seconds: { orchestrator: 0, agent: 0, unknown: 0 },
      share: { orchestrator: 0, agent: 0, unknown: 0 },
      transitions: segments.length - 1,
      grants: 1,
    },
  })),
  sums: {
    episodes: episodes.length,
    open: episodes.filter(({ ended }) => !ended).length,
    medianSeconds: 2391,
    longestSeconds: 76_288,
    percentile90Seconds: 70_000,
    stateCommitsWith: 20,
    byCode: {},
  },
  notes: [],
  ...overrides,
})

export const someHistory: RepositoryHistory = historyOf(
  {
    'plugin:Drum808': [
      segment('ready', 'stage 1 complete', 0, 10),
      segment('agent', 'stage 2 in_progress', 10, 20),
      segment('ready', 'ideated', 20),
    ],
    'plugin:Words': [segment('ready', 'ideated', 5, 30), segment('agent', 'stage 0 in_progress', 30)],
  },
  [
    episode('plugin:Drum808', 22),
    episode('plugin:Words', 6, 8, { severity: 'warning' }),
    episode('plugin:Drum808', 3, 12),
  ],
)

export const someModel: PageModel = {
  board: boardOf(someTargets),
  history: someHistory,
  server: 'https://github.com',
  view: 'board',
}
