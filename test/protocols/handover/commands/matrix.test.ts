import { describe, expect, it } from 'vitest'
import {
  change,
  finished,
  inPlan,
  inProgress,
  planPath,
  progressPath,
  sample,
  working,
} from '../../../../src/protocols/handover/examples.ts'
import { pinned } from '../../pinned.ts'
import { comment as plainly, diagnose, type Tree } from '../scene.ts'

const comment = pinned(plainly, ({ plan }) => plan.results)

const asked = inProgress(
  ['"status": "in_progress"', '"status": "partial"'],
  ['"manifest_audit": "n/a"', '"manifest_audit": "n/a", "note": "which hash?"'],
)
const failed = inProgress(
  ['"status": "in_progress"', '"status": "failed"'],
  ['"2": { "status": "pending", "attempts": 0, "error": null', '"2": { "status": "failed", "attempts": 1, "error": "no key"'],
)
const states: Readonly<Record<string, Tree>> = {
  'planned (2 steps)': change(sample, { [progressPath]: null }),
  'step 0/2 pending': inProgress(
    ['"current_step": 1,\n  "status": "in_progress"', '"current_step": 0,\n  "status": "pending"'],
    [
      '"status": "completed", "attempts": 1, "error": null, "completed_at": "2026-01-20T12:00:00Z", "commit": "4f2a9c1"',
      '"status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null',
    ],
  ),
  'step 1/2 done': sample,
  'step 2/2 in_progress': inProgress(...working),
  'step 2/2 failed': failed,
  'step 1/2 partial': asked,
  'step 2/2 partial': change(asked, { [progressPath]: [['"current_step": 1', '"current_step": 2']] }),
  completed: inProgress(...finished),
}

type Row = readonly [state: string, command: string, outcome: string, then: string, code: string]
type Short = readonly [state: string, command: string, outcome: string, then: string]

