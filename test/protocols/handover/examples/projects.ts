import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  pathOf,
  planAlone,
  planPath,
  progressPath,
  sample,
  session,
} from '../../../../src/protocols/handover/examples.ts'

const inCapitals = (kind: 'brief' | 'review') => ({
  bad: { 'in another case': change(session, { [pathOf[kind]]: [['slug: login', 'slug: Login']] }) },
})

/** Cases at the edges of the rules of `projects.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  BRIEF_SLUG_MISMATCH: inCapitals('brief'),
  REVIEW_SLUG_MISMATCH: inCapitals('review'),
  LEGACY_PATH: {
    bad: {
      progress: { [planPath]: planAlone, '.claude/plans/.trekexecute-progress-login.json': sample[progressPath] ?? '' },
    },
  },
}
