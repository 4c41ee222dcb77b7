import { describe, expect, it } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import {
  briefPath,
  change,
  finished,
  folder,
  inFinished,
  inManifest,
  inProgress,
  only,
  planPath,
  progressPath,
  promptPath,
  reviewPath,
  sample,
  session,
  statePath,
  working,
} from '../../../src/protocols/handover/examples.ts'
import { handover } from '../../../src/protocols/handover/protocol.ts'
import {
  progressStatuses,
  stepStatuses,
  type ProgressStatus,
  type StepStatus,
} from '../../../src/protocols/handover/schema.ts'
import type { Action } from '../../../src/core/action.ts'
import { expectCarriedOut } from '../actions.ts'
import type { SceneSetting, Tree } from '../scene.ts'
import { diagnose, usual } from './scene.ts'

const id = 'project:2026-01-20-login'
const actionOf = async (tree: Tree, target = id, setting?: SceneSetting): Promise<Action | undefined> =>
  (await usual.next(tree, setting)).actions.find((action) => action.target === target)

const overviewPath = `${folder}/architecture/overview.md`
const readAt = (step: number) => [`${planPath}#step-${step}`, briefPath, overviewPath]
const accept = '/accept 2026-01-20-login'
const handback = '/handback 2026-01-20-login success|error|question "…"'

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
const planned = change(sample, {
  [progressPath]: null,
  [reviewPath]: null,
  [planPath]: [[/source_findings: .*\n/.exec(sample[planPath] ?? '')?.[0] ?? '', '']],
})
const trial = inProgress(['"mode": "execute"', '"mode": "dry-run"'])

/** Repositories by what they are, each with what is to be done there. */
const table: Readonly<Record<string, readonly [tree: Files, state: string, action: Partial<Action> | undefined]>> = {
  'a brief alone': [
    only(briefPath),
    'research complete',
    { do: 'wait', why: `write \`${planPath}\``, read: [briefPath] },
  ],
  'a plan': [planned, 'planned (2 steps)', { do: 'accept', run: accept, read: readAt(1) }],
  'a run between two steps': [sample, 'step 1/2 done', { do: 'accept', run: accept, read: readAt(2) }],
  'a step at work': [
    inProgress(...working),
    'step 2/2 in_progress',
    {
      do: 'work',
      run: handback,
      read: readAt(2),
      needs: ['--done-by REV (default: the newest commit since the grant)'],
    },
  ],
  'a step at work whose question was answered': [
    inProgress(...working, [
      '"manifest_audit": "n/a"',
      '"manifest_audit": "n/a", "note": "which hash? | Answer: argon2id"',
    ]),
    'step 2/2 in_progress',
    { do: 'work', run: handback, read: [...readAt(2), progressPath] },
  ],
  'a step that failed': [failed, 'step 2/2 failed', { do: 'decide', run: accept, why: 'no key', read: readAt(2) }],
  'an open question': [
    withQuestion,
    'step 1/2 partial',
    { do: 'answer', run: '/answer 2026-01-20-login "…"', question: 'which hash?', read: readAt(2) },
  ],
  'a run that has ended': [
    change(inFinished(), { [reviewPath]: null }),
    'completed',
    {
      do: 'review',
      why: `write \`${reviewPath}\``,
      read: [planPath, briefPath, overviewPath],
      needs: [expect.stringMatching(/review\.md with front matter /)],
    },
  ],
  'one with its review': [inFinished(), 'completed', undefined],
  'one with its review, and the session state that says its end': [
    { ...inFinished(), [statePath]: (session[statePath] ?? '').replace('in_progress', 'completed') },
    'completed',
    { do: 'finish', run: `baton cleanup --confirm ${folder}`, why: expect.stringContaining('for a shell') },
  ],
  'one with its review, and a prompt for a session': [
    { ...inFinished(), [promptPath]: session[promptPath] ?? '' },
    'completed',
    { do: 'finish', run: `baton cleanup --confirm ${folder}`, why: expect.stringContaining('for a shell') },
  ],
  // No command removes what says that work goes on.
  'one with its review, and an older session state': [
    { ...inFinished(), [statePath]: session[statePath] ?? '' },
    'completed',
    undefined,
  ],
  'a dry run': [trial, 'step 1/2 done', { do: 'accept', run: `${accept} --new-run`, read: readAt(1) }],
  'a step at work in a dry run': [
    change(trial, { [progressPath]: working }),
    'step 2/2 in_progress',
    { do: 'accept', run: `${accept} --new-run` },
  ],
  'a dry run that has ended': [
    change(trial, { [progressPath]: finished }),
    'completed',
    { do: 'accept', run: `${accept} --new-run`, read: readAt(1) },
  ],
  'a dry run without a plan': [
    change(trial, { [planPath]: null }),
    'step 1/2 done',
    { do: 'wait', why: `write \`${planPath}\`` },
  ],
  'no project but its review': [only(reviewPath), 'started', { do: 'wait', why: `write \`${planPath}\`` }],
  'a progress that cannot be read': [
    change(sample, { [progressPath]: '{' }),
    'planned (2 steps)',
    { do: 'mend', run: '/explain PROGRESS_PARSE_ERROR', code: 'PROGRESS_PARSE_ERROR' },
  ],
  'a plan with errors': [
    change(planned, { [planPath]: [['### Step 2: ', '### Step 3: ']] }),
    'planned (2 steps)',
    { do: 'mend', code: 'PLAN_STEP_NUMBERING' },
  ],
}

