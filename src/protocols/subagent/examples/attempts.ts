import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  executorAsked,
  executorSaid,
  failedSample,
  marked,
  payloads,
  pendingSample,
  reportPath,
  reportText,
  reviewText,
  sample,
  unfinished,
  withMessage,
  workingSample,
} from '../examples.ts'

const second = { [reportPath('task-3', 2)]: reportText('task-3', 2) }
const third = { [reportPath('task-3', 3)]: reportText('task-3', 3) }
const failed = (attempt: number) => ({
  [reportPath('task-3', attempt)]: reportText('task-3', attempt) + reviewText('Failed'),
})
const thrice = { ...failedSample, ...failed(2), ...failed(3) }
const blocked = { ...payloads.plannerOutput, status: 'blocked', blockers: ['Which file?'] }
const plans = (count: number) =>
  Array.from({ length: count }, (_, index) => index + 1).reduce(
    (files, number) => withMessage(files, `planner.UPDATE.${number}.output`, blocked, payloads.plannerInput('UPDATE')),
    sample,
  )

export const examples: RuleExamples = {
  SUBAGENT_REPORT_MISSING: {
    bad: {
      'completed without a report': marked(sample, 'task-3', ' ', 'x'),
      'under review without a report': change(pendingSample, { [reportPath('task-3')]: null }),
    },
    good: {
      'a report': pendingSample,
      'blocked: no report is needed': executorSaid(workingSample, unfinished('blocked', 'Which words?')),
    },
  },
  REPORTFILE_ATTEMPT_GAP: {
    bad: {
      'a second without a first': { ...sample, ...second },
      'a third without a second': { ...failedSample, ...third },
    },
    good: {
      'one after the other': { ...failedSample, ...second },
      'an attempt that was blocked': executorSaid(
        { ...failedSample, ...third },
        unfinished('blocked', 'Which words?'),
        2,
      ),
    },
  },
  REPORTFILE_PREDECESSOR_UNREVIEWED: {
    bad: { 'the first was not reviewed': { ...sample, [reportPath('task-3')]: reportText('task-3'), ...second } },
    good: {
      'it failed': { ...failedSample, ...second },
      'the executor was blocked': executorSaid(
        { ...sample, [reportPath('task-3')]: reportText('task-3'), ...second },
        unfinished('blocked', 'Which words?'),
      ),
    },
  },
  REPORTFILE_PREDECESSOR_QUALIFIED: {
    bad: {
      'after a verdict of Qualified': {
        ...sample,
        [reportPath('task-3')]: reportText('task-3') + reviewText('Qualified'),
        ...second,
      },
    },
    good: { 'after a verdict of Failed': { ...failedSample, ...second } },
  },
  SUBAGENT_ATTEMPT_LIMIT: {
    bad: {
      'a fourth report': { ...thrice, ...failed(4) },
      'a fourth input': executorAsked(thrice, 4),
    },
    good: {
      'a third report': thrice,
      'no limit': { head: { ...thrice, ...failed(4) }, configuration: { limits: { attempts: 0 } } },
    },
  },
  SUBAGENT_PLANNING_LIMIT: {
    bad: { 'a third time': plans(3) },
    good: { twice: plans(2), 'no limit': { head: plans(3), configuration: { limits: { planning: 0 } } } },
  },
}
