import { describe, expect, it } from 'vitest'
import {
  change,
  inFinished,
  inPlan,
  inProgress,
  planAlone,
  planPath,
  progressPath,
  promptPath,
  reviewPath,
  sample,
  session,
  statePath,
  working,
} from '../../../../src/protocols/handover/examples.ts'
import { handover } from '../../../../src/protocols/handover/protocol.ts'
import { machine, type State } from '../../../../src/protocols/handover/states.ts'
import { describeMatrix, type Row, type Samples, treesOf } from '../../matrix.ts'
import type { SceneSetting } from '../../scene.ts'
import { cases, clean, diagnose, give, stateIn, usual } from '../scene.ts'

const withQuestion = inProgress(
  ['"status": "in_progress"', '"status": "partial"'],
  ['"manifest_audit": "n/a"', '"manifest_audit": "n/a", "note": "which hash?"'],
)
const failed = inProgress(
  ['"status": "in_progress"', '"status": "failed"'],
  [
    '"2": { "status": "pending", "attempts": 0, "error": null',
    '"2": { "status": "failed", "attempts": 1, "error": "no key"',
  ],
)
const planned = change(sample, { [progressPath]: null })
const atWork = inProgress(...working)
const unreviewed = { [reviewPath]: null }
const finishedTree = inFinished()
const lastAtWork = change(atWork, {
  ...unreviewed,
  [planPath]: planAlone,
  [progressPath]: [['"1": { "status": "completed"', '"1": { "status": "deferred"']],
})

const states: Samples<State> = {
  unreadable: { unreadable: change(sample, { [progressPath]: '{' }) },
  'no plan': { 'no plan': change(sample, { ...unreviewed, [progressPath]: null, [planPath]: null }) },
  planned: { 'planned (2 steps)': planned },
  trial: { trial: inProgress(['"mode": "execute"', '"mode": "dry-run"']) },
  pending: {
    'step 0/2 pending': inProgress(
      ['"current_step": 1,\n  "status": "in_progress"', '"current_step": 0,\n  "status": "pending"'],
      [
        '"status": "completed", "attempts": 1, "error": null, "completed_at": "2026-01-20T12:00:00Z", "commit": "4f2a9c1"',
        '"status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null',
      ],
    ),
  },
  'in progress': { 'step 2/2 in_progress': atWork, 'one deferred': lastAtWork },
  'between steps': { 'step 1/2 done': sample },
  asked: {
    'step 1/2 partial': withQuestion,
    'step 2/2 partial': change(withQuestion, { [progressPath]: [['"current_step": 1', '"current_step": 2']] }),
  },
  failed: { 'step 2/2 failed': failed },
  'put off': { 'put off': (await give(lastAtWork, '/handback login success')).tree },
  completed: {
    unreviewed: change(finishedTree, unreviewed),
    'with an empty form of a review': change(finishedTree, {
      [reviewPath]: [['scope_sha_end: 9a8b7c6d5e4f', 'scope_sha_end:']],
    }),
  },
  'left over': {
    'left over': { ...finishedTree, [statePath]: (session[statePath] ?? '').replace('"in_progress"', '"completed"') },
  },
  reviewed: { completed: finishedTree },
}
const trees = treesOf(states)

/** The block of `/revise`. */
const annotated: SceneSetting = {
  report: '{ "annotations": [{ "id": "ANN-0001", "target_anchor": "step-2", "intent": "add" }] }',
}

