import {
  isSameState,
  legalityOf,
  phasesNamedBy,
  skippedUnitsOf,
  stateOfStatus,
  unitSequenceOf,
  type State,
  type Step,
  type UnitSequence,
} from '../states.ts'
import { completionEvidence } from '../handoff/completion.ts'
import { contractKeys } from '../files.ts'
import type { Handoff } from '../handoff/handoff.ts'
import { phasesOf, withHandoffState, type Plugin } from '../model.ts'
import { agreesWithHandoff, isLive } from '../registry/resolution.ts'
import { normalizeText, readStatus } from '../registry/values.ts'
import { phaseNumber, stageOf, type Stages, type Unit } from '../stages/stages.ts'
import { knowsPosition } from './offers.ts'
import { hasOtherAction, isOutsidePlan, statesBeforeAction } from './phases.ts'
import { misnumberedIndex } from './plan.ts'
import { partsOfPlugins, plugins, type HandoffSubject, type PluginSubject } from './subjects.ts'

// From which state a change is judged, and what it removes. Where a rule finds something wrong in the base, its hint
// says what to write: whatever else may not follow, this may, or what is wrong once would stay so.

/**
 * A plugin whose state is another than before the change, both being known. One that the base does not know was ideated
 * there.
 */
interface MoveSubject extends PluginSubject, Step {}

/**
 * A move at whose end the handoff says that a unit, or the whole work, is complete. Taking a plugin out of the system
 * folders completes nothing.
 */
export interface CompletionSubject extends MoveSubject {
  readonly handoff: Handoff
  readonly unit: Unit
}

const ideated: State = { kind: 'ideated' }

/** Whether neither the handoff nor the registry shows where the work is: then a person writes it, or gives it up. */
export const isPositionUnknown = (subject: PluginSubject): boolean =>
  subject.plugin.handoff?.front.readable === false && !knowsPosition(subject)

/** Whether the registry alone has the plugin, and its status is missing. */
const isStatusMissing = ({ hasHandoff, registered, registeredState, rows, seconds }: Plugin): boolean =>
  !hasHandoff && registered === undefined && registeredState.kind === 'ideated' && rows.length + seconds.length > 0

/** What the registry says, where that is not one status with which the handoff agrees. */
function registeredStates(before: Plugin, stages: Stages): readonly State[] {
  const statuses = [...before.rows, ...before.seconds].flatMap(
    ({ status }) => readStatus(normalizeText(status?.text ?? ''), stages) ?? [],
  )
  if (isLive(before) && statuses.some((status) => agreesWithHandoff(status, before, stages))) return []
  return statuses.flatMap((status): readonly State[] =>
    status.kind === 'stage'
      ? (['in_progress', 'complete'] as const).map((progress) => ({
          kind: 'unit',
          unit: status.unit,
          status: progress,
        }))
      : [stateOfStatus(status)],
  )
}

/** The units that a handoff may mean, where its phase is wrong or missing. */
function otherUnits({ plugin, handoff }: HandoffSubject, unit: Unit, way: UnitSequence): readonly Unit[] {
  const { fields, legacy } = handoff
  const stage = stageOf(unit)
  const isPhaseOfStage = (phase: Unit) => stageOf(phase) === stage && phaseNumber(phase) > 0
  const phases = way.units.filter(isPhaseOfStage)
  const planned = plugin.plan.phases.filter(({ phase }) => isPhaseOfStage(phase))
  const renumbered = phases[planned.findIndex(({ phase }) => phase === unit)]
  return [
    ...(isOutsidePlan(plugin) && phases.length === 0 ? [String(stage)] : []),
    ...(isOutsidePlan(plugin) || (fields.phase.state === 'absent' && !legacy) ? phases : []),
    ...(fields.phased_implementation.value === false ? [String(stage)] : []),
    ...(fields.phased_implementation.value === true && misnumberedIndex(planned) !== -1 && renumbered !== undefined
      ? [renumbered]
      : []),
  ]
}

/** The states in which a plugin may have been before the change: the written one first. */
function previousStates({ plugin, before, model }: PluginSubject, way: UnitSequence): readonly State[] {
  if (!before) return [ideated]
  const { state, handoff, stale } = before
  if (!plugin.hasHandoff && isStatusMissing(before)) return [state, plugin.state]
  const states = [state, ...registeredStates(before, model.stages)]
  if (!handoff) return states
  const subject = { plugin: before, handoff, model }
  // PLUGIN_STALE_HANDOFF: its work may go on.
  if (stale)
    return handoff.fields.status.value === 'in_progress' ? [...states, withHandoffState(before, model).state] : states
  const units = state.kind === 'unit' ? otherUnits(subject, state.unit, way) : []
  return [
    ...states,
    ...units.map((unit) => ({ ...state, unit }) as State),
    ...(hasOtherAction(subject) ? statesBeforeAction(subject, way.units) : []),
  ]
}

