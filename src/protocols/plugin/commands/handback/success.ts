import { refuse, type Outcome, type CommandDiagnostic } from '../../../../core/command.ts'
import { msg, visibleLine } from '../../../../core/message.ts'
import { statusOf } from '../../registry/resolution.ts'
import { falseClaim, readiness, namedByReport, claims, contradictions, type Report } from './report.ts'
import { endingLines, ended, planned, granted } from '../../handoff/transitions.ts'
import { unchanged, diagnostic, contractCodes, findings } from '../diagnostics.ts'
import { changedTo, type Transition } from '../transition.ts'
import { failedChecks, isInTimeline, unitOf, type CheckName } from '../verify.ts'
import type { Precondition } from '../../../../kit/command.ts'
import type { Evidence } from '../../../../kit/evidence.ts'
import { targetId } from '../../targets.ts'
import type { PluginModel } from '../../model.ts'
import { nameOf, unitInWords, stageOf, type NamedUnit, type Unit } from '../../stages/stages.ts'
import { stageStatus, workingStatus } from '../../registry/values.ts'
import { openQuestion, workflowComplete } from '../accept.ts'
import { following, endedUnit, notGranted, type EndedUnit, type RequestedCommand } from './unit.ts'

/** What the registry lacks where these checks fail. */
const registryChecks: readonly CheckName[] = ['row', 'second', 'drift', 'timeline']

/**
 * A success that the handoff shows already, as agents write it themselves. What is missing in the registry is written.
 */
function recordedAlready(transition: Transition, report: Report, text: string | undefined): Outcome {
  const { model, plugin } = transition
  const subject = { model, plugin, named: undefined }
  const unit = unitOf(subject)
  const failed = failedChecks(subject, ['day'])
  const values = registryChecks.some((check) => check !== 'timeline' && failed.has(check))
    ? { status: statusOf(plugin.state), updated: model.context.day }
    : {}
  const timeline = unit === undefined || isInTimeline(subject, unit) ? [] : [endingLines(plugin, model, unit, text).timeline]
  const others = [...failed]
    .filter(([check]) => !registryChecks.includes(check))
    .map(([, diagnostic]) => ({ ...diagnostic, severity: 'warning' as const }))
  const warnings = [...readiness(transition, report), ...others]
  if (timeline.length === 0 && !('status' in values))
    return unchanged(msg`${unit ?? ''} of ${plugin.name} is recorded as complete already.`, warnings)
  return changedTo(transition, {
    after: plugin,
    registration: { row: values, second: values, timeline },
    reply: msg`The registry now also says that ${unit ?? ''} of ${plugin.name} is complete.`,
    warnings: [falseClaim(transition), ...warnings],
  })
}

/** The arguments of a success, parsed. */
export interface Success {
  /** TEXT as it is written. */
  readonly text: string | undefined
  readonly named: NamedUnit | undefined
  readonly complexity: number | undefined
  readonly wanted: RequestedCommand
  readonly artifacts: readonly string[]
  readonly tested: readonly string[]
  readonly report: Report | undefined
}

const isFirst = (unit: Unit, { stages }: PluginModel): boolean => unit === String(stages.way[0]?.stage)

/** A success, looked at. */
export interface SuccessSubject {
  readonly transition: Transition
  readonly success: Success
  /** The unit that is named, with an option or by the report. */
  readonly named: NamedUnit | undefined
  readonly which: EndedUnit
  /** The agent that is named. */
  readonly agent: string | undefined
}

export function successSubject(transition: Transition, success: Success, agent: string | undefined): SuccessSubject {
  const { model, plugin } = transition
  const named = success.named ?? (success.report && namedByReport(success.report))
  return { transition, success, named, which: endedUnit(plugin, model, named, success.text), agent }
}

/** How long a command may be that is shown whole in a message. */
const longestShown = 120

