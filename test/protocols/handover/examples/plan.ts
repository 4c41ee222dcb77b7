import type { EdgeCases } from '../../../examples-of.ts'
import { aboveSteps, inPlan } from '../../../../src/protocols/handover/examples.ts'

const headings = (...texts: readonly string[]) =>
  Object.fromEntries(texts.map((text) => [`\`${text}\``, aboveSteps(text)]))

/** Cases at the edges of the rules of `plan.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  PLAN_DRIFT_HEADING: { bad: headings('## STAGE 1', '### Fase 3') },
  PLAN_STEP_FORM: {
    bad: headings('### Step 03: Show', '### step 3: Show', '### Step 3:', '### Step 3: ###', '  ### Step 3: Show'),
  },
  PLAN_FORBIDDEN_HEADING: {
    bad: headings('### Stage 3', '### Steg 4 - Bygg', ' ### Phase 1'),
    good: {
      'in tildes below a list': aboveSteps('- ~~~\n  ### Phase 1\n  ~~~'),
      'in tildes with a backtick after them': aboveSteps('~~~ `md`\n### Phase 1\n~~~'),
      'in a comment': aboveSteps('<!-- \n### Phase 1\n-->'),
      'no number': aboveSteps('### Phases'),
      'a word character after it': aboveSteps('### Phase 1a'),
    },
  },
  PLAN_STEP_NUMBERING: { bad: { twice: inPlan(['### Step 2', '### Step 1']) } },
}
