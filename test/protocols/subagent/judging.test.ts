import { runSteps } from '../../../src/core/steps.ts'
import { describe, expect, it } from 'vitest'
import { repair } from '../../../src/engine/repair.ts'
import { subagent } from '../../../src/protocols/subagent/protocol.ts'
import {
  change,
  executorAsked,
  failedSample,
  inSession,
  instructionsPath,
  iteratedSample,
  laterSample,
  marked,
  messagePath,
  messagesSample,
  pendingSample,
  planPath,
  progressPath,
  questionsPath,
  reportPath,
  reportText,
  sample,
  tasksPath,
} from '../../../src/protocols/subagent/examples.ts'
import { open, type Tree } from '../scene.ts'
import { found, usual } from './scene.ts'

describe('strictly or softly', () => {
  const incomplete = change(sample, { [tasksPath]: [['    - **Objective**: Have the part of task-3.\n', '']] })

  it('judges by the file', async () => {
    expect(await found(incomplete)).toEqual(['TASKS_FIELD_MISSING warning'])
    expect(await found(incomplete, { base: sample })).toEqual(['TASKS_FIELD_MISSING warning'])
    expect(await found({ ...incomplete, [planPath]: '# Another plan\n' }, { base: incomplete })).toEqual([
      'TASKS_FIELD_MISSING notice',
    ])
  })

  it('judges softly a task that the change leaves as it was, even in a file that it touches', async () => {
    const otherTaskEdit = change(incomplete, { [tasksPath]: [['Have the part of task-2.', 'Print.']] })
    expect(await found(otherTaskEdit, { base: incomplete })).toEqual(['TASKS_FIELD_MISSING notice'])
    const sameTaskEdit = change(incomplete, { [tasksPath]: [['src/help.ts', 'src/helping.ts']] })
    expect(await found(sameTaskEdit, { base: incomplete })).toEqual(['TASKS_FIELD_MISSING warning'])
  })

  it.each<readonly [what: string, path: string, edit: (text: string) => string]>([
    ['the line endings of its definition', tasksPath, (text) => text.replaceAll('\n', '\r\n')],
    ['a blank at the end of its definition', tasksPath, (text) => `${text.trimEnd()} \n`],
    ['bytes of a message that are no text', messagePath('executor.task-3.a1.input'), (text) => `${text}\u0000`],
  ])('judges strictly a task of which the change touches %s', async (_, path, edit) => {
    const base = { ...incomplete, [messagePath('executor.task-3.a1.input')]: '\u0000' }
    const withOtherTask = change(base, { [tasksPath]: [['Have the part of task-2.', 'Print.']] })
    const head = { ...withOtherTask, [path]: edit(withOtherTask[path] ?? '') }
    expect(await found(head, { base })).toContain('TASKS_FIELD_MISSING warning')
  })

  it('judges softly a task behind which another one is added at the end of the file', async () => {
    const base = { ...incomplete, [tasksPath]: (incomplete[tasksPath] ?? '').trimEnd() }
    const head = { ...base, [tasksPath]: `${base[tasksPath]}\n\n- task-4: More\n` }
    expect(await found(head, { base })).toContain('TASKS_FIELD_MISSING notice')
  })

  it('judges a missing file strictly where the change deleted it, or the session is new', async () => {
    const without = change(sample, { [instructionsPath]: null })
    expect(await found(without, { base: sample })).toEqual(['SUBAGENT_INSTRUCTIONS_MISSING warning'])
    expect(await found(without, { base: { 'README.md': '' } })).toEqual(['SUBAGENT_INSTRUCTIONS_MISSING warning'])
    const touched = marked(without, 'task-3', ' ', '/')
    expect(await found(touched, { base: without })).toEqual(['SUBAGENT_INSTRUCTIONS_MISSING notice'])
  })

  it('judges strictly a task whose report or message is new, in whatever file the finding is', async () => {
    const otherTaskEdit = change(incomplete, { [tasksPath]: [['Have the part of task-2.', 'Print.']] })
    const judged = async (files: Tree) =>
      (await found({ ...otherTaskEdit, ...files }, { base: incomplete })).find((code) => code.startsWith('TASKS_FIELD'))
    expect(await judged(executorAsked(otherTaskEdit))).toBe('TASKS_FIELD_MISSING warning')
    expect(await judged({ [reportPath('task-3')]: reportText('task-3') })).toBe('TASKS_FIELD_MISSING warning')
    expect(await judged({ [reportPath('task-1')]: reportText('task-1') })).toBe('TASKS_FIELD_MISSING notice')
  })

  const secondReport = { [reportPath('task-3', 2)]: reportText('task-3', 2) }
  it.each<readonly [string, Readonly<Record<string, string>>, string, string]>([
    ['the report of a task under review', pendingSample, reportPath('task-3'), 'SUBAGENT_REPORT_MISSING error'],
    ['the report that a message names', messagesSample, reportPath('task-1'), 'SUBAGENT_REPORT_MISSING error'],
    [
      'the report of an earlier attempt',
      { ...failedSample, ...secondReport },
      reportPath('task-3'),
      'REPORTFILE_ATTEMPT_GAP error',
    ],
    ['the input of an output', messagesSample, messagePath('executor.task-1.a1.input'), 'MESSAGE_UNPAIRED warning'],
    ['an artifact that a planner names', messagesSample, planPath, 'MESSAGE_ARTIFACT_MISSING error'],
    ['the questions of a cycle', messagesSample, questionsPath, 'QUESTIONS_CYCLE_MISSING error'],
  ])('judges %s strictly where the change deleted it, and softly later', async (_, files, path, finding) => {
    const [code = ''] = finding.split(' ')
    const without = change(files, { [path]: null })
    const deleted = (await found(without, { base: files })).filter((entry) => entry.startsWith(code))
    expect(new Set(deleted)).toEqual(new Set([finding]))
    const later = await found({ ...without, 'README.md': '# Later\n' }, { base: without })
    expect(later.filter((entry) => entry.startsWith(code))).toHaveLength(deleted.length)
    expect(later).not.toContain(finding)
  })

  it('takes an open dependency for an error in 3.x', async () => {
    const begun = (files: Readonly<Record<string, string>>) =>
      change(files, {
        [progressPath]: [
          ['[x] task-1', '[/] task-1'],
          ['[ ] task-2', '[/] task-2'],
        ],
        [reportPath('task-1')]: null,
      })
    expect(await found(begun(sample))).toEqual(['TASKS_DEPENDENCY_OPEN warning'])
    expect(await found(begun(laterSample))).toEqual(['TASKS_DEPENDENCY_OPEN error'])
    expect(await found(begun(laterSample), { mode: 'soft' })).toEqual(['TASKS_DEPENDENCY_OPEN warning'])
  })
})

