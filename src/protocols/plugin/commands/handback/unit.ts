import { usageLine } from '../../../../kit/command.ts'
import type { Transition } from '../transition.ts'
import type { Plugin, PluginModel } from '../../model.ts'
import { holderOf } from '../../states.ts'
import {
  isNamed,
  byPhase,
  phaseNumber,
  stageOf,
  finalActions,
  sameAction,
  type NamedUnit,
  type Stages,
  type Unit,
  isClosedNext,
  isWhole,
  unitToEnd,
  determined,
  type DeterminedValues,
  unitInWords,
} from '../../stages/stages.ts'
import { completedOf, timelineOf, completionEvidence } from '../../handoff/completion.ts'
import { withoutBullet } from '../../registry/registry.ts'
import { endingLines } from '../../handoff/transitions.ts'
import type { Lines } from '../../handoff/wording.ts'
import type { CommandDiagnostic } from '../../../../core/command.ts'
import { msg } from '../../../../core/message.ts'
import { diagnostic } from '../diagnostics.ts'

/** Which unit a success ends (docs/plugin.md, "Commands"). */
export type EndedUnit =
  /** `implied`: control of it was not granted before. */
  | { readonly kind: 'ends'; readonly unit: Unit; readonly implied: boolean }
  /** It is the last one that is complete: the success is recorded already. */
  | { readonly kind: 'recorded'; readonly unit: Unit }
  /** Control of it was not granted, and the command does not name it. `last`: the last one that is complete. */
  | { readonly kind: 'not granted'; readonly unit: Unit; readonly last: Unit | undefined }
  /** The one that is named is not the one that it would be. */
  | { readonly kind: 'unexpected'; readonly unit: Unit }
  /** The whole way is done. */
  | { readonly kind: 'over' }

/** The last unit that is complete. */
export function lastDone({ state }: Plugin, { last }: Stages): Unit | undefined {
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
  return layout === 'none'
    ? handoff.fields.last_updated.value === day
    : timelineOf(plugin).some(({ text }) => withoutBullet(text) === withoutBullet(timeline))
}

/** Whether ending a unit on this day in these words would write nothing that is not written already. */
function isRepeated(plugin: Plugin, model: PluginModel, unit: Unit, text: string | undefined): boolean {
  const present = areThere(plugin, model, endingLines(plugin, model, unit, text))
  if (present || text === undefined || isWhole(unit, plugin, model.stages)) return present
  const phase = lastPhaseOf(plugin, stageOf(unit))
  const closing = areThere(plugin, model, endingLines(plugin, model, unit, undefined))
  return closing && phase !== undefined && areThere(plugin, model, endingLines(plugin, model, phase, text))
}

/** Whether a unit that is fully named is the last one that is complete. With its last phase a stage was closed. */
function isLast(plugin: Plugin, last: Unit, unit: Unit): boolean {
  return unit === last || (phaseNumber(last) === 0 && lastPhaseOf(plugin, stageOf(last)) === unit)
}

/**
 * Whether a command names a unit that was not granted. Its stage alone does not, where the last unit that is complete is of the same stage:
 * the command may be a repetition that is about that one.
 */
export const namesAfter = (last: Unit | undefined, unit: Unit, named: NamedUnit | undefined): boolean =>
  named !== undefined && isNamed(unit, named) && (named.phase !== undefined || last === undefined || stageOf(last) !== stageOf(unit))

/** The refusal to hand back a unit that was not granted and that the command does not name. */
export function notGranted({ model, plugin }: Pick<Transition, 'model' | 'plugin'>, unit: Unit, last: Unit | undefined): CommandDiagnostic {
  const { name } = plugin
  const done = last === undefined ? 'nothing is complete yet' : `${unitInWords(last)} is complete already`
  const option = phaseNumber(unit) > 0 ? `--phase ${unit}` : `--stage ${unit}`
  return diagnostic(
    { model, plugin },
    'PLUGIN_STAGE_UNEXPECTED',
    `${msg`Unexpected handback of ${name}`}: control of ${unitInWords(unit)} was not granted, ${done}`,
    {
      hint: `${msg`${`/accept ${name}`}`} grants control of ${unitInWords(unit)}. ${msg`If its work was done without that, add ${option} to the handback.`}`,
      fix: `/accept ${name}`,
    },
  )
}

export function endedUnit(plugin: Plugin, model: PluginModel, named: NamedUnit | undefined, text: string | undefined): EndedUnit {
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
  const isAtEnd = state.kind === 'unit' && state.status === 'complete' && stageOf(state.unit) >= stages.last.stage
  const implied = holderOf(plugin) !== 'agent' && !isAtEnd && !isClosedNext(plugin, stages)
  const isBegun = state.kind === 'unit' && state.status === 'in_progress'
  // A command that names the stage that is complete, in other words, is a repetition: it was not meant for the unit that follows.
  const isOfLast = named !== undefined && named.phase === undefined && last !== undefined && named.stage === stageOf(last)
  const isGranted = !implied || isBegun
  if (named && !isNamed(unit, named) && (isGranted || !isOfLast)) return { kind: 'unexpected', unit }
  if (!isGranted && !namesAfter(last, unit, named)) return { kind: 'not granted', unit, last }
  return { kind: 'ends', unit, implied }
}

