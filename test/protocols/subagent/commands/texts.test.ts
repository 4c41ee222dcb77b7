import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../../src/documents/text.ts'
import {
  change,
  failedSample,
  marked,
  messagePath,
  messageText,
  payloads,
  pendingSample,
  progressPath,
  questionsPath,
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
import { found, give, target, targets } from '../scene.ts'
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

  it('takes the next number after a review that failed', async () => {
    const { tree } = await give(failedSample, '/accept task-3')
    expect(message(tree, 'executor.task-3.a2.input')).toMatchObject({ payload: { ATTEMPT_NUMBER: 2 } })
  })

  it('warns above the limit of attempts', async () => {
    const { codes, outcome } = await give(failedSample, '/accept task-3', {
      configuration: { limits: { attempts: 1 } },
    })
    expect([outcome, codes]).toEqual(['changed', ['SUBAGENT_ATTEMPT_LIMIT warning']])
  })

  it('waits for what the task depends on, in every profile', async () => {
    const tree = change(marked(sample, 'task-1', 'x', '/'), { [reportPath('task-1')]: null })
    for (const profile of ['contract-1.0.0', 'v1-3.x'])
      expect((await give(tree, '/accept task-2', { configuration: { profile } })).codes).toEqual([
        'SUBAGENT_DEPENDENCY_OPEN error',
      ])
  })

  it('keeps CRLF, a byte-order mark and what follows the id', async () => {
    const text = `\ufeff${String(sample[progressPath]).replaceAll('\n', '\r\n')}`
    const { tree } = await give({ ...sample, [progressPath]: text }, '/accept task-3')
    expect(tree[progressPath]).toBe(text.replace('[ ] task-3', '[/] task-3'))
  })

  it('keeps a question that is not answered', async () => {
    const withQuestion = await give((await give(sample, '/accept task-3')).tree, '/handback task-3 question Where?')
    expect((await give(withQuestion.tree, '/accept task-3')).codes).toEqual(['QUESTION_OPEN error'])
    const { tree, changed } = await give(withQuestion.tree, '/accept task-3 --anyway')
    expect(changed).toEqual(
      [messagePath('executor.task-3.a1.input'), `-${messagePath('executor.task-3.a1.output')}`].toSorted(),
    )
    expect(message(tree, 'executor.task-3.a1.input')).toMatchObject({
      answers: [{ question: 'Where?', by: 'octocat' }],
    })
  })
})

describe('/preflight', () => {
  it('prints what /accept would do, and does nothing', async () => {
    const { outcome, changed, codes } = await give(sample, '/preflight task-3')
    expect([outcome, changed, codes]).toEqual(['unchanged', [], []])
  })
  it('says why it would be refused', async () => {
    const { outcome, codes } = await give(sample, '/preflight task-1')
    expect([outcome, codes]).toEqual(['unchanged', ['SUBAGENT_TASK_DONE error']])
  })
})

const answered = (status: string, overrides: object = {}) =>
  JSON.stringify({ ...payloads.executorOutput('task-3'), status, ...overrides })

describe('/handback', () => {
  const withReport: Tree = { ...workingSample, [report]: reportText('task-3') }

  it('stores what the agent says as it is, and lists what it discovered', async () => {
    const json = answered('completed', {
      discovered_tasks: [{ id: 'task-8', description: 'Sort', rationale: 'Needed' }],
      big: 1.5,
    })
    const { tree, result } = await give(withReport, '/handback task-3', { report: json.replace('1.5', '1.50') })
    expect(tree[messagePath('executor.task-3.a1.output')]).toContain('"big": 1.50')
    expect(tree[tasksPath]).toBe(sample[tasksPath])
    expect(result.reply).toContain('Discovered: `task-8`: `Sort`')
  })

  it('refuses an empty report', async () => {
    const blank = reportText('task-3').replace('Wrote the part of task-3.', '[To be filled]')
    expect((await give({ ...withReport, [report]: blank }, '/handback task-3 success')).codes).toEqual([
      'REPORTFILE_UNFILLED error',
    ])
    expect((await give({ ...withReport, [report]: 'Done.\n' }, '/handback task-3 success')).codes).toEqual([
      'REPORTFILE_PART1_MISSING error',
    ])
  })

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

  it('gathers questions', async () => {
    const firstResult = await give(workingSample, '/handback task-3 question Where?')
    const { tree } = await give(firstResult.tree, '/handback task-3 question When?')
    expect(message(tree, 'executor.task-3.a1.output')).toMatchObject({
      payload: { status: 'blocked', blockers: ['Where?', 'When?'] },
    })
  })
})

