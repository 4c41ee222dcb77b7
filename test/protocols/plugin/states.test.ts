import { describe as suite, expect, it } from 'vitest'
import { textDocument } from '../../../src/documents/text.ts'
import { configuration } from '../../../src/protocols/plugin/discovery.ts'
import { handoffOf } from '../../../src/protocols/plugin/handoff/handoff.ts'
import {
  stageOf,
  stagesOf,
  type Unit,
  determinedValuesAfter,
  firstPhase,
} from '../../../src/protocols/plugin/stages/stages.ts'
import {
  describeState,
  isPlanned,
  isSameState,
  stateOfHandoff,
  stateOfStatus,
  unitsOf,
  type Phases,
} from '../../../src/protocols/plugin/states.ts'
import { readStatus } from '../../../src/protocols/plugin/registry/values.ts'

const stages = stagesOf(configuration().parse({}))

const handoff = (...lines: string[]) => handoffOf(textDocument('x', `---\n${lines.join('\n')}\n---\n`), 'root')
const of = (stage: string, phase: string, status: string) =>
  handoff('plugin: TinyGain', `stage: ${stage}`, `phase: ${phase}`, `status: ${status}`)
const state = (stage: string, phase: string, status: string) =>
  describeState(stateOfHandoff(of(stage, phase, status), 'TinyGain', stages))

suite('the state that a handoff says', () => {
  it.each<readonly [stage: string, phase: string, status: string, state: string]>([
    ['0', 'null', 'in_progress', 'stage 0 in_progress'],
    ['1', 'null', 'complete', 'stage 1 complete'],
    ['3', '"3.10"', 'complete', 'stage 3.10 complete'],
    ['3', '3.10', 'complete', 'stage 3.10 complete'],
    ['3', '~', 'in_progress', 'stage 3 in_progress'],
    ['5', 'null', 'complete', 'stage 5 complete'],
    ['5', 'null', 'workflow_complete', 'working'],
    ['6', 'null', 'workflow_complete', 'working'],
    ['6', 'null', 'complete', 'stage 6 complete'],
    ['7', 'null', 'complete', 'unknown'],
    ['two', 'null', 'complete', 'unknown'],
    ['2', 'null', 'done', 'unknown'],
    ['2', '3', 'complete', 'unknown'],
    ['2', '"2.1"', 'complete', 'unknown'],
    ['3', '"4.1"', 'complete', 'unknown'],
    ['4', 'null', 'workflow_complete', 'unknown'],
    ['4', '"4.1"', 'workflow_complete', 'unknown'],
  ])('at stage %s, phase %s, %s', (stage, phase, status, expected) => {
    expect(state(stage, phase, status)).toBe(expected)
  })

  it('is unknown where it names another plugin, or lacks stage or status; the name itself may be missing', () => {
    const kind = (...lines: string[]) => stateOfHandoff(handoff(...lines), 'TinyGain', stages).kind
    expect(kind('plugin: tinygain', 'stage: 2', 'status: complete')).toBe('unknown')
    expect(kind('plugin: [TinyGain]', 'stage: 2', 'status: complete')).toBe('unknown')
    expect(kind('stage: 2', 'status: complete')).toBe('unit')
    expect(kind('plugin: TinyGain', 'status: complete')).toBe('unknown')
    expect(kind('plugin: TinyGain', 'stage: 2')).toBe('unknown')
    expect(kind('plugin: TinyGain', 'stage: 2', 'status: "complete')).toBe('unknown')
  })

  it('is in words what people read', () => {
    expect(describeState({ kind: 'working' }, 5)).toBe('stage 5 workflow_complete')
    expect(describeState({ kind: 'working' })).toBe('working')
    expect(describeState({ kind: 'installed' }, 5)).toBe('installed')
  })
})

suite('two states', () => {
  it('are the same by unit and status', () => {
    const unit = (unit: Unit, status: 'complete' | 'in_progress') => ({ kind: 'unit', unit, status }) as const
    expect(isSameState(unit('3.1', 'complete'), unit('3.1', 'complete'))).toBe(true)
    expect(isSameState(unit('3.1', 'complete'), unit('3', 'complete'))).toBe(false)
    expect(isSameState(unit('3', 'complete'), unit('3', 'in_progress'))).toBe(false)
    expect(isSameState({ kind: 'working' }, { kind: 'working' })).toBe(true)
    expect(isSameState({ kind: 'working' }, unit('5', 'complete'))).toBe(false)
  })
})

