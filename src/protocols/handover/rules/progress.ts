import { change, inFinished, inProgress, progressPath, sample } from '../examples.ts'
import type { Told } from './rule.ts'

/** Rules about each key of a progress file (handover protocol, section 4.5). */
export const progressRules = {
  PROGRESS_PARSE_ERROR: {
    summary: 'A progress file is not JSON, has a key twice, or is no object.',
    why: 'Nobody can resume from it.',
    repair: 'Mend the JSON, or bring back an earlier version.',
    examples: () => ({
      bad: [
        { about: 'a comma too many', head: inProgress(['"n/a" }\n', '"n/a" },\n']) },
        { about: 'a list', head: change(sample, { [progressPath]: '[]\n' }) },
        { about: 'a byte-order mark', head: inProgress(['{', '\ufeff{']) },
        { about: 'a key twice', head: inProgress(['"current_step": 1', '"current_step": 0, "current_step": 1']) },
      ],
      good: [{ about: 'an object', head: sample }],
    }),
  },
  PROGRESS_SCHEMA_MISMATCH: {
    summary: '`schema_version` is not the text "1".',
    why: 'Other versions are not read.',
    repair: 'Write "1".',
    examples: () => ({
      bad: [
        { about: 'the number', head: inProgress(['"schema_version": "1"', '"schema_version": 1']) },
        { about: 'another version', head: inProgress(['"schema_version": "1"', '"schema_version": "2"']) },
      ],
      good: [{ about: 'keys that nobody knows', head: inProgress(['"mode"', '"extra": {},\n  "mode"']) }],
    }),
  },
  PROGRESS_MISSING_FIELD: {
    summary: 'A required key is absent or null.',
    why: 'Whoever resumes needs all of them.',
    repair: 'Write it.',
    examples: () => ({
      bad: [
        { about: 'no mode', head: inProgress(['  "mode": "execute",\n', '']) },
        { about: 'null', head: inProgress(['"mode": "execute"', '"mode": null']) },
        { about: 'all of them', head: change(sample, { [progressPath]: '{}\n' }) },
      ],
      good: [{ about: 'no optional key', head: inProgress(['  "plan_type": "plan",\n', '']) }],
    }),
  },
  PROGRESS_INVALID_STATUS: {
    summary: '`status` of a run is none of `pending`, `in_progress`, `completed`, `failed`, `partial`.',
    why: 'Whoever resumes goes by this word.',
    repair: 'Write one of the five.',
    examples: () => ({
      bad: [{ about: 'another word', head: inProgress(['"status": "in_progress"', '"status": "running"']) }],
      good: [{ about: 'partial', head: inProgress(['"status": "in_progress"', '"status": "partial"']) }],
    }),
  },
  PROGRESS_INVALID_TIMESTAMP: {
    summary: 'A time of the run is no timestamp.',
    why: 'Runs are told apart, and ordered, by their times.',
    repair: 'Write a timestamp such as `2026-01-20T12:00:00Z`.',
    examples: () => ({
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
    }),
  },
  PROGRESS_INVALID_FIELD: {
    summary: 'Another key of a run has a value of the wrong type or form.',
    why: 'Whoever resumes goes by it.',
    repair: 'Write the allowed form.',
    examples: () => ({
      bad: [
        { about: 'a mode that there is not', head: inProgress(['"mode": "execute"', '"mode": "run"']) },
        { about: 'half a step', head: inProgress(['"current_step": 1', '"current_step": 1.5']) },
        { about: 'no SHA', head: inProgress(['"steps"', '"session_end_sha": "HEAD",\n  "steps"']) },
        { about: 'a plan of another type', head: inProgress(['"plan_type": "plan"', '"plan_type": "idea"']) },
      ],
      good: [{ about: 'no SHA yet', head: inProgress(['"steps"', '"session_start_sha": null,\n  "steps"']) }],
    }),
  },
  PROGRESS_STEP_RANGE: {
    summary: '`current_step` is below 0 or above `total_steps`.',
    why: 'There is no such step.',
    repair: 'Write the number of steps that are done.',
    examples: () => ({
      bad: [
        { about: 'above', head: inProgress(['"current_step": 1', '"current_step": 3']) },
        { about: 'below', head: inProgress(['"current_step": 1', '"current_step": -1']) },
      ],
      good: [{ about: 'the last', head: inFinished() }],
    }),
  },
  PROGRESS_BAD_STEP: {
    summary: 'A key of `steps` is no number of a step, or its record has a wrong value.',
    why: 'The record of a step is what the next session believes.',
    repair: 'Mend the record.',
    examples: () => ({
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
    }),
  },
  PROGRESS_COMMIT_INVALID: {
    summary: '`commit` of a step is no SHA, nor null.',
    why: 'The commit is the proof of the step.',
    repair: 'Write 7 to 64 hex digits.',
    examples: () => ({
      bad: [
        { about: 'a branch', head: inProgress(['"4f2a9c1"', '"main"']) },
        { about: 'capitals', head: inProgress(['"4f2a9c1"', '"4F2A9C1"']) },
      ],
      good: [{ about: 'a whole one', head: inProgress(['"4f2a9c1"', `"${'4f2a9c1b'.repeat(5)}"`]) }],
    }),
  },
} as const satisfies Readonly<Record<string, Told>>
