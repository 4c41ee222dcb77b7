import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  change,
  finished,
  folder,
  inBrief,
  planPath,
  progressPath,
  promptPath,
  reviewPath,
  sample,
  session,
  statePath,
  working,
  withoutWork,
} from '../../src/protocols/handover/examples.ts'
import { runHere } from './here.ts'
import { scratch, type Files } from './programs.ts'

const places = scratch()
afterAll(places.remove)

interface Answer {
  readonly code: number | null
  readonly stderr: string
  readonly json: Readonly<Record<string, unknown>>
}

async function baton(root: string, ...args: readonly string[]): Promise<Answer> {
  const { code, stdout, stderr } = await runHere([...args, '--root', root, '--format', 'json'])
  return { code, stderr, json: stdout === '' ? {} : (JSON.parse(stdout) as Answer['json']) }
}

const codesIn = (list: unknown) => (list as readonly { readonly code: string }[]).map(({ code }) => code)

describe('baton validate of a handover', () => {
  it('answers for one file: valid, errors, warnings, parsed', async () => {
    const root = places.folder(inBrief(['research_status: complete', 'research_status: skipped']))
    const strict = await baton(root, 'validate', `${folder}/brief.md`)
    expect([strict.code, strict.json['valid'], codesIn(strict.json['errors'])]).toEqual([
      1,
      false,
      ['BRIEF_STATE_INCOHERENT'],
    ])
    expect(strict.json['parsed']).toMatchObject({
      frontmatter: { type: 'trekbrief' },
      sections: ['Intent', 'Goal', 'Success Criteria'],
    })
    const soft = await baton(root, 'validate', `${folder}/brief.md`, '--soft')
    expect([soft.code, soft.json['valid'], codesIn(soft.json['warnings'])]).toEqual([
      0,
      true,
      ['BRIEF_STATE_INCOHERENT'],
    ])
  })

  it('takes a kind for any file, and knows which there are', async () => {
    const root = places.folder({ ...sample, 'notes.md': '# Notes\n' })
    const answer = await baton(root, 'validate', 'notes.md', '--as', 'plan')
    expect([answer.code, codesIn(answer.json['errors']), answer.json['parsed']]).toEqual([1, ['FM_MISSING'], null])
    expect((await baton(root, 'validate', 'notes.md', '--as', 'poem')).code).toBe(2)
    expect((await baton(root, 'validate', '--as', 'plan')).code).toBe(2)
  })

  it('is content with a file that is of no project', async () => {
    const root = places.folder({ 'docs/idea.md': sample[`${folder}/brief.md`] ?? '' })
    const answer = await baton(root, 'validate', 'docs/idea.md')
    expect([answer.code, answer.json['valid'], answer.json['targets']]).toEqual([0, true, []])
    expect((await baton(root, 'validate')).code).toBe(3)
  })

  it('misses a file that can only be one of ours, and calls any other path a slip', async () => {
    const root = places.folder(sample)
    const missing = await baton(root, 'validate', '.claude/projects/2026-01-21-cart/plan.md')
    expect([missing.code, codesIn(missing.json['errors'])]).toEqual([1, ['PLAN_NOT_FOUND']])
    expect((await baton(root, 'validate', 'docs/plan.md')).code).toBe(2)
  })

  it.each([
    ['brief', 'BRIEF_NOT_FOUND'],
    ['research', 'RESEARCH_NOT_FOUND'],
    ['plan', 'PLAN_NOT_FOUND'],
    ['progress', 'PROGRESS_NOT_FOUND'],
    ['review', 'REVIEW_NOT_FOUND'],
    ['session-state', 'SESSION_STATE_NOT_FOUND'],
    ['next-session-prompt', 'NEXT_SESSION_PROMPT_NOT_FOUND'],
    ['annotations', 'ANNOTATION_BATCH_INVALID'],
  ])('misses a %s where there is nothing of ours', async (kind, code) => {
    const missing = await baton(places.folder({ 'src/a.ts': '' }), 'validate', 'nope.md', '--as', kind)
    expect([missing.code, codesIn(missing.json['errors'])]).toEqual([1, [code]])
  })

  it('misses a file of a project that is not there', async () => {
    const root = places.folder({ 'src/a.ts': '' })
    const missing = await baton(root, 'validate', '.claude/projects/2026-01-21-cart/plan.md')
    expect([missing.code, codesIn(missing.json['errors'])]).toEqual([1, ['PLAN_NOT_FOUND']])
    expect((await baton(root, 'validate', 'docs/plan.md')).code).toBe(2)
  })

  it('fixes what is safe to fix', async () => {
    const root = places.folder(
      change(inBrief(['slug: login', 'slug: logon'], [`project_dir: ${folder}/`, 'project_dir: elsewhere']), {
        [progressPath]: [['"current_step": 1', '"current_step": 0']],
        [reviewPath]: [['slug: login', "slug: 'logon'"]],
      }),
    )
    const answer = await baton(root, 'validate', '--fix', '--strict')
    expect([answer.code, answer.json['errors']]).toEqual([0, []])
    expect(readFileSync(join(root, `${folder}/brief.md`), 'utf8')).toBe(sample[`${folder}/brief.md`])
    const progress = readFileSync(join(root, progressPath), 'utf8')
    const updatedAt = /"updated_at": "[^"]*"/
    expect(progress).not.toBe(sample[progressPath])
    expect(progress.replace(updatedAt, '"updated_at": "2026-01-20T12:00:00Z"')).toBe(sample[progressPath])
    expect(readFileSync(join(root, reviewPath), 'utf8')).toContain("slug: 'login'")
  })
})

