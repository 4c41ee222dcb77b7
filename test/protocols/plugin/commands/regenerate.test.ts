import { describe, expect, it } from 'vitest'
import {
  change,
  contractPath,
  handoffPath,
  inHandoff,
  inRegistry,
  notesSample,
  oldHandoffPath,
  phasedSample,
  registryPath,
  sample,
  workingSample,
} from '../../../../src/protocols/plugin/examples.ts'
import { describeRefusals } from '../../matrix.ts'
import type { Tree } from '../../scene.ts'
import { found, give, target, usual, handoffOf } from '../scene.ts'
import { writings, written } from '../variants.ts'

const lost = change(sample, { [handoffPath]: null })
const broken = inHandoff(sample, ['stage: 2', 'stage: ['])
const bodyOf = (text: string) => text.slice(text.indexOf('---\n\n') + 5)
const headOf = (text: string) => text.slice(0, text.indexOf('---\n\n') + 5)

describe('/regenerate', () => {
  it('makes a lost handoff from registry, plan and contracts', async () => {
    const made = await give(lost, '/regenerate TinyGain')

    expect(made).toMatchObject({ outcome: 'changed', codes: ['CONTRACT_CHANGED warning'], changed: [handoffPath] })
    expect(made.result.reply).toBe(
      'The handoff of `TinyGain` is made again from the registry, with stage `2` as complete, though it may only have been begun.',
    )
    expect(made.result.diagnostics[0]?.message).toBe(
      'The contracts of `TinyGain` are recorded as they are now: it is unknown whether the code was built against them',
    )
    expect(handoffOf(made.tree)).toBe(
      `${headOf(handoffOf(sample)).replace('next_phase: null\n', '')}# Stage 2 Complete - Build System Ready

## Current State: Foundation Complete

_None yet._

## Completed So Far

- **Stage 0:** Research & Planning complete - Complexity 1.2
- **Stage 2:** Foundation complete - Build system operational

## Next Steps

_None yet._

## Build Artifacts

_None yet._

## Testing Checklist

_None yet._

## Context to Preserve

_None yet._
`,
    )
    expect(await found(made.tree)).toEqual([])
    expect(await give(made.tree, '/regenerate TinyGain', { at: '2026-03-01T10:00:00Z' })).toMatchObject({
      outcome: 'unchanged',
    })
  })

  it.each<[about: string, tree: Tree, state: string, keys: string]>([
    [
      'a phase',
      change(phasedSample, { [handoffPath]: null }),
      'stage 3.1 complete',
      'next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"\n',
    ],
    [
      'the end',
      change(workingSample, { [handoffPath]: null }),
      'stage 5 workflow_complete',
      'next_action: install\ncontract',
    ],
    [
      'notes',
      change(notesSample, { [handoffPath]: null }),
      'stage 2 complete',
      'next_action: invoke_dsp_agent\ncontract',
    ],
  ])('knows %s', async (_, tree, state, keys) => {
    const made = await give(tree, '/regenerate TinyGain')

    expect(await target(made.tree, 'TinyGain')).toMatchObject({ state })
    expect(handoffOf(made.tree)).toContain(keys)
    expect(await found(made.tree)).toEqual([])
  })

  it('says of a phase no more than it knows', async () => {
    const silent = change(phasedSample, { [handoffPath]: null, [contractPath('plan')]: 'Complexity: 4.0\n' })

    expect(handoffOf((await give(silent, '/regenerate TinyGain')).tree)).not.toMatch(/^next_/m)
  })

  it('takes the complexity from the option first', async () => {
    const made = handoffOf((await give(lost, '/regenerate TinyGain --complexity 3')).tree)

    expect(made).toContain('\ncomplexity_score: 3.0\nphased_implementation: true\n')
  })

  it.each<[about: string, text: string, body: string]>([
    ['that is no YAML', handoffOf(broken), bodyOf(handoffOf(sample))],
    ['that wants to be run', handoffOf(sample).replace('---', '---js'), bodyOf(handoffOf(sample))],
    ['whose stage is none', handoffOf(sample).replace('stage: 2', 'stage: two'), bodyOf(handoffOf(sample))],
    ['that does not end', handoffOf(sample).replace('\n---\n\n', '\n\n'), bodyOf(handoffOf(sample))],
    ['that is not there', `\n${bodyOf(handoffOf(sample))}`, bodyOf(handoffOf(sample))],
  ])('keeps the text after front matter %s', async (_, text, body) => {
    const made = await give({ ...sample, [handoffPath]: text }, '/regenerate TinyGain')

    expect(handoffOf(made.tree)).toBe(headOf(handoffOf(sample)).replace('next_phase: null\n', '') + body)
    expect(await found(made.tree)).toEqual([])
    expect(await give(made.tree, '/regenerate TinyGain')).toMatchObject({ outcome: 'unchanged' })
  })

  it('keeps nothing of front matter that does not end and has no text after it', async () => {
    const made = handoffOf(
      (await give({ ...sample, [handoffPath]: '---\nplugin: TinyGain\nstage: 2\n' }, '/regenerate TinyGain')).tree,
    )

    expect(made).toMatch(/^---\nplugin: TinyGain\n[^]*\n---\n\n## Current State\n/)
  })

  it('keeps the manner of the file', async () => {
    const plain = handoffOf((await give(broken, '/regenerate TinyGain')).tree)
    for (const writing of writings) {
      const made = await give({ ...broken, [handoffPath]: written(handoffOf(broken), writing) }, '/regenerate TinyGain')
      expect(handoffOf(made.tree)).toBe(written(plain, writing))
    }
  })

  it('writes it beside the plugin', async () => {
    const old = change(sample, { [handoffPath]: null, [oldHandoffPath]: handoffOf(broken) })

    expect((await give(old, '/regenerate TinyGain')).changed).toEqual([`-${oldHandoffPath}`, handoffPath])
  })
})

describeRefusals(usual, 'regenerate.messages.txt', [
  ['a handoff that can be read', sample, '/regenerate TinyGain', 'PLUGIN_HANDOFF_EXISTS'],
  [
    'a plugin that is merely ideated',
    inRegistry(lost, ['| 🚧 Stage 2 |', '| 💡 Ideated |'], ['**Status:** 🚧 Stage 2', '**Status:** 💡 Ideated']),
    '/regenerate TinyGain',
    'PLUGIN_NOT_IN_DEVELOPMENT',
  ],
  [
    'one that is installed',
    inRegistry(lost, ['| 🚧 Stage 2 |', '| 📦 Installed |'], ['**Status:** 🚧 Stage 2', '**Status:** 📦 Installed']),
    '/regenerate TinyGain',
    'PLUGIN_NOT_IN_DEVELOPMENT',
  ],
  ['no registry', change(lost, { [registryPath]: null }), '/regenerate TinyGain', 'PLUGIN_NOT_IN_DEVELOPMENT'],
  [
    'an unknown complexity',
    change(lost, { [contractPath('plan')]: null }),
    '/regenerate TinyGain',
    'PLUGIN_COMPLEXITY_REQUIRED',
  ],
  ['a complexity that is none', lost, '/regenerate TinyGain --complexity high', 'PLUGIN_OPTION_INVALID'],
  [
    'two places that contradict each other',
    inRegistry(lost, ['| 🚧 Stage 2 |', '| 🚧 Stage 3 |']),
    '/regenerate TinyGain',
    'REGISTRY_STATUS_DRIFT',
  ],
  [
    'a handoff that is not text',
    { ...sample, [handoffPath]: new Uint8Array([0]) },
    '/regenerate TinyGain',
    'PLUGIN_FILE_ENCODING',
  ],
])
