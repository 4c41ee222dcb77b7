import { describe, expect, it } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import {
  atStage,
  change,
  checksumOf,
  contractPath,
  handoffPath,
  inHandoff,
  inRegistry,
  phasedSample,
  phasesDone,
  sample,
  sampleEntry,
  sampleRow,
  withContract,
  withStatus,
  withTraces,
  workingSample,
} from '../../../src/protocols/plugin/examples.ts'
import { repository } from './way.ts'
import { diagnose } from './scene.ts'

const findingsIn = async (head: Files, base?: Files) => {
  const diagnostics = await diagnose(head, base && { base })
  return diagnostics.flatMap(({ code, severity }) => (severity === 'notice' ? [] : [code]))
}

interface Mend {
  /** What a rule finds wrong in the base. */
  readonly code: string
  readonly about: string
  readonly base: Files
  /** The base as the hint says. */
  readonly head: Files
  /** The same change where it was not wrong, or another one, and what is then found. */
  readonly neighbour: { readonly base?: Files; readonly head: Files; readonly found: string }
  /** What is found of the head all the same. */
  readonly left?: readonly string[]
}

const planOf = (...phases: readonly string[]) =>
  `# Plan\n\n**Complexity Score:** 4.0\n\n${phases.map((phase) => `## Phase ${phase}: Part\n`).join('')}`

/** The phased plugin with its phase 3.1 complete under another number, in the registry as in the handoff. */
const atPhase = (phase: string, status = 'complete', files = phasedSample) =>
  withStatus(
    inHandoff(
      files,
      ['phase: "3.1"', `phase: "${phase}"`],
      ['status: complete', `status: ${status}`],
      ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: null\nnext_phase: null'],
    ),
    '🚧 Stage 3.1',
    `🚧 Stage ${phase}`,
  )
const planned = (files: Files, ...phases: readonly string[]) => withContract(files, 'plan', planOf(...phases))
const inRow = (files: Files, from: string, to: string) =>
  inRegistry(files, [`| TinyGain | ${from} |`, `| TinyGain | ${to} |`])
const inEntry = (files: Files, from: string, to: string) =>
  inRegistry(files, [`**Status:** ${from}`, `**Status:** ${to}`])
const withoutHandoff = (files: Files) => change(files, { [handoffPath]: null })

const stage3 = withTraces(atStage(3, 'complete', 'invoke_gui_agent'), '3')
/** The handoff is a stage further than the registry. */
const furtherHandoff = withStatus(stage3, '🚧 Stage 3', '🚧 Stage 2')
const backAtStage2 = inHandoff(
  furtherHandoff,
  ['stage: 3', 'stage: 2'],
  ['next_action: invoke_gui_agent', 'next_action: invoke_dsp_agent'],
)
const installed = withStatus(workingSample, '✅ Working', '📦 Installed')
const resumed = inHandoff(
  installed,
  ['status: workflow_complete', 'status: in_progress'],
  ['next_action: install', 'next_action: null'],
)
const frontless: Files = {
  ...withStatus(sample, '🚧 Stage 2', '💡 Ideated'),
  [handoffPath]: (sample[handoffPath] ?? '').split('---\n').at(-1) ?? '',
}
const missingPlan = change(sample, { [contractPath('plan')]: null })
const planRecord = `plan: ${checksumOf(sample[contractPath('plan')] ?? '')}`
const copied = { ...sample, 'plugins/Other/.continue-here.md': sample[handoffPath] ?? '' }
const other = change(copied, { [handoffPath]: null })

