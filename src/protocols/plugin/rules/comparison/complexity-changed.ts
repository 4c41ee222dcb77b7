import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { atStage, contractPath, inHandoff, sample, withContract, withTraces } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { isPlanned } from '../../states.ts'
import type { RevisionSubject } from '../../subjects.ts'

const plan = sample[contractPath('plan')] ?? ''
const unscored = withContract(sample, 'plan', '# Plan\n\nOne pass through every stage.\n')
const middle = inHandoff(withContract(sample, 'plan', plan.replace('1.2', '2.5')), ['complexity_score: 1.2', 'complexity_score: 2.5'])
const phased = inHandoff(middle, ['phased_implementation: false', 'phased_implementation: true'], ['next_phase: null', 'next_phase: "3.1"'])
const researching = inHandoff(atStage(0, 'in_progress', 'null'), ['complexity_score: 1.2', 'complexity_score: 2.0'])

export const complexityChanged: Rule<RevisionSubject> = {
  code: 'PLUGIN_COMPLEXITY_CHANGED',
  strict: 'warning',
  soft: 'warning',
  summary: '`complexity_score` or `phased_implementation` changed after stage 0 was complete.',
  why: 'They decide which phases there are: changed on the way, they change which work was promised.',
  repair: 'Write the old value, or say in the change why the plugin was planned anew.',
  examples() {
    return {
      bad: [
        { about: 'built in phases from now on', base: middle, head: phased },
        { about: 'another number', base: unscored, head: inHandoff(unscored, ['complexity_score: 1.2', 'complexity_score: 1.4']) },
      ],
      good: [
        {
          about: 'the same number, written otherwise',
          base: inHandoff(middle, ['complexity_score: 2.5', 'complexity_score: 2.50']),
          head: middle,
        },
        {
          about: 'another number while stage 0 is in progress',
          base: researching,
          head: withTraces(inHandoff(atStage(0, 'complete', 'invoke_foundation_shell_agent')), '0'),
        },
      ],
    }
  },
  *check({ plugin, handoff, before, model }) {
    if (!isPlanned(before, model.stages)) return
    for (const key of ['complexity_score', 'phased_implementation'] as const) {
      const now = handoff.fields[key]
      const then = before.fields[key].value
      if (then === undefined || now.value === undefined || now.value === then) continue
      yield {
        message: msg`Unexpected ${key} ${now.value}, expected ${then} as before the change`,
        hint: 'Write the old value, or say in the change why the plugin was planned anew.',
        place: now.place,
        target: targetId(plugin.name),
      }
    }
  },
}
