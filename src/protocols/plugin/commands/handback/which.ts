import type { Plugin, PluginModel } from '../../model.ts'
import { holderOf } from '../../targets.ts'
import { isNamed, byPhase, phaseNumber, stageOf, type Named, type Stages, type Unit } from '../../stages/stages.ts'
import { closesNext, isWhole, unitToEnd } from '../../stages/next.ts'
import { completedOf, timelineOf, completionEvidence } from '../../handoff/completion.ts'
import { endingLines } from '../../handoff/transitions.ts'
import type { Lines } from '../../handoff/wording.ts'

/** Which unit a success ends (plugin protocol, section 7). */
export type Which =
  /** `implied`: nobody granted control of it before. */
  | { readonly kind: 'ends'; readonly unit: Unit; readonly implied: boolean }
  /** It is the last one that is complete: the success is recorded already. */
  | { readonly kind: 'recorded'; readonly unit: Unit }
  /** The one that is named is not the one that it would be. */
  | { readonly kind: 'unexpected'; readonly unit: Unit }
  /** The whole way is done. */
  | { readonly kind: 'over' }

/** The last unit that is complete. */
function lastDone({ state }: Plugin, { last }: Stages): Unit | undefined {
  if (state.kind === 'working') return String(last.stage)
  return state.kind === 'unit' && state.status === 'complete' && stageOf(state.unit) < last.stage ? state.unit : undefined
}

/** The last phase of a stage that is closed: the plan's, or the highest that left a trace. */
function lastPhaseOf(plugin: Plugin, stage: number): Unit | undefined {
  if (plugin.phases.decided) return plugin.phases.of(stage).at(-1)
  return [...completionEvidence(plugin)]
    .filter((unit) => stageOf(unit) === stage && phaseNumber(unit) > 0)
    .toSorted(byPhase)
    .at(-1)
}

/** Whether lines are written already. Where there is no timeline, which has the day, the handoff's day has to do. */
function areThere(plugin: Plugin, { layout, context: { day } }: PluginModel, { completed, timeline }: Lines): boolean {
  const { handoff } = plugin
  if (!handoff || !completedOf(handoff).includes(completed)) return false
  return layout === 'none' ? handoff.fields.last_updated.value === day : timelineOf(plugin).some(({ text }) => text === timeline)
}

/** Whether ending a unit on this day in these words would write nothing that is not written already. */
function isRepeated(plugin: Plugin, model: PluginModel, unit: Unit, text: string | undefined): boolean {
  const said = areThere(plugin, model, endingLines(plugin, model, unit, text))
  if (said || text === undefined || isWhole(unit, plugin, model.stages)) return said
  const phase = lastPhaseOf(plugin, stageOf(unit))
  const closing = areThere(plugin, model, endingLines(plugin, model, unit, undefined))
  return closing && phase !== undefined && areThere(plugin, model, endingLines(plugin, model, phase, text))
}

/** Whether a unit that is fully named is the last one that is complete. With its last phase a stage was closed. */
function isLast(plugin: Plugin, last: Unit, unit: Unit): boolean {
  return unit === last || (phaseNumber(last) === 0 && lastPhaseOf(plugin, stageOf(last)) === unit)
}

export function whichEnds(plugin: Plugin, model: PluginModel, named: Named | undefined, text: string | undefined): Which {
  const { stages } = model
  const { state } = plugin
  const last = lastDone(plugin, stages)
  const full = named && (named.phase ?? (isWhole(String(named.stage), plugin, stages) ? String(named.stage) : undefined))
  if (last !== undefined) {
    const recorded =
      full === undefined ? (!named || named.stage === stageOf(last)) && isRepeated(plugin, model, last, text) : isLast(plugin, last, full)
    if (recorded) return { kind: 'recorded', unit: last }
  }
  const unit = state.kind === 'unit' || state.kind === 'ideated' ? unitToEnd(plugin, stages) : undefined
  if (unit === undefined) return { kind: 'over' }
  if (named && !isNamed(unit, named)) return { kind: 'unexpected', unit }
  const isAtEnd = state.kind === 'unit' && state.status === 'complete' && stageOf(state.unit) >= stages.last.stage
  return { kind: 'ends', unit, implied: holderOf(plugin) !== 'agent' && !isAtEnd && !closesNext(plugin, stages) }
}