describe('/answer', () => {
  const blockedOn = (input: string | null): Tree => {
    const files = withMessage(
      workingSample,
      'executor.task-3.a1.output',
      { ...payloads.executorOutput('task-3'), status: 'blocked', success_criteria_met: false, blockers: ['Where?'] },
      payloads.executorInput('task-3'),
    )
    return change(files, { [messagePath('executor.task-3.a1.input')]: input })
  }
  const envelope = `{ "contract": "ralph-executor@1.0.0", "kind": "input", "session_id": "260131-144400", "created_at": "2026-01-31T15:00:00Z",\r\n  "payload": ${JSON.stringify(payloads.executorInput('task-3'))} }`
  const forms: readonly (readonly [string, string | null])[] = [
    ['an envelope on one line', envelope],
    ['a bare payload', JSON.stringify(payloads.executorInput('task-3'))],
    ['no input', null],
    ['an empty list', envelope.replace('"payload"', '"answers": [],\n "payload"')],
  ]
  it.each(forms)('is kept in %s', async (_, input) => {
    const { tree } = await give(blockedOn(input), '/answer task-3 Here "and there"')
    expect(message(tree, 'executor.task-3.a1.input')).toMatchObject({
      answers: [{ question: 'Where?', answer: 'Here and there', at: '2026-02-01T10:00:00Z' }],
    })
    expect((await found(tree)).filter((code) => code.endsWith('error'))).toEqual([])
  })

  it('leaves every other byte of an envelope', async () => {
    const { tree } = await give(blockedOn(envelope), '/answer task-3 Here')
    expect(String(tree[messagePath('executor.task-3.a1.input')]).startsWith(envelope.slice(0, -2))).toBe(true)
  })
})

