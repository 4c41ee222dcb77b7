import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../../src/documents/text.ts'
import { FileRecord, parseRecord } from '../../../../src/kit/record.ts'
import { unreadableReasons } from '../../../../src/kit/entry.ts'
import { payloads } from '../../../../src/protocols/subagent/examples.ts'
import { readMessageFile, type MessageFile } from '../../../../src/protocols/subagent/reading/message.ts'
import { messageContent } from '../../../../src/protocols/subagent/rules/message-content.ts'
import { messageForm } from '../../../../src/protocols/subagent/rules/message-form.ts'
import type { Profile } from '../../../../src/protocols/subagent/schema.ts'

const path = '.ralph-sessions/260131-144400'
const read = (name: string, text: string, profile: Profile = 'contract-1.0.0') =>
  readMessageFile(parseRecord(textDocument(`${path}/messages/${name}.json`, text), 'json-with-mark'), profile)

/** What the rules about a message by itself find, in their order. */
const problemsOf = (message: MessageFile, profile: Profile = 'contract-1.0.0') =>
  [...messageForm, ...messageContent].flatMap(({ code, check }) =>
    Array.from(check({ message, session: { path, id: '260131-144400', profile } }), (found) => ({ code, ...found })),
  )
const judged = (name: string, input: unknown, profile?: Profile) =>
  problemsOf(read(name, typeof input === 'string' ? input : JSON.stringify(input), profile), profile)
const envelope = (name: string, payload: unknown, overrides: object = {}) => ({
  contract: `ralph-${name.split('.')[0]}@1.0.0`,
  kind: name.split('.').at(-1),
  session_id: '260131-144400',
  created_at: '2026-01-31T15:00:00Z',
  payload,
  ...overrides,
})

/** What is promised, the message, its text or data, what is wrong with it, and the profile. */
type Row = readonly [promise: string, name: string, input: unknown, codes: readonly string[], profile?: Profile]

const executor = { input: payloads.executorInput('task-1'), output: payloads.executorOutput('task-1') }
const planner = { input: payloads.plannerInput('UPDATE'), output: payloads.plannerOutput }
const reviewer = { input: payloads.reviewerInput('task-1'), output: payloads.reviewerOutput }
const questioner = { input: payloads.questionerInput('RESEARCH'), output: payloads.research }
const [ei, eo] = ['executor.task-1.a1.input', 'executor.task-1.a1.output']
const [pi, po] = ['planner.UPDATE.1.input', 'planner.UPDATE.1.output']
const [ri, ro] = ['reviewer.task-1.a1.input', 'reviewer.task-1.a1.output']
const [qi, qo, bo] = [
  'questioner.RESEARCH.c1.input',
  'questioner.RESEARCH.c1.output',
  'questioner.BRAINSTORM.c1.output',
]
const later = 'v1-3.x' as const
const updating = { SESSION_PATH: path, MODE: 'UPDATE' }
const met = [{ criterion: 'a', met: true }]
const answer = { question: 'a', answer: 'b', by: 'octocat', at: '2026-01-31T15:00:00Z' }

