import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  inSession,
  inTasks,
  iteratedSample,
  laterSample,
  tasksPath,
} from '../../../../src/protocols/subagent/examples.ts'

const drift = (graph: string) => change(laterSample, { [tasksPath]: [['task-2: [task-1]', graph]] })

/** Cases at the edges of the rules of `tasks.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  TASKS_FIELD_MISSING: { bad: { 'files that are to come': inTasks(['src/help.ts', '[to be decided]']) } },
  TASKS_UNTRACKED: {
    bad: {
      'a new file in the iteration': { ...iteratedSample, [inSession('iterations/2/tasks/task-5.md')]: '# task-5\n' },
    },
  },
  TASKS_DEPENDENCY_UNKNOWN: {
    bad: { 'in the graph of 3.x': { head: drift('task-2: [task-1, task-8]'), also: ['TASKS_GRAPH_DRIFT'] } },
  },
  TASKS_GRAPH_DRIFT: {
    good: { 'no session of 3.x': { head: drift('task-2: []'), configuration: { profile: 'contract-1.0.0' } } },
  },
}