describe('/review', () => {
  const json = (verdict: string, overrides: object = {}) =>
    JSON.stringify({
      ...payloads.reviewerOutput,
      verdict,
      ...(verdict === 'Failed' && { feedback: 'Keep it.' }),
      ...overrides,
    })

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

  it('fills in what the reviewer says', async () => {
    const { tree, changed } = await give(pendingSample, '/review task-3 qualified', {
      report: json('Qualified', { issues: ['# none'] }),
    })
    expect(changed).toContain(messagePath('reviewer.task-3.a1.output'))
    expect(tree[report]).toContain(`### Success Criteria Validation
- ✅ **samples pass**: Met
  - **Evidence Reviewed**: ran them
  - **Finding**: as expected

### Quality Assessment
> Fine.

### Issues Identified
- \\# none

### Recommendation
**Status**: Qualified
`)
  })

  it('ends a last line, with the line ends of the file', async () => {
    const text = reportText('task-3').trimEnd().replaceAll('\n', '\r\n')
    const { tree } = await give({ ...pendingSample, [report]: text }, '/review task-3 qualified')
    expect(String(tree[report]).startsWith(`${text}\r\n\r\n---\r\n## PART 2`)).toBe(true)
    expect(String(tree[report]).replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('only moves a task whose report has the verdict', async () => {
    const { changed, state } = await give(marked(failedSample, 'task-3', ' ', 'P'), '/review task-3 failed')
    expect([changed, state]).toEqual([[progressPath], 'not started'])
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

  it('are at most 10,000 characters', async () => {
    expect((await give(workingSample, `/handback task-3 error ${'a'.repeat(10_001)}`)).codes).toEqual([
      'COMMAND_USAGE error',
    ])
  })
})

const planning = marked(sample, 'plan-init', 'x', ' ')
const payload = (tree: Tree, name: string) =>
  (JSON.parse(String(tree[messagePath(name)])) as { payload: object }).payload

/** A task `plan-more` of MODE UPDATE that has not been begun. */
const planMore = change(planning, { [progressPath]: [['- [ ] plan-init', '- [ ] plan-more\n- [x] plan-init']] })

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
    payload((await give(tree, line)).tree, 'planner.UPDATE.1.input')
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
    const initBegun = change(planning, { [progressPath]: [['- [ ] plan-init', '- [/] plan-init']] })
    expect(await inFlight(withMessage(initBegun, 'planner.UPDATE.1.input', payloads.plannerInput('UPDATE')))).toEqual(
      [],
    )
  })

  it('keeps a session in planning, begun or not', async () => {
    for (const mark of [' ', '/'])
      expect((await target(marked(sample, 'plan-init', 'x', mark), 'ralph:260131-144400'))?.state).toBe('PLANNING')
  })

  it('is answered by a questioner for the newest cycle', async () => {
    const tree = change(sample, {
      [progressPath]: [['- [x] plan-init', '- [/] plan-qa-research\n- [x] plan-init']],
      [questionsPath]: `${sample[questionsPath]}\n### Cycle 2\n\n1. Is it fast?\n    - **Status**: Unanswered\n`,
    })
    const report = messageText('questioner', 'output', payloads.research)
    const { changed } = await give(tree, '/handback plan-qa-research success', { report })
    expect(changed).toEqual([messagePath('questioner.RESEARCH.c2.output'), progressPath])
  })
})

describe('the output of an executor', () => {
  const report = reportPath('task-3')
  const output = { ...payloads.executorOutput('task-3'), notes: 'by hand' }

  it('stays as it is where it says the same', async () => {
    const tree = withMessage(
      { ...workingSample, [report]: reportText('task-3') },
      'executor.task-3.a1.output',
      output,
      payloads.executorInput('task-3'),
    )
    const result = await give(tree, '/handback task-3 success')
    expect([result.changed, result.state]).toEqual([[progressPath], 'review pending'])
    expect(await found(result.tree)).toEqual([])
  })

  it('is the last word only where nothing came of a later attempt', async () => {
    const failed = { ...output, status: 'failed', success_criteria_met: false, blockers: ['Broken'] }
    const tree = withMessage(
      { ...sample, [report]: reportText('task-3') },
      'executor.task-3.a1.output',
      failed,
      payloads.executorInput('task-3'),
    )
    expect((await give(tree, '/handback task-3 error Broken')).outcome).toBe('unchanged')
    for (const later of [
      withMessage(tree, 'executor.task-3.a2.input', payloads.executorInput('task-3', 2)),
      { ...tree, [reportPath('task-3', 2)]: reportText('task-3', 2) },
    ])
      expect((await give(later, '/handback task-3 error Broken')).codes).toEqual(['SUBAGENT_NOT_IN_PROGRESS error'])
  })

  it('goes where it is of a later attempt than the one that is granted', async () => {
    const failed = {
      ...output,
      report_path: 'tasks.task-3-report-r2.md',
      status: 'failed',
      success_criteria_met: false,
      blockers: ['Broken'],
    }
    const tree = withMessage(sample, 'executor.task-3.a2.output', failed, payloads.executorInput('task-3', 2))
    const result = await give(tree, '/accept task-3')
    expect(result.changed).toEqual([
      `-${messagePath('executor.task-3.a2.input')}`,
      `-${messagePath('executor.task-3.a2.output')}`,
      messagePath('executor.task-3.a1.input'),
      progressPath,
    ])
    expect(result.state).toBe('in progress')
    expect((await give(result.tree, '/accept task-3')).outcome).toBe('unchanged')
  })

  it('is kept where control is granted again after a review that failed', async () => {
    const tree = withMessage(failedSample, 'executor.task-3.a1.output', output, payloads.executorInput('task-3'))
    const { changed } = await give(tree, '/accept task-3')
    expect(changed).toEqual([messagePath('executor.task-3.a2.input'), progressPath])
  })
})

describe('the prompt of a planner', () => {
  const asks = (...blockers: string[]) => ({ status: 'needs_clarification', blockers })
  const planning = change(sample, { [progressPath]: [['- [x] plan-init', '- [/] plan-more\n- [x] plan-init']] })
  const asking = withMessage(
    planning,
    'planner.UPDATE.2.output',
    asks('Which file?', 'Which line?'),
    payloads.plannerInput('UPDATE'),
  )

  it('has its questions, each with the answer to it, with every grant', async () => {
    const answered = await give(asking, '/answer plan-more "The last one"')
    expect(answered.result.reply).toContain('QUESTION_1: Which line?\nANSWER_1: The last one\n')
    const returned = await give(answered.tree, '/handback plan-more error "No such line"')
    const again = await give(returned.tree, '/accept plan-more')
    expect(again.result.reply).toContain('QUESTION_1: Which line?\nANSWER_1: The last one\n')
    const files = again.tree as Readonly<Record<string, string>>
    const second = withMessage(files, 'planner.UPDATE.4.output', asks('Which word?'), payloads.plannerInput('UPDATE'))
    expect((await give(second, '/answer plan-more "The first"')).result.reply).toContain(
      'QUESTION_1: Which line?\nANSWER_1: The last one\nQUESTION_2: Which word?\nANSWER_2: The first\n',
    )
  })

  it('has no question that was never answered', async () => {
    const { outcome, result } = await give(asking, '/accept plan-more --anyway')
    expect([outcome, result.reply]).toEqual(['changed', expect.not.stringContaining('QUESTION')])
  })
})
