import { change, type Edits } from '../../core/example.ts'
import type { Files } from '../../core/rule.ts'
import { digestOf } from '../../documents/digest.ts'
import { contractFiles, contractKeys, type ContractKey } from './files.ts'

export { change, type Edits }

/** Paths of the sample, for examples. */
export const handoffPath = 'plugins/TinyGain/.continue-here.md'
export const oldHandoffPath = 'plugins/TinyGain/.ideas/.continue-here.md'
export const registryPath = 'PLUGINS.md'
export const notesPath = 'plugins/TinyGain/NOTES.md'
const draftPath = 'plugins/TinyGain/.ideas/parameter-spec-draft.md'
export const contractPath = (key: ContractKey): string => `plugins/TinyGain/.ideas/${contractFiles[key]}`

/** The checksum of a text, as a handoff records it. */
export const checksumOf = (text: string): string => `sha256:${digestOf(new TextEncoder().encode(text)).sha256}`

const contracts: Readonly<Record<ContractKey, string>> = {
  creative_brief: '# TinyGain\n\nOne knob that makes things louder.\n',
  parameter_spec: '# Parameters\n\n- GAIN: -60 to 12 dB, default 0\n',
  architecture: '# Architecture\n\nA smoothed multiplication.\n',
  plan: '# Plan\n\n**Complexity Score:** 1.2\n\nOne pass through every stage.\n',
}

const phasedPlan = `# Plan

**Complexity Score:** 4.0

## Phase 3.1: Gain
## Phase 3.2: Smoothing
## Phase 4.1: Knob
`

const registry = `# Plugins

| Plugin Name | Status | Version | Last Updated |
|-------------|--------|---------|--------------|
| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |

### TinyGain

**Status:** 🚧 Stage 2
**Version:** 0.1.0
**Type:** Audio Effect

**Lifecycle Timeline:**
- **2026-01-30:** Creative brief created
- **2026-02-01 (Stage 0):** Research & Planning complete - Complexity 1.2
- **2026-02-02 (Stage 2):** Foundation complete - Build system operational

**Last Updated:** 2026-02-02
`

const handoff = `---
plugin: TinyGain
stage: 2
phase: null
status: complete
last_updated: 2026-02-02
complexity_score: 1.2
phased_implementation: false
orchestration_mode: true
next_action: invoke_dsp_agent
next_phase: null
contract_checksums:
  creative_brief: ${checksumOf(contracts.creative_brief)}
  parameter_spec: ${checksumOf(contracts.parameter_spec)}
  architecture: ${checksumOf(contracts.architecture)}
  plan: ${checksumOf(contracts.plan)}
---

# Stage 2 Complete - Build System Ready

## Current State: Foundation Complete

## Completed So Far

- **Stage 0:** Research complete - DSP architecture documented
- **Stage 2:** Foundation complete - Build system operational

## Next Steps

1. Invoke dsp-agent for Stage 3

## Build Artifacts

_None yet._

## Testing Checklist

- [ ] Loads in a host

## Context to Preserve

- Keep the knob linear
`

const notes = `# TinyGain

- **Current Status:** 🚧 Stage 2
- **Version:** 0.1.0

## Lifecycle Timeline

- **2026-01-30:** Creative brief created
- **2026-02-01 (Stage 0):** Research & Planning complete - Complexity 1.2
- **2026-02-02 (Stage 2):** Foundation complete - Build system operational
`

/**
 * A simple plugin whose foundation is complete: nothing is wrong with it. The examples of the rules are changes of it.
 */
export const sample: Files = {
  [registryPath]: registry,
  [handoffPath]: handoff,
  [contractPath('creative_brief')]: contracts.creative_brief,
  [contractPath('parameter_spec')]: contracts.parameter_spec,
  [contractPath('architecture')]: contracts.architecture,
  [contractPath('plan')]: contracts.plan,
}

/** The plugin built in phases, with Phase 3.1 complete. */
export const phasedSample: Files = change(sample, {
  [contractPath('plan')]: phasedPlan,
  [handoffPath]: [
    [checksumOf(contracts.plan), checksumOf(phasedPlan)],
    ['stage: 2\nphase: null', 'stage: 3\nphase: "3.1"'],
    ['complexity_score: 1.2\nphased_implementation: false', 'complexity_score: 4.0\nphased_implementation: true'],
    ['next_action: invoke_dsp_agent\nnext_phase: null', 'next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"'],
    [
      '- **Stage 2:** Foundation complete - Build system operational\n',
      '- **Stage 2:** Foundation complete - Build system operational\n- **Stage 3.1:** Gain\n',
    ],
  ],
  [registryPath]: [
    ['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 3.1 |'],
    ['**Status:** 🚧 Stage 2', '**Status:** 🚧 Stage 3.1'],
    ['Complexity 1.2', 'Complexity 4.0'],
    [
      '- Build system operational\n',
      '- Build system operational\n- **2026-02-02 (Stage 3.1):** Phase 3.1 complete - Gain\n',
    ],
  ],
})

