import { say } from '../../../../core/say.ts'
import {
  change,
  inMessage,
  laterSample,
  messagesSample,
  payloads,
  reportPath,
  withMessage,
  workingSample,
  failedSample,
} from '../../examples.ts'
import { problemRule } from './problems.ts'

const output = 'executor.task-1.a1.output'
const review = 'reviewer.task-1.a1.output'
const answered = (payload: object) =>
  withMessage(
    workingSample,
    'executor.task-3.a1.output',
    { ...payloads.executorOutput('task-3'), ...payload },
    payloads.executorInput('task-3'),
  )
const reviewed = (payload: object) =>
  withMessage(
    failedSample,
    'reviewer.task-3.a1.output',
    { ...payloads.reviewerOutput, verdict: 'Failed', feedback: 'Keep it.', ...payload },
    payloads.reviewerInput('task-3'),
  )

/** Rules about what the fields of a message say of each other. */
export const executorRules = [
  problemRule({
    code: 'MESSAGE_COMPLETED_UNMET',
    strict: 'error',
    soft: 'error',
    summary: 'An executor says `completed` beside `success_criteria_met: false`.',
    why: 'A task is completed when its criteria are met, and not before.',
    repair: 'Say `failed` or `blocked`, or meet the criteria.',
    hint: say`Say ${'failed'} or ${'blocked'}, or meet the criteria.`,
    get examples() {
      return {
        bad: [{ about: 'not met', head: inMessage(output, ['"success_criteria_met": true', '"success_criteria_met": false']) }],
        good: [{ about: 'blocked, and not met', head: answered({ status: 'blocked', success_criteria_met: false, blockers: ['Which?'] }) }],
      }
    },
  }),
  problemRule({
    code: 'MESSAGE_COMPLETED_BLOCKED',
    strict: 'warning',
    soft: 'notice',
    summary: 'An executor says `completed` beside blockers.',
    why: 'What prevents completion has not prevented it.',
    repair: 'Leave the blockers out, or say `blocked`.',
    hint: say`Leave them out, or say ${'blocked'}.`,
    get examples() {
      return {
        bad: [{ about: 'a blocker', head: inMessage(output, ['"blockers": []', '"blockers": ["Which words?"]']) }],
        good: [{ about: 'a blank one', head: inMessage(output, ['"blockers": []', '"blockers": [""]']) }],
      }
    },
  }),
  problemRule({
    code: 'MESSAGE_BLOCKERS_MISSING',
    strict: 'error',
    soft: 'warning',
    summary: 'An executor says `blocked`, or a planner `blocked` or `needs_clarification`, without a blocker.',
    why: 'Nobody can remove what nobody names.',
    repair: 'Name what is in the way.',
    hint: 'Name what is in the way.',
    get examples() {
      return {
        bad: [
          { about: 'an executor', head: answered({ status: 'blocked', success_criteria_met: false }) },
          {
            about: 'a planner',
            head: withMessage(
              messagesSample,
              'planner.UPDATE.1.output',
              { ...payloads.plannerOutput, status: 'needs_clarification' },
              payloads.plannerInput('UPDATE'),
            ),
          },
        ],
        good: [{ about: 'a question', head: answered({ status: 'blocked', success_criteria_met: false, blockers: ['Which?'] }) }],
      }
    },
  }),
]

