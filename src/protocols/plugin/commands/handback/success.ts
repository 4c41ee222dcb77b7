import { refuse, type Outcome, type CommandDiagnostic } from '../../../../core/command.ts'
import { msg } from '../../../../core/message.ts'
import { statusOf } from '../../registry/resolution.ts'
import {
  falseClaimWarning,
  readinessWarnings,
  reportedUnitOf,
  claimDiagnostics,
  contradictions,
  type Report,
} from './report.ts'
import { completeUnit, recordPlanning, grantUnit } from '../../handoff/transitions.ts'
import { endingLines } from '../../handoff/wording.ts'
import { unchangedOutcome, diagnostic, contractCodes, findingsAbout, otherComplexityWarnings } from '../diagnostics.ts'
import { transitionOutcome, type Transition } from '../transition.ts'
import { failedChecks, isInTimeline, unitOf, type CheckName } from '../verify.ts'
import type { Evidence } from '../../../../kit/evidence.ts'
import { targetId } from '../../targets.ts'
import { isFirstUnit, nameOf, unitInWords, phaseAfter, stageOf, type NamedUnit } from '../../stages/stages.ts'
import { stageStatus, workingStatus } from '../../registry/values.ts'
import { openQuestionRefusals, workflowCompleteDiagnostic } from '../accept.ts'
import {
  contractsOfFirstStage,
  handbackOfUnit,
  repeatedSuccess,
  nextUnitAfter,
  endedUnitOf,
  notGrantedDiagnostic,
  type EndedUnit,
  type NextUnitRequest,
} from './unit.ts'

/** What the registry lacks where these checks fail. */
const registryChecks: readonly CheckName[] = ['row', 'second', 'drift', 'timeline']

/**
 * A success that the handoff shows already, as agents write it themselves. What is missing in the registry is written.
 */
function completeRegistry(transition: Transition, report: Report, text: string | undefined): Outcome {
  const { model, plugin } = transition
  const subject = { model, plugin, named: undefined }
  const unit = unitOf(subject)
  const failures = failedChecks(subject, ['day'])
  const values = registryChecks.some((check) => check !== 'timeline' && failures.has(check))
    ? { status: statusOf(plugin.state), updated: model.context.day }
    : {}
  const timeline =
    unit === undefined || isInTimeline(subject, unit) ? [] : [endingLines(plugin, model, unit, text).timeline]
  const otherWarnings = [...failures]
    .filter(([check]) => !registryChecks.includes(check))
    .map(([, diagnostic]) => ({ ...diagnostic, severity: 'warning' as const }))
  const warnings = [...readinessWarnings(transition, report), ...otherWarnings]
  if (timeline.length === 0 && !('status' in values))
    return unchangedOutcome(msg`${unit ?? ''} of ${plugin.name} is recorded as complete already.`, warnings)
  return transitionOutcome(transition, {
    after: plugin,
    registration: { row: values, second: values, timeline },
    reply: msg`The registry now also says that ${unit ?? ''} of ${plugin.name} is complete.`,
    warnings: [falseClaimWarning(transition), ...warnings],
  })
}

export interface Success {
  /** TEXT as it is written. */
  readonly text: string | undefined
  readonly named: NamedUnit | undefined
  readonly complexity: number | undefined
  readonly nextUnit: NextUnitRequest
  readonly artifacts: readonly string[]
  readonly tested: readonly string[]
  readonly report: Report | undefined
}

/** A success with what was read for it. */
export interface SuccessSubject {
  readonly transition: Transition
  readonly success: Success
  /** The unit that is named, with an option or by the report. */
  readonly named: NamedUnit | undefined
  readonly ending: EndedUnit
}

export function successSubject(transition: Transition, success: Success): SuccessSubject {
  const { model, plugin } = transition
  const named = success.named ?? (success.report && reportedUnitOf(success.report))
  return { transition, success, named, ending: endedUnitOf(plugin, model, named, success.text) }
}

const complexityOf = ({ plugin }: Transition, { complexity }: Success) => complexity ?? plugin.plan.complexity?.value