const table: readonly Row[] = [
  ['planned (2 steps)', '/accept login', 'changed', 'step 1/2 in_progress', []],
  ['planned (2 steps)', '/accept login --step 2', 'refused', 'planned (2 steps)', ['PROGRESS_STEP_ORDER error']],
  ['planned (2 steps)', '/accept login --step 3', 'refused', 'planned (2 steps)', ['PROGRESS_STEP_RANGE error']],
  ['planned (2 steps)', '/accept login --step 0', 'refused', 'planned (2 steps)', ['PROGRESS_STEP_RANGE error']],
  ['planned (2 steps)', '/preflight login', 'unchanged', 'planned (2 steps)', []],
  ['planned (2 steps)', '/handback login success', 'refused', 'planned (2 steps)', ['PROGRESS_NOT_FOUND error']],
  ['planned (2 steps)', '/handback login', 'refused', 'planned (2 steps)', ['PROGRESS_NOT_FOUND error']],
  ['planned (2 steps)', '/answer login argon2id', 'refused', 'planned (2 steps)', ['PROGRESS_NO_QUESTION error']],
  ['planned (2 steps)', '/continue login', 'refused', 'planned (2 steps)', ['SESSION_STATE_NOT_FOUND error']],
  ['step 0/2 pending', '/accept login', 'changed', 'step 1/2 in_progress', []],
  ['step 0/2 pending', '/accept login --step 2', 'refused', 'step 0/2 pending', ['PROGRESS_STEP_ORDER error']],
  ['step 0/2 pending', '/accept login --new-run', 'refused', 'step 0/2 pending', ['PROGRESS_RUN_OPEN error']],
  ['step 0/2 pending', '/handback login success', 'refused', 'step 0/2 pending', ['PROGRESS_NOT_ACCEPTED error']],
  ['step 1/2 done', '/accept login', 'changed', 'step 2/2 in_progress', []],
  ['step 1/2 done', '/accept login --step 1', 'refused', 'step 1/2 done', ['PROGRESS_STEP_DONE error']],
  ['step 1/2 done', '/accept login --new-run', 'refused', 'step 1/2 done', ['PROGRESS_RUN_OPEN error']],
  ['step 1/2 done', '/preflight login', 'unchanged', 'step 1/2 done', []],
  ['step 1/2 done', '/preflight login --step 1', 'refused', 'step 1/2 done', ['PROGRESS_STEP_DONE error']],
  ['step 1/2 done', '/handback login success', 'unchanged', 'step 1/2 done', []],
  ['step 1/2 done', '/handback login success --done-by 4f2a9c1 --audit pass', 'unchanged', 'step 1/2 done', []],
  [
    'step 1/2 done',
    '/handback login success --done-by 5a5a5a5',
    'refused',
    'step 1/2 done',
    ['PROGRESS_NOT_ACCEPTED error'],
  ],
  ['step 1/2 done', '/handback login success --step 2', 'refused', 'step 1/2 done', ['PROGRESS_NOT_ACCEPTED error']],
  ['step 1/2 done', '/handback login error Broken', 'refused', 'step 1/2 done', ['PROGRESS_NOT_ACCEPTED error']],
  ['step 1/2 done', '/continue login', 'unchanged', 'step 1/2 done', []],
  ['step 2/2 in_progress', '/accept login', 'unchanged', 'step 2/2 in_progress', []],
  ['step 2/2 in_progress', '/accept login --step 2', 'unchanged', 'step 2/2 in_progress', []],
  ['step 2/2 in_progress', '/accept login --new-run', 'unchanged', 'step 2/2 in_progress', []],
  ['step 2/2 in_progress', '/handback login success', 'changed', 'completed', []],
  [
    'step 2/2 in_progress',
    '/handback login success --audit fail',
    'refused',
    'step 2/2 in_progress',
    ['PROGRESS_AUDIT_FAILED error'],
  ],
  [
    'step 2/2 in_progress',
    '/handback login success --done-by HEAD',
    'refused',
    'step 2/2 in_progress',
    ['PROGRESS_COMMIT_INVALID error'],
  ],
  ['step 2/2 in_progress', '/handback login error "No key" --audit fail', 'changed', 'step 2/2 failed', []],
  ['step 2/2 in_progress', '/handback login error', 'refused', 'step 2/2 in_progress', ['PROGRESS_TEXT_MISSING error']],
  ['step 2/2 in_progress', '/handback login error The key does not fit', 'changed', 'step 2/2 failed', []],
  ['step 2/2 in_progress', '/handback login question "Which hash?"', 'changed', 'step 1/2 partial', []],
  ['step 2/2 in_progress', '/handback login', 'unchanged', 'step 2/2 in_progress', []],
  ['step 2/2 in_progress', '/handback login done', 'refused', 'step 2/2 in_progress', ['COMMAND_USAGE error']],
  ['step 2/2 in_progress', '/answer login argon2id', 'refused', 'step 2/2 in_progress', ['PROGRESS_NO_QUESTION error']],
  ['step 2/2 failed', '/accept login', 'changed', 'step 2/2 in_progress', []],
  ['step 2/2 failed', '/accept login --new-run', 'changed', 'step 1/2 in_progress', []],
  ['step 2/2 failed', '/handback login error no key', 'unchanged', 'step 2/2 failed', []],
  [
    'step 2/2 failed',
    '/handback login error another one',
    'refused',
    'step 2/2 failed',
    ['PROGRESS_NOT_ACCEPTED error'],
  ],
  ['step 1/2 partial', '/accept login', 'refused', 'step 1/2 partial', ['QUESTION_OPEN error']],
  ['step 1/2 partial', '/accept login --new-run', 'refused', 'step 1/2 partial', ['QUESTION_OPEN error']],
  ['step 1/2 partial', '/preflight login', 'refused', 'step 1/2 partial', ['QUESTION_OPEN error']],
  ['step 1/2 partial', '/accept login --anyway', 'changed', 'step 2/2 in_progress', []],
  ['step 1/2 partial', '/answer login argon2id', 'changed', 'step 2/2 in_progress', []],
  ['step 1/2 partial', '/answer login', 'refused', 'step 1/2 partial', ['PROGRESS_TEXT_MISSING error']],
  ['step 1/2 partial', '/handback login question which hash?', 'unchanged', 'step 1/2 partial', []],
  ['step 2/2 partial', '/accept login', 'refused', 'step 2/2 partial', ['QUESTION_OPEN error']],
  ['step 2/2 partial', '/accept login --new-run', 'refused', 'step 2/2 partial', ['QUESTION_OPEN error']],
  ['step 2/2 partial', '/preflight login', 'refused', 'step 2/2 partial', ['QUESTION_OPEN error']],
  ['step 2/2 partial', '/accept login --anyway', 'changed', 'step 2/2 in_progress', []],
  ['step 2/2 partial', '/answer login argon2id', 'changed', 'step 2/2 in_progress', []],
  ['step 2/2 partial', '/handback login question which hash?', 'unchanged', 'step 2/2 partial', []],
  ['unreadable', '/accept login', 'refused', 'planned (2 steps)', ['PROGRESS_PARSE_ERROR error']],
  ['unreadable', '/preflight login', 'refused', 'planned (2 steps)', ['PROGRESS_PARSE_ERROR error']],
  ['unreadable', '/handback login success', 'refused', 'planned (2 steps)', ['PROGRESS_PARSE_ERROR error']],
  ['unreadable', '/answer login argon2id', 'refused', 'planned (2 steps)', ['PROGRESS_NO_QUESTION error']],
  ['unreadable', '/continue login', 'refused', 'planned (2 steps)', ['SESSION_STATE_NOT_FOUND error']],
  ['no plan', '/accept login', 'refused', 'research complete', ['PLAN_NOT_FOUND error']],
  ['no plan', '/handback login success', 'refused', 'research complete', ['PROGRESS_NOT_FOUND error']],
  ['no plan', '/answer login argon2id', 'refused', 'research complete', ['PROGRESS_NO_QUESTION error']],
  ['trial', '/accept login', 'refused', 'step 1/2 done', ['PROGRESS_NOT_EXECUTE error']],
  ['trial', '/accept login --new-run', 'changed', 'step 1/2 in_progress', []],
  ['trial', '/handback login success', 'unchanged', 'step 1/2 done', []],
  ['trial', '/answer login argon2id', 'refused', 'step 1/2 done', ['PROGRESS_NO_QUESTION error']],
  ['one deferred', '/handback login success', 'changed', 'step 2/2 partial', []],
  ['put off', '/accept login', 'refused', 'step 2/2 partial', ['PROGRESS_ALREADY_DONE error']],
  ['put off', '/handback login success', 'unchanged', 'step 2/2 partial', []],
  ['put off', '/answer login argon2id', 'refused', 'step 2/2 partial', ['PROGRESS_NO_QUESTION error']],
  ['unreviewed', '/accept login', 'refused', 'completed', ['PROGRESS_ALREADY_DONE error']],
  ['unreviewed', '/handback login error Broken', 'refused', 'completed', ['PROGRESS_NOT_ACCEPTED error']],
  ['unreviewed', '/answer login argon2id', 'refused', 'completed', ['PROGRESS_NO_QUESTION error']],
  ['left over', '/accept login', 'refused', 'completed', ['PROGRESS_ALREADY_DONE error']],
  ['left over', '/handback login error Broken', 'refused', 'completed', ['PROGRESS_NOT_ACCEPTED error']],
  ['left over', '/continue login', 'unchanged', 'completed', ['SESSION_STATE_NOT_RESUMABLE warning']],
  ['completed', '/accept login', 'refused', 'completed', ['PROGRESS_ALREADY_DONE error']],
  ['completed', '/accept login --new-run', 'changed', 'step 1/2 in_progress', []],
  ['completed', '/preflight login', 'refused', 'completed', ['PROGRESS_ALREADY_DONE error']],
  ['completed', '/handback login success', 'unchanged', 'completed', []],
  ['completed', '/continue login', 'unchanged', 'completed', ['SESSION_STATE_NOT_RESUMABLE warning']],
  ['no plan', '/preflight login', 'refused', 'research complete', ['PLAN_NOT_FOUND error']],
  ['trial', '/preflight login', 'refused', 'step 1/2 done', ['PROGRESS_NOT_EXECUTE error']],
  ['step 0/2 pending', '/preflight login', 'unchanged', 'step 0/2 pending', []],
  ['step 2/2 in_progress', '/preflight login', 'unchanged', 'step 2/2 in_progress', []],
  ['one deferred', '/preflight login', 'unchanged', 'step 2/2 in_progress', []],
  ['step 2/2 failed', '/preflight login', 'unchanged', 'step 2/2 failed', []],
  ['put off', '/preflight login', 'refused', 'step 2/2 partial', ['PROGRESS_ALREADY_DONE error']],
  ['unreviewed', '/preflight login', 'refused', 'completed', ['PROGRESS_ALREADY_DONE error']],
  ['with an empty form of a review', '/preflight login', 'refused', 'completed', ['PROGRESS_ALREADY_DONE error']],
  ['left over', '/preflight login', 'refused', 'completed', ['PROGRESS_ALREADY_DONE error']],
  ['step 0/2 pending', '/answer login argon2id', 'refused', 'step 0/2 pending', ['PROGRESS_NO_QUESTION error']],
  ['step 1/2 done', '/answer login argon2id', 'refused', 'step 1/2 done', ['PROGRESS_NO_QUESTION error']],
  ['step 2/2 failed', '/answer login argon2id', 'refused', 'step 2/2 failed', ['PROGRESS_NO_QUESTION error']],
  ['left over', '/answer login argon2id', 'refused', 'completed', ['PROGRESS_NO_QUESTION error']],
  ['completed', '/answer login argon2id', 'refused', 'completed', ['PROGRESS_NO_QUESTION error']],
  ['no plan', '/continue login', 'refused', 'research complete', ['SESSION_STATE_NOT_FOUND error']],
  ['trial', '/continue login', 'unchanged', 'step 1/2 done', []],
  ['step 0/2 pending', '/continue login', 'unchanged', 'step 0/2 pending', []],
  ['step 2/2 in_progress', '/continue login', 'unchanged', 'step 2/2 in_progress', []],
  ['one deferred', '/continue login', 'unchanged', 'step 2/2 in_progress', []],
  ['step 1/2 partial', '/continue login', 'unchanged', 'step 1/2 partial', []],
  ['step 2/2 partial', '/continue login', 'unchanged', 'step 2/2 partial', []],
  ['step 2/2 failed', '/continue login', 'unchanged', 'step 2/2 failed', []],
  ['put off', '/continue login', 'unchanged', 'step 2/2 partial', []],
  ['unreviewed', '/continue login', 'unchanged', 'completed', ['SESSION_STATE_NOT_RESUMABLE warning']],
  // A revision needs the plan, and leaves the run as it is.
  ['unreadable', '/revise login plan.md', 'changed', 'planned (2 steps)', [], annotated],
  ['no plan', '/revise login plan.md', 'refused', 'research complete', ['PLAN_NOT_FOUND error'], annotated],
  ['planned (2 steps)', '/revise login plan.md', 'changed', 'planned (2 steps)', [], annotated],
  ['trial', '/revise login plan.md', 'changed', 'step 1/2 done', [], annotated],
  ['step 0/2 pending', '/revise login plan.md', 'changed', 'step 0/2 pending', [], annotated],
  ['step 2/2 in_progress', '/revise login plan.md', 'changed', 'step 2/2 in_progress', [], annotated],
  ['one deferred', '/revise login plan.md', 'changed', 'step 2/2 in_progress', [], annotated],
  ['step 1/2 done', '/revise login plan.md', 'changed', 'step 1/2 done', [], annotated],
  ['step 1/2 partial', '/revise login plan.md', 'changed', 'step 1/2 partial', [], annotated],
  ['step 2/2 partial', '/revise login plan.md', 'changed', 'step 2/2 partial', [], annotated],
  ['step 2/2 failed', '/revise login plan.md', 'changed', 'step 2/2 failed', [], annotated],
  ['put off', '/revise login plan.md', 'changed', 'step 2/2 partial', [], annotated],
  ['unreviewed', '/revise login plan.md', 'changed', 'completed', [], annotated],
  ['left over', '/revise login plan.md', 'changed', 'completed', [], annotated],
  ['completed', '/revise login plan.md', 'changed', 'completed', [], annotated],
]

