import type { BranchHistory, CommittedCommand, Content, OwnCommit, CommandDiagnostic } from '../../../core/command.ts'
import type { Reading } from '../../../core/protocol.ts'
import type { CommandName } from '../../../core/command-names.ts'
import { msg } from '../../../core/message.ts'
import { emptyView, type View } from '../../../core/view.ts'
import { revertPart } from '../../../documents/line-diff.ts'
import { decodeUtf8 } from '../../../documents/text.ts'
import { overlay } from '../../overlay.ts'
import { differs, touchedPaths } from '../../checking/judge.ts'
import { refusedAnswer, signDiagnostic, unchangedAnswer, type Answer } from '../answer.ts'
import { foundProtocolFor, refusal } from '../resolve.ts'
import { noStateOf, ownCommand, type OwnCommandCall } from './own.ts'
import { aboutText, noCommitMessage, uncommittedRefusal } from './uncommitted.ts'

/** The commit that goes back, and the files before it, after it, and now. */
interface UndoCase {
  readonly call: OwnCommandCall
  readonly history: BranchHistory
  readonly commit: OwnCommit
  readonly targets: readonly string[]
  readonly before: View
  readonly after: View
  readonly now: View
}

const shortSha = ({ sha }: OwnCommit) => sha.slice(0, 12)

const touchedRefusal = (path: string) =>
  refusal(
    'UNDO_TOUCHED',
    msg`Unexpected change of ${path} since the commit to be undone`,
    'Take that change back first: by hand, or with `/undo` where a later command made it.',
  )

const readingFor = ({ call }: UndoCase, view: View, target: string): Reading | undefined =>
  foundProtocolFor(call.readings, view, target)?.reading

const sharersOf = (undo: UndoCase, path: string) =>
  undo.targets.filter((target) =>
    [undo.after, undo.before].some((view) => readingFor(undo, view, target)?.share(path, target) !== undefined),
  )

/** Whether a commit is about no other targets than some. */
function coversWholeCommit(commit: OwnCommit, targets: readonly string[]): boolean {
  const targetIds = new Set(targets)
  return commit.targets.every((target) => targetIds.has(target))
}

function commandsToRevert(commit: OwnCommit, targets: readonly string[]): readonly CommittedCommand[] {
  if (coversWholeCommit(commit, targets)) return commit.commands
  const targetIds = new Set(targets)
  return commit.commands.filter(({ target }) => target === undefined || targetIds.has(target))
}

/** A target, with those that the commands of a commit moved together with it. */
const targetsMovedWith = ({ commands }: OwnCommit, id: string): readonly string[] => [
  ...new Set([
    id,
    ...commands.flatMap(({ target, further = [] }) =>
      target !== undefined && (target === id || further.includes(id)) ? [target, ...further] : [],
    ),
  ]),
]

/** The paths that the commit changed, as far as the targets are concerned. */
function pathsOf(undo: UndoCase): readonly string[] {
  const { call, commit, targets, before, after } = undo
  const changedPaths = touchedPaths(after, before)
  if (coversWholeCommit(commit, targets)) return changedPaths
  const ownersOf = (path: string) =>
    new Set([after, before].flatMap((view) => call.readings(view).flatMap(({ reading }) => reading.owners(path))))
  return changedPaths.filter((path) => {
    const owners = ownersOf(path)
    return targets.some((target) => owners.has(target))
  })
}

const textIn = (view: View, path: string): string | undefined => {
  const bytes = view.bytes(path)
  return bytes && decodeUtf8(bytes)
}

/** Whose lines are which in a file of a view: those of some targets, and those of all others. */
function partitionLines(undo: UndoCase, view: View, path: string, ownTargets: ReadonlySet<string>) {
  const linesOf = (id: string) => readingFor(undo, view, id)?.share(path, id)?.lines ?? []
  const otherTargets = undo.call
    .readings(view)
    .flatMap(({ reading }) => reading.owners(path).filter((id) => !ownTargets.has(id)))
  return {
    text: textIn(view, path) ?? '',
    own: [...ownTargets].flatMap(linesOf),
    others: otherTargets.flatMap(linesOf),
  }
}

/**
 * A file that several targets share, with the parts of some of them as they were before; `undefined`: something later
 * touched one of those parts.
 */
function withPartsReverted(undo: UndoCase, path: string, targets: readonly string[]): string | undefined {
  const { now, after, before } = undo
  const part = (view: View, id: string) => readingFor(undo, view, id)?.share(path, id)?.text ?? ''
  const text = textIn(now, path)
  const movedTargets = new Set(targets.filter((id) => part(now, id) !== part(before, id)))
  if (text === undefined || movedTargets.size === 0) return text
  if ([...movedTargets].some((id) => part(now, id) !== part(after, id))) return undefined
  const reverted = revertPart(
    text,
    partitionLines(undo, after, path, movedTargets),
    partitionLines(undo, before, path, movedTargets),
  )
  if (reverted === undefined) return undefined
  const viewAfter = overlay(now, new Map([[path, reverted]]))
  const owners = undo.call.readings(now).flatMap(({ reading }) => reading.owners(path))
  const isRight = (id: string) => part(viewAfter, id) === part(movedTargets.has(id) ? before : now, id)
  return [...movedTargets, ...owners].every(isRight) ? reverted : undefined
}

/** The new content of a file; `same`: it has that already, `touched`: a later change affects what would be undone. */
type Reversal = { readonly content: Content } | 'same' | 'touched'

/** The whole content of a file before the commit. */
function revertFile({ history, commit, before, after, now }: UndoCase, path: string): Reversal {
  if (!differs(now, before, path)) return 'same'
  if (differs(now, after, path)) return 'touched'
  if (before.entry(path) === undefined) return { content: null }
  const bytes = commit.parent === undefined ? undefined : history.at(commit.parent, path)?.bytes
  return bytes ? { content: bytes } : 'touched'
}

