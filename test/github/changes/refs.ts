import { RefusalError, unprocessable } from '../refused.ts'
import type { Account } from '../state/accounts.ts'
import { tipOf, type HostedRepository } from '../hosted.ts'
import type { ServerState } from '../state/server-state.ts'
import { moveBranch } from './pushes.ts'

/** GraphQL's `RefUpdate`. */
export interface RefUpdate {
  readonly name: string
  readonly beforeOid?: string | null
  readonly afterOid: string
  readonly force?: boolean | null
}

const nothing = '0'.repeat(40)

const oid = (tip: string | undefined) => tip ?? nothing

/** Why one update cannot be made, where it cannot. */
function refusalOf(hosted: HostedRepository, { name, beforeOid, afterOid, force }: RefUpdate, tip: string | undefined) {
  if (!name.startsWith('refs/heads/')) return unprocessable('Branches alone are moved here.')
  if (beforeOid && beforeOid !== oid(tip))
    return new RefusalError('STALE_DATA', `Expected ${name} to point to ${beforeOid}, but it did not.`)
  if (afterOid === nothing) return undefined
  if (hosted.git.object(afterOid)?.type !== 'commit') return unprocessable(`Object ${afterOid} does not exist`)
  const forwards = tip === undefined || hosted.git.isAncestor(tip, afterOid)
  return force || forwards ? undefined : unprocessable('Update is not a fast forward')
}

/**
 * Documentation: GraphQL "Mutations", `updateRefs`: all or none, each only when it still points to the given commit;
 * zeros are no branch.
 */
export async function updateRefs(
  serverState: ServerState,
  hosted: HostedRepository,
  by: Account,
  updates: readonly RefUpdate[],
): Promise<void> {
  const moves = updates.map((update) => {
    const branch = update.name.replace('refs/heads/', '')
    const before = tipOf(hosted, branch)
    return { update, move: { branch, before, after: update.afterOid === nothing ? undefined : update.afterOid, by } }
  })
  for (const { update, move } of moves) {
    const refusal = refusalOf(hosted, update, move.before)
    if (refusal) throw refusal
  }
  for (const { move } of moves) if (move.before !== move.after) await moveBranch(serverState, hosted, move)
}
