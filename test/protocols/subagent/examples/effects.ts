import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  doneSample,
  executorAsked,
  executorSaid,
  failedSample,
  instructionsPath,
  marked,
  messagePath,
  pendingSample,
  planPath,
  plannerDone,
  questionerDone,
  reportPath,
  reportText,
  reviewerSaid,
  sample,
  tasksPath,
  withoutQuestions,
} from '../../../../src/protocols/subagent/examples.ts'

const reviewed = reviewerSaid(doneSample)
const log = [{ sha: '1111111aaaa', subject: 'Have help' }]
const first = { 'src/count.ts': '' }

/** Cases at the edges of the rules of `effects.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  SUBAGENT_EFFECT_MISSING: {
    bad: {
      'discovery without questions': { base: withoutQuestions, head: plannerDone('DISCOVERY', withoutQuestions) },
      'questions that were not recorded': { base: sample, head: questionerDone() },
      'an update of nothing but the mark of its planning task': {
        base: marked(sample, 'plan-init', 'x', '/'),
        head: plannerDone('UPDATE'),
      },
    },
    good: {
      discovery: { base: withoutQuestions, head: plannerDone('DISCOVERY') },
      questions: { base: withoutQuestions, head: questionerDone() },
      initialized: { base: {}, head: plannerDone('INITIALIZE') },
      'done before the change': { base: plannerDone('UPDATE'), head: plannerDone('UPDATE') },
    },
  },
  SUBAGENT_EFFECT_UNEXPECTED: {
    bad: {
      'a breakdown that changes the plan': {
        base: sample,
        head: plannerDone(
          'TASK_BREAKDOWN',
          change(sample, {
            [planPath]: [['Count the', 'Count all']],
            [tasksPath]: [['Have the part of task-3.', 'Have help.']],
          }),
        ),
      },
      'a reviewer that changes the instructions': {
        base: pendingSample,
        head: change(reviewed, { [instructionsPath]: [['# Ralph', '# The Ralph']] }),
      },
    },
    good: {
      'an invocation that failed its review, and the next one in flight': {
        base: sample,
        head: executorAsked(
          executorSaid({
            ...marked(failedSample, 'task-3', ' ', '/'),
            [reportPath('task-3', 2)]: reportText('task-3', 2),
          }),
          2,
        ),
      },
      'two invocations': {
        base: withoutQuestions,
        head: plannerDone('UPDATE', questionerDone(change(sample, { [planPath]: [['Count the', 'Count all']] }))),
      },
    },
  },
  SUBAGENT_FILES_MISSING: {
    good: {
      'the output says why': {
        head: change(
          { ...executorSaid(pendingSample), ...first },
          { [messagePath('executor.task-3.a1.output')]: [['"payload"', '"anyway": "It moved",\n  "payload"']] },
        ),
        log,
      },
      'the review says why': {
        head: change(
          { ...doneSample, ...first },
          {
            [reportPath('task-3')]: [
              ['**Status**: Qualified', '**Status**: Qualified\n\nFine (taken anyway: it moved)'],
            ],
          },
        ),
        log,
      },
    },
  },
}
