import { describe, expect, it } from 'vitest'
import {
  change,
  doneSample,
  executorSaid,
  failedSample,
  inMessage,
  inSession,
  iteratedSample,
  laterSample,
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
  unfinished,
  withMessage,
  workingSample,
} from '../../../src/protocols/subagent/examples.ts'
import type { Tree } from '../scene.ts'
import { diagnose, found, give, target } from './scene.ts'

const report = reportPath('task-3')
const reviewedWith = (line: string): Tree => ({
  ...doneSample,
  [report]: reportText('task-3') + reviewText('X').replace('**Status**: X', line),
})

describe('a verdict', () => {
  it.each([
    '**Status**: Qualified',
    '**Status: Qualified**',
    '- *Status*: `Qualified`',
    '* __STATUS:__ ✅ **qualified**, with a remark',
    'status : Qualified',
    '    - **Status**: _Qualified_',
  ])('is in: %s', async (line) => {
    expect((await target(reviewedWith(line), 'task-3'))?.facts['verdict']).toBe('Qualified')
    expect(await found(reviewedWith(line))).toEqual([])
  })

  it.each([
    '> **Status**: Qualified',
    '**Status**: [Qualified]',
    '**Status**: Qualified | Failed',
    '**Statuses**: Qualified',
    '`Status` Qualified',
    '```\nStatus: Qualified\n```',
    '<!-- Status: Qualified -->',
  ])('is not in: %s', async (line) => {
    expect((await target(reviewedWith(line), 'task-3'))?.facts['verdict']).toBeUndefined()
    expect(await found(reviewedWith(line))).toEqual(['MARKER_UNREVIEWED error'])
  })
})

describe('the files of a task', () => {
  const files = async (value: string) =>
    (await target(change(sample, { [tasksPath]: [['**Files**: src/help.ts', `**Files**: ${value}`]] }), 'task-3'))
      ?.facts['files']

  it.each([
    ['src/a.ts, docs/b.md', ['src/a.ts', 'docs/b.md']],
    ['[src/a.ts, `docs/b.md`]', ['src/a.ts', 'docs/b.md']],
    ['Deliverables: [src/a.ts, docs/b.md]', ['src/a.ts', 'docs/b.md']],
    ['[Deliverables: src/a.ts, docs/b.md]', ['src/a.ts', 'docs/b.md']],
    ['src/a.ts, [to come]', ['src/a.ts']],
    ['[to be decided]', []],
    ['\n        - src/a.ts\n        - `docs/b.md`', ['src/a.ts', 'docs/b.md']],
  ])('are what %s names', async (value, names) => {
    expect(await files(value)).toEqual(names)
  })
})

describe('a session from before there were ids', () => {
  const old = change(sample, { [progressPath]: '# Progress\n\n- [x] Task 1: Count\n- [ ] Task 2: Print\n' })

  it('is looked at by no other rule, new or as it was', async () => {
    expect(await found(old, { base: {} })).toEqual(['SUBAGENT_SESSION_LEGACY warning'])
    expect(await found({ ...old, [inSession('notes.md')]: '' }, { base: old })).toEqual([
      'SUBAGENT_SESSION_LEGACY warning',
    ])
  })

  it('is none that had them before the change: its tasks would be lost unseen', async () => {
    const codes = await found(old, { base: sample })
    expect(codes).not.toContain('SUBAGENT_SESSION_LEGACY warning')
    expect(new Set(codes)).toEqual(
      new Set(['MARKER_REMOVED error', 'MARKER_UNREADABLE error', 'TASKS_UNTRACKED warning']),
    )
    const v2 = change(iteratedSample, { [inSession('metadata.yaml')]: 'state: EXECUTING\n' })
    expect(await found(v2, { base: iteratedSample })).toContain('SUBAGENT_METADATA_FIELD error')
  })
})

