import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  doneSample,
  executorSaid,
  marked,
  pendingSample,
  planPath,
  plannerDone,
  questionerDone,
  reportPath,
  reportText,
  reviewText,
  reviewerSaid,
  sample,
  tasksPath,
  unfinished,
  withWork,
  withoutQuestions,
} from '../examples.ts'

const reviewed = reviewerSaid(
  change(marked(sample, 'task-3', ' ', 'x'), {
    [reportPath('task-3')]: reportText('task-3') + reviewText('Qualified'),
  }),
)
const log = [{ sha: '1111111aaaa', subject: 'Have help' }]
const first = { 'src/count.ts': '' }

export const examples: RuleExamples = {
  SUBAGENT_EFFECT_MISSING: {
    bad: {
      'an update of nothing': { base: sample, head: plannerDone('UPDATE') },
      'a breakdown without tasks': { base: sample, head: plannerDone('TASK_BREAKDOWN') },
    },
    good: {
      'an update': {
        base: sample,
        head: plannerDone('UPDATE', change(sample, { [planPath]: [['Count the', 'Count all']] })),
      },
      'a breakdown': {
        base: sample,
        head: plannerDone(
          'TASK_BREAKDOWN',
          change(sample, { [tasksPath]: [['Have the part of task-3.', 'Have help.']] }),
        ),
      },
    },
  },
  SUBAGENT_EFFECT_OVERWRITTEN: {
    bad: {
      'another plan': {
        base: sample,
        head: plannerDone('INITIALIZE', change(sample, { [planPath]: [['Count the', 'Count all']] })),
      },
    },
    good: {
      'initialized before the change': { base: sample, head: plannerDone('INITIALIZE') },
      'the mark of a planning task, moved': {
        base: marked(sample, 'plan-init', 'x', '/'),
        head: plannerDone('INITIALIZE'),
      },
    },
  },
  SUBAGENT_EFFECT_UNEXPECTED: {
    bad: {
      'a questioner that changes the plan': {
        base: withoutQuestions,
        head: questionerDone(change(sample, { [planPath]: [['Count the', 'Count all']] })),
      },
      'an executor that changes the tasks': {
        base: sample,
        head: executorSaid(change(pendingSample, { [tasksPath]: [['Have the part of task-2.', 'Have nothing.']] })),
      },
    },
    good: {
      'an executor': { base: sample, head: executorSaid(pendingSample) },
      'a reviewer': { base: pendingSample, head: reviewed },
    },
  },
  SUBAGENT_EFFECT_INFERRED: {
    bad: { 'not even begun': { base: sample, head: change(sample, { [reportPath('task-3')]: reportText('task-3') }) } },
    good: {
      'under review': { base: sample, head: pendingSample },
      'an attempt that came to nothing': {
        base: sample,
        head: executorSaid(change(sample, { [reportPath('task-3')]: reportText('task-3') }), unfinished('failed')),
      },
    },
  },
  SUBAGENT_FILES_MISSING: {
    bad: {
      'under review': { head: { ...pendingSample, ...first }, log },
      completed: { base: { ...pendingSample, ...first }, head: { ...doneSample, ...first }, log },
    },
    good: {
      'the files are there': { head: withWork(doneSample), log },
      'the change does not touch the task': {
        base: sample,
        head: change(withWork(doneSample), { 'src/count.ts': null }),
        log,
      },
    },
  },
}
