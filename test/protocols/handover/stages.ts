import type { Files } from '../../../src/core/rule.ts'
import {
  blocker,
  briefPath,
  change,
  major,
  manifestOf,
  planPath,
  researchPath,
  reviewPath,
  sample,
} from '../../../src/protocols/handover/examples.ts'

const plan = (sample[planPath] ?? '').replace(`source_findings: [${blocker}, ${major}]\n`, '')
const remediation = `---
plan_version: "1.7"
source_findings:
  - ${blocker}
  - ${major}
---

## Implementation Plan

### Step 1: Keep the key out of the log

${manifestOf(1)}
### Step 2: Limit the time

${manifestOf(2)}
### Step 3: Tell people

${manifestOf(3)}`

const files = (...paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(sample).filter(([path]) => paths.includes(path)))

/** What is written at a stage, by hand or as a comment, and the state that follows. */
export interface Stage {
  readonly about: string
  readonly state: string
  readonly make: ((before: Files) => Files) | CommentMade
}

/** A comment that changes something, and its time. */
export interface CommentMade {
  readonly at: string
  /** `sha` is that of a commit which the agent has made before. */
  readonly comment: (sha: string) => string
}

const comment = (comment: string | CommentMade['comment'], at: string): CommentMade => ({
  at,
  comment: typeof comment === 'string' ? () => comment : comment,
})

const annotations = `/revise login plan.md
\`\`\`json
{ "annotations": [{ "id": "ANN-0001", "target_anchor": "step-3", "intent": "clarify", "comment": "which people?" }] }
\`\`\``

/** The way of a task through the pipeline, and once around. */
export const stages: readonly Stage[] = [
  {
    about: 'a brief',
    make: () => change(files(briefPath), { [briefPath]: [['research_status: complete', 'research_status: pending']] }),
    state: 'research pending',
  },
  {
    about: 'research goes on',
    make: (before) => change(before, { [briefPath]: [['research_status: pending', 'research_status: in_progress']] }),
    state: 'research in_progress',
  },
  {
    about: 'research is done',
    make: (before) => ({
      ...change(before, { [briefPath]: [['research_status: in_progress', 'research_status: complete']] }),
      ...files(researchPath),
    }),
    state: 'research complete',
  },
  { about: 'a plan', make: (before) => ({ ...before, [planPath]: plan }), state: 'planned (2 steps)' },
  {
    about: 'the first step is granted',
    make: comment('/accept login', '2026-01-21T09:00:00Z'),
    state: 'step 1/2 in_progress',
  },
  {
    about: 'it is done',
    make: comment((sha) => `/handback login success --done-by ${sha} --audit pass`, '2026-01-21T10:00:00Z'),
    state: 'step 1/2 done',
  },
  {
    about: 'the second step is granted',
    make: comment('/accept login', '2026-01-21T11:00:00Z'),
    state: 'step 2/2 in_progress',
  },
  {
    about: 'the agent asks',
    make: comment('/handback login question "Which hash?"', '2026-01-21T12:00:00Z'),
    state: 'step 1/2 partial',
  },
  {
    about: 'it is answered',
    make: comment('/answer login argon2id', '2026-01-21T13:00:00Z'),
    state: 'step 2/2 in_progress',
  },
  {
    about: 'it fails',
    make: comment('/handback login error "The key does not fit"', '2026-01-21T14:00:00Z'),
    state: 'step 2/2 failed',
  },
  { about: 'it is tried again', make: comment('/accept login', '2026-01-21T15:00:00Z'), state: 'step 2/2 in_progress' },
  {
    about: 'it is done too',
    make: comment(
      (sha) => `/handback login success --audit pass-with-note --done-by ${sha} "A little slow"`,
      '2026-01-21T16:00:00Z',
    ),
    state: 'completed',
  },
  { about: 'a review with findings', make: (before) => ({ ...before, ...files(reviewPath) }), state: 'completed' },
  { about: 'a plan that answers them', make: (before) => ({ ...before, [planPath]: remediation }), state: 'completed' },
  { about: 'annotations on it', make: comment(annotations, '2026-01-22T09:00:00Z'), state: 'completed' },
  {
    about: 'a revision by hand, with its reason',
    make: (before) =>
      change(before, {
        [planPath]: [
          ['revision: 1\n', 'revision: 2\nrevision_reason: people are the users\n'],
          ['Tell people', 'Tell the users'],
        ],
      }),
    state: 'completed',
  },
  {
    about: 'a new run of it',
    make: comment('/accept login --new-run', '2026-01-22T10:00:00Z'),
    state: 'step 1/3 in_progress',
  },
]
