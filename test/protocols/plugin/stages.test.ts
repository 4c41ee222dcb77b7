import { describe, expect, it } from 'vitest'
import { configuration } from '../../../src/protocols/plugin/discovery.ts'
import {
  compareUnits,
  isPhase,
  phaseNumber,
  stageOf,
  stagesOf,
  unitsIn,
} from '../../../src/protocols/plugin/stages/stages.ts'

const stages = stagesOf(configuration().parse({}))

describe('the stages of the specification', () => {
  it('are seven, of which five are gone through', () => {
    expect(stages.all.map(({ stage }) => stage)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(stages.way.map(({ stage }) => stage)).toEqual([0, 2, 3, 4, 5])
    expect(stages.last.stage).toBe(5)
  })

  it('have phases in two of them', () => {
    expect(stages.all.filter(({ phases }) => phases !== undefined).map(({ stage }) => stage)).toEqual([3, 4])
  })

  it('are found by number', () => {
    expect(stages.get(3)?.title).toBe('Audio engine')
    expect(stages.get(7)).toBeUndefined()
  })
})

describe('actions', () => {
  it.each([
    'invoke_foundation_shell_agent',
    'invoke_dsp_agent',
    'invoke_gui_agent',
    'begin_stage_5',
    'invoke_validation',
    'install',
    'improve',
    'continue_dsp_phase_3.12',
    'continue_gui_phase_4.1',
  ])('are known: %s', (action) => {
    expect(stages.knowsAction(action)).toBe(true)
  })

  it.each([
    '',
    'null',
    'begin_stage_6',
    'continue_dsp_phase',
    'continue_dsp_phase_3',
    'continue_dsp_phase_4.1',
    'continue_dsp_phase_33.1',
    'continue_dsp_phase_3.01',
    'constructor',
  ])('are not known: "%s"', (action) => {
    expect(stages.knowsAction(action)).toBe(false)
  })

  it('that are listed are all known', () => {
    expect(stages.actions.filter((action) => !stages.knowsAction(action))).toEqual([])
    expect(stages.actions).toContain('continue_gui_phase_4.1')
  })
})

describe('configured stages', () => {
  const customStages = stagesOf(
    configuration().parse({
      stages: [
        { stage: 1, title: 'Plan' },
        { stage: 3, title: 'Build', agent: 'builder', action: 'build', phases: 'build_on' },
        { stage: 7, title: 'Ship' },
        { stage: 9, title: 'Gone', tolerated: true },
      ],
    }),
  )

  it('replace those of the specification', () => {
    expect(customStages.all.map(({ stage }) => stage)).toEqual([1, 3, 7, 9])
    expect([customStages.last.stage, customStages.last.action, customStages.last.done]).toEqual([
      7,
      'begin_stage_7',
      'Ship complete',
    ])
  })

  it('bring their own actions', () => {
    expect(customStages.actions).toEqual(['build', 'begin_stage_7', 'install', 'improve', 'build_on_3.1'])
    expect(customStages.knowsAction('build_on_3.4')).toBe(true)
    expect(customStages.knowsAction('build_on_7.1')).toBe(false)
    expect(customStages.knowsAction('begin_stage_5')).toBe(false)
  })
})

describe('units', () => {
  it.each(['3.1', '0.1', '12.34', '3.10'])('are phases: %s', (text) => {
    expect(isPhase(text)).toBe(true)
  })

  it.each(['3', '3.', '.1', '3.0', '03.1', '3.01', '3.1.1', ' 3.1', '3.1\n', '-3.1', '3,1', '', '1234567890.1'])(
    'are no phases: "%s"',
    (text) => {
      expect(isPhase(text)).toBe(false)
    },
  )

  it('know their stage and number', () => {
    expect([stageOf('3'), stageOf('3.1'), stageOf('12.3')]).toEqual([3, 3, 12])
    expect([phaseNumber('3'), phaseNumber('3.1'), phaseNumber('3.10')]).toEqual([0, 1, 10])
  })

  it('are in order with the stage after its phases', () => {
    expect(['4', '3', '3.10', '4.1', '3.9', '0'].toSorted(compareUnits)).toEqual(['0', '3.9', '3.10', '3', '4.1', '4'])
  })

  it.each<readonly [text: string, units: readonly string[]]>([
    ['Stage 3', ['3']],
    ['Stage 4 Phase 4.1', ['4', '4.1']],
    ['**Stage 3.10:** done', ['3.10']],
    ['Stage 3. Phase 3.1.', ['3', '3.1']],
    ['Phase 3', []],
    ['stage 3', []],
    ['Backstage 3', []],
    ['Stage 3rd', []],
    ['Stage 3.1.2', []],
  ])('are named in a text as whole words: %s', (text, units) => {
    expect(unitsIn(text)).toEqual(units)
  })
})
