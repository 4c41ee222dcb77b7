import type { EdgeCases } from '../../../examples-of.ts'
import { change, inProgress, progressPath, sample } from '../../../../src/protocols/handover/examples.ts'

/** Cases at the edges of the rules of `progress.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  PROGRESS_PARSE_ERROR: {
    bad: {
      'a byte-order mark': inProgress(['{', '\ufeff{']),
      'a key twice': inProgress(['"current_step": 1', '"current_step": 0, "current_step": 1']),
    },
  },
  PROGRESS_MISSING_FIELD: { bad: { 'all of them': change(sample, { [progressPath]: '{}\n' }) } },
  PROGRESS_INVALID_FIELD: {
    bad: {
      'no SHA': inProgress(['"steps"', '"session_end_sha": "HEAD",\n  "steps"']),
      'a plan of another type': inProgress(['"plan_type": "plan"', '"plan_type": "idea"']),
    },
  },
  PROGRESS_BAD_STEP: {
    bad: {
      'a status that there is not': inProgress(['"status": "pending"', '"status": "open"']),
      'no status': inProgress(['"status": "pending", ', '']),
      'no attempt at a step that was done': inProgress(['"attempts": 1', '"attempts": 0']),
      'an audit that there is not': inProgress(['"manifest_audit": "pass"', '"manifest_audit": "good"']),
      'a text for a record': inProgress([
        '"2": { "status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }',
        '"2": "pending"',
      ]),
    },
  },
}
