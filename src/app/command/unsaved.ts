import type { CommandName } from '../../core/command-names.ts'
import { msg } from '../../core/message.ts'
import { signed } from '../../engine/commands/answer.ts'
import type { Plan } from '../../engine/commands/plan.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import { sharedOptions } from '../../kit/options.ts'
import { refusedBy } from './claims.ts'

/** Content of files that no commit may have. */
export interface Unsaved {
  /** Those of some files whose content is neither committed nor staged, each with the name of a git object that holds it, if there is one. */
  find(paths: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>
  /** Has git keep the content of files that were written: only what a person writes afterwards is nowhere else. */
  keep(paths: readonly string[]): Promise<void>
}

/** The plan; refused where it would discard content of files that git does not have, with a warning about content that no commit has. */
export async function withoutLoss(plan: Plan, unsaved: Unsaved): Promise<Plan> {
  let now = plan
  for (const [index, result] of plan.results.entries()) {
    const { discards = [], command } = result
    const found = discards.length === 0 ? [] : [...(await unsaved.find(discards))]
    const lost = found.flatMap(([path, object]) => (object === undefined ? [path] : []))
    const [path] = lost
    if (path !== undefined) {
      const anyway = sharedOptions[command as CommandName]?.['anyway']?.kind === 'once' ? '--anyway "…"' : '--anyway'
      const diagnostic = refusal(
        'UNCOMMITTED',
        msg`Unexpected content of ${lost}: it is not committed, and ${command} would discard it`,
        msg`Commit it (${'git add'} is enough) and give the command again, or discard it with ${anyway}.`,
      )
      now = refusedBy(now, { ...result, index }, { ...diagnostic, place: { path } })
    } else if (found.length > 0) {
      const warnings = found.map(([kept, object = '']) => {
        const message = msg`The content of ${kept} was not committed: git keeps it`
        const hint = msg`${`git show ${object.slice(0, 12)}`} prints it.`
        return signed({ ...refusal('UNCOMMITTED', message, hint), severity: 'warning', place: { path: kept } })
      })
      const warned = { ...result, diagnostics: [...result.diagnostics, ...warnings] }
      now = { ...now, results: now.results.with(index, warned) }
    }
  }
  return now
}
