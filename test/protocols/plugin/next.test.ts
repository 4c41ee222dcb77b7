import { describe, expect, it } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import {
  contractPath,
  inHandoff,
  inProgressSample,
  phasedSample,
  sample,
  withContract,
} from '../../../src/protocols/plugin/examples.ts'
import { diagnose } from './scene.ts'

const score = '# Plan\n\nComplexity: 4.0\n'

/**
 * What a plan may be like: of three and of two phases, of phases of the UI alone, silent; and a plugin without phases.
 */
const plugins: Readonly<Record<string, Files>> = {
  planned: withContract(
    phasedSample,
    'plan',
    `${score}\n## Phase 3.1\n## Phase 3.2\n## Phase 3.3\n## Phase 4.1\n## Phase 4.2\n`,
  ),
  'planned UI': withContract(phasedSample, 'plan', `${score}\n## Phase 4.1\n`),
  silent: withContract(phasedSample, 'plan', score),
  simple: inHandoff(
    sample,
    ['stage: 2\nphase: null', 'stage: 3\nphase: "3.1"'],
    ['invoke_dsp_agent\nnext_phase: null', 'continue_dsp_phase_3.2\nnext_phase: "3.2"'],
  ),
}

interface State {
  readonly stage: number
  readonly phase?: string
  readonly status: string
}

const read = (text: string): State => {
  const [unit = '', status = 'complete'] = text.split(' ')
  const [stage, phase] = unit.split('.')
  return { stage: Number(stage), ...(phase !== undefined && { phase: unit }), status }
}

/** The codes about what comes next. */
async function found(
  plugin: string,
  state: string,
  action: string | undefined,
  next: string | undefined,
): Promise<readonly string[]> {
  const { stage, phase = 'null', status } = read(state)
  const lines = [
    action === undefined ? '' : `next_action: ${action}\n`,
    next === undefined ? '' : `next_phase: ${next}\n`,
  ]
  const files = inHandoff(
    plugins[plugin] ?? {},
    ['stage: 3\nphase: "3.1"\nstatus: complete', `stage: ${stage}\nphase: ${phase}\nstatus: ${status}`],
    ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"\n', lines.join('')],
  )
  return (await diagnose(files)).map(({ code }) => code).filter((code) => code.startsWith('PLUGIN_NEXT_'))
}

/** State, the actions that follow besides null, the phases that may be named. */
const table: readonly (readonly [
  plugin: string,
  state: string,
  actions: readonly string[],
  phases: readonly string[],
])[] = [
  ['simple', '0', ['invoke_foundation_shell_agent'], ['null']],
  ['simple', '1', ['invoke_foundation_shell_agent'], ['null']],
  ['simple', '2', ['invoke_dsp_agent'], ['null']],
  ['simple', '3', ['invoke_gui_agent'], ['null']],
  ['simple', '4', ['begin_stage_5', 'invoke_validation'], ['null']],
  ['simple', '5', ['install', 'improve'], ['null']],
  ['simple', '5 workflow_complete', ['install', 'improve'], ['null']],
  ['simple', '6 workflow_complete', ['install', 'improve'], ['null']],
  ['planned', '2', ['invoke_dsp_agent'], ['null', '3.1']],
  ['planned', '3.1', ['continue_dsp_phase_3.2'], ['3.2']],
  ['planned', '3.2', ['continue_dsp_phase_3.3'], ['3.3']],
  ['planned', '3.3', ['invoke_gui_agent'], ['null', '4.1']],
  ['planned', '3', ['invoke_gui_agent'], ['null', '4.1']],
  ['planned', '4.1', ['continue_gui_phase_4.2'], ['4.2']],
  ['planned', '4.2', ['begin_stage_5', 'invoke_validation'], ['null']],
  ['planned', '4', ['begin_stage_5', 'invoke_validation'], ['null']],
  ['planned', '5 workflow_complete', ['install', 'improve'], ['null']],
  ['planned UI', '2', ['invoke_dsp_agent'], ['null']],
  ['planned UI', '3', ['invoke_gui_agent'], ['null', '4.1']],
  ['silent', '0', ['invoke_foundation_shell_agent'], ['null']],
  ['silent', '2', ['invoke_dsp_agent'], ['null', '3.1']],
  ['silent', '3', ['invoke_gui_agent'], ['null', '4.1']],
  ['silent', '4', ['begin_stage_5', 'invoke_validation'], ['null']],
]

