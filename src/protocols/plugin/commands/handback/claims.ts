import type { CommandDiagnostic } from '../../../../core/command.ts'
import { msg } from '../../../../core/message.ts'
import type { View } from '../../../../core/view.ts'
import { isNamed, nameOf, stageOf, type Unit } from '../../stages/stages.ts'
import { claimsState, isDoneButForState, isInside, namedByReport, pathsIn, saysDone, type Report } from '../report.ts'
import { remark } from '../answers.ts'
import type { Scene } from '../transition.ts'

export type Reason = 'success' | 'error' | 'question'

/** What a report is held against: the unit that it is about, what was commanded, the files of the head. */
interface Facts {
  readonly unit: Unit
  readonly reason: Reason
  readonly view: View
}

/** What a report says that is not so: then nothing is done (plugin protocol, section 7, "The subagent's report"). */
export function contradictions({ model, plugin }: Scene, report: Report, { unit, reason, view }: Facts): readonly CommandDiagnostic[] {
  const about = { model, plugin }
  const remarks: CommandDiagnostic[] = []
  const agent = model.stages.get(stageOf(unit))?.agent
  if (agent !== undefined && report.agent !== agent) {
    remarks.push(
      remark(about, 'REPORT_AGENT_MISMATCH', {
        message: msg`Unexpected agent ${report.agent} in the report, expected ${agent}, which works on ${unit}`,
      }),
    )
  }
  const saidDone = saysDone(report)
  if ((reason === 'success' && !saidDone) || (reason === 'error' && report.status === 'success')) {
    remarks.push(
      remark(about, 'REPORT_STATUS_MISMATCH', {
        message: msg`Unexpected ${report.status} in the report of a handback that says ${reason}`,
      }),
    )
  }
  const named = namedByReport(report)
  if (named && (!isNamed(unit, named) || stageOf(named.phase ?? unit) !== named.stage)) {
    remarks.push(remark(about, 'REPORT_STAGE_MISMATCH', { message: msg`Unexpected unit ${nameOf(named)} in the report, expected ${unit}` }))
  }
  const outside = pathsIn(report).filter((path) => !isInside(path))
  if (outside.length > 0)
    remarks.push(
      remark(about, 'REPORT_PATH_INVALID', {
        message: msg`Unexpected paths ${few(outside)} in the report, expected ones relative to the repository's root`,
      }),
    )
  const missing = (report.outputs.files_modified ?? []).filter((path) => isInside(path) && !view.entry(path))
  if (reason === 'success' && missing.length > 0)
    remarks.push(remark(about, 'REPORT_FILE_MISSING', { message: msg`Missing files ${few(missing)}, which the report says were modified` }))
  return remarks
}

const most = 5

const few = (paths: readonly string[]) => (paths.length > most ? [...paths.slice(0, most), '…'] : paths)

/** Whether a report of success says that the next stage may begin. */
export function readiness(scene: Scene, report: Report): readonly CommandDiagnostic[] {
  if (report.ready_for_next_stage || isDoneButForState(report)) return []
  return [remark(scene, 'REPORT_NOT_READY', { message: 'The report says that the next stage is not ready to begin' }, 'warning')]
}

export const falseClaim = (scene: Scene): CommandDiagnostic =>
  remark(
    scene,
    'REPORT_STATE_CLAIM_FALSE',
    { message: 'The report says that the state was written, and it was not: it is written now' },
    'warning',
  )

/** What a report of success says of the state, which the handoff does not show: it is written now. */
export function claims(scene: Scene, report: Report): readonly CommandDiagnostic[] {
  const written = isDoneButForState(report)
    ? remark(scene, 'REPORT_STATE_CORRECTED', { message: 'The agent could not write the state: it is written now' }, 'warning')
    : claimsState(report)
      ? falseClaim(scene)
      : remark(scene, 'REPORT_STATE_NOT_UPDATED', { message: 'The agent did not write the state: it is written now' }, 'notice')
  return [...readiness(scene, report), written]
}
