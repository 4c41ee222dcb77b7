import type { CommandDiagnostic } from '../../../core/command.ts'
import { msg, shellWord } from '../../../core/message.ts'
import type { View } from '../../../core/view.ts'
import { touchedPaths } from '../../checking/judge.ts'
import { nodeAt } from '../../../documents/data.ts'
import { configurationData, configurationPath } from '../../configuration/read.ts'
import { digestsOf, isInOtherState } from '../effects.ts'
import { foundProtocolFor, refusal } from '../resolve.ts'
import type { OwnCommandCall } from './own.ts'

/** What distinguishes two states of a target: everything that any command compares. */
function stateIn(call: OwnCommandCall, view: View, target: string): string | undefined {
  const foundProtocol = foundProtocolFor(call.readings, view, target)
  return foundProtocol?.protocol.commands.map(({ name }) => digestsOf(foundProtocol.reading, target, name).state).join()
}

/** The targets, of those that are meant, whose state is not the same in two views. */
function movedBetween(call: OwnCommandCall, left: View, right: View): readonly string[] {
  const { chosenTarget, readings } = call
  const allTargets = [left, right].flatMap((view) =>
    readings(view).flatMap(({ reading }) => reading.targets.map(({ id }) => id)),
  )
  return [...new Set(chosenTarget ? [chosenTarget.target] : allTargets)].filter(
    (target) => stateIn(call, left, target) !== stateIn(call, right, target),
  )
}

/** Whether the part of a target in a file differs between two views. */
function isMoved(call: OwnCommandCall, left: View, right: View, path: string, target: string): boolean {
  const [a, b] = [left, right].map((view) => foundProtocolFor(call.readings, view, target)?.reading)
  const [leftText, rightText] = [a, b].map((reading) => reading?.share(path, target)?.text)
  if (leftText !== undefined || rightText !== undefined) return leftText !== rightText
  return [a, b].some((reading) => reading?.owners(path).includes(target))
}

/** `msg` cuts longer texts. */
const maxHintLength = 120

const shortCommand = (command: string, paths: readonly string[]) => {
  const wholeCommand = [command, ...paths.map(shellWord)].join(' ')
  return wholeCommand.length > maxHintLength ? `${command} PATH…` : wholeCommand
}

/** How changes of a working tree are reverted. */
function takeBackHint(committed: View, paths: readonly string[]): string {
  const [committedPaths, newPaths] = [true, false].map((isThere) =>
    paths.filter((path) => (committed.entry(path) !== undefined) === isThere),
  )
  return [
    ...(committedPaths?.length
      ? [
          msg`${shortCommand('git checkout HEAD --', committedPaths)} takes it back, with everything else there that is not committed.`,
        ]
      : []),
    ...(newPaths?.length ? [msg`Delete ${newPaths.slice(0, maxListed)}, which the commit does not have.`] : []),
  ].join(' ')
}

/** How edits that no command needs to have made are kept out of the way. */
function setAsideHint(committed: View, paths: readonly string[]): string {
  const isNew = paths.some((path) => committed.entry(path) === undefined)
  const command = `git stash push ${isNew ? '--include-untracked ' : ''}--`
  return msg`${shortCommand(command, paths)} sets them aside. Give the command again, with ${'--commit'}: then ${'git stash pop'} brings them back.`
}

function declaresWorkflow(view: View, name: string): boolean {
  const root = configurationData(view, configurationPath)?.root
  const workflows = root && nodeAt(root, ['workflows'])
  const entries = workflows?.kind === 'sequence' ? workflows.items : []
  return entries.some((entry) => {
    const nameNode = nodeAt(entry, ['name']) ?? nodeAt(entry, ['use']) ?? entry
    return nameNode.kind === 'scalar' && nameNode.source === name
  })
}

/** What else takes back the targets of workflows that are not in the commit yet. */
function takeOutHint(call: OwnCommandCall, committed: View, targets: readonly string[]): string {
  const names = new Set(
    targets.flatMap((target) => foundProtocolFor(call.readings, call.view, target)?.protocol.name ?? []),
  )
  const newNames = [...names].filter((name) => declaresWorkflow(call.view, name) && !declaresWorkflow(committed, name))
  return newNames.length === 0 ? '' : msg` Take ${newNames} out of ${'workflows'} in ${configurationPath}, too.`
}

/** What an undo is about, in words. */
export const aboutText = ({ chosenTarget }: OwnCommandCall) =>
  ` on this branch${chosenTarget ? msg` about ${chosenTarget.target}` : ''}`

export const noCommitMessage = (call: OwnCommandCall) => `There is no commit by Baton${aboutText(call)}`

/** How many paths are named. */
const maxListed = 10

/**
 * The refusal to revert a change that is not committed: it is in the working tree, or made by this batch. Edits that
 * leave the state as it is, which a command such as `/sync` may have made, are in the way of a commit that would go
 * back, if there is one.
 */
export function uncommittedRefusal(
  call: OwnCommandCall,
  code: 'UNDO_NOTHING' | 'UNDO_TOUCHED',
): CommandDiagnostic | undefined {
  const { request, view } = call
  const onDisk = request.history?.checkedOut()
  const sha = onDisk ?? request.sha
  const committed = (sha === undefined ? undefined : request.history?.view(sha)) ?? request.head
  const targets = movedBetween(call, view, committed)
  if (targets.length === 0) return undefined
  const paths = touchedPaths(view, committed).filter((path) =>
    targets.some((target) => isMoved(call, view, committed, path, target)),
  )
  const inTree = onDisk !== undefined && movedBetween(call, request.head, committed).length > 0
  const isKept = inTree && !targets.some((target) => isInOtherState(call.readings, view, committed, target))
  const editsMessage = msg`Edits of ${targets.slice(0, maxListed)} are not committed, in ${paths.slice(0, maxListed)}`
  if (isKept && code === 'UNDO_TOUCHED') return refusal(code, editsMessage, setAsideHint(committed, paths))
  if (isKept && paths.every((path) => committed.entry(path) !== undefined))
    return refusal(code, noCommitMessage(call), `${editsMessage}. ${takeBackHint(committed, paths)}`)
  const message = msg`The last change of ${targets.slice(0, maxListed)} is not committed, in ${paths.slice(0, maxListed)}`
  return refusal(
    code,
    message,
    inTree
      ? `${takeBackHint(committed, paths)}${takeOutHint(call, committed, targets)}`
      : 'A command that is carried out together with this one makes it. Give `/undo` again once it is committed.',
  )
}
