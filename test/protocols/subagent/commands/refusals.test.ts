import { refusalCodes } from '../../../../src/protocols/subagent/documentation.ts'
import {
  change,
  doneSample,
  executorSaid,
  inProgress,
  iteratedSample,
  marked,
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
  workingSample,
} from '../../../../src/protocols/subagent/examples.ts'
import { messageContent } from '../../../../src/protocols/subagent/rules/message-content.ts'
import { messageForm } from '../../../../src/protocols/subagent/rules/message-form.ts'
import { describeNextCommands, type RefusalRow } from '../../next-command.ts'
import type { Tree } from '../../scene.ts'
import { usual } from '../scene.ts'

const report = reportPath('task-3')
const line = '- [ ] task-3 (Not Started)'
const reported = (tree: Tree, text: string): Tree => ({ ...tree, [report]: text })
const waiting = change(marked(sample, 'task-1', 'x', ' '), { [reportPath('task-1')]: null })
const blocked = executorSaid(workingSample, unfinished('blocked', 'Which words?'))
const planning = (mark: string) => marked(sample, 'plan-init', 'x', mark)

const again = (command: string, task = 'task-3') => {
  const [name, ...words] = command.split(' ')
  return `Then give \`${[`/${name}`, `${task}@260131-144400`, ...words].join(' ')}\` again.`
}

/** A json block of an executor, a reviewer or a planner that is refused. */
const executed = (code: string, payload: object): RefusalRow => [
  code,
  reported(workingSample, reportText('task-3')),
  '/handback task-3 success',
  again('handback success'),
  { report: JSON.stringify({ ...payloads.executorOutput('task-3'), ...payload }) },
]
const reviewed = (code: string, payload: object): RefusalRow => [
  code,
  pendingSample,
  '/review task-3 failed Again',
  again('review failed'),
  { report: JSON.stringify({ ...payloads.reviewerOutput, verdict: 'Failed', feedback: 'Keep it.', ...payload }) },
]

