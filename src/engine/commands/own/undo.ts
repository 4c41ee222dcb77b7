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
import { foundFor, refusal } from '../resolve.ts'
import { ownCommand, type OwnCommandCall } from './own.ts'
import { uncommitted } from './uncommitted.ts'

/** The commit that goes back, and the files before it, after it, and now. */
interface Case {
  readonly call: OwnCommandCall
  readonly history: BranchHistory
  readonly commit: OwnCommit
  /** The targets that go back. */
  readonly targets: readonly string[]
  readonly before: View
  readonly after: View
  readonly now: View
}

const short = ({ sha }: OwnCommit) => sha.slice(0, 12)

const touched = (path: string) =>
  refusal(
    'UNDO_TOUCHED',
    msg`Unexpected change of ${path} since the commit to be undone`,
    'Revert it by hand, or undo the later command first.',
  )

const readingFor = ({ call }: Case, view: View, target: string): Reading | undefined => foundFor(call.readings, view, target)?.reading

const sharersOf = (undo: Case, path: string) =>
  undo.targets.filter((target) =>
    [undo.after, undo.before].some((view) => readingFor(undo, view, target)?.share(path, target) !== undefined),
  )

/** Whether a commit is about no other targets than some. */
function isWhole(commit: OwnCommit, targets: readonly string[]): boolean {
  const all = new Set(targets)
  return commit.targets.every((target) => all.has(target))
}

function goingBack(commit: OwnCommit, targets: readonly string[]): readonly CommittedCommand[] {
  if (isWhole(commit, targets)) return commit.commands
  const back = new Set(targets)
  return commit.commands.filter(({ target }) => target === undefined || back.has(target))
}

/** The paths that the commit changed, as far as the targets are concerned. */
function pathsOf(undo: Case): readonly string[] {
  const { call, commit, targets, before, after } = undo
  const changed = touchedPaths(after, before)
  if (isWhole(commit, targets)) return changed
  const ownersOf = (path: string) =>
    new Set([after, before].flatMap((view) => call.readings(view).flatMap(({ reading }) => reading.owners(path))))
  return changed.filter((path) => {
    const owners = ownersOf(path)
    return targets.some((target) => owners.has(target))
  })
}

const textIn = (view: View, path: string): string | undefined => {
  const bytes = view.bytes(path)
  return bytes && decodeUtf8(bytes)
}

/** Whose lines are which in a file of a view: those of some targets, and those of all others. */
function parted(undo: Case, view: View, path: string, own: ReadonlySet<string>) {
  const linesOf = (id: string) => readingFor(undo, view, id)?.share(path, id)?.lines ?? []
  const others = undo.call.readings(view).flatMap(({ reading }) => reading.owners(path).filter((id) => !own.has(id)))
  return { text: textIn(view, path) ?? '', own: [...own].flatMap(linesOf), others: others.flatMap(linesOf) }
}

/** A file that several targets share, with the parts of some of them as they were before; `undefined`: something later touched one of those parts. */
function withPartsReverted(undo: Case, path: string, targets: readonly string[]): string | undefined {
  const { now, after, before } = undo
  const part = (view: View, id: string) => readingFor(undo, view, id)?.share(path, id)?.text ?? ''
  const text = textIn(now, path)
  const moved = new Set(targets.filter((id) => part(now, id) !== part(before, id)))
  if (text === undefined || moved.size === 0) return text
  if ([...moved].some((id) => part(now, id) !== part(after, id))) return undefined
  const back = revertPart(text, parted(undo, after, path, moved), parted(undo, before, path, moved))
  if (back === undefined) return undefined
  const then = overlay(now, new Map([[path, back]]))
  const all = undo.call.readings(now).flatMap(({ reading }) => reading.owners(path))
  const isRight = (id: string) => part(then, id) === part(moved.has(id) ? before : now, id)
  return [...moved, ...all].every(isRight) ? back : undefined
}

/** The new content of a file; `same`: it has that already, `touched`: a later change affects what would be undone. */
type Reversal = { readonly content: Content } | 'same' | 'touched'

/** The whole content of a file before the commit. */
function revertFile({ history, commit, before, after, now }: Case, path: string): Reversal {
  if (!differs(now, before, path)) return 'same'
  if (differs(now, after, path)) return 'touched'
  if (before.entry(path) === undefined) return { content: null }
  const bytes = commit.parent === undefined ? undefined : history.at(commit.parent, path)?.bytes
  return bytes ? { content: bytes } : 'touched'
}

