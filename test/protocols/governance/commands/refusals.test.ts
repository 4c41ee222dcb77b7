import { describe, expect, it } from 'vitest'
import type { Files } from '../../../../src/core/rule.ts'
import { refusalCodes } from '../../../../src/protocols/governance/documentation.ts'
import {
  anchor,
  change,
  configPath,
  histories,
  inMetrics,
  inSession,
  inState,
  interruptedSample,
  lacking,
  metricsPath,
  print,
  sample,
  session,
  sessionPath,
  state,
  statePath,
  stopped,
  time,
} from '../../../../src/protocols/governance/examples.ts'
import type { SceneSetting } from '../../scene.ts'
import { give } from '../scene.ts'

const full = inState({ anchors: Array.from({ length: 20 }, (_, index) => anchor(index + 1, 'high')) })
const asked = change(
  inSession(histories.interrupted, {
    ...stopped(),
    handback: { reason: 'question', timestamp: time('09:00'), text: 'Which database?' },
  }),
  { [statePath]: state({ anchors: [] }) },
)
const soon = { at: '2026-02-04T09:30:00Z' }

/** Every refusal, with what helps: a command where one does, otherwise what is to be written. */
const rows: readonly [code: string, command: string, helps: string, tree?: Files, setting?: SceneSetting][] = [
  ['COMMAND_USAGE', '/stall ses_1 planner', 'Usage: `/stall ID planner --score N --issues TEXT…'],
  ['COMMAND_USAGE', '/handback ses_1', 'Usage: `/handback ID', sample, { report: '{ "reason": "error" }' }],
  ['GOV_SESSION_UNKNOWN', '/turn ses_9', '`/accept session:ses_9` starts one'],
  ['GOV_SESSION_NAME', '/accept session:s', '`/status` lists all targets'],
  ['GOV_SESSION_CASE', '/accept session:SES_1', '`/accept ses_1` goes on with that session'],
  [
    'GOV_SESSION_RECORD',
    '/turn ses_1',
    '`/accept session:ID` starts a session',
    change(sample, { [sessionPath()]: { status: 'active', updatedAt: time('08:10') } }),
  ],
  ['GOV_NOT_HELD', '/turn ses_1', '`/accept ses_1` resumes it', interruptedSample],
  ['GOV_NOT_HELD', '/turn ses_1', 'The orchestrator answers it: `/anchor ses_1 context high "…"`', asked],
  ['GOV_RESUME_TOO_EARLY', '/accept ses_1', 'with `/accept ses_1`', interruptedSample, soon],
  ['QUESTION_OPEN', '/accept ses_1', '/anchor ses_1 context high "…"', asked, { at: '2026-02-04T12:00:00Z' }],
  ['GOV_TIME_BACKWARDS', '/compact ses_1', 'give the command again', sample, { at: '2026-02-04T08:00:00Z' }],
  ['GOV_ANCHORS_FULL', '/anchor ses_1 decision high Text', '`/anchor ses_1 decision high "…"` takes its place', full],
  [
    'GOV_TEXT_LIMIT',
    `/anchor ses_1 decision high ${'a'.repeat(1001)}`,
    'Shorten it: `/anchor ses_1 decision high "…"`',
  ],
  [
    'GOV_METRICS_SESSION',
    '/turn ses_1 --spawn general',
    '`/turn ses_1` records the turn without them',
    inMetrics({ sessionId: 'ses_9' }),
  ],
  [
    'GOV_METRICS_SESSION',
    '/turn ses_1 --spawn general',
    '`/fix GOV_METRICS_MISSING` writes metrics',
    lacking(metricsPath),
  ],
  [
    'GOV_FILE_UNREADABLE',
    '/turn ses_1',
    `\`git log -p -- ${sessionPath()}\` shows those before`,
    change(sample, { [sessionPath()]: '{' }),
  ],
  [
    'GOV_FILE_LINK',
    '/accept session:ses_2',
    'Commit the file itself',
    change(sample, { [configPath]: 'elsewhere' }),
    { links: [configPath] },
  ],
  [
    'GOV_DUPLICATE_KEY',
    '/compact ses_1',
    'Remove one of the two',
    change(sample, {
      [sessionPath()]: print(session(histories.working)).replace('"phase"', '"phase": "plan",\n  "phase"'),
    }),
  ],
  [
    'GOV_FIELD_MISSING',
    '/handback ses_1',
    'Write `createdAt`: a time',
    inSession(histories.working, { createdAt: undefined }),
  ],
  [
    'GOV_FIELD_TYPE',
    '/handback ses_1',
    'Write `violationCount`: an integer',
    inSession(histories.working, { violationCount: 2.5 }),
  ],
  ['GOV_FIELD_VALUE', '/handback ses_1', 'Write `idleAt`: a time', inSession(histories.working, { idleAt: 'soon' })],
  [
    'GOV_STATE_UNKNOWN',
    '/turn ses_1',
    'Write `sessionState`: one of `beginning`',
    inSession(histories.working, { sessionState: 'idle' }),
  ],
]

describe('every refusal', () => {
  it.each(rows.map((row) => [row[0], row[1], row] as const))('%s of %s says what helps', async (_, __, row) => {
    const [code, command, helps, tree = sample, setting] = row
    const { outcome, result } = await give(tree, command, setting)
    const advice = result.diagnostics.map(({ code: found, hint, fix }) => [found, [hint, fix].join(' ')])
    expect([outcome, advice]).toEqual(['refused', [[code, expect.stringContaining(helps)]]])
  })

  it('is among these', () => {
    const codes = new Set(rows.map(([code]) => code))
    expect(Object.keys(refusalCodes).filter((code) => !codes.has(code))).toEqual([])
  })
})
