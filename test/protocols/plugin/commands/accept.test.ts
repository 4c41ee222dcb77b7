import { describe, expect, it } from 'vitest'
import { adviceOf } from '../../../../src/core/advice.ts'
import {
  change,
  contractPath,
  handoffPath,
  inHandoff,
  inRegistry,
  legacySample,
  notesPath,
  notesSample,
  oldHandoffPath,
  phasedSample,
  registryPath,
  sample,
  sampleEntry,
  sampleRow,
  withContract,
  withStatus,
} from '../../../../src/protocols/plugin/examples.ts'
import { describeRefusals } from '../../matrix.ts'
import type { Tree } from '../../scene.ts'
import { found, give, target, usual, handoffOf, registryOf } from '../scene.ts'
import { ideated, statesOf } from '../workflow.ts'

describe('/accept', () => {
  it('of the last stage says how it ends', async () => {
    const states = await statesOf('simple', 'entries')
    const { result } = await give(states.get('stage 4 complete') ?? {}, '/accept TinyGain')
    expect([result.to, result.work?.run]).toEqual([
      'stage 5 in_progress',
      '/handback TinyGain success|error|question "…"',
    ])
  })

  it('changes the keys, the titles and the registry, and nothing else', async () => {
    const granted = await give(sample, '/accept TinyGain')

    expect(granted).toMatchObject({ outcome: 'changed', codes: [], changed: [registryPath, handoffPath] })
    expect(handoffOf(granted.tree)).toBe(
      handoffOf(sample)
        .replace('stage: 2', 'stage: 3')
        .replace('status: complete', 'status: in_progress')
        .replace('last_updated: 2026-02-02', 'last_updated: 2026-02-04')
        .replace('next_action: invoke_dsp_agent', 'next_action: null')
        .replace('# Stage 2 Complete - Build System Ready', '# Stage 3 In Progress')
        .replace('## Current State: Foundation Complete', '## Current State: Stage 3 In Progress'),
    )
    expect(registryOf(granted.tree)).toBe(
      registryOf(sample)
        .replace(sampleRow, '| TinyGain | 🚧 Stage 3 | 0.1.0 | 2026-02-04 |\n')
        .replace('**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 3')
        .replace('**Last Updated:** 2026-02-02', '**Last Updated:** 2026-02-04'),
    )
  })

  it('quotes a phase, and leaves keys out that are not there', async () => {
    const plain = inHandoff(
      phasedSample,
      ['phase: "3.1"', 'phase: 3.1 # the first'],
      ['next_action: continue_dsp_phase_3.2\n', ''],
      ['next_phase: "3.2"\n', 'next_phase: 3.2\n'],
    )
    const granted = handoffOf((await give(plain, '/accept TinyGain')).tree)

    expect(granted).toContain('stage: 3\nphase: "3.2" # the first\nstatus: in_progress\n')
    expect(granted).toContain('orchestration_mode: true\nnext_phase: null\n')
    expect(granted).not.toContain('next_action')
  })

  it('begins with a handoff of its own', async () => {
    const granted = await give(ideated('simple', 'entries'), '/accept TinyGain')

    expect(handoffOf(granted.tree)).toBe(
      `---
plugin: TinyGain
stage: 0
phase: null
status: in_progress
last_updated: 2026-02-04
complexity_score: null
phased_implementation: null
orchestration_mode: true
${handoffOf(sample).slice(handoffOf(sample).indexOf('contract_checksums'), handoffOf(sample).indexOf('\n\n# Stage'))}

# Stage 0 In Progress

## Current State: Stage 0 In Progress

_None yet._
${['Completed So Far', 'Next Steps', 'Build Artifacts', 'Testing Checklist', 'Context to Preserve'].map((name) => `\n## ${name}\n\n_None yet._\n`).join('')}`,
    )
  })

  it('records what contracts there are', async () => {
    const granted = await give(
      change(ideated('simple', 'none'), { [contractPath('plan')]: null, [contractPath('architecture')]: null }),
      '/accept TinyGain',
    )

    expect(handoffOf(granted.tree)).toMatch(
      /\n {2}parameter_spec: sha256:[0-9a-f]{64}\n {2}architecture: null\n {2}plan: null\n---\n/,
    )
  })

  const minimalTree = (name: string): Tree => ({
    [`plugins/${name}/.ideas/plan.md`]: 'Complexity: 2\n',
    [registryPath]: '| Plugin | Status |\n|-|-|\n',
  })

  it.each(['Null', 'True', 'constructor', 'toString', 'x'])('takes a plugin called %s', async (name) => {
    const result = await give(minimalTree(name), `/accept ${name}`)

    expect(result.tree[registryPath]).toContain(`| ${name} | 🚧 Stage 0 |`)
    expect(await target(result.tree, name)).toMatchObject({ state: 'stage 0 in_progress', holder: 'agent' })
    expect(await found(result.tree)).toEqual([])
  })

  it.each(['__proto__', '.ideas', 'Lush.Verb', 'Höhenfilter'])('takes no plugin called %s', async (name) => {
    const result = await give(minimalTree(name), `/accept ${name}`)
    expect(result).toMatchObject({ outcome: 'refused', codes: ['PLUGIN_NAME_INVALID error'] })
    expect(result.result.diagnostics[0]?.message).not.toContain(`nearest name is \`${name}\``)
    expect(result.result.diagnostics[0]?.hint).toContain('Rename the directory')
  })

  it('goes from a tolerated stage to the next one that is not', async () => {
    const granted = await give(
      inHandoff(sample, ['stage: 2', 'stage: 1'], ['invoke_dsp_agent', 'invoke_foundation_shell_agent']),
      '/accept TinyGain',
    )

    expect(await target(granted.tree, 'TinyGain')).toMatchObject({ state: 'stage 2 in_progress' })
  })

  it('goes the way of the stages that are configured', async () => {
    const configuration = {
      stages: [
        { stage: 1, title: 'Idea' },
        { stage: 4, title: 'making', phases: 'go_on', agent: 'maker', action: 'make' },
        { stage: 9, title: 'End' },
      ],
    }
    let tree: Tree = ideated('phased', 'entries')
    const steps: readonly (readonly [string, string])[] = [
      ['/accept TinyGain', 'stage 1 in_progress'],
      ['/handback TinyGain success', 'stage 1 complete'],
      ['/accept TinyGain', 'stage 4.1 in_progress'],
      ['/handback TinyGain success', 'stage 4 complete'],
      ['/accept TinyGain', 'stage 9 in_progress'],
      ['/handback TinyGain success', 'stage 9 workflow_complete'],
    ]
    for (const [command, state] of steps) {
      const result = await give(tree, command, { configuration })
      expect(result).toMatchObject({ outcome: 'changed', codes: [] })
      expect(await target(result.tree, 'TinyGain', { configuration })).toMatchObject({ state })
      tree = result.tree
    }
    expect(handoffOf(tree)).toContain('# Stage 9 Complete - End\n\n## Current State: End Complete\n')
    expect(handoffOf(tree)).toContain(
      '- **Stage 1:** Idea complete - done\n- **Stage 4.1:** Knob\n- **Stage 4:** making complete - all phases done\n- **Stage 9:** End complete - done\n',
    )
  })

  it.each(['/accept TinyGain --stage 3', '/accept TinyGain --phase 3.2', '/accept TinyGain --stage=3 --phase 3.2'])(
    'goes on if that is what comes next: %s',
    async (command) => {
      expect(await give(phasedSample, command)).toMatchObject({ outcome: 'changed' })
    },
  )

  it('checks what is named even where there is nothing to do', async () => {
    const begun = (await give(phasedSample, '/accept TinyGain')).tree

    expect(await give(begun, '/accept TinyGain --stage 3')).toMatchObject({ outcome: 'unchanged' })
    expect(await give(begun, '/accept TinyGain --phase 3.2')).toMatchObject({ outcome: 'unchanged' })
    expect(await give(begun, '/accept TinyGain --phase 3.3')).toMatchObject({
      outcome: 'refused',
      codes: ['PLUGIN_STAGE_UNEXPECTED error'],
    })
  })

  it('brings a handoff in the old format into the present one', async () => {
    const old = change(legacySample, { [handoffPath]: null, [oldHandoffPath]: handoffOf(legacySample) })
    const granted = await give(old, '/accept TinyGain')

    expect(granted).toMatchObject({
      outcome: 'changed',
      codes: ['PLUGIN_MIGRATED warning'],
      changed: [`-${oldHandoffPath}`, registryPath, handoffPath],
    })
    expect(granted.result.diagnostics[0]?.message).toBe('The handoff used the old format and is migrated')
    expect(granted.tree).toEqual((await give(sample, '/accept TinyGain')).tree)
  })

  it('passes on that the registry is behind, and fixes it', async () => {
    const behind = inRegistry(
      sample,
      ['| 🚧 Stage 2 |', '| 🚧 Stage 0 |'],
      ['**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 0'],
    )
    const granted = await give(behind, '/accept TinyGain')

    expect(granted.codes).toEqual(['REGISTRY_STAGE_DRIFT warning'])
    expect(granted.tree).toEqual((await give(sample, '/accept TinyGain')).tree)
  })

  it('writes the handoff alone where there is no registry', async () => {
    const granted = await give(change(sample, { [registryPath]: null }), '/accept TinyGain')

    expect(granted).toMatchObject({ outcome: 'changed', codes: ['REGISTRY_MISSING warning'], changed: [handoffPath] })
  })

  const amberEntry = '\n### Amber\n\n**Status:** 💡 Ideated\n\n**Last Updated:** 2026-01-01\n'
  it('makes row and entry where they are missing', async () => {
    const bare = inRegistry(sample, [sampleRow, '| Amber | 💡 Ideated | - | 2026-01-01 |\n'], [sampleEntry, amberEntry])
    const granted = await give(bare, '/accept TinyGain')

    expect(registryOf(granted.tree)).toBe(
      registryOf(bare)
        .replace('2026-01-01 |\n', '2026-01-01 |\n| TinyGain | 🚧 Stage 3 | - | 2026-02-04 |\n')
        .concat(
          '\n### TinyGain\n\n**Status:** 🚧 Stage 3\n\n**Lifecycle Timeline:**\n\n**Last Updated:** 2026-02-04\n',
        ),
    )
    expect(await found(granted.tree)).not.toContain('REGISTRY_ENTRY_MISSING error')
  })

  it('makes notes where they are missing', async () => {
    const amber = { 'plugins/Amber/NOTES.md': '- **Current Status:** 💡 Ideated\n', 'plugins/Amber/.ideas/plan.md': '' }
    const granted = await give({ ...change(notesSample, { [notesPath]: null }), ...amber }, '/accept TinyGain')

    expect(granted.tree[notesPath]).toBe(
      '# TinyGain\n\n- **Current Status:** 🚧 Stage 3\n- **Version:** 0.1.0\n\n## Lifecycle Timeline\n',
    )
  })

  it.each(['.ideas/mockups/v1.html', 'Source/dsp/gain.cpp', 'README.md'])(
    'begins a plugin that has a row and nothing but %s',
    async (path) => {
      const listed = inRegistry(sample, [sampleRow, `${sampleRow}| Amber | 💡 Ideated | - | 2026-01-30 |\n`])
      const granted = await give({ ...listed, [`plugins/Amber/${path}`]: 'x' }, '/accept Amber')

      expect(granted).toMatchObject({ outcome: 'changed', codes: [] })
      expect(await target(granted.tree, 'Amber')).toMatchObject({ holder: 'agent', state: 'stage 0 in_progress' })
    },
  )

  it('drops a handback that is not its own, whatever it looks like', async () => {
    const odd = inHandoff(sample, ['\n---\n\n#', '\nhandback: later\n---\n\n#'])
    const granted = await give(odd, '/accept TinyGain')

    expect(handoffOf(granted.tree)).not.toContain('handback')
    expect(await target(granted.tree, 'TinyGain')).toMatchObject({ holder: 'agent' })
  })

  it('is refused for a link in place of a file', async () => {
    for (const path of [handoffPath, registryPath, contractPath('plan')]) {
      const result = await give(sample, '/accept TinyGain', { links: [path] })
      expect(result.outcome).toBe('refused')
      expect(result.codes).toContain('PLUGIN_FILE_SYMLINK error')
    }
  })

  it('is refused for a file that is too large to be read', async () => {
    expect(await give(sample, '/accept TinyGain', { limit: 500 })).toMatchObject({
      outcome: 'refused',
      codes: ['PLUGIN_FILE_TOO_LARGE error'],
    })
  })

  it('does not mind changed contracts while it is planned, and other findings at all', async () => {
    const planning = (await give(ideated('simple', 'entries'), '/accept TinyGain')).tree
    const returned = (await give(planning, '/handback TinyGain question Which one?')).tree
    const changed = { ...returned, [contractPath('plan')]: 'Complexity: 2.0\n' }

    expect(await give(changed, '/accept TinyGain --anyway')).toMatchObject({ outcome: 'changed' })
    expect(
      await give(
        inHandoff(sample, ['2026-02-02', 'soon'], ['orchestration_mode: true', 'orchestration_mode: maybe']),
        '/accept TinyGain',
      ),
    ).toMatchObject({ outcome: 'changed' })
  })

  it('shows what to do instead at the end', async () => {
    const hintsOf = async (tree: Tree) =>
      (await give(tree, '/accept TinyGain')).result.diagnostics.map((diagnostic) => adviceOf(diagnostic).fix)
    const end = inHandoff(sample, ['stage: 2', 'stage: 5'], ['invoke_dsp_agent', 'install'])

    expect(await hintsOf(end)).toEqual(['/handback TinyGain success'])
    const completedTree = inHandoff(end, ['status: complete', 'status: workflow_complete'])
    expect(await hintsOf(completedTree)).toEqual(['/sync TinyGain --from handoff'])
    expect(await hintsOf(withStatus(completedTree, '🚧 Stage 2', '✅ Working'))).toEqual(['/install TinyGain'])
    expect(
      await hintsOf(
        inRegistry(
          change(sample, { [handoffPath]: null }),
          ['| 🚧 Stage 2 |', '| 📦 Installed |'],
          ['**Status:** 🚧 Stage 2', '**Status:** 📦 Installed'],
        ),
      ),
    ).toEqual([undefined])
  })
})

