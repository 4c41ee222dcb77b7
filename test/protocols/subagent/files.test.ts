import { describe, expect, it } from 'vitest'
import { selectorsOf } from '../../../src/protocols/subagent/files.ts'
import {
  isCategoryFile,
  isQuestionsFile,
  isReviewProgress,
  isVariant,
  iterationReportOf,
  messageName,
  messageOf,
  reportName,
  reportOf,
  isNamedLikeReport,
} from '../../../src/protocols/subagent/reading/names.ts'
import { configuration } from '../../../src/protocols/subagent/discovery.ts'

describe('the name of a report', () => {
  it.each([
    ['tasks.task-1-report.md', 'task-1', 1],
    ['tasks.task-1-report-r2.md', 'task-1', 2],
    ['tasks.task-1-report-r10.md', 'task-1', 10],
    ['tasks.task-1-report-r999999.md', 'task-1', 999_999],
    ['tasks.task-2.1-report.md', 'task-2.1', 1],
    ['tasks.task-a-report-report-r3.md', 'task-a-report', 3],
    ['tasks.plan-init-report.md', 'plan-init', 1],
  ])('%s is that of %s, attempt %d', (name, task, attempt) => {
    expect(reportOf(name)).toEqual({ task, attempt })
    expect(reportName({ task, attempt })).toBe(name)
    expect(iterationReportOf(name.slice('tasks.'.length))).toEqual({ task, attempt })
  })

  it.each([
    'tasks.task-1-report-r1.md',
    'tasks.task-1-report-r02.md',
    'tasks.task-1-report-r0.md',
    'tasks.task-1-report-r1000000.md',
    'tasks.task-1-report-2.md',
    'tasks.task-1-report-r2x.md',
    'tasks.task-1-report-xr2.md',
    'tasks.task-1-report-r.md',
    'tasks.task-1-Report.md',
    'tasks.job-1-report.md',
    'tasks.-report.md',
    'tasks.task-1.md',
    'tasks.task-1-report.txt',
    'task-1-report.md',
    'notes.task-1-report.md',
  ])('%s is none', (name) => {
    expect(reportOf(name)).toBeUndefined()
  })

  it('has no other beginning or end in an iteration', () => {
    expect(['task-1-report.txt', 'tasks.task-1-report.md', 'task-1-report'].map(iterationReportOf)).toEqual(
      Array.from({ length: 3 }),
    )
  })

  it('is recognised by its sound where it is wrong', () => {
    expect(['tasks.task-1-report-2.md', 'tasks.REPORT.md', 'tasks.reports.md'].map(isNamedLikeReport)).toEqual([
      true,
      true,
      true,
    ])
    expect(['tasks.task-1.md', 'report.md', 'tasks.report.txt', 'mytasks.report.md'].map(isNamedLikeReport)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

describe('another version of a file', () => {
  it.each([
    'plan-v2.md',
    'tasks-updated.md',
    'progress_old.md',
    'plan copy.md',
    'tasks(1).md',
    'plan.old.md',
    'PLAN.md',
    'Tasks.md',
    'plan.questions.old.x.md',
  ])('is %s', (name) => {
    expect(isVariant(name, 'contract-1.0.0')).toBe(true)
  })

  it.each([
    'plan.md',
    'tasks.md',
    'progress.md',
    'plan.questions.md',
    'tasks.task-1-report.md',
    'tasks.task-1-report-2.md',
    'planning.md',
    'my-plan.md',
    'plan-v2.txt',
    'PLAN-v2.md',
    'notes.md',
  ])('is not %s', (name) => {
    expect(isVariant(name, 'contract-1.0.0')).toBe(false)
  })

  it('is none of the names that 3.x has', () => {
    for (const name of ['plan.questions.risks.md', 'progress.review1.md', 'progress.review12.md'])
      expect([name, isVariant(name, 'contract-1.0.0'), isVariant(name, 'v1-3.x')]).toEqual([name, true, false])
    for (const name of ['progress.review0.md', 'progress.review.md', 'progress.review1x.md', 'plan-v2.md'])
      expect([name, isVariant(name, 'v1-3.x')]).toEqual([name, true])
  })

  it('are those names alone', () => {
    expect(['plan.questions.risks.md', 'plan.questions.a b.md'].map(isCategoryFile)).toEqual([true, true])
    expect(
      [
        'plan.questions.md',
        'plan.questions..md',
        'plan.questions.a.b.md',
        'x.plan.questions.a.md',
        'plan.questions.a.md.bak',
      ].map(isCategoryFile),
    ).toEqual(Array.from({ length: 5 }, () => false))
    expect(['progress.review01.md', 'x.progress.review1.md', 'progress.review1.md.bak'].map(isReviewProgress)).toEqual([
      false,
      false,
      false,
    ])
    expect(isQuestionsFile('plan.questions.md', 'contract-1.0.0')).toBe(true)
    expect(isQuestionsFile('plan.questions.risks.md', 'contract-1.0.0')).toBe(false)
    expect(isQuestionsFile('plan.questions.risks.md', 'v1-3.x')).toBe(true)
  })
})

describe('the name of a message', () => {
  const executor = { agent: 'executor', mode: undefined }
  it.each([
    [
      'executor.task-1.a1.input.json',
      { ...executor, kind: 'input', key: 'executor.task-1.a1', task: 'task-1', number: 1 },
    ],
    [
      'executor.task-2.1.a12.output.json',
      { ...executor, kind: 'output', key: 'executor.task-2.1.a12', task: 'task-2.1', number: 12 },
    ],
    [
      'reviewer.task-1.a999999999.output.json',
      {
        agent: 'reviewer',
        kind: 'output',
        key: 'reviewer.task-1.a999999999',
        mode: undefined,
        task: 'task-1',
        number: 999_999_999,
      },
    ],
    [
      'planner.UPDATE.3.input.json',
      { agent: 'planner', kind: 'input', key: 'planner.UPDATE.3', mode: 'UPDATE', task: undefined, number: 3 },
    ],
    [
      'questioner.RESEARCH.c2.output.json',
      {
        agent: 'questioner',
        kind: 'output',
        key: 'questioner.RESEARCH.c2',
        mode: 'RESEARCH',
        task: undefined,
        number: 2,
      },
    ],
  ])('%s says all of it', (name, expected) => {
    for (const profile of ['contract-1.0.0', 'v1-3.x'] as const) expect(messageOf(name, profile)).toEqual(expected)
  })

  it.each([
    'executor.task-1.1.input.json',
    'executor.task-1.a0.input.json',
    'executor.task-1.a01.input.json',
    'executor.task-1.a1000000000.input.json',
    'executor.task-1.a1x.input.json',
    'executor.task-1.ab1.input.json',
    'executor.task-1.a1.inputs.json',
    'executor.job-1.a1.input.json',
    'executor.a1.input.json',
    'executor.input.json',
    'executor.json',
    'Executor.task-1.a1.input.json',
    'librarian.task-1.a1.input.json',
    'planner.UPDATE.c1.input.json',
    'planner.update.1.input.json',
    'planner.task-1.1.input.json',
    'planner.BRAINSTORM.1.input.json',
    'questioner.UPDATE.c1.input.json',
    'questioner.RESEARCH.1.input.json',
    'reviewer.task-1.c1.output.json',
  ])('%s is none', (name) => {
    for (const profile of ['contract-1.0.0', 'v1-3.x'] as const) expect(messageOf(name, profile)).toBeUndefined()
  })

  it('has a few more in 3.x', () => {
    expect(messageOf('questioner.brainstorm.c1.input.json', 'v1-3.x')).toMatchObject({
      mode: 'BRAINSTORM',
      key: 'questioner.brainstorm.c1',
    })
    expect(messageOf('reviewer.SESSION_REVIEW.2.output.json', 'v1-3.x')).toEqual({
      agent: 'reviewer',
      kind: 'output',
      key: 'reviewer.SESSION_REVIEW.2',
      mode: 'SESSION_REVIEW',
      task: undefined,
      number: 2,
    })
    for (const name of [
      'questioner.Brainstorm.c1.input.json',
      'planner.update.1.input.json',
      'reviewer.SESSION_REVIEW.a2.output.json',
      'executor.SESSION_REVIEW.2.output.json',
    ])
      expect([name, messageOf(name, 'v1-3.x')]).toEqual([name, undefined])
    for (const name of ['questioner.brainstorm.c1.input.json', 'reviewer.SESSION_REVIEW.2.output.json'])
      expect([name, messageOf(name, 'contract-1.0.0')]).toEqual([name, undefined])
  })

  it('is what a message is written to', () => {
    expect(messageName('executor.task-1.a1', 'output')).toBe('messages/executor.task-1.a1.output.json')
  })
})

describe('what is read of a repository', () => {
  it('are the files of sessions, and what lies beside them', () => {
    const except = ['node_modules']
    expect(selectorsOf(configuration().parse({ sessions: ['a/b/*', '*'] }))).toEqual(
      ['a/b/*', '*'].flatMap((folder) => [
        { glob: folder, level: 'name', except },
        { glob: `${folder}/**`, level: 'name', except },
        { glob: `${folder}/*.md`, level: 'text', except },
        { glob: `${folder}.instructions.md`, level: 'text', except },
        { glob: `${folder}/metadata.yaml`, level: 'text', except },
        { glob: `${folder}/messages/*.json`, level: 'text', except },
        { glob: `${folder}/signals/{inputs,processed}/*.yaml`, level: 'text', except },
        { glob: `${folder}/iterations/**`, level: 'digest', except },
        { glob: `${folder}/iterations/*/*.{md,yaml}`, level: 'text', except },
        { glob: `${folder}/iterations/*/{tasks,reports}/*.md`, level: 'text', except },
      ]),
    )
  })
})
