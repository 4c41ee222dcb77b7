import { describe } from 'vitest'
import {
  anchor,
  change,
  entry,
  inMetrics,
  inSession,
  inStall,
  inState,
  interruptedSample,
  metricsPath,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  statePath,
  time,
  histories,
  configPath,
  emptySample,
} from '../../../../src/protocols/governance/examples.ts'
import { issuesHash } from '../../../../src/protocols/governance/loops/stalls.ts'
import { rows } from './table.ts'

const usage = 'refused, COMMAND_USAGE error'
const late = { at: '2026-02-04T09:30:00Z' }
const earlier = { at: '2026-02-04T08:04:00Z' }
const list = <Each>(length: number, each: (index: number) => Each) => Array.from({ length }, (_, index) => each(index))

describe('/anchor', () => {
  const says = '/anchor ses_1 decision high Stored times are UTC'
  const said = (more: Readonly<Record<string, unknown>> = {}) => anchor(7, 'high', { content: 'Stored times are UTC', ...more })
  const now = Date.parse('2026-02-04T08:30:00Z')
  const full = (...last: readonly string[]) =>
    inState({
      anchors: [
        ...list(20 - last.length, (index) => anchor(index + 1, 'high')),
        ...last.map((priority, index) => anchor(90 + index, priority)),
      ],
    })
  rows([
    ['no name', '/anchor', usage],
    ['no type', '/anchor ses_1', usage],
    ['another type', '/anchor ses_1 output_style high Text', usage],
    ['no priority', '/anchor ses_1 decision', usage],
    ['a priority that nobody may give', '/anchor ses_1 decision low Text', usage],
    ['no text', '/anchor ses_1 decision high', usage],
    ['a text of blanks', '/anchor ses_1 decision high "  "', usage],
    ['a decision', says, 'changed'],
    ['context, in capitals', '/anchor ses_1 CONTEXT Critical " Both   blanks "', 'changed'],
    ['a checkpoint', '/anchor ses_1 checkpoint normal --all-of it', 'changed'],
    ['a completion', '/anchor ses_1 completion normal Done', 'changed'],
    ['1,000 characters, each of two units', `/anchor ses_1 decision high ${'\u{1f3b9}'.repeat(1000)}`, 'changed'],
    ['1,001 characters', `/anchor ses_1 decision high ${'x'.repeat(1001)}`, 'refused, GOV_TEXT_LIMIT error'],
    ['said already', says, 'unchanged', inState({ anchors: [said()] })],
    ['said already, whatever the time', says, 'unchanged', inState({ anchors: [said()] }), earlier],
    ['said with another priority', says, 'changed', inState({ anchors: [said({ priority: 'normal' })] })],
    ['said as something else', says, 'changed', inState({ anchors: [said({ type: 'context' })] })],
    [
      'ids that are taken',
      says,
      'changed',
      inState({ anchors: [said({ id: `anchor-${now}`, content: 'A' }), said({ id: `anchor-${now + 1}`, content: 'B' })] }),
    ],
    ['the 20th', says, 'changed', inState({ anchors: list(19, (index) => anchor(index + 1, 'high')) })],
    ['the 21st', says, 'refused, GOV_ANCHORS_FULL error', full()],
    ['the 21st, one of another kind', says, 'refused, GOV_ANCHORS_FULL error', full('style')],
    ['the 21st, with a low one', says, 'changed', full('normal', 'low')],
    ['the 21st, with normal ones', says, 'changed', full('normal', 'normal')],
    [
      'the 23rd, with two to give way',
      says,
      'refused, GOV_ANCHORS_FULL error',
      inState({ anchors: [...list(20, (index) => anchor(index + 1, 'high')), anchor(31, 'low'), anchor(32, 'normal')] }),
    ],
    [
      'the 23rd, with three to give way',
      says,
      'changed',
      inState({
        anchors: [anchor(30, 'normal'), ...list(19, (index) => anchor(index + 1, 'high')), anchor(31, 'low'), anchor(32, 'normal')],
      }),
    ],
    [
      'one whose age nobody knows gives way first',
      says,
      'changed',
      inState({
        anchors: [
          anchor(50, 'normal', { created: '1999-01-01T00:00:00Z' }),
          ...list(18, (index) => anchor(index + 1, 'high')),
          anchor(51, 'normal', { created: 'once' }),
        ],
      }),
    ],
    [
      'entries of another form count too',
      says,
      'refused, GOV_ANCHORS_FULL error',
      inState({ anchors: [...list(10, () => 'text'), ...list(10, (index) => anchor(index + 1, 'high'))] }),
    ],
    ['a full history', says, 'changed', inState({ history: list(50, (index) => entry(`task:${index}`)) })],
    ['a history that is too full', says, 'changed', inState({ history: list(53, (index) => entry(`task:${index}`)) })],
    ['the state is missing', says, 'changed', change(sample, { [statePath]: null })],
    ['a state without anchors', says, 'changed', inState({ anchors: undefined })],
    ['a session that stopped', says, 'changed', interruptedSample, late],
    [
      'a session that stopped with a fault',
      says,
      'changed',
      change(interruptedSample, { [sessionPath()]: session(histories.interrupted, { previousState: 'idle' }) }),
      late,
    ],
    ['a session with a fault', says, 'refused, GOV_STATE_UNKNOWN error', inSession(histories.working, { previousState: 'idle' })],
    ['it was updated since', says, 'refused, GOV_TIME_BACKWARDS error', sample, earlier],
    ['anchors that are none', says, 'refused, GOV_FIELD_TYPE error', inState({ anchors: 'none' })],
    ['a history that is none', says, 'refused, GOV_FIELD_TYPE error', inState({ history: 'none' })],
    ['a state that is a link', says, 'refused, GOV_FILE_LINK error', sample, { links: [statePath] }],
  ])
})

