import { msg } from '../../../core/message.ts'
import { valueText } from '../../../documents/yaml-scalars.ts'
import { valueRule, currentHandoffs, type PluginRules } from './subjects.ts'
import type { Plugin } from '../model.ts'
import { mayBeNull, requiredKeys, statuses } from '../schema.ts'
import { isPlanned, contradictsWorkflow } from '../states.ts'
import { isPhased } from '../handoff/completion.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { overParts } from '../../../kit/rules.ts'

type RequiredKey = keyof typeof requiredKeys

const complexityOf = ({ handoff, plan }: Plugin) => handoff?.fields.complexity_score.value ?? plan.complexity?.value

/** The value to write, where it follows from anything else. */
const hints: Readonly<Record<RequiredKey, (plugin: Plugin) => string>> = {
  plugin: ({ name }) => msg`Write ${`plugin: ${valueText(name)}`}.`,
  stage: () => msg`Write ${'stage'} with the number of the stage: nothing else has it.`,
  phase: () => msg`Write ${'phase: null'}, or the phase that is meant.`,
  status: () => msg`Write ${'status'} with one of ${statuses}: nothing else has it.`,
  last_updated: () => msg`Write ${'last_updated'} with the date on which the handoff was last changed.`,
  complexity_score({ plan }) {
    if (plan.complexity)
      return msg`Write ${`complexity_score: ${plan.complexity.value.toFixed(1)}`}, as the plan has it.`
    return msg`Write ${'complexity_score'} with a number from ${1} to ${5}; ${null} only until stage 0 is complete.`
  },
  phased_implementation(plugin) {
    const complexity = complexityOf(plugin)
    if (complexity !== undefined)
      return msg`Write ${`phased_implementation: ${isPhased(complexity, plugin)}`}, as the complexity has it.`
    return msg`Write ${'phased_implementation'} with ${'true'} or ${'false'}; ${null} only until stage 0 is complete.`
  },
  orchestration_mode: () => msg`Write ${'orchestration_mode: true'}.`,
}

/** What is wrong with a key that is absent, or null as it is written: `Null` may be meant as a name. */
function missingValueMessage(key: string, written: string | undefined): string {
  if (written === undefined) return msg`Missing key ${key}`
  return written === 'null' || written === ''
    ? msg`Unexpected ${key} ${null}, expected a value`
    : msg`Unexpected ${key} ${written}, which YAML reads as ${null}, expected a value`
}

export const positionRules: PluginRules = {
  name: 'position',
  title: 'Where the work is: `stage` and `status`',
  rules: [
    overParts(currentHandoffs, [
      valueRule('plugin', {
        code: 'PLUGIN_NAME_MISMATCH',
        strict: 'error',
        soft: 'error',
        summary: 'The handoff names a different plugin than its directory.',
        why: 'A handoff that was copied from another plugin says nothing about this one: an agent that trusts it resumes the wrong work.',
        repair: 'Write the name of the directory, letter by letter, or put the handoff where it belongs.',
        allowed: (name, { plugin }) => name === plugin.name,
        expected: ({ plugin }) => msg`${plugin.name}, the name of its directory`,
        hint: ({ plugin }) =>
          msg`Write ${`plugin: ${valueText(plugin.name)}`}, or put the handoff into the directory of the plugin that it is about.`,
      }),
      {
        code: 'PLUGIN_FIELD_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A required key of the handoff is absent, or `null` where it may not be.',
        why: 'The agent that resumes the plugin has to guess what is not written.',
        repair:
          'Write the key. `complexity_score` and `phased_implementation` may be `null` until stage 0 is complete, `phase` always. Every transition adds those that have a default.',
        *check({ handoff, plugin, model }) {
          if (handoff.legacy) return
          const isPastPlanning = isPlanned(handoff, model.stages)
          for (const key of Object.keys(requiredKeys) as RequiredKey[]) {
            const { state, written } = handoff.fields[key]
            if (state !== 'absent' && (state !== 'null' || mayBeNull(key, isPastPlanning))) continue
            yield {
              message: missingValueMessage(key, state === 'absent' ? undefined : written),
              hint: hints[key](plugin),
              place: handoff.top,
            }
          }
        },
      },
      valueRule('stage', {
        code: 'PLUGIN_STAGE_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`stage` is not a plain integer, or not an existing stage.',
        why: 'Every command begins with the stage: without it, what is done and who works next is unclear.',
        repair: 'Write the number of the stage alone, without quotes, a point or a leading zero.',
        allowed: (stage, { model }) => model.stages.get(stage) !== undefined,
        expected: ({ model }) => msg`one of ${model.stages.all.map(({ stage }) => stage)}`,
        hint: () => msg`Write the number alone, such as ${'stage: 2'}; a part of a stage belongs in ${'phase'}.`,
      }),
      valueRule('status', {
        code: 'PLUGIN_STATUS_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`status` is not one of `in_progress`, `complete`, `workflow_complete`.',
        why: 'The status says whose turn it is. An unknown word leaves everyone waiting, or starts two agents at once.',
        repair:
          'Write `in_progress` while an agent works, `complete` when the stage or phase is done, `workflow_complete` when all of them are.',
        expected: () => msg`one of ${statuses}`,
        hint({ handoff }) {
          const suggestedStatus = suggestion(handoff.fields.status.written, statuses)
          return suggestedStatus === undefined
            ? msg`Write ${'in_progress'} while work goes on and ${'complete'} when it is done.`
            : msg`Did you mean ${suggestedStatus}?`
        },
      }),
      {
        code: 'PLUGIN_STATUS_CONTRADICTION',
        strict: 'error',
        soft: 'warning',
        summary: '`status` is `workflow_complete` before the last stage, or in a phase.',
        why: 'It claims that everything is done while stage or phase say that something is not: the stages in between might be skipped for good.',
        repair:
          'Write `complete` if only the stage or phase is done; if all is done, the last stage and `phase: null`.',
        *check({ handoff: { fields }, model: { stages } }) {
          const { stage, phase, status } = fields
          const knownStage = stage.value === undefined ? undefined : stages.get(stage.value)
          if (
            status.value !== 'workflow_complete' ||
            !knownStage ||
            !contradictsWorkflow(knownStage.stage, phase.value, stages)
          )
            return
          const unit = phase.value ?? knownStage.stage
          yield {
            message: msg`Unexpected ${'status'} ${status.value} at ${unit}, expected it at stage ${stages.last.stage} without a phase`,
            hint: msg`Write ${'complete'} if ${unit} is done; if everything is, ${`stage: ${stages.last.stage}`} and ${'phase: null'}.`,
            place: status.place,
          }
        },
      },
    ]),
  ],
}