describe('baton handback', () => {
  it('keeps the session state beside the run, marked as local', async () => {
    const root = places.folder(change(sample, { [progressPath]: [...working] }))
    const { code, json } = await baton(root, 'handback', 'login', 'success', '--at', '2026-01-21T10:30:00Z')
    expect([code, json['changes']]).toEqual([
      0,
      [
        { path: statePath, action: 'write', local: true },
        { path: progressPath, action: 'write' },
      ],
    ])
    expect(JSON.parse(readFileSync(join(root, statePath), 'utf8'))).toMatchObject({
      status: 'completed',
      next_session_label: 'Done',
    })
  })

  it('is refused without what the step makes, and records why it is a success anyway', async () => {
    const root = places.folder(withoutWork(change(sample, { [progressPath]: [...working] })))
    const refused = await baton(root, 'handback', 'login', 'success')
    expect([refused.code, codesIn(refused.json['errors'])]).toEqual([1, ['EVIDENCE_MISSING']])
    const { code, json } = await baton(
      root,
      'handback',
      'login',
      'success',
      'As planned',
      '--anyway',
      'The form is elsewhere',
    )
    expect([code, codesIn(json['warnings'])]).toEqual([0, ['EVIDENCE_MISSING']])
    const written = readFileSync(join(root, progressPath), 'utf8')
    expect(written).toContain(
      '"manifest_audit": "pass-with-note", "note": "As planned (taken anyway: The form is elsewhere)"',
    )
  })

  it('has no such option elsewhere', async () => {
    const root = places.folder(sample)
    for (const words of [
      ['accept', 'login'],
      ['answer', 'login', 'Yes'],
    ]) {
      const { code, json } = await baton(root, ...words, '--done-by', 'HEAD')
      expect([words, code, codesIn(json['errors'])]).toEqual([words, 2, ['COMMAND_USAGE']])
    }
  })

  it('leaves it alone when it is given as a comment', async () => {
    const root = places.folder(change(sample, { [progressPath]: [...working] }))
    expect((await baton(root, 'run', '/handback login success')).json['outcome']).toBe('changed')
    expect(existsSync(join(root, statePath))).toBe(false)
  })
})

describe('baton status', () => {
  it.each(['login', 'project:login', '2026-01-20-login', 'project:2026-01-20-login'])(
    'knows a project as the commands do: %s',
    async (name) => {
      const { code, json } = await baton(places.folder(sample), 'status', name)
      expect([code, json['targets']]).toMatchObject([0, [{ id: 'project:2026-01-20-login', state: 'step 1/2 done' }]])
    },
  )

  it('finds nothing for a slug that there is not, or that several have', async () => {
    expect((await baton(places.folder(sample), 'status', 'logon')).code).toBe(3)
    const two = { ...sample, '.claude/projects/2026-02-01-login/plan.md': sample[planPath] ?? '' }
    expect((await baton(places.folder(two), 'status', 'login')).code).toBe(3)
  })
})

describe('baton continue', () => {
  it('gives its three lines as a list too', async () => {
    const { code, json } = await baton(places.folder(session), 'continue', 'login')
    expect([code, json['outcome']]).toEqual([0, 'unchanged'])
    expect(json['lines']).toHaveLength(3)
  })
})

describe('baton revise', () => {
  it('reads its batch from a file', async () => {
    const batch: Files = {
      'batch.json': '{ "annotations": [{ "id": "ANN-0001", "target_anchor": "step-2", "intent": "risk" }] }',
    }
    const root = places.folder({ ...sample, ...batch })
    const { code, json } = await baton(root, 'revise', 'login', 'plan', '--batch', join(root, 'batch.json'))
    expect([code, json['from'], json['to']]).toEqual([0, 'revision 0', 'revision 1'])
    expect(readFileSync(join(root, planPath), 'utf8')).toContain('id="ANN-0001"')
  })
})

describe('baton cleanup', () => {
  const finishedFiles = change(session, {
    [statePath]: [['"in_progress"', '"completed"']],
    [progressPath]: [...finished],
  })

  it('removes what is left of a finished session, once', async () => {
    const root = places.folder(finishedFiles)
    const dry = await baton(root, 'cleanup', '--confirm', folder, '--dry-run')
    expect([dry.code, dry.json['dryRun'], existsSync(join(root, statePath))]).toEqual([0, true, true])
    const { code, json } = await baton(root, 'cleanup', '--confirm', folder)
    expect([code, json['outcome'], json['stateFile'], json['promptFile']]).toEqual([0, 'changed', 'removed', 'removed'])
    expect([
      existsSync(join(root, statePath)),
      existsSync(join(root, promptPath)),
      existsSync(join(root, progressPath)),
    ]).toEqual([false, false, true])
    const again = await baton(root, 'cleanup', '--confirm', folder)
    expect([again.code, again.json['outcome'], again.json['stateFile']]).toEqual([0, 'unchanged', 'not-found'])
  })

  it('says without any project where it looked for one', async () => {
    const { code, stdout } = await runHere(['cleanup', '--confirm', folder], { cwd: places.folder({}) })
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('No state files found for handover: Baton looked for `.claude/projects/`'),
    ])
  })

  it('refuses without a word, and what is not finished', async () => {
    const root = places.folder(finishedFiles)
    const unconfirmed = await baton(root, 'cleanup', folder)
    expect([unconfirmed.code, codesIn(unconfirmed.json['errors']), existsSync(join(root, statePath))]).toEqual([
      1,
      ['CLEANUP_UNCONFIRMED'],
      true,
    ])
    expect(codesIn((await baton(places.folder(session), 'cleanup', '--confirm', 'login')).json['errors'])).toEqual([
      'CLEANUP_NOT_COMPLETED',
    ])
  })
})
