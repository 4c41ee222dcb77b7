import { describe, expect, it } from 'vitest'
import {
  change,
  executorSaid,
  failedSample,
  instructionsPath,
  marked,
  payloads,
  pendingSample,
  planPath,
  progressPath,
  questionsPath,
  reportPath,
  reportText,
  reviewText,
  reviewerSaid,
  sample,
  tasksPath,
  withMessage,
  workingSample,
} from '../../../src/protocols/subagent/examples.ts'
import { codes, type Tree } from '../scene.ts'
import { diagnose, found } from './scene.ts'

type Files = Readonly<Record<string, string>>

const planner = (mode: string, files: Files) =>
  withMessage(files, `planner.${mode}.1.output`, payloads.plannerOutput, payloads.plannerInput(mode))
const questioner = (files: Files) =>
  withMessage(files, 'questioner.BRAINSTORM.c1.output', payloads.brainstorm, payloads.questionerInput('BRAINSTORM'))
const executed = (files: Files, attempt?: number) => executorSaid(files, {}, attempt)
const without = (files: Files, path: string) => change(files, { [path]: null })
const newPlan = change(sample, { [planPath]: [['Count the', 'Count all']] })
const newTasks = change(sample, { [tasksPath]: [['Have the part of task-3.', 'Have help.']] })
const newProgress = change(sample, { [progressPath]: [['(Not Started)', '(Waiting)']] })
const secondReport = { [reportPath('task-3', 2)]: reportText('task-3', 2) }
const again = marked({ ...failedSample, ...secondReport }, 'task-3', ' ', 'P')
const qualified = change(marked(sample, 'task-3', ' ', 'x'), {
  [reportPath('task-3')]: reportText('task-3') + reviewText('Qualified'),
})

interface Row {
  /** The row of the specification's table. */
  readonly row: string
  readonly code: string
  readonly base: Tree
  readonly with: Tree
  readonly without: Tree
}