/** Why another unit would end than the one that is named, or none. */
function* endingRefusals({ transition, success, named, ending }: SuccessSubject): Iterable<CommandDiagnostic> {
  const { model, plugin } = transition
  if (ending.kind === 'over' || (ending.kind === 'unexpected' && !named))
    yield workflowCompleteDiagnostic(transition, 'is in progress')
  else if (ending.kind === 'unexpected' && named) {
    const { unit } = ending
    const message = `Unexpected ${unitInWords(nameOf(named))}, expected ${unitInWords(unit)}, ${msg`which can be handed back for ${plugin.name}`}`
    const command = handbackOfUnit(transition, unit, 'success')
    yield diagnostic(transition, success.named ? 'PLUGIN_STAGE_UNEXPECTED' : 'REPORT_STAGE_MISMATCH', message, {
      offers: [{ command, does: `ends ${unitInWords(unit)}, if that is what was done` }],
      hint:
        success.complexity === undefined
          ? undefined
          : msg`Leave out ${'--complexity'}, which belongs to the first stage.`,
    })
  } else if (ending.kind === 'phase unknown') {
    const { unit } = ending
    const isNextUnknown = !plugin.phases.decided && success.nextUnit.phase === undefined
    const command = repeatedSuccess(transition, {
      phase: unit,
      ...(isNextUnknown && { 'next-phase': phaseAfter(unit) }),
    })
    const lastHint = isNextUnknown ? msg`; ${'--next-phase none'} if it was the last` : ''
    const hint = `${msg`${command}`} ends ${unitInWords(unit)}, if that is what was done${lastHint}.`
    const findings = findingsAbout(model, plugin, ['PLUGIN_PHASE_MISSING'])
    for (const finding of findings) yield { ...finding, hint, fix: command }
    if (findings.length > 0) return
    const message = msg`Missing ${'phase'}, expected the one that was done: stage ${stageOf(unit)} is done in phases`
    yield diagnostic(transition, 'PLUGIN_PHASE_MISSING', message, { hint, fix: command })
  } else if (ending.kind === 'not granted') yield notGrantedDiagnostic(transition, ending.unit, ending.last)
}

/** What contradicts a success: its report, another complexity, contracts that are not those that were recorded. */
function* contradictionsOf(
  { transition, success: { report, complexity }, named }: SuccessSubject,
  { kind, unit }: Extract<EndedUnit, { readonly kind: 'ends' | 'recorded' }>,
): Iterable<CommandDiagnostic> {
  const { model, plugin } = transition
  const isFirst = isFirstUnit(unit, model.stages)
  // A phase that closed its stage is still what the report is about when it comes again.
  const reportUnit = (kind === 'recorded' && named?.phase) || unit
  if (report) yield* contradictions(transition, report, { unit: reportUnit, reason: 'success' })
  const recordedComplexity = plugin.handoff?.fields.complexity_score.value
  if (!(kind === 'ends' && isFirst) && complexity !== undefined && complexity !== recordedComplexity) {
    const message = msg`Unexpected complexity ${complexity}, expected the recorded ${recordedComplexity ?? null}: it is part of the first stage`
    const offers = [{ command: handbackOfUnit(transition, unit, 'success'), does: 'leaves it out' }]
    yield diagnostic(transition, 'PLUGIN_STAGE_UNEXPECTED', message, { offers })
  }
  if ((kind === 'ends' || report) && !isFirst) yield* findingsAbout(model, plugin, contractCodes)
}

/** Why work is not recorded as done: the most important reasons alone. */
export function successRefusals(subject: SuccessSubject): readonly CommandDiagnostic[] {
  const { transition, success, ending } = subject
  const { plugin, model } = transition
  if (ending.kind !== 'ends' && ending.kind !== 'recorded') return [...endingRefusals(subject)]
  const isEnd = ending.kind === 'ends'
  // What grants control is refused while a question is open, the accept that a success implies, too.
  const questionRefusals = isEnd && ending.implied ? openQuestionRefusals(plugin) : []
  if (questionRefusals.length > 0) return questionRefusals
  const found = [...contradictionsOf(subject, ending)]
  if (found.length > 0 || !isEnd || !isFirstUnit(ending.unit, model.stages)) return found
  if (complexityOf(transition, success) !== undefined) return []
  const message = msg`Unknown complexity of ${plugin.name}: no line ${'Complexity: N'} in the plan, no option`
  const hint = msg`Give it, from 1 to 5: ${repeatedSuccess(transition, { complexity: 'X' })}`
  return [diagnostic(transition, 'PLUGIN_COMPLEXITY_REQUIRED', message, { hint })]
}