describeMatrix(usual, {
  machine,
  commands: handover.commands,
  states,
  rows: table,
  writes: [progressPath, planPath],
  adds: { '/accept login --new-run': ['PROGRESS_RESTARTED warning'] },
})

const running = ['SESSION_STATE_NOT_FOUND']

/**
 * The files that `baton cleanup` removes in each state, where the prompt of a session is left over, or the code of its
 * refusal. No comment gives this command: it is no row of the table.
 */
const cleanups: Readonly<Record<State, readonly string[]>> = {
  unreadable: running,
  'no plan': running,
  planned: running,
  trial: running,
  pending: running,
  'in progress': running,
  'between steps': running,
  asked: running,
  failed: running,
  'put off': running,
  completed: [promptPath],
  'left over': [statePath, promptPath],
  reviewed: [promptPath],
}

describe('baton cleanup', () => {
  const all = Object.entries(states).flatMap(([state, samples]) =>
    Object.entries(samples).map(([name, tree]) => [name, state, tree] as const),
  )
  it.each(all)('of %s', async (_, state, tree) => {
    const { outcome, codes, gone } = await clean({ ...tree, [promptPath]: session[promptPath] ?? '' })
    expect(outcome === 'changed' ? gone : codes).toEqual(cleanups[state as State])
  })
})

