import { describe, expect, it } from 'vitest'
import {
  change,
  contractPath,
  handoffPath,
  inHandoff,
  inRegistry,
  legacySample,
  notesPath,
  notesSample,
  phasedSample,
  registryPath,
  sample,
} from '../../../../src/protocols/plugin/examples.ts'
import { describeRefusals } from '../../matrix.ts'
import { scene, type Tree } from '../../scene.ts'
import { plugin } from '../../../../src/protocols/plugin/protocol.ts'

/** On the day on which the sample was last worked on. */
const usual = scene(plugin, { at: '2026-02-02T20:00:00Z' })
const verify = (tree: Tree, options = '', setting = {}) => usual.give(tree, `/verify TinyGain${options}`, setting)

describe('/verify', () => {
  it.each([sample, notesSample])('is content where everything is recorded', async (tree) => {
    expect(await verify(tree)).toMatchObject({
      outcome: 'unchanged',
      codes: [],
      result: { reply: 'Everything of `TinyGain` is recorded.' },
    })
    expect(await verify(tree, ' --stage 2')).toMatchObject({ outcome: 'unchanged' })
  })

  it('is content where there is no second place, and no registry', async () => {
    const [table = ''] = String(sample[registryPath]).split('\n### ')

    expect(await verify({ ...sample, [registryPath]: table })).toMatchObject({ outcome: 'unchanged' })
    expect(await verify(change(sample, { [registryPath]: null }))).toMatchObject({ outcome: 'unchanged' })
  })

  it('finds a closed stage under its last phase too', async () => {
    const open = inHandoff(
      phasedSample,
      ['phase: "3.1"', 'phase: null'],
      ['continue_dsp_phase_3.2\nnext_phase: "3.2"', 'invoke_gui_agent\nnext_phase: "4.1"'],
      ['**Stage 3.1:**', '**Stage 3.2:**'],
    )
    const closed = inRegistry(
      open,
      ['| 🚧 Stage 3.1 |', '| 🚧 Stage 3 |'],
      ['**Status:** 🚧 Stage 3.1', '**Status:** 🚧 Stage 3'],
      ['(Stage 3.1):** Phase 3.1', '(Stage 3.2):** Phase 3.2'],
    )

    expect(await verify(closed)).toMatchObject({ outcome: 'unchanged' })
    expect(await verify(closed, ' --phase 3.2')).toMatchObject({ outcome: 'unchanged' })
    expect(await verify(closed, ' --phase 3.1')).toMatchObject({ codes: ['PLUGIN_STAGE_UNEXPECTED error'] })
    expect(await verify(inRegistry(closed, ['(Stage 3.2)', '(Stage 3.1)']))).toMatchObject({
      codes: ['REGISTRY_TIMELINE_MISSING error'],
    })
  })

  it('takes the day of the request', async () => {
    expect(await verify(sample, '', { at: '2026-02-03T00:00:00Z' })).toMatchObject({
      codes: ['PLUGIN_DATE_NOT_CURRENT error', 'REGISTRY_TIMELINE_MISSING error'],
    })
  })
})

