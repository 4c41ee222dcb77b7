import { blocker, change, inPlan, major, minor, planPath, reviewPath, sample } from '../examples.ts'
import type { Told } from './rule.ts'

const otherId = '00112233445566778899aabbccddeeff00112233'

/** Rules about plans that answer a review (handover protocol, section 4.4). */
export const tracingRules = {
  PLAN_BAD_FINDING_ID: {
    summary: '`source_findings` is no list, or holds what is no id of a finding.',
    why: 'The steps cannot be traced to a review.',
    repair: 'Copy the ids from the review.',
    examples: () => ({
      bad: [
        { about: 'a word among them', head: inPlan([`${major}]`, `${major}, F1]`]) },
        { about: 'a text', head: inPlan([`[${blocker}, ${major}]`, blocker]) },
      ],
      good: [{ about: 'a block list', head: inPlan([`[${blocker}, ${major}]`, `\n  - ${blocker}\n  - ${major}`]) }],
    }),
  },
  PLAN_SOURCE_FINDING_UNKNOWN: {
    summary:
      'An id in `source_findings` is in no review of the project, before the change or after it. Where there is no review at all: one notice.',
    why: 'The step answers a finding that nobody made.',
    repair: 'Copy the id from the review.',
    examples: () => ({
      bad: [{ about: 'another id', head: inPlan([`${major}]`, `${major}, ${otherId}]`]) }],
      good: [
        {
          about: 'the review was written anew in the same change',
          base: change(sample, { [reviewPath]: [[`  - ${blocker}\n`, '']] }),
          head: change(sample, {
            [reviewPath]: [
              [`  - ${blocker}\n  - ${major}\n  - ${minor}\n`, `  - ${minor}\n`],
              ['verdict: BLOCK', 'verdict: ALLOW'],
              [`### ${blocker}`, ''],
              [`### ${major}`, ''],
            ],
          }),
        },
        {
          about: 'nobody knows what stood in the review before',
          base: change(sample, { [reviewPath]: '# Review\n' }),
          head: change(inPlan([`${major}]`, `${major}, ${otherId}]`]), { [reviewPath]: null }),
        },
      ],
    }),
  },
  PLAN_SOURCE_FINDING_SEVERITY: {
    summary: 'An id in `source_findings` is minor or a suggestion in the review.',
    why: 'Plans answer blockers and major findings.',
    repair: 'Take it out, or make it graver.',
    examples: () => ({
      bad: [{ about: 'a minor one', head: inPlan([`${major}]`, `${major}, "${minor}"]`]) }],
      good: [{ about: 'a blocker and a major one', head: sample }],
    }),
  },
  PLAN_SOURCE_FINDINGS_INCOMPLETE: {
    summary: 'A plan that answers a review leaves out a blocker or a major finding.',
    why: 'What is left out is forgotten.',
    repair: 'List it, and plan its repair.',
    examples: () => ({
      bad: [{ about: 'the major one', head: inPlan([`, ${major}]`, ']']) }],
      good: [
        { about: 'a plan that answers none', head: inPlan([`[${blocker}, ${major}]`, '[]']) },
        {
          about: 'a newer review',
          base: change(sample, { [reviewPath]: [['verdict: BLOCK', 'verdict: WARN']], [planPath]: [[`, ${major}]`, ']']] }),
          head: inPlan([`, ${major}]`, ']']),
        },
      ],
    }),
  },
} as const satisfies Readonly<Record<string, Told>>