const rows: readonly (Row | Short)[] = [
  ['planned (2 steps)', '/accept login', 'changed', 'step 1/2 in_progress'],
  ['planned (2 steps)', '/accept login --step 2', 'refused', 'planned (2 steps)', 'PROGRESS_STEP_ORDER'],
  ['planned (2 steps)', '/accept login --step 3', 'refused', 'planned (2 steps)', 'PROGRESS_STEP_RANGE'],
  ['planned (2 steps)', '/accept login --step 0', 'refused', 'planned (2 steps)', 'PROGRESS_STEP_RANGE'],
  ['planned (2 steps)', '/preflight login', 'unchanged', 'planned (2 steps)'],
  ['planned (2 steps)', '/handback login success', 'refused', 'planned (2 steps)', 'PROGRESS_NOT_FOUND'],
  ['planned (2 steps)', '/handback login', 'refused', 'planned (2 steps)', 'PROGRESS_NOT_FOUND'],
  ['planned (2 steps)', '/answer login argon2id', 'refused', 'planned (2 steps)', 'PROGRESS_NO_QUESTION'],
  ['planned (2 steps)', '/continue login', 'refused', 'planned (2 steps)', 'SESSION_STATE_NOT_FOUND'],
  ['step 0/2 pending', '/accept login', 'changed', 'step 1/2 in_progress'],
  ['step 0/2 pending', '/accept login --step 2', 'refused', 'step 0/2 pending', 'PROGRESS_STEP_ORDER'],
  ['step 0/2 pending', '/accept login --new-run', 'refused', 'step 0/2 pending', 'PROGRESS_RUN_OPEN'],
  ['step 0/2 pending', '/handback login success', 'refused', 'step 0/2 pending', 'PROGRESS_NOT_ACCEPTED'],
  ['step 1/2 done', '/accept login', 'changed', 'step 2/2 in_progress'],
  ['step 1/2 done', '/accept login --step 1', 'refused', 'step 1/2 done', 'PROGRESS_STEP_DONE'],
  ['step 1/2 done', '/accept login --new-run', 'refused', 'step 1/2 done', 'PROGRESS_RUN_OPEN'],
  ['step 1/2 done', '/preflight login', 'unchanged', 'step 1/2 done'],
  ['step 1/2 done', '/preflight login --step 1', 'refused', 'step 1/2 done', 'PROGRESS_STEP_DONE'],
  ['step 1/2 done', '/handback login success', 'unchanged', 'step 1/2 done'],
  ['step 1/2 done', '/handback login success --done-by 4f2a9c1 --audit pass', 'unchanged', 'step 1/2 done'],
  ['step 1/2 done', '/handback login success --done-by 5a5a5a5', 'refused', 'step 1/2 done', 'PROGRESS_NOT_ACCEPTED'],
  ['step 1/2 done', '/handback login success --step 2', 'refused', 'step 1/2 done', 'PROGRESS_NOT_ACCEPTED'],
  ['step 1/2 done', '/handback login error Broken', 'refused', 'step 1/2 done', 'PROGRESS_NOT_ACCEPTED'],
  ['step 1/2 done', '/continue login', 'unchanged', 'step 1/2 done'],
  ['step 2/2 in_progress', '/accept login', 'unchanged', 'step 2/2 in_progress'],
  ['step 2/2 in_progress', '/accept login --step 2', 'unchanged', 'step 2/2 in_progress'],
  ['step 2/2 in_progress', '/accept login --new-run', 'unchanged', 'step 2/2 in_progress'],
  ['step 2/2 in_progress', '/handback login success', 'changed', 'completed'],
  ['step 2/2 in_progress', '/handback login success --audit fail', 'refused', 'step 2/2 in_progress', 'PROGRESS_AUDIT_FAILED'],
  ['step 2/2 in_progress', '/handback login success --done-by HEAD', 'refused', 'step 2/2 in_progress', 'PROGRESS_COMMIT_INVALID'],
  ['step 2/2 in_progress', '/handback login error "No key" --audit fail', 'changed', 'step 2/2 failed'],
  ['step 2/2 in_progress', '/handback login error', 'refused', 'step 2/2 in_progress', 'PROGRESS_TEXT_MISSING'],
  ['step 2/2 in_progress', '/handback login error The key does not fit', 'changed', 'step 2/2 failed'],
  ['step 2/2 in_progress', '/handback login question "Which hash?"', 'changed', 'step 1/2 partial'],
  ['step 2/2 in_progress', '/handback login', 'unchanged', 'step 2/2 in_progress'],
  ['step 2/2 in_progress', '/handback login done', 'refused', 'step 2/2 in_progress', 'COMMAND_USAGE'],
  ['step 2/2 in_progress', '/answer login argon2id', 'refused', 'step 2/2 in_progress', 'PROGRESS_NO_QUESTION'],
  ['step 2/2 failed', '/accept login', 'changed', 'step 2/2 in_progress'],
  ['step 2/2 failed', '/accept login --new-run', 'changed', 'step 1/2 in_progress'],
  ['step 2/2 failed', '/handback login error no key', 'unchanged', 'step 2/2 failed'],
  ['step 2/2 failed', '/handback login error another one', 'refused', 'step 2/2 failed', 'PROGRESS_NOT_ACCEPTED'],
  ['step 1/2 partial', '/accept login', 'refused', 'step 1/2 partial', 'QUESTION_OPEN'],
  ['step 1/2 partial', '/accept login --new-run', 'refused', 'step 1/2 partial', 'QUESTION_OPEN'],
  ['step 1/2 partial', '/preflight login', 'refused', 'step 1/2 partial', 'QUESTION_OPEN'],
  ['step 1/2 partial', '/accept login --anyway', 'changed', 'step 2/2 in_progress'],
  ['step 1/2 partial', '/answer login argon2id', 'changed', 'step 2/2 in_progress'],
  ['step 1/2 partial', '/answer login', 'refused', 'step 1/2 partial', 'PROGRESS_TEXT_MISSING'],
  ['step 1/2 partial', '/handback login question which hash?', 'unchanged', 'step 1/2 partial'],
  ['step 2/2 partial', '/accept login', 'refused', 'step 2/2 partial', 'QUESTION_OPEN'],
  ['step 2/2 partial', '/accept login --new-run', 'refused', 'step 2/2 partial', 'QUESTION_OPEN'],
  ['step 2/2 partial', '/preflight login', 'refused', 'step 2/2 partial', 'QUESTION_OPEN'],
  ['step 2/2 partial', '/accept login --anyway', 'changed', 'step 2/2 in_progress'],
  ['step 2/2 partial', '/answer login argon2id', 'changed', 'step 2/2 in_progress'],
  ['step 2/2 partial', '/handback login question which hash?', 'unchanged', 'step 2/2 partial'],
  ['completed', '/accept login', 'refused', 'completed', 'PROGRESS_ALREADY_DONE'],
  ['completed', '/accept login --new-run', 'changed', 'step 1/2 in_progress'],
  ['completed', '/preflight login', 'refused', 'completed', 'PROGRESS_ALREADY_DONE'],
  ['completed', '/handback login success', 'unchanged', 'completed'],
  ['completed', '/continue login', 'unchanged', 'completed', 'SESSION_STATE_NOT_RESUMABLE'],
]