export const moves = partsOfPlugins(function* (comparison): Iterable<MoveSubject> {
  if (!comparison.before) return
  for (const subject of plugins.each(comparison)) {
    const { plugin, model, before } = subject
    const [writtenState, to] = [before?.state ?? ideated, plugin.state]
    if (writtenState.kind === 'unknown' || to.kind === 'unknown' || isSameState(writtenState, to)) continue
    if (before && isPositionUnknown({ plugin: before, model })) continue
    // A handoff that is gone cannot say whether there are phases: the one that it was can.
    const phases = phasesOf(plugin.handoff ?? before?.handoff, plugin.plan, model.stages)
    const way = unitSequenceOf(plugin, model.stages, before ? phasesNamedBy(before) : [], phases)
    const states = previousStates(subject, way)
    if (states.some((from) => isSameState(from, to))) continue
    const steps = states.map((from) => ({ from, to, way }))
    const evidence = completionEvidence(plugin)
    const legalStep = steps.find((step) => legalityOf(step) && skippedUnitsOf(step, evidence).length === 0)
    const step = legalStep ?? steps[0]
    if (step) yield { ...subject, ...step }
  }
})

export const completions = partsOfPlugins(function* (comparison): Iterable<CompletionSubject> {
  for (const move of moves.each(comparison)) {
    const { from, to, plugin, model } = move
    const { handoff } = plugin
    const isCompleted =
      to.kind === 'unit' ? to.status === 'complete' : to.kind === 'working' && from.kind !== 'installed'
    const unit = to.kind === 'unit' ? to.unit : String(model.stages.last.stage)
    if (handoff && isCompleted) yield { ...move, handoff, unit }
  }
})

/**
 * What stays as it is where a plugin gets another name: each contract, or the state and the body of the handoff but for
 * the name.
 */
function traitsOf({ name, contracts, handoff, state }: Plugin): readonly string[] {
  const digests = contractKeys.flatMap((key) => contracts[key].digest?.sha256 ?? [])
  if (!handoff) return digests
  const body = handoff.document.text.slice(handoff.document.offsetOf(handoff.front.body)).replaceAll(name, '')
  return [...digests, JSON.stringify([state, body])]
}

/** Whether a plugin has a handoff and all contracts that another one has. */
const hasAllOf = (plugin: Plugin, otherPlugin: Plugin): boolean =>
  plugin.hasHandoff &&
  contractKeys.every((key) => otherPlugin.contracts[key].file !== 'there' || plugin.contracts[key].file === 'there')

/** Plugins that are gone, registry and all, and do not only have another name. */
export const removedPlugins = partsOfPlugins(function* ({ now: model, before: modelBefore }): Iterable<PluginSubject> {
  if (!modelBefore) return
  const missingPlugins = modelBefore.plugins.filter(({ name }) => !model.get(name))
  if (missingPlugins.length === 0) return
  const addedByTrait = new Map(
    model.plugins
      .filter(({ name }) => !modelBefore.get(name))
      .flatMap((plugin) => traitsOf(plugin).map((trait) => [trait, plugin])),
  )
  const isRenamed = (plugin: Plugin) =>
    traitsOf(plugin).some((trait) => {
      const addedPlugin = addedByTrait.get(trait)
      return addedPlugin !== undefined && hasAllOf(addedPlugin, plugin)
    })
  // A link in place of a folder has its own finding.
  const unreadPaths = new Set(model.unreadable.map(({ path }) => path))
  const isBehindLink = ({ handoffPath }: Plugin) =>
    handoffPath.split('/').some((_, index, names) => unreadPaths.has(names.slice(0, index).join('/')))
  // PLUGIN_NAME_MISMATCH: it may be put where it belongs.
  const isMoved = ({ name, handoff }: Plugin) => {
    const owner = handoff?.fields.plugin.value
    return owner !== undefined && owner !== name && model.get(owner)?.hasHandoff === true
  }
  for (const plugin of missingPlugins)
    if (!isRenamed(plugin) && !isMoved(plugin) && !isBehindLink(plugin)) yield { plugin, model: modelBefore }
})