const rows: readonly Row[] = [
  ['is one object', ei, '[]', ['MESSAGE_UNREADABLE']],
  ['is whole', ei, '{', ['MESSAGE_UNREADABLE']],
  ['has each key once', ei, '{ "SESSION_PATH": "a", "SESSION_PATH": "b" }', ['MESSAGE_UNREADABLE']],
  ['has each key once within, too', ei, '{ "a": { "b": 1, "b": 2 } }', ['MESSAGE_UNREADABLE']],
  ['may begin with a byte-order mark', ei, `\ufeff${JSON.stringify(executor.input)}`, []],
  [
    'is reported where it is wrong after a byte-order mark, too',
    ei,
    '\ufeff{ "SESSION_PATH": x }',
    ['MESSAGE_UNREADABLE'],
  ],
  ['may be bare', ei, executor.input, []],
  ['may lie in an envelope', ei, envelope(ei, executor.input), []],
  [
    'is bare without a contract and a kind',
    ei,
    { payload: executor.input },
    ['MESSAGE_FIELD_MISSING', 'MESSAGE_FIELD_MISSING', 'MESSAGE_FIELD_DEFAULTED'],
  ],
  ['is bare without a payload', ei, { ...executor.input, contract: 'a', kind: 'b' }, []],
  [
    'is an envelope by its kind alone',
    ei,
    { kind: 'input', payload: executor.input },
    ['MESSAGE_ENVELOPE', 'MESSAGE_ENVELOPE', 'MESSAGE_ENVELOPE'],
  ],
  [
    'is an envelope by its contract alone',
    ei,
    { contract: 'ralph-executor@1.0.0', payload: executor.input },
    ['MESSAGE_ENVELOPE', 'MESSAGE_ENVELOPE', 'MESSAGE_ENVELOPE'],
  ],
  ['has an object for its payload', ei, envelope(ei, [executor.input]), ['MESSAGE_ENVELOPE']],
  [
    'has a moment in its envelope',
    ei,
    envelope(ei, executor.input, { created_at: '2026-01-31' }),
    ['MESSAGE_ENVELOPE'],
  ],
  ['has a moment that is there', ei, envelope(ei, executor.input, { created_at: undefined }), ['MESSAGE_ENVELOPE']],
  ['has a moment that is not blank', ei, envelope(ei, executor.input, { created_at: ' ' }), ['MESSAGE_ENVELOPE']],
  ['has a moment that is text', ei, envelope(ei, executor.input, { created_at: 5 }), ['MESSAGE_ENVELOPE']],
  [
    'has answers',
    ei,
    envelope(ei, executor.input, { answers: [answer, { ...answer, answer: undefined }], by: '' }),
    [],
  ],
  [
    'has answers that say who and when',
    ei,
    envelope(ei, executor.input, { answers: [{ question: 'a', by: ' ' }, 5] }),
    ['MESSAGE_ENVELOPE', 'MESSAGE_ENVELOPE', 'MESSAGE_ENVELOPE'],
  ],
  ['has no answers in an output', eo, envelope(eo, executor.output, { answers: [] }), ['MESSAGE_ENVELOPE']],
  ['may have none in an output', eo, envelope(eo, executor.output, { answers: null }), []],
  [
    'has a contract of its form',
    ei,
    envelope(ei, executor.input, { contract: 'executor@1.0.0' }),
    ['MESSAGE_ENVELOPE'],
  ],
  [
    'has a contract with a version',
    ei,
    envelope(ei, executor.input, { contract: 'ralph-executor' }),
    ['MESSAGE_ENVELOPE'],
  ],
  ['has a contract that is not blank', ei, envelope(ei, executor.input, { contract: ' ' }), ['MESSAGE_ENVELOPE']],
  [
    'has a contract and nothing after it',
    ei,
    envelope(ei, executor.input, { contract: 'x ralph-executor@1.0.0' }),
    ['MESSAGE_ENVELOPE'],
  ],
  [
    'has a contract and nothing more',
    ei,
    envelope(ei, executor.input, { contract: 'ralph-executor@1.0.0 x' }),
    ['MESSAGE_ENVELOPE'],
  ],
  ['has its contract in any case', ei, envelope(ei, executor.input, { contract: 'Ralph-Executor@1.0.0' }), []],
  [
    'has this version',
    ei,
    envelope(ei, executor.input, { contract: 'ralph-executor@1.1.0' }),
    ['MESSAGE_CONTRACT_VERSION'],
  ],
  [
    'has its own contract',
    ei,
    envelope(ei, executor.input, { contract: 'ralph-planner@1.0.0' }),
    ['MESSAGE_KEY_MISMATCH'],
  ],
  ['has its own kind', ei, envelope(ei, executor.input, { kind: 'output' }), ['MESSAGE_KEY_MISMATCH']],
  ['has a kind that is not blank', ei, envelope(ei, executor.input, { kind: ' ' }), ['MESSAGE_ENVELOPE']],
  ['has its own session', ei, envelope(ei, executor.input, { session_id: '260131-144401' }), ['MESSAGE_KEY_MISMATCH']],

  ['has what is required', pi, {}, ['MESSAGE_FIELD_MISSING', 'MESSAGE_FIELD_MISSING', 'MESSAGE_FIELD_MISSING']],
  ['has nothing that is null', pi, { ...planner.input, USER_REQUEST: null }, ['MESSAGE_FIELD_MISSING']],
  ['has texts', pi, { ...planner.input, USER_REQUEST: 5 }, ['MESSAGE_FIELD_TYPE']],
  ['has a MODE that there is', pi, { ...planner.input, MODE: 'PLAN' }, ['MESSAGE_FIELD_VALUE', 'MESSAGE_KEY_MISMATCH']],
  ['has a MODE that is text', pi, { ...planner.input, MODE: 5 }, ['MESSAGE_FIELD_TYPE']],
  ['has a MODE in capitals', pi, { ...planner.input, MODE: 'update' }, ['MESSAGE_FIELD_VALUE', 'MESSAGE_KEY_MISMATCH']],
  ['has a MODE that is not blank', pi, { ...planner.input, MODE: ' ' }, ['MESSAGE_FIELD_VALUE']],
  ['may ask for an update alone in 3.x', pi, { ...updating, UPDATE_REQUEST: 'More.' }, [], later],
  ['asks for an update with words in 3.x', pi, { ...updating, UPDATE_REQUEST: ' ' }, ['MESSAGE_FIELD_MISSING'], later],
  ['has a request for an update in 3.x', pi, updating, ['MESSAGE_FIELD_MISSING'], later],
  [
    'may ask for a breakdown without words in 3.x',
    'planner.TASK_BREAKDOWN.1.input',
    { ...updating, MODE: 'TASK_BREAKDOWN' },
    [],
    later,
  ],
  ['has a mapping as context', pi, { ...planner.input, CONTEXT: 'a' }, ['MESSAGE_FIELD_TYPE']],
  ['has the MODE of its name', pi, { ...planner.input, MODE: 'DISCOVERY' }, ['MESSAGE_KEY_MISMATCH']],
  [
    'has the MODE of its name in any case in 3.x',
    'questioner.research.c1.input',
    { ...questioner.input, MODE: 'research' },
    [],
    later,
  ],
  [
    'has the MODE of its name, in 3.x too',
    'questioner.research.c1.input',
    { ...questioner.input, MODE: 'brainstorm' },
    ['MESSAGE_KEY_MISMATCH'],
    later,
  ],
  [
    'has its session',
    ei,
    { ...executor.input, SESSION_PATH: '.ralph-sessions/260131-144401' },
    ['MESSAGE_KEY_MISMATCH'],
  ],
  ['has a session that is not blank', ei, { ...executor.input, SESSION_PATH: ' ' }, ['MESSAGE_FIELD_MISSING']],
  ['has a safe session', ei, { ...executor.input, SESSION_PATH: '../260131-144401' }, ['MESSAGE_PATH_UNSAFE']],
  ['has a relative session', ei, { ...executor.input, SESSION_PATH: `/a/${path}` }, ['MESSAGE_PATH_UNSAFE']],
  ['may have an absolute session in 3.x', ei, { ...executor.input, SESSION_PATH: `/a/${path}` }, [], later],
  [
    'has its own session in 3.x',
    ei,
    { ...executor.input, SESSION_PATH: '/a/260131-144400' },
    ['MESSAGE_PATH_UNSAFE'],
    later,
  ],
  [
    'has its own session in 3.x, relative too',
    ei,
    { ...executor.input, SESSION_PATH: 'a/260131-144400' },
    ['MESSAGE_KEY_MISMATCH'],
    later,
  ],
  [
    'has an absolute path nowhere else in 3.x',
    ri,
    { ...reviewer.input, REPORT_PATH: `/a/${path}` },
    ['MESSAGE_PATH_UNSAFE'],
    later,
  ],
  [
    'has no absolute session in outputs of 3.x',
    eo,
    { ...executor.output, SESSION_PATH: `/a/${path}` },
    ['MESSAGE_PATH_UNSAFE'],
    later,
  ],
  ['has its task', ei, { ...executor.input, TASK_ID: 'task-2' }, ['MESSAGE_KEY_MISMATCH']],
  [
    'has an id for its task',
    ei,
    { ...executor.input, TASK_ID: 'Task 1' },
    ['MESSAGE_FIELD_VALUE', 'MESSAGE_KEY_MISMATCH'],
  ],
  [
    'has a task that is not blank',
    ei,
    { ...executor.input, TASK_ID: ' ' },
    ['MESSAGE_FIELD_MISSING', 'MESSAGE_FIELD_VALUE'],
  ],
  ['has its attempt', ei, { ...executor.input, ATTEMPT_NUMBER: 2 }, ['MESSAGE_KEY_MISMATCH']],
  [
    'has an attempt of 1 or more',
    ei,
    { ...executor.input, ATTEMPT_NUMBER: 0 },
    ['MESSAGE_FIELD_VALUE', 'MESSAGE_KEY_MISMATCH'],
  ],
  [
    'has a whole attempt',
    ei,
    { ...executor.input, ATTEMPT_NUMBER: 1.5 },
    ['MESSAGE_FIELD_VALUE', 'MESSAGE_KEY_MISMATCH'],
  ],
  ['has a number for its attempt', ei, { ...executor.input, ATTEMPT_NUMBER: '1' }, ['MESSAGE_FIELD_TYPE']],
  [
    'takes the first attempt when none is given',
    ei,
    { ...executor.input, ATTEMPT_NUMBER: undefined },
    ['MESSAGE_FIELD_DEFAULTED'],
  ],
  [
    'takes the first attempt where that is null',
    ei,
    { ...executor.input, ATTEMPT_NUMBER: null },
    ['MESSAGE_FIELD_DEFAULTED'],
  ],
  [
    'takes the first attempt against its name',
    'executor.task-1.a2.input',
    { ...executor.input, ATTEMPT_NUMBER: undefined },
    ['MESSAGE_FIELD_DEFAULTED', 'MESSAGE_KEY_MISMATCH'],
  ],
  [
    'takes the first cycle when none is given',
    qi,
    { ...questioner.input, CYCLE_NUMBER: undefined },
    ['MESSAGE_FIELD_DEFAULTED'],
  ],
  [
    'takes the first cycle against its name in 3.x',
    'questioner.research.c2.input',
    { ...questioner.input, MODE: 'research', CYCLE_NUMBER: undefined },
    ['MESSAGE_FIELD_DEFAULTED', 'MESSAGE_KEY_MISMATCH'],
    later,
  ],
  ['has its cycle', qi, { ...questioner.input, CYCLE_NUMBER: 2 }, ['MESSAGE_KEY_MISMATCH']],
  ['has its cycle under one name', qi, { ...questioner.input, CYCLE: 2 }, []],
  ['has its cycle under either name in 3.x', qi, { ...questioner.input, CYCLE: 2 }, ['MESSAGE_KEY_MISMATCH'], later],
  [
    'has its cycle under the older name in 3.x',
    qi,
    { ...questioner.input, CYCLE_NUMBER: undefined, CYCLE: 1 },
    [],
    later,
  ],
  [
    'has a cycle that is a number in 3.x',
    qi,
    { ...questioner.input, CYCLE_NUMBER: undefined, CYCLE: 'one' },
    ['MESSAGE_FIELD_TYPE'],
    later,
  ],
  [
    'has no attempt in its output',
    eo,
    { ...executor.output, ATTEMPT_NUMBER: 5, TASK_ID: 'task-9', MODE: 'a', SESSION_PATH: 'b' },
    [],
  ],

  ['names its report', eo, { ...executor.output, report_path: 'tasks.task-1-report-r2.md' }, ['MESSAGE_REPORT_PATH']],
  [
    'names the report of its attempt',
    'executor.task-1.a2.output',
    { ...executor.output, report_path: 'tasks.task-1-report-r2.md' },
    [],
  ],
  ['names the report in its session', eo, { ...executor.output, report_path: `${path}/tasks.task-1-report.md` }, []],
  [
    'names the report in no other session',
    eo,
    { ...executor.output, report_path: '.ralph-sessions/a/tasks.task-1-report.md' },
    ['MESSAGE_REPORT_PATH'],
  ],
  ['names a report that is not blank', eo, { ...executor.output, report_path: ' ' }, ['MESSAGE_FIELD_MISSING']],
  ['names a report inside', eo, { ...executor.output, report_path: '/a.md' }, ['MESSAGE_PATH_UNSAFE']],
  [
    'needs the path of its report',
    ri,
    { ...reviewer.input, REPORT_PATH: 'tasks.task-2-report.md' },
    ['MESSAGE_REPORT_PATH'],
  ],
  ['may name any other report besides', ei, { ...executor.input, report_path: 'a.md', REPORT_PATH: 'b.md' }, []],
  [
    'may name any other report besides, in an output',
    ro,
    { ...reviewer.output, REPORT_PATH: 'b.md', report_path: 'a.md' },
    [],
  ],
  ['may name any other report in capitals', eo, { ...executor.output, REPORT_PATH: 'b.md' }, []],
  ['may name any other report in lower-case letters', ri, { ...reviewer.input, report_path: 'b.md' }, []],
  ['may name any report as a planner', po, { ...planner.output, report_path: 'b.md', REPORT_PATH: 'c.md' }, []],
  [
    'names artifacts inside',
    po,
    { ...planner.output, artifacts_created: ['../a'], artifacts_updated: ['/b', 'c'] },
    ['MESSAGE_PATH_UNSAFE', 'MESSAGE_PATH_UNSAFE'],
  ],
  ['names artifacts by texts', po, { ...planner.output, artifacts_created: [5] }, ['MESSAGE_FIELD_TYPE']],

  [
    'says completed where criteria are met',
    eo,
    { ...executor.output, success_criteria_met: false },
    ['MESSAGE_COMPLETED_UNMET'],
  ],
  ['says failed where they are', eo, { ...executor.output, status: 'failed' }, []],
  ['says completed without blockers', eo, { ...executor.output, blockers: ['a'] }, ['MESSAGE_COMPLETED_BLOCKED']],
  [
    'says failed with blockers',
    eo,
    { ...executor.output, status: 'failed', success_criteria_met: false, blockers: ['a'] },
    [],
  ],
  ['says failed without blockers', eo, { ...executor.output, status: 'failed', success_criteria_met: false }, []],
  [
    'says blocked with blockers',
    eo,
    { ...executor.output, status: 'blocked', success_criteria_met: false, blockers: [' '] },
    ['MESSAGE_BLOCKERS_MISSING'],
  ],
  ['needs whether criteria are met', eo, { ...executor.output, success_criteria_met: 'true' }, ['MESSAGE_FIELD_TYPE']],
  [
    'has words for it in 3.x',
    eo,
    { ...executor.output, success_criteria_met: 'false' },
    ['MESSAGE_COMPLETED_UNMET'],
    later,
  ],
  [
    'has no other words for it in 3.x',
    eo,
    { ...executor.output, success_criteria_met: 'yes' },
    ['MESSAGE_FIELD_VALUE'],
    later,
  ],
  ['has no number for it in 3.x', eo, { ...executor.output, success_criteria_met: 1 }, ['MESSAGE_FIELD_TYPE'], later],
  [
    'discovers tasks with reasons',
    eo,
    { ...executor.output, discovered_tasks: [{ id: 'a', description: 'b' }] },
    ['MESSAGE_FIELD_MISSING'],
  ],
  ['discovers no words alone', eo, { ...executor.output, discovered_tasks: ['a'] }, ['MESSAGE_FIELD_TYPE']],
  [
    'discovers words, or tasks with reasons, in 3.x',
    eo,
    { ...executor.output, discovered_tasks: ['Sort', { id: 'task-8' }] },
    ['MESSAGE_FIELD_MISSING', 'MESSAGE_FIELD_MISSING'],
    later,
  ],
  ['discovers no numbers in 3.x', eo, { ...executor.output, discovered_tasks: [5] }, ['MESSAGE_FIELD_TYPE'], later],
  ['is one of three', eo, { ...executor.output, status: 'error' }, ['MESSAGE_FIELD_VALUE']],

  ['says why planning is blocked', po, { status: 'blocked' }, ['MESSAGE_BLOCKERS_MISSING']],
  [
    'needs the questions of planning',
    po,
    { status: 'needs_clarification', blockers: [] },
    ['MESSAGE_BLOCKERS_MISSING'],
  ],
  ['needs none when it wants questions', po, { status: 'needs_qa_cycle' }, []],
  ['says why, one of several', po, { status: 'blocked', blockers: ['', 'a'] }, []],
  [
    'counts its tasks',
    po,
    { ...planner.output, task_count: { planning: 1, implementation: 2, total: 4 } },
    ['MESSAGE_COUNT_MISMATCH'],
  ],
  [
    'counts all of its tasks',
    po,
    { ...planner.output, task_count: { planning: 1, total: 4 } },
    ['MESSAGE_FIELD_MISSING'],
  ],
  ['counts them from 0', po, { ...planner.output, task_count: { planning: 0, implementation: 0, total: 0 } }, []],
  [
    'counts them by numbers',
    po,
    { ...planner.output, task_count: { planning: '1', implementation: 2, total: -1 } },
    ['MESSAGE_FIELD_TYPE', 'MESSAGE_FIELD_VALUE'],
  ],
  ['has next actions that there are', po, { ...planner.output, next_actions: ['go'] }, ['MESSAGE_FIELD_VALUE']],
  ['has any next actions in 3.x', po, { ...planner.output, next_actions: ['go'] }, [], later],
  ['has next actions in a list', po, { ...planner.output, next_actions: 'execute' }, ['MESSAGE_FIELD_TYPE']],

  ['has ground for Qualified', ro, { ...reviewer.output, criteria_results: [] }, ['MESSAGE_VERDICT_UNFOUNDED']],
  [
    'has every criterion met for Qualified',
    ro,
    { ...reviewer.output, criteria_results: [...met, { criterion: 'b', met: false }] },
    ['MESSAGE_VERDICT_UNFOUNDED'],
  ],
  [
    'has any ground for Failed',
    ro,
    { ...reviewer.output, verdict: 'Failed', feedback: 'a', criteria_results: met },
    [],
  ],
  [
    'has no verdict where it could not be made',
    ro,
    { status: 'error', verdict: 'Failed' },
    ['MESSAGE_VERDICT_UNFOUNDED'],
  ],
  ['needs nothing when it could not be made', ro, { status: 'error' }, []],
  ['has a verdict', ro, { status: 'completed', criteria_results: met }, ['MESSAGE_FIELD_MISSING']],
  ['has a verdict that there is', ro, { ...reviewer.output, verdict: 'qualified' }, ['MESSAGE_FIELD_VALUE']],
  ['has a status', ro, { ...reviewer.output, status: 5 }, ['MESSAGE_FIELD_TYPE']],
  ['has a status that there is', ro, { ...reviewer.output, status: 'failed' }, ['MESSAGE_FIELD_VALUE']],
  ['has a status that is there', ro, { ...reviewer.output, status: null }, ['MESSAGE_FIELD_MISSING']],
  ['has feedback for Failed', ro, { ...reviewer.output, verdict: 'Failed' }, ['MESSAGE_FEEDBACK_MISSING']],
  ['has criteria', ro, { ...reviewer.output, criteria_results: 'all' }, ['MESSAGE_FIELD_TYPE']],
  [
    'has criteria that are met or not',
    ro,
    { ...reviewer.output, criteria_results: [{ criterion: 'a', met: 1 }] },
    ['MESSAGE_FIELD_TYPE'],
  ],
  [
    'has counts in 3.x alone',
    ro,
    { ...reviewer.output, criteria_results: { total_criteria: 1, met: 1, not_met: 0 } },
    ['MESSAGE_FIELD_TYPE'],
  ],
  [
    'has counts in 3.x',
    ro,
    { ...reviewer.output, criteria_results: { total_criteria: 1, met: 1, not_met: 0 } },
    [],
    later,
  ],
  ['has criteria or counts in 3.x', ro, { ...reviewer.output, criteria_results: 'all' }, ['MESSAGE_FIELD_TYPE'], later],
  [
    'has whole criteria in 3.x',
    ro,
    { ...reviewer.output, criteria_results: [{ criterion: 'a' }] },
    ['MESSAGE_FIELD_MISSING'],
    later,
  ],
  [
    'has whole numbers for counts',
    ro,
    { ...reviewer.output, criteria_results: { total_criteria: 1, met: 1.5, not_met: 0 } },
    ['MESSAGE_FIELD_VALUE'],
    later,
  ],
  [
    'has ground in its counts',
    ro,
    { ...reviewer.output, criteria_results: { total_criteria: 0, met: 0, not_met: 0 } },
    ['MESSAGE_VERDICT_UNFOUNDED'],
    later,
  ],
  [
    'has all of its counts',
    ro,
    { ...reviewer.output, criteria_results: { total_criteria: 0, met: 0 } },
    ['MESSAGE_FIELD_MISSING'],
    later,
  ],

  ['counts its questions', bo, { ...payloads.brainstorm, questions_generated: 3 }, ['MESSAGE_COUNT_DOUBTFUL']],
  ['counts its questions, too few', bo, { ...payloads.brainstorm, questions_generated: 1 }, ['MESSAGE_COUNT_DOUBTFUL']],
  [
    'counts what it answered',
    qo,
    { status: 'completed', questions_answered: 1, confidence_distribution: { high: 1, low: 1 } },
    ['MESSAGE_COUNT_DOUBTFUL'],
  ],
  [
    'may not be sure of all it answered',
    qo,
    { status: 'completed', questions_answered: 2, confidence_distribution: { high: 1, unknown: 5 } },
    [],
  ],
  [
    'is sure at three levels',
    qo,
    { status: 'completed', questions_answered: 2, confidence_distribution: { high: 1, medium: 1, low: 1 } },
    ['MESSAGE_COUNT_DOUBTFUL'],
  ],
  ['counts by its MODE', qo, { status: 'completed', questions_generated: 1 }, ['MESSAGE_MODE_FIELD']],
  ['counts by its MODE, the other too', bo, { status: 'completed', questions_answered: 1 }, ['MESSAGE_MODE_FIELD']],
  ['counts nothing that is null', bo, { status: 'completed', questions_generated: null }, ['MESSAGE_MODE_FIELD']],
  ['needs no counts when it is blocked', bo, { status: 'blocked' }, []],
  ['may count without levels', bo, { status: 'completed', questions_generated: 2 }, []],
  [
    'counts levels without a total',
    bo,
    { status: 'completed', priority_breakdown: { high: 1 } },
    ['MESSAGE_MODE_FIELD'],
  ],
  [
    'counts by numbers',
    bo,
    { status: 'completed', questions_generated: 'two', priority_breakdown: { high: 1 } },
    ['MESSAGE_FIELD_TYPE'],
  ],
  [
    'counts levels by keys',
    bo,
    { status: 'completed', questions_generated: 2, priority_breakdown: 2 },
    ['MESSAGE_FIELD_TYPE'],
  ],

  [
    'of a whole session says no more than a status',
    'reviewer.SESSION_REVIEW.1.output',
    { status: 'completed', verdict: 5, SESSION_PATH: '/' },
    [],
    later,
  ],
  ['of a whole session says a status', 'reviewer.SESSION_REVIEW.1.output', {}, ['MESSAGE_FIELD_MISSING'], later],
  ['of a whole session asks anything', 'reviewer.SESSION_REVIEW.1.input', { SESSION_PATH: 5 }, [], later],
  [
    'of a whole session has an envelope',
    'reviewer.SESSION_REVIEW.1.input',
    envelope('reviewer.SESSION_REVIEW.1.input', {}, { session_id: 'a' }),
    ['MESSAGE_KEY_MISMATCH'],
    later,
  ],
  ['is called as one', 'executor.task-1.input', {}, ['MESSAGE_NAME']],
]