function revertShare(undo: Case, path: string, sharers: readonly string[]): Reversal {
  const { now, after, commit, targets } = undo
  if (isWhole(commit, targets) && !differs(now, after, path)) return revertFile(undo, path)
  const text = textIn(now, path)
  const back = withPartsReverted(undo, path, sharers)
  if (back === undefined) return text === undefined ? 'same' : 'touched'
  return back === text ? 'same' : { content: back }
}

function undone(undo: Case): Answer {
  const changes = new Map<string, Content>()
  for (const path of pathsOf(undo)) {
    const sharers = sharersOf(undo, path)
    const back = sharers.length > 0 ? revertShare(undo, path, sharers) : revertFile(undo, path)
    if (back === 'touched') return refusedAnswer([touched(path)])
    if (back !== 'same') changes.set(path, back.content)
  }
  const { commit, targets, before } = undo
  const reply = msg`The changes of ${short(commit)} are undone.`
  if (changes.size === 0) return unchangedAnswer(msg`Nothing to undo: everything is as it was before ${short(commit)}.`)
  const facts = { givesBack: before, takesBack: goingBack(commit, targets) }
  return { outcome: 'changed', changes, reply, ...localChanges(undo, changes), ...facts }
}

/** The files of the targets that are on disk only, made to agree with the state that is restored. */
function localChanges({ call, targets, now }: Case, changes: ReadonlyMap<string, Content>): Pick<Answer, 'local' | 'diagnostics'> {
  if (call.request.local !== true) return { diagnostics: [] }
  const after = overlay(now, changes)
  const refreshed = targets.flatMap((target) => {
    const found = foundFor(call.readings, after, target)
    return found ? [{ ...found.reading.refreshLocal(target), protocol: found.protocol.name }] : []
  })
  const local = new Map(refreshed.flatMap((each) => [...(each.local ?? [])]))
  return {
    ...(local.size > 0 && { local }),
    diagnostics: refreshed.flatMap(({ diagnostics, protocol }) => diagnostics.map((each) => signDiagnostic(each, protocol))),
  }
}

const about = ({ meant }: OwnCommandCall) => ` on this branch${meant ? msg` about ${meant.target}` : ''}`

/** Why a commit that is an undo does not go back, with the commands that it took back. */
function ofUndo(
  call: OwnCommandCall,
  commit: OwnCommit,
  targets: readonly string[],
  ledger: readonly OwnCommit[],
): CommandDiagnostic | undefined {
  const undone = goingBack(commit, targets).filter(({ name }) => name === 'undo')
  if (undone.length === 0) return undefined
  const older = ledger.slice(ledger.indexOf(commit) + 1)
  const again = undone.flatMap(({ target }) => {
    const taken = older.find((each) => target === undefined || each.targets.includes(target))
    return taken ? goingBack(taken, target === undefined ? taken.targets : [target]) : []
  })
  const takesTarget = (command: CommandName) => call.own.every(({ name, usage }) => name !== command || usage.includes('TARGET'))
  const written = new Set(
    again.flatMap(({ name, target = '' }) => (name === undefined ? [] : [`/${name} ${takesTarget(name) ? target : ''}`.trimEnd()])),
  )
  return refusal(
    'UNDO_NOTHING',
    `Baton's last commit${about(call)}, ${msg`${short(commit)}, is an undo, and an undo cannot be undone`}`,
    written.size === 0 ? 'Give the command again that it took back.' : msg`Give ${[...written]} again, with its original arguments.`,
  )
}

/** `/undo`: reverts Baton's last commit for a target, or its last on this branch. An undo is not undone. */
export const undo = ownCommand({
  name: 'undo',
  takes: 'target',
  summary:
    "Undoes Baton's last commit for a target, or its last on this branch, if nothing later touched the same files. Only someone allowed to give those commands can undo it.",
  examples: ['/undo TinyGain', '/undo'],

  run(call) {
    const { request, view: now, meant } = call
    const { history } = request
    const ledger = history?.ledger() ?? []
    const commit = ledger.find(({ targets }) => meant === undefined || targets.includes(meant.target))
    const pending = uncommitted(call, commit ? 'UNDO_TOUCHED' : 'UNDO_NOTHING')
    if (pending) return refusedAnswer([pending])
    if (!history || !commit) return refusedAnswer([refusal('UNDO_NOTHING', `Missing commit of Baton's${about(call)}`)])
    const targets = meant ? [meant.target] : commit.targets
    const again = ofUndo(call, commit, targets, ledger)
    if (again) return refusedAnswer([again])
    const before = commit.parent === undefined ? emptyView : history.view(commit.parent)
    return undone({ call, history, commit, targets, before, after: history.view(commit.sha), now })
  },
})
