import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  doneSample,
  failedSample,
  inSession,
  iteratedSample,
  laterSample,
  marked,
  pendingSample,
  progressPath,
  questionsPath,
  reportPath,
  reportText,
  sample,
  sampleCalled,
  tasksPath,
  workingSample,
} from '../examples.ts'

const without = change(sample, { [progressPath]: [['- [ ] task-3 (Not Started)\n', '']] })
const tasksWithout = sample[tasksPath]?.slice(0, sample[tasksPath]?.indexOf('\n- task-3')) ?? ''
const withdrawnSample = change(without, { [tasksPath]: tasksWithout })
const elsewhere = sampleCalled('260201-080000')

export const examples: RuleExamples = {
  MARKER_TRANSITION_ILLEGAL: {
    bad: {
      'a planning task that is done': { base: sample, head: marked(sample, 'plan-init', 'x', ' ') },
      'out of failed, in v2, without a step': {
        base: iteratedSample,
        head: change(iteratedSample, { [inSession('iterations/2/progress.md')]: [['- [C] task-4', '- [ ] task-4']] }),
      },
    },
    good: {
      begun: { base: sample, head: workingSample },
      'planning, done at once': { base: marked(sample, 'plan-init', 'x', ' '), head: sample },
    },
  },
  MARKER_TRANSITION_SKIPPED: {
    bad: {
      'from not started to under review': {
        base: { ...sample, [reportPath('task-3')]: reportText('task-3') },
        head: pendingSample,
      },
      'a new line in progress': {
        base: withdrawnSample,
        head: workingSample,
      },
    },
    good: {
      'with its report': { base: sample, head: pendingSample },
      'one step': { base: sample, head: workingSample },
    },
  },
  MARKER_REVERTED: {
    bad: {
      'back to not started': { base: pendingSample, head: marked(pendingSample, 'task-3', 'P', ' ') },
      'back to in progress': { base: pendingSample, head: marked(pendingSample, 'task-3', 'P', '/') },
    },
    good: { Failed: { base: pendingSample, head: failedSample }, Qualified: { base: pendingSample, head: doneSample } },
  },
  MARKER_REMOVED: {
    bad: {
      'a planning task': {
        base: sample,
        head: change(sample, { [progressPath]: [['- [x] plan-init (Completed)\n', '']] }),
      },
      'one that was begun': { base: workingSample, head: withdrawnSample },
    },
    good: {
      'withdrawn in time': { base: withdrawnSample, head: withdrawnSample },
      'another place': {
        base: sample,
        head: change(sample, {
          [progressPath]: [
            [
              '- [ ] task-2 (Not Started)\n- [ ] task-3 (Not Started)',
              '- [ ] task-3 (Not Started)\n- [ ] task-2 (Not Started)',
            ],
          ],
        }),
      },
    },
  },
  TASKS_WITHDRAWN: {
    bad: { 'not begun': { base: sample, head: withdrawnSample } },
    good: { 'nothing withdrawn': { base: sample, head: workingSample } },
  },
  TASKS_CHANGED: {
    bad: {
      'the objective of a completed task': {
        base: sample,
        head: change(sample, { [tasksPath]: [['Have the part of task-1.', 'Have another part.']] }),
      },
      'the file of a task in progress, in v2': {
        base: iteratedSample,
        head: { ...iteratedSample, [inSession('iterations/2/tasks/task-2.md')]: '# task-2\n\nSomething else.\n' },
      },
    },
    good: {
      'not begun': {
        base: sample,
        head: change(sample, { [tasksPath]: [['Have the part of task-3.', 'Have another part.']] }),
      },
      'the title': { base: sample, head: change(sample, { [tasksPath]: [['task-1: Build task-1', 'task-1: Count']] }) },
    },
  },
  SUBAGENT_ARTIFACT_REMOVED: {
    bad: { 'the questions': { base: sample, head: change(sample, { [questionsPath]: null }) } },
    good: { 'other files': { base: { ...sample, [inSession('notes.md')]: 'Notes\n' }, head: sample } },
  },
  SUBAGENT_SESSION_REMOVED: {
    bad: { 'tasks that were not begun': { base: { ...sample, ...elsewhere }, head: elsewhere } },
    good: {
      'a complete one': {
        base: {
          ...elsewhere,
          ...Object.fromEntries(
            Object.entries(sample).map(([path, text]) => [path, text.replaceAll('- [ ] task', '- [x] task')]),
          ),
        },
        head: elsewhere,
      },
    },
  },
  SUBAGENT_PROFILE_CHANGED: {
    bad: { 'a dependency graph': { base: sample, head: laterSample } },
    good: {
      'the same': { base: laterSample, head: laterSample },
      'a fixed one': {
        base: sample,
        head: { ...sample, [inSession('plan.questions.risks.md')]: sample[questionsPath] ?? '' },
        configuration: { profile: 'v1-3.x' },
      },
    },
  },
  TASKS_FILE_OUTSIDE: {
    bad: {
      'another source': {
        base: sample,
        head: { ...pendingSample, 'src/help.ts': 'help\n', 'src/other.ts': 'other\n' },
      },
    },
    good: {
      'the file of the task': { base: sample, head: { ...pendingSample, 'src/help.ts': 'help\n' } },
      'in a folder': {
        base: change(sample, { [tasksPath]: [['src/help.ts', 'src/help/']] }),
        head: change({ ...pendingSample, 'src/help/a/b.ts': '' }, { [tasksPath]: [['src/help.ts', 'src/help/']] }),
      },
    },
  },
}
