import type { View } from '../../../core/view.ts'
import { entriesOf } from '../../../engine/commands/entries.ts'
import { commitMessage } from '../../../engine/commands/ledger.ts'
import { onDisk, type Plan } from '../../../engine/commands/plan.ts'
import { prepareCommit } from '../../../gateways/git/commit.ts'
import type { WritableTree } from '../../../gateways/tree/session.ts'
import { UsageError } from '../usage.ts'

/** Writes what a plan changes and commits it, both or neither. Gives the commit. */
export async function writeAndCommit(root: string, plan: Plan, seen: View, actor: string, tree: WritableTree): Promise<string> {
  const { results, changes } = plan
  const entries = results.filter(({ dryRun }) => dryRun !== true).flatMap((result) => entriesOf(result, actor))
  const prepared = await prepareCommit(root, { message: commitMessage(entries), changes, seen }, tree.waiting)
  if ('refused' in prepared) throw new UsageError(prepared.refused)
  await tree.write(onDisk(plan), seen, prepared)
  return prepared.sha
}
