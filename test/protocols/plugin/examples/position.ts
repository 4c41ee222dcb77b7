import type { EdgeCases } from '../../../examples-of.ts'
import { inHandoff, sample } from '../../../../src/protocols/plugin/examples.ts'

const staged = (written: string) => inHandoff(sample, ['stage: 2', `stage: ${written}`])

/** Cases at the edges of the rules of `position.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  PLUGIN_NAME_MISMATCH: {
    bad: { 'a list in place of the name': inHandoff(sample, ['plugin: TinyGain', 'plugin: [TinyGain]']) },
  },
  PLUGIN_FIELD_MISSING: {
    bad: {
      'the mode is null': inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: null']),
      'nothing after the key': inHandoff(sample, ['stage: 2', 'stage:']),
      'no complexity after stage 0': inHandoff(sample, ['complexity_score: 1.2', 'complexity_score: null']),
      'no word about phases after stage 0': inHandoff(sample, [
        'phased_implementation: false',
        'phased_implementation: ~',
      ]),
    },
  },
  PLUGIN_STAGE_INVALID: {
    bad: {
      'a decimal number': staged('2.0'),
      'a leading zero': staged('02'),
      'a negative number': staged('-2'),
      'a phase': staged('3.1'),
      'a stage that there is not': staged('7'),
      'a stage that the configuration does not have': {
        head: staged('3'),
        configuration: {
          stages: [
            { stage: 0, title: 'Plan' },
            { stage: 2, title: 'Build' },
          ],
        },
      },
    },
  },
  PLUGIN_STATUS_INVALID: { bad: { 'a number': inHandoff(sample, ['status: complete', 'status: 2']) } },
}
