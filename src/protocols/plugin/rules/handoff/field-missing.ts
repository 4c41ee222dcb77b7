import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandoff, inProgressSample, sample, withStatus } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { Plugin } from '../../model.ts'
import { requiredKeys, statuses } from '../../schema.ts'
import { isPlanned } from '../../states.ts'
import type { HandoffSubject } from '../../subjects.ts'
import { isPhased } from '../../writing/completion.ts'

type RequiredKey = keyof typeof requiredKeys

const required = Object.entries(requiredKeys) as [RequiredKey, (typeof requiredKeys)[RequiredKey]][]

/** In research, before anybody knows how complex it will be. */
const unplanned = withStatus(
  inHandoff(
    inProgressSample,
    ['stage: 3', 'stage: 0'],
    ['complexity_score: 1.2\nphased_implementation: false', 'complexity_score: null\nphased_implementation: null'],
  ),
  '🚧 Stage 3',
  '🚧 Stage 0',
)

const score = ({ handoff, plan }: Plugin) => handoff?.fields.complexity_score.value ?? plan.complexity?.value

/** What is to be written, where anything else tells it. */
const hints: Readonly<Record<RequiredKey, (plugin: Plugin) => string>> = {
  plugin: ({ name }) => msg`Write ${`plugin: ${name}`}.`,
  stage: () => msg`Write ${'stage'} with the number of the stage: nothing else tells it.`,
  phase: () => msg`Write ${'phase: null'}, or the phase that is meant.`,
  status: () => msg`Write ${'status'} with one of ${statuses}: nothing else tells it.`,
  last_updated: () => msg`Write ${'last_updated'} with the day on which the handoff was last changed.`,
  complexity_score({ plan }) {
    if (plan.complexity) return msg`Write ${`complexity_score: ${plan.complexity.value.toFixed(1)}`}, as the plan has it.`
    return msg`Write ${'complexity_score'} with a number from ${1} to ${5}; ${null} only until stage 0 is complete.`
  },
  phased_implementation(plugin) {
    const complexity = score(plugin)
    if (complexity !== undefined) return msg`Write ${`phased_implementation: ${isPhased(complexity, plugin)}`}, as the complexity has it.`
    return msg`Write ${'phased_implementation'} with ${'true'} or ${'false'}; ${null} only until stage 0 is complete.`
  },
  orchestration_mode: () => msg`Write ${'orchestration_mode: true'}.`,
}

export const fieldMissing: Rule<HandoffSubject> = {
  code: 'PLUGIN_FIELD_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'A required key of the handoff is absent, or `null` where it may not be.',
  why: 'Whoever resumes the plugin has to guess what is not written.',
  repair:
    'Write the key. `complexity_score` and `phased_implementation` may be `null` until stage 0 is complete, `phase` always. Every transition adds those that have a default.',
  examples() {
    return {
      bad: [
        { about: 'no key `phase`', head: inHandoff(sample, ['phase: null\n', '']) },
        { about: 'no day', head: inHandoff(sample, ['last_updated: 2026-02-02\n', '']) },
        { about: 'the mode is null', head: inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: null']) },
        { about: 'nothing behind the key', head: inHandoff(sample, ['stage: 2', 'stage:']) },
        { about: 'no complexity after stage 0', head: inHandoff(sample, ['complexity_score: 1.2', 'complexity_score: null']) },
        {
          about: 'no word about phases after stage 0',
          head: inHandoff(sample, ['phased_implementation: false', 'phased_implementation: ~']),
        },
      ],
      good: [
        { about: 'no complexity while stage 0 is in progress', head: unplanned },
        {
          about: 'no next action, which nobody must name',
          head: inHandoff(sample, ['next_action: invoke_dsp_agent\nnext_phase: null\n', '']),
        },
      ],
    }
  },
  *check({ handoff, plugin, model }) {
    if (handoff.legacy) return
    const planned = isPlanned(handoff, model.stages)
    for (const [key, needed] of required) {
      const { state } = handoff.fields[key]
      const nullable = needed === 'null' || (needed === 'null-until-planned' && !planned)
      if (state !== 'absent' && !(state === 'null' && !nullable)) continue
      yield {
        message: state === 'absent' ? msg`Missing key ${key}` : msg`Unexpected ${key} ${null}, expected a value`,
        hint: hints[key](plugin),
        place: handoff.top,
        target: targetId(plugin.name),
      }
    }
  },
}