describeRefusals(usual, 'accept.messages.txt', [
  ['no target is named', sample, '/accept', 'PLUGIN_OPTION_INVALID'],
  ['a name that is none', sample, '/accept Tiny.Gain', 'PLUGIN_NAME_INVALID'],
  ['an unknown plugin', sample, '/accept Amber', 'PLUGIN_UNKNOWN'],
  [
    'a plugin of which there is only a row',
    inRegistry(sample, [sampleRow, `${sampleRow}| Amber | 💡 Ideated | - | - |\n`]),
    '/accept Amber',
    'PLUGIN_UNKNOWN',
  ],
  [
    'a directory that nothing makes a plugin',
    { ...sample, 'plugins/Amber/Source/gain.cpp': 'int main() {}\n' },
    '/accept Amber',
    'PLUGIN_UNKNOWN',
  ],
  ['a word too many', sample, '/accept TinyGain now', 'PLUGIN_OPTION_INVALID'],
  ['a stage that is not a number', sample, '/accept TinyGain --stage two', 'PLUGIN_OPTION_INVALID'],
  ['a phase that is none', sample, '/accept TinyGain --phase 3.0', 'PLUGIN_OPTION_INVALID'],
  ['a phase of another stage', sample, '/accept TinyGain --stage 2 --phase 3.1', 'PLUGIN_OPTION_INVALID'],
  ['another option', sample, '/accept TinyGain --force yes', 'PLUGIN_OPTION_INVALID'],
  ['another stage than the next', sample, '/accept TinyGain --stage 2', 'PLUGIN_STAGE_UNEXPECTED'],
  ['a phase where there is none', sample, '/accept TinyGain --phase 3.1', 'PLUGIN_STAGE_UNEXPECTED'],
  [
    'row and entry that contradict each other',
    inRegistry(sample, ['| 🚧 Stage 2 |', '| ✅ Working |']),
    '/accept TinyGain',
    'REGISTRY_STATUS_DRIFT',
  ],
  [
    'a contract that was changed',
    change(sample, { [contractPath('architecture')]: 'Other.\n' }),
    '/accept TinyGain',
    'CONTRACT_MISMATCH',
  ],
  [
    'a contract that is gone',
    change(sample, { [contractPath('plan')]: null }),
    '/accept TinyGain',
    'CONTRACT_FILE_MISSING',
  ],
  [
    'a checksum that is none',
    inHandoff(sample, ['plan: sha256:', 'plan: SHA256:']),
    '/accept TinyGain',
    'CONTRACT_MALFORMED',
  ],
  [
    'a phase that the plan does not know',
    inHandoff(phasedSample, ['phase: "3.1"', 'phase: "3.7"']),
    '/accept TinyGain',
    'PLUGIN_PHASE_NOT_IN_PLAN',
  ],
  ['two rows', inRegistry(sample, [sampleRow, sampleRow + sampleRow]), '/accept TinyGain', 'REGISTRY_DUPLICATE'],
  ['a lost handoff', change(sample, { [handoffPath]: null }), '/accept TinyGain', 'PLUGIN_HANDOFF_MISSING'],
  [
    'front matter that cannot be read',
    inHandoff(sample, ['stage: 2', 'stage: [']),
    '/accept TinyGain',
    'PLUGIN_YAML_INVALID',
  ],
  [
    'front matter that wants to be run',
    inHandoff(sample, ['---\nplugin', '---js\nplugin']),
    '/accept TinyGain',
    'PLUGIN_YAML_INVALID',
  ],
  [
    'the handoff of another plugin',
    inHandoff(sample, ['plugin: TinyGain', 'plugin: Amber']),
    '/accept TinyGain',
    'PLUGIN_NAME_MISMATCH',
  ],
  ['a stage that is none', inHandoff(sample, ['stage: 2', 'stage: "2"']), '/accept TinyGain', 'PLUGIN_STAGE_INVALID'],
  [
    'a status that is none',
    inHandoff(sample, ['status: complete', 'status: paused']),
    '/accept TinyGain',
    'PLUGIN_STATUS_INVALID',
  ],
  [
    'a status too early',
    inHandoff(sample, ['status: complete', 'status: workflow_complete']),
    '/accept TinyGain',
    'PLUGIN_STATUS_CONTRADICTION',
  ],
  ['no status', inHandoff(sample, ['status: complete\n', '']), '/accept TinyGain', 'PLUGIN_FIELD_MISSING'],
  [
    'a phase that is not a phase',
    inHandoff(sample, ['phase: null', 'phase: first']),
    '/accept TinyGain',
    'PLUGIN_PHASE_INVALID',
  ],
  [
    'a phase of another stage in the handoff',
    inHandoff(sample, ['phase: null', 'phase: "3.1"']),
    '/accept TinyGain',
    'PLUGIN_PHASE_STAGE',
  ],
  [
    'a handoff that is not text',
    { ...sample, [handoffPath]: new Uint8Array([0x2d, 0x2d, 0x2d, 0]) },
    '/accept TinyGain',
    'PLUGIN_FILE_ENCODING',
  ],
  [
    'a registry that is not text',
    { ...sample, [registryPath]: new Uint8Array([0xff]) },
    '/accept TinyGain',
    'PLUGIN_FILE_ENCODING',
  ],
  [
    'a phase after which nothing is known',
    inHandoff(withContract(phasedSample, 'plan', 'Complexity: 4.0\n'), ['next_phase: "3.2"\n', '']),
    '/accept TinyGain',
    'PLUGIN_NEXT_PHASE_UNKNOWN',
  ],
  [
    'several reasons',
    inRegistry(change(sample, { [contractPath('architecture')]: 'Other.\n' }), ['| 🚧 Stage 2 |', '| ✅ Working |']),
    '/accept TinyGain --stage 4',
    ['PLUGIN_STAGE_UNEXPECTED', 'CONTRACT_MISMATCH', 'REGISTRY_STATUS_DRIFT'],
  ],
])