const everyAction = [
  'invoke_foundation_shell_agent',
  'invoke_dsp_agent',
  'invoke_gui_agent',
  'begin_stage_5',
  'invoke_validation',
  'install',
  'improve',
  ...[1, 2, 3].flatMap((number) => [`continue_dsp_phase_3.${number}`, `continue_gui_phase_4.${number}`]),
]
const everyPhase = ['null', '2.1', '3.1', '3.2', '3.3', '3.4', '4.1', '4.2', '4.3', '5.1']

describe('what follows a complete stage or phase', () => {
  it.each(table)('%s, %s', async (plugin, state, actions, phases) => {
    const accepted: string[] = []
    for (const action of everyAction)
      if ((await found(plugin, state, action, undefined)).length === 0) accepted.push(action)
    expect(accepted).toEqual(everyAction.filter((action) => actions.includes(action)))
    expect(await found(plugin, state, 'null', undefined)).toEqual([])

    const named: string[] = []
    for (const phase of everyPhase)
      if (!(await found(plugin, state, 'null', phase)).includes('PLUGIN_NEXT_PHASE_INVALID')) named.push(phase)
    expect(named).toEqual(everyPhase.filter((phase) => phases.includes(phase)))
  })

  it('is what the handoff says where the plan is silent', async () => {
    const named: string[] = []
    for (const phase of everyPhase) if ((await found('silent', '3.1', 'null', phase)).length === 0) named.push(phase)
    expect(named).toEqual(['null', '3.2', '4.1'])
    expect(await found('silent', '3.1', 'continue_dsp_phase_3.2', '3.2')).toEqual([])
    expect(await found('silent', '3.1', 'invoke_gui_agent', '3.2')).toEqual(['PLUGIN_NEXT_ACTION_MISMATCH'])
    expect(await found('silent', '3.1', 'continue_dsp_phase_3.2', 'null')).toEqual(['PLUGIN_NEXT_ACTION_MISMATCH'])
    expect(await found('silent', '3.1', 'invoke_gui_agent', '4.1')).toEqual([])
    expect(await found('silent', '3.1', 'continue_dsp_phase_3.3', '3.3')).toEqual(['PLUGIN_NEXT_PHASE_INVALID'])
    expect(await found('silent', '4.3', 'continue_gui_phase_4.4', '"4.4"')).toEqual([])
    expect(await found('silent', '4.3', 'begin_stage_5', 'null')).toEqual([])
  })

  it('is open when a silent plan leaves it open and the handoff has nothing, or nonsense', async () => {
    for (const next of [undefined, 'soon']) {
      const about = next === undefined ? [] : ['PLUGIN_NEXT_PHASE_INVALID']
      expect(await found('silent', '3.1', 'continue_dsp_phase_3.2', next)).toEqual(about)
      expect(await found('silent', '3.1', 'invoke_gui_agent', next)).toEqual(about)
      expect(await found('silent', '3.1', 'continue_dsp_phase_3.3', next)).toEqual([
        'PLUGIN_NEXT_ACTION_MISMATCH',
        ...about,
      ])
    }
    expect(await found('planned', '3.1', 'invoke_gui_agent', undefined)).toEqual(['PLUGIN_NEXT_ACTION_MISMATCH'])
  })

  it('goes to phase ten after phase nine', async () => {
    expect(await found('silent', '3.9', 'continue_dsp_phase_3.10', '3.10')).toEqual([])
    expect(await found('silent', '3.9', 'continue_dsp_phase_3.10', '3.1')).toEqual([
      'PLUGIN_NEXT_ACTION_MISMATCH',
      'PLUGIN_NEXT_PHASE_INVALID',
    ])
  })
})