export const reviewerRules = [
  problemRule({
    code: 'MESSAGE_VERDICT_UNFOUNDED',
    strict: 'error',
    soft: 'error',
    summary: 'A review says Qualified with a criterion that is not met, or without any; or it has a verdict beside `status: error`.',
    why: 'A verdict rests on criteria.',
    repair: 'Say Failed, or meet the criteria.',
    hint: say`Say ${'Failed'}, or look at the criteria again.`,
    get examples() {
      return {
        bad: [
          { about: 'not met', head: inMessage(review, ['"met": true', '"met": false']) },
          { about: 'none', head: change(inMessage(review, ['"criteria_results": [', '"criteria_results": [],\n    "others": [']), {}) },
          { about: 'a review that could not be made', head: inMessage(review, ['"status": "completed"', '"status": "error"']) },
          {
            about: 'counts, in 3.x',
            head: withMessage(
              laterSample,
              review,
              { ...payloads.reviewerOutput, criteria_results: { total_criteria: 2, met: 1, not_met: 1 } },
              payloads.reviewerInput('task-1'),
            ),
          },
        ],
        good: [
          { about: 'Failed', head: reviewed({ criteria_results: [] }) },
          {
            about: 'counts, in 3.x',
            head: withMessage(
              laterSample,
              review,
              { ...payloads.reviewerOutput, criteria_results: { total_criteria: 2, met: 2, not_met: 0 } },
              payloads.reviewerInput('task-1'),
            ),
          },
        ],
      }
    },
  }),
  problemRule({
    code: 'MESSAGE_FEEDBACK_MISSING',
    strict: 'error',
    soft: 'warning',
    summary: 'A review says Failed without `feedback`.',
    why: 'The next attempt would make the same mistake again.',
    repair: 'Say what is to be better.',
    hint: 'Say what is to be better.',
    get examples() {
      return {
        bad: [{ about: 'none', head: reviewed({ feedback: ' ' }) }],
        good: [{ about: 'a sentence', head: reviewed({}) }],
      }
    },
  }),
  problemRule({
    code: 'MESSAGE_COUNT_MISMATCH',
    strict: 'error',
    soft: 'warning',
    summary: '`task_count.total` is not the sum of `planning` and `implementation`.',
    why: 'The orchestrator plans its work by these numbers.',
    repair: 'Count again.',
    hint: 'Count again.',
    get examples() {
      return {
        bad: [{ about: 'one more', head: inMessage('planner.INITIALIZE.1.output', ['"total": 4', '"total": 5']) }],
        good: [{ about: 'the sum', head: messagesSample }],
      }
    },
  }),
  problemRule({
    code: 'MESSAGE_COUNT_DOUBTFUL',
    strict: 'warning',
    soft: 'notice',
    summary: 'The parts of a questioner’s count do not fit its total.',
    why: 'One of the two was not counted.',
    repair: 'Count again.',
    hint: 'Count again.',
    get examples() {
      return {
        bad: [
          {
            about: 'priorities',
            head: inMessage('questioner.BRAINSTORM.c1.output', ['"questions_generated": 2', '"questions_generated": 3']),
          },
          { about: 'confidences', head: inMessage('questioner.RESEARCH.c1.output', ['"high": 1', '"high": 2']) },
        ],
        good: [
          {
            about: 'fewer confidences than answers',
            head: inMessage('questioner.RESEARCH.c1.output', ['"questions_answered": 1', '"questions_answered": 4']),
          },
        ],
      }
    },
  }),
  problemRule({
    code: 'MESSAGE_MODE_FIELD',
    strict: 'warning',
    soft: 'notice',
    summary: 'A questioner completed without the count of its MODE.',
    why: 'Nobody can tell whether another cycle is needed.',
    repair: 'BRAINSTORM: `questions_generated`; RESEARCH: `questions_answered`.',
    hint: 'Say how many.',
    get examples() {
      return {
        bad: [
          { about: 'BRAINSTORM', head: inMessage('questioner.BRAINSTORM.c1.output', ['"questions_generated": 2,\n    ', '']) },
          { about: 'RESEARCH', head: inMessage('questioner.RESEARCH.c1.output', ['"questions_answered": 1,\n    ', '']) },
        ],
        good: [
          {
            about: 'blocked',
            head: inMessage('questioner.RESEARCH.c1.output', [
              '"status": "completed",\n    "questions_answered": 1',
              '"status": "blocked"',
            ]),
          },
        ],
      }
    },
  }),
  problemRule({
    code: 'MESSAGE_REPORT_PATH',
    strict: 'error',
    soft: 'error',
    summary: '`report_path` or `REPORT_PATH` is not the report of this task and attempt.',
    why: 'Another report would be reviewed.',
    repair: 'Write `tasks.TASK-report.md`, from the second attempt on `tasks.TASK-report-rN.md`.',
    hint: 'Write the report of this task and attempt.',
    get examples() {
      return {
        bad: [
          {
            about: 'of another attempt',
            head: {
              ...inMessage('reviewer.task-1.a1.input', ['tasks.task-1-report.md', 'tasks.task-3-report.md']),
              [reportPath('task-3')]: failedSample[reportPath('task-3')] ?? '',
            },
          },
          {
            about: 'of another task',
            head: {
              ...inMessage(output, ['tasks.task-1-report.md', 'tasks.task-3-report.md']),
              [reportPath('task-3')]: failedSample[reportPath('task-3')] ?? '',
            },
          },
        ],
        good: [
          {
            about: 'from the root, and with another slash',
            head: inMessage(output, ['tasks.task-1-report.md', '.ralph-sessions\\\\260131-144400/tasks.task-1-report.md']),
          },
          { about: 'with a dot before it', head: inMessage(output, ['tasks.task-1-report.md', './tasks.task-1-report.md']) },
        ],
      }
    },
  }),
]
