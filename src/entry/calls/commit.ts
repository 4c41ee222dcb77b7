import type { View } from '../../core/view.ts'
import { entriesOf } from '../../engine/commands/entries.ts'
import { commitMessage } from '../../engine/commands/ledger.ts'
import { changesOnDisk, type Plan } from '../../engine/commands/plan.ts'
import { prepareCommit, tryCommit } from '../../gateways/git/commit.ts'
import type { WritableTree } from '../../gateways/tree/session.ts'
import { UsageError } from './usage.ts'

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

/** Looks whether what a plan changes could be committed. @throws what `writeAndCommit` would throw */
export async function requireCommittable(root: string, { changes }: Plan, view: View): Promise<void> {
  const refusal = await tryCommit(root, { changes, view })
  if (refusal) throw new UsageError(refusal.refused)
}
