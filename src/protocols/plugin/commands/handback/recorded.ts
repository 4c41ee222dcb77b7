import type { Outcome } from '../../../../core/command.ts'
import { msg } from '../../../../core/message.ts'
import type { View } from '../../../../core/view.ts'
import { statusOf } from '../../registry/settlement.ts'
import type { Report } from '../report.ts'
import { endingLines } from '../../handoff/transitions.ts'
import { unchanged } from '../answers.ts'
import { changedTo, type Scene } from '../transition.ts'
import { failedChecks, isTold, unitOf, type CheckName } from '../verification.ts'
import { falseClaim, readiness } from './claims.ts'

/** What the registry lacks where these checks fail. */
const registryChecks: readonly CheckName[] = ['row', 'second', 'drift', 'timeline']

/**
 * A success that the handoff shows already, as agents write it themselves. What is missing in the registry is written (plugin
 * protocol, section 7, "The subagent's report").
 */
export function recordedAlready(scene: Scene, report: Report, text: string | undefined, view: View): Outcome {
  const { model, plugin } = scene
  const subject = { model, plugin, named: undefined }
  const unit = unitOf(subject)
  const failed = failedChecks(subject, ['day'])
  const said = registryChecks.some((check) => check !== 'timeline' && failed.has(check))
    ? { status: statusOf(plugin.state), updated: model.context.day }
    : {}
  const timeline = unit === undefined || isTold(subject, unit) ? [] : [endingLines(plugin, model, unit, text).timeline]
  const others = [...failed]
    .filter(([check]) => !registryChecks.includes(check))
    .map(([, remark]) => ({ ...remark, severity: 'warning' as const }))
  const warnings = [...readiness(scene, report), ...others]
  if (timeline.length === 0 && !('status' in said))
    return unchanged(msg`${unit ?? ''} of ${plugin.name} is recorded as complete already.`, warnings)
  return changedTo(scene, view, {
    after: plugin,
    registration: { row: said, second: said, timeline },
    reply: msg`The registry says now too that ${unit ?? ''} of ${plugin.name} is complete.`,
    warnings: [falseClaim(scene), ...warnings],
  })
}
