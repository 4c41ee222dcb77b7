import { change, type Edits } from '../../core/example.ts'
import type { Files } from '../../core/rule.ts'
import type { Annotation } from './annotations/annotations.ts'
import type { Kind } from './files.ts'

export { change, type Edits }

/** The folder of the sample, and paths in it. */
export const folder = '.claude/projects/2026-01-20-login'
export const briefPath = `${folder}/brief.md`
export const researchPath = `${folder}/research/01-browsers.md`
export const planPath = `${folder}/plan.md`
export const progressPath = `${folder}/progress.json`
export const reviewPath = `${folder}/review.md`
export const overviewPath = `${folder}/architecture/overview.md`
export const statePath = `${folder}/.session-state.local.json`
export const promptPath = `${folder}/NEXT-SESSION-PROMPT.local.md`

/** Where the sample has its file of each kind. */
export const pathOf: Readonly<Record<Kind, string>> = {
  brief: briefPath,
  research: researchPath,
  plan: planPath,
  progress: progressPath,
  review: reviewPath,
  'session-state': statePath,
  'next-session-prompt': promptPath,
}

/** The file that a step of the plan makes. */
export const workPath = (step: number): string => `src/step${step}.ts`
const work = 'export {}\n'

/** Ids of findings. */
export const blocker = '3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f'
export const major = 'abababababababababababababababababababab'
export const minor = '1234567890123456789012345678901234567890'

const brief = `---
type: trekbrief
brief_version: "2.0"
created: 2026-01-20
task: Let people sign in with a passkey
slug: login
project_dir: ${folder}/
research_topics: 1
research_status: complete
---

# Login

## Intent

People forget passwords.

## Goal

Sign in with a passkey.

## Success Criteria

- A new device signs in within a minute.
`

const research = `---
type: trekresearch-brief
created: 2026-01-20
question: Which browsers can do it?
confidence: 0.8
dimensions: 1
---

# Browsers

## Executive Summary

All that matter.

## Dimensions

1. Desktop and phone
`

/** The manifest of a step, as written in a plan. */
export const manifestOf = (step: number): string => `- **Manifest:**
  \`\`\`yaml
  manifest:
    expected_paths: [${workPath(step)}]
    min_file_count: 1
    commit_message_pattern: "^feat\\\\(step${step}\\\\):"
    bash_syntax_check: []
    forbidden_paths: []
    must_contain: []
  \`\`\`
`

const plan = `---
plan_version: "1.7"
source_findings: [${blocker}, ${major}]
---

# Plan

## Implementation Plan

### Step 1: Store credentials

Do it.

${manifestOf(1)}
### Step 2: Ask the browser

Do it.

${manifestOf(2)}`

const progress = `{
  "schema_version": "1",
  "plan": "${planPath}",
  "plan_type": "plan",
  "plan_version": "1.7",
  "started_at": "2026-01-20T10:00:00Z",
  "updated_at": "2026-01-20T12:00:00Z",
  "mode": "execute",
  "total_steps": 2,
  "current_step": 1,
  "status": "in_progress",
  "steps": {
    "1": { "status": "completed", "attempts": 1, "error": null, "completed_at": "2026-01-20T12:00:00Z", "commit": "4f2a9c1", "manifest_audit": "pass" },
    "2": { "status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }
  }
}
`

const review = `---
type: trekreview
review_version: "1.0"
task: Let people sign in with a passkey
slug: login
project_dir: ${folder}/
brief_path: ${briefPath}
scope_sha_end: 9a8b7c6d5e4f
reviewed_files_count: 4
findings:
  - ${blocker}
  - ${major}
  - ${minor}
verdict: BLOCK
---

# Review

## Executive Summary

Not yet.

## Coverage

All of it.

## Remediation Summary

Two things.

## Findings (BLOCKER)

### ${blocker}

The key is logged.

## Findings (MAJOR)

### ${major}

No time limit.

## Findings (MINOR)

### ${minor}

A typo.
`

const state = `{
  "schema_version": 1,
  "project": "${folder}",
  "next_session_brief_path": "${briefPath}",
  "next_session_label": "Session 2",
  "status": "in_progress",
  "updated_at": "2026-01-20T12:00:00Z"
}
`

const prompt = `---
produced_by: trekendsession
produced_at: 2026-01-20T12:00:00Z
---

Go on with step 2.
`

/** A project after its first step: nothing is wrong with it. The examples of the rules are changes of it. */
export const sample: Files = {
  [briefPath]: brief,
  [researchPath]: research,
  [planPath]: plan,
  [progressPath]: progress,
  [reviewPath]: review,
  [overviewPath]: '# Overview\n\nBoxes.\n',
  [workPath(1)]: work,
  [workPath(2)]: work,
}

/** A run on a machine at work: with the session's own files, which are never committed. */
export const session: Files = { ...sample, [statePath]: state, [promptPath]: prompt }

/** A change of one text. */
const inFile =
  (path: string, files = sample) =>
  (...edits: Edits): Files =>
    change(files, { [path]: edits })
