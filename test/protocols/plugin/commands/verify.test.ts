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
import { pinned } from '../../pinned.ts'
import { give as plainly, type Tree } from '../scene.ts'

const give = pinned(plainly, ({ whole }) => [whole])

/** The day on which the sample was last worked on. */
const then = { at: '2026-02-02T20:00:00Z' }
const verify = (tree: Tree, options = '', setting = then) => give(tree, `/verify TinyGain${options}`, setting)

describe('/verify', () => {
  it.each([sample, notesSample])('is content where everything is recorded', async (tree) => {
    expect(await verify(tree)).toMatchObject({ outcome: 'unchanged', codes: [] })
    expect(await verify(tree, ' --stage 2')).toMatchObject({ outcome: 'unchanged' })
  })

  it('is content where there is no second place, and no registry', async () => {
    const [table = ''] = String(sample[registryPath]).split('\n### ')

    expect(await verify({ ...sample, [registryPath]: table })).toMatchObject({ outcome: 'unchanged' })
    expect(await verify(change(sample, { [registryPath]: null }))).toMatchObject({ outcome: 'unchanged' })
  })

  it.each<[about: string, tree: Tree, options: string, codes: readonly string[]]>([
    ['1: no handoff', change(sample, { [handoffPath]: null }), '', ['PLUGIN_HANDOFF_MISSING']],
    ['2: front matter that cannot be read', inHandoff(sample, ['stage: 2', 'stage: [']), '', ['PLUGIN_YAML_INVALID']],
    ['2: no text', { ...sample, [handoffPath]: new Uint8Array([0xff]) }, '', ['PLUGIN_FILE_ENCODING']],
    [
      '3: a field of the wrong type',
      inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: "true"']),
      '',
      ['PLUGIN_ORCHESTRATION_MODE'],
    ],
    [
      '3: several fields, one error',
      inHandoff(sample, ['complexity_score: 1.2', 'complexity_score: 9'], ['phased_implementation: false', 'phased_implementation: no']),
      '',
      ['PLUGIN_COMPLEXITY_INVALID'],
    ],
    ['3: a missing key', inHandoff(sample, ['orchestration_mode: true\n', '']), '', ['PLUGIN_FIELD_MISSING']],
    ['4: another stage', sample, ' --stage 3', ['PLUGIN_STAGE_UNEXPECTED']],
    ['4: a phase', sample, ' --phase 3.1', ['PLUGIN_STAGE_UNEXPECTED']],
    ['5: work in progress', inHandoff(sample, ['status: complete', 'status: in_progress']), '', ['PLUGIN_STATUS_UNEXPECTED']],
    ['6: another day', inHandoff(sample, ['last_updated: 2026-02-02', 'last_updated: 2026-02-01']), '', ['PLUGIN_DATE_NOT_CURRENT']],
    ['7: the old form', legacySample, '', ['PLUGIN_LEGACY_FORMAT']],
    ['7: a changed contract', change(sample, { [contractPath('plan')]: 'Complexity: 1.2\n' }), '', ['CONTRACT_MISMATCH']],
    ['7: a checksum that is none', inHandoff(sample, ['plan: sha256:', 'plan: sha1:']), '', ['CONTRACT_MALFORMED']],
    ['8: a missing section', inHandoff(sample, ['## Build Artifacts', '## Built']), '', ['PLUGIN_SECTION_MISSING']],
    ['9: no row', inRegistry(sample, ['| TinyGain |', '| Amber |']), '', ['REGISTRY_ROW_MISSING']],
    ['10: no entry', inRegistry(sample, ['### TinyGain', '### Amber']), '', ['REGISTRY_ENTRY_MISSING']],
    [
      '10: no notes',
      { ...change(notesSample, { [notesPath]: null }), 'plugins/Amber/NOTES.md': '- **Current Status:** 💡 Ideated\n' },
      '',
      ['REGISTRY_ENTRY_MISSING'],
    ],
    [
      '9 and 10: both say something else',
      inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 0 |'], ['**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 0']),
      '',
      ['REGISTRY_STAGE_DRIFT', 'REGISTRY_STAGE_DRIFT'],
    ],
    [
      '9 and 11: one says something else',
      inRegistry(sample, ['| 🚧 Stage 2 |', '| dunno |']),
      '',
      ['REGISTRY_STAGE_DRIFT', 'REGISTRY_STATUS_DRIFT'],
    ],
    ['11: two days', inRegistry(sample, ['0.1.0 | 2026-02-02', '0.1.0 | 2026-02-01']), '', ['REGISTRY_DATE_DRIFT']],
    [
      '12: no line in the timeline',
      inRegistry(sample, ['2026-02-02 (Stage 2)', '2026-02-02 (Stage 0)']),
      '',
      ['REGISTRY_TIMELINE_MISSING'],
    ],
    ['12: a line of another day', inRegistry(sample, ['2026-02-02 (Stage 2)', '2026-02-01 (Stage 2)']), '', ['REGISTRY_TIMELINE_MISSING']],
    ['13: no line of what is done', inHandoff(sample, ['- **Stage 2:**', '- **Step 2:**']), '', ['PLUGIN_COMPLETED_MISSING']],
  ])('finds %s', async (_, tree, options, codes) => {
    expect(await verify(tree, options)).toMatchObject({ outcome: 'refused', codes: codes.map((code) => `${code} error`), changed: [] })
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
    expect(await verify(inRegistry(closed, ['(Stage 3.2)', '(Stage 3.1)']))).toMatchObject({ codes: ['REGISTRY_TIMELINE_MISSING error'] })
  })

  it('takes the day of the request', async () => {
    expect(await verify(sample, '', { at: '2026-02-03T00:00:00Z' })).toMatchObject({
      codes: ['PLUGIN_DATE_NOT_CURRENT error', 'REGISTRY_TIMELINE_MISSING error'],
    })
  })

  it.each([' --stage two', ' --phase 3', ' now', ' --day x'])('%s is refused', async (options) => {
    expect(await verify(sample, options)).toMatchObject({ codes: ['PLUGIN_OPTION_INVALID error'] })
  })
})
