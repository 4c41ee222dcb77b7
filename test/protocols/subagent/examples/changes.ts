import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  executorAsked,
  inSession,
  iteratedSample,
  marked,
  pendingSample,
  reportPath,
  reportText,
  sample,
  tasksPath,
} from '../../../../src/protocols/subagent/examples.ts'

/** Cases at the edges of the rules of `changes.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  MARKER_TRANSITION_ILLEGAL: {
    good: {
      'failed, and begun again, in v2': {
        base: iteratedSample,
        head: change(iteratedSample, { [inSession('iterations/2/progress.md')]: [['- [F] task-3', '- [/] task-3']] }),
      },
    },
  },
  MARKER_TRANSITION_SKIPPED: {
    good: {
      'with a message': {
        base: { ...sample, [reportPath('task-3')]: reportText('task-3') },
        head: executorAsked(pendingSample),
      },
    },
  },
  MARKER_REVERTED: {
    good: {
      'a planning task, which is not reviewed': {
        base: marked(sample, 'plan-init', 'x', 'P'),
        head: marked(sample, 'plan-init', 'x', '/'),
      },
    },
  },
  TASKS_CHANGED: {
    good: {
      'the file of a task that failed, which is planned again, in v2': {
        base: iteratedSample,
        head: { ...iteratedSample, [inSession('iterations/2/tasks/task-3.md')]: '# task-3\n\nSmaller parts.\n' },
      },
    },
  },
  TASKS_FILE_OUTSIDE: {
    good: {
      'by a pattern': {
        base: change(sample, { [tasksPath]: [['src/help.ts', '`src/*.ts`']] }),
        head: change({ ...pendingSample, 'src/a.ts': '' }, { [tasksPath]: [['src/help.ts', '`src/*.ts`']] }),
      },
      'no report': { base: sample, head: { ...sample, 'src/other.ts': 'other\n' } },
    },
  },
}
