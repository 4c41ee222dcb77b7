import { createHash } from 'node:crypto'

/** A plugin whose foundation is complete, in a repository in which nothing is wrong. */
export interface SamplePlugin {
  readonly name: string
  readonly about: string
  /** About how many bytes each file has at least, by its name. */
  readonly bytes?: Readonly<Record<string, number>>
}

const day = '2026-02-02'

const handoffPath = (name: string) => `plugins/${name}/.continue-here.md`
export const contractPath = (name: string, file: string): string => `plugins/${name}/.ideas/${file}`

const checksum = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`

const filling = `
### How it is heard

The signal is measured, shaped and mixed, and nothing clicks when a knob is turned.

**Parts:**
- Smoothing: each knob glides for 20 ms
- Mixing: equal power, as loud in the middle as at the ends
  - The dry path is left alone
- Metering: peak and mean, read by the UI alone

**To be tried:**
- [x] Silence in, silence out
- [x] A full scale sine does not clip
- [ ] A session is saved and opened again
- [ ] Every knob can be automated

**Takes:** an hour

`

function filled(text: string, bytes = 0): string {
  return text + filling.repeat(Math.max(0, Math.round((bytes - text.length) / filling.length)))
}

const contracts = {
  'creative-brief.md': ({ name, about }: SamplePlugin) => `# ${name}\n\n${about}\n`,
  'parameter-spec.md': ({ name }: SamplePlugin) => `# Parameters of ${name}\n\n- MIX: 0 to 100 %, default 50 %\n`,
  'architecture.md': ({ name }: SamplePlugin) => `# Architecture of ${name}\n\nInput, effect, mix, output.\n`,
  'plan.md': ({ name }: SamplePlugin) =>
    `# Plan for ${name}\n\n**Complexity Score:** 4.0\n\n## Phase 3.1: Core\n## Phase 3.2: Polish\n## Phase 4.1: Knobs\n`,
}

const handoff = (name: string, [brief, parameters, architecture, plan]: readonly string[]) => `---
plugin: ${name}
stage: 2
phase: null
status: complete
last_updated: ${day}
complexity_score: 4.0
phased_implementation: true
orchestration_mode: true
next_action: invoke_dsp_agent
next_phase: "3.1"
contract_checksums:
  creative_brief: ${brief}
  parameter_spec: ${parameters}
  architecture: ${architecture}
  plan: ${plan}
---

# Stage 2 Complete - Build System Ready

## Current State: Foundation Complete

## Completed So Far

- **Stage 0:** Research complete - DSP architecture documented
- **Stage 2:** Foundation complete - Build system operational

## Next Steps

1. Invoke dsp-agent for Stage 3 Phase 3.1

## Build Artifacts

_None yet._

## Testing Checklist

- [ ] Loads in a host

## Context to Preserve

- Complexity: 4.0
`

const row = ({ name }: SamplePlugin) => `| ${name} | 🚧 Stage 2 | 0.1.0 | ${day} |\n`

const entry = ({ name, about }: SamplePlugin) => `
### ${name}

**Status:** 🚧 Stage 2
**Version:** 0.1.0
**Type:** Audio Effect

**Description:**
${about}

**Lifecycle Timeline:**
- **2026-01-30:** Creative brief created
- **2026-02-01 (Stage 0):** Research & Planning complete - Complexity 4.0
- **${day} (Stage 2):** Foundation complete - Build system operational

**Last Updated:** ${day}
`

/** The files of one plugin, the registry left out: path → text. */
export function pluginFiles(plugin: SamplePlugin): Readonly<Record<string, string>> {
  const { name, bytes = {} } = plugin
  const texts = Object.entries(contracts).map(
    ([file, text]) => [contractPath(name, file), filled(text(plugin), bytes[file])] as const,
  )
  const state = handoff(
    name,
    texts.map(([, text]) => checksum(text)),
  )
  return { ...Object.fromEntries(texts), [handoffPath(name)]: filled(state, bytes['.continue-here.md']) }
}

/** The registry of these plugins: a row and an entry each. */
export function registry(plugins: readonly SamplePlugin[]): string {
  const head =
    '# Plugins\n\n| Plugin Name | Status | Version | Last Updated |\n|-------------|--------|---------|--------------|\n'
  return head + plugins.map(row).join('') + plugins.map(entry).join('')
}
