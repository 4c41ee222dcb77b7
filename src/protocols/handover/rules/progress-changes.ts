import { change, finished, inProgress, progressPath, working } from '../examples.ts'
import type { Told } from './rule.ts'

const later = ['"updated_at": "2026-01-20T12:00:00Z"', '"updated_at": "2026-01-20T13:00:00Z"'] as const

const before = inProgress()

const anew = [
  '"started_at": "2026-01-20T10:00:00Z",\n  "updated_at": "2026-01-20T12:00:00Z"',
  '"started_at": "2026-01-21T10:00:00Z",\n  "updated_at": "2026-01-21T10:00:00Z"',
] as const

/** Rules about base and head of a progress file (handover protocol, section 6). */
export const progressChangeRules = {
  PROGRESS_REGRESSION: {
    summary: 'Of the same run, `current_step`, a count of attempts or a time went down, or a completed step is no longer so.',
    why: 'Somebody wrote an old state over a newer one.',
    repair: 'Bring the newer state back.',
    examples() {
      return {
        bad: [
          { about: 'a completed step reopened', base: before, head: inProgress(later, ['"status": "completed"', '"status": "failed"']) },
          {
            about: 'a step back',
            base: inProgress(['"current_step": 1', '"current_step": 2'], ...working),
            head: inProgress(later, ['"2": { "status": "pending", "attempts": 0', '"2": { "status": "failed", "attempts": 1']),
          },
          { about: 'fewer attempts', base: inProgress(['"attempts": 1', '"attempts": 2']), head: inProgress(later) },
          { about: 'a time that goes back', base: inProgress(later), head: before },
        ],
        good: [
          {
            about: 'a new run',
            base: inProgress(...finished),
            head: inProgress(
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
    examples() {
      return {
        bad: [
          {
            about: 'completed, then in progress',
            base: inProgress(...finished),
            head: inProgress(...finished, later, [
              '"status": "completed",\n  "completed_at": "2026-01-20T12:00:00Z"',
              '"status": "in_progress"',
            ]),
          },
          {
            about: 'failed, then completed and back',
            base: inProgress(...finished),
            head: inProgress(...finished, later, [
              '"status": "completed",\n  "completed_at": "2026-01-20T12:00:00Z"',
              '"status": "partial"',
            ]),
          },
        ],
        good: [
          {
            about: 'failed, then in progress',
            base: inProgress(['"status": "in_progress"', '"status": "failed"']),
            head: inProgress(later),
          },
        ],
      }
    },
  },
  PROGRESS_NOT_BUMPED: {
    summary: 'Of the same run, something changed, and `updated_at` did not.',
    why: 'Nobody can tell which of two states is the newer.',
    repair: 'Write the time of the change.',
    examples() {
      return {
        bad: [
          { about: 'a note', base: before, head: inProgress(['"manifest_audit": "pass"', '"manifest_audit": "pass", "note": "slow"']) },
        ],
        good: [{ about: 'only white space', base: before, head: inProgress(['"current_step": 1', '"current_step":  1']) }],
      }
    },
  },
  PROGRESS_COMMIT_CHANGED: {
    summary: 'Of the same run, the commit of a completed step is another one.',
    why: 'It is the proof of the step.',
    repair: 'After a squash merge that is right; otherwise bring it back.',
    examples() {
      return {
        bad: [{ about: 'another SHA', base: before, head: inProgress(later, ['4f2a9c1', '5a5a5a5']) }],
        good: [{ about: 'one where there was none', base: inProgress(['"commit": "4f2a9c1"', '"commit": null']), head: inProgress(later) }],
      }
    },
  },
  PROGRESS_RESTARTED: {
    summary: 'A new run took the place of one that was in progress.',
    why: 'What was done in it is no longer recorded.',
    repair: 'Finish a run, or hand it back, before another begins.',
    examples() {
      return {
        bad: [{ about: 'begun a day later', base: before, head: inProgress(anew) }],
        good: [
          { about: 'after a failed run', base: inProgress(['"status": "in_progress"', '"status": "failed"']), head: inProgress(anew) },
        ],
      }
    },
  },
  PROGRESS_DELETED: {
    summary: 'The progress file was deleted while the run was in progress, and the project remains.',
    why: 'The next session would begin from the first step.',
    repair: 'Bring it back.',
    examples() {
      return {
        bad: [{ about: 'deleted', base: before, head: change(before, { [progressPath]: null }) }],
        good: [{ about: 'after the run', base: inProgress(...finished), head: change(before, { [progressPath]: null }) }],
      }
    },
  },
} as const satisfies Readonly<Record<string, Told>>
