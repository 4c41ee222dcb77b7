import type { MappingPatch } from '../../../documents/yaml-edit.ts'
import { contractKeys } from '../contracts.ts'
import type { Handoff } from '../handoff.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { openPhase } from '../next.ts'
import { finalActions, type Stages } from '../stages.ts'
import { determined, isPlanned, type Determined } from '../states.ts'
import { withKeys, withSpelling } from './keys.ts'
import type { Edit } from './rewrite.ts'
import { withSections } from './sections.ts'

/** The checksums of the contracts as they are, as a handoff records them. */
export function checksumsOf({ contracts }: Plugin): Readonly<Record<string, string | null>> {
  const recorded = contractKeys.map((key) => {
    const { file, digest } = contracts[key]
    return [key, file === 'there' && digest ? `sha256:${digest.sha256}` : null]
  })
  return Object.fromEntries(recorded) as Record<string, string | null>
}

/** Whether a plugin of this complexity is built in phases; between simple and complex it is where the plan names any. */
export const isPhased = (complexity: number, { plan }: Plugin): boolean => complexity >= 3 || (complexity > 2 && plan.phases.length > 0)

/** Edits that record a complexity, with one decimal. */
export const recording = (complexity: number): readonly Edit[] => [
  (handoff) => withKeys(handoff, { complexity_score: complexity }),
  (handoff) => withSpelling(handoff, ['complexity_score'], complexity.toFixed(1)),
]

/** Keys that may not be null; these two once the first stage is complete. */
const needed = ['plugin', 'last_updated', 'orchestration_mode']
const neededOncePlanned = ['complexity_score', 'phased_implementation']

/** Of some keys those that the handoff lacks: they are not there, or null where that says nothing. */
function lacking(handoff: Handoff, { stages }: PluginModel, values: MappingPatch): MappingPatch {
  const fields: Readonly<Record<string, { readonly state: string }>> = { ...handoff.fields, contract_checksums: handoff.checksums }
  const filled = isPlanned(handoff, stages) ? [...needed, ...neededOncePlanned] : needed
  const isLacking = (key: string) => fields[key]?.state === 'absent' || (fields[key]?.state === 'null' && filled.includes(key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => isLacking(key)))
}

function withMissingKeys(handoff: Handoff, plugin: Plugin, model: PluginModel): string {
  const complexity = handoff.fields.complexity_score.value ?? plugin.plan.complexity?.value
  const values = {
    plugin: plugin.name,
    phase: null,
    last_updated: model.context.day,
    phased_implementation: complexity === undefined ? null : isPhased(complexity, plugin),
    orchestration_mode: true,
    contract_checksums: checksumsOf(plugin),
  }
  return withKeys(handoff, lacking(handoff, model, values))
}

function complexityEdits({ handoff, plan }: Plugin, model: PluginModel): readonly Edit[] {
  const complexity = plan.complexity?.value ?? null
  if (!handoff || !('complexity_score' in lacking(handoff, model, { complexity_score: complexity }))) return []
  return complexity === null ? [(each) => withKeys(each, { complexity_score: null })] : recording(complexity)
}

/** What follows the state that a handoff says; nothing while it is in progress, unknown or open. */
function followingOf(plugin: Plugin, stages: Stages): Partial<Determined> {
  const { state, handoff, phases } = plugin
  if (state.kind === 'working') return { action: finalActions[0] ?? null }
  if (state.kind !== 'unit' || state.status !== 'complete' || openPhase(plugin) !== undefined) return {}
  return determined(state.unit, handoff?.fields.next_phase.value ?? null, phases, stages)
}

function withFollowing(handoff: Handoff, plugin: Plugin, model: PluginModel): string {
  const { action, phase } = followingOf(plugin, model.stages)
  const values = { ...(action && { next_action: action }), ...(phase && { next_phase: phase }) }
  return withKeys(handoff, lacking(handoff, model, values))
}

/** Edits that add the keys that have a default and the sections that a handoff lacks (plugin protocol, W5). */
export function completing(plugin: Plugin, model: PluginModel): readonly Edit[] {
  return [
    ...complexityEdits(plugin, model),
    (handoff, now) => withMissingKeys(handoff, now, model),
    (handoff, now) => withFollowing(handoff, now, model),
    withSections,
  ]
}