describe('a planning task at [P]', () => {
  const wrong = marked(sample, 'plan-init', 'x', 'P')
  it.each([' ', '/', 'x'])('is fixed by [%s]', async (mark) => {
    expect(await found(wrong)).toEqual(['MARKER_PLANNING_REVIEW warning'])
    expect(await found(marked(sample, 'plan-init', 'x', mark), { base: wrong })).toEqual([])
  })

  it('comes from nowhere', async () => {
    for (const mark of [' ', '/'])
      expect(await found(wrong, { base: marked(sample, 'plan-init', 'x', mark) })).toContain(
        'MARKER_TRANSITION_ILLEGAL error',
      )
  })
})

describe('a number that an input does not have', () => {
  const { ATTEMPT_NUMBER: _, ...unnumbered } = payloads.executorInput('task-3')
  const { CYCLE_NUMBER: __, ...uncycled } = payloads.questionerInput('RESEARCH')
  const base = marked(failedSample, 'task-3', ' ', '/')

  it('is 1, which is what the file has to be called', async () => {
    expect(await found(withMessage(workingSample, 'executor.task-3.a1.input', unnumbered))).toEqual([
      'MESSAGE_FIELD_DEFAULTED warning',
    ])
    for (const payload of [unnumbered, { ...unnumbered, ATTEMPT_NUMBER: null }])
      expect(await found(withMessage(base, 'executor.task-3.a2.input', payload))).toEqual([
        'MESSAGE_FIELD_DEFAULTED warning',
        'MESSAGE_KEY_MISMATCH error',
      ])
  })

  it('has another name in 3.x, too', async () => {
    const withInput = (payload: object) => ({
      ...laterSample,
      [messagePath('questioner.research.c2.input')]: messageText('questioner', 'input', {
        ...uncycled,
        MODE: 'research',
        ...payload,
      }),
    })
    expect(await found(withInput({ CYCLE: 2 }))).toEqual([])
    expect(await found(withInput({ CYCLE: 3 }))).toEqual(['MESSAGE_KEY_MISMATCH error'])
    expect(await found(withInput({ CYCLE: 2, CYCLE_NUMBER: 1 }))).toEqual(['MESSAGE_KEY_MISMATCH error'])
    expect(await found(withInput({}))).toEqual(['MESSAGE_FIELD_DEFAULTED warning', 'MESSAGE_KEY_MISMATCH error'])
  })

  it('that a questioner does not have counts as absent where it is null', async () => {
    const message = inMessage('questioner.BRAINSTORM.c1.output', [
      '"questions_generated": 2',
      '"questions_generated": null',
    ])
    expect(await found(message)).toEqual(['MESSAGE_MODE_FIELD warning'])
  })
})

describe('a path of a session', () => {
  const at = (SESSION_PATH: string, files = laterSample) =>
    found(
      withMessage(marked(files, 'task-3', ' ', '/'), 'executor.task-3.a1.input', {
        ...payloads.executorInput('task-3'),
        SESSION_PATH,
      }),
    )

  it.each(['/home/octocat/words/.ralph-sessions/260131-144400', 'C:\\words\\.ralph-sessions\\260131-144400\\'])(
    'may begin at the root of a disk in 3.x: %s',
    async (path) => {
      expect(await at(path)).toEqual([])
      expect(await at(path, sample)).toEqual(['MESSAGE_PATH_UNSAFE error'])
    },
  )

  it.each([
    '/home/octocat/words',
    '/home/../words/.ralph-sessions/260131-144400',
    '../words/.ralph-sessions/260131-144400',
    '~/.ralph-sessions/260131-144400',
    '/a\u0007/.ralph-sessions/260131-144400',
  ])('leads nowhere else: %s', async (path) => {
    expect(await at(path)).toEqual(['MESSAGE_PATH_UNSAFE error'])
  })

  it.each([
    '.ralph-sessions/260131-144400',
    './.ralph-sessions/260131-144400//',
    '260131-144400',
    '.ralph-sessions\\260131-144400',
  ])('may be written as %s', async (path) => {
    expect(await at(path, sample)).toEqual([])
  })

  it('is the session’s own', async () => {
    expect(await at('.ralph-sessions/260131-144401/', sample)).toEqual(['MESSAGE_KEY_MISMATCH error'])
  })
})