/** The same handback with a complexity; a text that would not be shown as it is given is left to be filled in. */
function withComplexity({ transition: { plugin }, success: { text }, agent }: SuccessSubject): string {
  const command = `/handback ${plugin.name} success --complexity X${agent === undefined ? '' : ` --agent ${agent}`}`
  if (text === undefined) return command
  const whole = `${command} "${text}"`
  return /["`\\]/.test(text) || visibleLine(whole, longestShown) !== whole ? `${command} "…"` : whole
}

/** Why a complexity cannot be the given one: another one is recorded. */
function otherComplexity(transition: Transition, given: number | undefined): readonly CommandDiagnostic[] {
  const recorded = transition.plugin.handoff?.fields.complexity_score.value
  if (given === undefined || given === recorded) return []
  return [
    diagnostic(
      transition,
      'PLUGIN_STAGE_UNEXPECTED',
      msg`Unexpected complexity ${given}, expected the recorded ${recorded ?? null}: it is part of the first stage`,
    ),
  ]
}

/** The complexity that is given, or that of the plan. */
const complexityOf = ({ plugin }: Transition, { complexity }: Success) => complexity ?? plugin.plan.complexity?.value

/** What must hold before work is recorded as done. */
export const successPreconditions: readonly Precondition<SuccessSubject>[] = [
  {
    *violations({ transition, success, named, which }) {
      if (which.kind === 'over' || (which.kind === 'unexpected' && !named)) yield workflowComplete(transition)
      else if (which.kind === 'unexpected' && named)
        yield diagnostic(
          transition,
          success.named ? 'PLUGIN_STAGE_UNEXPECTED' : 'REPORT_STAGE_MISMATCH',
          msg`Unexpected unit ${nameOf(named)}, expected ${which.unit}, which would end for ${transition.plugin.name}`,
          success.complexity === undefined ? {} : { hint: msg`Leave out ${'--complexity'}, which belongs to the first stage.` },
        )
      else if (which.kind === 'not granted') yield notGranted(transition, which.unit, which.last)
    },
  },
  {
    // What grants control is refused while a question is open, the accept that a success implies, too.
    violations: ({ transition: { plugin }, which }) => (which.kind === 'ends' && which.implied ? openQuestion(plugin) : []),
  },
  {
    violations({ transition, success: { report, complexity }, named, which }) {
      if (!('unit' in which)) return []
      const { model, plugin } = transition
      const { kind, unit } = which
      return [
        // A phase that closed its stage is still what the report is about when it comes again.
        ...(report ? contradictions(transition, report, { unit: (kind === 'recorded' && named?.phase) || unit, reason: 'success' }) : []),
        ...(kind === 'ends' && isFirst(unit, model) ? [] : otherComplexity(transition, complexity)),
        ...((kind === 'ends' || report) && !isFirst(unit, model) ? findings(model, plugin, contractCodes) : []),
      ]
    },
  },
  {
    *violations(subject) {
      const { transition, success, which } = subject
      if (which.kind !== 'ends' || !isFirst(which.unit, transition.model) || complexityOf(transition, success) !== undefined) return
      const message = msg`Unknown complexity of ${transition.plugin.name}: no line ${'Complexity: N'} in the plan, no option`
      yield diagnostic(transition, 'PLUGIN_COMPLEXITY_REQUIRED', message, { hint: msg`Give it, from 1 to 5: ${withComplexity(subject)}` })
    },
  },
]

/** What shows that a unit is done: nothing but what its report says, which is judged already, as the recorded contracts are. */
export function evidenceOf({ transition: { plugin, model }, which, success: { artifacts, report } }: SuccessSubject): Evidence | undefined {
  if (which.kind !== 'ends') return undefined
  const { name, handoffPath } = plugin
  return {
    unit: `${unitInWords(which.unit)} ${msg`of ${name}`}`,
    target: targetId(name),
    place: { path: handoffPath },
    command: `/handback ${name} success`,
    instead: `/handback ${name} error "…"`,
    compared: (report?.outputs.files_modified ?? []).length,
    missing: [],
    judged: isFirst(which.unit, model) || !plugin.handoff ? [] : ['the contracts are those that are recorded'],
    unchecked: artifacts.length === 0 ? [] : [msg`${artifacts}, since builds need not be committed`],
  }
}

/** Ends a unit whose work is done, in handoff, registry and timeline (docs/plugin.md, "Commands"). */
function end(
  transition: Transition,
  success: Success,
  { unit, implied }: Extract<EndedUnit, { readonly kind: 'ends' }>,
  warnings: readonly CommandDiagnostic[],
): Outcome {
  const { model, plugin } = transition
  const { text, wanted, artifacts, tested } = success
  const begun = plugin.handoff ? plugin : granted(plugin, model, unit)
  const complexity = complexityOf(transition, success)
  const now = isFirst(unit, model) && complexity !== undefined ? planned(begun, model, complexity) : begun

  // What follows is known only of the plugin as it then is.
  const nextStates = following({ ...transition, plugin: now }, unit, wanted)
  if ('refusal' in nextStates) return refuse(nextStates.refusal)
  const last = nextStates.closed ?? unit
  const { after, timeline } = ended(now, model, { unit, ...nextStates, text, artifacts, tested })
  const values = { status: stageOf(last) === model.stages.last.stage ? workingStatus : stageStatus(last), updated: model.context.day }
  return changedTo(transition, {
    after,
    registration: { row: values, second: values, timeline },
    reply: `${msg`${plugin.name} is back`}: ${unitInWords(last)} is complete. ${msg`Next action: ${nextStates.next.action}.`}`,
    brief: `Next action: ${nextStates.next.action}`,
    impliesAccept: implied,
    warnings: [
      ...warnings,
      ...findings(model, plugin, ['REGISTRY_STATUS_DRIFT'], 'warning'),
      ...(isFirst(unit, model) ? findings(model, after, ['CONTRACT_NULL'], 'warning') : []),
    ],
  })
}

/** Records that work is done, once. */
export function succeed({ transition, success, which }: SuccessSubject): Outcome {
  const { report, text } = success
  if (which.kind === 'recorded')
    return report
      ? recordedAlready(transition, report, text)
      : unchanged(`${msg`${transition.plugin.name} is back already`}: ${unitInWords(which.unit)} is recorded as complete.`)
  if (which.kind !== 'ends') return refuse()
  return end(transition, success, which, report ? claims(transition, report) : [])
}