const table = rows.map(([state, command, outcome, then, code = '']): Row => [state, command, outcome, then, code])

describe('commands by state', () => {
  it.each<Row>(table)('%s: %s', async (state, command, outcome, then, code) => {
    const given = await comment(states[state] ?? {}, command)

    expect([given.outcome, given.state]).toEqual([outcome, then])
    expect(given.codes.map((each) => each.split(' ')[0])).toEqual(code === '' ? [] : [code])
  })

  it.each<Row>(table.filter(([, , outcome]) => outcome === 'changed'))(
    '%s: %s leaves no finding, and nothing to do a second time',
    async (state, command) => {
      const before = states[state] ?? {}
      const { tree } = await comment(before, command)

      expect((await diagnose(tree, { base: before })).filter(({ severity }) => severity === 'error')).toEqual([])
      expect((await comment(tree, command, { at: '2026-01-22T09:00:00Z' })).outcome).toBe('unchanged')
    },
  )

  it('takes a question back where the writer had counted the step at work already', async () => {
    const before = inProgress(...working, ['"current_step": 1', '"current_step": 2'])
    const given = await comment(before, '/handback login question "Which hash?"')

    expect([given.outcome, given.state]).toEqual(['changed', 'step 2/2 partial'])
    expect(await diagnose(given.tree, { base: before })).toEqual([])
  })

  it.each([
    ['a dry run', '"mode": "execute"', '"mode": "dry-run"'],
    ['a run that says that it is completed', '"status": "in_progress",\n  "steps"', '"status": "completed",\n  "steps"'],
  ])('begins a new run after %s, though a step of it is in progress', async (_, from, to) => {
    const before = inProgress(...working, [from, to])

    expect((await comment(before, '/accept login')).outcome).toBe('refused')
    expect((await comment(before, '/accept login --step 2 --new-run')).codes).toEqual(['PROGRESS_STEP_ORDER error'])
    const given = await comment(before, '/accept login --new-run')
    expect([given.outcome, given.state]).toEqual(['changed', 'step 1/2 in_progress'])
    expect((await comment(given.tree, '/accept login --new-run')).outcome).toBe('unchanged')
  })

  it('knows every state', async () => {
    for (const [state, tree] of Object.entries(states)) expect((await comment(tree, '/handback login')).state).toBe(state)
  })
})

