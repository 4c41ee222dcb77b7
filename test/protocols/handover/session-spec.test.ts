import { describe, expect, it } from 'vitest'
import { change, folder, inProgress, planPath } from '../../../src/protocols/handover/examples.ts'
import { codes } from '../scene.ts'
import { diagnose, give } from './scene.ts'

const specPath = `${folder}/sessions/one.md`
const run = (text: string, ...edits: readonly (readonly [string, string])[]) => ({
  ...inProgress(['"plan_type": "plan"', '"plan_type": "session-spec"'], [planPath, specPath], ...edits),
  [specPath]: text,
})

describe('a run of a session spec', () => {
  it.each(['# Session 1\n', '---\nlabel: One\n---\n\n# Session 1\n\n### Step 1: Write\n', '---\nopen\n'])(
    'goes on, whatever form the spec has: %j',
    async (text) => {
      const tree = run(text)
      expect(codes(await diagnose(tree))).toEqual([])
      const granted = await give(tree, '/accept login')
      expect(granted).toMatchObject({
        outcome: 'changed',
        result: { reply: 'Granted: step `2` of `2026-01-20-login`.' },
      })
      expect((await give(granted.tree, '/handback login success')).outcome).toBe('changed')
    },
  )

  it('has the titles of its own steps', async () => {
    const tree = run('---\nlabel: One\n---\n\n### Step 1: Read\n\n### Step 2: Write\n')
    expect((await give(tree, '/accept login')).result).toMatchObject({
      reply: 'Granted: step `2` of `2026-01-20-login`, `Write`.',
    })
  })

  it('needs one', async () => {
    const tree = change(run(''), { [specPath]: null })
    expect((await give(tree, '/accept login')).codes).toContain('PROGRESS_PLAN_NOT_FOUND error')
  })

  it('is followed by one of the plan, which has its form', async () => {
    const tree = run('# Session 1\n', ['"mode": "execute"', '"mode": "dry-run"'])
    expect((await give(change(tree, { [planPath]: '# Plan\n' }), '/accept login --new-run')).codes).toContain(
      'FM_MISSING error',
    )
  })
})
