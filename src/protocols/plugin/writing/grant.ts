import type { MappingPatch } from '../../../documents/yaml-edit.ts'
import type { Handoff } from '../handoff.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { phaseNumber, stageOf, type Unit } from '../stages.ts'
import { begun, noBody } from './beginning.ts'
import { completing } from './completion.ts'
import { withKeys } from './keys.ts'
import { withSteps } from './next-steps.ts'
import { rewritten, type Edit } from './rewrite.ts'
import { withTitles } from './titles.ts'
import { inProgressTitles, resolveStep } from './wording.ts'

/** The keys of a unit: a stage, and of it a phase or none. */
export const unitKeys = (unit: Unit): MappingPatch => ({ stage: stageOf(unit), phase: phaseNumber(unit) > 0 ? unit : null })

/** What is determined by the state is nothing while work is in progress. */
function nothingNext({ fields }: Handoff): MappingPatch {
  const there = (['next_action', 'next_phase'] as const).filter((key) => fields[key].state !== 'absent')
  return Object.fromEntries(there.map((key) => [key, null]))
}

const inProgress =
  (unit: Unit, { context }: PluginModel): Edit =>
  (handoff) =>
    withKeys(handoff, { ...unitKeys(unit), status: 'in_progress', last_updated: context.day, ...nothingNext(handoff), handback: undefined })

/** The plugin with its first handoff: work on the first unit is in progress, and nobody knows yet how complex it is. */
function first(plugin: Plugin, model: PluginModel, unit: Unit): Plugin {
  const titles = inProgressTitles(unit)
  const position = { unit, status: 'in_progress', updated: model.context.day } as const
  const unknown: Edit = (handoff) => withKeys(handoff, { complexity_score: null, phased_implementation: null })
  const beginning = begun(plugin, model, position, noBody(titles.heading), [unknown])
  return rewritten(beginning, model, [...completing(beginning, model), (handoff) => withTitles(handoff, titles)])
}

/** The plugin with a unit in progress, held by the agent. */
export function granted(plugin: Plugin, model: PluginModel, unit: Unit): Plugin {
  if (!plugin.handoff) return first(plugin, model, unit)
  return rewritten(plugin, model, [
    inProgress(unit, model),
    ...completing(plugin, model),
    (handoff) => withTitles(handoff, inProgressTitles(unit)),
  ])
}

/** The plugin with the same unit in progress, held by the agent again after it was given back. */
export function resumed(plugin: Plugin, model: PluginModel, unit: Unit): Plugin {
  const back = plugin.handoff?.handback.value
  const edits: readonly Edit[] = back ? [(handoff) => withSteps(handoff, { goes: (text) => text === resolveStep(back) })] : []
  return rewritten(granted(plugin, model, unit), model, edits)
}