describe('a value of several shapes, in 3.x', () => {
  const reviewed = (criteria_results: unknown) =>
    found(
      withMessage(
        laterSample,
        'reviewer.task-1.a1.output',
        { ...payloads.reviewerOutput, criteria_results },
        payloads.reviewerInput('task-1'),
      ),
    )
  const executed = (overrides: object) =>
    found(
      withMessage(
        laterSample,
        'executor.task-1.a1.output',
        { ...payloads.executorOutput('task-1'), ...overrides },
        payloads.executorInput('task-1'),
      ),
    )

  it('is judged by the shape whose type it has', async () => {
    expect(await reviewed('all')).toEqual(['MESSAGE_FIELD_TYPE error'])
    expect(await reviewed([{ criterion: 'a' }])).toEqual(['MESSAGE_FIELD_MISSING error'])
    expect(await reviewed({ total_criteria: 1, met: 1.5, not_met: 0 })).toEqual(['MESSAGE_FIELD_VALUE error'])
    expect(await reviewed({ met: 1, not_met: 0 })).toEqual(['MESSAGE_FIELD_MISSING error'])
    expect(await executed({ discovered_tasks: ['Sort', { id: 'task-8' }] })).toEqual([
      'MESSAGE_FIELD_MISSING error',
      'MESSAGE_FIELD_MISSING error',
    ])
    expect(await executed({ discovered_tasks: [5] })).toEqual(['MESSAGE_FIELD_TYPE error'])
    expect(await executed({ success_criteria_met: 'yes' })).toEqual(['MESSAGE_FIELD_VALUE error'])
    expect(await executed({ success_criteria_met: 1 })).toEqual(['MESSAGE_FIELD_TYPE error'])
    expect(await executed({ success_criteria_met: 'true', discovered_tasks: ['Sort'] })).toEqual([])
  })
})

