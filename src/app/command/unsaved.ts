import { msg } from '../../core/message.ts'
import { signed } from '../../engine/commands/answer.ts'
import type { Plan } from '../../engine/commands/plan.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import { refusedBy } from './claims.ts'

/** Content of files that git may not have. */
export interface Unsaved {
  /** Those of some files whose content would be lost if they were replaced. */
  find(paths: readonly string[]): Promise<ReadonlySet<string>>
  /** Has git keep the content of a file. @returns its name in git */
  keep(path: string): Promise<string>
}

/** The plan; refused where it would discard content of files that git does not have. What it deletes at its end is kept in git. */
export async function withoutLoss(plan: Plan, unsaved: Unsaved, dryRun: boolean): Promise<Plan> {
  let now = plan
  for (const [index, result] of plan.results.entries()) {
    const { discards = [], command } = result
    const lost = discards.length === 0 ? [] : [...(await unsaved.find(discards))]
    const [path] = lost
    if (path === undefined) continue
    const diagnostic = refusal(
      'UNCOMMITTED',
      msg`Unexpected content of ${lost}: it is not committed, and ${command} would discard it`,
      msg`Commit it (${'git add'} is enough) and give the command again, or discard it with ${'--anyway'}.`,
    )
    now = refusedBy(now, { ...result, index }, { ...diagnostic, place: { path } })
  }
  return now.outcome === 'refused' ? now : withKept(now, unsaved, dryRun)
}

/** The plan, with a warning about each file that it deletes and that git has kept for it. */
async function withKept(plan: Plan, unsaved: Unsaved, dryRun: boolean): Promise<Plan> {
  const results = await Promise.all(
    plan.results.map(async (result) => {
      const { keeps = [], diagnostics } = result
      const notices = []
      for (const path of keeps.length === 0 ? [] : await unsaved.find(keeps)) {
        const hint = dryRun ? undefined : msg`${`git show ${(await unsaved.keep(path)).slice(0, 12)}`} prints it.`
        const message = msg`The content of ${path} was not committed: git keeps it`
        notices.push(signed({ ...refusal('UNCOMMITTED', message, hint), severity: 'warning', place: { path } }))
      }
      return notices.length === 0 ? result : { ...result, diagnostics: [...diagnostics, ...notices] }
    }),
  )
  return { ...plan, results }
}
