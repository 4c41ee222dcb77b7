import type { RuleExamples } from '../../../core/rule.ts'
import { blocker, change, inPlan, major, minor, planPath, reviewPath, sample } from '../examples.ts'

const otherId = '00112233445566778899aabbccddeeff00112233'

export const examples: RuleExamples = {
  PLAN_BAD_FINDING_ID: {
    bad: {
      'a word among them': inPlan([`${major}]`, `${major}, F1]`]),
      'a text': inPlan([`[${blocker}, ${major}]`, blocker]),
    },
    good: { 'a block list': inPlan([`[${blocker}, ${major}]`, `\n  - ${blocker}\n  - ${major}`]) },
  },
  PLAN_SOURCE_FINDING_UNKNOWN: {
    bad: { 'another id': inPlan([`${major}]`, `${major}, ${otherId}]`]) },
    good: {
      'the review was written again in the same change': {
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
      'the review before is unknown': {
        base: change(sample, { [reviewPath]: '# Review\n' }),
        head: change(inPlan([`${major}]`, `${major}, ${otherId}]`]), { [reviewPath]: null }),
      },
    },
  },
  PLAN_SOURCE_FINDING_SEVERITY: {
    bad: { 'a minor one': inPlan([`${major}]`, `${major}, "${minor}"]`]) },
    good: { 'a blocker and a major one': sample },
  },
  PLAN_SOURCE_FINDINGS_INCOMPLETE: {
    bad: { 'the major one': inPlan([`, ${major}]`, ']']) },
    good: {
      'a plan that answers none': inPlan([`[${blocker}, ${major}]`, '[]']),
      'a newer review': {
        base: change(sample, {
          [reviewPath]: [['verdict: BLOCK', 'verdict: WARN']],
          [planPath]: [[`, ${major}]`, ']']],
        }),
        head: inPlan([`, ${major}]`, ']']),
      },
    },
  },
}