describe('what fixes a finding', () => {
  const advice = async (tree: Tree) => (await diagnose(tree)).map(({ code, hint, fix }) => ({ code, hint, fix }))
  const elsewhere = Object.fromEntries(
    Object.entries(sample).map(([path, text]) => [
      path.replace('260131-144400', '260201-080000'),
      text.replaceAll('260131-144400', '260201-080000'),
    ]),
  )

  it('is a command only where that does it', async () => {
    const iteration = inSession('iterations/2/progress.md')
    const all = [
      ...(await advice({ ...iteratedSample, [inSession('iterations/2/tasks/task-5.md')]: '# task-5\n' })),
      ...(await advice(change(iteratedSample, { [iteration]: [['[x] task-1', '[X] task-1']] }))),
      ...(await advice(change(iteratedSample, { [iteration]: [['[F] task-3', '[P] task-3']] }))),
      ...(await advice(change(iteratedSample, { [iteration]: [['[/] task-2', '[x] task-2']] }))),
      ...(await advice(
        change(sample, {
          [progressPath]: [['- [ ] task-3 (Not Started)\n', '']],
          [reportPath('task-3')]: reportText('task-3'),
        }),
      )),
    ]
    expect(all.map(({ code }) => code)).toEqual([
      'TASKS_UNTRACKED',
      'MARKER_CASE',
      'MARKER_BEHIND_VERDICT',
      'SUBAGENT_REPORT_MISSING',
      'TASKS_UNTRACKED',
    ])
    for (const { hint, fix } of all) expect([hint?.includes('`/'), fix]).toEqual([false, undefined])
  })

  it('adds no second line for a task whose line has its id misspelt', async () => {
    const misspelt = change(sample, { [progressPath]: [['- [x] task-1', '- [x] Task-1']] })
    const untracked = (await diagnose(misspelt)).find(({ code }) => code === 'TASKS_UNTRACKED')
    expect(untracked).toMatchObject({
      hint: expect.stringMatching(/^Write `task-1` into line `\d+`, which seems to mean it\.$/),
    })
    expect(untracked?.fix).toBeUndefined()
  })

  it('moves no completed task back to its review, unless the change completed it', async () => {
    const unreviewed = marked({ ...sample, [report]: reportText('task-3') }, 'task-3', ' ', 'x')
    const hintOver = async (base: Tree) =>
      (await diagnose(unreviewed, { base })).find(({ code }) => code === 'MARKER_UNREVIEWED')?.hint
    expect(await hintOver(pendingSample)).toBe('Mark it `[P]` until the Reviewer has decided.')
    expect(await hintOver({ ...unreviewed, 'README.md': '# Later\n' })).toBe(
      'Let the Reviewer append its verdict to the report: a completed task is not moved back.',
    )
  })

  it('is not a command while the state of the task is unknown', async () => {
    const decided = change(pendingSample, { [report]: reportText('task-3') + reviewText('Qualified') })
    const doubtful: readonly Tree[] = [
      change(decided, { [progressPath]: [['- [P] task-3', '- [P] task-3\n- [P] task-3']] }),
      change(decided, { [report]: reportText('task-3') + reviewText('Failed') + reviewText('Qualified') }),
      change(decided, { [report]: `# Task Report: task-3\n\n${reviewText('Qualified')}` }),
    ]
    for (const tree of doubtful) {
      const behind = (await advice(tree)).find(({ code }) => code === 'MARKER_BEHIND_VERDICT')
      expect(behind).toEqual({ code: 'MARKER_BEHIND_VERDICT', hint: 'Let the orchestrator move it.', fix: undefined })
      expect((await give(tree, '/review task-3 qualified')).outcome).toBe('refused')
    }
  })

  it('moves the marker of what is completed and reported, and writes the report of what is not', async () => {
    const offered = async (tree: Tree, code: string) =>
      (await advice(tree)).find((diagnostic) => diagnostic.code === code)?.hint ?? ''
    const reported = executorSaid({ ...workingSample, [report]: reportText('task-3') })
    expect(await offered(reported, 'MESSAGE_MARKER_MISMATCH')).toContain('`/handback task-3 success`')
    expect(await offered(executorSaid(workingSample), 'MESSAGE_MARKER_MISMATCH')).not.toContain('`/')
    expect(await offered(executorSaid(workingSample), 'SUBAGENT_REPORT_MISSING')).toContain(
      '`/handback task-3 success --skeleton "…"`',
    )
    expect(await offered(executorSaid(sample), 'SUBAGENT_REPORT_MISSING')).not.toContain('`/')
  })

  it('names the session where another one has the task, too', async () => {
    const decided = change(pendingSample, { [report]: reportText('task-3') + reviewText('Qualified') })
    expect((await advice({ ...decided, ...elsewhere }))[0]?.fix).toBe('/review task-3@260131-144400 qualified')
    expect((await advice(decided))[0]?.fix).toBe('/review task-3 qualified')
  })
})

describe('an answer', () => {
  it('is written with the line ends of the message', async () => {
    const tree = executorSaid(workingSample, unfinished('blocked', 'Where?'))
    const path = messagePath('executor.task-3.a1.input')
    for (const answersField of ['', '\n  "answers": [],', '\n  "answers": null,']) {
      const input = (tree[path] ?? '')
        .replace('"payload"', `${answersField.trim()}\n  "payload"`)
        .replaceAll('\n', '\r\n')
      const result = await give({ ...tree, [path]: input }, '/answer task-3 Here')
      expect(String(result.tree[path])).toContain('"answer": "Here"')
      expect(String(result.tree[path]).replaceAll('\r\n', '')).not.toContain('\n')
    }
  })
})

