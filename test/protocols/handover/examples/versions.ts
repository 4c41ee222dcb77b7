import type { EdgeCases } from '../../../examples-of.ts'
import { change, pathOf, session } from '../../../../src/protocols/handover/examples.ts'

const hidden = (kind: 'brief' | 'plan' | 'research' | 'review', heading: string) => {
  const headed = (text: string) => change(session, { [pathOf[kind]]: [[heading, text]] })
  return {
    bad: {
      'only in a fence': headed(`\`\`\`\`md\n${heading}\n\`\`\`\``),
      'only in a comment': headed(`<!--\n${heading}\n-->`),
    },
  }
}

/** Cases at the edges of the rules of `versions.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  BRIEF_MISSING_SECTION: hidden('brief', '## Goal'),
  RESEARCH_MISSING_SECTION: hidden('research', '## Executive Summary'),
  PLAN_MISSING_SECTION: hidden('plan', '## Implementation Plan'),
  REVIEW_MISSING_SECTION: hidden('review', '## Coverage'),
}