describe('a comparison', () => {
  it('holds both sides to the higher profile', async () => {
    const later = change(laterSample, { [progressPath]: [['[x] task-1', '[F] task-1']] })
    const back = change(sample, { [progressPath]: [['[x] task-1', '[F] task-1']] })
    expect(await found(back, { base: later })).toEqual(['SUBAGENT_PROFILE_CHANGED notice'])
    expect(await found(later, { base: laterSample })).toEqual([])
    expect(await found(change(later, { [progressPath]: [['[F] task-1', '[/] task-1']] }), { base: later })).toContain(
      'MARKER_TRANSITION_ILLEGAL error',
    )
  })

  it('says of a new session only what its files say', async () => {
    expect(await found(marked(sample, 'task-3', ' ', '/'), { base: {} })).toEqual([])
  })
})

/** A repository with every safe repair made. */
async function mended(tree: Tree): Promise<Tree> {
  const { changes } = runSteps(
    repair({
      head: await open(tree, { protocol: subagent }),
      context: { at: '2026-02-01T10:00:00Z', day: '2026-02-01', limit: 1024 * 1024 },
      protocols: [subagent],
      sections: {},
      severity: {},
      report: await usual.inspect(tree),
    }),
  )
  return { ...tree, ...Object.fromEntries([...changes].map(([path, content]) => [path, content ?? ''])) }
}

describe('safe repairs', () => {
  it('write a mark in its case, and nothing else', async () => {
    const wrong = change(sample, {
      [progressPath]: [
        ['[x] task-1', '[X] task-1'],
        ['[x] plan-init', '[X] plan-init'],
      ],
    })
    expect(await mended(wrong)).toEqual(sample)
  })

  it('add lines for tasks without one, after the last, as it is written', async () => {
    const text = String(sample[progressPath])
      .replace('- [ ] task-2 (Not Started)\n- [ ] task-3 (Not Started)\n', '\n## Notes\nNone.\n')
      .replaceAll('\n', '\r\n')
    const line = text.replace('- [x] task-1', '  * [x] task-1')
    const lines = { ...sample, [progressPath]: line }
    expect((await mended(lines))[progressPath]).toBe(
      line.replace('task-1 (Completed)', 'task-1 (Completed)\r\n  * [ ] task-2\r\n  * [ ] task-3'),
    )
  })

  it('leave sessions of v2 alone', async () => {
    const wrong = change(iteratedSample, {
      [inSession('iterations/2/progress.md')]: [['[x] task-1', '[X] task-1']],
      [inSession('iterations/2/tasks/task-5.md')]: '# task-5\n',
    })
    expect(await found(wrong)).toEqual(['MARKER_CASE error', 'TASKS_UNTRACKED error'])
    expect(await mended(wrong)).toEqual(wrong)
  })

  it('leave alone a task that has a report', async () => {
    const lines = change(sample, {
      [progressPath]: [['- [ ] task-3 (Not Started)\n', '']],
      [reportPath('task-3')]: reportText('task-3'),
    })
    expect(await mended(lines)).toEqual(lines)
  })
})
