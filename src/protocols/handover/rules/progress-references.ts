import { change, folder, inFinished, inPlan, inProgress, planPath, progressPath, sample } from '../examples.ts'
import type { Told } from './rule.ts'

const start = { sha: '1111111aaaa', subject: 'feat(step0): begin' }
const first = { sha: '4f2a9c1bbbb', subject: 'feat(step1): store credentials' }
const ahead = { sha: '2222222cccc', subject: 'feat(step2): ask the browser' }
const started = inProgress(['"steps"', '"session_start_sha": "1111111",\n  "steps"'])

/** Rules about a progress file beside what it speaks of: its plan and the commits (handover protocol, section 4.5). */
export const progressReferenceRules = {
  PROGRESS_INVALID_PATH: {
    summary: '`plan` is absolute, or leads out of the repository.',
    why: "It is a path of somebody's machine.",
    repair: 'Write the path from the root of the repository.',
    examples: () => ({
      bad: [
        { about: 'a path of some machine', head: inProgress([`"plan": "${planPath}"`, `"plan": "/home/octocat/shop/${planPath}"`]) },
        { about: 'beyond the root', head: inProgress([`"plan": "${planPath}"`, '"plan": "../../../../../plan.md"']) },
      ],
      good: [{ about: 'relative to the project', head: inProgress([`"plan": "${planPath}"`, '"plan": "plan.md"']) }],
    }),
  },
  PROGRESS_PLAN_NOT_FOUND: {
    summary: '`plan` leads to no file.',
    why: 'Nobody can execute a plan that is gone.',
    repair: 'Write the path of the plan.',
    examples: () => ({
      bad: [{ about: 'a slip', head: inProgress([`"plan": "${planPath}"`, `"plan": "${folder}/plann.md"`]) }],
      good: [{ about: 'there', head: sample }],
    }),
  },
  PROGRESS_PLAN_STEPS_MISMATCH: {
    summary:
      '`total_steps` is not the number of steps in the plan. Of a completed run only where the change touches it, and the plan answers no review.',
    why: 'Steps were added or taken away under the run.',
    repair: 'Bring both in line, or begin a new run with `/accept SLUG --new-run`.',
    examples: () => ({
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
    }),
  },
  PROGRESS_PLAN_VERSION_MISMATCH: {
    summary: '`plan_version` is not that of the plan. Of a completed run only where the change touches it.',
    why: 'The run was begun with another plan.',
    repair: 'Bring both in line.',
    examples: () => ({
      bad: [{ about: 'an older one', head: inProgress(['"plan_version": "1.7"', '"plan_version": "1.6"']) }],
      good: [{ about: 'the same', head: sample }],
    }),
  },
  PROGRESS_COMMIT_UNKNOWN: {
    summary: 'All commits are known, and a recorded one is not among them.',
    why: 'The proof of the step is gone; squash merges do that.',
    repair: 'Record the commit that took its place.',
    examples: () => ({
      bad: [{ about: 'gone', head: sample, log: [start] }],
      good: [{ about: 'there', head: sample, log: [first, start] }],
    }),
  },
  PROGRESS_GIT_DRIFT: {
    summary: 'A commit since the start of the session looks like that of the next step, which is not recorded.',
    why: 'Git is ahead of the record: the next session would do the step again.',
    repair: '`/handback SLUG success --step N --done-by SHA` records it.',
    examples: () => ({
      bad: [{ about: 'the commit of step 2', head: started, log: [ahead, first, start] }],
      good: [
        { about: 'a commit that another record names', head: started, log: [{ ...first, subject: 'feat(step2): both' }, start] },
        { about: 'commits that match nothing', head: started, log: [{ ...ahead, subject: 'docs: read me' }, first, start] },
        { about: 'the commit is older than the session', head: started, log: [{ ...first }, { ...start }, ahead] },
        {
          about: 'the run is completed',
          head: change(inFinished(), { [progressPath]: [['"steps"', '"session_start_sha": "1111111",\n  "steps"']] }),
          log: [ahead, first, start],
        },
        {
          about: 'only the first 200 characters of a subject count',
          head: change(started, { [planPath]: [['"^feat\\\\(step2\\\\):"', '"step2"']] }),
          log: [{ ...ahead, subject: `${'x'.repeat(196)} step2` }, first, start],
        },
      ],
    }),
  },
} as const satisfies Readonly<Record<string, Told>>
