import { type Outcome, refused, type CommandDiagnostic } from '../../../../core/command.ts'
import { msg } from '../../../../core/message.ts'
import type { View } from '../../../../core/view.ts'
import type { PluginModel } from '../../model.ts'
import { nameOf, stageOf, type Named, type Unit } from '../../stages/stages.ts'
import { namedByReport, type Report } from '../report.ts'
import { stageStatus, workingStatus } from '../../registry/status.ts'
import { ended, planned, granted } from '../../handoff/transitions.ts'
import { workflowComplete } from '../accept.ts'
import { remark, unchanged } from '../answers.ts'
import { contractCodes, findings } from '../findings.ts'
import { acceptImplied, changedTo, type Scene } from '../transition.ts'
import { claims, contradictions } from './claims.ts'
import { following, type Wanted } from './follows.ts'
import { recordedAlready } from './recorded.ts'
import { whichEnds } from './which.ts'

/** What is said with a success, taken apart. */
export interface Success {
  /** TEXT as it is written. */
  readonly text: string | undefined
  readonly named: Named | undefined
  readonly complexity: number | undefined
  readonly wanted: Wanted
  readonly artifacts: readonly string[]
  readonly tested: readonly string[]
  readonly report: Report | undefined
}

const isFirst = (unit: Unit, { stages }: PluginModel): boolean => unit === String(stages.way[0]?.stage)

function unexpected(scene: Scene, named: Named, unit: Unit, code: 'REPORT_STAGE_MISMATCH' | 'PLUGIN_STAGE_UNEXPECTED'): Outcome {
  return refused(
    remark(scene, code, { message: msg`Unexpected unit ${nameOf(named)}, expected ${unit}, which would end for ${scene.plugin.name}` }),
  )
}

/** Why a complexity cannot be what was said: another one is recorded. */
function otherComplexity(scene: Scene, said: number | undefined): readonly CommandDiagnostic[] {
  const recorded = scene.plugin.handoff?.fields.complexity_score.value
  if (said === undefined || said === recorded) return []
  return [
    remark(scene, 'PLUGIN_STAGE_UNEXPECTED', {
      message: msg`Unexpected complexity ${said}, expected the recorded ${recorded ?? null}: it is part of the first stage`,
    }),
  ]
}

function complexityRequired(scene: Scene): Outcome {
  const fix = `/handback ${scene.plugin.name} success --complexity 2.0`
  const message = msg`Unknown complexity of ${scene.plugin.name}: no line ${'Complexity: N'} in the plan, no option`
  return refused(remark(scene, 'PLUGIN_COMPLEXITY_REQUIRED', { message, hint: msg`Say it, from 1 to 5: ${fix}` }))
}

/** Ends a unit whose work is done: handoff, registry and timeline say so (plugin protocol, section 7). */
function end(scene: Scene, success: Success, unit: Unit, view: View, warnings: readonly CommandDiagnostic[]): Outcome {
  const { model, plugin } = scene
  const { text, wanted, artifacts, tested } = success
  const begun = plugin.handoff ? plugin : granted(plugin, model, unit)
  const complexity = success.complexity ?? plugin.plan.complexity?.value
  if (isFirst(unit, model) && complexity === undefined) return complexityRequired(scene)
  const now = isFirst(unit, model) && complexity !== undefined ? planned(begun, model, complexity) : begun

  const follows = following(now, model, unit, wanted)
  if ('refusal' in follows) return refused(follows.refusal)
  const last = follows.closed ?? unit
  const { after, timeline } = ended(now, model, { unit, ...follows, text, artifacts, tested })
  const said = { status: stageOf(last) === model.stages.last.stage ? workingStatus : stageStatus(last), updated: model.context.day }
  return changedTo(scene, view, {
    after,
    registration: { row: said, second: said, timeline },
    reply: msg`${last} of ${plugin.name} is complete: the orchestrator holds it. Next action: ${follows.next.action}.`,
    brief: `Next action: ${follows.next.action}`,
    warnings: [
      ...warnings,
      ...findings(model, plugin, ['REGISTRY_STATUS_DRIFT'], 'warning'),
      ...(isFirst(unit, model) ? findings(model, after, ['CONTRACT_NULL'], 'warning') : []),
    ],
  })
}

/** Records that work is done, once. */
export function succeed(scene: Scene, success: Success, view: View): Outcome {
  const { model, plugin } = scene
  const { report, text, complexity } = success
  const named = success.named ?? (report && namedByReport(report))
  const which = whichEnds(plugin, model, named, text)
  if (which.kind === 'over') return workflowComplete(scene)
  if (which.kind === 'unexpected')
    return named
      ? unexpected(scene, named, which.unit, success.named ? 'PLUGIN_STAGE_UNEXPECTED' : 'REPORT_STAGE_MISMATCH')
      : workflowComplete(scene)

  const { unit } = which
  const wrong = [
    ...(report ? contradictions(scene, report, { unit, reason: 'success', view }) : []),
    ...(which.kind === 'ends' && isFirst(unit, model) ? [] : otherComplexity(scene, complexity)),
    ...((which.kind === 'ends' || report) && !isFirst(unit, model) ? findings(model, plugin, contractCodes) : []),
  ]
  if (wrong.length > 0) return refused(...wrong)
  if (which.kind === 'recorded')
    return report ? recordedAlready(scene, report, text, view) : unchanged(msg`${unit} of ${plugin.name} is recorded as complete already.`)
  return end(scene, success, unit, view, [...(which.implied ? [acceptImplied(scene)] : []), ...(report ? claims(scene, report) : [])])
}
