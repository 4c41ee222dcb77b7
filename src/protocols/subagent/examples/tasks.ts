import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  fourthTask,
  inTasks,
  laterSample,
  marked,
  progressPath,
  reportPath,
  reportText,
  sample,
  tasksPath,
  workingSample,
} from '../examples.ts'

const withFourth = change(sample, { [tasksPath]: sample[tasksPath] + fourthTask })
const begun = marked(marked(sample, 'task-2', ' ', '/'), 'task-1', 'x', ' ')
const early = change(begun, { '.ralph-sessions/260131-144400/tasks.task-1-report.md': null })
const drift = (graph: string) => change(laterSample, { [tasksPath]: [['task-2: [task-1]', graph]] })

export const examples: RuleExamples = {
  TASKS_DUPLICATE: {
    bad: {
      'two definitions': change(sample, { [tasksPath]: sample[tasksPath] + fourthTask.replace('task-4', 'task-3') }),
    },
    good: {
      'a list that only mentions it': inTasks([
        '## Planning Tasks',
        '## Overview\n- task-1: first\n- task-2\n\n## Planning Tasks',
      ]),
    },
  },
  TASKS_FIELD_MISSING: {
    bad: {
      'no objective': inTasks(['    - **Objective**: Have the part of task-3.\n', '']),
      'criteria that are to come': inTasks(['The samples of task-3 pass.', '[To be filled]']),
    },
    good: {
      'in nested items': inTasks([
        '**Success Criteria**: The samples of task-3 pass.',
        '**Success Criteria:**\n        - [ ] the samples pass',
      ]),
      planning: sample,
    },
  },
  TASKS_UNTRACKED: {
    bad: {
      'a new definition': withFourth,
      'one that has a report already': { ...withFourth, [reportPath('task-4')]: reportText('task-4') },
    },
    good: { 'a line for each': change(withFourth, { [progressPath]: `${sample[progressPath]}- [ ] task-4\n` }) },
  },
  TASKS_DEPENDENCY_UNKNOWN: {
    bad: {
      'inherits from an unknown task': inTasks(['From**: task-1', 'From**: task-8']),
      'named in the type': inTasks([
        'Sequential\n    - **Files**: src/help.ts',
        'Sequential (depends on task-8)\n    - **Files**: src/help.ts',
      ]),
    },
    good: { none: sample },
  },
  TASKS_DEPENDENCY_CYCLE: {
    bad: {
      'two tasks': inTasks(
        ['The samples of task-3 pass.\n    - **Inherits From**: None', 'Pass.\n    - **Inherits From**: task-2'],
        ['From**: task-1', 'From**: task-3'],
      ),
      itself: inTasks([
        'The samples of task-3 pass.\n    - **Inherits From**: None',
        'Pass.\n    - **Inherits From**: task-3',
      ]),
    },
    good: {
      'a line of tasks': inTasks([
        'The samples of task-3 pass.\n    - **Inherits From**: None',
        'Pass.\n    - **Inherits From**: task-2, task-1',
      ]),
    },
  },
  TASKS_DEPENDENCY_OPEN: {
    bad: { 'the first is not even begun': early },
    good: { 'the first is completed': marked(sample, 'task-2', ' ', '/'), independent: workingSample },
  },
  TASKS_GRAPH_DRIFT: {
    bad: { 'one more in the graph': drift('task-2: [task-1, task-3]'), 'none in the graph': drift('task-2: []') },
    good: { 'the same': laterSample, 'a task that the graph leaves out': drift('task-1: []') },
  },
  TASKS_WAVE_CONFLICT: {
    bad: {
      'one depends on the other': change(laterSample, { [tasksPath]: [['[task-1, task-3]', '[task-1, task-2]']] }),
      'a file of both': change(laterSample, {
        [tasksPath]: [['**Files**: src/help.ts', '**Files**: src/help.ts, `src/count.ts`']],
      }),
    },
    good: { independent: laterSample },
  },
}
