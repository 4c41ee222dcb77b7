import type { EdgeCases } from '../../../examples-of.ts'
import { change, nextSample, stagePath } from '../../../../src/protocols/control/examples.ts'

const nextConfig = stagePath('stage-config.yaml', 'specify')

/** Cases at the edges of the rules of `preflight.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  PREFLIGHT_PARAM_UNRESOLVED: {
    bad: {
      'a key that every object has': change(nextSample, {
        [nextConfig]: [['output_parameter: total', 'output_parameter: toString']],
      }),
    },
  },
}
