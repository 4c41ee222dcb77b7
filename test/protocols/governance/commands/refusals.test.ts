import { expect, it } from 'vitest'
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
import { describeNextCommands, type RefusalRow } from '../../next-command.ts'
import { give, usual } from '../scene.ts'

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
const rows: readonly RefusalRow[] = [
  ['COMMAND_USAGE', sample, '/turn ses_1 over', 'Usage: `/turn ID [--spawn AGENT]… [--agent NAME]`'],
  ['COMMAND_USAGE', sample, '/stall ses_1 planner', 'Usage: `/stall ID planner --score N --issues TEXT…'],
  ['COMMAND_USAGE', sample, '/handback ses_1', 'Usage: `/handback ID', { report: '{ "reason": "error" }' }],
  [
    'GOV_SESSION_UNKNOWN',
    sample,
    '/turn ses_9',
    'The command `/accept session:ses_9` starts one. `/status` lists all targets.',
  ],
  ['GOV_SESSION_NAME', sample, '/accept session:s', '`/status` lists all targets'],
  ['GOV_SESSION_CASE', sample, '/accept session:SES_1', '`/accept ses_1` goes on with that session'],
  [
    'GOV_SESSION_RECORD',
    change(sample, { [sessionPath()]: { status: 'active', updatedAt: time('08:10') } }),
    '/turn ses_1',
    'Use other ids for one of the two programs: `/accept session:ID` starts a session.',
  ],
  ['GOV_NOT_HELD', interruptedSample, '/turn ses_1', '`/accept ses_1` resumes it after `2026-02-04T10:00:00.000Z`.'],
  [
    'GOV_NOT_HELD',
    asked,
    '/turn ses_1',
    'The orchestrator answers it: `/anchor ses_1 context high "…"`; `/accept ses_1` resumes it after `2026-02-04T10:00:00.000Z`.',
  ],
  [
    'GOV_RESUME_TOO_EARLY',
    interruptedSample,
    '/accept ses_1',
    'Any agent can resume it after `2026-02-04T10:00:00.000Z`, with `/accept ses_1`.',
    soon,
  ],
  ['QUESTION_OPEN', asked, '/accept ses_1', '/anchor ses_1 context high "…"', { at: '2026-02-04T12:00:00Z' }],
  ['GOV_TIME_BACKWARDS', sample, '/compact ses_1', 'give the command again', { at: '2026-02-04T08:00:00Z' }],
  ['GOV_ANCHORS_FULL', full, '/anchor ses_1 decision high Text', '`/anchor ses_1 decision high "…"` takes its place'],
  [
    'GOV_TEXT_LIMIT',
    sample,
    `/anchor ses_1 decision high ${'a'.repeat(1001)}`,
    'Shorten it: `/anchor ses_1 decision high "…"`',
  ],
  [
    'GOV_METRICS_SESSION',
    inMetrics({ sessionId: 'ses_9' }),
    '/turn ses_1 --spawn general',
    '`/turn ses_1` records the turn without them',
  ],
  [
    'GOV_METRICS_SESSION',
    lacking(metricsPath),
    '/turn ses_1 --spawn general',
    '`/fix GOV_METRICS_MISSING` writes metrics',
  ],
  [
    'GOV_FILE_UNREADABLE',
    change(sample, { [sessionPath()]: '{' }),
    '/turn ses_1',
    `\`git log -p -- ${sessionPath()}\` shows those before`,
  ],
  [
    'GOV_FILE_LINK',
    change(sample, { [configPath]: 'elsewhere' }),
    '/accept session:ses_2',
    'Commit the file itself',
    { links: [configPath] },
  ],
  [
    'GOV_DUPLICATE_KEY',
    change(sample, {
      [sessionPath()]: print(session(histories.working)).replace('"phase"', '"phase": "plan",\n  "phase"'),
    }),
    '/compact ses_1',
    'Remove one of the two',
  ],
  [
    'GOV_FIELD_MISSING',
    inSession(histories.working, { createdAt: undefined }),
    '/handback ses_1',
    'Write `createdAt`: a time',
  ],
  [
    'GOV_FIELD_TYPE',
    inSession(histories.working, { violationCount: 2.5 }),
    '/handback ses_1',
    'Write `violationCount`: an integer',
  ],
  ['GOV_FIELD_VALUE', inSession(histories.working, { idleAt: 'soon' }), '/handback ses_1', 'Write `idleAt`: a time'],
  [
    'GOV_STATE_UNKNOWN',
    inSession(histories.working, { sessionState: 'idle' }),
    '/turn ses_1',
    'Write `sessionState`: one of `beginning`',
  ],
]

describeNextCommands(usual, rows, [
  ...Object.keys(refusalCodes),
  'COMMAND_USAGE',
  'GOV_SESSION_NAME',
  'GOV_SESSION_CASE',
  'GOV_SESSION_RECORD',
  'GOV_RESUME_TOO_EARLY',
  'QUESTION_OPEN',
  'GOV_TIME_BACKWARDS',
  'GOV_TEXT_LIMIT',
  'GOV_METRICS_SESSION',
  'GOV_FILE_UNREADABLE',
  'GOV_FILE_LINK',
  'GOV_DUPLICATE_KEY',
  'GOV_FIELD_MISSING',
  'GOV_FIELD_TYPE',
  'GOV_FIELD_VALUE',
  'GOV_STATE_UNKNOWN',
])

it.each([
  ['idumb-meta-bilder', 'Did you mean `idumb-meta-builder`?'],
  ['general', 'Add it to `protocols.governance.agents`.'],
])('the warning about the agent %s says what helps', async (agent, helps) => {
  const { result } = await give(sample, `/accept session:ses_3 --agent ${agent}`)
  expect(result.diagnostics).toMatchObject([{ code: 'SCOPE_AGENT_UNKNOWN', hint: helps }])
})
