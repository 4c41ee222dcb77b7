import { knownCommands } from '../../core/command-names.ts'
import type { Diagnostic, Place } from '../../core/diagnostic.ts'
import type { Obstacle } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'
import type { Steps } from '../../core/steps.ts'
import type { View } from '../../core/view.ts'
import { differences } from '../../documents/line-diff.ts'
import { decodeUtf8 } from '../../documents/text.ts'
import { diagnosticsInSteps } from '../checking/findings.ts'
import { touchedPaths } from '../checking/judge.ts'
import type { CheckRequest } from '../checking/request.ts'
import { signDiagnostic } from './answer.ts'
import { isInOtherState, type ViewChange } from './effects.ts'
import type { CommandResult } from './planned.ts'
import { foundProtocolFor, readingsOf, refusal } from './resolve.ts'

type Views = Pick<ViewChange, 'before' | 'after'>

/** A change in a working tree, and the commit that is to hold it without the other edits there. */
export interface CommittedChange {
  readonly tree: Views
  readonly commit: Views
}

type CheckSettings = Pick<CheckRequest, 'context' | 'protocols' | 'sections' | 'severity'>

const identityOf = ({ code, target, path }: Diagnostic) => JSON.stringify([code, target, path])

function* errorsOf(
  { before, after }: Views,
  mode: 'auto' | 'strict',
  settings: CheckSettings,
): Steps<readonly Diagnostic[]> {
  const diagnostics = yield* diagnosticsInSteps({
    ...settings,
    head: after,
    base: before,
    mode,
    failOn: 'new-error',
    allowEmpty: true,
    paths: [],
    targets: [],
    given: [],
    notes: [],
  })
  return diagnostics.filter(({ severity }) => severity === 'error')
}

const linesIn = (view: View, path: string): readonly string[] => {
  const bytes = view.bytes(path)
  return (bytes && decodeUtf8(bytes))?.split('\n') ?? []
}

/** Where a file of the working tree first differs from that of the commit: `work/a.md:2`. */
function firstEdit(path: string, { tree, commit }: CommittedChange) {
  const lines = linesIn(tree.before, path)
  const edit = [...differences(lines, linesIn(commit.before, path))].find(({ same }) => !same)
  return { path, line: edit && tree.before.entry(path) ? Math.min(edit.ours[0] + 1, lines.length) : undefined }
}

/** The files with edits, of those that are not committed, which say something about the target of an error. */
function editedFiles(
  { target, path: errorPath }: { readonly target?: string; readonly path?: string },
  editedPaths: readonly string[],
  { tree, commit }: CommittedChange,
  settings: CheckSettings,
): readonly string[] {
  const readings = readingsOf(settings)
  const [left, right] = [tree.before, commit.before].map((view) =>
    target === undefined ? undefined : foundProtocolFor(readings, view, target)?.reading,
  )
  const ofTarget = editedPaths.filter((path) => {
    if (target === undefined) return path === errorPath
    const [leftPart, rightPart] = [left, right].map((reading) => reading?.share(path, target)?.text)
    return leftPart === undefined && rightPart === undefined
      ? [left, right].some((reading) => reading?.owners(path).includes(target))
      : leftPart !== rightPart
  })
  return ofTarget.length > 0 ? ofTarget : editedPaths
}

const placeOf = ([first]: readonly ReturnType<typeof firstEdit>[]): Place =>
  first?.line === undefined ? { path: first?.path ?? '.' } : { path: first.path, line: first.line }

/** How many files are named, and how many errors. */
const maxListed = 10

/**
 * Why a commit must not be made: it would have errors that the working tree does not have, since that has edits which
 * are not committed.
 */
export function* missingEdits(change: CommittedChange, settings: CheckSettings): Steps<readonly Obstacle[]> {
  const { tree, commit } = change
  const errors = (yield* errorsOf(commit, 'auto', settings)).filter((error) => error.new)
  if (errors.length === 0) return []
  const editedPaths = touchedPaths(tree.before, commit.before)
  const treeErrors = new Set((yield* errorsOf(tree, 'strict', settings)).map(identityOf))
  return errors
    .filter((error) => !treeErrors.has(identityOf(error)))
    .slice(0, maxListed)
    .map((error) => {
      const edits = editedFiles(error, editedPaths, change, settings)
        .slice(0, maxListed)
        .map((path) => firstEdit(path, change))
      const names = edits.map((edit) => (edit.line === undefined ? edit.path : `${edit.path}:${edit.line}`))
      return {
        message: `${msg`Without the edits of ${names} that are not committed, the commit would be wrong`}: ${error.message}`,
        hint: 'Commit those edits first, or leave out `--commit`.',
        place: placeOf(edits),
      }
    })
}

/** The warning that a command left a target as it is, whose state no commit has. */
export function uncommittedStateWarning(
  { outcome, name, target }: Pick<CommandResult, 'outcome' | 'name' | 'target'>,
  change: CommittedChange,
  settings: CheckSettings,
): Diagnostic | undefined {
  const [head, committed] = [change.tree.before, change.commit.before]
  if (outcome !== 'unchanged' || target === undefined || name === undefined || knownCommands[name].role === 'read')
    return undefined
  if (!isInOtherState(readingsOf(settings), head, committed, target)) return undefined
  const paths = editedFiles({ target }, touchedPaths(head, committed), change, settings).slice(0, maxListed)
  const message = msg`Nothing is committed: ${target} is as it is in the working tree alone, by edits of ${paths} that are not committed`
  return signDiagnostic({
    ...refusal('COMMIT_UNCOMMITTED', message, 'Commit these edits with `git commit`.'),
    severity: 'warning',
    target,
    place: placeOf(paths.map((path) => firstEdit(path, change))),
  })
}