describe('commands by state', () => {
  it('are nothing a day later, where they were given already', async () => {
    for (const [state, command, , , , setting] of table.filter(([, , outcome]) => outcome === 'changed')) {
      const { tree } = await give(trees[state] ?? {}, command, setting)
      expect([command, (await give(tree, command, { ...setting, at: '2026-01-22T09:00:00Z' })).outcome]).toEqual([
        command,
        'unchanged',
      ])
    }
  })

  it('takes a question back where the writer had counted the step at work already', async () => {
    const before = inProgress(...working, ['"current_step": 1', '"current_step": 2'])
    const result = await give(before, '/handback login question "Which hash?"')

    expect([result.outcome, result.state]).toEqual(['changed', 'step 2/2 partial'])
    expect(await diagnose(result.tree, { base: before })).toEqual([])
  })

  it.each([
    ['a dry run', '"mode": "execute"', '"mode": "dry-run"'],
    [
      'a run that says that it is completed',
      '"status": "in_progress",\n  "steps"',
      '"status": "completed",\n  "steps"',
    ],
  ])('begins a new run after %s, though a step of it is in progress', async (_, from, to) => {
    const before = inProgress(...working, [from, to])

    expect((await give(before, '/accept login')).outcome).toBe('refused')
    expect((await give(before, '/accept login --step 2 --new-run')).codes).toEqual(['PROGRESS_STEP_ORDER error'])
    const result = await give(before, '/accept login --new-run')
    expect([result.outcome, result.state]).toEqual(['changed', 'step 1/2 in_progress'])
    expect((await give(result.tree, '/accept login --new-run')).outcome).toBe('unchanged')
  })

  it.each(Object.entries(states).flatMap(([state, all]) => Object.keys(all).map((name) => [name, state] as const)))(
    '%s is %s',
    async (name, state) => {
      expect(await stateIn(trees[name] ?? {})).toBe(state)
    },
  )
})

