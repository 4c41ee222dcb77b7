import {
  anchor,
  annotation,
  change,
  digest,
  finished,
  inBrief,
  inPlan,
  inProgress,
  inResearch,
  inRevised,
  planPath,
  progressPath,
  revisedSample,
  sample,
  working,
} from '../examples.ts'
import { annotationDigest, type Annotation } from '../reading/annotations.ts'
import type { Told } from './rule.ts'

const later = ['"updated_at": "2026-01-20T12:00:00Z"', '"updated_at": "2026-01-20T13:00:00Z"'] as const
/** Another text of the progress file. */
const run = (...edits: readonly (readonly [string, string])[]) => inProgress(...edits)
const before = run()
const anew = [
  '"started_at": "2026-01-20T10:00:00Z",\n  "updated_at": "2026-01-20T12:00:00Z"',
  '"started_at": "2026-01-21T10:00:00Z",\n  "updated_at": "2026-01-21T10:00:00Z"',
] as const

const first: Annotation = {
  id: 'ANN-0001',
  target_artifact: 'plan.md',
  target_anchor: 'step-2',
  intent: 'change',
  comment: 'retry twice, then give up',
  line: 31,
}
const second: Annotation = { id: 'ANN-0002', target_artifact: 'plan.md', target_anchor: 'step-1', intent: 'risk' }
const secondText = '  - id: ANN-0002\n    target_artifact: plan.md\n    target_anchor: step-1\n    intent: risk\n'
/** A second annotation, with its digest. */
const another = (revision: number) =>
  inRevised(
    [annotation, annotation + secondText],
    [digest, annotationDigest([first, second])],
    ['revision: 1\n', `revision: ${revision}\n`],
  )

