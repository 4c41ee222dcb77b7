import { msg } from '../../../core/message.ts'
import { overProblems, type ProblemRule } from '../../../kit/rules.ts'
import type * as examples from '../examples.ts'
import { messageProblems, messages, type MessageSubject, type SubagentRules } from './subjects.ts'

/** A message by itself: fields that contradict each other. */
export const messageContentProblems: readonly ProblemRule<MessageSubject, typeof examples>[] = [
  {
    code: 'MESSAGE_COMPLETED_UNMET',
    strict: 'error',
    soft: 'error',
    summary: 'An executor says `completed` beside `success_criteria_met: false`.',
    why: 'A task is completed when its criteria are met, and not before.',
    hint: 'Say `failed` or `blocked`, or meet the criteria.',
    examples: ({ inMessage, payloads, withMessage, workingSample }) => {
      const output = 'executor.task-1.a1.output'
      const answered = (payload: object) =>
        withMessage(
          workingSample,
          'executor.task-3.a1.output',
          { ...payloads.executorOutput('task-3'), ...payload },
          payloads.executorInput('task-3'),
        )
      return {
        bad: [{ about: 'not met', head: inMessage(output, ['"success_criteria_met": true', '"success_criteria_met": false']) }],
        good: [{ about: 'blocked, and not met', head: answered({ status: 'blocked', success_criteria_met: false, blockers: ['Which?'] }) }],
      }
    },
  },
  {
    code: 'MESSAGE_COMPLETED_BLOCKED',
    strict: 'warning',
    soft: 'notice',
    summary: 'An executor says `completed` beside blockers.',
    why: 'What prevents completion has not prevented it.',
    repair: 'Leave the blockers out, or say `blocked`.',
    advice: () => ({ hint: msg`Leave them out, or say ${'blocked'}.` }),
    examples: ({ inMessage }) => {
      const output = 'executor.task-1.a1.output'
      return {
        bad: [{ about: 'a blocker', head: inMessage(output, ['"blockers": []', '"blockers": ["Which words?"]']) }],
        good: [{ about: 'a blank one', head: inMessage(output, ['"blockers": []', '"blockers": [""]']) }],
      }
    },
  },
  {
    code: 'MESSAGE_BLOCKERS_MISSING',
    strict: 'error',
    soft: 'warning',
    summary: 'An executor says `blocked`, or a planner `blocked` or `needs_clarification`, without a blocker.',
    why: 'What is not named cannot be removed.',
    hint: 'Name what is in the way.',
    examples: ({ messagesSample, payloads, withMessage, workingSample }) => {
      const answered = (payload: object) =>
        withMessage(
          workingSample,
          'executor.task-3.a1.output',
          { ...payloads.executorOutput('task-3'), ...payload },
          payloads.executorInput('task-3'),
        )
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
  },
  {
    code: 'MESSAGE_VERDICT_UNFOUNDED',
    strict: 'error',
    soft: 'error',
    summary: 'A review says Qualified with a criterion that is not met, or without any; or it has a verdict beside `status: error`.',
    why: 'A verdict rests on criteria.',
    repair: 'Say Failed, or meet the criteria.',
    advice: () => ({ hint: msg`Say ${'Failed'}, or look at the criteria again.` }),
    examples: ({ change, inMessage, laterSample, payloads, withMessage, failedSample }) => {
      const review = 'reviewer.task-1.a1.output'
      const reviewed = (payload: object) =>
        withMessage(
          failedSample,
          'reviewer.task-3.a1.output',
          { ...payloads.reviewerOutput, verdict: 'Failed', feedback: 'Keep it.', ...payload },
          payloads.reviewerInput('task-3'),
        )
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
  },
  {
    code: 'MESSAGE_FEEDBACK_MISSING',
    strict: 'error',
    soft: 'warning',
    summary: 'A review says Failed without `feedback`.',
    why: 'The next attempt would make the same mistake again.',
    hint: 'Say what is to be better.',
    examples: ({ payloads, withMessage, failedSample }) => {
      const reviewed = (payload: object) =>
        withMessage(
          failedSample,
          'reviewer.task-3.a1.output',
          { ...payloads.reviewerOutput, verdict: 'Failed', feedback: 'Keep it.', ...payload },
          payloads.reviewerInput('task-3'),
        )
      return {
        bad: [{ about: 'none', head: reviewed({ feedback: ' ' }) }],
        good: [{ about: 'a sentence', head: reviewed({}) }],
      }
    },
  },
  {
    code: 'MESSAGE_COUNT_MISMATCH',
    strict: 'error',
    soft: 'warning',
    summary: '`task_count.total` is not the sum of `planning` and `implementation`.',
    why: 'The orchestrator plans its work by these numbers.',
    hint: 'Count again.',
    examples: ({ inMessage, messagesSample }) => ({
      bad: [{ about: 'one more', head: inMessage('planner.INITIALIZE.1.output', ['"total": 4', '"total": 5']) }],
      good: [{ about: 'the sum', head: messagesSample }],
    }),
  },
  {
    code: 'MESSAGE_COUNT_DOUBTFUL',
    strict: 'warning',
    soft: 'notice',
    summary: 'The parts of a questioner’s count do not fit its total.',
    why: 'One of the two was not counted.',
    hint: 'Count again.',
    examples: ({ inMessage }) => ({
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
    }),
  },
  {
    code: 'MESSAGE_MODE_FIELD',
    strict: 'warning',
    soft: 'notice',
    summary: 'A questioner completed without the count of its MODE.',
    why: 'It is unclear whether another cycle is needed.',
    repair: 'BRAINSTORM: `questions_generated`; RESEARCH: `questions_answered`.',
    advice: () => ({ hint: 'Say how many.' }),
    examples: ({ inMessage }) => ({
      bad: [
        { about: 'BRAINSTORM', head: inMessage('questioner.BRAINSTORM.c1.output', ['"questions_generated": 2,\n    ', '']) },
        { about: 'RESEARCH', head: inMessage('questioner.RESEARCH.c1.output', ['"questions_answered": 1,\n    ', '']) },
      ],
      good: [
        {
          about: 'blocked',
          head: inMessage('questioner.RESEARCH.c1.output', ['"status": "completed",\n    "questions_answered": 1', '"status": "blocked"']),
        },
      ],
    }),
  },
  {
    code: 'MESSAGE_REPORT_PATH',
    strict: 'error',
    soft: 'error',
    summary: '`report_path` or `REPORT_PATH` is not the report of this task and attempt.',
    why: 'Another report would be reviewed.',
    repair: 'Write `tasks.TASK-report.md`, from the second attempt on `tasks.TASK-report-rN.md`.',
    advice: () => ({ hint: 'Write the report of this task and attempt.' }),
    examples: ({ inMessage, reportPath, failedSample }) => {
      const output = 'executor.task-1.a1.output'
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
  },
]

/** What the fields of a message say together */
export const messageContentRules: SubagentRules = {
  name: 'message-content',
  title: 'What the fields of a message say together',
  rules: [overProblems(messages, messageProblems, messageContentProblems)],
}