describe('commands in particular repositories', () => {
  it('take no folder for another of the same name', async () => {
    const configuration = { projects: ['.claude/projects/*', 'work/*'] }
    const movedEntries = Object.entries(sample).map(
      ([path, text]) => [path, text.replaceAll('.claude/projects', 'work')] as const,
    )
    const tree = {
      ...sample,
      ...Object.fromEntries(movedEntries.map(([path, text]) => [path.replace('.claude/projects', 'work'), text])),
    }
    for (const name of ['login', '2026-01-20-login']) {
      const { outcome, codes, plan } = await give(tree, `/accept ${name}`, { configuration })
      expect([outcome, codes]).toEqual(['refused', ['PROJECT_AMBIGUOUS error']])
      expect(plan.results[0]?.reply).toContain('`work/2026-01-20-login`')
    }
    const wrong = change(tree, { 'work/2026-01-20-login/brief.md': [['research_topics: 1', 'research_topics: 7']] })
    expect((await diagnose(wrong, { configuration })).map(({ code, path }) => [code, path])).toEqual([
      ['RESEARCH_TOPICS_MISMATCH', 'work/2026-01-20-login/brief.md'],
    ])
  })

  cases('cases', [
    [
      'prints what it grants',
      '/accept login',
      'changed',
      planned,
      {},
      { reply: 'Granted: step `1` of `2026-01-20-login`, `Store credentials`.' },
    ],
    [
      'prints what it would grant',
      '/preflight login',
      'unchanged',
      sample,
      {},
      { reply: 'Would be granted: step `2` of `2026-01-20-login`, `Ask the browser`.' },
    ],
    [
      'prints what is granted already',
      '/accept login',
      'unchanged',
      atWork,
      {},
      { reply: 'The agent works on step `2` of `2026-01-20-login` already.' },
    ],
    [
      'prints how a step came back',
      '/handback login success',
      'changed',
      atWork,
      {},
      { reply: /^Handed back: step `2` of `2026-01-20-login`, `success`\.$/m },
    ],
    [
      'records an error and its audit',
      '/handback login error "No key" --audit fail',
      'changed',
      atWork,
      {},
      {
        reply: 'Error: `No key`',
        [progressPath]: {
          status: 'failed',
          steps: { 2: { status: 'failed', attempts: 1, error: 'No key', commit: null, manifest_audit: 'fail' } },
        },
      },
    ],
    [
      'records a question',
      '/handback login question "Which hash?"',
      'changed',
      atWork,
      {},
      {
        reply: 'Question: `Which hash?`\nThe orchestrator answers it: `/answer 2026-01-20-login "…"`.',
        facts: { question: 'Which hash?' },
        [progressPath]: {
          current_step: 1,
          status: 'partial',
          steps: { 2: { status: 'pending', attempts: 1, note: 'Which hash?' } },
        },
      },
    ],
    [
      'says that the same came back before',
      '/handback login question which hash?',
      'unchanged',
      withQuestion,
      {},
      { reply: 'Recorded already: step `2` of `2026-01-20-login`.', facts: { question: 'which hash?' } },
    ],
    [
      'prints what is open',
      '/handback login',
      'unchanged',
      withQuestion,
      {},
      { reply: '`2026-01-20-login`: `step 1/2 partial`\nQuestion of step `2`: `which hash?`' },
    ],
    ['prints what is in progress', '/handback login', 'unchanged', atWork, {}, { reply: 'In progress: `2`' }],
    [
      'grants with an answer',
      '/answer login argon2id',
      'changed',
      withQuestion,
      {},
      {
        reply: 'Answered: `argon2id`\nGranted: step `2` of',
        [progressPath]: {
          status: 'in_progress',
          steps: { 2: { status: 'in_progress', note: 'which hash? | Answer: argon2id' } },
        },
      },
    ],
    [
      'grants without one',
      '/accept login --anyway',
      'changed',
      withQuestion,
      {},
      {
        [progressPath]: {
          status: 'in_progress',
          steps: { 2: { status: 'in_progress', note: 'which hash? | Not answered' } },
        },
      },
    ],
    [
      'grants a step that failed once more',
      '/accept login',
      'changed',
      failed,
      {},
      { [progressPath]: { status: 'in_progress', steps: { 2: { status: 'in_progress', attempts: 2, error: null } } } },
    ],
    [
      'begins a run again',
      '/accept login --new-run',
      'changed',
      failed,
      {},
      {
        [progressPath]: {
          current_step: 0,
          status: 'in_progress',
          steps: {
            1: { status: 'in_progress', attempts: 1, commit: null },
            2: { status: 'pending', attempts: 0, error: null },
          },
        },
      },
    ],
    ['an unknown name', '/accept project:logon', 'refused, PROJECT_UNKNOWN error'],
    [
      'a slug of two projects',
      '/accept login',
      'refused, PROJECT_AMBIGUOUS error',
      { ...sample, '.claude/projects/2026-02-01-login/plan.md': sample[planPath] ?? '' },
    ],
    [
      'loose files alone',
      '/accept menu',
      'refused, LEGACY_PATH error',
      { ...sample, '.claude/plans/trekplan-2026-03-01-menu.md': sample[planPath] ?? '' },
    ],
    [
      'an old project',
      '/accept menu',
      'refused, PROJECT_LEGACY error',
      { ...sample, '.claude/projects/2026-03-01-menu/plan.md': '# Plan\n' },
    ],
    [
      'no plan',
      '/accept login',
      'refused, PLAN_NOT_FOUND error',
      change(sample, { [progressPath]: null, [planPath]: null }),
    ],
    [
      'a plan with a mistake',
      '/accept login',
      'refused, PLAN_STEP_NUMBERING error',
      change(inPlan(['### Step 2', '### Step 3']), { [progressPath]: null }),
    ],
    [
      'a progress file that cannot be read',
      '/accept login',
      'refused, PROGRESS_PARSE_ERROR error',
      change(sample, { [progressPath]: '{' }),
    ],
    [
      'a progress file that cannot be read, handed back',
      '/handback login error No',
      'refused, PROGRESS_PARSE_ERROR error',
      change(sample, { [progressPath]: '{' }),
    ],
    [
      'a dry run',
      '/accept login',
      'refused, PROGRESS_NOT_EXECUTE error',
      inProgress(['"mode": "execute"', '"mode": "dry-run"']),
    ],
    [
      'a validation',
      '/accept login',
      'refused, PROGRESS_NOT_EXECUTE error',
      inProgress(['"mode": "execute"', '"mode": "validate"']),
    ],
    [
      'a question while another step is in progress',
      '/answer login Yes',
      'refused, PROGRESS_NO_QUESTION error',
      inProgress(
        ['"current_step": 1,\n  "status": "in_progress"', '"current_step": 0,\n  "status": "partial"'],
        ['"1": { "status": "completed"', '"1": { "status": "pending", "note": "which hash?"'],
        ...working,
      ),
    ],
    [
      'the same question of a run that is not partial',
      '/handback login question which hash?',
      'refused, PROGRESS_NOT_ACCEPTED error',
      change(withQuestion, { [progressPath]: [['"status": "partial"', '"status": "in_progress"']] }),
    ],
    [
      'progress that contradicts itself',
      '/accept login',
      'refused, PROGRESS_CURRENT_STEP_DRIFT error',
      inProgress(['"current_step": 1', '"current_step": 0']),
    ],
    [
      'another step in progress',
      '/accept login --step 2',
      'refused, PROGRESS_STEP_BUSY error',
      inProgress(['"1": { "status": "completed"', '"1": { "status": "in_progress"']),
    ],
    [
      'several in progress',
      '/handback login success',
      'refused, PROGRESS_STEP_AMBIGUOUS error',
      inProgress(['"1": { "status": "completed"', '"1": { "status": "in_progress"'], ...working),
    ],
    [
      'all steps closed',
      '/accept login',
      'refused, PROGRESS_ALREADY_DONE error',
      inProgress(
        ['"2": { "status": "pending"', '"2": { "status": "deferred"'],
        ['"current_step": 1,\n  "status": "in_progress"', '"current_step": 2,\n  "status": "partial"'],
      ),
    ],
    ['a step that is not a number', '/accept login --step two', 'refused, COMMAND_USAGE error'],
    ['no name', '/accept', 'refused, COMMAND_USAGE error'],
    [
      'an audit that there is not',
      '/handback login success --audit good',
      'refused, COMMAND_USAGE error',
      inProgress(...working),
    ],
    [
      'a block that is not JSON',
      '/handback login\n```json\n{"reason"\n```',
      'refused, COMMAND_USAGE error',
      inProgress(...working),
    ],
  ])
})