describe('a message', () => {
  const all = rows.map(([promise, name, input, codes, profile]) => ({ promise, name, input, codes, profile }))
  it.each(all)('$promise: $name', ({ name, input, codes, profile }) => {
    expect(judged(name, input, profile).map(({ code }) => code)).toEqual(codes)
  })

  it.each(['link', 'large', 'encoding'] as const)('says where it cannot be read: %s', (why) => {
    const input = { link: 'symbolic link', large: 'size', encoding: 'bytes' }[why]
    const name = `${path}/messages/${ei}.json`
    const fault = { message: unreadableReasons[why], place: { path: name, line: 1 } }
    const message = readMessageFile(new FileRecord({ path: name, exists: true, fault }), 'contract-1.0.0')
    expect(message).toMatchObject({ key: 'executor.task-1.a1', content: undefined, status: undefined })
    expect(problemsOf(message)).toEqual([
      {
        code: 'MESSAGE_UNREADABLE',
        message: expect.stringMatching(new RegExp(`^Unexpected ${input}, expected `)),
        place: { path: `${path}/messages/${ei}.json`, line: 1 },
      },
    ])
  })

  it('has a status in its output alone', () => {
    expect(read(eo, JSON.stringify(executor.output))).toMatchObject({ status: 'completed', task: 'task-1', number: 1 })
    expect(read(ei, JSON.stringify({ ...executor.input, status: 'completed' }))).toMatchObject({ status: undefined })
    expect(read(eo, '{')).toMatchObject({ status: undefined, content: undefined, key: 'executor.task-1.a1' })
  })

  it('says since when in its envelope alone', () => {
    const created = (input: object) => {
      const message = read(ei, JSON.stringify(input))
      return 'key' in message ? message.content?.createdAt : undefined
    }
    expect(created(envelope(ei, executor.input))).toBe('2026-01-31T15:00:00Z')
    expect(created({ ...executor.input, created_at: '2026-01-31T15:00:00Z' })).toBeUndefined()
  })
})