describe('/stall', () => {
  const cycle = '/stall ses_1 planner --score 50 --issues "No tests; no docs"'
  const error = '/stall ses_1 validator --error Unexpected token'
  const report = '{"score": 1, "issues": ["a"]}'
  const errors = (total: number, recent = 1) => ({
    errors: { total, byType: { validator_fix: total }, recent: list(recent, (index) => `error ${index}`) },
  })
  rows([
    ['no name', '/stall', usage],
    ['no kind', '/stall ses_1', usage],
    ['another kind', '/stall ses_1 checker', usage],
    ['a word too many', '/stall ses_1 planner now --score 1 --issues a', usage],
    ['no score', '/stall ses_1 planner --issues a', usage],
    ['a score in words', '/stall ses_1 planner --score high --issues a', usage],
    ['a score of 16 digits', `/stall ses_1 planner --score ${'1'.repeat(16)} --issues a`, usage],
    ['a score of 16 digits behind the point', `/stall ses_1 planner --score 0.${'1'.repeat(16)} --issues a`, usage],
    ['a score that begins with more', '/stall ses_1 planner --score x1 --issues a', usage],
    ['a score that ends with more', '/stall ses_1 planner --score 1x --issues a', usage],
    ['a point without digits', '/stall ses_1 planner --score 1. --issues a', usage],
    ['no issues', '/stall ses_1 planner --score 1', usage],
    ['issues without a value', '/stall ses_1 planner --score 1 --issues', usage],
    ['two scores', '/stall ses_1 planner --score 1 --score 2 --issues a', usage],
    ['options of the other kind', '/stall ses_1 planner --error a', usage],
    ['no error', '/stall ses_1 validator', usage],
    ['an error of blanks', '/stall ses_1 validator --error " "', usage],
    ['a location without a value', '/stall ses_1 validator --error a --location', usage],
    ['a report of an error', '/stall ses_1 validator --error a', usage, sample, { report }],
    ['a report and options', '/stall ses_1 planner --score 1', usage, sample, { report }],
    ['a report that is no JSON', '/stall ses_1 planner', usage, sample, { report: '{' }],
    ['a report that is a list', '/stall ses_1 planner', usage, sample, { report: '[]' }],
    ['a report without a score', '/stall ses_1 planner', usage, sample, { report: '{"issues": []}' }],
    ['a report with a list as score', '/stall ses_1 planner', usage, sample, { report: '{"score": [], "issues": []}' }],
    ['a report with a text as score', '/stall ses_1 planner', usage, sample, { report: '{"score": "1", "issues": []}' }],
    ['a report without issues', '/stall ses_1 planner', usage, sample, { report: '{"score": 1}' }],
    ['a report with a text as issues', '/stall ses_1 planner', usage, sample, { report: '{"score": 1, "issues": "a"}' }],
    ['a report with a number among issues', '/stall ses_1 planner', usage, sample, { report: '{"score": 1, "issues": ["a", 2]}' }],
    ['a report', '/stall ses_1 planner', 'changed', sample, { report: '{"score": -1.5, "issues": []}' }],
    ['a cycle', cycle, 'changed'],
    ['a cycle by the longest score', `/stall ses_1 Planner --SCORE=-${'9'.repeat(15)}.${'5'.repeat(15)} --issues=a`, 'changed'],
    ['a cycle whose issues are words', '/stall ses_1 planner --issues no tests; no --docs --score 5', 'changed'],
    ['a cycle without issues', '/stall ses_1 planner --score 5 --issues ""', 'changed'],
    ['an error', error, 'changed'],
    ['an error and its place', `${error} --location src/app.ts:7 and more`, 'changed'],
    ['an error of 101 characters', `/stall ses_1 validator --error ${'\u{1f3b9}'.repeat(101)}`, 'changed'],
    [
      'the fourth cycle, no better',
      cycle,
      'changed, GOV_STALL_PLANNER warning',
      inStall([['sha256:b', '1'], ...list(3, () => [issuesHash(['no docs', 'No tests']), '60'] as const)], [], [2, 0]),
    ],
    [
      'a count that was said to be a loop',
      error,
      'changed, GOV_STALL_PLANNER warning',
      inStall(
        list(4, () => ['a', '5'] as const),
        [],
        [2, 0],
      ),
    ],
    [
      'a count that is just none',
      error,
      'changed',
      inStall(
        list(3, () => ['a', '5'] as const),
        [],
        [1, 0],
      ),
    ],
    ['repeats that were said to be a loop', cycle, 'changed, GOV_STALL_VALIDATOR warning', inStall([], ['a', 'a', 'a'], [0, 1])],
    ['the 20th error', error, 'changed', inMetrics(errors(19))],
    ['the 21st error', error, 'changed, GOV_ERROR_LIMIT warning', inMetrics(errors(20, 20))],
    ['a cycle beside 20 errors', cycle, 'changed', inMetrics(errors(20))],
    ['a cycle beside 21 errors', cycle, 'changed, GOV_ERROR_LIMIT warning', inMetrics(errors(21))],
    ['an error beside 21 of another session', error, 'changed', inMetrics({ ...errors(21), sessionId: 'ses_9' })],
    ['no limit', error, 'refused, GOV_FIELD_MISSING error', inMetrics({ ...errors(21), limits: undefined, iterationCounts: undefined })],
    ['a limit that is not there', error, 'changed', inMetrics({ ...errors(21), limits: undefined })],
    ['recent errors that are too many', error, 'refused, GOV_FIELD_VALUE error', inMetrics(errors(25, 25))],
    ['no metrics', error, 'changed', change(sample, { [metricsPath]: null })],
    ['metrics that cannot be read', cycle, 'refused, GOV_FILE_UNREADABLE error', change(sample, { [metricsPath]: '{' })],
    ['errors that are none', error, 'refused, GOV_FIELD_TYPE error', inMetrics({ errors: 3 })],
    ['errors that are none do not matter to a cycle', cycle, 'changed', inMetrics({ errors: 3 })],
    ['iterations that are none', cycle, 'refused, GOV_FIELD_TYPE error', inMetrics({ iterationCounts: [] })],
    ['no evidence', cycle, 'changed', change(sample, { [stallPath()]: null })],
    ['no evidence, and an error', error, 'changed', change(sample, { [stallPath()]: null })],
    ['evidence that cannot be read', cycle, 'refused, GOV_FILE_UNREADABLE error', change(sample, { [stallPath()]: '{' })],
    [
      'evidence that is a link',
      cycle,
      'refused, GOV_FILE_LINK error',
      change(sample, { [stallPath()]: '../elsewhere' }),
      { links: [stallPath()] },
    ],
    ['cycles that are none', cycle, 'refused, GOV_FIELD_TYPE error', change(sample, { [stallPath()]: { ...stall(), plannerChecker: [] } })],
    [
      'cycles that are none do not matter to an error',
      error,
      'changed',
      change(sample, { [stallPath()]: { ...stall(), plannerChecker: [] } }),
    ],
    ['a full window', cycle, 'changed', inStall(list(5, (index) => [`h${index}`, `${index}`] as const))],
    ['a full window of errors', error, 'changed', inStall([], ['a', 'b', 'c', 'd', 'e'])],
    ['a session that stopped', cycle, 'refused, GOV_NOT_HELD error', interruptedSample, late],
    ['it was updated since', error, 'refused, GOV_TIME_BACKWARDS error', sample, earlier],
    ['a session with a fault', error, 'refused, GOV_STATE_UNKNOWN error', inSession(histories.working, { previousState: 'idle' })],
  ])
})

