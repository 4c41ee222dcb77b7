import { usageLine } from '../../../../kit/command.ts'
import { repeatedCommand } from '../../../../kit/repeated-command.ts'
import type { Transition } from '../transition.ts'
import type { ContractKey } from '../../files.ts'
import type { Plugin, PluginModel } from '../../model.ts'
import { holderOf } from '../../states.ts'
import {
  followingPhase,
  isNamed,
  phaseAfter,
  compareUnits,
  phaseNumber,
  stageOf,
  finalActions,
  namesOfAction,
  type NamedUnit,
  type Stages,
  type Unit,
  isStageClosedNext,
  hasNoPhases,
  unitToEnd,
  determinedValuesAfter,
  type DeterminedValues,
  unitInWords,
} from '../../stages/stages.ts'
import { completedLinesOf, timelineOf, completionEvidence } from '../../handoff/completion.ts'
import { withoutBullet } from '../../registry/registry.ts'
import { endingLines, type CompletionLines } from '../../handoff/wording.ts'
import type { CommandDiagnostic } from '../../../../core/command.ts'
import { msg } from '../../../../core/message.ts'
import { diagnostic } from '../diagnostics.ts'

const firstStageContracts: readonly ContractKey[] = ['parameter_spec', 'architecture', 'plan']

/** The paths of the contracts that the first stage writes. */
export function contractsOfFirstStage({ contracts: files }: Plugin): {
  readonly there: readonly string[]
  readonly missing: readonly string[]
} {
  const pathsOf = (isIncluded: (file: string) => boolean) =>
    firstStageContracts.filter((key) => isIncluded(files[key].file)).map((key) => files[key].path)
  return { there: pathsOf((file) => file === 'there'), missing: pathsOf((file) => file === 'absent') }
}

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
  /** A stage that has phases is in progress, and nothing says which of them. `unit`: the one that would be next. */
  | { readonly kind: 'phase unknown'; readonly unit: Unit }
  /** The whole way is done. */
  | { readonly kind: 'over' }

export function lastCompleteUnit({ state }: Plugin, { last }: Stages): Unit | undefined {
  if (state.kind === 'working') return String(last.stage)
  return state.kind === 'unit' && state.status === 'complete' && stageOf(state.unit) < last.stage
    ? state.unit
    : undefined
}

/** The last phase of a stage that is closed: the plan's, or the highest that left a trace. */
function lastPhaseOf(plugin: Plugin, stage: number): Unit | undefined {
  if (plugin.phases.decided) return plugin.phases.of(stage).at(-1)
  return [...completionEvidence(plugin)]
    .filter((unit) => stageOf(unit) === stage && phaseNumber(unit) > 0)
    .toSorted(compareUnits)
    .at(-1)
}

/**
 * The phase that a stage in progress has to end before it can be closed, where its handoff names none: the first that
 * left no trace, of a silent plan the one after the last that did.
 */
export function phaseToEnd(plugin: Plugin, { stages }: PluginModel): Unit | undefined {
  const { state, phases } = plugin
  if (state.kind !== 'unit' || state.status !== 'in_progress' || hasNoPhases(state.unit, plugin, stages))
    return undefined
  const stage = stageOf(state.unit)
  const evidence = completionEvidence(plugin)
  return phases.decided
    ? phases.of(stage).find((phase) => !evidence.has(phase))
    : phaseAfter(lastPhaseOf(plugin, stage) ?? String(stage))
}

/** Whether lines are written already. Where there is no timeline, which has the day, the handoff's day has to do. */
function areLinesWritten(
  plugin: Plugin,
  { layout, context: { day } }: PluginModel,
  { completed, timeline }: CompletionLines,
): boolean {
  const { handoff } = plugin
  if (!handoff || !completedLinesOf(handoff).includes(completed)) return false
  return layout === 'none'
    ? handoff.fields.last_updated.value === day
    : timelineOf(plugin).some(({ text }) => withoutBullet(text) === withoutBullet(timeline))
}

/** Whether ending a unit on this day in these words would write nothing that is not written already. */
function isRepeated(plugin: Plugin, model: PluginModel, unit: Unit, text: string | undefined): boolean {
  const isPresent = areLinesWritten(plugin, model, endingLines(plugin, model, unit, text))
  if (isPresent || text === undefined || hasNoPhases(unit, plugin, model.stages)) return isPresent
  const phase = lastPhaseOf(plugin, stageOf(unit))
  const isClosingPresent = areLinesWritten(plugin, model, endingLines(plugin, model, unit, undefined))
  return (
    isClosingPresent && phase !== undefined && areLinesWritten(plugin, model, endingLines(plugin, model, phase, text))
  )
}

/** Whether a unit that is fully named is the last one that is complete. With its last phase a stage was closed. */
function isLastUnit(plugin: Plugin, lastUnit: Unit, unit: Unit): boolean {
  return unit === lastUnit || (phaseNumber(lastUnit) === 0 && lastPhaseOf(plugin, stageOf(lastUnit)) === unit)
}

/**
 * Whether a command names a unit that was not granted. Its stage alone does not, where the last unit that is complete
 * is of the same stage: the command may be a repetition that is about that one.
 */
