import type { EdgeCases } from '../../../examples-of.ts'
import { change, folder, sample } from '../../../../src/protocols/handover/examples.ts'

/** Cases at the edges of the rules of `research.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  ARCH_NON_CANONICAL_OVERVIEW: {
    bad: {
      '`architecture-overview.md`': change(sample, {
        [`${folder}/architecture/overview.md`]: null,
        [`${folder}/architecture/architecture-overview.md`]: '# Overview\n',
      }),
    },
  },
}
