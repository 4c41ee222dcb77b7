import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  executorAsked,
  executorSaid,
  failedSample,
  inMessage,
  marked,
  messagePath,
  messagesSample,
  payloads,
  pendingSample,
  planPath,
  questionsPath,
  reportPath,
  reviewerSaid,
  sample,
  unfinished,
  withMessage,
  workingSample,
} from '../examples.ts'

const planned = 'planner.INITIALIZE.1.input'
const updated = (created: readonly string[], changed: readonly string[]) =>
  withMessage(
    change(sample, { [planPath]: [['Count the words', 'Count all words']] }),
    'planner.UPDATE.1.output',
    { ...payloads.plannerOutput, artifacts_created: created, artifacts_updated: changed },
    payloads.plannerInput('UPDATE'),
  )

export const examples: RuleExamples = {
  MESSAGE_TASK_UNKNOWN: {
    bad: { 'an unknown task': withMessage(sample, 'executor.task-8.a1.input', payloads.executorInput('task-8')) },
    good: { 'a task': executorAsked(workingSample) },
  },
  MESSAGE_UNPAIRED: {
    bad: {
      'no input': change(inMessage('planner.INITIALIZE.1.output'), {
        [messagePath('planner.INITIALIZE.1.input')]: null,
      }),
    },
    good: {
      'an input that is in flight': change(inMessage('planner.INITIALIZE.1.output'), {
        [messagePath('planner.INITIALIZE.1.output')]: null,
      }),
    },
  },
  MESSAGE_MARKER_MISMATCH: {
    bad: {
      'completed, and still in progress': executorSaid({
        ...workingSample,
        [reportPath('task-3')]: pendingSample[reportPath('task-3')] ?? '',
      }),
      'blocked, and under review': executorSaid(pendingSample, unfinished('blocked', 'Which?')),
    },
    good: {
      'completed, and Failed': executorSaid(failedSample),
      'a later attempt': executorAsked(executorSaid(marked(failedSample, 'task-3', ' ', '/')), 2),
    },
  },
  MESSAGE_VERDICT_MISMATCH: {
    bad: {
      none: reviewerSaid(pendingSample),
      'the other one': reviewerSaid(failedSample),
    },
    good: { 'the same': messagesSample },
  },
  MESSAGE_ARTIFACT_MISSING: {
    bad: { 'not there': inMessage('planner.INITIALIZE.1.output', ['"plan.md"', '"design.md"']) },
    good: {
      'from the root': inMessage('planner.INITIALIZE.1.output', [
        '"plan.md"',
        '".ralph-sessions/260131-144400/plan.md"',
      ]),
      'the instructions': inMessage('planner.INITIALIZE.1.output', ['"plan.md"', '"260131-144400.instructions.md"']),
    },
  },
  QUESTIONS_CYCLE_MISSING: {
    bad: {
      'no such cycle': withMessage(
        sample,
        'questioner.RESEARCH.c2.output',
        payloads.research,
        payloads.questionerInput('RESEARCH', 2),
      ),
      'no questions': change(inMessage('questioner.BRAINSTORM.c1.output'), { [questionsPath]: null }),
    },
    good: {
      'a cycle': messagesSample,
      blocked: withMessage(
        sample,
        'questioner.RESEARCH.c2.output',
        { status: 'blocked' },
        payloads.questionerInput('RESEARCH', 2),
      ),
    },
  },
  MESSAGE_CHANGED: {
    bad: { 'the input': { base: inMessage(planned), head: inMessage(planned, ['Count words.', 'Count lines.']) } },
    good: {
      'an input in flight': {
        base: change(inMessage(planned), { [messagePath('planner.INITIALIZE.1.output')]: null }),
        head: change(inMessage(planned, ['Count words.', 'Count lines.']), {
          [messagePath('planner.INITIALIZE.1.output')]: null,
        }),
      },
    },
  },
  MESSAGE_REMOVED: {
    bad: {
      both: {
        base: inMessage(planned),
        head: change(inMessage(planned), {
          [messagePath(planned)]: null,
          [messagePath('planner.INITIALIZE.1.output')]: null,
        }),
      },
    },
    good: {
      'an input in flight': {
        base: withMessage(sample, 'planner.UPDATE.1.input', payloads.plannerInput('UPDATE')),
        head: sample,
      },
    },
  },
  MESSAGE_ARTIFACT_UNCHANGED: {
    bad: {
      'created, and was there': { base: sample, head: updated(['plan.md'], []) },
      'updated, and is the same': { base: sample, head: updated([], ['plan.md', 'tasks.md']) },
    },
    good: { updated: { base: sample, head: updated([], ['plan.md']) } },
  },
}
