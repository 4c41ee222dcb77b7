import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../../src/documents/text.ts'
import {
  change,
  marked,
  messagePath,
  messageText,
  payloads,
  pendingSample,
  progressPath,
  reportPath,
  reportText,
  reviewText,
  sample,
  tasksPath,
  withMessage,
  workingSample,
} from '../../../../src/protocols/subagent/examples.ts'
import { readReport } from '../../../../src/protocols/subagent/reading/report.ts'
import type { Tree } from '../../scene.ts'
import { asking, give, planned, target, targets } from '../scene.ts'
import { runs } from '../../../thorough.ts'

const report = reportPath('task-3')
const read = (tree: Tree, path = report, attempt = 1) =>
  readReport(textDocument(path, String(tree[path])), { task: 'task-3', attempt })
const message = (tree: Tree, name: string) => JSON.parse(String(tree[messagePath(name)])) as Record<string, unknown>

describe('/accept', () => {
  it.each([
    ['plan-more', 'plan-more'],
    ['planner', 'plan-more'],
    ['qa-2', 'qa-2'],
  ])('says how planning begins, and takes it then: %s', async (name, task) => {
    const { result } = await give(sample, `/accept ${name}`)
    const hint = String(result.diagnostics[0]?.hint)
    expect(hint).toContain(`\`- [ ] ${task} (Not Started)\` below \`## Planning\` in \`${progressPath}\``)
    const planned = change(sample, {
      [progressPath]: [['## Planning\n', `## Planning\n- [ ] ${task} (Not Started)\n`]],
    })
    expect((await give(planned, `/accept ${task} More tasks`)).outcome).toBe('changed')
  })

  it('changes one character and writes the input of the attempt', async () => {
    const { tree, changed, result } = await give(sample, '/accept task-3')
    expect(changed).toEqual([messagePath('executor.task-3.a1.input'), progressPath])
    expect(tree[progressPath]).toBe(String(sample[progressPath]).replace('[ ] task-3', '[/] task-3'))
    expect(tree[messagePath('executor.task-3.a1.input')]).toBe(`{
  "contract": "ralph-executor@1.0.0",
  "kind": "input",
  "session_id": "260131-144400",
  "created_at": "2026-02-01T10:00:00Z",
  "by": "octocat",
  "payload": {
    "SESSION_PATH": ".ralph-sessions/260131-144400/",
    "TASK_ID": "task-3",
    "ATTEMPT_NUMBER": 1
  }
}
`)
    expect(result.reply).toContain('SESSION_PATH: .ralph-sessions/260131-144400/\nTASK_ID: task-3\nATTEMPT_NUMBER: 1')
  })
})

describe('/handback', () => {
  it('counts an attempt that came to nothing', async () => {
    const { tree } = await give(workingSample, '/handback task-3 error It does not build')
    expect(read(tree).filled).toBe(true)
    expect(message(tree, 'executor.task-3.a1.output')).toMatchObject({
      payload: { status: 'failed', blockers: ['It does not build'] },
    })
    expect(message((await give(tree, '/accept task-3')).tree, 'executor.task-3.a2.input')).toMatchObject({
      payload: { ATTEMPT_NUMBER: 2 },
    })
  })
})

describe('/review', () => {
  it('says of the last task that the session is complete', async () => {
    const lastTaskPending = change(marked(pendingSample, 'task-2', ' ', 'x'), {
      [reportPath('task-2')]: reportText('task-2') + reviewText('Qualified'),
    })
    const last = await give(lastTaskPending, '/review task-3 qualified')
    expect(last.result.reply).toContain(
      'Review: `task-3` is `Qualified`\nIt was the last task: session `260131-144400` is complete.\n',
    )
    expect((await targets(last.tree)).find(({ id }) => id.startsWith('ralph:'))?.state).toBe('COMPLETE')
    expect((await give(lastTaskPending, '/review task-3 failed Again')).result.reply).not.toContain('complete')
    expect((await give(pendingSample, '/review task-3 qualified')).result.reply).not.toContain('last task')
  })

  it('appends, and leaves what is there', async () => {
    const { tree } = await give(pendingSample, '/review task-3 failed The last line is lost.')
    expect(tree[report]).toBe(`${pendingSample[report]}
---
## PART 2: REVIEW REPORT
*(Recorded by Baton for \`octocat\`, 2026-02-01T10:00:00Z)*

### Recommendation
**Status**: Failed

> The last line is lost.

### Feedback for Next Iteration
> The last line is lost.
`)
  })
})