describe('while work is in progress', () => {
  it('any action that some stage knows and any phase may be named', async () => {
    for (const action of [...everyAction, 'null'])
      expect(await found('planned', '3.2 in_progress', action, undefined)).toEqual([])
    for (const phase of everyPhase) expect(await found('planned', '3.2 in_progress', undefined, phase)).toEqual([])
    expect(await found('planned', '3.2 in_progress', 'go_on', '3')).toEqual([
      'PLUGIN_NEXT_ACTION_UNKNOWN',
      'PLUGIN_NEXT_PHASE_INVALID',
    ])
  })
})

describe('of a state that is unknown', () => {
  it.each(['9', '3.1 paused', '2.1', '2 workflow_complete'])('nothing is proposed: %s', async (state) => {
    expect(await found('planned', state, 'go_on', 'soon')).toEqual([])
  })
})

describe('a next action', () => {
  it.each([
    'continue_dsp_phase_3',
    'continue_dsp_phase_3.0',
    'continue_dsp_phase_4.1',
    'continue_dsp_phase_3.1.1',
    'Install',
    '""',
    '5',
    'true',
    '[install]',
  ])('that no stage knows is unknown, and no mismatch: %s', async (action) => {
    expect(await found('planned', '3.1', action, '3.2')).toEqual(['PLUGIN_NEXT_ACTION_UNKNOWN'])
  })

  it('is one of the configured stages', async () => {
    const stages = [
      { stage: 0, title: 'Plan' },
      { stage: 2, title: 'Build', action: 'build' },
      { stage: 3, title: 'Ship', phases: 'ship_on' },
    ]
    const codes = async (action: string) =>
      (
        await diagnose(inHandoff(sample, ['next_action: invoke_dsp_agent', `next_action: ${action}`]), {
          configuration: { stages },
        })
      ).map(({ code }) => code)
    expect(await codes('begin_stage_3')).toEqual([])
    expect(await codes('build')).toEqual(['PLUGIN_NEXT_ACTION_MISMATCH'])
    expect(await codes('ship_on_3.1')).toEqual(['PLUGIN_NEXT_ACTION_MISMATCH'])
    expect(await codes('begin_stage_5')).toEqual(['PLUGIN_NEXT_ACTION_UNKNOWN'])
  })

  it('is named in the hint: the one that follows, whatever was written', async () => {
    const [slip] = await diagnose(inHandoff(sample, ['invoke_dsp_agent', 'invoke_dps_agent']))
    expect(slip?.hint).toBe('Write `next_action: invoke_dsp_agent`.')
    const [unknownAction] = await diagnose(inHandoff(sample, ['invoke_dsp_agent', 'have a rest']))
    expect(unknownAction?.hint).toBe('Write `next_action: invoke_dsp_agent`.')
    const [late] = await diagnose(inHandoff(inProgressSample, ['next_action: null', 'next_action: begin_validation']))
    expect(late?.hint).toBe('Write `next_action: null`.')
  })
})

describe('a change of the plan alone', () => {
  it('makes strict what it makes wrong', async () => {
    const path = contractPath('plan')
    const { planned = {} } = plugins
    const base = inHandoff(
      planned,
      ['phase: "3.1"', 'phase: "3.3"'],
      ['continue_dsp_phase_3.2\nnext_phase: "3.2"', 'invoke_gui_agent\nnext_phase: null'],
    )
    const head = { ...base, [path]: `${base[path]}## Phase 3.4\n` }
    const severities = (await diagnose(head, { base }))
      .filter(({ code }) => code.startsWith('PLUGIN_NEXT_'))
      .map(({ severity }) => severity)
    expect(severities).toEqual(['error', 'error'])
  })
})