const next = '`/accept 2026-01-20-login` grants control of the next step.'

it.each([['step 0/2 pending', 1]])('%s: a handback too many names the step that is next, %d', async (state, step) => {
  const result = await give(trees[state] ?? expect.fail(state), '/handback login success')
  expect(result.result.diagnostics[0]?.message).toBe(`Step \`${step}\` of \`2026-01-20-login\` is not in progress`)
})

it.each([
  ['completed', '/accept login', '`/accept 2026-01-20-login --new-run` begins a new run.'],
  ['completed', '/continue login', 'Begin a new project with /trekbrief or /trekplan.'],
  ['planned (2 steps)', '/accept login --step 2', '`/accept 2026-01-20-login` begins with that one.'],
  ['planned (2 steps)', '/handback login', next],
  ['planned (2 steps)', '/answer login argon2id', next],
  ['planned (2 steps)', '/continue login', 'Start with /trekbrief or /trekplan.'],
  ['step 0/2 pending', '/accept login --new-run', '`/accept 2026-01-20-login` goes on with it.'],
  ['step 0/2 pending', '/handback login success', '`/accept 2026-01-20-login` grants control of step `1`.'],
  [
    'step 1/2 partial',
    '/accept login --new-run',
    '`/accept 2026-01-20-login --anyway` grants control without an answer, and keeps the question.',
  ],
  [
    'step 1/2 partial',
    '/answer login',
    'Usage: `/answer SLUG [--anyway] [--agent NAME] [--lease TIME] [--takeover] [--refresh] TEXT`',
  ],
  ['step 2/2 in_progress', '/answer login argon2id', 'It is at work: `/handback 2026-01-20-login` shows on what.'],
  [
    'step 2/2 in_progress',
    '/handback login success --audit fail',
    '`/handback 2026-01-20-login error TEXT --audit fail` records the failure.',
  ],
])('%s: %s has the hint %s', async (state, command, hint) => {
  expect((await give(trees[state] ?? {}, command)).result.diagnostics[0]?.hint).toBe(hint)
})
