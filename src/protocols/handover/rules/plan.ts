import { change, inPlan, planPath, sample, aboveSteps } from '../examples.ts'
import type { Told } from './rule.ts'

/** Rules about plans and their steps (handover protocol, section 4.4). */
export const planRules = {
  PLAN_FORBIDDEN_HEADING: {
    summary: 'A heading has one of the forms `## Fase N`, `### Phase N`, `### Stage N`, `### Steg N`.',
    why: 'A plan that tells in phases has no steps that can be executed.',
    repair: 'Rewrite it as `### Step N: <title>`.',
    examples: () => ({
      bad: ['## Fase 1', '### Phase 2: Build', '### Stage 3', '### Steg 4 - Bygg', ' ### Phase 1'].map((text) => ({
        about: `\`${text}\``,
        head: aboveSteps(text),
      })),
      good: [
        { about: 'in a fence', head: aboveSteps('```md\n### Phase 1\n```') },
        { about: 'in four backticks around three', head: aboveSteps('````md\n```\n### Phase 1\n```\n````') },
        { about: 'in tildes below a list', head: aboveSteps('- ~~~\n  ### Phase 1\n  ~~~') },
        { about: 'in tildes with a backtick behind them', head: aboveSteps('~~~ `md`\n### Phase 1\n~~~') },
        { about: 'in a comment', head: aboveSteps('<!-- \n### Phase 1\n-->') },
        { about: 'no number', head: aboveSteps('### Phases') },
        { about: 'a word character behind it', head: aboveSteps('### Phase 1a') },
      ],
    }),
  },
  PLAN_DRIFT_HEADING: {
    summary: 'A heading of level 2 or 3 has one of these words and a number in another combination or case.',
    why: 'It is how plans begin to drift from steps to phases.',
    repair: 'If it is a step, write `### Step N: <title>`.',
    examples: () => ({
      bad: ['## Phase 2', '### fase 1', '## STAGE 1', '### Fase 3'].map((text) => ({ about: `\`${text}\``, head: aboveSteps(text) })),
      good: [{ about: 'level 4', head: aboveSteps('#### Phase 2') }],
    }),
  },
  PLAN_STEP_FORM: {
    summary: 'A heading of level 2 or 3 begins with "step" and a number, and is not literally `### Step N: <title>`.',
    why: 'Whoever executes the plan finds steps by that form alone.',
    repair: 'Level 3, from the first column, no zeros, a colon, a blank, a title.',
    examples: () => ({
      bad: [
        '### Step 3 - Show',
        '## Step 3: Show',
        '### Step 03: Show',
        '### step 3: Show',
        '### Step 3:',
        '### Step 3: ###',
        '  ### Step 3: Show',
      ].map((text) => ({
        about: `\`${text}\``,
        head: aboveSteps(text),
      })),
      good: [{ about: 'a word that only begins so', head: aboveSteps('### Stepwise') }],
    }),
  },
  PLAN_NO_STEPS: {
    summary: 'A plan has no literal step.',
    why: 'There is nothing to execute.',
    repair: 'Write the steps.',
    examples: () => ({
      bad: [{ about: 'only a list', head: { [planPath]: '---\nplan_version: "1.7"\n---\n\n## Implementation Plan\n\n1. Do it.\n' } }],
      good: [
        { about: 'steps', head: sample },
        { about: 'behind a comment that ends where it begins', head: aboveSteps('<!-->') },
      ],
    }),
  },
  PLAN_STEP_NUMBERING: {
    summary: 'The number of a step is not the one before and one more; the first is not 1.',
    why: 'Progress is recorded by these numbers.',
    repair: 'Number the steps from 1 without gaps.',
    examples: () => ({
      bad: [
        { about: 'a gap', head: inPlan(['### Step 2', '### Step 3']) },
        { about: 'from 0', head: inPlan(['### Step 1', '### Step 0'], ['### Step 2', '### Step 1']) },
        { about: 'twice', head: inPlan(['### Step 2', '### Step 1']) },
      ],
      good: [{ about: 'a sample step in a fence', head: aboveSteps('```md\n### Step 7: Sample\n```') }],
    }),
  },
  PLAN_FENCE_UNCLOSED: {
    summary: 'A fence runs to the end of the file.',
    why: 'Everything behind it is code: steps in it are none.',
    repair: 'Close it.',
    examples: () => ({
      bad: [{ about: 'at the end', head: change(sample, { [planPath]: `${sample[planPath]}\n~~~\ntext\n` }) }],
      good: [{ about: 'closed by more of the same', head: aboveSteps('```\ntext\n`````') }],
    }),
  },
} as const satisfies Readonly<Record<string, Told>>