const missing = 'SUBAGENT_EFFECT_MISSING'
const rows: readonly Row[] = [
  {
    row: 'Planner: plan.md, create, INITIALIZE',
    code: missing,
    base: {},
    with: planner('INITIALIZE', sample),
    without: planner('INITIALIZE', without(sample, planPath)),
  },
  {
    row: 'Planner: plan.md, update, UPDATE',
    code: missing,
    base: sample,
    with: planner('UPDATE', newPlan),
    without: planner('UPDATE', sample),
  },
  {
    row: 'Planner: tasks.md, create, INITIALIZE',
    code: missing,
    base: {},
    with: planner('INITIALIZE', sample),
    without: planner('INITIALIZE', without(sample, tasksPath)),
  },
  {
    row: 'Planner: tasks.md, create, TASK_BREAKDOWN',
    code: missing,
    base: without(sample, tasksPath),
    with: planner('TASK_BREAKDOWN', sample),
    without: planner('TASK_BREAKDOWN', without(sample, tasksPath)),
  },
  {
    row: 'Planner: tasks.md, update, UPDATE',
    code: missing,
    base: sample,
    with: planner('UPDATE', newTasks),
    without: planner('UPDATE', sample),
  },
  {
    row: 'Planner: tasks.md, update, TASK_BREAKDOWN',
    code: missing,
    base: sample,
    with: planner('TASK_BREAKDOWN', newTasks),
    without: planner('TASK_BREAKDOWN', newPlan),
  },
  {
    row: 'Planner: progress.md, create, INITIALIZE',
    code: missing,
    base: {},
    with: planner('INITIALIZE', sample),
    without: planner('INITIALIZE', without(sample, progressPath)),
  },
  {
    row: 'Planner: progress.md, update, UPDATE',
    code: missing,
    base: sample,
    with: planner('UPDATE', newProgress),
    without: planner('UPDATE', sample),
  },
  {
    row: 'Planner: plan.questions.md, create, DISCOVERY',
    code: missing,
    base: without(sample, questionsPath),
    with: planner('DISCOVERY', sample),
    without: planner('DISCOVERY', without(sample, questionsPath)),
  },
  {
    row: 'Planner: instructions, create, INITIALIZE',
    code: missing,
    base: {},
    with: planner('INITIALIZE', sample),
    without: planner('INITIALIZE', without(sample, instructionsPath)),
  },
  {
    row: 'Planner: created is not overwritten',
    code: 'SUBAGENT_EFFECT_OVERWRITTEN',
    base: sample,
    with: planner('INITIALIZE', sample),
    without: planner('INITIALIZE', newPlan),
  },
  {
    row: 'Executor: progress.md, [ ] to [/], start',
    code: 'SUBAGENT_EFFECT_INFERRED',
    base: sample,
    with: { ...workingSample, [reportPath('task-3')]: reportText('task-3') },
    without: { ...sample, [reportPath('task-3')]: reportText('task-3') },
  },
  {
    row: 'Executor: progress.md, [/] to [P], criteria met',
    code: 'MESSAGE_MARKER_MISMATCH',
    base: workingSample,
    with: executed(pendingSample),
    without: executed({ ...workingSample, [reportPath('task-3')]: reportText('task-3') }),
  },
  {
    row: 'Executor: report, create, attempt 1',
    code: 'SUBAGENT_REPORT_MISSING',
    base: sample,
    with: executed(pendingSample),
    without: executed(without(pendingSample, reportPath('task-3'))),
  },
  {
    row: 'Executor: report -rN, create, attempt above 1',
    code: 'SUBAGENT_REPORT_MISSING',
    base: marked(failedSample, 'task-3', ' ', '/'),
    with: executed(again, 2),
    without: executed(without(again, reportPath('task-3', 2)), 2),
  },
  {
    row: 'Executor: target files, per task specification',
    code: 'TASKS_FILE_OUTSIDE',
    base: sample,
    with: { ...pendingSample, 'src/help.ts': 'help\n' },
    without: { ...pendingSample, 'src/other.ts': 'other\n' },
  },
  {
    row: 'Reviewer: PART 2, append, always (message)',
    code: 'MESSAGE_VERDICT_MISMATCH',
    base: pendingSample,
    with: reviewerSaid(qualified),
    without: reviewerSaid(pendingSample),
  },
  {
    row: 'Reviewer: PART 2, append, always (marker)',
    code: 'MARKER_UNREVIEWED',
    base: pendingSample,
    with: qualified,
    without: marked(pendingSample, 'task-3', 'P', 'x'),
  },
  {
    row: 'Questioner: plan.questions.md, update, always',
    code: missing,
    base: without(sample, questionsPath),
    with: questioner(sample),
    without: questioner(without(sample, questionsPath)),
  },
]

describe('every side effect of the contracts', () => {
  it.each(rows)('$row: $code when it is missing', async ({ code, base, with: headWith, without: headWithout }) => {
    const heads = await Promise.all([headWith, headWithout].map((head) => diagnose(head, { base })))
    expect(heads.map((diagnostics) => diagnostics.some((diagnostic) => diagnostic.code === code))).toEqual([
      false,
      true,
    ])
  })

  it('is not owed by a blocked agent', async () => {
    const blocked = withMessage(
      sample,
      'planner.UPDATE.1.output',
      { status: 'blocked', blockers: ['Which?'] },
      payloads.plannerInput('UPDATE'),
    )
    expect(await found(blocked, { base: sample })).toEqual([])
  })

  it('is owed by an agent that was blocked and now is done', async () => {
    const blocked = withMessage(
      sample,
      'planner.UPDATE.1.output',
      { status: 'blocked', blockers: ['Which?'] },
      payloads.plannerInput('UPDATE'),
    )
    expect(await found(planner('UPDATE', sample), { base: blocked })).toEqual([`${missing} error`])
  })

  it('points at the status of the message', async () => {
    const [only] = await diagnose(planner('UPDATE', sample), { base: sample })
    expect([codes(only ? [only] : []), only?.path, only?.line]).toEqual([
      [`${missing} error`],
      '.ralph-sessions/260131-144400/messages/planner.UPDATE.1.output.json',
      7,
    ])
  })
})