const rows: readonly RefusalRow[] = [
  ['COMMAND_USAGE', workingSample, '/handback task-3', 'Usage: `/handback TASK'],
  ['COMMAND_USAGE', pendingSample, '/review task-3', 'Usage: `/review TASK'],
  ['SUBAGENT_TARGET_UNKNOWN', sample, '/accept task-33', '`/status`'],
  ['SUBAGENT_TARGET_AMBIGUOUS', { ...sample, ...sampleCalled('260201-080000') }, '/accept task-3', '`/status`'],
  ['SUBAGENT_PROFILE_READONLY', iteratedSample, '/accept task-2', '`/status task-2`'],
  ['SUBAGENT_UNREADABLE', change(sample, { [tasksPath]: 'a\0b' }), '/accept task-3', again('accept')],
  ['SUBAGENT_UNREADABLE', change(sample, { [progressPath]: 'a\0b' }), '/accept task-3', 'Then give `/accept task-3`'],
  ['SUBAGENT_DEPENDENCY_OPEN', waiting, '/accept task-2', '`/status`'],
  ['SUBAGENT_NOT_IN_PROGRESS', sample, '/handback task-3 success', '`/accept task-3`'],
  ['SUBAGENT_NOT_IN_PROGRESS', waiting, '/handback task-2 success', '`/status`'],
  ['SUBAGENT_NOT_HELD', blocked, '/handback task-3 success', '`/answer task-3 "…"`'],
  [
    'SUBAGENT_NOT_HELD',
    executorSaid(workingSample, unfinished('failed', 'No disk')),
    '/handback task-3 question Why?',
    '`/accept task-3`',
  ],
  ['SUBAGENT_NOT_REVIEWABLE', sample, '/review task-3 qualified', '`/accept task-3`'],
  ['SUBAGENT_NOT_REVIEWABLE', workingSample, '/review task-3 qualified', '`/handback task-3 success`'],
  ['SUBAGENT_NOT_REVIEWABLE', blocked, '/review task-3 failed Again', '`/answer task-3 "…"`'],
  ['SUBAGENT_NOT_REVIEWABLE', planning('/'), '/review plan-init qualified', '`/handback plan-init success`'],
  ['SUBAGENT_NOT_REVIEWABLE', planning('P'), '/review plan-init qualified', '`/status plan-init`'],
  ['SUBAGENT_NOT_REVIEWABLE', sample, '/review plan-init qualified', '`/status`'],
  ['SUBAGENT_NO_QUESTION', sample, '/answer task-3 Here', '`/status`'],
  ['SUBAGENT_REVIEW_PENDING', pendingSample, '/accept task-3', '`/review task-3 qualified`'],
  ['SUBAGENT_REVIEW_PENDING', marked(sample, 'task-3', ' ', 'P'), '/accept task-3', '`/status task-3`'],
  ['SUBAGENT_REVIEW_PENDING', planning('P'), '/accept plan-init', '`/status plan-init`'],
  ['SUBAGENT_TASK_DONE', doneSample, '/accept task-3', '`/status`'],
  ['SUBAGENT_TEXT_MISSING', workingSample, '/handback task-3 error', 'Usage: `/handback TASK'],
  ['SUBAGENT_TEXT_MISSING', blocked, '/answer task-3', 'Usage: `/answer TASK'],
  ['SUBAGENT_TEXT_MISSING', pendingSample, '/review task-3 failed', 'Usage: `/review TASK'],
  [
    'SUBAGENT_VERDICT_FIXED',
    reported(pendingSample, reportText('task-3') + reviewText('Qualified')),
    '/review task-3 failed Again',
    '`/review task-3 qualified`',
  ],
  ['QUESTION_OPEN', blocked, '/accept task-3', '/answer task-3 "…"'],
  ['SUBAGENT_REPORT_MISSING', workingSample, '/handback task-3 success', '`/handback task-3 success --skeleton "…"`'],
  [
    'SUBAGENT_REPORT_MISSING',
    marked(sample, 'task-3', ' ', 'P'),
    '/review task-3 qualified',
    again('review qualified'),
  ],
  [
    'REPORTFILE_PART1_MISSING',
    reported(workingSample, '# Done\n'),
    '/handback task-3 success',
    again('handback success'),
  ],
  [
    'REPORTFILE_PART1_MISSING',
    reported(pendingSample, '# Done\n'),
    '/review task-3 qualified',
    again('review qualified'),
  ],
  [
    'REPORTFILE_UNFILLED',
    reported(workingSample, '## PART 1: IMPLEMENTATION REPORT\n'),
    '/handback task-3 success',
    again('handback success'),
  ],
  ['MARKER_UNKNOWN', inProgress([line, '- [?] task-3']), '/accept task-3', again('accept')],
  ['MARKER_DUPLICATE', inProgress([line, `${line}\n${line}`]), '/accept task-3', again('accept')],
  ['MARKER_CONTRADICTS_VERDICT', marked(sample, 'task-1', 'x', ' '), '/accept task-1', again('accept', 'task-1')],
  ['MARKER_TASK_UNKNOWN', inProgress([line, `${line}\n- [ ] task-7`]), '/accept task-7', again('accept', 'task-7')],
  [
    'REPORTFILE_PREDECESSOR_QUALIFIED',
    {
      ...reported(sample, reportText('task-3') + reviewText('Qualified')),
      [reportPath('task-3', 2)]: reportText('task-3', 2),
    },
    '/accept task-3',
    again('accept'),
  ],
  [
    'REPORTFILE_PART2_DUPLICATE',
    reported(pendingSample, reportText('task-3') + reviewText('Failed') + reviewText('Qualified')),
    '/review task-3 qualified',
    again('review qualified'),
  ],
  [
    'MESSAGE_STATUS_MISMATCH',
    workingSample,
    '/handback task-3 question Where?',
    '`/handback task-3 success`',
    { report: JSON.stringify(payloads.executorOutput('task-3')) },
  ],
  [
    'MESSAGE_VERDICT_MISMATCH',
    pendingSample,
    '/review task-3 failed Again',
    '`/review task-3 qualified`',
    { report: JSON.stringify(payloads.reviewerOutput) },
  ],
  ['MESSAGE_UNREADABLE', workingSample, '/handback task-3 success', again('handback success'), { report: '{' }],
  executed('MESSAGE_ENVELOPE', { payload: payloads.executorOutput('task-3'), kind: 'output' }),
  executed('MESSAGE_FIELD_MISSING', { report_path: '' }),
  executed('MESSAGE_FIELD_TYPE', { success_criteria_met: 'true' }),
  executed('MESSAGE_FIELD_VALUE', { status: 'done' }),
  executed('MESSAGE_KEY_MISMATCH', {
    contract: 'ralph-planner@1.0.0',
    kind: 'output',
    session_id: '260131-144400',
    created_at: '2026-01-31T15:00:00Z',
    payload: payloads.executorOutput('task-3'),
  }),
  executed('MESSAGE_PATH_UNSAFE', { report_path: '/etc/passwd' }),
  executed('MESSAGE_REPORT_PATH', { report_path: 'tasks.task-1-report.md' }),
  executed('MESSAGE_COMPLETED_UNMET', { success_criteria_met: false }),
  executed('MESSAGE_BLOCKERS_MISSING', unfinished('blocked')),
  reviewed('MESSAGE_VERDICT_UNFOUNDED', { status: 'error' }),
  reviewed('MESSAGE_FEEDBACK_MISSING', { feedback: ' ' }),
  [
    'MESSAGE_COUNT_MISMATCH',
    planning('/'),
    '/handback plan-init success',
    again('handback success', 'plan-init'),
    {
      report: JSON.stringify({
        ...payloads.plannerOutput,
        task_count: { planning: 1, implementation: 1, total: 3 },
      }),
    },
  ],
]

/** A json block has no name of a file. */
const blockCodes = [...messageForm, ...messageContent].flatMap(({ code, strict }) =>
  strict === 'error' && code !== 'MESSAGE_NAME' ? [code] : [],
)

describeNextCommands(usual, rows, [
  'COMMAND_USAGE',
  'QUESTION_OPEN',
  // The only one of these that is a warning.
  ...Object.keys(refusalCodes).filter((code) => code !== 'SUBAGENT_QUESTION_UNANSWERED'),
  ...blockCodes,
  'SUBAGENT_UNREADABLE',
  'SUBAGENT_REPORT_MISSING',
  'REPORTFILE_PART1_MISSING',
  'REPORTFILE_UNFILLED',
  'MARKER_UNKNOWN',
  'MARKER_DUPLICATE',
  'MARKER_CONTRADICTS_VERDICT',
  'MARKER_TASK_UNKNOWN',
  'REPORTFILE_PREDECESSOR_QUALIFIED',
  'REPORTFILE_PART2_DUPLICATE',
  'MESSAGE_VERDICT_MISMATCH',
])