describe('/fix', () => {
  const miscounted = (plannerChecker: Readonly<Record<string, unknown>>, validatorFix: Readonly<Record<string, unknown>> = {}) =>
    change(sample, {
      [stallPath()]: {
        plannerChecker: { issuesHashHistory: ['a'], stallCount: 0, lastScore: 1, scoreHistory: [1], ...plannerChecker },
        validatorFix: { errorHashHistory: ['e', 'e', 'e'], repeatCount: 1, ...validatorFix },
      },
    })
  const two = (id: string, at: string, more: Readonly<Record<string, unknown>> = {}) => ({
    [sessionPath(id)]: session([['beginning', at]], { sessionId: id, ...more }),
  })
  const without = (...paths: readonly string[]) => change(sample, Object.fromEntries(paths.map((path) => [path, null])))
  const tooLong = { history: list(52, (index) => entry(`task:${index}`)) }
  rows([
    ['nothing', '/fix', 'unchanged'],
    ['a code that has no repair', '/fix GOV_ANCHOR_LOST', usage],
    ...['GOV_STATE_MISSING', 'GOV_CONFIG_MISSING', 'GOV_METRICS_MISSING', 'GOV_STALL_MISSING', 'GOV_STALL_COUNT', 'GOV_HISTORY_LIMIT'].map(
      (code) => [`nothing of ${code}`, `/fix ${code}`, 'unchanged'] as const,
    ),
    ['no session needs a state', '/fix GOV_STATE_MISSING', 'unchanged', change(emptySample, { [statePath]: null })],
    ['no session needs a configuration', '/fix GOV_CONFIG_MISSING', 'unchanged', change(emptySample, { [configPath]: null })],
    ['no session needs metrics', '/fix GOV_METRICS_MISSING', 'unchanged', emptySample],
    ['no state', '/fix GOV_STATE_MISSING', 'changed', without(statePath)],
    ['no configuration', '/fix GOV_CONFIG_MISSING', 'changed', without(configPath)],
    ['no metrics', '/fix GOV_METRICS_MISSING', 'changed', without(metricsPath)],
    ['no evidence', '/fix GOV_STALL_MISSING', 'changed', without(stallPath())],
    ['two codes', '/fix GOV_STATE_MISSING GOV_STALL_MISSING', 'changed', without(statePath, stallPath())],
    ['all', '/fix', 'changed', without(statePath, configPath, metricsPath, stallPath())],
    [
      'metrics of the session that was created last',
      '/fix GOV_METRICS_MISSING',
      'changed',
      change(without(metricsPath), {
        ...two('ses_2', '08:20'),
        ...two('ses_3', '08:10'),
        [stallPath('ses_2')]: stall(),
        [stallPath('ses_3')]: stall(),
      }),
    ],
    [
      'metrics of the session whose creation is known',
      '/fix GOV_METRICS_MISSING',
      'changed',
      change(without(metricsPath), { ...two('ses_0', '08:20', { createdAt: 'once' }), [stallPath('ses_0')]: stall() }),
    ],
    ['another session needs evidence', '/fix GOV_STALL_MISSING', 'changed', change(sample, two('ses_2', '08:20'))],
    [
      'a session that no command can name',
      '/fix GOV_STALL_MISSING',
      'unchanged, GOV_STALL_MISSING warning',
      change(sample, two('ses 2', '08:20')),
    ],
    [
      'that, and one that needs evidence',
      '/fix GOV_STALL_MISSING',
      'changed, GOV_STALL_MISSING warning',
      change(without(stallPath()), two('ses 2', '08:20')),
    ],
    ['a score that is not the last', '/fix GOV_STALL_COUNT', 'changed', miscounted({ lastScore: 2 })],
    ['no score', '/fix GOV_STALL_COUNT', 'unchanged', miscounted({ lastScore: null })],
    ['no score of no cycle', '/fix GOV_STALL_COUNT', 'changed', miscounted({ issuesHashHistory: [], scoreHistory: [], lastScore: 4 })],
    ['too many stalls', '/fix GOV_STALL_COUNT', 'changed', miscounted({ stallCount: 2 })],
    ['too few repeats', '/fix GOV_STALL_COUNT', 'changed', miscounted({}, { repeatCount: 0 })],
    [
      'counts and a full window',
      '/fix GOV_STALL_COUNT',
      'changed',
      miscounted({ stallCount: 2 }, { errorHashHistory: list(5, () => 'e'), repeatCount: 7 }),
    ],
    ['a count that is none', '/fix GOV_STALL_COUNT', 'refused, GOV_FIELD_TYPE error', miscounted({ stallCount: 'two', lastScore: 2 })],
    ['a history of 52', '/fix GOV_HISTORY_LIMIT', 'changed', inState(tooLong)],
    ['a history of 50', '/fix GOV_HISTORY_LIMIT', 'unchanged', inState({ history: tooLong.history.slice(2) })],
    [
      'a history of 52 in a file with a key twice',
      '/fix GOV_HISTORY_LIMIT',
      'refused, GOV_DUPLICATE_KEY error',
      change(sample, {
        [statePath]: JSON.stringify({ ...JSON.parse(String(sample[statePath])), ...tooLong }).replace('"phase"', '"phase":"a","phase"'),
      }),
    ],
    [
      'evidence in a folder that is a link',
      '/fix GOV_STALL_MISSING',
      'refused, GOV_FILE_LINK error',
      change(without(stallPath()), { '.idumb/brain/stall': '../elsewhere' }),
      { links: ['.idumb/brain/stall'] },
    ],
    ['a time beside it', '/fix GOV_STALL_COUNT', 'changed', miscounted({ stallCount: 1 }), { at: time('10:00') }],
  ])
})
