import * as fc from 'fast-check'
import { lanes, type Board, type BoardFinding, type BoardTarget } from '../../src/core/board.ts'
import { drift } from '../page/sample.ts'
import { hostileText } from './hostile.ts'

export const commit = 'e965cdd0e965cdd0e965cdd0e965cdd0e965cdd0'
export const noFindings = { errors: 0, warnings: 0, notices: 0, worst: [] }

export const target = (id: string, overrides: Partial<BoardTarget>): BoardTarget => ({
  id,
  protocol: 'plugin',
  name: id.slice(id.indexOf(':') + 1).split('@')[0] ?? '',
  path: `plugins/${id}/.continue-here.md`,
  lane: 'ready',
  state: 'stage 2 complete',
  findings: noFindings,
  ...overrides,
})

export const targets: readonly BoardTarget[] = [
  target('project:2026-01-20-login', {
    lane: 'person',
    state: 'step 2/2 partial',
    asks: { kind: 'question', text: 'Which hash?' },
    next: '/answer 2026-01-20-login …',
  }),
  target('stage:explore@run-1', {
    lane: 'person',
    within: 'run-1',
    state: 'returned error',
    asks: { kind: 'error', text: 'INPUT_MISSING: There is no brief' },
    next: '/accept explore',
  }),
  target('plugin:Words', {
    lane: 'agent',
    holder: 'agent',
    state: 'stage 0 in_progress',
    since: { at: '2026-01-29T09:00:00.000Z', by: 'said' },
    agent: 'research-planning-agent',
    next: '/handback Words success',
    findings: { ...noFindings, warnings: 6 },
  }),
  target('plugin:Drum808', {
    state: 'ideated',
    since: { at: '2026-01-29T09:00:00.000Z', by: 'touched', commit },
    next: '/sync Drum808',
    findings: { ...noFindings, errors: 1, worst: [drift] },
  }),
  target('plugin:混響', { uncommitted: true, next: '/accept 混響' }),
  target('task:task-2@1', { within: '1', waits: 'It waits for `task-1`.' }),
  ...['AutoClip', 'TapeAge'].map((name) => target(`plugin:${name}`, { lane: 'done', state: 'installed' })),
  target('plugin:GainKnob', { lane: 'unknown', state: 'unknown', findings: { ...noFindings, errors: 2 } }),
]

export const board: Board = {
  at: '2026-02-04T10:00:00.000Z',
  repository: 'example-org/plugins',
  commit,
  branch: 'main',
  dirty: true,
  counts: { person: 2, agent: 1, ready: 3, done: 2, unknown: 1, errors: 3, warnings: 6 },
  targets,
  others: [{ code: 'CONFIG_INVALID', severity: 'error', message: 'Unexpected `x`.', path: '.github/baton.yml' }],
  notes: ['The history of this clone is cut off.'],
}

export const empty: Board = {
  at: board.at,
  counts: { person: 0, agent: 0, ready: 0, done: 0, unknown: 0, errors: 0, warnings: 0 },
  targets: [],
  others: [],
  notes: [],
}

const hostileFinding: fc.Arbitrary<BoardFinding> = fc.record(
  {
    code: fc.constantFrom('REGISTRY_STATUS_DRIFT', 'CONFIG_INVALID'),
    severity: fc.constantFrom('error', 'warning', 'notice'),
    message: hostileText,
    said: fc.array(fc.record({ place: hostileText, value: fc.option(hostileText) }), { maxLength: 2 }),
    fix: hostileText,
    path: hostileText,
  },
  { requiredKeys: ['code', 'severity', 'message', 'path'] },
)

const hostileTarget: fc.Arbitrary<BoardTarget> = fc.record(
  {
    id: hostileText.map((text) => `plugin:${text}`),
    protocol: fc.constant('plugin'),
    name: hostileText,
    within: hostileText,
    path: hostileText,
    lane: fc.constantFrom(...lanes),
    state: hostileText,
    since: fc.record({ at: fc.constant('2026-01-29T09:00:00.000Z'), by: fc.constantFrom('said', 'touched') }),
    asks: fc.record({ kind: fc.constantFrom('question', 'error', 'review'), text: hostileText }),
    agent: hostileText,
    waits: hostileText,
    next: hostileText,
    findings: fc
      .array(hostileFinding, { maxLength: 3 })
      .map((worst) => ({ errors: 1, warnings: 0, notices: 0, worst })),
  },
  { requiredKeys: ['id', 'protocol', 'name', 'path', 'lane', 'state', 'findings'] },
)

export const hostileBoard: fc.Arbitrary<Board> = fc.record({
  at: fc.constant(board.at),
  repository: hostileText,
  commit: fc.oneof(hostileText, fc.constant(commit)),
  branch: hostileText,
  counts: fc.constant(board.counts),
  targets: fc.array(hostileTarget, { maxLength: 4 }),
  others: fc.array(hostileFinding, { maxLength: 2 }),
  notes: fc.array(hostileText, { maxLength: 2 }),
})
