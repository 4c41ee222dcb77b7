import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  executorSaid,
  failedSample,
  inMessage,
  laterSample,
  messagesSample,
  payloads,
  reportPath,
  reviewerSaid,
  unfinished,
  withMessage,
  workingSample,
} from '../examples.ts'

const output = 'executor.task-1.a1.output'
const review = 'reviewer.task-1.a1.output'
const failing = (payload: object) => reviewerSaid(failedSample, { verdict: 'Failed', feedback: 'Keep it.', ...payload })

export const examples: RuleExamples = {
  MESSAGE_COMPLETED_UNMET: {
    bad: { 'not met': inMessage(output, ['"success_criteria_met": true', '"success_criteria_met": false']) },
    good: {
      'blocked, and not met': executorSaid(workingSample, unfinished('blocked', 'Which?')),
    },
  },
  MESSAGE_COMPLETED_BLOCKED: {
    bad: { 'a blocker': inMessage(output, ['"blockers": []', '"blockers": ["Which words?"]']) },
    good: { 'a blank one': inMessage(output, ['"blockers": []', '"blockers": [""]']) },
  },
  MESSAGE_BLOCKERS_MISSING: {
    bad: {
      'an executor': executorSaid(workingSample, unfinished('blocked')),
      'a planner': withMessage(
        messagesSample,
        'planner.UPDATE.1.output',
        { ...payloads.plannerOutput, status: 'needs_clarification' },
        payloads.plannerInput('UPDATE'),
      ),
    },
    good: { 'a question': executorSaid(workingSample, unfinished('blocked', 'Which?')) },
  },
  MESSAGE_VERDICT_UNFOUNDED: {
    bad: {
      'not met': inMessage(review, ['"met": true', '"met": false']),
      none: change(inMessage(review, ['"criteria_results": [', '"criteria_results": [],\n    "others": [']), {}),
    },
    good: {
      Failed: failing({ criteria_results: [] }),
      'counts, in 3.x': withMessage(
        laterSample,
        review,
        { ...payloads.reviewerOutput, criteria_results: { total_criteria: 2, met: 2, not_met: 0 } },
        payloads.reviewerInput('task-1'),
      ),
    },
  },
  MESSAGE_FEEDBACK_MISSING: { bad: { none: failing({ feedback: ' ' }) }, good: { 'a sentence': failing({}) } },
  MESSAGE_COUNT_MISMATCH: {
    bad: { 'one more': inMessage('planner.INITIALIZE.1.output', ['"total": 4', '"total": 5']) },
    good: { 'the sum': messagesSample },
  },
  MESSAGE_COUNT_DOUBTFUL: {
    bad: {
      priorities: inMessage('questioner.BRAINSTORM.c1.output', [
        '"questions_generated": 2',
        '"questions_generated": 3',
      ]),
      confidences: inMessage('questioner.RESEARCH.c1.output', ['"high": 1', '"high": 2']),
    },
    good: {
      'fewer confidences than answers': inMessage('questioner.RESEARCH.c1.output', [
        '"questions_answered": 1',
        '"questions_answered": 4',
      ]),
    },
  },
  MESSAGE_MODE_FIELD: {
    bad: {
      BRAINSTORM: inMessage('questioner.BRAINSTORM.c1.output', ['"questions_generated": 2,\n    ', '']),
      RESEARCH: inMessage('questioner.RESEARCH.c1.output', ['"questions_answered": 1,\n    ', '']),
    },
    good: {
      blocked: inMessage('questioner.RESEARCH.c1.output', [
        '"status": "completed",\n    "questions_answered": 1',
        '"status": "blocked"',
      ]),
    },
  },
  MESSAGE_REPORT_PATH: {
    bad: {
      'of another attempt': {
        ...inMessage('reviewer.task-1.a1.input', ['tasks.task-1-report.md', 'tasks.task-3-report.md']),
        [reportPath('task-3')]: failedSample[reportPath('task-3')] ?? '',
      },
      'of another task': {
        ...inMessage(output, ['tasks.task-1-report.md', 'tasks.task-3-report.md']),
        [reportPath('task-3')]: failedSample[reportPath('task-3')] ?? '',
      },
    },
    good: {
      'from the root, and with another slash': inMessage(output, [
        'tasks.task-1-report.md',
        '.ralph-sessions\\\\260131-144400/tasks.task-1-report.md',
      ]),
      'with a dot before it': inMessage(output, ['tasks.task-1-report.md', './tasks.task-1-report.md']),
    },
  },
}