/** The simple plugin in the layout without entries: the second place is `NOTES.md`. */
export const notesSample: Files = change(sample, {
  [registryPath]: registry.slice(0, registry.indexOf('\n### TinyGain')),
  [notesPath]: notes,
})

/** A change of the handoff alone. */
export const inHandoff = (files: Files, ...edits: Edits): Files => change(files, { [handoffPath]: edits })

/** A change of the registry alone. */
export const inRegistry = (files: Files, ...edits: Edits): Files => change(files, { [registryPath]: edits })

/** The row and the entry of the simple plugin, for edits. */
export const sampleRow = '| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |\n'
export const sampleEntry = registry.slice(registry.indexOf('\n### TinyGain'))

/** Another status in row and entry. */
export const withStatus = (files: Files, from: string, to: string): Files =>
  change(files, {
    [registryPath]: [
      [`| TinyGain | ${from} |`, `| TinyGain | ${to} |`],
      [`**Status:** ${from}`, `**Status:** ${to}`],
    ],
  })

/** Another text of a contract, and its checksum recorded. */
export const withContract = (files: Files, key: ContractKey, text: string): Files =>
  change(files, {
    [contractPath(key)]: text,
    [handoffPath]: [[checksumOf(files[contractPath(key)] ?? ''), checksumOf(text)]],
  })

/** The simple plugin while an agent works on its audio engine. */
export const inProgressSample: Files = withStatus(
  inHandoff(
    sample,
    ['stage: 2', 'stage: 3'],
    ['status: complete', 'status: in_progress'],
    ['next_action: invoke_dsp_agent', 'next_action: null'],
  ),
  '🚧 Stage 2',
  '🚧 Stage 3',
)

/** The simple plugin at the end of its way. */
export const workingSample: Files = withStatus(
  inHandoff(
    sample,
    ['stage: 2', 'stage: 5'],
    ['status: complete', 'status: workflow_complete'],
    ['next_action: invoke_dsp_agent', 'next_action: install'],
  ),
  '🚧 Stage 2',
  '✅ Working',
)

/** The simple plugin with a handoff from before there were checksums. */
export const legacySample: Files = inHandoff(
  sample,
  ...contractKeys.map((key): Edits[number] => [`  ${key}: ${checksumOf(contracts[key])}\n`, '']),
  ['contract_checksums:\n', ''],
)

/** The simple plugin at another stage. */
export const atStage = (stage: number, status: 'in_progress' | 'complete', action: string): Files =>
  withStatus(
    inHandoff(
      sample,
      ['stage: 2', `stage: ${stage}`],
      ['status: complete', `status: ${status}`],
      ['next_action: invoke_dsp_agent', `next_action: ${action}`],
    ),
    '🚧 Stage 2',
    `🚧 Stage ${stage}`,
  )

/** A line in `Completed So Far` for a unit. */
export const withCompleted = (files: Files, unit: string): Files =>
  change(files, { [handoffPath]: [['\n## Next Steps', `- **Stage ${unit}:** Done\n\n## Next Steps`]] })

/** A line in the timeline of the entry for a unit. */
export const withTimeline = (files: Files, unit: string): Files =>
  change(files, {
    [registryPath]: [['\n**Last Updated:**', `- **2026-02-02 (Stage ${unit}):** Done\n\n**Last Updated:**`]],
  })

/** The timeline of the entry with its newest line at the top. */
export const newestFirst = (files: Files): Files => {
  const lines = (files[registryPath] ?? '').split('\n').filter((line) => line.startsWith('- **'))
  return change(files, { [registryPath]: [[lines.join('\n'), lines.toReversed().join('\n')]] })
}

/** The lines that a completed unit leaves. */
export const withTraces = (files: Files, ...units: readonly string[]): Files =>
  units.reduce((traced, unit) => withTimeline(withCompleted(traced, unit), unit), files)

/** The plugin with phases, its third stage complete. */
export const phasesDone: Files = withStatus(
  inHandoff(
    phasedSample,
    ['phase: "3.1"', 'phase: null'],
    ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: invoke_gui_agent\nnext_phase: "4.1"'],
  ),
  '🚧 Stage 3.1',
  '🚧 Stage 3',
)

/**
 * For documents: a repository with every file, with which nothing is wrong, and the files of it that the page of the
 * protocol shows.
 */
export const complete: Files = { ...sample, [draftPath]: '# Parameters\n\n- GAIN: how much?\n' }
export const shown: readonly string[] = [
  handoffPath,
  registryPath,
  notesPath,
  ...contractKeys.map(contractPath),
  draftPath,
]
/** For documents: another layout. */
export const further: Files = { ...notesSample }
