import { describe, expect, it } from 'vitest'
import type { Files } from '../../../../src/core/rule.ts'
import { refusalCodes } from '../../../../src/protocols/handover/documentation.ts'
import {
  batchEntry,
  change,
  inFinished,
  inPlan,
  inProgress,
  planAlone,
  planPath,
  progressPath,
  revisedSample,
  sample,
  session,
  statePath,
  working,
} from '../../../../src/protocols/handover/examples.ts'
import type { SceneSetting } from '../../scene.ts'
import { give, historyOf } from '../scene.ts'

const name = '2026-01-20-login'
const atWork = inProgress(...working)
const asked = inProgress(
  ['"current_step": 1,\n  "status": "in_progress"', '"current_step": 1,\n  "status": "partial"'],
  ['"2": { "status": "pending", "attempts": 0', '"2": { "status": "pending", "note": "Which hash?", "attempts": 1'],
)
const twoAtWork = inProgress(...working, ['"1": { "status": "completed"', '"1": { "status": "in_progress"'])
const batch = (entry: string, more = '') => ({ report: `{ "annotations": [${entry}]${more} }` })
const other = batchEntry.replace('twice', 'thrice')
const noHistory = { history: historyOf({}) }

/** Every refusal, with what helps: a command where one does, otherwise what is to be written. */
const rows: readonly [code: string, command: string, helps: string, tree?: Files, setting?: SceneSetting][] = [
  ['COMMAND_USAGE', '/accept login --step one', 'Usage: `/accept SLUG [--step N]'],
  ['PROJECT_UNKNOWN', '/accept menu', '`/status` lists all targets'],
  [
    'PROJECT_AMBIGUOUS',
    '/accept login',
    'which `/status` lists',
    { ...sample, [planPath.replace('01-20', '02-01')]: planAlone },
  ],
  [
    'LEGACY_PATH',
    '/accept menu',
    '`baton validate` has the commands',
    { ...sample, '.claude/plans/trekplan-2026-03-01-menu.md': planAlone },
  ],
  [
    'PROJECT_LEGACY',
    '/accept menu',
    '`baton validate` says which',
    { ...sample, '.claude/projects/2026-03-01-menu/plan.md': '# Plan\n' },
  ],
  [
    'PROGRESS_NOT_EXECUTE',
    '/accept login',
    `\`/accept ${name} --new-run\` begins`,
    inProgress(['"execute"', '"dry-run"']),
  ],
  ['PROGRESS_ALREADY_DONE', '/accept login', `\`/accept ${name} --new-run\` begins`, inFinished()],
  ['PROGRESS_RUN_OPEN', '/accept login --new-run', `\`/accept ${name}\` goes on with it`],
  ['PLAN_NOT_FOUND', '/accept login --new-run', '/trekplan writes it', change(inFinished(), { [planPath]: null })],
  ['PLAN_STEP_NUMBERING', '/accept login', 'Number the steps from 1', inPlan(['### Step 2', '### Step 3'])],
  [
    'PROGRESS_CURRENT_STEP_DRIFT',
    '/accept login',
    '/fix PROGRESS_CURRENT_STEP_DRIFT',
    inProgress(['"current_step": 1', '"current_step": 0']),
  ],
  ['PROGRESS_STEP_RANGE', '/accept login --step 3', `\`/accept ${name}\` grants control of step \`2\``],
  ['PROGRESS_STEP_DONE', '/accept login --step 1', `\`/accept ${name}\` grants control of step \`2\``],
  ['PROGRESS_STEP_BUSY', '/accept login --step 3', `\`/handback ${name}\` shows more`, threeSteps(...working)],
  ['PROGRESS_STEP_ORDER', '/accept login --step 3', `\`/accept ${name}\` begins with that one`, threeSteps()],
  ['QUESTION_OPEN', '/accept login', `/answer ${name} "…"`, asked],
  ['PROGRESS_READ_ERROR', '/accept login', 'Put a text file in its place', sample, { links: [progressPath] }],
  ['PROGRESS_PARSE_ERROR', '/handback login', 'Fix the JSON', change(sample, { [progressPath]: '{' })],
  [
    'PROGRESS_INVALID_STATUS',
    '/handback login',
    'Write `status`: one of `pending`',
    inProgress(['"status": "in_progress"', '"status": "running"']),
  ],
  [
    'PROGRESS_BAD_STEP',
    '/handback login',
    'Write `attempts`: an integer',
    inProgress(['"attempts": 1', '"attempts": "one"']),
  ],
  [
    'PROGRESS_NOT_FOUND',
    '/handback login success',
    `\`/accept ${name}\` grants control of the next step`,
    change(sample, { [progressPath]: null }),
  ],
  ['PROGRESS_TEXT_MISSING', '/handback login error', 'Usage: `/handback SLUG', atWork],
  [
    'PROGRESS_AUDIT_FAILED',
    '/handback login success --audit fail',
    `\`/handback ${name} error TEXT --audit fail\` records the failure`,
    atWork,
  ],
  [
    'PROGRESS_COMMIT_INVALID',
    '/handback login success --done-by main',
    `\`/handback ${name} success --done-by SHA\` names it`,
    atWork,
    noHistory,
  ],
  [
    'PROGRESS_COMMIT_UNKNOWN',
    '/handback login success --done-by 5a5a5a5',
    `\`/handback ${name} success --done-by SHA\``,
    atWork,
    { history: historyOf({ '5a5a5a5': { sha: '5a5a5a5'.padEnd(40, '0'), ancestor: false } }) },
  ],
  ['PROGRESS_STEP_AMBIGUOUS', '/handback login success', '`--step N`', twoAtWork],
  ['PROGRESS_NOT_ACCEPTED', '/handback login error "Why"', `\`/accept ${name}\` grants control of step \`2\``],
  ['PROGRESS_NO_QUESTION', '/answer login "argon2id"', `\`/accept ${name}\` grants control of step \`2\``],
  ['PROGRESS_NO_QUESTION', '/answer login "argon2id"', `\`/handback ${name}\` shows on what`, atWork],
  ['SESSION_STATE_NOT_FOUND', '/continue login', '/trekbrief or /trekplan', change(sample, { [progressPath]: null })],
  [
    'SESSION_STATE_INVALID_STATUS',
    '/continue login',
    'Write `status`: one of `in_progress`',
    change(session, { [statePath]: [['"in_progress"', '"running"']] }),
  ],
  ['ANNOTATION_BATCH_INVALID', '/revise login plan.md', 'below the command, or name its file with `--batch`'],
  ['ANNOTATION_ARTIFACT_INVALID', '/revise login notes.md', `\`/revise ${name} plan.md\``, sample, batch(batchEntry)],
  [
    'ANNOTATION_ENTRY_INVALID',
    '/revise login plan.md',
    `give \`/revise ${name} plan.md\` again`,
    sample,
    batch(batchEntry.replace('"change"', '"rewrite"')),
  ],
  [
    'ANNOTATION_DUPLICATE_ID',
    '/revise login plan.md',
    `give \`/revise ${name} plan.md\` again`,
    sample,
    batch(`${batchEntry}, ${batchEntry}`),
  ],
  [
    'ANNOTATION_ID_CONFLICT',
    '/revise login plan.md',
    `give \`/revise ${name} plan.md\` again`,
    revisedSample,
    batch(other),
  ],
  [
    'ANNOTATION_DIGEST_DRIFT',
    '/revise login plan.md',
    `give \`/revise ${name} plan.md\` again`,
    sample,
    batch(other.replace('"line": 31', '"line": 20'), ', "expected_digest": "7fb4d1528ea8d2bf"'),
  ],
  [
    'ANNOTATION_PLACEMENT_INVALID',
    '/revise login plan.md',
    `give \`/revise ${name} plan.md\` again`,
    sample,
    batch(batchEntry.replace(', "line": 31', '').replace('step-2', 'nowhere')),
  ],
]