/** Rules about base and head (handover protocol, section 6). */
export const changeRules = {
  BRIEF_ILLEGAL_TRANSITION: {
    summary: '`research_status` moved where it may not: back from `in_progress` or `complete`, or from `complete` to `skipped`.',
    why: 'What was done is not undone by a word.',
    repair: 'Bring the status back; with more topics, `complete` may become `pending`.',
    get examples() {
      return {
        bad: [
          { about: 'complete, then pending', base: sample, head: inBrief(['status: complete', 'status: pending']) },
          { about: 'complete, then skipped', base: sample, head: inBrief(['status: complete', 'status: skipped\nbrief_quality: partial']) },
        ],
        good: [
          { about: 'begun and finished in one change', base: inBrief(['status: complete', 'status: pending']), head: sample },
          {
            about: 'more topics',
            base: sample,
            head: inBrief(['status: complete', 'status: pending'], ['research_topics: 1', 'research_topics: 2']),
          },
        ],
      }
    },
  },
  RESEARCH_REWRITTEN: {
    summary: 'A research brief has other content than before.',
    why: 'Research is written once and read once; a plan may be built upon the old text.',
    repair: 'Nothing has to be done; new research is better written in a new file.',
    get examples() {
      return {
        bad: [{ about: 'another confidence', base: sample, head: inResearch(['0.8', '0.9']) }],
        good: [{ about: 'as before', base: sample, head: sample }],
      }
    },
  },
  PLAN_VERSION_DOWNGRADE: {
    summary: '`plan_version` is lower than before.',
    why: 'An older version asks for less: its checks would be got rid of.',
    repair: 'Bring the version back.',
    get examples() {
      return {
        bad: [
          {
            about: 'the version without manifests',
            base: sample,
            head: change(sample, {
              [planPath]: [['"1.7"', '"1.6"']],
              [progressPath]: [['"plan_version": "1.7"', '"plan_version": "1.6"']],
            }),
            also: ['PLAN_VERSION_MISMATCH', 'PROGRESS_NOT_BUMPED'],
          },
        ],
        good: [{ about: 'the same with other quotes', base: sample, head: inPlan(['"1.7"', '1.7']) }],
      }
    },
  },
  PLAN_COMPLETED_STEP_CHANGED: {
    summary: 'A step that is recorded as completed has another heading or manifest, while the run goes on.',
    why: 'What was done and audited is no longer what the plan says.',
    repair: 'Add a new step for what is to be done again.',
    get examples() {
      return {
        bad: [{ about: 'another title', base: sample, head: inPlan(['Store credentials', 'Keep credentials']) }],
        good: [{ about: 'a step to come', base: sample, head: inPlan(['Ask the browser', 'Ask the phone']) }],
      }
    },
  },
  PROGRESS_REGRESSION: {
    summary: 'Of the same run, `current_step`, a count of attempts or a time went down, or a completed step is no longer so.',
    why: 'Somebody wrote an old state over a newer one.',
    repair: 'Bring the newer state back.',
    get examples() {
      return {
        bad: [
          { about: 'a completed step reopened', base: before, head: run(later, ['"status": "completed"', '"status": "failed"']) },
          {
            about: 'a step back',
            base: run(['"current_step": 1', '"current_step": 2'], ...working),
            head: run(later, ['"2": { "status": "pending", "attempts": 0', '"2": { "status": "failed", "attempts": 1']),
          },
          { about: 'fewer attempts', base: run(['"attempts": 1', '"attempts": 2']), head: run(later) },
          { about: 'a time that goes back', base: run(later), head: before },
        ],
        good: [
          {
            about: 'a new run',
            base: run(...finished),
            head: run(
              anew,
              [
                '"status": "completed", "attempts": 1, "error": null, "completed_at": "2026-01-20T12:00:00Z", "commit": "4f2a9c1"',
                '"status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null',
              ],
              ['"current_step": 1', '"current_step": 0'],
            ),
          },
        ],
      }
    },
  },
  PROGRESS_ILLEGAL_TRANSITION: {
    summary: 'Of the same run, `status` moved where it may not: back to `pending`, or away from `completed`.',
    why: 'What was begun stays begun, and what is done stays done.',
    repair: '`/accept SLUG --new-run` begins a new run.',
    get examples() {
      return {
        bad: [
          {
            about: 'completed, then in progress',
            base: run(...finished),
            head: run(...finished, later, ['"status": "completed",\n  "completed_at": "2026-01-20T12:00:00Z"', '"status": "in_progress"']),
          },
          {
            about: 'failed, then completed and back',
            base: run(...finished),
            head: run(...finished, later, ['"status": "completed",\n  "completed_at": "2026-01-20T12:00:00Z"', '"status": "partial"']),
          },
        ],
        good: [{ about: 'failed, then in progress', base: run(['"status": "in_progress"', '"status": "failed"']), head: run(later) }],
      }
    },
  },
  PROGRESS_NOT_BUMPED: {
    summary: 'Of the same run, something changed, and `updated_at` did not.',
    why: 'Nobody can tell which of two states is the newer.',
    repair: 'Write the time of the change.',
    get examples() {
      return {
        bad: [{ about: 'a note', base: before, head: run(['"manifest_audit": "pass"', '"manifest_audit": "pass", "note": "slow"']) }],
        good: [{ about: 'only white space', base: before, head: run(['"current_step": 1', '"current_step":  1']) }],
      }
    },
  },
  PROGRESS_COMMIT_CHANGED: {
    summary: 'Of the same run, the commit of a completed step is another one.',
    why: 'It is the proof of the step.',
    repair: 'After a squash merge that is right; otherwise bring it back.',
    get examples() {
      return {
        bad: [{ about: 'another SHA', base: before, head: run(later, ['4f2a9c1', '5a5a5a5']) }],
        good: [{ about: 'one where there was none', base: run(['"commit": "4f2a9c1"', '"commit": null']), head: run(later) }],
      }
    },
  },
  PROGRESS_RESTARTED: {
    summary: 'A new run took the place of one that was in progress.',
    why: 'What was done in it is no longer recorded.',
    repair: 'Finish a run, or hand it back, before another begins.',
    get examples() {
      return {
        bad: [{ about: 'begun a day later', base: before, head: run(anew) }],
        good: [{ about: 'after a failed run', base: run(['"status": "in_progress"', '"status": "failed"']), head: run(anew) }],
      }
    },
  },
  PROGRESS_DELETED: {
    summary: 'The progress file was deleted while the run was in progress, and the project remains.',
    why: 'The next session would begin from the first step.',
    repair: 'Bring it back.',
    get examples() {
      return {
        bad: [{ about: 'deleted', base: before, head: change(before, { [progressPath]: null }) }],
        good: [{ about: 'after the run', base: run(...finished), head: change(before, { [progressPath]: null }) }],
      }
    },
  },
  ANNOTATION_REVISION_STEP: {
    summary: 'The revision did not rise by one for each batch, or rose without annotations and without a new reason.',
    why: 'The trail of revisions has a gap.',
    repair: 'One annotation: one more; several: up to as many; none: one more with a new `revision_reason`.',
    get examples() {
      return {
        bad: [
          { about: 'an annotation without a new revision', base: revisedSample, head: another(1) },
          { about: 'two at once', base: revisedSample, head: another(3) },
          { about: 'no annotation, and no reason', base: revisedSample, head: inRevised(['revision: 1\n', 'revision: 2\n']) },
        ],
        good: [
          { about: 'one more', base: revisedSample, head: another(2) },
          {
            about: 'a change of the text with its reason',
            base: revisedSample,
            head: inRevised(['revision: 1\n', 'revision: 2\nrevision_reason: "scope was cut"\n'], ['# Plan', '# The plan']),
          },
          { about: 'the first', base: sample, head: revisedSample },
        ],
      }
    },
  },
  ANNOTATION_NOT_APPEND_ONLY: {
    summary: 'An annotation of before is gone, or says something else.',
    why: 'The list records what was said; it only grows.',
    repair: 'Bring it back.',
    get examples() {
      return {
        bad: [
          {
            about: 'another comment, and its digest',
            base: revisedSample,
            head: inRevised(
              ['retry twice', 'retry thrice'],
              [digest, annotationDigest([{ ...first, comment: 'retry thrice, then give up' }])],
            ),
          },
        ],
        good: [{ about: 'anchors may be taken out', base: revisedSample, head: inRevised([anchor, '']) }],
      }
    },
  },
  ANNOTATION_BODY_CHANGED: {
    summary: 'Annotations were added, and lines of the text changed or went, without a new `revision_reason`.',
    why: 'An annotation adds an anchor and nothing else.',
    repair: 'Say why in `revision_reason`, or change the text in a revision of its own.',
    get examples() {
      return {
        bad: [
          { about: 'another line', base: sample, head: inRevised(['# Plan\n', '# The plan\n']) },
          {
            about: 'another line, and a reason that says nothing',
            base: sample,
            head: inRevised(['# Plan\n', '# The plan\n'], ['revision: 1\n', 'revision: 1\nrevision_reason: " "\n']),
          },
        ],
        good: [
          {
            about: 'with a reason',
            base: sample,
            head: inRevised(['# Plan\n', '# The plan\n'], ['revision: 1\n', 'revision: 1\nrevision_reason: clearer\n']),
          },
        ],
      }
    },
  },
  ANNOTATION_REASON_MISSING: {
    summary: 'Annotations were added, and lines to the text, without a new `revision_reason`.',
    why: 'A reason is good to have, and required where lines go.',
    repair: 'Write `revision_reason`.',
    get examples() {
      return {
        bad: [{ about: 'a new line', base: sample, head: inRevised(['# Plan\n', '# Plan\n\nIn short.\n']) }],
        good: [{ about: 'only anchors', base: sample, head: revisedSample }],
      }
    },
  },
} as const satisfies Readonly<Record<string, Told>>
