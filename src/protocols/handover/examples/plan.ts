import type { RuleExamples } from '../../../core/rule.ts'
import { aboveSteps, change, inPlan, planPath, sample } from '../examples.ts'

const headings = (...texts: readonly string[]) =>
  Object.fromEntries(texts.map((text) => [`\`${text}\``, aboveSteps(text)]))

export const examples: RuleExamples = {
  PLAN_FORBIDDEN_HEADING: {
    bad: headings('## Fase 1', '### Phase 2: Build'),
    good: {
      'in a fence': aboveSteps('```md\n### Phase 1\n```'),
      'in four backticks around three': aboveSteps('````md\n```\n### Phase 1\n```\n````'),
    },
  },
  PLAN_DRIFT_HEADING: {
    bad: headings('## Phase 2', '### fase 1'),
    good: { 'level 4': aboveSteps('#### Phase 2') },
  },
  PLAN_STEP_FORM: {
    bad: headings('### Step 3 - Show', '## Step 3: Show'),
    good: { 'a word that only begins so': aboveSteps('### Stepwise') },
  },
  PLAN_NO_STEPS: {
    bad: { 'only a list': { [planPath]: '---\nplan_version: "1.7"\n---\n\n## Implementation Plan\n\n1. Do it.\n' } },
    good: { steps: sample, 'after a comment that ends where it begins': aboveSteps('<!-->') },
  },
  PLAN_STEP_NUMBERING: {
    bad: {
      'a gap': inPlan(['### Step 2', '### Step 3']),
      'from 0': inPlan(['### Step 1', '### Step 0'], ['### Step 2', '### Step 1']),
    },
    good: { 'a sample step in a fence': aboveSteps('```md\n### Step 7: Sample\n```') },
  },
  PLAN_FENCE_UNCLOSED: {
    bad: { 'at the end': change(sample, { [planPath]: `${sample[planPath]}\n~~~\ntext\n` }) },
    good: { 'closed by more of the same': aboveSteps('```\ntext\n`````') },
  },
}
