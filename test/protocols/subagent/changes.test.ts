import { describe, expect, it } from 'vitest'
import {
  change,
  failedSample,
  marked,
  payloads,
  pendingSample,
  planPath,
  reportPath,
  reportText,
  sample,
  tasksPath,
  withMessage,
} from '../../../src/protocols/subagent/examples.ts'
import { found } from './scene.ts'

describe('what a change did', () => {
  it('is another report where an executor wrote a reviewed one again', async () => {
    const base = marked(failedSample, 'task-3', ' ', '/')
    const head = change(marked(failedSample, 'task-3', ' ', 'P'), {
      [reportPath('task-3')]: [['Wrote the part', 'Wrote all']],
    })
    const codes = await found(head, { base })
    expect(codes).toContain('REPORTFILE_PART1_CHANGED error')
    expect(codes).not.toContain('SUBAGENT_REPORT_MISSING error')
  })

  it('is nothing to a report that an earlier attempt left behind unreviewed', async () => {
    const base = { ...pendingSample, [reportPath('task-3', 2)]: reportText('task-3', 2) }
    const head = change(base, { [reportPath('task-3')]: [['Wrote the part', 'Wrote all']] })
    expect(await found(head, { base })).not.toContain('REPORTFILE_PART1_CHANGED error')
    const newest = change(base, { [reportPath('task-3', 2)]: [['Wrote the part', 'Wrote all']] })
    expect(await found(newest, { base })).toContain('REPORTFILE_PART1_CHANGED error')
  })

  it('is no invocation of a questioner with a status that only planners may use', async () => {
    const head = withMessage(
      sample,
      'questioner.RESEARCH.c1.output',
      { ...payloads.research, status: 'needs_qa_cycle' },
      payloads.questionerInput('RESEARCH'),
    )
    expect(await found(head, { base: sample })).toEqual(['MESSAGE_FIELD_VALUE error'])
  })

  it('is held against the artifacts of a message that is new, not of one that goes on', async () => {
    const withOutput = (payload: object) =>
      withMessage(sample, 'planner.UPDATE.1.output', { ...payload }, payloads.plannerInput('UPDATE'))
    const plannerOutput = { ...payloads.plannerOutput, artifacts_updated: ['plan.md', 'tasks.md'] }
    const head = change(withOutput(plannerOutput), { [planPath]: [['Count the', 'Count all']] })
    expect(await found(head, { base: sample })).toEqual(['MESSAGE_ARTIFACT_UNCHANGED warning'])
    expect(await found(head, { base: withOutput({ status: 'blocked', blockers: ['Which?'] }) })).toEqual([])
  })

  it('is strict about a task whose report or message is new, in whatever file the finding is', async () => {
    const base = change(sample, { [tasksPath]: [['    - **Objective**: Have the part of task-3.\n', '']] })
    const otherTaskEdit = change(base, { [tasksPath]: [['Have the part of task-2.', 'Print.']] })
    expect(await found(otherTaskEdit, { base })).toEqual(['TASKS_FIELD_MISSING notice'])
    expect(
      await found(withMessage(otherTaskEdit, 'executor.task-3.a1.input', payloads.executorInput('task-3')), { base }),
    ).toEqual(['TASKS_FIELD_MISSING warning'])
    const reported = { ...otherTaskEdit, [reportPath('task-3')]: reportText('task-3') }
    expect(await found(reported, { base })).toContain('TASKS_FIELD_MISSING warning')
    expect(
      await found(change(otherTaskEdit, { [reportPath('task-1')]: [['Wrote the part', 'Wrote all']] }), { base }),
    ).toContain('TASKS_FIELD_MISSING notice')
  })
})
