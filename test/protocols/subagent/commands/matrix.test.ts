import { expect, it } from 'vitest'
import {
  change,
  doneSample,
  executorAsked,
  executorSaid,
  iteratedSample,
  laterSample,
  marked,
  messagePath,
  payloads,
  pendingSample,
  progressPath,
  reportPath,
  reportText,
  sample,
  unfinished,
  withMessage,
  workingSample,
} from '../../../../src/protocols/subagent/examples.ts'
import { subagent } from '../../../../src/protocols/subagent/protocol.ts'
import { machine, type TaskState } from '../../../../src/protocols/subagent/states.ts'
import { describeMatrix, type Row, type Samples, treesOf } from '../../matrix.ts'
import type { Tree } from '../../scene.ts'
import { target, usual } from '../scene.ts'

const working: Tree = executorAsked(workingSample)
const withReport: Tree = { ...working, [reportPath('task-3')]: reportText('task-3') }

const planning = marked(sample, 'plan-init', 'x', ' ')
const plannerBlocked = withMessage(
  marked(sample, 'plan-init', 'x', '/'),
  'planner.INITIALIZE.1.output',
  { status: 'needs_clarification', blockers: ['Which file?'] },
  payloads.plannerInput('INITIALIZE'),
)

const states: Samples<TaskState> = {
  'not started': { 'not started': sample, 'planning, not started': planning },
  'in progress': {
    'in progress': working,
    'in progress, with report': withReport,
    'planning, in progress': marked(sample, 'plan-init', 'x', '/'),
  },
  blocked: {
    blocked: executorSaid(workingSample, unfinished('blocked', 'Which words?')),
    'planning, blocked': plannerBlocked,
  },
  stopped: {
    stopped: executorSaid({ ...workingSample, [reportPath('task-3')]: reportText('task-3') }, unfinished('failed')),
  },
  'review pending': { 'review pending': pendingSample },
  completed: { completed: doneSample, 'planning, completed': sample },
  failed: { failed: change(laterSample, { [progressPath]: [['- [ ] task-3 ', '- [F] task-3 ']] }) },
  cancelled: { cancelled: iteratedSample },
  unknown: { unknown: marked(sample, 'task-3', ' ', '?') },
}
const trees = treesOf(states)

const refusals = (state: string, then: string, ...rows: readonly (readonly [string, string])[]): readonly Row[] =>
  rows.map(([command, code]) => [state, command, 'refused', then, [`${code} error`]])

const success = '/handback task-3 success'
const error = '/handback task-3 error Broken'
const question = '/handback task-3 question Where?'
const answer = '/answer task-3 Here'
const qualified = '/review task-3 qualified'
const failed = '/review task-3 failed Again'

const acts = ['/accept task-3', success, error, question, answer, qualified, failed]

