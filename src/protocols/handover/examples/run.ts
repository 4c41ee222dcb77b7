import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  firstCommit,
  folder,
  inFinished,
  inPlan,
  inProgress,
  planPath,
  progressPath,
  sample,
  startCommit,
  withoutWork,
  working,
} from '../examples.ts'

const inRun = (status: string, ...edits: readonly (readonly [string, string])[]) =>
  inProgress(['"status": "in_progress"', `"status": "${status}"`], ...edits)
const startedRun = inProgress(['"steps"', '"session_start_sha": "1111111",\n  "steps"'])
const aheadCommit = { sha: '2222222cccc', subject: 'feat(step2): ask the browser' }

export const examples: RuleExamples = {
  PROGRESS_STEP_COUNT_MISMATCH: {
    bad: {
      'one is missing': inProgress([
        ',\n    "2": { "status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }',
        '',
      ]),
    },
    good: { all: sample },
  },
  PROGRESS_STATE_INCOHERENT: {
    bad: {
      'completed with an open step': inRun('completed', [
        '"mode"',
        '"completed_at": "2026-01-20T12:00:00Z",\n  "mode"',
      ]),
      'completed without a time': inFinished(['  "completed_at": "2026-01-20T12:00:00Z",\n  "steps"', '  "steps"']),
    },
    good: {
      'completed with a step that was skipped': inFinished(
        ['"2": { "status": "completed"', '"2": { "status": "skipped"'],
        ['"current_step": 2', '"current_step": 2'],
      ),
    },
  },
  PROGRESS_CURRENT_STEP_DRIFT: {
    bad: {
      after: inProgress(['"current_step": 1', '"current_step": 0']),
      ahead: inProgress(['"current_step": 1', '"current_step": 2']),
    },
    good: {
      'the step at work': inProgress(['"current_step": 1', '"current_step": 2'], ...working),
      'the step at work, in the middle of which the agent asks': inProgress(
        ['"current_step": 1,\n  "status": "in_progress"', '"current_step": 2,\n  "status": "partial"'],
        [
          '"2": { "status": "pending", "attempts": 0',
          '"2": { "status": "pending", "note": "Which hash?", "attempts": 1',
        ],
      ),
    },
  },
  PROGRESS_ALREADY_DONE: {
    bad: { completed: { head: inFinished(), named: [progressPath] } },
    good: { 'not named': inFinished(), open: { head: sample, named: [progressPath] } },
  },
  PROGRESS_INVALID_PATH: {
    bad: {
      'a path of some machine': inProgress([`"plan": "${planPath}"`, `"plan": "/home/octocat/shop/${planPath}"`]),
      'beyond the root': inProgress([`"plan": "${planPath}"`, '"plan": "../../../../../plan.md"']),
    },
    good: { 'relative to the project': inProgress([`"plan": "${planPath}"`, '"plan": "plan.md"']) },
  },
  PROGRESS_PLAN_NOT_FOUND: {
    bad: { 'a typo': inProgress([`"plan": "${planPath}"`, `"plan": "${folder}/plann.md"`]) },
    good: { there: sample },
  },
  PROGRESS_PLAN_STEPS_MISMATCH: {
    bad: {
      'a step that was taken out': {
        head: inPlan(['### Step 2: Ask the browser', '#### Then']),
        also: ['PLAN_MANIFEST_COUNT_MISMATCH', 'MANIFEST_DUPLICATE'],
      },
    },
    good: {
      'a session': change(
        inProgress(
          ['"plan_type": "plan"', '"plan_type": "session-spec"'],
          ['"total_steps": 2', '"total_steps": 3'],
          ['"n/a" }\n', '"n/a" },\n    "3": { "status": "pending" }\n'],
        ),
        {},
      ),
    },
  },
  PROGRESS_PLAN_VERSION_MISMATCH: {
    bad: { 'an older one': inProgress(['"plan_version": "1.7"', '"plan_version": "1.6"']) },
    good: { 'the same': sample },
  },
  PROGRESS_EXPECTED_MISSING: {
    bad: { 'a step of a run that goes on': { head: withoutWork(sample), log: [firstCommit, startCommit] } },
    good: {
      'the files are there': inFinished(),
      'a note says why': withoutWork(
        inProgress([
          '"commit": "4f2a9c1", "manifest_audit": "pass"',
          '"manifest_audit": "pass-with-note", "note": "Taken anyway: it moved"',
        ]),
      ),
    },
  },
  PROGRESS_COMMIT_UNKNOWN: {
    bad: { gone: { head: sample, log: [startCommit] } },
    good: { there: { head: sample, log: [firstCommit, startCommit] } },
  },
  PROGRESS_GIT_DRIFT: {
    bad: { 'the commit of step 2': { head: startedRun, log: [aheadCommit, firstCommit, startCommit] } },
    good: {
      'a commit that another record names': {
        head: startedRun,
        log: [{ ...firstCommit, subject: 'feat(step2): both' }, startCommit],
      },
      'commits that match nothing': {
        head: startedRun,
        log: [{ ...aheadCommit, subject: 'docs: read me' }, firstCommit, startCommit],
      },
    },
  },
}
