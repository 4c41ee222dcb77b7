import type { RuleExamples } from '../../../core/rule.ts'
import { change, inFinished, inProgress, progressPath, sample } from '../examples.ts'

export const examples: RuleExamples = {
  PROGRESS_STEP_RANGE: {
    bad: {
      above: inProgress(['"current_step": 1', '"current_step": 3']),
      below: inProgress(['"current_step": 1', '"current_step": -1']),
    },
    good: { 'the last': inFinished() },
  },
  PROGRESS_PARSE_ERROR: {
    bad: {
      'a comma too many': inProgress(['"n/a" }\n', '"n/a" },\n']),
      'a list': change(sample, { [progressPath]: '[]\n' }),
    },
    good: { 'an object': sample },
  },
  PROGRESS_SCHEMA_MISMATCH: {
    bad: {
      'the number': inProgress(['"schema_version": "1"', '"schema_version": 1']),
      'another version': inProgress(['"schema_version": "1"', '"schema_version": "2"']),
    },
    good: { 'unknown keys': inProgress(['"mode"', '"extra": {},\n  "mode"']) },
  },
  PROGRESS_MISSING_FIELD: {
    bad: {
      'no mode': inProgress(['  "mode": "execute",\n', '']),
      null: inProgress(['"mode": "execute"', '"mode": null']),
    },
    good: { 'no optional key': inProgress(['  "plan_type": "plan",\n', '']) },
  },
  PROGRESS_INVALID_STATUS: {
    bad: { 'another word': inProgress(['"status": "in_progress"', '"status": "running"']) },
    good: { partial: inProgress(['"status": "in_progress"', '"status": "partial"']) },
  },
  PROGRESS_INVALID_TIMESTAMP: {
    bad: {
      'a day that does not exist': inProgress(['"updated_at": "2026-01-20', '"updated_at": "2026-02-30']),
      'a number': inProgress(['"started_at": "2026-01-20T10:00:00Z"', '"started_at": 1769000000']),
    },
    good: {
      'with milliseconds and another zone': inProgress([
        '"updated_at": "2026-01-20T12:00:00Z"',
        '"updated_at": "2026-01-20T13:00:00.250+01:00"',
      ]),
    },
  },
  PROGRESS_INVALID_FIELD: {
    bad: {
      'a mode that there is not': inProgress(['"mode": "execute"', '"mode": "run"']),
      'half a step': inProgress(['"current_step": 1', '"current_step": 1.5']),
    },
    good: { 'no SHA yet': inProgress(['"steps"', '"session_start_sha": null,\n  "steps"']) },
  },
  PROGRESS_BAD_STEP: {
    bad: {
      'a number above the last': inProgress(['"2": {', '"3": {']),
      'a zero before it': inProgress(['"2": {', '"02": {']),
    },
    good: {
      'a note, and unknown keys': inProgress([
        '"manifest_audit": "pass"',
        '"manifest_audit": "pass-with-note", "note": "slow", "by": "octocat"',
      ]),
    },
  },
  PROGRESS_COMMIT_INVALID: {
    bad: { 'a branch': inProgress(['"4f2a9c1"', '"main"']), capitals: inProgress(['"4f2a9c1"', '"4F2A9C1"']) },
    good: { 'a whole one': inProgress(['"4f2a9c1"', `"${'4f2a9c1b'.repeat(5)}"`]) },
  },
}