export const inBrief = inFile(briefPath)
export const inResearch = inFile(researchPath)
export const inPlan = inFile(planPath)
export const inProgress = inFile(progressPath)
export const inReview = inFile(reviewPath)
export const inState = inFile(statePath, session)
export const inPrompt = inFile(promptPath, session)

/** A text in the body of the plan, outside of the steps. */
export const aboveSteps = (text: string): Files =>
  inPlan(['## Implementation Plan', `${text}\n\nText.\n\n## Implementation Plan`])

export const linked = (path: string) => ({ head: change(session, { [path]: 'elsewhere' }), links: [path] })

/** The project without anything but some files. */
export const only = (...paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(session).filter(([path]) => paths.includes(path)))

/** A run that has ended. */
export const finished: Edits = [
  [
    '"current_step": 1,\n  "status": "in_progress"',
    '"current_step": 2,\n  "status": "completed",\n  "completed_at": "2026-01-20T12:00:00Z"',
  ],
  ['"2": { "status": "pending", "attempts": 0', '"2": { "status": "completed", "attempts": 1'],
]

/** A change of the progress file of such a run. */
export const inFinished = (...edits: Edits): Files => inProgress(...finished, ...edits)

/** Files without what any step makes. */
export const withoutWork = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => path !== workPath(1) && path !== workPath(2)))

/** An agent at work on the second step. */
export const working: Edits = [
  ['"2": { "status": "pending", "attempts": 0', '"2": { "status": "in_progress", "attempts": 1'],
]

/** The front matter and anchor of an annotation on the plan. */
export const annotation = `  - id: ANN-0001
    target_artifact: plan.md
    target_anchor: step-2
    intent: change
    comment: "retry twice, then give up"
    line: 31
`
export const digest = '7fb4d1528ea8d2bf'
export const anchor = '<!-- voyage:anchor id="ANN-0001" target="plan.md#step-2" line="31" -->\n'
const revised: Edits = [
  ['source_findings', `revision: 1\nsource_annotations:\n${annotation}annotation_digest: "${digest}"\nsource_findings`],
  ['### Step 2', `${anchor}### Step 2`],
]

/** The project with an annotation on its plan. */
export const revisedSample: Files = inPlan(...revised)
export const inRevised = (...edits: Edits): Files => change(revisedSample, { [planPath]: edits })

export const firstAnnotation: Annotation = {
  id: 'ANN-0001',
  target_artifact: 'plan.md',
  target_anchor: 'step-2',
  intent: 'change',
  comment: 'retry twice, then give up',
  line: 31,
}

/** A batch of annotations in a file of its own. */
export const batch = (text: string) => ({ head: { 'batch.json': text }, named: ['batch.json'], as: 'annotations' })

export const batchEntry =
  '{ "id": "ANN-0001", "target_anchor": "step-2", "intent": "change", "comment": "retry twice, then give up", "line": 31 }'

/** A change of the first manifest. */
export const inManifest = (from: string, to: string) => inPlan([from, to])

/** The plan with another pattern for the commits of its first step. */
export const withPattern = (text: string) => inPlan(['"^feat\\\\(step1\\\\):"', text])

/** The plan alone, as one of the version before. */
export const inOldPlan = (...edits: readonly (readonly [string, string])[]) =>
  change(only(planPath), {
    [planPath]: [
      [`source_findings: [${blocker}, ${major}]\n`, ''],
      ['plan_version: "1.7"', 'plan_version: "1.6"'],
      ...edits,
    ],
  })

/** A run that was written later, and one that begins again. */
export const laterUpdate = ['"updated_at": "2026-01-20T12:00:00Z"', '"updated_at": "2026-01-20T13:00:00Z"'] as const

export const restarted = [
  '"started_at": "2026-01-20T10:00:00Z",\n  "updated_at": "2026-01-20T12:00:00Z"',
  '"started_at": "2026-01-21T10:00:00Z",\n  "updated_at": "2026-01-21T10:00:00Z"',
] as const

export const startCommit = { sha: '1111111aaaa', subject: 'feat(step0): begin' }

export const firstCommit = { sha: '4f2a9c1bbbb', subject: 'feat(step1): store credentials' }

/** A plan that answers no review. */
export const planAlone = inPlan([`source_findings: [${blocker}, ${major}]\n`, ''])[planPath] ?? ''

/** The id of no finding. */
export const otherId = '00112233445566778899aabbccddeeff00112233'

/**
 * For documents: a repository with every file, with which nothing is wrong, and the files of it that the page of the
 * protocol shows.
 */
export const complete: Files = {
  ...session,
  'batch.json': `{ "artifact": "plan.md", "annotations": [\n  ${batchEntry}\n] }\n`,
}
export const shown: readonly string[] = [
  briefPath,
  researchPath,
  overviewPath,
  planPath,
  progressPath,
  reviewPath,
  statePath,
  promptPath,
  'batch.json',
]