const mends: readonly Mend[] = [
  {
    code: 'PLUGIN_PHASE_NOT_IN_PLAN',
    about: 'a phase of the plan',
    base: atPhase('3.9'),
    head: atPhase('3.2'),
    neighbour: { base: atPhase('3.2'), head: atPhase('3.1'), found: 'PLUGIN_TRANSITION_ILLEGAL' },
  },
  {
    code: 'PLUGIN_PHASE_NOT_IN_PLAN',
    about: 'and its status',
    base: atPhase('3.9', 'in_progress'),
    head: atPhase('3.1', 'in_progress'),
    neighbour: { head: atPhase('3.2'), found: 'PLUGIN_COMPLETED_MISSING' },
  },
  {
    code: 'PLUGIN_PHASE_NOT_IN_PLAN',
    about: 'and its stage',
    base: planned(atPhase('3.9', 'in_progress'), '3.1', '3.2', '3.3'),
    head: planned(atPhase('3.3', 'in_progress'), '3.1', '3.2', '3.3'),
    neighbour: {
      head: repository('2 p', { phased: true }),
      found: 'PLUGIN_TRANSITION_ILLEGAL',
    },
  },
  {
    code: 'PLUGIN_PHASE_NOT_IN_PLAN',
    about: 'none where the plan has none for the stage',
    base: planned(atPhase('3.9'), '4.1'),
    head: planned(
      inHandoff(withStatus(atPhase('3.9'), '🚧 Stage 3.9', '🚧 Stage 3'), ['phase: "3.9"', 'phase: null']),
      '4.1',
    ),
    neighbour: {
      base: planned(atPhase('3.1'), '3.1', '4.1'),
      head: planned(
        inHandoff(withStatus(atPhase('3.9'), '🚧 Stage 3.9', '🚧 Stage 3'), ['phase: "3.9"', 'phase: null']),
        '3.1',
        '4.1',
      ),
      found: 'PLUGIN_COMPLETED_MISSING',
    },
  },
  {
    code: 'PLUGIN_PLAN_PHASES',
    about: 'the phases are numbered one after the other',
    base: planned(atPhase('3.3'), '3.1', '3.3'),
    head: planned(atPhase('3.2'), '3.1', '3.2'),
    left: ['CONTRACT_CHANGED'],
    neighbour: {
      base: planned(atPhase('3.3'), '3.1', '3.2', '3.3'),
      head: planned(atPhase('3.2'), '3.1', '3.2', '3.3'),
      found: 'PLUGIN_TRANSITION_ILLEGAL',
    },
  },
  {
    code: 'PLUGIN_FIELD_MISSING',
    about: 'the phase that is meant',
    base: inHandoff(phasesDone, ['phase: null\n', '']),
    head: phasedSample,
    neighbour: { base: phasesDone, head: phasedSample, found: 'PLUGIN_TRANSITION_ILLEGAL' },
  },
  {
    code: 'PLUGIN_PHASED_CONTRADICTION',
    about: 'the phase goes',
    base: inHandoff(atPhase('3.1'), [
      'complexity_score: 4.0\nphased_implementation: true',
      'complexity_score: 2.0\nphased_implementation: false',
    ]),
    head: inHandoff(
      withStatus(atPhase('3.1'), '🚧 Stage 3.1', '🚧 Stage 3'),
      ['phase: "3.1"', 'phase: null'],
      ['complexity_score: 4.0\nphased_implementation: true', 'complexity_score: 2.0\nphased_implementation: false'],
    ),
    left: ['PLUGIN_PLAN_COMPLEXITY'],
    neighbour: {
      base: atPhase('3.1'),
      head: inHandoff(
        withStatus(atPhase('3.1'), '🚧 Stage 3.1', '🚧 Stage 3'),
        ['phase: "3.1"', 'phase: null'],
        ['complexity_score: 4.0\nphased_implementation: true', 'complexity_score: 2.0\nphased_implementation: false'],
      ),
      found: 'PLUGIN_COMPLETED_MISSING',
    },
  },
  {
    code: 'PLUGIN_PHASED_CONTRADICTION',
    about: 'the key is as the complexity has it',
    base: inHandoff(sample, ['phased_implementation: false', 'phased_implementation: true']),
    head: sample,
    neighbour: {
      base: inHandoff(withContract(sample, 'plan', '# Plan\n'), [
        'complexity_score: 1.2\nphased_implementation: false',
        'complexity_score: 2.5\nphased_implementation: true',
      ]),
      head: inHandoff(withContract(sample, 'plan', '# Plan\n'), [
        'complexity_score: 1.2\nphased_implementation: false',
        'complexity_score: 2.5\nphased_implementation: false',
      ]),
      found: 'PLUGIN_COMPLEXITY_CHANGED',
    },
  },
  {
    code: 'PLUGIN_PLAN_COMPLEXITY',
    about: 'the score of the plan',
    base: inHandoff(sample, ['complexity_score: 1.2', 'complexity_score: 1.9']),
    head: sample,
    neighbour: {
      head: inHandoff(sample, [
        'complexity_score: 1.2\nphased_implementation: false',
        'complexity_score: 2.5\nphased_implementation: true',
      ]),
      found: 'PLUGIN_COMPLEXITY_CHANGED',
    },
  },
  {
    code: 'PLUGIN_DATE_FUTURE',
    about: 'the date of the last change',
    base: inHandoff(sample, ['last_updated: 2026-02-02', 'last_updated: 2027-02-02']),
    head: sample,
    neighbour: {
      base: inHandoff(sample, ['last_updated: 2026-02-02', 'last_updated: 2026-02-03']),
      head: sample,
      found: 'PLUGIN_DATE_BACKWARDS',
    },
  },
  {
    code: 'PLUGIN_NEXT_ACTION_MISMATCH',
    about: 'what is recorded as complete',
    base: inHandoff(stage3, ['next_action: invoke_gui_agent', 'next_action: invoke_dsp_agent']),
    head: withTraces(sample, '3'),
    neighbour: { base: stage3, head: withTraces(sample, '3'), found: 'PLUGIN_TRANSITION_ILLEGAL' },
  },
  {
    code: 'REGISTRY_STAGE_DRIFT',
    about: 'the handoff goes back to the registry',
    base: furtherHandoff,
    head: backAtStage2,
    neighbour: {
      base: stage3,
      head: withStatus(backAtStage2, '🚧 Stage 2', '🚧 Stage 2'),
      found: 'PLUGIN_TRANSITION_ILLEGAL',
    },
  },
  {
    code: 'REGISTRY_STAGE_DRIFT',
    about: 'the handoff catches up with the registry',
    base: withStatus(sample, '🚧 Stage 2', '🚧 Stage 4'),
    head: atStage(4, 'complete', 'begin_stage_5'),
    neighbour: { base: sample, head: atStage(4, 'complete', 'begin_stage_5'), found: 'PLUGIN_STAGE_SKIPPED' },
  },
  {
    code: 'REGISTRY_STAGE_DRIFT',
    about: 'the stage of the registry is in progress',
    base: withStatus(atStage(4, 'complete', 'begin_stage_5'), '🚧 Stage 4', '🚧 Stage 3'),
    head: atStage(3, 'in_progress', 'null'),
    neighbour: {
      base: atStage(4, 'complete', 'begin_stage_5'),
      head: atStage(3, 'in_progress', 'null'),
      found: 'PLUGIN_TRANSITION_ILLEGAL',
    },
  },
  {
    code: 'REGISTRY_STATUS_DRIFT',
    about: 'the handoff goes back to one of two places',
    base: inEntry(furtherHandoff, '🚧 Stage 2', '🚧 Stage 0'),
    head: backAtStage2,
    neighbour: {
      base: inEntry(stage3, '🚧 Stage 3', '🚧 Stage 2'),
      head: backAtStage2,
      found: 'PLUGIN_TRANSITION_ILLEGAL',
    },
  },
  {
    code: 'REGISTRY_STATUS_DRIFT',
    about: 'the entry as the row has it, without a handoff',
    base: inRow(withoutHandoff(installed), '📦 Installed', '💡 Ideated'),
    head: withStatus(withoutHandoff(installed), '📦 Installed', '💡 Ideated'),
    neighbour: {
      base: withoutHandoff(installed),
      head: withStatus(withoutHandoff(installed), '📦 Installed', '💡 Ideated'),
      found: 'PLUGIN_TRANSITION_ILLEGAL',
    },
  },
  {
    code: 'REGISTRY_DUPLICATE',
    about: 'the first row goes',
    base: inRegistry(
      withoutHandoff(installed),
      [
        sampleRow.replace('🚧 Stage 2', '📦 Installed'),
        sampleRow.replace('🚧 Stage 2', '💡 Ideated') + sampleRow.replace('🚧 Stage 2', '📦 Installed'),
      ],
      [sampleEntry.replace('🚧 Stage 2', '📦 Installed'), ''],
    ),
    head: inRegistry(withoutHandoff(installed), [sampleEntry.replace('🚧 Stage 2', '📦 Installed'), '']),
    neighbour: {
      base: inRegistry(withStatus(withoutHandoff(installed), '📦 Installed', '💡 Ideated'), [
        sampleEntry.replace('🚧 Stage 2', '💡 Ideated'),
        '',
      ]),
      head: inRegistry(withoutHandoff(installed), [sampleEntry.replace('🚧 Stage 2', '📦 Installed'), '']),
      found: 'PLUGIN_STAGE_SKIPPED',
    },
  },
  {
    code: 'REGISTRY_FIELD_MISSING',
    about: 'the status is filled in',
    base: inRegistry(withStatus(withoutHandoff(installed), '📦 Installed', ''), [
      sampleEntry.replace('🚧 Stage 2', ''),
      '',
    ]),
    head: inRegistry(withoutHandoff(installed), [sampleEntry.replace('🚧 Stage 2', '📦 Installed'), '']),
    neighbour: {
      head: inRegistry(workingSample, [sampleEntry.replace('🚧 Stage 2', '✅ Working'), '']),
      found: 'PLUGIN_STAGE_SKIPPED',
    },
  },
  {
    code: 'PLUGIN_HANDOFF_MISSING',
    about: 'one whose stage is in progress',
    base: withoutHandoff(atStage(3, 'in_progress', 'null')),
    head: atStage(3, 'in_progress', 'null'),
    neighbour: { head: withStatus(sample, '🚧 Stage 2', '🚧 Stage 2'), found: 'PLUGIN_TRANSITION_ILLEGAL' },
  },
  {
    code: 'PLUGIN_STALE_HANDOFF',
    about: 'its work goes on',
    base: resumed,
    head: withStatus(resumed, '📦 Installed', '🚧 Stage 5'),
    neighbour: {
      base: installed,
      head: withStatus(resumed, '📦 Installed', '🚧 Stage 5'),
      found: 'PLUGIN_TRANSITION_ILLEGAL',
    },
  },
  {
    code: 'PLUGIN_LEGACY_FORMAT',
    about: 'it is written where the work is',
    base: frontless,
    head: sample,
    neighbour: { base: withoutHandoff(frontless), head: sample, found: 'REGISTRY_TIMELINE_MISSING' },
  },
  {
    code: 'PLUGIN_LEGACY_FORMAT',
    about: 'the work is given up',
    base: frontless,
    head: withoutHandoff(frontless),
    neighbour: { base: sample, head: withoutHandoff(sample), found: 'PLUGIN_HANDOFF_DELETED' },
  },
  {
    code: 'PLUGIN_NAME_MISMATCH',
    about: 'the handoff is put where it belongs',
    base: other,
    head: sample,
    neighbour: { head: change(other, { 'plugins/Other/.continue-here.md': null }), found: 'PLUGIN_REMOVED' },
  },
  {
    code: 'CONTRACT_FILE_MISSING',
    about: 'there is no plan',
    base: missingPlan,
    head: inHandoff(missingPlan, [planRecord, 'plan: null']),
    neighbour: {
      base: sample,
      head: inHandoff(missingPlan, [planRecord, 'plan: null']),
      found: 'CONTRACT_CHECKSUM_REMOVED',
    },
  },
  {
    code: 'CONTRACT_FILE_MISSING',
    about: 'and the key stays',
    base: missingPlan,
    head: inHandoff(missingPlan, [planRecord, 'plan: null']),
    neighbour: { head: inHandoff(missingPlan, [`  ${planRecord}\n`, '']), found: 'CONTRACT_CHECKSUM_REMOVED' },
  },
]

describe('what was wrong in base', () => {
  it.each(mends)('$code may be mended: $about', async ({ code, base, head, neighbour, left = [] }) => {
    expect(await findingsIn(base)).toContain(code)
    expect((await findingsIn(head, base)).filter((found) => !left.includes(found))).toEqual([])
    expect(await findingsIn(neighbour.head, neighbour.base ?? base)).toContain(neighbour.found)
  })
})
