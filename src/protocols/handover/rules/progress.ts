import { change, finished, folder, inPlan, inProgress, planPath, progressPath, sample, working } from '../examples.ts'
import type { Told } from './rule.ts'

/** A run of another status. */
const run = (status: string, ...edits: readonly (readonly [string, string])[]) =>
  inProgress(['"status": "in_progress"', `"status": "${status}"`], ...edits)
const done = (...edits: readonly (readonly [string, string])[]) => inProgress(...finished, ...edits)

const start = { sha: '1111111aaaa', subject: 'feat(step0): begin' }
const first = { sha: '4f2a9c1bbbb', subject: 'feat(step1): store credentials' }
const ahead = { sha: '2222222cccc', subject: 'feat(step2): ask the browser' }
const started = inProgress(['"steps"', '"session_start_sha": "1111111",\n  "steps"'])

/** Rules about progress files (handover protocol, section 4.5). */
export const progressRules = {
  PROGRESS_PARSE_ERROR: {
    summary: 'A progress file is not JSON, has a key twice, or is no object.',
    why: 'Nobody can resume from it.',
    repair: 'Mend the JSON, or bring back an earlier version.',
    examples: {
      bad: [
        { about: 'a comma too many', head: inProgress(['"n/a" }\n', '"n/a" },\n']) },
        { about: 'a list', head: change(sample, { [progressPath]: '[]\n' }) },
        { about: 'a byte-order mark', head: inProgress(['{', '\ufeff{']) },
        { about: 'a key twice', head: inProgress(['"current_step": 1', '"current_step": 0, "current_step": 1']) },
      ],
      good: [{ about: 'an object', head: sample }],
    },
  },
  PROGRESS_SCHEMA_MISMATCH: {
    summary: '`schema_version` is not the text "1".',
    why: 'Other versions are not read.',
    repair: 'Write "1".',
    examples: {
      bad: [
        { about: 'the number', head: inProgress(['"schema_version": "1"', '"schema_version": 1']) },
        { about: 'another version', head: inProgress(['"schema_version": "1"', '"schema_version": "2"']) },
      ],
      good: [{ about: 'keys that nobody knows', head: inProgress(['"mode"', '"extra": {},\n  "mode"']) }],
    },
  },
  PROGRESS_MISSING_FIELD: {
    summary: 'A required key is absent or null.',
    why: 'Whoever resumes needs all of them.',
    repair: 'Write it.',
    examples: {
      bad: [
        { about: 'no mode', head: inProgress(['  "mode": "execute",\n', '']) },
        { about: 'null', head: inProgress(['"mode": "execute"', '"mode": null']) },
        { about: 'all of them', head: change(sample, { [progressPath]: '{}\n' }) },
      ],
      good: [{ about: 'no optional key', head: inProgress(['  "plan_type": "plan",\n', '']) }],
    },
  },
  PROGRESS_INVALID_STATUS: {
    summary: '`status` of a run is none of `pending`, `in_progress`, `completed`, `failed`, `partial`.',
    why: 'Whoever resumes goes by this word.',
    repair: 'Write one of the five.',
    examples: {
      bad: [{ about: 'another word', head: inProgress(['"status": "in_progress"', '"status": "running"']) }],
      good: [{ about: 'partial', head: run('partial') }],
    },
  },
  PROGRESS_INVALID_TIMESTAMP: {
    summary: 'A time of the run is no timestamp.',
    why: 'Runs are told apart, and ordered, by their times.',
    repair: 'Write a timestamp such as `2026-01-20T12:00:00Z`.',
    examples: {
      bad: [
        { about: 'a day that does not exist', head: inProgress(['"updated_at": "2026-01-20', '"updated_at": "2026-02-30']) },
        { about: 'a number', head: inProgress(['"started_at": "2026-01-20T10:00:00Z"', '"started_at": 1769000000']) },
      ],
      good: [
        {
          about: 'with milliseconds and another zone',
          head: inProgress(['"updated_at": "2026-01-20T12:00:00Z"', '"updated_at": "2026-01-20T13:00:00.250+01:00"']),
        },
      ],
    },
  },
  PROGRESS_INVALID_FIELD: {
    summary: 'Another key of a run has a value of the wrong type or form.',
    why: 'Whoever resumes goes by it.',
    repair: 'Write the allowed form.',
    examples: {
      bad: [
        { about: 'a mode that there is not', head: inProgress(['"mode": "execute"', '"mode": "run"']) },
        { about: 'half a step', head: inProgress(['"current_step": 1', '"current_step": 1.5']) },
        { about: 'no SHA', head: inProgress(['"steps"', '"session_end_sha": "HEAD",\n  "steps"']) },
        { about: 'a plan of another type', head: inProgress(['"plan_type": "plan"', '"plan_type": "idea"']) },
      ],
      good: [{ about: 'no SHA yet', head: inProgress(['"steps"', '"session_start_sha": null,\n  "steps"']) }],
    },
  },
  PROGRESS_STEP_RANGE: {
    summary: '`current_step` is below 0 or above `total_steps`.',
    why: 'There is no such step.',
    repair: 'Write the number of steps that are done.',
    examples: {
      bad: [
        { about: 'above', head: inProgress(['"current_step": 1', '"current_step": 3']) },
        { about: 'below', head: inProgress(['"current_step": 1', '"current_step": -1']) },
      ],
      good: [{ about: 'the last', head: done() }],
    },
  },
  PROGRESS_BAD_STEP: {
    summary: 'A key of `steps` is no number of a step, or its record has a wrong value.',
    why: 'The record of a step is what the next session believes.',
    repair: 'Mend the record.',
    examples: {
      bad: [
        { about: 'a number above the last', head: inProgress(['"2": {', '"3": {']) },
        { about: 'a zero before it', head: inProgress(['"2": {', '"02": {']) },
        { about: 'a status that there is not', head: inProgress(['"status": "pending"', '"status": "open"']) },
        { about: 'no status', head: inProgress(['"status": "pending", ', '']) },
        { about: 'no attempt at a step that was done', head: inProgress(['"attempts": 1', '"attempts": 0']) },
        { about: 'an audit that there is not', head: inProgress(['"manifest_audit": "pass"', '"manifest_audit": "good"']) },
        {
          about: 'a text for a record',
          head: inProgress([
            '"2": { "status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }',
            '"2": "pending"',
          ]),
        },
      ],
      good: [
        {
          about: 'a note, and keys that nobody knows',
          head: inProgress(['"manifest_audit": "pass"', '"manifest_audit": "pass-with-note", "note": "slow", "by": "octocat"']),
        },
      ],
    },
  },
  PROGRESS_COMMIT_INVALID: {
    summary: '`commit` of a step is no SHA, nor null.',
    why: 'The commit is the proof of the step.',
    repair: 'Write 7 to 64 hex digits.',
    examples: {
      bad: [
        { about: 'a branch', head: inProgress(['"4f2a9c1"', '"main"']) },
        { about: 'capitals', head: inProgress(['"4f2a9c1"', '"4F2A9C1"']) },
      ],
      good: [{ about: 'a whole one', head: inProgress(['"4f2a9c1"', `"${'4f2a9c1b'.repeat(5)}"`]) }],
    },
  },
  PROGRESS_STEP_COUNT_MISMATCH: {
    summary: 'There are not as many records as `total_steps`.',
    why: 'A missing record counts as pending, which may not be what was meant.',
    repair: 'Add the records.',
    examples: {
      bad: [
        {
          about: 'one is missing',
          head: inProgress([
            ',\n    "2": { "status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }',
            '',
          ]),
        },
      ],
      good: [{ about: 'all', head: sample }],
    },
  },
  PROGRESS_STATE_INCOHERENT: {
    summary: 'The status contradicts the records or `completed_at`, or the run was updated before it was started.',
    why: 'One of the two is wrong, and whoever reads only that one acts on it.',
    repair: 'Find out what happened, and mend the one that is wrong.',
    examples: {
      bad: [
        { about: 'completed with an open step', head: run('completed', ['"mode"', '"completed_at": "2026-01-20T12:00:00Z",\n  "mode"']) },
        { about: 'completed without a time', head: done(['  "completed_at": "2026-01-20T12:00:00Z",\n  "steps"', '  "steps"']) },
        { about: 'open with a time', head: inProgress(['"mode"', '"completed_at": "2026-01-20T12:00:00Z",\n  "mode"']) },
        { about: 'pending after a step', head: run('pending') },
        { about: 'updated before it was started', head: inProgress(['"started_at": "2026-01-20T10', '"started_at": "2026-01-20T14']) },
      ],
      good: [
        {
          about: 'completed with a step that was skipped',
          head: done(['"2": { "status": "completed"', '"2": { "status": "skipped"'], ['"current_step": 2', '"current_step": 2']),
        },
      ],
    },
  },
  PROGRESS_CURRENT_STEP_DRIFT: {
    summary: '`current_step` is neither the highest completed nor the highest closed step, nor one at work.',
    why: 'The next session would do a step again, or leave one out.',
    repair: 'The highest closed step; it is never lowered.',
    safe: true,
    examples: {
      bad: [
        { about: 'behind', head: inProgress(['"current_step": 1', '"current_step": 0']) },
        { about: 'ahead', head: inProgress(['"current_step": 1', '"current_step": 2']) },
      ],
      good: [
        { about: 'the step at work', head: inProgress(['"current_step": 1', '"current_step": 2'], ...working) },
        {
          about: 'the step at work, in the middle of which the agent asks',
          head: inProgress(
            ['"current_step": 1,\n  "status": "in_progress"', '"current_step": 2,\n  "status": "partial"'],
            ['"2": { "status": "pending", "attempts": 0', '"2": { "status": "pending", "note": "Which hash?", "attempts": 1'],
          ),
        },
      ],
    },
  },
  PROGRESS_ALREADY_DONE: {
    summary: 'A progress file that was named is completed.',
    why: 'There is nothing to resume.',
    repair: 'Nothing has to be done; `/accept SLUG --new-run` begins again.',
    examples: {
      bad: [{ about: 'completed', head: done(), named: [progressPath] }],
      good: [
        { about: 'not named', head: done() },
        { about: 'open', head: sample, named: [progressPath] },
      ],
    },
  },
  PROGRESS_INVALID_PATH: {
    summary: '`plan` is absolute, or leads out of the repository.',
    why: "It is a path of somebody's machine.",
    repair: 'Write the path from the root of the repository.',
    examples: {
      bad: [
        { about: 'a path of some machine', head: inProgress([`"plan": "${planPath}"`, `"plan": "/home/octocat/shop/${planPath}"`]) },
        { about: 'beyond the root', head: inProgress([`"plan": "${planPath}"`, '"plan": "../../../../../plan.md"']) },
      ],
      good: [{ about: 'relative to the project', head: inProgress([`"plan": "${planPath}"`, '"plan": "plan.md"']) }],
    },
  },
  PROGRESS_PLAN_NOT_FOUND: {
    summary: '`plan` leads to no file.',
    why: 'Nobody can execute a plan that is gone.',
    repair: 'Write the path of the plan.',
    examples: {
      bad: [{ about: 'a slip', head: inProgress([`"plan": "${planPath}"`, `"plan": "${folder}/plann.md"`]) }],
      good: [{ about: 'there', head: sample }],
    },
  },
  PROGRESS_PLAN_STEPS_MISMATCH: {
    summary:
      '`total_steps` is not the number of steps in the plan. Of a completed run only where the change touches it, and the plan answers no review.',
    why: 'Steps were added or taken away under the run.',
    repair: 'Bring both in line, or begin a new run with `/accept SLUG --new-run`.',
    examples: {
      bad: [
        {
          about: 'a step that was taken out',
          head: inPlan(['### Step 2: Ask the browser', '#### Then']),
          also: ['PLAN_MANIFEST_COUNT_MISMATCH', 'MANIFEST_DUPLICATE'],
        },
      ],
      good: [
        {
          about: 'a session',
          head: change(
            inProgress(
              ['"plan_type": "plan"', '"plan_type": "session-spec"'],
              ['"total_steps": 2', '"total_steps": 3'],
              ['"n/a" }\n', '"n/a" },\n    "3": { "status": "pending" }\n'],
            ),
            {},
          ),
        },
      ],
    },
  },
  PROGRESS_PLAN_VERSION_MISMATCH: {
    summary: '`plan_version` is not that of the plan. Of a completed run only where the change touches it.',
    why: 'The run was begun with another plan.',
    repair: 'Bring both in line.',
    examples: {
      bad: [{ about: 'an older one', head: inProgress(['"plan_version": "1.7"', '"plan_version": "1.6"']) }],
      good: [{ about: 'the same', head: sample }],
    },
  },
  PROGRESS_COMMIT_UNKNOWN: {
    summary: 'All commits are known, and a recorded one is not among them.',
    why: 'The proof of the step is gone; squash merges do that.',
    repair: 'Record the commit that took its place.',
    examples: { bad: [{ about: 'gone', head: sample, log: [start] }], good: [{ about: 'there', head: sample, log: [first, start] }] },
  },
  PROGRESS_GIT_DRIFT: {
    summary: 'A commit since the start of the session looks like that of the next step, which is not recorded.',
    why: 'Git is ahead of the record: the next session would do the step again.',
    repair: '`/handback SLUG success --step N --commit SHA` records it.',
    examples: {
      bad: [{ about: 'the commit of step 2', head: started, log: [ahead, first, start] }],
      good: [
        { about: 'a commit that another record names', head: started, log: [{ ...first, subject: 'feat(step2): both' }, start] },
        { about: 'commits that match nothing', head: started, log: [{ ...ahead, subject: 'docs: read me' }, first, start] },
        { about: 'the commit is older than the session', head: started, log: [{ ...first }, { ...start }, ahead] },
        {
          about: 'the run is completed',
          head: change(done(), { [progressPath]: [['"steps"', '"session_start_sha": "1111111",\n  "steps"']] }),
          log: [ahead, first, start],
        },
        {
          about: 'only the first 200 characters of a subject count',
          head: change(started, { [planPath]: [['"^feat\\\\(step2\\\\):"', '"step2"']] }),
          log: [{ ...ahead, subject: `${'x'.repeat(196)} step2` }, first, start],
        },
      ],
    },
  },
} as const satisfies Readonly<Record<string, Told>>
