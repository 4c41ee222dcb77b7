import type { DraftedCommit } from '../../app/command/committed.ts'
import { emptyView, type Tree, type View } from '../../core/view.ts'
import { entriesOf } from '../../engine/commands/entries.ts'
import { commitMessage } from '../../engine/commands/ledger.ts'
import { changesOnDisk, type Plan } from '../../engine/commands/plan.ts'
import { committedChanges, prepareCommit } from '../../gateways/git/commit.ts'
import type { WritableTree } from '../../gateways/tree/session.ts'
import { headOf } from './sources.ts'
import { UsageError } from './usage.ts'

/** What the first commit of a repository is made on. */
const emptyTree: Tree = { name: 'nothing', open: () => Promise.resolve(emptyView) }

/** Who asks for a command: by a login that was given, or by the name that git has of its user. */
export interface Requester {
  readonly login: string | undefined
  readonly name: string
}

/** Writes what a plan changes and commits it, both or neither. Gives the commit. */
export async function writeAndCommit(
  root: string,
  plan: Plan,
  view: View,
  { login, name }: Requester,
  tree: WritableTree,
): Promise<string> {
  const { results, changes } = plan
  const entries = results
    .filter(({ dryRun }) => dryRun !== true)
    .flatMap((result) => entriesOf(result, login))
    .map((entry) => ({ ...entry, person: name }))
  const prepared = await prepareCommit(root, { message: commitMessage(entries), changes, view }, tree.waiting)
  if ('refused' in prepared) throw new UsageError(prepared.refused)
  await tree.write(changesOnDisk(plan), view, prepared)
  return prepared.sha
}

/**
 * The commit that a plan is to become, or would if it changed something; `undefined`: there is no repository for it.
 * @throws what `writeAndCommit` would throw
 */
export async function draftCommit(root: string, { changes }: Plan, view: View): Promise<DraftedCommit | undefined> {
  const { clone, sha } = await headOf(root)
  const tree = clone && sha !== undefined ? clone.commitTree(sha) : emptyTree
  if (changes.size === 0) return clone && { tree, changes }
  const committed = await committedChanges(root, { changes, view })
  if ('refused' in committed) throw new UsageError(committed.refused)
  return { tree, changes: committed.changes }
}
