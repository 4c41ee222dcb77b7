import type { RuleExamples } from '../../../core/rule.ts'
import { inHandoff, phasedSample, sample, withContract } from '../examples.ts'

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

export const examples: RuleExamples = {
  PLUGIN_COMPLEXITY_INVALID: {
    bad: { 'a word': scored('high'), 'a number in quotes': scored('"1.2"') },
    good: { 'an integer': withContract(scored('2'), 'plan', '# Plan\n\nComplexity: 2.0\n') },
  },
  PLUGIN_PHASED_INVALID: {
    bad: {
      yes: inHandoff(phasedSample, ['phased_implementation: true', 'phased_implementation: yes']),
      'false in quotes': inHandoff(sample, ['phased_implementation: false', 'phased_implementation: "false"']),
    },
    good: {
      'TRUE, as YAML has it too': inHandoff(phasedSample, [
        'phased_implementation: true',
        'phased_implementation: TRUE',
      ]),
    },
  },
  PLUGIN_PHASED_CONTRADICTION: {
    bad: { 'complex, and not in phases': phasedAt(3, false), 'simple, and in phases': phasedAt(2, true) },
    good: { 'in between, and not in phases': phasedAt(2.9, false), 'in between, and in phases': phasedAt(2.1, true) },
  },
  PLUGIN_PLAN_PHASES: {
    bad: {
      'a number left out': planned('## Phase 3.2: Smoothing\n## Phase 3.4: Meter\n'),
      'phases that do not begin at 1': planned('## Phase 3.2: Smoothing\n## Phase 4.2: Knob\n'),
    },
    good: {
      'more than nine phases, in any order': planned(
        [10, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `## Phase 3.${number}\n`).join(''),
      ),
      'a plugin that is not built in phases': withContract(
        sample,
        'plan',
        '# Plan\n\nComplexity: 1.2\n\n## Phase 3.2: Smoothing\n## Phase 5.1: Presets\n',
      ),
    },
  },
  PLUGIN_PLAN_COMPLEXITY: {
    bad: {
      'another score': inHandoff(sample, ['complexity_score: 1.2', 'complexity_score: 1.3']),
      'a plan with its score in bold': planWith('- **Complexity:** 1.5 of 5'),
    },
    good: {
      'the same score, written otherwise': inHandoff(planWith('Complexity Score: 2'), [
        'complexity_score: 1.2',
        'complexity_score: 2.0',
      ]),
      'a plan without a score': planWith('Its complexity is low (1).'),
    },
  },
}