/** The sample with a third step, which is pending like the second, and a run of as many. */
function threeSteps(...edits: readonly (readonly [string, string])[]): Files {
  const plan = inPlan([`source_findings: [`, 'source_findings: ['])[planPath] ?? ''
  const third = plan.slice(plan.indexOf('### Step 2')).replaceAll('tep2', 'tep3').replace('### Step 2', '### Step 3')
  return change(inProgress(...edits), {
    [planPath]: `${plan}\n${third}`,
    [progressPath]: [
      ['"total_steps": 2', '"total_steps": 3'],
      ['"n/a" }\n', '"n/a" },\n    "3": { "status": "pending", "attempts": 0 }\n'],
    ],
  })
}

/** Codes that no row has: of `baton cleanup`, which has a test of its own, and of a fault that no batch leads to. */
const elsewhere = ['CLEANUP_NOT_COMPLETED', 'CLEANUP_UNCONFIRMED', 'ANNOTATION_ROUNDTRIP_FAIL']

describe('every refusal', () => {
  it.each(rows.map((row) => [row[0], row[1], row] as const))('%s of %s says what helps', async (_, __, row) => {
    const [code, command, helps, tree = sample, setting] = row
    const { outcome, result } = await give(tree, command, setting)
    const advice = result.diagnostics.map(({ code: found, hint, fix }) => [found, [hint, fix].join(' ')])
    expect([outcome, advice]).toEqual(['refused', [[code, expect.stringContaining(helps)]]])
  })

  it('is among these', () => {
    const codes = new Set([...rows.map(([code]) => code), ...elsewhere])
    expect(Object.keys(refusalCodes).filter((code) => !codes.has(code))).toEqual([])
  })
})
