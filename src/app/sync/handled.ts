import { day } from '../../core/time.ts'
import type { BranchReader, CheckReader } from '../../core/host/host.ts'
import type { Clock, WithHost } from '../ports.ts'
import type { LedgerCommit } from '../../core/host/conversation.ts'
import { handledCommandsIn } from '../../engine/commands/ledger.ts'
import { ownChecks } from '../review/check-head.ts'

/** How far back our commits are looked for. */
const maxPushAge = 30 * day

/** Our commits of the default branch, among those of others; older ones are forgotten. */
export const ledgerOf = (
  { host, now }: Pick<Clock, 'now'> & WithHost<BranchReader>,
  branch: string,
): Promise<readonly LedgerCommit[]> => host.commitsSince(branch, new Date(Date.parse(now()) - maxPushAge).toISOString())

const pushKey = 'Handled-Push: '

/** Whether a commit is ours and brought something into agreement after a push. */
const isSync = ({ isOwn, message }: LedgerCommit): boolean =>
  isOwn &&
  handledCommandsIn(message).some(({ key, command }) => command === 'sync' && key?.startsWith(pushKey) === true)

/** Our commit that followed this push. */
export const syncOf = (ledger: readonly LedgerCommit[], push: string): LedgerCommit | undefined =>
  ledger.find(
    ({ isOwn, message }) => isOwn && handledCommandsIn(message).some(({ key }) => key === `${pushKey}${push}`),
  )

/** Whether the last commit by Baton that is about a target followed a push. */
export function wasSynced(ledger: readonly LedgerCommit[], target: string): boolean {
  const last = ledger.find(
    ({ isOwn, message }) => isOwn && handledCommandsIn(message).some((entry) => entry.target === target),
  )
  return last !== undefined && isSync(last)
}

/** How many commits of others are looked up at most to see whether they were checked. */
const maxLookups = 20

const isChecked = async ({ host }: WithHost<CheckReader>, sha: string): Promise<boolean> =>
  (await ownChecks(host, sha)).some(({ isCompleted, conclusion }) => isCompleted && conclusion !== 'cancelled')

/**
 * The last commit, on the way down from one, up to which every push is handled: one that we made after a push, or one
 * of others that our check run is on, since a push is only checked when it was handled. `undefined`: there is none to
 * be seen.
 */
export async function lastHandledCommit(
  ports: WithHost<CheckReader>,
  ledger: readonly LedgerCommit[],
  from: string,
): Promise<string | undefined> {
  const commitsBySha = new Map(ledger.map((commit) => [commit.sha, commit]))
  let count = 0
  for (let commit = commitsBySha.get(from); commit; commit = commitsBySha.get(commit.parents[0] ?? '')) {
    if (isSync(commit)) return commit.sha
    // Our other commits are checked by the process that made them.
    if (commit.isOwn) continue
    if (count++ === maxLookups) return undefined
    if (await isChecked(ports, commit.sha)) return commit.sha
  }
  return undefined
}
