import type { Files, RuleExamples } from '../../../core/rule.ts'
import { inHandoff, inProgressSample, phasedSample, sample, withContract, withStatus } from '../examples.ts'

const phased = (written: string) => inHandoff(phasedSample, ['phase: "3.1"', `phase: ${written}`])
const silent = withContract(phasedSample, 'plan', '# Plan\n\nComplexity: 4.0\n')
const begun: Files = withStatus(
  inHandoff(
    phasedSample,
    ['phase: "3.1"\nstatus: complete', 'phase: null\nstatus: in_progress'],
    ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: null\nnext_phase: null'],
  ),
  '🚧 Stage 3.1',
  '🚧 Stage 3',
)
const at = (phase: string) =>
  withStatus(
    inHandoff(
      phasedSample,
      ['phase: "3.1"', `phase: "${phase}"`],
      ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: invoke_gui_agent\nnext_phase: null'],
    ),
    '🚧 Stage 3.1',
    `🚧 Stage ${phase}`,
  )
const nextAction = (action: string) => inHandoff(sample, ['next_action: invoke_dsp_agent', `next_action: ${action}`])
const beforeValidation = (action: string) =>
  withStatus(inHandoff(sample, ['stage: 2', 'stage: 4'], ['invoke_dsp_agent', action]), '🚧 Stage 2', '🚧 Stage 4')
const lastPhase = (nextPhase: string) =>
  withStatus(
    inHandoff(
      phasedSample,
      ['phase: "3.1"', 'phase: "3.2"'],
      ['continue_dsp_phase_3.2\nnext_phase: "3.2"', `invoke_gui_agent\nnext_phase: ${nextPhase}`],
    ),
    '🚧 Stage 3.1',
    '🚧 Stage 3.2',
  )
const nextPhase = (written: string) => inHandoff(phasedSample, ['next_phase: "3.2"', `next_phase: ${written}`])

export const examples: RuleExamples = {
  PLUGIN_PHASE_INVALID: {
    bad: { 'a number without a stage': phased('1'), 'a phase zero': phased('3.0') },
    good: {
      'a phase without quotes': phased('3.1'),
      'another way to write null': inHandoff(sample, ['phase: null', 'phase: ~']),
    },
  },
  PLUGIN_PHASE_STAGE: {
    bad: {
      'a phase of stage 4 at stage 3': inHandoff(phasedSample, ['phase: "3.1"', 'phase: "4.1"']),
      'a phase of the foundation': inHandoff(silent, ['stage: 3\nphase: "3.1"', 'stage: 2\nphase: "2.1"']),
    },
    good: { 'a phase of its stage': phasedSample },
  },
  PLUGIN_PHASE_MISSING: {
    bad: {
      'the plan names phases': begun,
      'the plan is silent, so the stage begins at 3.1': withContract(begun, 'plan', '# Plan\n\nComplexity: 4.0\n'),
    },
    good: {
      'a plugin without phases': inProgressSample,
      'the plan names phases of another stage only': withContract(
        begun,
        'plan',
        '# Plan\n\nComplexity: 4.0\n\n## Phase 4.1: Knob\n',
      ),
    },
  },
  PLUGIN_PHASE_NOT_IN_PLAN: {
    bad: {
      'a phase after the last one': at('3.3'),
      'headings name other phases than the list of estimates': withContract(
        at('3.3'),
        'plan',
        '# Plan\n\nComplexity: 4.0\n\n## Phase 3.1: Gain\n## Phase 3.2: Smoothing\n\n- Phase 3.3: two days\n',
      ),
    },
    good: {
      'a phase of the plan': at('3.2'),
      'a plan that names no phase': withContract(at('3.3'), 'plan', '# Plan\n\nComplexity: 4.0\n'),
    },
  },
  PLUGIN_NEXT_ACTION_UNKNOWN: {
    bad: {
      'a name of its own': nextAction('invoke_validation_agent'),
      'a phase of a stage that has none': nextAction('continue_dsp_phase_4.1'),
    },
    good: { null: nextAction('null'), 'a name in quotes': nextAction('"invoke_dsp_agent"') },
  },
  PLUGIN_NEXT_ACTION_MISMATCH: {
    bad: {
      'a stage left out': inHandoff(sample, ['invoke_dsp_agent', 'invoke_gui_agent']),
      'the phase that is complete': inHandoff(phasedSample, ['continue_dsp_phase_3.2', 'continue_dsp_phase_3.1']),
    },
    good: {
      null: inHandoff(sample, ['invoke_dsp_agent', 'null']),
      'the other name of the validation': beforeValidation('invoke_validation'),
    },
  },
  PLUGIN_NEXT_PHASE_INVALID: {
    bad: {
      'a number without a stage': nextPhase('2'),
      'no phase while work is in progress': inHandoff(inProgressSample, ['next_phase: null', 'next_phase: soon']),
    },
    good: { 'the next one, without quotes': nextPhase('3.2'), 'null after the last phase': lastPhase('null') },
  },
}