/** What the arguments name as the next: a phase, an action; `null` for none. */
export interface RequestedCommand {
  readonly phase: Unit | null | undefined
  readonly action: string | null | undefined
}

/** What follows a unit. Where no phase follows the last one, its stage is closed with it. */
export interface NextUnit {
  readonly closed: Unit | undefined
  readonly next: DeterminedValues
}

type UnitRefusal = { readonly refusal: CommandDiagnostic }

const orNone = (phase: Unit | null) => phase ?? 'none'

/** Whose unit ends, and how the command is written that ends it. */
type UnitContext = Pick<Transition, 'model' | 'plugin' | 'usage'>

const invalid = (about: UnitContext, message: string): UnitRefusal => ({
  refusal: diagnostic(about, 'PLUGIN_OPTION_INVALID', message, { hint: usageLine(about.usage) }),
})

/** The phase that comes next in the same stage; `null`: none. */
function nextPhaseOf(about: UnitContext, unit: Unit, wanted: Unit | null | undefined): { readonly phase: Unit | null } | UnitRefusal {
  const { model, plugin } = about
  const { phases, handoff, name } = plugin
  const stage = stageOf(unit)
  const after = determined(String(stage), null, phases, model.stages).phase
  // Who names the first phase of the next stage says that none of this one follows.
  const given = wanted === after ? null : wanted
  const planned = phases.of(stage).find((phase) => phaseNumber(phase) > phaseNumber(unit)) ?? null
  if (phases.decided) {
    if (given === undefined || given === planned) return { phase: planned }
    const message = msg`Unexpected next phase ${orNone(given)}, expected ${orNone(planned)} as the plan has it`
    return { refusal: diagnostic(about, 'PLUGIN_PHASE_NOT_IN_PLAN', message) }
  }
  const next = `${stage}.${phaseNumber(unit) + 1}`
  if (given !== undefined) {
    if (given === null || given === next) return { phase: given }
    return invalid(about, msg`Unexpected next phase ${given}, expected ${next} or ${'none'}`)
  }
  const recorded = handoff?.fields.next_phase.value
  if (recorded !== undefined && stageOf(recorded) === stage && phaseNumber(recorded) > phaseNumber(unit)) return { phase: recorded }
  const [one, other] = [`/handback ${name} success --next-phase ${next}`, `/handback ${name} success --next-phase none`]
  const message = `Unknown next phase after ${unitInWords(unit)}: the plan names none, and the handoff neither`
  return {
    refusal: diagnostic(about, 'PLUGIN_NEXT_PHASE_UNKNOWN', message, {
      hint: msg`${one} if another follows, ${other} if that was the last.`,
      fix: one,
    }),
  }
}

function actionOf(
  about: UnitContext,
  next: DeterminedValues,
  isAtEnd: boolean,
  wanted: string | null | undefined,
): DeterminedValues | UnitRefusal {
  if (wanted === undefined) return next
  const good: readonly (string | null)[] = isAtEnd ? [...finalActions, null] : next.action === null ? [null] : sameAction(next.action)
  if (good.includes(wanted)) return { ...next, action: wanted }
  const message = msg`Unexpected next action ${wanted ?? 'none'}, expected one of ${good.map((action) => action ?? 'none')}`
  return invalid(about, message)
}

function nextOf(about: UnitContext, unit: Unit, wanted: Unit | null | undefined): NextUnit | UnitRefusal {
  const { model, plugin } = about
  const { phases } = plugin
  const stage = String(stageOf(unit))
  const closing = determined(stage, null, phases, model.stages)
  if (phaseNumber(unit) > 0) {
    const following = nextPhaseOf(about, unit, wanted)
    if ('refusal' in following) return following
    const { phase } = following
    if (phase !== null) return { closed: undefined, next: { action: `${model.stages.get(stageOf(unit))?.phases}_${phase}`, phase } }
    return { closed: stage, next: closing }
  }
  if (wanted === undefined || wanted === closing.phase) return { closed: undefined, next: closing }
  const message = msg`Unexpected next phase ${orNone(wanted)}, expected ${orNone(closing.phase)}`
  return phases.decided ? { refusal: diagnostic(about, 'PLUGIN_PHASE_NOT_IN_PLAN', message) } : invalid(about, message)
}

/** The next unit after one that ends: what the arguments name, if it may be, otherwise the plan, otherwise the handoff (docs/plugin.md, "Commands"). */
export function following(about: UnitContext, unit: Unit, { phase, action }: RequestedCommand): NextUnit | UnitRefusal {
  const found = nextOf(about, unit, phase)
  if ('refusal' in found) return found
  const next = actionOf(about, found.next, stageOf(unit) === about.model.stages.last.stage, action)
  return 'refusal' in next ? next : { ...found, next }
}
