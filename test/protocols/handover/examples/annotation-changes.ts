import type { EdgeCases } from '../../../examples-of.ts'
import { inRevised, revisedSample, sample } from '../../../../src/protocols/handover/examples.ts'

/** Cases at the edges of the rules of `annotation-changes.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  ANNOTATION_REVISION_STEP: {
    bad: {
      'no annotation, and no reason': { base: revisedSample, head: inRevised(['revision: 1\n', 'revision: 2\n']) },
    },
    good: { 'the first': { base: sample, head: revisedSample } },
  },
}
