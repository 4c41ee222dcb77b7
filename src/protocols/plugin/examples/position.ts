import type { RuleExamples } from '../../../core/rule.ts'
import { inHandoff, inProgressSample, phasedSample, sample, withStatus, workingSample } from '../examples.ts'

const unplanned = withStatus(
  inHandoff(
    inProgressSample,
    ['stage: 3', 'stage: 0'],
    ['complexity_score: 1.2\nphased_implementation: false', 'complexity_score: null\nphased_implementation: null'],
  ),
  '🚧 Stage 3',
  '🚧 Stage 0',
)
const staged = (written: string) => inHandoff(sample, ['stage: 2', `stage: ${written}`])
const uptoTheKnob = [
  { stage: 0, title: 'Research' },
  { stage: 3, title: 'Sound', phases: 'continue_dsp_phase' },
  { stage: 4, title: 'Looks', phases: 'continue_gui_phase' },
]

export const examples: RuleExamples = {
  PLUGIN_NAME_MISMATCH: {
    bad: {
      'the name of another plugin': inHandoff(sample, ['plugin: TinyGain', 'plugin: Amber']),
      'other capitals': inHandoff(sample, ['plugin: TinyGain', 'plugin: tinygain']),
    },
    good: { 'the name of the directory, in quotes': inHandoff(sample, ['plugin: TinyGain', 'plugin: "TinyGain"']) },
  },
  PLUGIN_FIELD_MISSING: {
    bad: {
      'no key `phase`': inHandoff(sample, ['phase: null\n', '']),
      'no day': inHandoff(sample, ['last_updated: 2026-02-02\n', '']),
    },
    good: {
      'no complexity while stage 0 is in progress': unplanned,
      'no next action, which is optional': inHandoff(sample, ['next_action: invoke_dsp_agent\nnext_phase: null\n', '']),
    },
  },
  PLUGIN_STAGE_INVALID: {
    bad: { 'a word': staged('foundation'), 'a number in quotes': staged('"2"') },
    good: {
      'a number with a comment after it': staged('2 # of five'),
      'a stage that is merely tolerated': withStatus(
        inHandoff(staged('1'), ['invoke_dsp_agent', 'invoke_foundation_shell_agent']),
        '🚧 Stage 2',
        '🚧 Stage 1',
      ),
    },
  },
  PLUGIN_STATUS_INVALID: {
    bad: {
      'a word of its own': inHandoff(sample, ['status: complete', 'status: paused']),
      'other capitals': inHandoff(sample, ['status: complete', 'status: Complete']),
    },
    good: { 'a status in quotes': inHandoff(sample, ['status: complete', "status: 'complete'"]) },
  },
  PLUGIN_STATUS_CONTRADICTION: {
    bad: {
      'all done at stage 2': inHandoff(sample, ['status: complete', 'status: workflow_complete']),
      'all done in a phase of the last stage': {
        head: inHandoff(phasedSample, [
          'stage: 3\nphase: "3.1"\nstatus: complete',
          'stage: 4\nphase: "4.1"\nstatus: workflow_complete',
        ]),
        configuration: { stages: uptoTheKnob },
      },
    },
    good: {
      'all done at stage 5': workingSample,
      'all done at stage 6, as older files say': inHandoff(workingSample, ['stage: 5', 'stage: 6']),
    },
  },
}