describe('a refusal', () => {
  const elsewhere = Object.fromEntries(
    Object.entries(sample).map(([path, text]) => [
      path.replace('260131-144400', '260201-080000'),
      text.replaceAll('260131-144400', '260201-080000'),
    ]),
  )
  const hints = async (tree: Tree, line: string, block?: string) =>
    (await give(tree, line, block === undefined ? {} : { report: block })).result.diagnostics.map(({ hint }) => hint)
  const bothSessions: Tree = { ...sample, ...elsewhere }

  it('names what can be done, with the session where another one has the task, too', async () => {
    expect(await hints(sample, '/handback task-3 success')).toEqual(['`/accept task-3` grants control.'])
    expect(await hints(bothSessions, '/handback task-3@260131-144400 success')).toEqual([
      '`/accept task-3@260131-144400` grants control.',
    ])
    const pending = { ...pendingSample, ...elsewhere }
    expect((await hints(pending, '/accept task-3@260131-144400'))[0]).toContain(
      '`/review task-3@260131-144400 failed "…"`',
    )
    const working = { ...workingSample, ...elsewhere }
    expect((await hints(working, '/handback task-3@260131-144400 success'))[0]).toContain(
      '`/handback task-3@260131-144400 success --skeleton',
    )
  })

  it('offers an answer only where there is a question', async () => {
    const withStatus = (status: 'blocked' | 'failed', blockers = ['Which?']) =>
      executorSaid({ ...workingSample, [report]: reportText('task-3') }, unfinished(status, ...blockers))
    expect(await hints(withStatus('blocked'), '/handback task-3 success')).toEqual([
      '`/answer task-3 "…"` grants control again.',
    ])
    expect(await hints(withStatus('failed'), '/handback task-3 success')).toEqual(['`/accept task-3` grants control.'])
    for (const command of ['/handback task-3 success', '/answer task-3 Here'])
      expect(await hints(withStatus('blocked', []), command)).toEqual(['`/accept task-3` grants control.'])
  })

  it('offers no grant while others come first, and of a review only what its report says', async () => {
    expect(await hints(marked(sample, 'task-1', 'x', ' '), '/handback task-2 success')).toEqual([
      'It waits for these: `task-1`. `/status` shows how far they are.',
    ])
    const decided = change(pendingSample, { [report]: reportText('task-3') + reviewText('Qualified') })
    expect(await hints(decided, '/accept task-3')).toEqual([
      'Its report is `Qualified`: `/review task-3 qualified` moves it.',
    ])
    const bare = change(pendingSample, { [report]: '# Task Report: task-3\n' })
    expect((await hints(bare, '/accept task-3'))[0]).not.toContain('/review')
  })

  it('of a json block names everything that was expected', async () => {
    const block = JSON.stringify({ status: 'done', report_path: '../report.md' })
    const { codes, result } = await give(workingSample, '/handback task-3 success', { report: block })
    expect(codes).toEqual(['MESSAGE_FIELD_MISSING error', 'MESSAGE_FIELD_VALUE error', 'MESSAGE_PATH_UNSAFE error'])
    for (const { hint, target: about } of result.diagnostics)
      expect([hint === undefined, about]).toEqual([false, 'task:task-3@260131-144400'])
  })
})

describe('a message that is not of its shape', () => {
  const placedMessages = async (tree: Tree) =>
    (await diagnose(tree)).map(({ message, line, column }) => `${line}:${column} ${message}`)
  const planned = 'planner.INITIALIZE.1.input'
  const reviewed = 'reviewer.task-1.a1.output'

  it('names what is there and what was expected', async () => {
    expect(await placedMessages(inMessage(planned, ['"USER_REQUEST": "Count words."', '"REQUEST": ""']))).toEqual([
      '6:14 Missing `USER_REQUEST`, expected a string',
    ])
    expect(await placedMessages(inMessage(planned, ['"Count words."', '" "']))).toEqual([
      '9:21 Missing `USER_REQUEST`, expected a string that is not blank',
    ])
    expect(
      await placedMessages(inMessage(reviewed, ['"status": "completed"', '"status": "ok, expected all"'])),
    ).toEqual(['7:15 In `status`: Unexpected `ok, expected all`, expected one of `completed`, `error`'])
    expect(await placedMessages(inMessage(reviewed, ['"status": "completed",', '']))).toEqual([
      '6:14 Missing `status`, expected one of `completed`, `error`',
    ])
  })
})

describe('an undefined dependency', () => {
  const at = async (tree: Tree) => (await diagnose(tree)).map(({ code, line }) => `${code} ${line}`)

  it('is shown where it is named', async () => {
    const third = 'Sequential\n    - **Files**: src/help.ts'
    const typed = change(sample, {
      [tasksPath]: [[third, third.replace('Sequential', 'Parallel (depends on task-8)')]],
    })
    expect(await at(typed)).toEqual(['TASKS_DEPENDENCY_UNKNOWN 22'])
    expect(await at(change(sample, { [tasksPath]: [['From**: task-1', 'From**: task-8']] }))).toEqual([
      'TASKS_DEPENDENCY_UNKNOWN 19',
    ])
    const drawn = change(laterSample, { [tasksPath]: [['task-2: [task-1]', 'task-2: [task-1, task-8]']] })
    expect(await at(drawn)).toEqual(['TASKS_DEPENDENCY_UNKNOWN 5', 'TASKS_GRAPH_DRIFT 5'])
  })
})