describe('refusals', () => {
  it('take no folder for another of the same name', async () => {
    const configuration = { projects: ['.claude/projects/*', 'work/*'] }
    const other = Object.entries(sample).map(([path, text]) => [path, text.replaceAll('.claude/projects', 'work')] as const)
    const tree = { ...sample, ...Object.fromEntries(other.map(([path, text]) => [path.replace('.claude/projects', 'work'), text])) }
    for (const name of ['login', '2026-01-20-login']) {
      const { outcome, codes, plan } = await comment(tree, `/accept ${name}`, { configuration })
      expect([outcome, codes]).toEqual(['refused', ['PROJECT_AMBIGUOUS error']])
      expect(plan.results[0]?.reply).toContain('`work/2026-01-20-login`')
    }
    const wrong = change(tree, { 'work/2026-01-20-login/brief.md': [['research_topics: 1', 'research_topics: 7']] })
    expect((await diagnose(wrong, { configuration })).map(({ code, path }) => [code, path])).toEqual([
      ['RESEARCH_TOPICS_MISMATCH', 'work/2026-01-20-login/brief.md'],
    ])
  })

  const cases: readonly (readonly [about: string, tree: Tree, command: string, code: string])[] = [
    ['an unknown name', sample, '/accept project:logon', 'PROJECT_UNKNOWN'],
    [
      'a slug of two projects',
      { ...sample, '.claude/projects/2026-02-01-login/plan.md': sample[planPath] ?? '' },
      '/accept login',
      'PROJECT_AMBIGUOUS',
    ],
    [
      'loose files alone',
      { ...sample, '.claude/plans/trekplan-2026-03-01-menu.md': sample[planPath] ?? '' },
      '/accept menu',
      'LEGACY_PATH',
    ],
    ['an old project', { ...sample, '.claude/projects/2026-03-01-menu/plan.md': '# Plan\n' }, '/accept menu', 'PROJECT_LEGACY'],
    ['no plan', change(sample, { [progressPath]: null, [planPath]: null }), '/accept login', 'PLAN_NOT_FOUND'],
    [
      'a plan with a mistake',
      change(inPlan(['### Step 2', '### Step 3']), { [progressPath]: null }),
      '/accept login',
      'PLAN_STEP_NUMBERING',
    ],
    ['a progress file that cannot be read', change(sample, { [progressPath]: '{' }), '/accept login', 'PROGRESS_PARSE_ERROR'],
    [
      'a progress file that cannot be read, handed back',
      change(sample, { [progressPath]: '{' }),
      '/handback login error No',
      'PROGRESS_PARSE_ERROR',
    ],
    ['a dry run', inProgress(['"mode": "execute"', '"mode": "dry-run"']), '/accept login', 'PROGRESS_NOT_EXECUTE'],
    ['a validation', inProgress(['"mode": "execute"', '"mode": "validate"']), '/accept login', 'PROGRESS_NOT_EXECUTE'],
    [
      'a question that was asked while another step is at work',
      inProgress(
        ['"current_step": 1,\n  "status": "in_progress"', '"current_step": 0,\n  "status": "partial"'],
        ['"1": { "status": "completed"', '"1": { "status": "pending", "note": "which hash?"'],
        ...working,
      ),
      '/answer login Yes',
      'PROGRESS_NO_QUESTION',
    ],
    [
      'the same question of a run that is not partial',
      change(asked, { [progressPath]: [['"status": "partial"', '"status": "in_progress"']] }),
      '/handback login question which hash?',
      'PROGRESS_NOT_ACCEPTED',
    ],
    [
      'progress that contradicts itself',
      inProgress(['"current_step": 1', '"current_step": 0']),
      '/accept login',
      'PROGRESS_CURRENT_STEP_DRIFT',
    ],
    [
      'another step in progress',
      inProgress(['"1": { "status": "completed"', '"1": { "status": "in_progress"']),
      '/accept login --step 2',
      'PROGRESS_STEP_BUSY',
    ],
    [
      'several in progress',
      inProgress(['"1": { "status": "completed"', '"1": { "status": "in_progress"'], ...working),
      '/handback login success',
      'PROGRESS_STEP_AMBIGUOUS',
    ],
    [
      'all steps closed',
      inProgress(
        ['"2": { "status": "pending"', '"2": { "status": "deferred"'],
        ['"current_step": 1,\n  "status": "in_progress"', '"current_step": 2,\n  "status": "partial"'],
      ),
      '/accept login',
      'PROGRESS_ALREADY_DONE',
    ],
    ['a step that is no number', sample, '/accept login --step two', 'COMMAND_USAGE'],
    ['no name', sample, '/accept', 'COMMAND_USAGE'],
    ['an audit that there is not', inProgress(...working), '/handback login success --audit good', 'COMMAND_USAGE'],
    ['a block that is no JSON', inProgress(...working), '/handback login\n```json\n{"reason"\n```', 'COMMAND_USAGE'],
  ]
  it.each(cases)('%s', async (_, tree, command, code) => {
    const given = await comment(tree, command)

    expect(given.outcome).toBe('refused')
    expect(given.codes).toContain(`${code} error`)
    expect(given.tree).toEqual(tree)
  })
})
