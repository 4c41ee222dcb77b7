import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  finished,
  inBrief,
  inFinished,
  inPlan,
  inProgress,
  inResearch,
  laterUpdate,
  planPath,
  progressPath,
  restarted,
  reviewPath,
  sample,
  working,
} from '../examples.ts'

const before = inFinished()
const grown = change(before, { [planPath]: `${sample[planPath] ?? ''}\n### Step 3: Tell the user\n\nDo it.\n` })

export const examples: RuleExamples = {
  BRIEF_ILLEGAL_TRANSITION: {
    bad: {
      'complete, then pending': { base: sample, head: inBrief(['status: complete', 'status: pending']) },
      'complete, then skipped': {
        base: sample,
        head: inBrief(['status: complete', 'status: skipped\nbrief_quality: partial']),
      },
    },
    good: {
      'begun and finished in one change': { base: inBrief(['status: complete', 'status: pending']), head: sample },
      'more topics': {
        base: sample,
        head: inBrief(['status: complete', 'status: pending'], ['research_topics: 1', 'research_topics: 2']),
      },
    },
  },
  RESEARCH_REWRITTEN: {
    bad: { 'another confidence': { base: sample, head: inResearch(['0.8', '0.9']) } },
    good: { 'as before': { base: sample, head: sample } },
  },
  PLAN_VERSION_DOWNGRADE: {
    bad: {
      'the version without manifests': {
        base: sample,
        head: change(sample, {
          [planPath]: [['"1.7"', '"1.6"']],
          [progressPath]: [['"plan_version": "1.7"', '"plan_version": "1.6"']],
        }),
        also: ['PLAN_VERSION_MISMATCH', 'PROGRESS_NOT_BUMPED'],
      },
    },
    good: { 'the same with other quotes': { base: sample, head: inPlan(['"1.7"', '1.7']) } },
  },
  PLAN_COMPLETED_STEP_CHANGED: {
    bad: { 'another title': { base: sample, head: inPlan(['Store credentials', 'Keep credentials']) } },
    good: { 'a step to come': { base: sample, head: inPlan(['Ask the browser', 'Ask the phone']) } },
  },
  PLAN_STEPS_AFTER_RUN: {
    bad: {
      'a third step after two': {
        base: before,
        head: grown,
        also: ['PLAN_MANIFEST_COUNT_MISMATCH', 'MANIFEST_MISSING'],
      },
    },
    good: { 'the same steps': { base: before, head: before } },
  },
  PROGRESS_REGRESSION: {
    bad: {
      'a completed step reopened': {
        base: inProgress(),
        head: inProgress(laterUpdate, ['"status": "completed"', '"status": "failed"']),
      },
      'a step back': {
        base: inProgress(['"current_step": 1', '"current_step": 2'], ...working),
        head: inProgress(laterUpdate, [
          '"2": { "status": "pending", "attempts": 0',
          '"2": { "status": "failed", "attempts": 1',
        ]),
      },
    },
    good: {
      'a new run': {
        base: inProgress(...finished),
        head: inProgress(
          restarted,
          [
            '"status": "completed", "attempts": 1, "error": null, "completed_at": "2026-01-20T12:00:00Z", "commit": "4f2a9c1"',
            '"status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null',
          ],
          ['"current_step": 1', '"current_step": 0'],
        ),
      },
    },
  },
  PROGRESS_ILLEGAL_TRANSITION: {
    bad: {
      'completed, then in progress': {
        base: inProgress(...finished),
        head: inProgress(...finished, laterUpdate, [
          '"status": "completed",\n  "completed_at": "2026-01-20T12:00:00Z"',
          '"status": "in_progress"',
        ]),
      },
      'failed, then completed and back': {
        base: inProgress(...finished),
        head: inProgress(...finished, laterUpdate, [
          '"status": "completed",\n  "completed_at": "2026-01-20T12:00:00Z"',
          '"status": "partial"',
        ]),
      },
    },
    good: {
      'failed, then in progress': {
        base: inProgress(['"status": "in_progress"', '"status": "failed"']),
        head: inProgress(laterUpdate),
      },
    },
  },
  PROGRESS_NOT_BUMPED: {
    bad: {
      'a note': {
        base: inProgress(),
        head: inProgress(['"manifest_audit": "pass"', '"manifest_audit": "pass", "note": "slow"']),
      },
    },
    good: { 'only white space': { base: inProgress(), head: inProgress(['"current_step": 1', '"current_step":  1']) } },
  },
  PROGRESS_COMMIT_CHANGED: {
    bad: { 'another SHA': { base: inProgress(), head: inProgress(laterUpdate, ['4f2a9c1', '5a5a5a5']) } },
    good: {
      'one where there was none': {
        base: inProgress(['"commit": "4f2a9c1"', '"commit": null']),
        head: inProgress(laterUpdate),
      },
    },
  },
  PROGRESS_RESTARTED: {
    bad: { 'begun a day later': { base: inProgress(), head: inProgress(restarted) } },
    good: {
      'after a failed run': {
        base: inProgress(['"status": "in_progress"', '"status": "failed"']),
        head: inProgress(restarted),
      },
    },
  },
  PROGRESS_DELETED: {
    bad: {
      'during the run': { base: inProgress(), head: change(inProgress(), { [progressPath]: null }) },
    },
    good: {
      'it is there': { base: inProgress(), head: inProgress() },
      'after the run': { base: inProgress(...finished), head: change(inProgress(), { [progressPath]: null }) },
    },
  },
  PROJECT_FILE_DELETED: {
    bad: {
      'the review': { base: sample, head: change(sample, { [reviewPath]: null }) },
      'the plan': { base: sample, head: change(sample, { [planPath]: null }), also: ['PROGRESS_PLAN_NOT_FOUND'] },
    },
    good: { 'all of them are there': { base: sample, head: sample } },
  },
  PROJECT_REMOVED: {
    bad: { 'in the middle of the run': { base: inProgress(), head: {} } },
    good: { 'after the run': { base: inFinished(), head: {} } },
  },
}