export const namesUngrantedUnit = (lastUnit: Unit | undefined, unit: Unit, namedUnit: NamedUnit | undefined): boolean =>
  namedUnit !== undefined &&
  isNamed(unit, namedUnit) &&
  (namedUnit.phase !== undefined || lastUnit === undefined || stageOf(lastUnit) !== stageOf(unit))

/** The success as it was given, with options that it lacks. */
export const repeatedSuccess = (
  { plugin, given }: Pick<Transition, 'plugin' | 'given'>,
  added: Readonly<Record<string, string>>,
): string => repeatedCommand(`/handback ${plugin.name} success`, given, added)

const unitOptionOf = (unit: Unit): Readonly<Record<string, string>> =>
  phaseNumber(unit) > 0 ? { phase: unit } : { stage: unit }

/** The handback as it was given, of another unit than the one that it names. */
export function handbackOfUnit(
  { plugin, given }: Pick<Transition, 'plugin' | 'given'>,
  unit: Unit,
  reason: string,
): string {
  const { stage: _, phase: __, complexity: ___, ...options } = given.options
  return repeatedCommand(`/handback ${plugin.name} ${reason}`, { ...given, options }, unitOptionOf(unit))
}

/** The refusal to hand back a unit that was not granted and that the command does not name. */
export function notGrantedDiagnostic(
  { model, plugin }: Pick<Transition, 'model' | 'plugin'>,
  unit: Unit,
  lastUnit: Unit | undefined,
): CommandDiagnostic {
  const { name } = plugin
  const progressText =
    lastUnit === undefined ? 'nothing is complete yet' : `${unitInWords(lastUnit)} is complete already`
  const option = phaseNumber(unit) > 0 ? `--phase ${unit}` : `--stage ${unit}`
  return diagnostic(
    { model, plugin },
    'PLUGIN_STAGE_UNEXPECTED',
    `${msg`Unexpected handback of ${name}`}: control of ${unitInWords(unit)} was not granted, ${progressText}`,
    {
      hint: `${msg`${`/accept ${name}`}`} grants control of ${unitInWords(unit)}. ${msg`If its work was done without that, add ${option} to the handback.`}`,
      fix: `/accept ${name}`,
    },
  )
}

export function endedUnitOf(
  plugin: Plugin,
  model: PluginModel,
  namedUnit: NamedUnit | undefined,
  text: string | undefined,
): EndedUnit {
  const { stages } = model
  const { state } = plugin
  const lastUnit = lastCompleteUnit(plugin, stages)
  const fullUnit =
    namedUnit &&
    (namedUnit.phase ?? (hasNoPhases(String(namedUnit.stage), plugin, stages) ? String(namedUnit.stage) : undefined))
  if (lastUnit !== undefined) {
    const isRecorded =
      fullUnit === undefined
        ? (!namedUnit || namedUnit.stage === stageOf(lastUnit)) && isRepeated(plugin, model, lastUnit, text)
        : isLastUnit(plugin, lastUnit, fullUnit)
    if (isRecorded) return { kind: 'recorded', unit: lastUnit }
  }
  const phase = phaseToEnd(plugin, model)
  if (phase !== undefined)
    return namedUnit?.phase === phase
      ? { kind: 'ends', unit: phase, implied: false }
      : { kind: 'phase unknown', unit: phase }
  const unit = state.kind === 'unit' || state.kind === 'ideated' ? unitToEnd(plugin, stages) : undefined
  if (unit === undefined) return { kind: 'over' }
  const isAtEnd = state.kind === 'unit' && state.status === 'complete' && stageOf(state.unit) >= stages.last.stage
  const implied = holderOf(plugin) !== 'agent' && !isAtEnd && !isStageClosedNext(plugin, stages)
  const isBegun = state.kind === 'unit' && state.status === 'in_progress'
  // A command that names the stage that is complete, in other words, is a repetition: it was not meant for the unit
  // that follows.
  const repeatsLastUnit =
    namedUnit !== undefined &&
    namedUnit.phase === undefined &&
    lastUnit !== undefined &&
    namedUnit.stage === stageOf(lastUnit)
  const isGranted = !implied || isBegun
  if (namedUnit && !isNamed(unit, namedUnit) && (isGranted || !repeatsLastUnit)) return { kind: 'unexpected', unit }
  if (!isGranted && !namesUngrantedUnit(lastUnit, unit, namedUnit)) return { kind: 'not granted', unit, last: lastUnit }
  return { kind: 'ends', unit, implied }
}

/** What the arguments name as the next: a phase, an action; `null` for none. */
export interface NextUnitRequest {
  readonly phase: Unit | null | undefined
  readonly action: string | null | undefined
}

/** What follows a unit. Where no phase follows the last one, its stage is closed with it. */
export interface NextUnit {
  readonly closed: Unit | undefined
  readonly next: DeterminedValues
}

type UnitRefusal = { readonly refusal: CommandDiagnostic }

const phaseOrNone = (phase: Unit | null) => phase ?? 'none'

/** Whose unit ends, and how the command is written that ends it. */
type UnitContext = Pick<Transition, 'model' | 'plugin' | 'usage' | 'given'>

