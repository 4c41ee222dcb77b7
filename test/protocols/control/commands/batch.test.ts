import { describe, expect, it } from 'vitest'
import {
  acceptPath,
  answerPath,
  change,
  grantedSample,
  handbackPath,
  recordPath,
  returned,
  runPath,
  sample,
  workedSample,
} from '../../../../src/protocols/control/examples.ts'
import type { SceneSetting, Tree } from '../../scene.ts'
import { give } from '../scene.ts'

async function came(tree: Tree, comment: string, setting: SceneSetting = {}) {
  const { outcome, results, changes } = (await give(tree, comment, setting)).plan
  const errors = results.flatMap(({ diagnostics }) =>
    diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
  )
  return { outcome, errors, changes, to: results.map(({ to }) => to) }
}

const block = (object: unknown) => `\n\`\`\`json\n${JSON.stringify(object)}\n\`\`\``

describe('a comment', () => {
  it('is taken as it is written, quotes and all', async () => {
    const { changes } = await came(workedSample, '/handback explore question Which "colour" is it\'s?')
    expect(String(changes.get(handbackPath))).toContain('Which \\"colour\\" is it\'s?')
    const quoted = await came(workedSample, '/handback explore question "Which colour?"')
    expect(String(quoted.changes.get(handbackPath))).toContain('"Which colour?"')
  })

  it('goes through a whole cycle and the next', async () => {
    const { outcome, to } = await came(sample, '/accept explore\n/accept explore --refresh\n/accept specify')
    expect([outcome, to]).toEqual(['changed', ['granted', 'granted', 'granted']])
  })

  it.each([
    '/accept explore\n/handback explore success',
    '/handback explore SUCCESS\n/accept explore',
    '/handback explore question Why?\n/answer explore Because',
    '/handback explore success\n/handback explore error TIMEOUT Slow',
    '/handback stage:explore success\n/accept explore@run-2026-01-20-001',
    `/accept explore\n\n/handback explore${block({ reason: 'success', description: 'Done' })}`,
  ])('that wants opposite things is refused whole: %j', async (comment) => {
    const { outcome, errors, changes } = await came(workedSample, comment)
    expect([outcome, errors, changes.size]).toEqual(['refused', ['COMMAND_CONTRADICTORY'], 0])
  })

  it('may ask what there is beside what it changes', async () => {
    const { outcome, changes } = await came(
      returned('question'),
      '/handback explore\n/answer explore Green\n/preflight explore',
    )
    expect([outcome, [...changes.keys()].toSorted()]).toEqual(['changed', [acceptPath, answerPath, handbackPath]])
  })
})

describe('outputs that contradict a success', () => {
  it('refuse it, and bind whatever it says where a team makes errors of them', async () => {
    const anyway = '/handback explore success --anyway "Too early"'
    expect(await came(grantedSample, '/handback explore success')).toMatchObject({
      outcome: 'refused',
      errors: ['EVIDENCE_MISSING'],
    })
    expect(await came(grantedSample, anyway)).toMatchObject({ outcome: 'changed', errors: [] })
    const severity = { STAGE_OUTPUT_MISSING: 'error' } as const
    const bound = await came(grantedSample, anyway, { severity })
    expect([bound.outcome, new Set(bound.errors), bound.changes.size]).toEqual([
      'refused',
      new Set(['STAGE_OUTPUT_MISSING']),
      0,
    ])
    expect(await came(grantedSample, '/handback explore question Where?', { severity })).toMatchObject({
      outcome: 'changed',
    })
  })
})

describe('the run that a change is about', () => {
  const second = runPath.replace('001', '002')
  const copy = Object.fromEntries(Object.entries(sample).map(([path, text]) => [path.replace(runPath, second), text]))
  const twoRuns = { ...sample, ...copy }
  const written = async (head: Tree, base: Tree) => [...(await came(head, '/accept explore', { base })).changes.keys()]

  it('is recognized by what it edits, adds or deletes', async () => {
    expect(await written(twoRuns, twoRuns)).toEqual([])
    expect(await written(twoRuns, sample)).toEqual([acceptPath.replace(runPath, second)])
    expect(
      await written(change(twoRuns, { [`${second}/notes.md`]: null }), { ...twoRuns, [recordPath]: '{}' }),
    ).toEqual([acceptPath])
    const deleting = change(twoRuns, { [recordPath]: null })
    expect(await written(deleting, twoRuns)).toEqual([acceptPath])
    expect(await written(change(deleting, { [recordPath.replace(runPath, second)]: '{}' }), twoRuns)).toEqual([])
  })
})