function revertShare(undo: UndoCase, path: string, sharers: readonly string[]): Reversal {
  const { now, after, commit, targets } = undo
  if (coversWholeCommit(commit, targets) && !differs(now, after, path)) return revertFile(undo, path)
  const text = textIn(now, path)
  const reverted = withPartsReverted(undo, path, sharers)
  if (reverted === undefined) return text === undefined ? 'same' : 'touched'
  return reverted === text ? 'same' : { content: reverted }
}

function undoAnswer(undo: UndoCase): Answer {
  const changes = new Map<string, Content>()
  for (const path of pathsOf(undo)) {
    const sharers = sharersOf(undo, path)
    const reversal = sharers.length > 0 ? revertShare(undo, path, sharers) : revertFile(undo, path)
    if (reversal === 'touched') return refusedAnswer([touchedRefusal(path)])
    if (reversal !== 'same') changes.set(path, reversal.content)
  }
  const { commit, targets, before } = undo
  const reply = coversWholeCommit(commit, targets)
    ? msg`The changes of ${shortSha(commit)} are undone.`
    : msg`The changes of ${targets} in ${shortSha(commit)} are undone.`
  if (changes.size === 0)
    return unchangedAnswer(msg`Nothing to undo: everything is as it was before ${shortSha(commit)}.`)
  const facts = { givesBack: before, takesBack: commandsToRevert(commit, targets) }
  return { outcome: 'changed', changes, reply, ...localChanges(undo, changes), ...facts }
}

/** The files of the targets that are on disk only, made to agree with the state that is restored. */
function localChanges(
  { call, targets, now }: UndoCase,
  changes: ReadonlyMap<string, Content>,
): Pick<Answer, 'local' | 'diagnostics'> {
  if (call.request.local !== true) return { diagnostics: [] }
  const viewAfter = overlay(now, changes)
  const refreshed = targets.flatMap((target) => {
    const foundProtocol = foundProtocolFor(call.readings, viewAfter, target)
    return foundProtocol
      ? [{ ...foundProtocol.reading.refreshLocal(target), protocol: foundProtocol.protocol.name }]
      : []
  })
  const local = new Map(refreshed.flatMap((refresh) => [...(refresh.local ?? [])]))
  return {
    ...(local.size > 0 && { local }),
    diagnostics: refreshed.flatMap(({ diagnostics, protocol }) =>
      diagnostics.map((diagnostic) => signDiagnostic(diagnostic, protocol)),
    ),
  }
}

/** Why a commit that is an undo does not go back, with the commands that it took back. */
function undoOfUndoRefusal(
  call: OwnCommandCall,
  commit: OwnCommit,
  targets: readonly string[],
  ledger: readonly OwnCommit[],
): CommandDiagnostic | undefined {
  const undoneCommands = commandsToRevert(commit, targets).filter(({ name }) => name === 'undo')
  if (undoneCommands.length === 0) return undefined
  const olderCommits = ledger.slice(ledger.indexOf(commit) + 1)
  const commandsToRepeat = undoneCommands.flatMap(({ target }) => {
    const undoneCommit = olderCommits.find((ownCommit) => target === undefined || ownCommit.targets.includes(target))
    return undoneCommit
      ? commandsToRevert(
          undoneCommit,
          target === undefined ? undoneCommit.targets : targetsMovedWith(undoneCommit, target),
        )
      : []
  })
  const takesTarget = (command: CommandName) =>
    call.ownCommands.every(({ name, usage }) => name !== command || usage.includes('TARGET'))
  const commandTexts = new Set(
    commandsToRepeat.flatMap(({ name, target = '' }) =>
      name === undefined ? [] : [`/${name} ${takesTarget(name) ? target : ''}`.trimEnd()],
    ),
  )
  return refusal(
    'UNDO_NOTHING',
    `Baton's last commit${aboutText(call)}, ${msg`${shortSha(commit)}, is an undo, and an undo cannot be undone`}`,
    commandTexts.size === 0
      ? 'Repeat the command that it took back.'
      : msg`Give ${[...commandTexts]} again, with its original arguments.`,
  )
}

/** `/undo`: reverts Baton's last commit for a target, or its last on this branch. An undo is not undone. */
export const undo = ownCommand({
  name: 'undo',
  takes: 'target',
  summary:
    "Undoes Baton's last commit for a target, or its last on this branch, if nothing later changed the same files; of a file that targets share, their own parts count. Only someone allowed to give those commands can undo it.",
  examples: ['/undo TinyGain', '/undo'],

  run(call) {
    const { request, view: currentView, chosenTarget } = call
    const { history } = request
    const ledger = history?.ledger() ?? []
    const commit = ledger.find(({ targets }) => chosenTarget === undefined || targets.includes(chosenTarget.target))
    const pending = uncommittedRefusal(call, commit ? 'UNDO_TOUCHED' : 'UNDO_NOTHING')
    if (pending) return refusedAnswer([pending])
    if (!history || !commit) return refusedAnswer([refusal('UNDO_NOTHING', noCommitMessage(call), noStateOf(call))])
    const targets = chosenTarget ? targetsMovedWith(commit, chosenTarget.target) : commit.targets
    const undoRefusal = undoOfUndoRefusal(call, commit, targets, ledger)
    if (undoRefusal) return refusedAnswer([undoRefusal])
    const viewBefore = commit.parent === undefined ? emptyView : history.view(commit.parent)
    return undoAnswer({
      call,
      history,
      commit,
      targets,
      before: viewBefore,
      after: history.view(commit.sha),
      now: currentView,
    })
  },
})
