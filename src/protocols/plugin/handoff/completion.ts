import { linesOf, type Handoff } from './handoff.ts'
import type { Plugin, PluginModel } from '../model.ts'
import {
  unitsIn,
  finalActions,
  phaseNumber,
  stageOf,
  type Unit,
  type Stages,
  openPhase,
  determinedValuesAfter,
  type DeterminedValues,
} from '../stages/stages.ts'
import { oldestFirst, type TimelineLine } from '../registry/registry.ts'
import type { MappingPatch } from '../../../documents/yaml-edit.ts'
import { contractKeys, pathsOf } from '../files.ts'
import { isPlanned } from '../states.ts'
import { withKeys, withSpelling, applyEdits, withHandoffText, type HandoffEdit } from './edits.ts'
import { withMissingSections, appendAll } from './sections.ts'
import { mayBeNull, unknownPlaceholder } from '../schema.ts'
import type { TextDocument } from '../../../documents/text.ts'

/** Every timeline line of the second place. */
export const timelineOf = (plugin: Plugin | undefined): readonly TimelineLine[] =>
  plugin?.second?.timelines.flat() ?? []

/** The lines of `Completed So Far` that say something. */
export const completedLinesOf = (handoff: Handoff): readonly string[] => linesOf(handoff, 'Completed So Far')

/** The units that left a trace: a line of the timeline names them in its parentheses, or `Completed So Far` does. */
export function completionEvidence(plugin: Plugin): ReadonlySet<Unit> {
  const completedLines = plugin.handoff ? completedLinesOf(plugin.handoff) : []
  return new Set([...timelineOf(plugin).map(({ about }) => about), ...completedLines].flatMap(unitsIn))
}

/** The checksums of the contracts as they are, as a handoff records them. */
export function checksumsOf({ contracts }: Plugin): Readonly<Record<string, string | null>> {
  const checksumEntries = contractKeys.map((key) => {
    const { file, digest } = contracts[key]
    return [key, file === 'there' && digest ? `sha256:${digest.sha256}` : null]
  })
  return Object.fromEntries(checksumEntries) as Record<string, string | null>
}

/**
 * Whether a plugin of this complexity is built in phases; between simple and complex it is where the plan names any.
 */
export const isPhased = (complexity: number, { plan }: Plugin): boolean =>
  complexity >= 3 || (complexity > 2 && plan.phases.length > 0)

export const recordComplexity = (complexity: number): readonly HandoffEdit[] => [
  (handoff) => withKeys(handoff, { complexity_score: complexity }),
  (handoff) => withSpelling(handoff, ['complexity_score'], complexity.toFixed(1)),
]

/** The keys that the handoff lacks: they are not there, or null where that says nothing. */
function missingKeysIn(handoff: Handoff, { stages }: PluginModel, values: MappingPatch): MappingPatch {
  const fields: Readonly<Record<string, { readonly state: string }>> = {
    ...handoff.fields,
    contract_checksums: handoff.checksums,
  }
  const isPastPlanning = isPlanned(handoff, stages)
  const isLacking = (key: string) =>
    fields[key]?.state === 'absent' || (fields[key]?.state === 'null' && !mayBeNull(key, isPastPlanning))
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
  return withKeys(handoff, missingKeysIn(handoff, model, values))
}

function complexityEdits({ handoff, plan }: Plugin, model: PluginModel): readonly HandoffEdit[] {
  const complexity = plan.complexity?.value ?? null
  if (!handoff || !('complexity_score' in missingKeysIn(handoff, model, { complexity_score: complexity }))) return []
  return complexity === null
    ? [(currentHandoff) => withKeys(currentHandoff, { complexity_score: null })]
    : recordComplexity(complexity)
}

/** What follows the state that a handoff says; nothing while it is in progress, unknown or open. */
function nextValuesOf(plugin: Plugin, stages: Stages): Partial<DeterminedValues> {
  const { state, handoff, phases } = plugin
  if (state.kind === 'working') return { action: finalActions[0] ?? null }
  if (state.kind !== 'unit' || state.status !== 'complete' || openPhase(plugin) !== undefined) return {}
  return determinedValuesAfter(state.unit, handoff?.fields.next_phase.value ?? null, phases, stages)
}

