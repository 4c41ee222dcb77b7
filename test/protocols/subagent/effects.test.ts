import { describe, expect, it } from 'vitest'
import {
  change,
  doneSample,
  executorSaid,
  failedSample,
  instructionsPath,
  marked,
  pendingSample,
  planPath,
  plannerDone,
  progressPath,
  questionerDone,
  questionsPath,
  reportPath,
  reportText,
  reviewerSaid,
  sample,
  tasksPath,
  workingSample,
} from '../../../src/protocols/subagent/examples.ts'
import type { Tree } from '../scene.ts'
import { found } from './scene.ts'

type Files = Readonly<Record<string, string>>

const without = (files: Files, path: string) => change(files, { [path]: null })
const newPlan = change(sample, { [planPath]: [['Count the', 'Count all']] })
const newTasks = change(sample, { [tasksPath]: [['Have the part of task-3.', 'Have help.']] })
const newProgress = change(sample, { [progressPath]: [['(Not Started)', '(Waiting)']] })
const secondReport = { [reportPath('task-3', 2)]: reportText('task-3', 2) }
const again = marked({ ...failedSample, ...secondReport }, 'task-3', ' ', 'P')

/** The row of the specification's table, and the code that is found without the effect and not with it. */
type Row = readonly [row: string, code: string, base: Tree, withEffect: Tree, withoutEffect: Tree]

const missing = 'SUBAGENT_EFFECT_MISSING'
const rows: readonly Row[] = [
  [
    'Planner: plan.md, create, INITIALIZE',
    missing,
    {},
    plannerDone('INITIALIZE'),
    plannerDone('INITIALIZE', without(sample, planPath)),
  ],
  ['Planner: plan.md, update, UPDATE', missing, sample, plannerDone('UPDATE', newPlan), plannerDone('UPDATE')],
  [
    'Planner: tasks.md, create, INITIALIZE',
    missing,
    {},
    plannerDone('INITIALIZE'),
    plannerDone('INITIALIZE', without(sample, tasksPath)),
  ],
  [
    'Planner: tasks.md, create, TASK_BREAKDOWN',
    missing,
    without(sample, tasksPath),
    plannerDone('TASK_BREAKDOWN'),
    plannerDone('TASK_BREAKDOWN', without(sample, tasksPath)),
  ],
  ['Planner: tasks.md, update, UPDATE', missing, sample, plannerDone('UPDATE', newTasks), plannerDone('UPDATE')],
  [
    'Planner: tasks.md, update, TASK_BREAKDOWN',
    missing,
    sample,
    plannerDone('TASK_BREAKDOWN', newTasks),
    plannerDone('TASK_BREAKDOWN', newPlan),
  ],
  [
    'Planner: progress.md, create, INITIALIZE',
    missing,
    {},
    plannerDone('INITIALIZE'),
    plannerDone('INITIALIZE', without(sample, progressPath)),
  ],
  ['Planner: progress.md, update, UPDATE', missing, sample, plannerDone('UPDATE', newProgress), plannerDone('UPDATE')],
  [
    'Planner: plan.questions.md, create, DISCOVERY',
    missing,
    without(sample, questionsPath),
    plannerDone('DISCOVERY'),
    plannerDone('DISCOVERY', without(sample, questionsPath)),
  ],
  [
    'Planner: instructions, create, INITIALIZE',
    missing,
    {},
    plannerDone('INITIALIZE'),
    plannerDone('INITIALIZE', without(sample, instructionsPath)),
  ],
  [
    'Planner: created is not overwritten',
    'SUBAGENT_EFFECT_OVERWRITTEN',
    sample,
    plannerDone('INITIALIZE'),
    plannerDone('INITIALIZE', newPlan),
  ],
  [
    'Executor: progress.md, [ ] to [/], start',
    'SUBAGENT_EFFECT_INFERRED',
    sample,
    { ...workingSample, [reportPath('task-3')]: reportText('task-3') },
    { ...sample, [reportPath('task-3')]: reportText('task-3') },
  ],
  [
    'Executor: progress.md, [/] to [P], criteria met',
    'MESSAGE_MARKER_MISMATCH',
    workingSample,
    executorSaid(pendingSample),
    executorSaid({ ...workingSample, [reportPath('task-3')]: reportText('task-3') }),
  ],
  [
    'Executor: report, create, attempt 1',
    'SUBAGENT_REPORT_MISSING',
    sample,
    executorSaid(pendingSample),
    executorSaid(without(pendingSample, reportPath('task-3'))),
  ],
  [
    'Executor: report -rN, create, attempt above 1',
    'SUBAGENT_REPORT_MISSING',
    marked(failedSample, 'task-3', ' ', '/'),
    executorSaid(again, {}, 2),
    executorSaid(without(again, reportPath('task-3', 2)), {}, 2),
  ],
  [
    'Executor: target files, per task specification',
    'TASKS_FILE_OUTSIDE',
    sample,
    { ...pendingSample, 'src/help.ts': 'help\n' },
    { ...pendingSample, 'src/other.ts': 'other\n' },
  ],
  [
    'Reviewer: PART 2, append, always (message)',
    'MESSAGE_VERDICT_MISMATCH',
    pendingSample,
    reviewerSaid(doneSample),
    reviewerSaid(pendingSample),
  ],
  [
    'Reviewer: PART 2, append, always (marker)',
    'MARKER_UNREVIEWED',
    pendingSample,
    doneSample,
    marked(pendingSample, 'task-3', 'P', 'x'),
  ],
  [
    'Questioner: plan.questions.md, update, always',
    missing,
    without(sample, questionsPath),
    questionerDone(),
    questionerDone(without(sample, questionsPath)),
  ],
]

describe('every side effect of the contracts', () => {
  it.each(rows)('%s: %s when it is missing', async (_, code, base, ...heads) => {
    const all = await Promise.all(heads.map((head) => found(head, { base })))
    expect(all.map((codes) => codes.some((finding) => finding.startsWith(`${code} `)))).toEqual([false, true])
  })
})