describe('what is to be done about a project', () => {
  it.each(Object.entries(table))('with %s', async (_, [tree, state, action]) => {
    expect((await usual.targets(tree)).map((target) => [target.id, target.state])).toEqual([[id, state]])
    if (action) expect(await actionOf(tree)).toMatchObject(action)
    else expect(await actionOf(tree)).toBeUndefined()
    await expectCarriedOut(tree, { protocol: handover, at: '2026-01-21T10:30:00Z' })
  })

  /**
   * By the status of a run, for each status of its last step: what is to be done. The first step is completed, and
   * there is no review.
   */
  const grid: Readonly<Record<ProgressStatus, Readonly<Record<StepStatus, Action['do']>>>> = {
    pending: {
      pending: 'mend',
      in_progress: 'work',
      failed: 'mend',
      completed: 'review',
      skipped: 'review',
      deferred: 'review',
    },
    in_progress: {
      pending: 'accept',
      in_progress: 'work',
      failed: 'decide',
      completed: 'review',
      skipped: 'review',
      deferred: 'review',
    },
    failed: {
      pending: 'accept',
      in_progress: 'work',
      failed: 'decide',
      completed: 'review',
      skipped: 'review',
      deferred: 'review',
    },
    partial: {
      pending: 'accept',
      in_progress: 'work',
      failed: 'decide',
      completed: 'review',
      skipped: 'review',
      deferred: 'review',
    },
    completed: {
      pending: 'review',
      in_progress: 'work',
      failed: 'review',
      completed: 'review',
      skipped: 'review',
      deferred: 'review',
    },
  }
  const combined = progressStatuses.flatMap((status) => stepStatuses.map((step) => [status, step] as const))

  it.each(combined)('with a run that is %s and a step that is %s', async (status, step) => {
    const tree = change(sample, {
      [reviewPath]: null,
      [planPath]: planned[planPath] ?? '',
      [progressPath]: [
        ['"status": "in_progress"', `"status": "${status}"`],
        ['"2": { "status": "pending", "attempts": 0', `"2": { "status": "${step}", "attempts": 1`],
      ],
    })
    const [action] = await expectCarriedOut(tree, { protocol: handover })
    expect(action?.do).toBe(grid[status][step])
  })

  it('names the step that is handed back when several are in progress', async () => {
    const tree = inProgress(
      ...working,
      ['"current_step": 1', '"current_step": 0'],
      [
        '"status": "completed", "attempts": 1, "error": null, "completed_at": "2026-01-20T12:00:00Z"',
        '"status": "in_progress", "attempts": 1, "error": null, "completed_at": null',
      ],
    )
    expect(await actionOf(tree)).toMatchObject({ do: 'work', run: `${handback} --step 1`, read: readAt(1) })
    await expectCarriedOut(tree, { protocol: handover })
  })

  it('needs the paths of the manifest that are not there, and no more of them than are read', async () => {
    const needs = async (from: string, to: string, extraFiles: Files = {}) => {
      const found = (await actionOf({ ...change(inManifest(from, to), { [progressPath]: working }), ...extraFiles }))
        ?.needs
      expect(found?.[0]).toBe('--done-by REV (default: the newest commit since the grant)')
      return found?.slice(1)
    }
    const second = '[src/step2.ts]'
    expect(await needs(second, '[]')).toEqual([])
    expect(await needs(second, '[src/step2.ts, docs/a.md]', { 'src/step2.ts': '' })).toEqual(['docs/a.md'])
    expect(await needs(second, '["src/[a].ts", ./b.ts, ../c.ts, /d.ts, src/../b.ts, .git/config]')).toEqual([
      'src/[a].ts',
      'b.ts',
    ])
    expect(await needs(second, '["src/[a].ts"]', { 'src/[a].ts': '' })).toEqual([])
    expect(await needs(second, `[${Array.from({ length: 9 }, (_, n) => `src/${n}.ts`).join(', ')}]`)).toEqual([
      ...[0, 1, 2, 3, 4].map((n) => `src/${n}.ts`),
      '4 more paths of its manifest',
    ])
  })

  it('names the files that are there', async () => {
    expect((await actionOf(only(planPath)))?.read).toEqual([`${planPath}#step-1`])
    const tolerated = change(sample, { [overviewPath]: null, [`${folder}/architecture/README.md`]: '# Overview\n' })
    expect((await actionOf(tolerated))?.read?.at(-1)).toBe(`${folder}/architecture/README.md`)
    const elsewhere = change(inProgress([planPath, 'plans/login.md']), {
      [planPath]: null,
      'plans/login.md': sample[planPath] ?? '',
    })
    expect((await actionOf(elsewhere))?.read?.[0]).toBe('plans/login.md#step-2')
  })

  it('is empty when no command may be given', async () => {
    const old = { '.claude/projects/2026-01-20-login/plan.md': '# Plan\n' }
    const loose = { '.claude/plans/trekplan-2026-01-20-login.md': sample[planPath] ?? '' }
    for (const tree of [old, loose]) {
      expect((await usual.targets(tree)).map((target) => target.id)).toEqual([id])
      expect(await actionOf(tree)).toBeUndefined()
    }
  })

  it('names all that a review needs', async () => {
    const tree = change(inFinished(), { [reviewPath]: null })
    const [, front = '', sections = ''] =
      /front matter (.*); (.*)$/.exec((await actionOf(tree))?.needs?.[0] ?? '') ?? []
    const values: Readonly<Record<string, string>> = {
      task: 'Let people sign in with a passkey',
      slug: 'login',
      project_dir: `${folder}/`,
      brief_path: briefPath,
      scope_sha_end: '9a8b7c6d5e4f',
      reviewed_files_count: '4',
    }
    const fields = front
      .split(', ')
      .map((field) =>
        field.includes(':') ? field : `${field.replace(/ \(.*\)$/, '')}: ${values[field.split(' ', 1)[0] ?? '']}`,
      )
    const review = `---\n${fields.join('\n')}\n---\n\n${sections.replaceAll(', ', '\n\nFine.\n\n')}\n\nFine.\n`
    const strictly = async (text: string) =>
      (await diagnose({ ...tree, [reviewPath]: text }, { mode: 'strict' })).filter(({ path }) => path === reviewPath)
    expect(await strictly(review)).toEqual([])
    for (const part of [...fields, ...sections.split(', ')])
      expect([part, await strictly(review.replace(`${part}\n`, ''))]).not.toEqual([part, []])
  })

  it('goes by a review once that says what it has examined', async () => {
    const tree = inFinished()
    const turnOfTree = async (files: typeof tree) => (await usual.targets(files))[0]?.turn
    expect((await turnOfTree(tree))?.asks?.text).toBe('The verdict of the review is BLOCK.')
    const forms: readonly string[] = [
      '',
      '# Review\n',
      (tree[reviewPath] ?? '').replace('scope_sha_end: 9a8b7c6d5e4f', 'scope_sha_end:'),
      (tree[reviewPath] ?? '').replace('reviewed_files_count: 4', 'reviewed_files_count: # a number'),
      (tree[reviewPath] ?? '').replace('9a8b7c6d5e4f', '<commit>'),
    ]
    for (const form of forms) {
      const formTree = { ...tree, [reviewPath]: form }
      expect([form, await actionOf(formTree)]).toMatchObject([
        form,
        { do: 'review', why: `complete \`${reviewPath}\`` },
      ])
      expect((await turnOfTree(formTree))?.asks).toBeUndefined()
    }
  })

  it('says a name with blanks in quotes', async () => {
    const tree = Object.fromEntries(
      Object.entries(planned).map(([path, text]) => [
        path.replace('-login', '-sign in'),
        text.replaceAll('-login', '-sign in'),
      ]),
    )
    const [action] = await expectCarriedOut(tree, { protocol: handover })
    expect(action?.run).toBe('/accept "2026-01-20-sign in"')
  })

  it('waits where two folders have one name', async () => {
    const configuration = { projects: ['.claude/projects/*', 'work/*'] }
    const movedFiles = Object.fromEntries(
      Object.entries(sample).map(([path, text]) => [path.replace('.claude/projects', 'work'), text]),
    )
    expect(await actionOf({ ...sample, ...movedFiles }, id, { configuration })).toMatchObject({
      do: 'wait',
      code: 'PROJECT_AMBIGUOUS',
    })
  })
})
