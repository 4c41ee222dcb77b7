import type { EdgeCases } from '../../../examples-of.ts'
import { inProgress, laterUpdate } from '../../../../src/protocols/handover/examples.ts'

/** Cases at the edges of the rules of `changes.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  PROGRESS_REGRESSION: {
    bad: {
      'fewer attempts': { base: inProgress(['"attempts": 1', '"attempts": 2']), head: inProgress(laterUpdate) },
      'a time that goes back': { base: inProgress(laterUpdate), head: inProgress() },
    },
  },
}