describeRefusals(usual, 'verify.messages.txt', [
  ['1: no handoff', change(sample, { [handoffPath]: null }), '/verify TinyGain', 'PLUGIN_HANDOFF_MISSING'],
  [
    '2: front matter that cannot be read',
    inHandoff(sample, ['stage: 2', 'stage: [']),
    '/verify TinyGain',
    'PLUGIN_YAML_INVALID',
  ],
  ['2: no text', { ...sample, [handoffPath]: new Uint8Array([0xff]) }, '/verify TinyGain', 'PLUGIN_FILE_ENCODING'],
  [
    '3: a field of the wrong type',
    inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: "true"']),
    '/verify TinyGain',
    'PLUGIN_ORCHESTRATION_MODE',
  ],
  [
    '3: several fields, one error',
    inHandoff(
      sample,
      ['complexity_score: 1.2', 'complexity_score: 9'],
      ['phased_implementation: false', 'phased_implementation: no'],
    ),
    '/verify TinyGain',
    'PLUGIN_COMPLEXITY_INVALID',
  ],
  [
    '3: a missing key',
    inHandoff(sample, ['orchestration_mode: true\n', '']),
    '/verify TinyGain',
    'PLUGIN_FIELD_MISSING',
  ],
  ['4: another stage', sample, '/verify TinyGain --stage 3', 'PLUGIN_STAGE_UNEXPECTED'],
  ['4: a phase', sample, '/verify TinyGain --phase 3.1', 'PLUGIN_STAGE_UNEXPECTED'],
  [
    '5: work in progress',
    inHandoff(sample, ['status: complete', 'status: in_progress']),
    '/verify TinyGain',
    'PLUGIN_STATUS_UNEXPECTED',
  ],
  [
    '6: another day',
    inHandoff(sample, ['last_updated: 2026-02-02', 'last_updated: 2026-02-01']),
    '/verify TinyGain',
    'PLUGIN_DATE_NOT_CURRENT',
  ],
  ['7: the old form', legacySample, '/verify TinyGain', 'PLUGIN_LEGACY_FORMAT'],
  [
    '7: a changed contract',
    change(sample, { [contractPath('plan')]: 'Complexity: 1.2\n' }),
    '/verify TinyGain',
    'CONTRACT_MISMATCH',
  ],
  [
    '7: a checksum that is none',
    inHandoff(sample, ['plan: sha256:', 'plan: sha1:']),
    '/verify TinyGain',
    'CONTRACT_MALFORMED',
  ],
  [
    '8: a missing section',
    inHandoff(sample, ['## Build Artifacts', '## Built']),
    '/verify TinyGain',
    'PLUGIN_SECTION_MISSING',
  ],
  ['9: no row', inRegistry(sample, ['| TinyGain |', '| Amber |']), '/verify TinyGain', 'REGISTRY_ROW_MISSING'],
  ['10: no entry', inRegistry(sample, ['### TinyGain', '### Amber']), '/verify TinyGain', 'REGISTRY_ENTRY_MISSING'],
  [
    '10: no notes',
    { ...change(notesSample, { [notesPath]: null }), 'plugins/Amber/NOTES.md': '- **Current Status:** 💡 Ideated\n' },
    '/verify TinyGain',
    'REGISTRY_ENTRY_MISSING',
  ],
  [
    '9 and 10: both say something else',
    inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 0 |'], ['**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 0']),
    '/verify TinyGain',
    ['REGISTRY_STAGE_DRIFT', 'REGISTRY_STAGE_DRIFT'],
  ],
  [
    '9 and 11: one differs',
    inRegistry(sample, ['| 🚧 Stage 2 |', '| dunno |']),
    '/verify TinyGain',
    ['REGISTRY_STAGE_DRIFT', 'REGISTRY_STATUS_DRIFT'],
  ],
  [
    '11: two days',
    inRegistry(sample, ['0.1.0 | 2026-02-02', '0.1.0 | 2026-02-01']),
    '/verify TinyGain',
    'REGISTRY_DATE_DRIFT',
  ],
  [
    '12: no line in the timeline',
    inRegistry(sample, ['2026-02-02 (Stage 2)', '2026-02-02 (Stage 0)']),
    '/verify TinyGain',
    'REGISTRY_TIMELINE_MISSING',
  ],
  [
    '12: a line of another day',
    inRegistry(sample, ['2026-02-02 (Stage 2)', '2026-02-01 (Stage 2)']),
    '/verify TinyGain',
    'REGISTRY_TIMELINE_MISSING',
  ],
  [
    '13: no line of what is done',
    inHandoff(sample, ['- **Stage 2:**', '- **Step 2:**']),
    '/verify TinyGain',
    'PLUGIN_COMPLETED_MISSING',
  ],
  ['--stage two', sample, '/verify TinyGain --stage two', 'PLUGIN_OPTION_INVALID'],
  ['--phase 3', sample, '/verify TinyGain --phase 3', 'PLUGIN_OPTION_INVALID'],
  ['now', sample, '/verify TinyGain now', 'PLUGIN_OPTION_INVALID'],
  ['--day x', sample, '/verify TinyGain --day x', 'PLUGIN_OPTION_INVALID'],
])
