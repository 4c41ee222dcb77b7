import { inFinished, inProgress, progressPath, sample, working } from '../examples.ts'
import type { Told } from './rule.ts'

/** A run of another status. */
const run = (status: string, ...edits: readonly (readonly [string, string])[]) =>
  inProgress(['"status": "in_progress"', `"status": "${status}"`], ...edits)

/** Rules about what the keys of a progress file say of each other (handover protocol, section 4.5). */
export const progressCoherenceRules = {
  PROGRESS_STEP_COUNT_MISMATCH: {
    summary: 'There are not as many records as `total_steps`.',
    why: 'A missing record counts as pending, which may not be what was meant.',
    repair: 'Add the records.',
    examples: () => ({
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
    }),
  },
  PROGRESS_STATE_INCOHERENT: {
    summary: 'The status contradicts the records or `completed_at`, or the run was updated before it was started.',
    why: 'One of the two is wrong, and whoever reads only that one acts on it.',
    repair: 'Find out what happened, and mend the one that is wrong.',
    examples: () => ({
      bad: [
        { about: 'completed with an open step', head: run('completed', ['"mode"', '"completed_at": "2026-01-20T12:00:00Z",\n  "mode"']) },
        { about: 'completed without a time', head: inFinished(['  "completed_at": "2026-01-20T12:00:00Z",\n  "steps"', '  "steps"']) },
        { about: 'open with a time', head: inProgress(['"mode"', '"completed_at": "2026-01-20T12:00:00Z",\n  "mode"']) },
        { about: 'pending after a step', head: run('pending') },
        { about: 'updated before it was started', head: inProgress(['"started_at": "2026-01-20T10', '"started_at": "2026-01-20T14']) },
      ],
      good: [
        {
          about: 'completed with a step that was skipped',
          head: inFinished(['"2": { "status": "completed"', '"2": { "status": "skipped"'], ['"current_step": 2', '"current_step": 2']),
        },
      ],
    }),
  },
  PROGRESS_CURRENT_STEP_DRIFT: {
    summary: '`current_step` is neither the highest completed nor the highest closed step, nor one at work.',
    why: 'The next session would do a step again, or leave one out.',
    repair: 'The highest closed step; it is never lowered.',
    safe: true,
    examples: () => ({
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
    }),
  },
  PROGRESS_ALREADY_DONE: {
    summary: 'A progress file that was named is completed.',
    why: 'There is nothing to resume.',
    repair: 'Nothing has to be done; `/accept SLUG --new-run` begins again.',
    examples: () => ({
      bad: [{ about: 'completed', head: inFinished(), named: [progressPath] }],
      good: [
        { about: 'not named', head: inFinished() },
        { about: 'open', head: sample, named: [progressPath] },
      ],
    }),
  },
} as const satisfies Readonly<Record<string, Told>>
