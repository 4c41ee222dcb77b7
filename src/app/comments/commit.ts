import type { BranchReader } from '../../core/host/host.ts'
import type { WithHost } from '../ports.ts'
import type { CommandDiagnostic } from '../../core/command.ts'
import type { Conversation, LedgerCommit } from '../../core/host/conversation.ts'
import { Fault, triedAgain } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'
import { commitMessage } from '../../engine/commands/ledger.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import type { ObservedCommit } from './feedback/reply.ts'
import { entriesOf, refusalsForMovedTargets, planAll, targetsSeenIn, type Batch, type TargetsSeen } from './batch.ts'
import { changes, type AuthorizedComment } from './authorization/authorize.ts'
import { type Place, separationOfDutiesAt, readSituation, type Situation } from './authorization/situation.ts'
import { openForPlanning } from './planning-views.ts'
import { sinceOf } from './comment.ts'

/** How often a commit is tried: the branch may move meanwhile, each time. */
const attempts = 6

const earliest = (authorized: readonly AuthorizedComment[]) => authorized.map(({ comment }) => sinceOf(comment)).toSorted()[0] ?? ''

/** Commits by Baton that may have handled these comments before: the pull request's, otherwise the branch's since the comments. */
async function ledgerOf(
  { host }: WithHost<BranchReader>,
  conversation: Conversation,
  place: Place,
  authorized: readonly AuthorizedComment[],
): Promise<readonly LedgerCommit[]> {
  if (place.since) return conversation.commits
  return place.kind === 'branch' ? host.commitsSince(place.branch, earliest(authorized)) : []
}

interface BatchPlan {
  readonly batch: Batch
  readonly ledger: readonly LedgerCommit[]
}

/** Every comment planned on the present files. Where it cannot be found out who worked on a change, nothing of it is changed. */
async function planBatchOn(at: Situation): Promise<BatchPlan> {
  const { ports, conversation, policy, place, authorized, change } = at
  const [ledger, views] = await Promise.all([
    ledgerOf(ports, conversation, place, authorized),
    openForPlanning(at, place.head, place.since?.mergeBase, authorized),
  ])
  const separationOfDuties = await separationOfDutiesAt(at, ledger)
  const { configuration } = policy
  const request = { ports, views, configuration, conversation, ledger, change, commits: place.kind === 'branch' }
  if (!(separationOfDuties instanceof Fault)) return { ledger, batch: await planAll(authorized, { ...request, separationOfDuties }) }
  const unknown = refusal(
    'COMMAND_DENIED',
    `It could not be determined who worked on this change: ${separationOfDuties.message}`,
    separationOfDuties.hint,
  )
  const changing = authorized.filter(({ commands }) => commands.some(({ name }) => changes(name))).map(({ comment }) => comment.id)
  const refused = refuse(authorized, new Map(changing.map((comment) => [comment, unknown])))
  return { ledger, batch: await planAll(refused, { ...request, separationOfDuties: undefined }) }
}

const refuse = (authorized: readonly AuthorizedComment[], refusals: ReadonlyMap<number, CommandDiagnostic>): readonly AuthorizedComment[] =>
  authorized.map((each) => {
    const diagnostic = refusals.get(each.comment.id)
    return diagnostic ? { ...each, refused: [diagnostic] } : each
  })

const refusing = (at: Situation, refusals: ReadonlyMap<number, CommandDiagnostic>): Situation => ({
  ...at,
  authorized: refuse(at.authorized, refusals),
})

/** The result of a batch: the situation that it was last planned in, and the commit, if there was something to change. */
export interface CommitResult extends BatchPlan {
  readonly at: Situation
  readonly committed: ObservedCommit | undefined
}

const notTaken = (why: string): CommandDiagnostic =>
  refusal(
    'COMMIT_REFUSED',
    // GitHub's own sentence may end as one.
    `GitHub rejected the commit: ${why.replace(/\.+$/, '')}`,
    'Nothing was changed. Look at the rules of the branch, and whether Baton was given the permission `contents: write`.',
  )

const movedAgain = (branch: string): CommandDiagnostic =>
  refusal('HEAD_MOVED', msg`The branch ${branch} kept moving while this was being done`, 'Nothing was changed. Give it again.')

/**
 * Plans and commits with compare-and-swap until it is done: a head that moved is read again, and planned on again where the targets
 * are what they were; an unclear end is looked up in the branch's trailers (docs/commands.md, "Where it is written").
 */
export async function commitAll(first: Situation): Promise<CommitResult> {
  const { ports, read } = first
  const refusals = new Map<number, CommandDiagnostic>()
  let at = first
  let seen: TargetsSeen | undefined
  for (let attempt = 1; ; attempt++) {
    let { batch, ledger } = await planBatchOn(at)
    if (seen) {
      for (const [comment, diagnostic] of refusalsForMovedTargets(seen, batch, at.place.head)) refusals.set(comment, diagnostic)
    } else seen = targetsSeenIn(batch)
    if (refusals.size > 0) {
      at = refusing(at, refusals)
      ;({ batch, ledger } = await planBatchOn(at))
    }
    if (at.place.kind !== 'branch' || batch.changes.size === 0) return { at, batch, ledger, committed: undefined }

    const { branch, head: expected } = at.place
    const entries = entriesOf(batch)
    const committed = await ports.host.commit({ branch, expected, message: commitMessage(entries), changes: batch.changes })
    if (committed.end === 'made') return { at, batch, ledger, committed }
    if (committed.end === 'unclear' && attempt === attempts)
      throw new Fault(msg`GitHub did not report whether it has made a commit on ${branch}.`, { hint: triedAgain })
    if (committed.end === 'refused' || attempt === attempts) {
      const diagnostic = committed.end === 'refused' ? notTaken(committed.why) : movedAgain(branch)
      const changing = batch.done.filter(({ plan }) => plan.changes.size > 0).map(({ authorized }) => authorized.comment.id)
      at = refusing(at, new Map(changing.map((comment) => [comment, diagnostic])))
      return { at, ...(await planBatchOn(at)), committed: undefined }
    }
    await ports.pause(250 * 2 ** attempt)
    const again = await readSituation(
      ports,
      read,
      at.authorized.map(({ comment }) => comment),
    )
    if (!again) return { at, batch: { ...batch, done: [], changes: new Map() }, ledger, committed: undefined }
    at = again
  }
}