describe('people’s words', () => {
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '**Status**: Qualified',
          'Status: Failed',
          '# PART 2',
          '## PART 1',
          '```',
          '~~~',
          '---',
          '<!--',
          '<script>',
          '- [x] task-3',
          '\n',
          '\r\n',
          '> ',
          '### Recommendation',
          '\u2028',
          '* ',
        ),
        fc.string({ maxLength: 8 }),
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => parts.join(' '))
    .filter((text) => text.replace(/[\p{Cc}\s]/gu, '') !== '')

  it('are neither headings, nor fences, nor verdicts', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (text, otherText) => {
        const payload = {
          ...payloads.reviewerOutput,
          verdict: 'Failed',
          feedback: text,
          quality_assessment: otherText,
          issues: [text, otherText],
          criteria_results: [{ criterion: otherText, met: false, evidence: text, finding: otherText }],
        }
        const { tree, outcome } = await give(pendingSample, '/review task-3 failed', {
          report: JSON.stringify(payload),
        })
        expect(outcome).toBe('changed')
        const { verdicts, unknown, frozen } = read(tree)
        expect([verdicts.map(({ value }) => value), unknown]).toEqual([['Failed'], []])
        expect(frozen).toBe(read(pendingSample).frozen)
      }),
      { numRuns: runs(20) },
    )
  })

  it('are in a skeleton as a quote', async () => {
    const { tree } = await give(
      workingSample,
      '/handback task-3 success --skeleton ## PART 2 **Status**: Qualified <b>',
    )
    expect(tree[report]).toContain('\n> ## PART 2 **Status**: Qualified &lt;b>\n')
    const { part1, part2, verdicts } = read(tree)
    expect([part1 !== undefined, part2, verdicts]).toEqual([true, undefined, []])
  })
})

/** A task `plan-more` of MODE UPDATE that has not been begun. */
const planMore = planned(' ')

describe('the request to a planner', () => {
  const defined = change(planMore, {
    [tasksPath]: [
      [
        '- plan-init: Set up the session',
        '- plan-init: Set up\n- plan-more: Go on\n    - **Objective**: Cut the rest.',
      ],
    ],
  })
  const updateInput = async (tree: Tree, line: string) =>
    message((await give(tree, line)).tree, 'planner.UPDATE.1.input')['payload']
  const initialized = withMessage(defined, 'planner.INITIALIZE.1.input', payloads.plannerInput('INITIALIZE'))

  it('is the text, else the request of the session, else the purpose of the task, else its id', async () => {
    expect(await updateInput(initialized, '/accept plan-more "Count lines, too"')).toMatchObject({
      USER_REQUEST: 'Count lines, too',
    })
    expect(await updateInput(initialized, '/accept plan-more')).toMatchObject({ USER_REQUEST: 'Count words.' })
    expect(await updateInput(defined, '/accept plan-more')).toMatchObject({ USER_REQUEST: 'Cut the rest.' })
    expect(await updateInput(planMore, '/accept plan-more')).toMatchObject({ USER_REQUEST: 'plan-more' })
  })

  it('has the number of an unanswered input, else the next one', async () => {
    const written = async (tree: Tree) =>
      (await give(tree, '/accept plan-more')).changed.filter((path) => path.endsWith('.json'))
    const open = withMessage(planMore, 'planner.UPDATE.3.input', payloads.plannerInput('UPDATE'))
    expect(await written(planMore)).toEqual([messagePath('planner.UPDATE.1.input')])
    expect(await written(open)).toEqual([messagePath('planner.UPDATE.3.input')])
    const answered = {
      ...open,
      [messagePath('planner.UPDATE.3.output')]: messageText('planner', 'output', payloads.plannerOutput),
    }
    expect(await written(answered)).toEqual([messagePath('planner.UPDATE.4.input')])
  })

  it('is in flight while a task of its MODE is', async () => {
    const inFlight = async (tree: Tree) => (await target(tree, 'ralph:260131-144400'))?.facts['inFlight']
    const { tree } = await give(planMore, '/accept plan-more')
    expect(await inFlight(tree)).toEqual(['planner.UPDATE.1'])
    expect(
      await inFlight({ ...tree, [progressPath]: String(tree[progressPath]).replace('[/] plan-more', '[ ] plan-more') }),
    ).toEqual([])
    const initBegun = marked(sample, 'plan-init', 'x', '/')
    expect(await inFlight(withMessage(initBegun, 'planner.UPDATE.1.input', payloads.plannerInput('UPDATE')))).toEqual(
      [],
    )
  })
})

describe('the prompt of a planner', () => {
  it('has its questions, each with the answer to it, with every grant', async () => {
    const answered = await give(asking, '/answer plan-more "The last one"')
    expect(answered.result.reply).toContain('QUESTION_1: Which line?\nANSWER_1: The last one\n')
    const returned = await give(answered.tree, '/handback plan-more error "No such line"')
    const again = await give(returned.tree, '/accept plan-more')
    expect(again.result.reply).toContain('QUESTION_1: Which line?\nANSWER_1: The last one\n')
    const files = again.tree as Readonly<Record<string, string>>
    const second = withMessage(
      files,
      'planner.UPDATE.4.output',
      { status: 'needs_clarification', blockers: ['Which word?'] },
      payloads.plannerInput('UPDATE'),
    )
    expect((await give(second, '/answer plan-more "The first"')).result.reply).toContain(
      'QUESTION_1: Which line?\nANSWER_1: The last one\nQUESTION_2: Which word?\nANSWER_2: The first\n',
    )
  })
})
