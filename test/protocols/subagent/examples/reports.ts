import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  inSession,
  iteratedSample,
  pendingSample,
  reportPath,
  reportText,
  reviewText,
  sample,
} from '../../../../src/protocols/subagent/examples.ts'

const third = reportPath('task-3')
const verdict = (text: string) => change(pendingSample, { [third]: reportText('task-3') + reviewText(text) })

/** Cases at the edges of the rules of `reports.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  REPORTFILE_NAME: {
    bad: {
      'a capital': { ...sample, [inSession('tasks.task-3-Report.md')]: reportText('task-3') },
      'in an iteration': {
        ...iteratedSample,
        [inSession('iterations/2/reports/task-1-report-r1.md')]: reportText('task-1'),
      },
    },
  },
  REPORTFILE_VERDICT_UNKNOWN: {
    bad: {
      'all of it in bold': change(verdict('Approved'), {
        [third]: [['**Status**: Approved', '- **Status: Approved**']],
      }),
    },
    good: {
      'with a tick, in bold': change(verdict('✅ **qualified** with one remark'), {
        [inSession('progress.md')]: [['[P] task-3', '[x] task-3']],
      }),
    },
  },
  REPORTFILE_FEEDBACK_MISSING: {
    bad: {
      'a comment': change(sample, {
        [third]: reportText('task-3') + reviewText('Failed', '<!-- What is to be better? -->'),
      }),
    },
  },
}
