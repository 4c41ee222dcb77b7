import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  executorBlocked,
  failedSample,
  marked,
  payloads,
  pendingSample,
  reportPath,
  reportText,
  reviewText,
  sample,
  withMessage,
  workingSample,
} from '../examples.ts'

const completed = payloads.executorOutput('task-3')
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
      'blocked: no report is needed': withMessage(
        workingSample,
        'executor.task-3.a1.output',
        { ...completed, status: 'blocked', success_criteria_met: false, blockers: ['Which words?'] },
        payloads.executorInput('task-3'),
      ),
    },
  },
  REPORTFILE_ATTEMPT_GAP: {
    bad: {
      'a second without a first': { ...sample, ...second },
      'a third without a second': { ...failedSample, ...third },
    },
    good: {
      'one after the other': { ...failedSample, ...second },
      'an attempt that was blocked': executorBlocked({ ...failedSample, ...third }, 2),
    },
  },
  REPORTFILE_PREDECESSOR_UNREVIEWED: {
    bad: { 'the first was not reviewed': { ...sample, [reportPath('task-3')]: reportText('task-3'), ...second } },
    good: {
      'it failed': { ...failedSample, ...second },
      'the executor was blocked': executorBlocked(
        { ...sample, [reportPath('task-3')]: reportText('task-3'), ...second },
        1,
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
      'a fourth input': change(
        withMessage(thrice, 'executor.task-3.a4.input', payloads.executorInput('task-3', 4)),
        {},
      ),
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