describe('counts of criteria in 3.x', () => {
  const reviewed = (met: number, not_met: number) =>
    found(
      withMessage(
        laterSample,
        'reviewer.task-1.a1.output',
        { ...payloads.reviewerOutput, criteria_results: { total_criteria: met + not_met, met, not_met } },
        payloads.reviewerInput('task-1'),
      ),
    )
  it('found a verdict of Qualified where one is met and none is not', async () => {
    expect(await reviewed(1, 0)).toEqual([])
    expect(await reviewed(0, 0)).toEqual(['MESSAGE_VERDICT_UNFOUNDED error'])
    expect(await reviewed(1, 1)).toEqual(['MESSAGE_VERDICT_UNFOUNDED error'])
  })
})

describe('a session of 3.x', () => {
  const later = (files: Tree) => ({ ...laterSample, ...files }) as Readonly<Record<string, string>>

  it('has its own names of files and messages', async () => {
    const ownFiles = later({
      [inSession('plan.questions.risks.md')]: sample[questionsPath] ?? '',
      [inSession('progress.review1.md')]: '# Review\n',
      [messagePath('reviewer.SESSION_REVIEW.1.input')]: messageText('reviewer', 'input', {}),
      [messagePath('reviewer.SESSION_REVIEW.1.output')]: messageText('reviewer', 'output', {
        status: 'completed',
        verdict: 'Great',
      }),
    })
    expect(await found(ownFiles)).toEqual([])
    expect(await found(ownFiles, { configuration: { profile: 'contract-1.0.0' } })).toEqual([
      'MESSAGE_NAME error',
      'MESSAGE_NAME error',
      'SUBAGENT_VARIANT error',
      'SUBAGENT_VARIANT error',
    ])
    const wrong = {
      ...ownFiles,
      [messagePath('reviewer.SESSION_REVIEW.1.output')]: messageText('reviewer', 'output', { status: 'done' }),
    }
    expect(await found(wrong)).toEqual(['MESSAGE_FIELD_VALUE error'])
  })

  it('asks a planner by an update alone, or for a breakdown without words', async () => {
    const withInput = (mode: string, payloadOf: object) =>
      found(
        later({
          [messagePath(`planner.${mode}.1.input`)]: messageText('planner', 'input', {
            SESSION_PATH: '.ralph-sessions/260131-144400/',
            MODE: mode,
            ...payloadOf,
          }),
        }),
      )
    expect(await withInput('UPDATE', { UPDATE_REQUEST: 'More.' })).toEqual([])
    expect(await withInput('TASK_BREAKDOWN', {})).toEqual([])
    expect(await withInput('UPDATE', {})).toEqual(['MESSAGE_FIELD_MISSING error'])
    expect(await withInput('UPDATE', { UPDATE_REQUEST: ' ' })).toEqual(['MESSAGE_FIELD_MISSING error'])
  })

  it('lets a completed task prove wrong, and nothing leave that', async () => {
    const failed = change(later({}), { [progressPath]: [['[x] task-1', '[F] task-1']] })
    expect(await found(failed, { base: later({}) })).toEqual([])
    for (const mark of [' ', '/', 'P', 'x'])
      expect(
        await found(change(later({}), { [progressPath]: [['[x] task-1', `[${mark}] task-1`]] }), { base: failed }),
      ).toContain('MARKER_TRANSITION_ILLEGAL error')
    for (const mark of [' ', '/'])
      expect(
        await found(change(later({}), { [progressPath]: [['[ ] task-3', '[F] task-3']] }), {
          base: marked(later({}), 'task-3', ' ', mark),
        }),
      ).toContain('MARKER_TRANSITION_SKIPPED warning')
  })
})
