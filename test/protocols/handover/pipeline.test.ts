import { describe, expect, it } from 'vitest'
import { protocols } from '../../../src/entry/protocols.ts'
import {
  blocker,
  briefPath,
  change,
  folder,
  major,
  manifestOf,
  planPath,
  progressPath,
  researchPath,
  reviewPath,
  sample,
} from '../../../src/protocols/handover/examples.ts'
import { codes, comment, diagnose, targets, type Tree } from './scene.ts'

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

const files = (...paths: readonly string[]): Tree => Object.fromEntries(Object.entries(sample).filter(([path]) => paths.includes(path)))

/** What somebody writes by hand at a stage, and the state that follows. */
interface Stage {
  readonly about: string
  readonly make: (before: Tree) => Tree | Promise<Tree>
  readonly state: string
}

/** Gives a comment that must change something. */
const said = (text: string, at: string) => async (before: Tree) => {
  const given = await comment(before, text, { at })
  expect([text, given.outcome, given.codes]).toEqual([text, 'changed', []])
  return given.tree
}

const annotations = `/revise login plan.md
\`\`\`json
{ "annotations": [{ "id": "ANN-0001", "target_anchor": "step-3", "intent": "clarify", "comment": "which people?" }] }
\`\`\``

const stages: readonly Stage[] = [
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
  { about: 'the first step is granted', make: said('/accept login', '2026-01-21T09:00:00Z'), state: 'step 1/2 in_progress' },
  {
    about: 'it is done',
    make: said('/handback login success --commit 1111111 --audit pass', '2026-01-21T10:00:00Z'),
    state: 'step 1/2 done',
  },
  { about: 'the second step is granted', make: said('/accept login', '2026-01-21T11:00:00Z'), state: 'step 2/2 in_progress' },
  { about: 'the agent asks', make: said('/handback login question "Which hash?"', '2026-01-21T12:00:00Z'), state: 'step 1/2 partial' },
  { about: 'it is answered', make: said('/answer login argon2id', '2026-01-21T13:00:00Z'), state: 'step 2/2 in_progress' },
  { about: 'it fails', make: said('/handback login error "The key does not fit"', '2026-01-21T14:00:00Z'), state: 'step 2/2 failed' },
  { about: 'it is tried again', make: said('/accept login', '2026-01-21T15:00:00Z'), state: 'step 2/2 in_progress' },
  {
    about: 'it is done too',
    make: said('/handback login success --commit 2222222 --audit pass', '2026-01-21T16:00:00Z'),
    state: 'completed',
  },
  { about: 'a review with findings', make: (before) => ({ ...before, ...files(reviewPath) }), state: 'completed' },
  { about: 'a plan that answers them', make: (before) => ({ ...before, [planPath]: remediation }), state: 'completed' },
  { about: 'annotations on it', make: said(annotations, '2026-01-22T09:00:00Z'), state: 'completed' },
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
  { about: 'a new run of it', make: said('/accept login --new-run', '2026-01-22T10:00:00Z'), state: 'step 1/3 in_progress' },
]

describe('the whole pipeline', () => {
  it('is valid at every stage, by itself and beside the stage before', async () => {
    let before: Tree = {}
    for (const { about, make, state } of stages) {
      const now = await make(before)
      expect([about, codes(await diagnose(now, { mode: 'soft' }))]).toEqual([about, []])
      const errors = (await diagnose(now, { base: before })).filter(({ severity }) => severity !== 'notice')
      expect([about, codes(errors)]).toEqual([about, []])
      expect([about, (await targets(now))[0]?.state]).toEqual([about, state])
      before = now
    }
    expect(Object.keys(before).toSorted()).toEqual([briefPath, planPath, progressPath, researchPath, reviewPath].toSorted())
    expect(before[planPath]).toContain('<!-- voyage:anchor id="ANN-0001" target="plan.md#step-3" -->\n### Step 3')
    expect(JSON.parse(before[progressPath] ?? '')).toMatchObject({ plan: `${folder}/plan.md`, total_steps: 3, current_step: 0 })
  })

  it('has a broken variant for every rule', () => {
    const handover = protocols.find(({ name }) => name === 'handover')
    for (const { code, examples } of handover?.rules ?? []) expect([code, examples.bad.length > 0]).toEqual([code, true])
  })
})