suite('the state that the registry says', () => {
  it.each([
    ['💡 Ideated', 'ideated'],
    ['💡 Ideated (Draft Params)', 'ideated'],
    ['🚧 Stage 3.1', 'stage 3.1 complete'],
    ['🚧 Stage 0 (soon)', 'stage 0 complete'],
    ['✅ Working', 'working'],
    ['📦 Installed', 'installed'],
    ['Installed', 'ideated'],
  ])('%s', (status, expected) => {
    expect(describeState(stateOfStatus(readStatus(status, stages)))).toBe(expected)
  })
})

suite('stage 0 is complete', () => {
  it.each<readonly [stage: string, status: string, planned: boolean]>([
    ['0', 'in_progress', false],
    ['0', 'complete', true],
    ['0', 'paused', false],
    ['1', 'in_progress', true],
    ['2', 'paused', true],
    ['5', 'workflow_complete', true],
    ['none', 'complete', false],
  ])('at stage %s, %s: %s', (stage, status, planned) => {
    expect(isPlanned(of(stage, 'null', status), stages)).toBe(planned)
  })
})

const phases = (named: readonly Unit[], phased = true): Phases => ({
  phased,
  decided: named.length > 0,
  of: (stage) => named.filter((unit) => stageOf(unit) === stage),
})

const planned = phases(['3.1', '3.2', '4.1'])
const silent = phases([])
const simple = phases([], false)

suite('the units of a way', () => {
  it('are phases before the stage that they close', () => {
    expect(unitsOf(stages, planned.of)).toEqual(['0', '2', '3.1', '3.2', '3', '4.1', '4', '5'])
    expect(unitsOf(stages, simple.of)).toEqual(['0', '2', '3', '4', '5'])
  })
})

suite('the first phase of a stage', () => {
  it.each<readonly [stage: number, phases: Phases, first: Unit | null]>([
    [3, planned, '3.1'],
    [5, planned, null],
    [3, phases(['4.1']), null],
    [3, silent, '3.1'],
    [4, silent, '4.1'],
    [2, silent, null],
    [3, simple, null],
  ])('%i', (stage, phases, first) => {
    expect(firstPhase(stage, phases, stages)).toBe(first)
  })
})

suite('what a complete unit determines', () => {
  it.each<readonly [unit: Unit, next: Unit | null, phases: Phases, action: string, phase: Unit | null]>([
    ['0', null, simple, 'invoke_foundation_shell_agent', null],
    ['1', null, simple, 'invoke_foundation_shell_agent', null],
    ['2', null, simple, 'invoke_dsp_agent', null],
    ['2', null, planned, 'invoke_dsp_agent', '3.1'],
    ['2', null, silent, 'invoke_dsp_agent', '3.1'],
    ['3.1', null, planned, 'continue_dsp_phase_3.2', '3.2'],
    ['3.1', '4.1', planned, 'continue_dsp_phase_3.2', '3.2'],
    ['3.2', null, planned, 'invoke_gui_agent', '4.1'],
    ['3.2', '3.3', planned, 'invoke_gui_agent', '4.1'],
    ['3.1', '3.2', silent, 'continue_dsp_phase_3.2', '3.2'],
    ['3.9', '3.10', silent, 'continue_dsp_phase_3.10', '3.10'],
    ['3.2', '3.1', silent, 'invoke_gui_agent', '4.1'],
    ['3.2', '3.2', silent, 'invoke_gui_agent', '4.1'],
    ['3.2', '4.1', silent, 'invoke_gui_agent', '4.1'],
    ['3.1', null, silent, 'invoke_gui_agent', '4.1'],
    ['3', null, planned, 'invoke_gui_agent', '4.1'],
    ['4.1', null, planned, 'begin_stage_5', null],
    ['4', null, simple, 'begin_stage_5', null],
    ['5', null, simple, 'install', null],
    ['6', null, simple, 'install', null],
  ])('%s, next phase %s', (unit, next, phases, action, phase) => {
    expect(determinedValuesAfter(unit, next, phases, stages)).toEqual({ action, phase })
  })
})
