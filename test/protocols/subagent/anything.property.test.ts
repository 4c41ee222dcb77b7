import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  inSession,
  laterSample,
  messagePath,
  messageText,
  payloads,
  progressPath,
  questionsPath,
  reportPath,
  reportText,
  reviewText,
  sample,
  tasksPath,
} from '../../../src/protocols/subagent/examples.ts'
import type { Tree } from '../scene.ts'
import { diagnose, give, targets } from './scene.ts'
import { runs } from '../../thorough.ts'
import { anyText } from '../../any-text.ts'

const fragment = fc.oneof(
  fc.constantFrom(
    '- [ ] task-3',
    '- [x] task-3 (Completed)',
    '* [/] **task-2.1**: more',
    '- [F] plan-init',
    '- [✓] Task 3',
    '## Legend',
    '### Cycle 2',
    '1. **[High]** What?',
    '    - **Status**: Answered',
    '## PART 1',
    '## PART 2: REVIEW',
    '### Recommendation',
    '**Status**: Failed',
    'Status: Qualified | Failed',
    '# Task Report: task-9',
    '- task-3: Again',
    '    - **Inherits From**: task-3',
    '## Dependency Graph',
    'task-2: [task-3]',
    '```',
    '~~~',
    '<!--',
    '-->',
    '> ',
    '---',
    '{ "payload": {}, "kind": 1 }',
    '{',
    '"status": "completed" }',
    'applyTo: "**"',
    '\ufeff',
    '\r',
    '[',
    '**',
  ),
  anyText({ maxLength: 12 }),
)
const text = fc
  .tuple(fc.array(fragment, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'))
  .map(([parts, eol]) => parts.join(eol))

const paths = [
  progressPath,
  tasksPath,
  questionsPath,
  reportPath('task-3'),
  inSession('plan.questions.a.md'),
  messagePath('executor.task-3.a1.output'),
  messagePath('reviewer.task-3.a1.output'),
  inSession('metadata.yaml'),
  inSession('iterations/1/progress.md'),
  inSession('signals/inputs/a.yaml'),
  '.ralph-sessions/260131-144400.instructions.md',
]

/** A session in which some files say anything. */
const anyTree = fc
  .tuple(
    fc.constantFrom(sample, laterSample),
    fc.dictionary(fc.constantFrom(...paths), text, { maxKeys: 3, noNullPrototype: true }),
  )
  .map(([files, extraFiles]): Tree => ({ ...files, ...extraFiles }))

const commands = fc.constantFrom(
  '/accept task-3',
  '/accept plan-init',
  '/handback task-3 success',
  '/handback task-3 success --skeleton Done',
  '/handback task-3 error Broken',
  '/handback task-3 question Where?',
  '/answer task-3 Here',
  '/review task-3 qualified',
  '/review task-3 failed Again',
  '/handback plan-init success',
  '/handback plan-init error Broken',
  '/handback plan-init question Which?',
  '/answer plan-init This',
)

/** A session whose third task is anywhere, with what may lie beside it. */
const anyStanding = fc
  .record({
    mark: fc.constantFrom(' ', '/', 'P', 'x', 'X', 'p'),
    planning: fc.constantFrom(' ', '/', 'x'),
    reports: fc.constantFrom(
      [],
      [''],
      ['Failed'],
      ['Failed', ''],
      ['', 'Failed'],
      ['Qualified'],
      ['Failed', 'Failed', 'Qualified'],
    ),
    status: fc.constantFrom(undefined, 'completed', 'failed', 'blocked'),
    attempt: fc.constantFrom(1, 2, 3),
    question: fc.boolean(),
    eol: fc.constantFrom('\n', '\r\n'),
  })
  .map(({ mark, planning, reports, status, attempt, question, eol }): Tree => {
    const output = {
      ...payloads.executorOutput('task-3'),
      report_path: reportPath('task-3', attempt).split('/').at(-1),
      blockers: ['Why?'],
    }
    const files = {
      ...sample,
      [progressPath]: String(sample[progressPath])
        .replace('[ ] task-3', `[${mark}] task-3`)
        .replace('[x] plan-init', `[${planning}] plan-init`),
      ...Object.fromEntries(
        reports.map((verdict, index) => [
          reportPath('task-3', index + 1),
          reportText('task-3', index + 1) + (verdict === '' ? '' : reviewText(verdict)),
        ]),
      ),
      ...(question && {
        [messagePath(`executor.task-3.a${attempt}.input`)]: messageText(
          'executor',
          'input',
          payloads.executorInput('task-3', attempt),
        ),
      }),
      ...(status !== undefined && {
        [messagePath(`executor.task-3.a${attempt}.output`)]: messageText('executor', 'output', {
          ...output,
          status,
          success_criteria_met: status === 'completed',
        }),
      }),
    }
    return Object.fromEntries(Object.entries(files).map(([path, content]) => [path, content.replaceAll('\n', eol)]))
  })

describe('whatever a session holds', () => {
  it('it is read, compared and listed', async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, anyTree, async (tree, base) => {
        for (const { line, path } of await diagnose(tree, { base })) {
          const lines = String(tree[path] ?? '').split('\n').length
          if (line !== undefined && tree[path] !== undefined) expect(line).toBeLessThanOrEqual(lines)
        }
        for (const { id, state } of await targets(tree)) expect([id, state]).not.toContain('')
      }),
      { numRuns: runs(20) },
    )
  })

  it('a command answers, and what it changed is unchanged when it is given again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyTree, anyStanding), commands, async (tree, line) => {
        const { outcome, tree: after } = await give(tree, line)
        if (outcome === 'changed') expect([line, (await give(after, line)).outcome]).toEqual([line, 'unchanged'])
      }),
      { numRuns: runs(40) },
    )
  })

  it('no command touches another line of progress.md, or what an executor wrote', async () => {
    await fc.assert(
      fc.asyncProperty(anyStanding, commands, async (tree, line) => {
        const { tree: after } = await give(tree, line)
        const [now, then] = [after, tree].map((files) => String(files[progressPath]).split('\n'))
        expect(now?.length).toBe(then?.length)
        expect(now?.filter((progressLine, index) => progressLine !== then?.[index]).length).toBeLessThanOrEqual(1)
        for (const [path, was] of Object.entries(tree))
          if (path.includes('-report')) expect(String(after[path]).startsWith(String(was))).toBe(true)
      }),
      { numRuns: runs(25) },
    )
  })
})
