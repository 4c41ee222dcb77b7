import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  inMetrics,
  interruptedSample,
  metricsPath,
  sample,
  time,
} from '../../../../src/protocols/governance/examples.ts'

/** Cases at the edges of the rules of `metrics.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  GOV_METRICS_SUM: { bad: { errors: inMetrics({ errors: { total: 0, byType: { validator_fix: 1 }, recent: [] } }) } },
  GOV_METRICS_REWRITTEN: {
    bad: {
      'another beginning': { base: sample, head: inMetrics({ startedAt: time('08:01') }) },
      deleted: { base: interruptedSample, head: change(interruptedSample, { [metricsPath]: null }) },
    },
  },
}
