import { change, inBrief, inPlan, inResearch, planPath, progressPath, sample } from '../examples.ts'
import type { Told } from './rule.ts'

/** Rules about base and head of briefs, research and plans (handover protocol, section 6). */
export const changeRules = {
  BRIEF_ILLEGAL_TRANSITION: {
    summary: '`research_status` moved where it may not: back from `in_progress` or `complete`, or from `complete` to `skipped`.',
    why: 'What was done is not undone by a word.',
    repair: 'Bring the status back; with more topics, `complete` may become `pending`.',
    examples() {
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
    examples() {
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
    examples() {
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
    examples() {
      return {
        bad: [{ about: 'another title', base: sample, head: inPlan(['Store credentials', 'Keep credentials']) }],
        good: [{ about: 'a step to come', base: sample, head: inPlan(['Ask the browser', 'Ask the phone']) }],
      }
    },
  },
} as const satisfies Readonly<Record<string, Told>>
