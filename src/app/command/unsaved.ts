import { msg } from '../../core/message.ts'
import { signDiagnostic } from '../../engine/commands/answer.ts'
import type { Plan } from '../../engine/commands/plan.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import { wouldDiscard } from '../../engine/commands/unsaved.ts'
import { refuseByClaims } from './claims.ts'

/** Content of files that no commit may have. */
export interface UnsavedFiles {
  /** Those of some files whose content is neither committed nor staged, each with the name of a git object that holds it, if there is one. */
  find(paths: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>
  /** Has git keep the content of files, where it can. */
  keep(paths: readonly string[]): Promise<void>
}

type Result = Plan['results'][number]

const warning = (message: string, hint: string | undefined, path: string) =>
  signDiagnostic({ ...refusal('UNCOMMITTED', message, hint), severity: 'warning', place: { path } })

/**
 * The plan; refused where it would discard content of files that git does not have. Where it may discard it, git keeps it first, and a
 * warning says how to see it: so it is with what Baton itself wrote, and no commit has.
 */
export async function protectUnsaved(plan: Plan, unsaved: UnsavedFiles, dryRun: boolean): Promise<Plan> {
  let now = plan
  for (const [index, result] of plan.results.entries()) {
    const { discards = [], changes, local, command, anyway } = result
    const paths = discards.filter((path) => changes.has(path) || local?.has(path) === true)
    const found = paths.length === 0 ? new Map<string, string | undefined>() : await unsaved.find(paths)
    const lost = [...found].flatMap(([path, object]) => (object === undefined ? [path] : []))
    if (lost.length > 0 && anyway !== true) {
      now = refuseByClaims(now, { ...result, index }, wouldDiscard(lost, command))
    } else if (found.size > 0) {
      // An old object that no commit has may be pruned: it is written again.
      if (!dryRun) await unsaved.keep([...found.keys()])
      const kept = dryRun ? found : await unsaved.find([...found.keys()])
      now = { ...now, results: now.results.with(index, { ...result, diagnostics: [...result.diagnostics, ...keptWarnings(kept, dryRun)] }) }
    }
  }
  return now
}

/** What becomes of the content that no commit has: one line for what git keeps, one for what it cannot. */
export function keptWarnings(files: ReadonlyMap<string, string | undefined>, dryRun: boolean): Result['diagnostics'] {
  const kept = [...files].filter(([, object]) => dryRun || object !== undefined)
  const gone = [...files.keys()].filter((path) => !kept.some(([each]) => each === path))
  const [first] = kept
  const shows = kept.flatMap(([, object]) => (object === undefined ? [] : [`git show ${object.slice(0, 12)}`]))
  return [
    ...(first === undefined
      ? []
      : [
          warning(
            msg`The content of ${kept.map(([path]) => path)} was not committed: git keeps it`,
            shows.length === 0 ? undefined : msg`To see it: ${shows}.`,
            first[0],
          ),
        ]),
    ...gone.map((path) => warning(msg`The content of ${path} was not committed, and git could not keep it`, undefined, path)),
  ]
}