function withNextValues(handoff: Handoff, plugin: Plugin, model: PluginModel): string {
  const { action, phase } = nextValuesOf(plugin, model.stages)
  const values = { ...(action && { next_action: action }), ...(phase && { next_phase: phase }) }
  return withKeys(handoff, missingKeysIn(handoff, model, values))
}

/** Edits that add the keys that have a default and the sections that a handoff lacks. */
export function completionEdits(plugin: Plugin, model: PluginModel): readonly HandoffEdit[] {
  return [
    ...complexityEdits(plugin, model),
    (handoff, currentPlugin) => withMissingKeys(handoff, currentPlugin, model),
    (handoff, currentPlugin) => withNextValues(handoff, currentPlugin, model),
    withMissingSections,
  ]
}

/** The lines of `Completed So Far` that the timeline makes. */
function completedLinesFromTimeline(plugin: Plugin): readonly string[] {
  return (plugin.second?.timelines ?? []).flatMap(oldestFirst).flatMap(({ about, text }) => {
    const units = unitsIn(about)
    const unit = units.find((candidate) => phaseNumber(candidate) > 0) ?? units[0]
    const end = text.indexOf(':** ')
    return unit === undefined || end === -1 ? [] : [`- **Stage ${unit}:** ${text.slice(end + ':** '.length).trim()}`]
  })
}

/** Whether work was completed, and neither the handoff nor its timeline records it. */
export function lacksCompletionRecord(plugin: Plugin, { stages }: PluginModel): boolean {
  const { handoff } = plugin
  return (
    handoff !== undefined &&
    isPlanned(handoff, stages) &&
    completedLinesOf(handoff).length === 0 &&
    completedLinesFromTimeline(plugin).length === 0
  )
}

/**
 * Edits that fill an empty `Completed So Far` from the timeline; where that is empty too, with the statement that it is
 * not known.
 */
export function completedSectionEdits(plugin: Plugin, model: PluginModel): readonly HandoffEdit[] {
  const { handoff } = plugin
  const lines = handoff && completedLinesOf(handoff).length > 0 ? [] : completedLinesFromTimeline(plugin)
  return [
    (currentHandoff) =>
      appendAll(
        currentHandoff,
        'Completed So Far',
        lacksCompletionRecord(plugin, model) ? [unknownPlaceholder] : lines,
      ),
  ]
}

/** The position that a new front matter begins with; everything else of it has a default. */
export interface Position {
  readonly unit: Unit
  readonly status: 'in_progress' | 'complete' | 'workflow_complete'
  /** A day. */
  readonly updated: string
}

/** Text that is to follow a new front matter, with the mark and the line ending of its file. */
export interface Body {
  readonly mark: string
  readonly eol: string
  readonly text: string
}

/** The text of a file as the body of what it is to become. */
export const wholeBody = ({ text, start, eol }: TextDocument): Body => ({
  mark: text.slice(0, start),
  eol,
  text: text.slice(start),
})

export const emptyBody = (title: string): Body => ({ mark: '', eol: '\n', text: `# ${title}\n` })

/** The plugin with a new handoff at its proper place, before anything that it lacks is added. */
export function withNewHandoff(
  plugin: Plugin,
  model: PluginModel,
  { unit, status, updated }: Position,
  { mark, eol, text }: Body,
  edits: readonly HandoffEdit[] = [],
): Plugin {
  const gap = text === '' || /^\r?\n/.test(text) ? '' : eol
  const head = ['---', `stage: ${stageOf(unit)}`, '---', ''].join(eol)
  const keys = { plugin: plugin.name, phase: phaseNumber(unit) > 0 ? unit : null, status, last_updated: updated }
  const startedPlugin = withHandoffText(
    plugin,
    pathsOf(model.configuration, plugin.name).handoff,
    mark + head + gap + text,
    model,
  )
  return applyEdits(startedPlugin, model, [(handoff) => withKeys(handoff, keys), ...edits])
}