/** The outcome of each command in each state, as in the protocol's table. */
const table: readonly Row[] = [
  ['not started', '/accept task-3', 'changed', 'in progress', []],
  ...refusals(
    'not started',
    'not started',
    [success, 'SUBAGENT_NOT_IN_PROGRESS'],
    [error, 'SUBAGENT_NOT_IN_PROGRESS'],
    [question, 'SUBAGENT_NOT_IN_PROGRESS'],
    [answer, 'SUBAGENT_NO_QUESTION'],
    [qualified, 'SUBAGENT_NOT_REVIEWABLE'],
    [failed, 'SUBAGENT_NOT_REVIEWABLE'],
  ),
  ['in progress', '/accept task-3', 'unchanged', 'in progress', []],
  ['in progress', `${success} --skeleton Counted`, 'changed', 'review pending', []],
  ['in progress, with report', success, 'changed', 'review pending', []],
  ['in progress', error, 'changed', 'not started', []],
  ['in progress', question, 'changed', 'blocked', []],
  ...refusals(
    'in progress',
    'in progress',
    [success, 'SUBAGENT_REPORT_MISSING'],
    [`${success} --skeleton`, 'SUBAGENT_TEXT_MISSING'],
    ['/handback task-3 error', 'SUBAGENT_TEXT_MISSING'],
    ['/handback task-3 question', 'SUBAGENT_TEXT_MISSING'],
    [answer, 'SUBAGENT_NO_QUESTION'],
    [qualified, 'SUBAGENT_NOT_REVIEWABLE'],
    [failed, 'SUBAGENT_NOT_REVIEWABLE'],
  ),
  ['blocked', '/accept task-3', 'refused', 'blocked', ['QUESTION_OPEN error']],
  ['blocked', '/accept task-3 --anyway', 'changed', 'in progress', ['SUBAGENT_QUESTION_UNANSWERED warning']],
  ['blocked', error, 'changed', 'not started', []],
  ['blocked', question, 'changed', 'blocked', []],
  ['blocked', '/handback task-3 question Which words?', 'unchanged', 'blocked', []],
  ['blocked', answer, 'changed', 'in progress', []],
  ...refusals(
    'blocked',
    'blocked',
    [success, 'SUBAGENT_NOT_HELD'],
    ['/answer task-3', 'SUBAGENT_TEXT_MISSING'],
    [qualified, 'SUBAGENT_NOT_REVIEWABLE'],
    [failed, 'SUBAGENT_NOT_REVIEWABLE'],
  ),
  ['stopped', '/accept task-3', 'changed', 'in progress', []],
  ['stopped', error, 'changed', 'not started', []],
  ...refusals(
    'stopped',
    'stopped',
    [success, 'SUBAGENT_NOT_HELD'],
    [question, 'SUBAGENT_NOT_HELD'],
    [answer, 'SUBAGENT_NO_QUESTION'],
    [qualified, 'SUBAGENT_NOT_REVIEWABLE'],
    [failed, 'SUBAGENT_NOT_REVIEWABLE'],
  ),
  ['review pending', success, 'unchanged', 'review pending', []],
  ['review pending', qualified, 'changed', 'completed', []],
  ['review pending', failed, 'changed', 'not started', []],
  ...refusals(
    'review pending',
    'review pending',
    ['/accept task-3', 'SUBAGENT_REVIEW_PENDING'],
    [error, 'SUBAGENT_REVIEW_PENDING'],
    [question, 'SUBAGENT_REVIEW_PENDING'],
    [answer, 'SUBAGENT_NO_QUESTION'],
    ['/review task-3 failed', 'SUBAGENT_TEXT_MISSING'],
  ),
  ['completed', qualified, 'unchanged', 'completed', []],
  ...(['completed', 'failed'] as const).flatMap((state) =>
    refusals(
      state,
      state,
      ['/accept task-3', 'SUBAGENT_TASK_DONE'],
      [success, 'SUBAGENT_TASK_DONE'],
      [error, 'SUBAGENT_TASK_DONE'],
      [question, 'SUBAGENT_TASK_DONE'],
      [answer, 'SUBAGENT_NO_QUESTION'],
      [failed, 'SUBAGENT_TASK_DONE'],
    ),
  ),
  ...refusals('failed', 'failed', [qualified, 'SUBAGENT_TASK_DONE']),
  // A session of this profile is changed by its orchestrator alone.
  ...refusals(
    'cancelled',
    'cancelled',
    ...acts.map((act) => [act.replace('task-3', 'task-4'), 'SUBAGENT_PROFILE_READONLY'] as const),
  ),
  ...refusals('unknown', 'unknown', ...acts.map((act) => [act, 'MARKER_UNKNOWN'] as const)),
  // Whatever the answer is, a question changes nothing.
  ['not started', '/preflight task-3', 'unchanged', 'not started', []],
  ['in progress', '/preflight task-3', 'unchanged', 'in progress', []],
  ['blocked', '/preflight task-3', 'unchanged', 'blocked', ['QUESTION_OPEN error']],
  ['stopped', '/preflight task-3', 'unchanged', 'stopped', []],
  ['review pending', '/preflight task-3', 'unchanged', 'review pending', ['SUBAGENT_REVIEW_PENDING error']],
  ['completed', '/preflight task-3', 'unchanged', 'completed', ['SUBAGENT_TASK_DONE error']],
  ['failed', '/preflight task-3', 'unchanged', 'failed', ['SUBAGENT_TASK_DONE error']],
  ['cancelled', '/preflight task-4', 'unchanged', 'cancelled', ['SUBAGENT_PROFILE_READONLY error']],
  ['unknown', '/preflight task-3', 'unchanged', 'unknown', ['MARKER_UNKNOWN error']],
  ['planning, not started', '/accept plan-init', 'changed', 'in progress', []],
  ['planning, in progress', '/handback plan-init success', 'changed', 'completed', []],
  ['planning, completed', '/handback plan-init success', 'unchanged', 'completed', []],
  ['planning, in progress', '/handback plan-init error Broken', 'changed', 'not started', []],
  ['planning, in progress', '/handback plan-init question Which?', 'changed', 'blocked', []],
  ['planning, blocked', '/answer plan-init This', 'changed', 'in progress', []],
  ['planning, blocked', '/handback plan-init question Which file?', 'unchanged', 'blocked', []],
  ['planning, blocked', '/handback plan-init success', 'refused', 'blocked', ['SUBAGENT_NOT_HELD error']],
  ['planning, completed', '/review plan-init qualified', 'refused', 'completed', ['SUBAGENT_NOT_REVIEWABLE error']],
  [
    'planning, not started',
    '/handback plan-init question Which?',
    'refused',
    'not started',
    ['SUBAGENT_NOT_IN_PROGRESS error'],
  ],
  ['planning, completed', '/accept plan-init', 'refused', 'completed', ['SUBAGENT_TASK_DONE error']],
]

it.each(Object.entries(states).flatMap(([state, all]) => Object.keys(all).map((name) => [name, state] as const)))(
  'the task of %s is %s',
  async (name, state) => {
    const task = name.startsWith('planning, ') ? 'plan-init' : name === 'cancelled' ? 'task-4' : 'task-3'
    expect((await target(trees[name] ?? {}, task))?.state).toBe(state)
  },
)

const messages = ['executor.task-3.a1', 'executor.task-3.a2', 'planner.INITIALIZE.1', 'planner.INITIALIZE.2']
const written = messages.flatMap((name) => ['input', 'output'].map((kind) => messagePath(`${name}.${kind}`)))
describeMatrix(usual, {
  machine,
  commands: subagent.commands,
  states,
  rows: table,
  writes: [progressPath, reportPath('task-3'), ...written],
  transient: /\/messages\//,
  // Control of it was never granted by a command, so that there is no input.
  adds: {
    '/handback plan-init error Broken': ['MESSAGE_UNPAIRED warning'],
    '/handback plan-init question Which?': ['MESSAGE_UNPAIRED warning'],
  },
})
