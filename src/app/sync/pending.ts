import { inTurns } from '../../gateways/in-turns.ts'
import type { WithHost } from '../ports.ts'
import type { Repository } from '../../core/repository.ts'
import type { ChangeSet, Content } from '../../core/command.ts'
import type { View } from '../../core/view.ts'
import { overlay } from '../../engine/overlay.ts'
import { differs } from '../../engine/checking/touch.ts'
import { selectionOf } from '../validate/discovery.ts'
import { mergedText } from './merge.ts'
import { addsErrors, type PushedState } from './plan.ts'

/** The content of a file with which an earlier proposal stays open; `undefined`: the proposal is outdated. */
function carriedContent(state: PushedState, path: string, base: View, proposed: View): Content | undefined {
  const { head, protocols, configuration } = state
  if (!differs(head, base, path)) return proposed.bytes(path)
  return mergedText(path, { base, ours: head, theirs: proposed }, protocols, configuration)
}

/**
 * The changes of an open pull request by Baton, on the present tip of the branch: those of files that others changed meanwhile are merged
 * or dropped, and all of them are dropped if they would add an error by now.
 */
export async function pendingIn(
  ports: WithHost<Pick<Repository, 'fork' | 'commitTree'>>,
  state: PushedState,
  branch: string,
  proposed: string,
): Promise<ChangeSet> {
  const { host } = ports
  const mergeBase = (await host.fork(branch, proposed))?.mergeBase
  if (mergeBase === undefined) return new Map()
  const selection = selectionOf(state.descriptors, state.configuration)
  const [base, there] = await Promise.all([mergeBase, proposed].map((sha) => host.commitTree(sha).open(selection)))
  const changes = new Map<string, Content>()
  for (const path of there?.paths ?? []) {
    if (!base || !there || !differs(there, base, path)) continue
    const content = carriedContent(state, path, base, there)
    if (content !== undefined && differs(overlay(state.head, new Map([[path, content]])), state.head, path)) changes.set(path, content)
  }
  return (await inTurns(addsErrors(state, changes))) ? new Map() : changes
}
