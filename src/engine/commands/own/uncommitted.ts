import type { CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { View } from '../../../core/view.ts'
import { touchedPaths } from '../../checking/judge.ts'
import { nodeAt } from '../../../documents/data.ts'
import { configurationData, configurationPath } from '../../configuration/read.ts'
import { digestsOf } from '../effects.ts'
import { foundFor, refusal } from '../resolve.ts'
import type { OwnCommandCall } from './own.ts'

/** What distinguishes two states of a target: everything that any command compares. */
function stateIn(call: OwnCommandCall, view: View, target: string): string | undefined {
  const found = foundFor(call.readings, view, target)
  return found?.protocol.commands.map(({ name }) => digestsOf(found.reading, target, name).state).join()
}

/** The targets, of those that are meant, whose state is not the same in two views. */
function movedBetween(call: OwnCommandCall, one: View, other: View): readonly string[] {
  const { meant, readings } = call
  const all = [one, other].flatMap((view) => readings(view).flatMap(({ reading }) => reading.targets.map(({ id }) => id)))
  return [...new Set(meant ? [meant.target] : all)].filter((target) => stateIn(call, one, target) !== stateIn(call, other, target))
}

/** A path as a word of a shell. */
const word = (path: string) => (/^[\w./@:+][\w./@:+-]*$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`)

/** Whether the part of a target in a file differs between two views. */
function isMoved(call: OwnCommandCall, one: View, other: View, path: string, target: string): boolean {
  const [a, b] = [one, other].map((view) => foundFor(call.readings, view, target)?.reading)
  const [mine, theirs] = [a, b].map((reading) => reading?.share(path, target)?.text)
  if (mine !== undefined || theirs !== undefined) return mine !== theirs
  return [a, b].some((reading) => reading?.owners(path).includes(target))
}

/** `msg` cuts longer texts. */
const longest = 120

/** How changes of a working tree are reverted. */
function takingBack(committed: View, paths: readonly string[]): string {
  const [there, fresh] = [true, false].map((isThere) => paths.filter((path) => (committed.entry(path) !== undefined) === isThere))
  const command = ['git checkout HEAD --', ...(there ?? []).map(word)].join(' ')
  return [
    ...(there?.length
      ? [
          msg`${command.length > longest ? 'git checkout HEAD -- PATH…' : command} takes it back, with every other change of these files that is not committed.`,
        ]
      : []),
    ...(fresh?.length ? [msg`Delete ${fresh.slice(0, maxListed)}, which the commit does not have.`] : []),
  ].join(' ')
}

/** Whether a tree declares a workflow of a name. */
function declaresIn(view: View, name: string): boolean {
  const root = configurationData(view, configurationPath)?.root
  const workflows = root && nodeAt(root, ['workflows'])
  const entries = workflows?.kind === 'sequence' ? workflows.items : []
  return entries.some((entry) => {
    const named = nodeAt(entry, ['name']) ?? nodeAt(entry, ['use']) ?? entry
    return named.kind === 'scalar' && named.source === name
  })
}

/** What else takes back the targets of workflows that are not in the commit yet. */
function takingOut(call: OwnCommandCall, committed: View, targets: readonly string[]): string {
  const names = new Set(targets.flatMap((target) => foundFor(call.readings, call.view, target)?.protocol.name ?? []))
  const fresh = [...names].filter((name) => declaresIn(call.view, name) && !declaresIn(committed, name))
  return fresh.length === 0 ? '' : msg` Take ${fresh} out of ${'workflows'} in ${configurationPath}, too.`
}

/** How many paths are named. */
const maxListed = 10

/** The refusal to revert a change that is not committed: it is in the working tree, or made by this batch. */
export function uncommitted(call: OwnCommandCall, code: 'UNDO_NOTHING' | 'UNDO_TOUCHED'): CommandDiagnostic | undefined {
  const { request, view } = call
  const onDisk = request.history?.checkedOut()
  const sha = onDisk ?? request.sha
  const committed = (sha === undefined ? undefined : request.history?.view(sha)) ?? request.head
  const targets = movedBetween(call, view, committed)
  if (targets.length === 0) return undefined
  const paths = touchedPaths(view, committed).filter((path) => targets.some((target) => isMoved(call, view, committed, path, target)))
  const message = msg`The last change of ${targets.slice(0, maxListed)} is not committed, in ${paths.slice(0, maxListed)}`
  const inTree = onDisk !== undefined && movedBetween(call, request.head, committed).length > 0
  return refusal(
    code,
    message,
    inTree
      ? `${takingBack(committed, paths)}${takingOut(call, committed, targets)}`
      : 'A command that is carried out together with this one makes it. Give `/undo` again once it is committed.',
  )
}
