import type { EdgeCases } from '../../../examples-of.ts'
import {
  inHandoff,
  inProgressSample,
  phasedSample,
  sample,
  withContract,
  withStatus,
  workingSample,
} from '../../../../src/protocols/plugin/examples.ts'

const phased = (written: string) => inHandoff(phasedSample, ['phase: "3.1"', `phase: ${written}`])
const silent = withContract(phasedSample, 'plan', '# Plan\n\nComplexity: 4.0\n')
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

/** Cases at the edges of the rules of `phases.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  PLUGIN_PHASE_INVALID: {
    bad: {
      'a leading zero': phased('"3.01"'),
      'three numbers': phased('3.1.2'),
      'a word': phased('gain'),
      'null in quotes': phased('"null"'),
    },
  },
  PLUGIN_PHASE_NOT_IN_PLAN: {
    good: {
      'phases in a list where no heading has any': withContract(
        at('3.2'),
        'plan',
        '# Plan\n\nComplexity: 4.0\n\n1. **Phase 3.1** - Gain\n2. [x] Phase 3.2: Smoothing ✅\n',
      ),
    },
  },
  PLUGIN_NEXT_ACTION_UNKNOWN: { bad: { 'no name at all': nextAction('true') } },
  PLUGIN_NEXT_ACTION_MISMATCH: {
    bad: {
      'the next stage, though the plan names another phase': inHandoff(phasedSample, [
        'continue_dsp_phase_3.2',
        'invoke_gui_agent',
      ]),
      'the next stage, though the next phase is named': inHandoff(silent, [
        'continue_dsp_phase_3.2',
        'invoke_gui_agent',
      ]),
      'a stage, though everything is done': inHandoff(workingSample, [
        'next_action: install',
        'next_action: begin_stage_5',
      ]),
    },
    good: {
      'an action while work is in progress': inHandoff(inProgressSample, [
        'next_action: null',
        'next_action: invoke_dsp_agent',
      ]),
      'improvement at the end': inHandoff(workingSample, ['next_action: install', 'next_action: improve']),
      'another phase, where neither plan nor next phase says anything': inHandoff(silent, ['next_phase: "3.2"\n', '']),
    },
  },
  PLUGIN_NEXT_PHASE_INVALID: {
    bad: {
      'not the next one of the plan': nextPhase('"3.3"'),
      'null, though the plan names another phase': nextPhase('null'),
      'a number left out, where the plan is silent': inHandoff(silent, [
        '_3.2\nnext_phase: "3.2"',
        '_3.3\nnext_phase: "3.3"',
      ]),
      'the second phase of the next stage': lastPhase('"4.2"'),
      'a phase of a plugin that has none': inHandoff(sample, ['next_phase: null', 'next_phase: "3.1"']),
      'a phase, though everything is done': inHandoff(workingSample, ['next_phase: null', 'next_phase: "5.1"']),
    },
    good: {
      'the first phase of the next stage': lastPhase('"4.1"'),
      'the stage ends here, as far as a silent plan goes': inHandoff(silent, [
        'continue_dsp_phase_3.2\nnext_phase: "3.2"',
        'invoke_gui_agent\nnext_phase: null',
      ]),
      'no such key': inHandoff(phasedSample, ['next_phase: "3.2"\n', '']),
    },
  },
}