/**
 * What shows that a unit is done: of the first one its contracts, of others nothing but what its report says, which is
 * judged already, as the recorded contracts are. No contract is required: what is not there is named.
 */
export function evidenceOf({
  transition: { plugin, model },
  ending,
  success: { artifacts, report },
}: SuccessSubject): Evidence | undefined {
  if (ending.kind !== 'ends') return undefined
  const { name, handoffPath } = plugin
  const isFirst = isFirstUnit(ending.unit, model.stages)
  const { there, missing } = isFirst ? contractsOfFirstStage(plugin) : { there: [], missing: [] }
  return {
    unit: `${unitInWords(ending.unit)} ${msg`of ${name}`}`,
    target: targetId(name),
    place: { path: handoffPath },
    command: `/handback ${name} success`,
    instead: `/handback ${name} error "…"`,
    compared: (report?.outputs.files_modified ?? []).length + there.length,
    missing: [],
    judged: isFirst || !plugin.handoff ? [] : ['the contracts are those that are recorded'],
    unchecked: [
      ...(missing.length === 0
        ? []
        : [`whether the stage is done, since ${msg`${missing}`} ${missing.length === 1 ? 'is' : 'are'} missing`]),
      ...(artifacts.length === 0 ? [] : [msg`${artifacts}, since builds need not be committed`]),
    ],
  }
}

/** Ends a unit whose work is done, in handoff, registry and timeline (docs/plugin.md, "Commands"). */
function endUnit(
  transition: Transition,
  success: Success,
  { unit, implied }: Extract<EndedUnit, { readonly kind: 'ends' }>,
  warnings: readonly CommandDiagnostic[],
): Outcome {
  const { model, plugin } = transition
  const { text, nextUnit: request, artifacts, tested } = success
  const begunPlugin = plugin.handoff ? plugin : grantUnit(plugin, model, unit)
  const complexity = complexityOf(transition, success)
  const currentPlugin =
    isFirstUnit(unit, model.stages) && complexity !== undefined
      ? recordPlanning(begunPlugin, model, complexity)
      : begunPlugin

  // What follows is known only of the plugin as it then is.
  const nextUnit = nextUnitAfter({ ...transition, plugin: currentPlugin }, unit, request)
  if ('refusal' in nextUnit) return refuse(nextUnit.refusal)
  const lastUnit = nextUnit.closed ?? unit
  const { after, timeline } = completeUnit(currentPlugin, model, { unit, ...nextUnit, text, artifacts, tested })
  const values = {
    status: stageOf(lastUnit) === model.stages.last.stage ? workingStatus : stageStatus(lastUnit),
    updated: model.context.day,
  }
  return transitionOutcome(transition, {
    after,
    registration: { row: values, second: values, timeline },
    reply: `${msg`${plugin.name} is back`}: ${unitInWords(lastUnit)} is complete. ${msg`Next action: ${nextUnit.next.action}.`}`,
    brief: `Next action: ${nextUnit.next.action}`,
    impliesAccept: implied,
    warnings: [
      ...warnings,
      ...findingsAbout(model, plugin, ['REGISTRY_STATUS_DRIFT'], 'warning'),
      ...(isFirstUnit(unit, model.stages)
        ? [...findingsAbout(model, after, ['CONTRACT_NULL'], 'warning'), ...otherComplexityWarnings(model, after)]
        : []),
    ],
  })
}

/** Records that work is done, once. */
export function succeed({ transition, success, ending }: SuccessSubject): Outcome {
  const { report, text } = success
  if (ending.kind === 'recorded')
    return report
      ? completeRegistry(transition, report, text)
      : unchangedOutcome(
          `${msg`${transition.plugin.name} is back already`}: ${unitInWords(ending.unit)} is recorded as complete.`,
        )
  if (ending.kind !== 'ends') return refuse()
  return endUnit(transition, success, ending, report ? claimDiagnostics(transition, report) : [])
}
