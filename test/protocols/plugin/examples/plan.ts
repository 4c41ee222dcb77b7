import type { EdgeCases } from '../../../examples-of.ts'
import { inHandoff, phasedSample, sample, withContract } from '../../../../src/protocols/plugin/examples.ts'

const scored = (written: string) => inHandoff(sample, ['complexity_score: 1.2', `complexity_score: ${written}`])
const plan = (score: number) => `# Plan\n\nComplexity: ${score}\n`
const phasedAt = (score: number, phased: boolean) =>
  withContract(
    inHandoff(sample, [
      'complexity_score: 1.2\nphased_implementation: false',
      `complexity_score: ${score}\nphased_implementation: ${phased}`,
    ]),
    'plan',
    plan(score),
  )
const planned = (headings: string) =>
  withContract(phasedSample, 'plan', `# Plan\n\nComplexity: 4.0\n\n## Phase 3.1: Gain\n${headings}`)
const planWith = (line: string) => withContract(sample, 'plan', `# Plan\n\n${line}\n`)

/** Cases at the edges of the rules of `plan.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  PLUGIN_COMPLEXITY_INVALID: { bad: { 'below the scale': scored('0.9'), 'above the scale': scored('5.1') } },
  PLUGIN_PHASED_INVALID: {
    bad: { 'a number': inHandoff(sample, ['phased_implementation: false', 'phased_implementation: 0']) },
  },
  PLUGIN_PHASED_CONTRADICTION: {
    bad: {
      'a phase, and not in phases': withContract(
        inHandoff(phasedSample, [
          'complexity_score: 4.0\nphased_implementation: true',
          'complexity_score: 2.5\nphased_implementation: false',
        ]),
        'plan',
        plan(2.5),
      ),
    },
    good: { 'simple, and not in phases': phasedAt(2, false), 'complex, and in phases': phasedAt(3, true) },
  },
  PLUGIN_PLAN_PHASES: {
    bad: { 'a phase of the validation': planned('## Phase 3.2: Smoothing\n## Phase 5.1: Presets\n') },
  },
  PLUGIN_PLAN_COMPLEXITY: { good: { 'a score in a fence': planWith('```\nComplexity: 5.0\n```') } },
}
