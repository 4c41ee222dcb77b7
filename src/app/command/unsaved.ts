import { msg } from '../../core/message.ts'
import type { Plan } from '../../engine/commands/plan.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import { refusedBy } from './claims.ts'
import type { RunPorts } from './run.ts'

/** The plan; refused where it would discard content of files that git does not have. */
export async function withoutLoss(plan: Plan, unsaved: NonNullable<RunPorts['unsaved']>): Promise<Plan> {
  let now = plan
  for (const [index, result] of plan.results.entries()) {
    const { discards = [], command } = result
    const lost = discards.length === 0 ? [] : [...(await unsaved(discards))]
    const [path] = lost
    if (path === undefined) continue
    const diagnostic = refusal(
      'UNCOMMITTED',
      msg`Unexpected content of ${lost}: it is not committed, and ${command} would discard it`,
      msg`Commit it (${'git add'} is enough) and give the command again, or discard it with ${'--anyway'}.`,
    )
    now = refusedBy(now, { ...result, index }, { ...diagnostic, place: { path } })
  }
  return now
}
