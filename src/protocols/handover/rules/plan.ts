import { msg } from '../../../core/message.ts'
import { type Problem, overParts, problemsOf } from '../../../kit/rules.ts'
import type { HandoverFile } from '../model.ts'
import { literalStep, planOf, type Plan } from '../reading/plan.ts'
import type { Heading } from '../reading/scan.ts'
import { files, finding, type FileRule, type FileSubject, type HandoverRules } from './subjects.ts'
import { byPlace } from '../../../core/diagnostic.ts'

const phaseHeadingPattern = /^(fase|phase|stage|steg)[ \t]+\d+(?!\w)/i
const stepLikePattern = /^step[ \t]*\d/i

/** Whether a heading has one of the four forms that are forbidden. */
function isForbidden({ level, text }: Heading): boolean {
  const [, word] = phaseHeadingPattern.exec(text) ?? []
  return (level === 2 && word === 'Fase') || (level === 3 && (word === 'Phase' || word === 'Stage' || word === 'Steg'))
}

type HeadingFault = 'forbidden' | 'drifted' | 'form'

function faultOf(heading: Heading): HeadingFault | undefined {
  const { level, text } = heading
  if (level !== 2 && level !== 3) return undefined
  if (isForbidden(heading)) return 'forbidden'
  if (phaseHeadingPattern.test(text)) return 'drifted'
  return stepLikePattern.test(text) && !literalStep(heading) ? 'form' : undefined
}

const headingsWith = (file: HandoverFile, fault: HeadingFault): readonly Heading[] =>
  planOf(file)?.headings.filter((heading) => faultOf(heading) === fault) ?? []

/** The line that is about all steps. */
export const implementationLine = ({ headings }: Plan) =>
  headings.find(({ level, text }) => level === 2 && text === 'Implementation Plan')?.line

const headingRules: readonly FileRule[] = [
  {
    code: 'PLAN_FORBIDDEN_HEADING',
    strict: 'error',
    soft: 'error',
    summary: 'A heading has one of the forms `## Fase N`, `### Phase N`, `### Stage N`, `### Steg N`.',
    why: 'A plan that is written in phases has no steps that can be executed.',
    repair: 'Rewrite it as `### Step N: <title>`.',
    hint: 'Rewrite it as `### Step N:` and a title.',
    *check({ file }) {
      for (const { raw, line } of headingsWith(file, 'forbidden'))
        yield finding(file, msg`Unexpected heading ${raw.trim()}`, line)
    },
  },
  {
    code: 'PLAN_DRIFT_HEADING',
    strict: 'warning',
    soft: 'warning',
    summary:
      'A heading of level 2 or 3 has the word Fase, Phase, Stage or Steg with a number, in another combination or case.',
    why: 'This is how plans begin to drift from steps to phases.',
    repair: 'If it is a step, write `### Step N: <title>`.',
    hint: 'If it is a step, write `### Step N:` and a title.',
    *check({ file }) {
      for (const { raw, line } of headingsWith(file, 'drifted'))
        yield finding(file, msg`Unexpected heading ${raw.trim()}`, line)
    },
  },
  {
    code: 'PLAN_STEP_FORM',
    strict: 'error',
    soft: 'error',
    summary: 'A heading of level 2 or 3 begins with "step" and a number, and is not literally `### Step N: <title>`.',
    why: 'An executor finds steps by that form alone.',
    repair: 'Write `### Step N: <title>` from the first column, N without leading zeros.',
    hint: 'Begin in the first column, and write the number without leading zeros.',
    *check({ file }) {
      for (const { raw, line } of headingsWith(file, 'form'))
        yield finding(file, msg`Unexpected form ${raw.trim()}, expected ${'### Step N: <title>'}`, line)
    },
  },
]

const stepRules: readonly FileRule[] = [
  {
    code: 'PLAN_NO_STEPS',
    strict: 'error',
    soft: 'error',
    summary: 'A plan has no literal step.',
    why: 'There is nothing to execute.',
    repair: 'Write the steps.',
    hint: 'Write each step below a heading of that form.',
    *check({ file }) {
      const plan = planOf(file)
      if (plan?.steps.length === 0)
        yield finding(file, msg`Missing steps, expected ${'### Step 1: <title>'}`, implementationLine(plan))
    },
  },
  {
    code: 'PLAN_STEP_NUMBERING',
    strict: 'error',
    soft: 'error',
    summary: 'The number of a step is not one more than the previous one, or the first is not 1.',
    why: 'Progress is recorded by these numbers.',
    hint: 'Number the steps from 1 without gaps.',
    *check({ file }) {
      let previousNumber = 0
      for (const { number, line } of planOf(file)?.steps ?? []) {
        if (number !== previousNumber + 1)
          yield finding(file, msg`Unexpected step ${number}, expected ${previousNumber + 1}`, line)
        previousNumber = number
      }
    },
  },
]

const fenceRules: readonly FileRule[] = [
  {
    code: 'PLAN_FENCE_UNCLOSED',
    strict: 'warning',
    soft: 'warning',
    summary: 'A fence runs to the end of the file.',
    why: 'Everything after it is code: steps in it do not count.',
    repair: 'Close it.',
    hint: 'Close it: headings in it do not count.',
    *check({ file }) {
      for (const { closed, line } of planOf(file)?.fences ?? [])
        if (!closed) yield finding(file, 'Unexpected end of the file in a fence, expected its closing line', line)
    },
  },
]

/** What is wrong with the headings, steps and fences of a plan. */
export const planProblems = (subject: FileSubject): readonly Problem[] => [
  ...problemsOf(headingRules, subject).toSorted(byPlace),
  ...problemsOf([...stepRules, ...fenceRules], subject),
]

export const planRules: HandoverRules = {
  name: 'plan',
  title: 'The steps of a plan',
  rules: [overParts(files('plan'), [...headingRules, ...stepRules, ...fenceRules])],
}