const invalidOptionRefusal = (context: UnitContext, message: string): UnitRefusal => ({
  refusal: diagnostic(context, 'PLUGIN_OPTION_INVALID', message, { hint: usageLine(context.usage) }),
})

const unplannedPhaseDiagnostic = (context: UnitContext, message: string, plannedPhase: Unit | null) =>
  diagnostic(context, 'PLUGIN_PHASE_NOT_IN_PLAN', message, {
    offers: [
      {
        command: repeatedSuccess(context, { 'next-phase': phaseOrNone(plannedPhase) }),
        does: 'goes on as the plan has it',
      },
    ],
  })

/** The phase that comes next in the same stage; `null`: none. */
function nextPhaseOf(
  context: UnitContext,
  unit: Unit,
  requestedPhase: Unit | null | undefined,
): { readonly phase: Unit | null } | UnitRefusal {
  const { phases, handoff } = context.plugin
  const knownPhase = followingPhase(unit, handoff?.fields.next_phase.value ?? null, phases)
  if (phases.decided) {
    const plannedPhase = knownPhase ?? null
    if (requestedPhase === undefined || requestedPhase === plannedPhase) return { phase: plannedPhase }
    const message = msg`Unexpected next phase ${phaseOrNone(requestedPhase)}, expected ${phaseOrNone(plannedPhase)} as the plan has it`
    return { refusal: unplannedPhaseDiagnostic(context, message, plannedPhase) }
  }
  const nextPhase = phaseAfter(unit)
  if (requestedPhase !== undefined) {
    if (requestedPhase === null || requestedPhase === nextPhase) return { phase: requestedPhase }
    const message = msg`Unexpected next phase ${requestedPhase}, expected ${nextPhase} or ${'none'}`
    return invalidOptionRefusal(context, message)
  }
  if (knownPhase !== undefined) return { phase: knownPhase }
  const [phaseCommand, noneCommand] = [
    repeatedSuccess(context, { 'next-phase': nextPhase }),
    repeatedSuccess(context, { 'next-phase': 'none' }),
  ]
  const message = `Unknown next phase after ${unitInWords(unit)}: neither the plan nor the handoff names one`
  return {
    refusal: diagnostic(context, 'PLUGIN_NEXT_PHASE_UNKNOWN', message, {
      hint: msg`${phaseCommand} if another follows, ${noneCommand} if that was the last.`,
      fix: phaseCommand,
    }),
  }
}

function nextActionOf(
  context: UnitContext,
  next: DeterminedValues,
  isAtEnd: boolean,
  requestedAction: string | null | undefined,
): DeterminedValues | UnitRefusal {
  if (requestedAction === undefined) return next
  const allowedActions: readonly (string | null)[] = isAtEnd
    ? [...finalActions, null]
    : next.action === null
      ? [null]
      : namesOfAction(next.action)
  if (allowedActions.includes(requestedAction)) return { ...next, action: requestedAction }
  const message = msg`Unexpected next action ${requestedAction ?? 'none'}, expected one of ${allowedActions.map((action) => action ?? 'none')}`
  return invalidOptionRefusal(context, message)
}

function nextUnitByPhase(
  context: UnitContext,
  unit: Unit,
  requestedPhase: Unit | null | undefined,
): NextUnit | UnitRefusal {
  const { model, plugin } = context
  const { phases } = plugin
  const stage = String(stageOf(unit))
  const valuesAfterStage = determinedValuesAfter(stage, null, phases, model.stages)
  if (phaseNumber(unit) > 0) {
    // Who names the first phase of the next stage says that none of this one follows.
    const nextPhase = nextPhaseOf(context, unit, requestedPhase === valuesAfterStage.phase ? null : requestedPhase)
    if ('refusal' in nextPhase) return nextPhase
    const { phase } = nextPhase
    if (phase !== null)
      return { closed: undefined, next: { action: `${model.stages.get(stageOf(unit))?.phases}_${phase}`, phase } }
    return { closed: stage, next: valuesAfterStage }
  }
  if (requestedPhase === undefined || requestedPhase === valuesAfterStage.phase)
    return { closed: undefined, next: valuesAfterStage }
  const message = msg`Unexpected next phase ${phaseOrNone(requestedPhase)}, expected ${phaseOrNone(valuesAfterStage.phase)}`
  return phases.decided
    ? { refusal: unplannedPhaseDiagnostic(context, message, valuesAfterStage.phase) }
    : invalidOptionRefusal(context, message)
}

/**
 * The next unit after one that ends: what the arguments name, if it may be, otherwise the plan, otherwise the handoff
 * (docs/plugin.md, "Commands").
 */
export function nextUnitAfter(
  context: UnitContext,
  unit: Unit,
  { phase, action }: NextUnitRequest,
): NextUnit | UnitRefusal {
  const nextUnit = nextUnitByPhase(context, unit, phase)
  if ('refusal' in nextUnit) return nextUnit
  const next = nextActionOf(context, nextUnit.next, stageOf(unit) === context.model.stages.last.stage, action)
  return 'refusal' in next ? next : { ...nextUnit, next }
}
