import { describe, expect, it } from 'vitest'
import {
  change,
  checksumOf,
  contractPath,
  handoffPath,
  inHandoff,
  legacySample,
  sample,
} from '../../../../src/protocols/plugin/examples.ts'
import { describeRefusals } from '../../matrix.ts'
import { found, give, usual, handoffOf } from '../scene.ts'
import { writings, written } from '../variants.ts'

const texts = { plan: 'Complexity: 1.2\n', architecture: '# Other\r\n' }
const changed = change(sample, {
  [contractPath('plan')]: texts.plan,
  [contractPath('architecture')]: texts.architecture,
})
const recorded = (key: 'plan' | 'architecture') => checksumOf(sample[contractPath(key)] ?? '')
const today = (text: string) => text.replace('last_updated: 2026-02-02', 'last_updated: 2026-02-04')

describe('/checksums', () => {
  it('records the contracts as they are', async () => {
    const result = await give(changed, '/checksums TinyGain')

    expect(result).toMatchObject({ outcome: 'changed', codes: [], changed: [handoffPath] })
    expect(result.result.reply).toBe(
      'The handoff of `TinyGain` now records the present checksums of `architecture`, `plan`.',
    )
    expect(handoffOf(result.tree)).toBe(
      today(handoffOf(sample))
        .replace(recorded('plan'), checksumOf(texts.plan))
        .replace(recorded('architecture'), checksumOf(texts.architecture)),
    )
    expect(await found(result.tree)).toEqual([])
    expect(await give(result.tree, '/checksums TinyGain', { at: '2026-02-05T10:00:00Z' })).toMatchObject({
      outcome: 'unchanged',
    })
  })

  it('records only those that are named', async () => {
    const result = await give(changed, '/checksums TinyGain plan creative_brief')

    expect(handoffOf(result.tree)).toBe(today(handoffOf(sample)).replace(recorded('plan'), checksumOf(texts.plan)))
    expect(await give(changed, '/checksums TinyGain creative_brief parameter_spec')).toMatchObject({
      outcome: 'unchanged',
    })
  })

  it('records that there is no file', async () => {
    const result = await give(change(sample, { [contractPath('plan')]: null }), '/checksums TinyGain')

    expect(handoffOf(result.tree)).toBe(today(handoffOf(sample)).replace(recorded('plan'), 'null'))
    const spelled = inHandoff(change(sample, { [contractPath('plan')]: null }), [recorded('plan'), '"null"'])
    expect(await give(spelled, '/checksums TinyGain')).toMatchObject({ outcome: 'unchanged' })
  })

  const block = handoffOf(sample).slice(
    handoffOf(sample).indexOf('contract_checksums'),
    handoffOf(sample).indexOf('\n---\n\n'),
  )
  it.each([
    [
      'sha256:pending',
      `  plan: ${recorded('plan')}`,
      '  plan: sha256:pending # soon',
      `  plan: ${recorded('plan')} # soon`,
    ],
    ['quotes', recorded('plan'), "'none'", `'${recorded('plan')}'`],
    [
      'a missing key',
      `  architecture: ${recorded('architecture')}\n`,
      '',
      `  architecture: ${recorded('architecture')}\n`,
    ],
    ['an empty mapping', block, 'contract_checksums: {}', block],
    ['a text', block, 'contract_checksums: none', block],
    ['a list', block, 'contract_checksums:\n  - none', block],
    ['a mapping in braces', block, `contract_checksums: { plan: ${recorded('plan')} }`, block],
  ])('fixes %s', async (_, from, odd, mended) => {
    const tree = inHandoff(sample, [from, odd])
    const result = await give(tree, '/checksums TinyGain')

    expect(handoffOf(result.tree)).toBe(today(handoffOf(sample)).replace(from, mended))
    expect((await found(result.tree)).filter((code) => code.endsWith(' error'))).toEqual([])
  })

  it('keeps the manner of the file', async () => {
    const plain = handoffOf((await give(changed, '/checksums TinyGain')).tree)
    for (const writing of writings) {
      const result = await give(
        { ...changed, [handoffPath]: written(handoffOf(changed), writing) },
        '/checksums TinyGain',
      )
      expect(handoffOf(result.tree)).toBe(written(plain, writing))
    }
  })

  it('works whatever else is wrong', async () => {
    expect(await give(inHandoff(changed, ['status: complete', 'status: paused']), '/checksums TinyGain')).toMatchObject(
      {
        outcome: 'changed',
      },
    )
    expect(await give({ ...changed, 'PLUGINS.md': new Uint8Array([0xff]) }, '/checksums TinyGain')).toMatchObject({
      outcome: 'changed',
    })
  })

  it('follows no link', async () => {
    expect((await give(changed, '/checksums TinyGain', { links: [contractPath('plan')] })).codes).toEqual([
      'PLUGIN_FILE_SYMLINK error',
    ])
  })
})

describeRefusals(usual, 'checksums.messages.txt', [
  ['another word', sample, '/checksums TinyGain plans', 'PLUGIN_OPTION_INVALID'],
  ['no handoff', change(sample, { [handoffPath]: null }), '/checksums TinyGain', 'PLUGIN_HANDOFF_MISSING'],
  [
    'front matter that cannot be read',
    inHandoff(sample, ['stage: 2', 'stage: {']),
    '/checksums TinyGain',
    'PLUGIN_YAML_INVALID',
  ],
  ['a handoff in the old format', legacySample, '/checksums TinyGain', 'PLUGIN_LEGACY_FORMAT'],
  [
    'a handoff that is not text',
    { ...sample, [handoffPath]: new Uint8Array([0]) },
    '/checksums TinyGain',
    'PLUGIN_FILE_ENCODING',
  ],
])
