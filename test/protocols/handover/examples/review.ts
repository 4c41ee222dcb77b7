import type { EdgeCases } from '../../../examples-of.ts'
import { blocker, briefPath, inReview, major, minor } from '../../../../src/protocols/handover/examples.ts'

/** Cases at the edges of the rules of `review.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  REVIEW_BAD_FINDINGS_TYPE: {
    bad: {
      'a text': {
        head: inReview([`findings:\n  - ${blocker}\n  - ${major}\n  - ${minor}\n`, 'findings: none\n']),
        also: ['REVIEW_FINDING_UNLISTED'],
      },
    },
  },
  REVIEW_BAD_FINDING_ID: { bad: { nothing: inReview([`  - ${minor}\n`, `  - ${minor}\n  -\n`]) } },
  REVIEW_BRIEF_NOT_FOUND: {
    good: {
      'a path of some machine': inReview([`brief_path: ${briefPath}`, 'brief_path: /home/octocat/notes/brief.md']),
    },
  },
}
