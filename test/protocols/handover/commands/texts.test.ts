import { describe, expect, it } from 'vitest'
import {
  change,
  digest,
  finished,
  folder,
  inProgress,
  planPath,
  progressPath,
  promptPath,
  revisedSample,
  sample,
  session,
  statePath,
  working,
} from '../../../../src/protocols/handover/examples.ts'
import type { Tree } from '../../scene.ts'
import { diagnose, give, localOf, logOf, targets, textIn } from '../scene.ts'

const atWork = inProgress(...working)
const text = (tree: Tree, path = progressPath) => textIn(tree, path)
/** The lines that differ, the old ones first. */
function diff(before: string, after: string): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`),
  ]
}

describe('/accept', () => {
  it('asks nothing of what annotates the plan', async () => {
    const drifted = change(revisedSample, { [planPath]: [[digest, '0000000000000000']] })
    expect((await give(drifted, '/accept login')).outcome).toBe('changed')
  })

  it('writes the whole of a new run, with the commit where it began', async () => {
    const result = await give(change(sample, { [progressPath]: null }), '/accept login', {
      at: '2026-01-21T09:00:00Z',
      context: { log: logOf([['1111111aaaa', 'begin']]) },
    })
    const record = {
      status: 'pending',
      attempts: 0,
      error: null,
      completed_at: null,
      commit: null,
      manifest_audit: 'n/a',
    }
    const value = {
      schema_version: '1',
      plan: planPath,
      plan_type: 'plan',
      plan_version: '1.7',
      started_at: '2026-01-21T09:00:00Z',
      updated_at: '2026-01-21T09:00:00Z',
      mode: 'execute',
      total_steps: 2,
      current_step: 0,
      status: 'in_progress',
      session_start_sha: '1111111aaaa',
      steps: { 1: { ...record, status: 'in_progress', attempts: 1 }, 2: record },
    }
    expect(text(result.tree)).toBe(`${JSON.stringify(value, null, 2)}\n`)
  })

  it('changes one record and nothing else', async () => {
    const { tree } = await give(sample, '/accept login')

    expect(diff(text(sample), text(tree))).toEqual([
      '- "updated_at": "2026-01-20T12:00:00Z",',
      '- "2": { "status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }',
      '+ "updated_at": "2026-01-21T10:30:00Z",',
      '+ "2": { "status": "in_progress", "attempts": 1, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }',
    ])
  })

  it('adds a record that is missing, in the style of those beside it', async () => {
    const without = inProgress([
      ',\n    "2": { "status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }',
      '',
    ])
    const { tree } = await give(without, '/accept login')

    expect(text(tree)).toContain(
      '"pass" },\n    "2": { "status": "in_progress", "attempts": 1, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }\n  }',
    )
  })

  it('never lets the time go back', async () => {
    const { tree } = await give(sample, '/accept login', { at: '2026-01-01T00:00:00Z' })
    expect(text(tree)).toContain('"updated_at": "2026-01-20T12:00:00Z"')
  })

  it('clears the error of the last attempt', async () => {
    const failed = inProgress(
      ['"status": "in_progress"', '"status": "failed"'],
      [
        '"2": { "status": "pending", "attempts": 0, "error": null',
        '"2": { "status": "failed", "attempts": 2, "error": "no key"',
      ],
    )
    const { tree } = await give(failed, '/accept login')
    expect(text(tree)).toContain('"2": { "status": "in_progress", "attempts": 3, "error": null')
  })

  it('warns of a plan of another machine', async () => {
    const result = await give(
      inProgress([`"plan": "${planPath}"`, `"plan": "/home/octocat/shop/${planPath}"`]),
      '/accept login',
    )
    expect([result.outcome, result.codes]).toEqual(['changed', ['PROGRESS_INVALID_PATH warning']])
  })
})

describe('/handback', () => {
  it('success: the record and the top, in one diff', async () => {
    const { tree, plan } = await give(atWork, '/handback login success --done-by 5a5a5a5 --audit pass')

    expect(diff(text(atWork), text(tree))).toEqual([
      '- "updated_at": "2026-01-20T12:00:00Z",',
      '- "current_step": 1,',
      '- "status": "in_progress",',
      '- "2": { "status": "in_progress", "attempts": 1, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }',
      '- }',
      '+ "updated_at": "2026-01-21T10:30:00Z",',
      '+ "current_step": 2,',
      '+ "status": "completed",',
      '+ "2": { "status": "completed", "attempts": 1, "error": null, "completed_at": "2026-01-21T10:30:00Z", "commit": "5a5a5a5", "manifest_audit": "pass" }',
      '+ },',
      '+ "completed_at": "2026-01-21T10:30:00Z"',
    ])
    expect(plan.results[0]).toMatchObject({ from: 'step 2/2 in_progress', to: 'completed', holder: 'orchestrator' })
  })

  it('success: the head that it saw, and the end of the session', async () => {
    const { tree } = await give(atWork, '/handback login success', {
      context: {
        log: logOf([
          ['2222222cccc', 'done'],
          ['4f2a9c1bbbb', 'one'],
        ]),
      },
    })
    expect(text(tree)).toContain('"commit": "2222222cccc"')
    expect(text(tree)).toContain('"session_end_sha": "2222222cccc"')
  })

  it('never takes back when it was written, nor what was done', async () => {
    const before = inProgress(
      ['"1": { "status": "completed"', '"1": { "status": "in_progress"'],
      ['"2": { "status": "pending", "attempts": 0', '"2": { "status": "skipped", "attempts": 0'],
      ['"current_step": 1', '"current_step": 2'],
    )
    const { tree } = await give(before, '/handback login success', { at: '2026-01-20T11:00:00Z' })
    expect(JSON.parse(text(tree))).toMatchObject({
      current_step: 2,
      updated_at: '2026-01-20T12:00:00Z',
      completed_at: '2026-01-20T11:00:00Z',
    })
  })

  it('with a step put off, the run is partial in the end', async () => {
    const deferred = inProgress(['"1": { "status": "completed"', '"1": { "status": "deferred"'], ...working)
    expect((await give(deferred, '/handback login success')).state).toBe('step 2/2 partial')
  })

  it('reads the json block; words win', async () => {
    const block = '```json\n{"reason": "success", "commit": "5a5a5a5", "audit": "pass-with-note", "text": "slow"}\n```'
    expect(text((await give(atWork, `/handback login\n${block}`)).tree)).toContain(
      '"commit": "5a5a5a5", "manifest_audit": "pass-with-note", "note": "slow"',
    )
    expect(text((await give(atWork, `/handback login error Too slow\n${block}`)).tree)).toContain(
      '"status": "failed", "attempts": 1, "error": "Too slow"',
    )
  })

  it('takes options before and after the text, and cleans it', async () => {
    const { tree } = await give(atWork, '/handback login question --step 2 Which\u202e  hash? "a\u0007b"')
    expect(text(tree)).toContain('"note": "Which hash? a b"')
  })

  it('writes no local file for a comment', async () => {
    expect(localOf(await give(atWork, '/handback login success'))).toEqual([])
  })
})

describe('the session state that the command line keeps', () => {
  const local = { local: true } as const

  it('is written where there is none', async () => {
    const result = await give(
      inProgress(
        ['"1": { "status": "completed"', '"1": { "status": "in_progress"'],
        ['"current_step": 1', '"current_step": 0'],
      ),
      '/handback login success',
      local,
    )

    expect(result.changed).toEqual([progressPath])
    expect(localOf(result)).toEqual([statePath])
    expect(JSON.parse(textIn(result.tree, statePath))).toEqual({
      schema_version: 1,
      project: folder,
      next_session_brief_path: `${folder}/brief.md`,
      next_session_label: 'Continue with step 2: Ask the browser',
      status: 'in_progress',
      updated_at: '2026-01-21T10:30:00Z',
    })
  })

  it.each([
    ['success', 'completed', 'Done'],
    ['error Broken', 'failed', 'Continue with step 2: Ask the browser'],
    ['question Which?', 'partial', 'Continue with step 2: Ask the browser'],
  ])('after %s it is %s', async (words, status, label) => {
    const before = change(session, { [progressPath]: [...working], [promptPath]: null })
    const result = await give(before, `/handback login ${words}`, local)

    expect(result.tree[statePath]).toBe(
      (session[statePath] ?? '')
        .replace('"Session 2"', JSON.stringify(label))
        .replace('"in_progress"', JSON.stringify(status))
        .replace('2026-01-20T12:00:00Z', '2026-01-21T10:30:00Z'),
    )
  })

  it('is never taken back to an earlier time', async () => {
    const before = change(session, { [progressPath]: [...working], [promptPath]: null })
    const result = await give(before, '/handback login error Broken', { ...local, at: '2026-01-20T11:00:00Z' })
    expect(JSON.parse(textIn(result.tree, statePath))).toMatchObject({
      status: 'failed',
      updated_at: '2026-01-20T12:00:00Z',
    })
  })

  it('is left alone where it is invalid, with a warning', async () => {
    const before = change(session, { [progressPath]: [...working], [statePath]: '{' })
    const result = await give(before, '/handback login success', local)
    expect([result.outcome, localOf(result), result.codes]).toEqual([
      'changed',
      [],
      ['SESSION_STATE_PARSE_ERROR warning'],
    ])
  })

  it('warns of a prompt that is older now', async () => {
    const result = await give(change(session, { [progressPath]: [...working] }), '/handback login success', local)
    expect(result.codes).toEqual(['NEXT_SESSION_PROMPT_INCONSISTENT warning'])
  })

  const handedBack = async (words: string): Promise<Tree> =>
    (
      await give(
        change(session, { [progressPath]: [...working], [promptPath]: null }),
        `/handback login ${words}`,
        local,
      )
    ).tree

  it.each([
    ['error Broken', '/accept login'],
    ['question Which?', '/answer login This'],
    ['question Which?', '/accept login --anyway'],
    ['success', '/accept login --new-run'],
  ])('is that of a step at work again after %s and then %s', async (words, command) => {
    const result = await give(await handedBack(words), command, { ...local, at: '2026-01-21T11:00:00Z' })

    const step = words === 'success' ? 'step 1: Store credentials' : 'step 2: Ask the browser'
    expect(localOf(result)).toEqual([statePath])
    expect(result.tree[statePath]).toBe(
      (session[statePath] ?? '')
        .replace('"Session 2"', JSON.stringify(`Continue with ${step}`))
        .replace('2026-01-20T12:00:00Z', '2026-01-21T11:00:00Z'),
    )
    expect((await diagnose(result.tree)).map(({ code }) => code)).not.toContain('SESSION_STATE_PROGRESS_MISMATCH')
  })

  const withPrompt = async (producedAt: string): Promise<Tree> => ({
    ...(await handedBack('error Broken')),
    [promptPath]: textIn(session, promptPath).replace('2026-01-20T12:00:00Z', producedAt),
  })

  it.each([
    ['2026-01-21T10:45:00Z', '2026-01-21T11:00:00Z'],
    ["'2026-01-21T10:30:00Z'", "'2026-01-21T11:00:00Z'"],
  ])('goes on with the prompt that was made for it: %s', async (producedAt, refreshed) => {
    const tree = await withPrompt(producedAt)
    const result = await give(tree, '/accept login', { ...local, at: '2026-01-21T11:00:00Z' })
    expect([localOf(result), result.codes]).toEqual([[statePath, promptPath], []])
    expect(result.tree[promptPath]).toBe(textIn(tree, promptPath).replace(producedAt, refreshed))
    expect((await diagnose(result.tree)).map(({ code }) => code)).not.toContain('NEXT_SESSION_PROMPT_INCONSISTENT')
  })

  it('goes on with no prompt of a session before it', async () => {
    const result = await give(await withPrompt('2026-01-20T12:00:00Z'), '/accept login', local)
    expect([localOf(result), result.codes]).toEqual([[statePath], ['NEXT_SESSION_PROMPT_INCONSISTENT warning']])
  })

  it('is not touched by a grant where it says so already, is absent or invalid, or for a comment', async () => {
    const failed = await handedBack('error Broken')
    expect(localOf(await give(failed, '/accept login'))).toEqual([])
    expect(localOf(await give(session, '/accept login', local))).toEqual([])
    expect(localOf(await give(sample, '/accept login', local))).toEqual([])
    const invalid = await give({ ...failed, [statePath]: '{' }, '/accept login', local)
    expect([invalid.outcome, localOf(invalid), invalid.codes]).toEqual([
      'changed',
      [],
      ['SESSION_STATE_PARSE_ERROR warning'],
    ])
  })
})

describe('/answer', () => {
  it('puts the answer after the question, and counts an attempt', async () => {
    const withQuestion = (await give(atWork, '/handback login question which hash?')).tree
    expect((await targets(withQuestion))[0]?.facts['question']).toBe('which hash?')
    const { tree } = await give(withQuestion, '/answer login "argon2id"')
    expect(text(tree)).toContain(
      '"2": { "status": "in_progress", "attempts": 2, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a", "note": "which hash? | Answer: argon2id" }',
    )
  })
})

describe('/continue', () => {
  const lines = async (tree: Tree) => (await give(tree, '/continue login')).plan.results[0]?.extra

  it('says three lines of the session state', async () => {
    expect(await lines(session)).toEqual({
      lines: [
        `Project: ${folder} – Session 2`,
        'Status: in_progress (updated 2026-01-20T12:00:00Z)',
        `Next: ${folder}/brief.md`,
      ],
    })
  })

  it('else of the run', async () => {
    expect(await lines(sample)).toEqual({
      lines: [
        `Project: ${folder} – Continue with step 2: Ask the browser`,
        'Status: in_progress (updated 2026-01-20T12:00:00Z)',
        `Next: ${folder}/brief.md`,
      ],
    })
  })

  it('makes nothing of Markdown in them', async () => {
    const odd = change(session, { [statePath]: [['"Session 2"', '"@octocat <img src=x> [a](b)\\n# c"']] })
    const [result] = (await give(odd, '/continue login')).plan.results
    expect(result?.reply.split('\n')).toEqual([
      `Project: \`${folder}\` – \`@octocat <img src=x> [a](b) # c\``,
      'Status: `in_progress` (updated `2026-01-20T12:00:00Z`)',
      `Next: \`${folder}/brief.md\``,
    ])
  })

  it('refuses a state that is invalid', async () => {
    expect(
      (await give(change(session, { [statePath]: [['"in_progress"', '"running"']] }), '/continue login')).codes,
    ).toEqual(['SESSION_STATE_INVALID_STATUS error'])
  })

  it('says that a completed one is not resumed', async () => {
    const result = await give(
      change(session, { [statePath]: [['"in_progress"', '"completed"']], [progressPath]: [...finished] }),
      '/continue login',
    )
    expect([result.outcome, result.codes]).toEqual(['unchanged', ['SESSION_STATE_NOT_RESUMABLE warning']])
  })
})
