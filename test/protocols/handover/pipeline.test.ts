import { describe, expect, it } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import {
  briefPath,
  folder,
  planPath,
  progressPath,
  researchPath,
  reviewPath,
} from '../../../src/protocols/handover/examples.ts'
import { codes } from '../scene.ts'
import { diagnose, give, targets, textsOf } from './scene.ts'
import { stages, type Stage } from './stages.ts'

async function made(make: Stage['make'], before: Files): Promise<Files> {
  if (typeof make === 'function') return make(before)
  const text = make.comment('1111111')
  const result = await give(before, text, { at: make.at })
  expect([text, result.outcome, result.codes]).toEqual([text, 'changed', []])
  return textsOf(result.tree)
}

describe('the whole pipeline', () => {
  it('is valid at every stage, by itself and beside the stage before', async () => {
    let before: Files = {}
    for (const { about, make, state } of stages) {
      const now = await made(make, before)
      expect([about, codes(await diagnose(now, { mode: 'soft' }))]).toEqual([about, []])
      const errors = (await diagnose(now, { base: before })).filter(({ severity }) => severity !== 'notice')
      expect([about, codes(errors)]).toEqual([about, []])
      expect([about, (await targets(now))[0]?.state]).toEqual([about, state])
      before = now
    }
    expect(Object.keys(before).toSorted()).toEqual(
      [briefPath, planPath, progressPath, researchPath, reviewPath].toSorted(),
    )
    expect(before[planPath]).toContain('<!-- voyage:anchor id="ANN-0001" target="plan.md#step-3" -->\n### Step 3')
    expect(JSON.parse(before[progressPath] ?? '')).toMatchObject({
      plan: `${folder}/plan.md`,
      total_steps: 3,
      current_step: 0,
    })
  })
})
