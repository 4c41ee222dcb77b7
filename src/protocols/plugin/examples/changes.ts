import type { RuleExamples } from '../../../core/rule.ts'
import { atStage, change, checksumOf, contractPath, inHandoff, sample, withContract, withTraces } from '../examples.ts'

const dated = (day: string) => inHandoff(sample, ['last_updated: 2026-02-02', `last_updated: ${day}`])
const plan = sample[contractPath('plan')] ?? ''
const unscored = withContract(sample, 'plan', '# Plan\n\nOne pass through every stage.\n')
const middle = inHandoff(withContract(sample, 'plan', plan.replace('1.2', '2.5')), [
  'complexity_score: 1.2',
  'complexity_score: 2.5',
])
const phased = inHandoff(
  middle,
  ['phased_implementation: false', 'phased_implementation: true'],
  ['next_phase: null', 'next_phase: "3.1"'],
)
const rescored = inHandoff(atStage(0, 'in_progress', 'null'), ['complexity_score: 1.2', 'complexity_score: 2.0'])
const brief = '# TinyGain\n\nTwo knobs.\n'
const researching = atStage(0, 'in_progress', 'null')
const recordedPlan = `  plan: ${checksumOf(sample[contractPath('plan')] ?? '')}\n`
const withoutPlan = change(inHandoff(sample, [recordedPlan, '  plan: null\n']), { [contractPath('plan')]: null })

export const examples: RuleExamples = {
  PLUGIN_DATE_BACKWARDS: {
    bad: { 'a day earlier': { base: sample, head: dated('2026-02-01') } },
    good: {
      'the same day': { base: sample, head: inHandoff(sample, ['Keep the knob linear', 'Keep it linear']) },
      'a later day': { base: sample, head: dated('2026-02-03') },
    },
  },
  PLUGIN_COMPLEXITY_CHANGED: {
    bad: {
      'built in phases from now on': { base: middle, head: phased },
      'another number': {
        base: unscored,
        head: inHandoff(unscored, ['complexity_score: 1.2', 'complexity_score: 1.4']),
      },
    },
    good: {
      'the same number, written otherwise': {
        base: inHandoff(middle, ['complexity_score: 2.5', 'complexity_score: 2.50']),
        head: middle,
      },
      'another number while stage 0 is in progress': {
        base: rescored,
        head: withTraces(inHandoff(atStage(0, 'complete', 'invoke_foundation_shell_agent')), '0'),
      },
    },
  },
  CONTRACT_CHANGED: {
    bad: {
      'a contract was changed, and its checksum with it': {
        base: sample,
        head: withContract(sample, 'creative_brief', brief),
      },
    },
    good: {
      'a contract that is still being written': {
        base: researching,
        head: withContract(researching, 'creative_brief', brief),
      },
      'the same checksums': { base: sample, head: sample },
    },
  },
  CONTRACT_CHECKSUM_REMOVED: {
    bad: { 'a plan that is gone, and its checksum with it': { base: sample, head: withoutPlan } },
    good: {
      'another checksum that was never there': { base: withoutPlan, head: withoutPlan },
      'the keys in another order': {
        base: sample,
        head: inHandoff(sample, [recordedPlan, ''], ['contract_checksums:\n', `contract_checksums:\n${recordedPlan}`]),
      },
    },
  },
}
