import type { CommitResult as HostCommitResult } from '../../core/host/branch.ts'
import type { BranchReader } from '../../core/host/host.ts'
import type { WithHost } from '../ports.ts'
import type { CommandDiagnostic } from '../../core/command.ts'
import type { Conversation, LedgerCommit } from '../../core/host/conversation.ts'
import { Fault, retryHint } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'
import { commitMessage } from '../../engine/commands/ledger.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import { isReplied, type ObservedCommit } from './feedback/reply.ts'
import { entriesOf, refusalsForMovedTargets, planAll, targetsSeenIn, type Batch, type SeenTargets } from './batch.ts'
import { changesState, type AuthorizedComment } from './authorization/authorize.ts'
import { type Place, separationOfDutiesAt, readSituation, type Situation } from './authorization/situation.ts'
import { openForPlanning } from './planning-views.ts'
import { sinceOf } from './comment.ts'

/** How often a commit is tried: the branch may move meanwhile, each time. */
const attempts = 6

const earliestTime = (authorized: readonly AuthorizedComment[]) =>
  authorized.map(({ comment }) => sinceOf(comment)).toSorted()[0] ?? ''

/**
 * Commits by Baton that may have handled these comments before: the pull request's, otherwise the branch's since the
 * comments.
 */
async function ledgerOf(
  { host }: WithHost<BranchReader>,
  conversation: Conversation,
  place: Place,
  authorized: readonly AuthorizedComment[],
): Promise<readonly LedgerCommit[]> {
  if (place.since) return conversation.commits
  return place.kind === 'branch' ? host.commitsSince(place.branch, earliestTime(authorized)) : []
}

interface BatchPlan {
  readonly batch: Batch
  readonly ledger: readonly LedgerCommit[]
}

/**
 * Every comment planned on the present files. Where it cannot be found out who worked on a change, nothing of it is
 * changed.
 */
async function planBatchOn(situation: Situation): Promise<BatchPlan> {
  const { ports, conversation, policy, place, authorized, change } = situation
  const [ledger, views] = await Promise.all([
    ledgerOf(ports, conversation, place, authorized),
    openForPlanning(situation, place.head, place.since?.mergeBase, authorized),
  ])
  const separationOfDuties = await separationOfDutiesAt(situation, ledger)
  const { configuration } = policy
  const request = { ports, views, configuration, conversation, ledger, change, commits: place.kind === 'branch' }
  if (!(separationOfDuties instanceof Fault))
    return { ledger, batch: await planAll(authorized, { ...request, separationOfDuties }) }
  const unknown = refusal(
    'COMMAND_DENIED',
    `It could not be determined who worked on this change: ${separationOfDuties.message}`,
    separationOfDuties.hint,
  )
  const changingIds = authorized
    .filter(({ commands }) => commands.some(({ name }) => changesState(name)))
    .map(({ comment }) => comment.id)
  const refusedComments = refuse(authorized, new Map(changingIds.map((comment) => [comment, unknown])))
  return { ledger, batch: await planAll(refusedComments, { ...request, separationOfDuties: undefined }) }
}

const refuse = (
  authorized: readonly AuthorizedComment[],
  refusals: ReadonlyMap<number, CommandDiagnostic>,
): readonly AuthorizedComment[] =>
  authorized.map((authorizedComment) => {
    const diagnostic = refusals.get(authorizedComment.comment.id)
    return diagnostic ? { ...authorizedComment, refused: [diagnostic] } : authorizedComment
  })

const withRefusals = (situation: Situation, refusals: ReadonlyMap<number, CommandDiagnostic>): Situation => ({
  ...situation,
  authorized: refuse(situation.authorized, refusals),
})

/**
 * The result of a batch: the situation that it was last planned in, and the commit, if there was something to change.
 */
export interface CommitResult extends BatchPlan {
  readonly at: Situation
  readonly committed: ObservedCommit | undefined
}

/** The refusal of a command whose commit the host rejects. */
export const commitRefusal = (why: string): CommandDiagnostic =>
  refusal(
    'COMMIT_REFUSED',
    // GitHub's own sentence may end as one.
    `GitHub rejected the commit: ${why.replace(/\.+$/, '')}`,
    'Nothing was changed. Look at the rules of the branch, and whether Baton was given the permission `contents: write`.',
  )

const movedHeadRefusal = (branch: string): CommandDiagnostic =>
  refusal(
    'HEAD_MOVED',
    msg`The branch ${branch} kept moving while this was being done`,
    'Nothing was changed. Give it again.',
  )

const goneBranchRefusal = (branch: string): CommandDiagnostic =>
  refusal(
    'HEAD_MOVED',
    msg`The branch ${branch} was deleted`,
    'Nothing was changed. Restore the branch, then give it again.',
  )

const refusalOf = (committed: HostCommitResult, branch: string): CommandDiagnostic => {
  if (committed.end !== 'refused') return movedHeadRefusal(branch)
  return committed.isBranchGone ? goneBranchRefusal(branch) : commitRefusal(committed.why)
}

const countReplies = ({ plannedComments }: Batch, situation: Situation): number =>
  plannedComments.filter((plannedComment) => isReplied(plannedComment, situation)).length

/**
 * Plans and commits with compare-and-swap until it is done: a head that moved is read again, and planned on again where
 * the targets are what they were; an unclear end is looked up in the branch's trailers (docs/commands.md, "Where it is
 * written").
 */
export async function commitAll(firstSituation: Situation): Promise<CommitResult> {
  const { ports, read } = firstSituation
  const refusals = new Map<number, CommandDiagnostic>()
  let situation = firstSituation
  let seenTargets: SeenTargets | undefined
  for (let attempt = 1; ; attempt++) {
    let { batch, ledger } = await planBatchOn(situation)
    if (seenTargets) {
      for (const [comment, diagnostic] of refusalsForMovedTargets(seenTargets, batch, situation.place.head))
        refusals.set(comment, diagnostic)
    } else seenTargets = targetsSeenIn(batch)
    if (refusals.size > 0) {
      situation = withRefusals(situation, refusals)
      ;({ batch, ledger } = await planBatchOn(situation))
    }
    if (situation.place.kind !== 'branch' || batch.changes.size === 0)
      return { at: situation, batch, ledger, committed: undefined }

    await ports.reserveContent?.(countReplies(batch, situation))
    const { branch, head: expected } = situation.place
    const entries = entriesOf(batch)
    const committed = await ports.host.commit({
      branch,
      expected,
      message: commitMessage(entries),
      changes: batch.changes,
    })
    if (committed.end === 'made') return { at: situation, batch, ledger, committed }
    if (committed.end === 'unclear' && attempt === attempts)
      throw new Fault(msg`GitHub did not report whether it has made a commit on ${branch}.`, { hint: retryHint })
    if (committed.end === 'refused' || attempt === attempts) {
      const diagnostic = refusalOf(committed, branch)
      const changingIds = batch.plannedComments
        .filter(({ plan }) => plan.changes.size > 0)
        .map(({ authorized }) => authorized.comment.id)
      situation = withRefusals(situation, new Map(changingIds.map((comment) => [comment, diagnostic])))
      return { at: situation, ...(await planBatchOn(situation)), committed: undefined }
    }
    await ports.pause(250 * 2 ** attempt)
    const newSituation = await readSituation(
      ports,
      read,
      situation.authorized.map(({ comment }) => comment),
    )
    if (!newSituation)
      return {
        at: situation,
        batch: { ...batch, plannedComments: [], changes: new Map() },
        ledger,
        committed: undefined,
      }
    situation = newSituation
  }
}
