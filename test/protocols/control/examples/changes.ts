import type { EdgeCases } from '../../../examples-of.ts'
import {
  acceptPath,
  change,
  handbackPath,
  handbacks,
  inHandback,
  returnedSample,
} from '../../../../src/protocols/control/examples.ts'

const withoutHandback = change(returnedSample, { [handbackPath]: null })

/** Cases at the edges of the rules of `changes.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  HANDBACK_DELETED: {
    bad: { 'the grant goes too': { base: returnedSample, head: change(withoutHandback, { [acceptPath]: null }) } },
    good: {
      'the answer stays': {
        base: returnedSample,
        head: change(withoutHandback, { [handbackPath]: handbacks.success }),
      },
    },
  },
  HANDBACK_REWRITTEN: {
    good: {
      'an invalid one, fixed': { base: inHandback('success', ['"success"', '"done"']), head: returnedSample },
      'the first answer': {
        base: change(returnedSample, { [handbackPath]: null }),
        head: change(returnedSample, {
          [handbackPath]: handbacks.error,
          [acceptPath]: returnedSample[acceptPath] ?? '',
        }),
      },
    },
  },
}
