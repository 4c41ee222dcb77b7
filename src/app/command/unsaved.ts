import { msg } from '../../core/message.ts'
import { signDiagnostic } from '../../engine/commands/answer.ts'
import type { Plan } from '../../engine/commands/plan.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import { discardRefusal } from '../../engine/commands/unsaved.ts'
import { refuseByClaims } from './claims.ts'

/** Content of files that no commit may have. */
export interface UnsavedFiles {
  /**
   * The files whose content is neither committed nor staged, each with the name of a git object that holds it, if there
   * is one; `undefined` where the folder is in no clone.
   */
  find(paths: readonly string[]): Promise<ReadonlyMap<string, string | undefined> | undefined>
  /** Has git keep the content of files, where it can. */
  keep(paths: readonly string[]): Promise<void>
}

type Result = Plan['results'][number]

const warning = (message: string, hint: string | undefined, path: string) =>
  signDiagnostic({ ...refusal('UNCOMMITTED', message, hint), severity: 'warning', place: { path } })

const withWarnings = (plan: Plan, index: number, warnings: Result['diagnostics']): Plan => ({
  ...plan,
  results: plan.results.map((result, position) =>
    position === index ? { ...result, diagnostics: [...result.diagnostics, ...warnings] } : result,
  ),
})

/** What a command replaces or deletes where no git could keep it. */
const goneWarning = (paths: readonly string[], first: string, dryRun: boolean) =>
  warning(
    `${msg`The content of ${paths}`} ${dryRun ? 'would be' : 'is'} gone: this folder is in no repository of git, which would keep it`,
    'Run `git init` here: git then keeps what commands replace and delete.',
    first,
  )

/**
 * The plan; refused where it would discard content of files that git does not have. Where it may discard it, git keeps
 * it first, and a warning says how to see it: so it is with what Baton itself wrote, and no commit has. Without git, a
 * warning says what is gone.
 */
export async function protectUnsaved(plan: Plan, unsaved: UnsavedFiles, dryRun: boolean): Promise<Plan> {
  let currentPlan = plan
  for (const [index, result] of plan.results.entries()) {
    const { discards = [], changes, local, command, anyway, on } = result
    const paths = discards.filter((path) => changes.has(path) || local?.has(path) === true)
    const unsavedObjects = paths.length === 0 ? new Map<string, string | undefined>() : await unsaved.find(paths)
    if (unsavedObjects === undefined) {
      const gonePaths = paths.filter((path) => on.entry(path) !== undefined)
      if (gonePaths[0] !== undefined && plan.outcome !== 'refused')
        currentPlan = withWarnings(currentPlan, index, [goneWarning(gonePaths, gonePaths[0], dryRun)])
      continue
    }
    const lostPaths = [...unsavedObjects].flatMap(([path, object]) => (object === undefined ? [path] : []))
    if (lostPaths.length > 0 && anyway !== true) {
      currentPlan = refuseByClaims(currentPlan, { ...result, index }, discardRefusal(lostPaths, command))
    } else if (unsavedObjects.size > 0) {
      // An old object that no commit has may be pruned: it is written again.
      if (!dryRun) await unsaved.keep([...unsavedObjects.keys()])
      const keptObjects = dryRun ? unsavedObjects : await unsaved.find([...unsavedObjects.keys()])
      currentPlan = withWarnings(currentPlan, index, keptWarnings(keptObjects ?? unsavedObjects, dryRun))
    }
  }
  return currentPlan
}

/** What becomes of the content that no commit has: one line for what git keeps, one for what it cannot. */
export function keptWarnings(files: ReadonlyMap<string, string | undefined>, dryRun: boolean): Result['diagnostics'] {
  const keptFiles = [...files].filter(([, object]) => dryRun || object !== undefined)
  const lostPaths = [...files.keys()].filter((path) => !keptFiles.some(([keptPath]) => keptPath === path))
  const [first] = keptFiles
  const showCommands = keptFiles.flatMap(([, object]) =>
    object === undefined ? [] : [`git show ${object.slice(0, 12)}`],
  )
  return [
    ...(first === undefined
      ? []
      : [
          warning(
            msg`The content of ${keptFiles.map(([path]) => path)} was not committed: git keeps it`,
            showCommands.length === 0 ? undefined : msg`To see it: ${showCommands}.`,
            first[0],
          ),
        ]),
    ...lostPaths.map((path) =>
      warning(msg`The content of ${path} was not committed, and git could not keep it`, undefined, path),
    ),
  ]
}
