import type { CommandDiagnostic } from '../../core/command.ts'
import { Fault, retryHint } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'
import { commitMessage } from '../../engine/commands/ledger.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import { replyTo, type HandledComment, type ObservedCommit } from './feedback/reply.ts'
import { entriesOf, handlingCommit, handledKeys, planAll, type Batch, type PlannedComment } from './batch.ts'
import { separationOfDutiesAt, readSituation, type Situation, type Place } from './authorization/situation.ts'
import { openForPlanning } from './planning-views.ts'
import { commitRefusal } from './commit.ts'
import type { AuthorizedComment } from './authorization/authorize.ts'
import { publish, refusalsIn } from './feedback/publish.ts'
import { sinceOf } from './comment.ts'

type NewPlace = Extract<Place, { kind: 'new' }>

interface BranchCommit {
  readonly batch: Batch
  readonly branch: string
  /** The commit of the branch: made now, or before. */
  readonly commit: { readonly sha: string; readonly verified: boolean } | undefined
}

/** Plans one comment on the tip of the default branch. */
async function planOn(situation: Situation, { head: tip }: NewPlace, authorized: AuthorizedComment): Promise<Batch> {
  const { ports, conversation, change } = situation
  const { configuration } = situation.policy
  const [views, separationOfDuties] = await Promise.all([
    openForPlanning(situation, tip, undefined, [authorized]),
    separationOfDutiesAt(situation, conversation.commits),
  ])
  if (separationOfDuties instanceof Fault) throw separationOfDuties
  return planAll([authorized], {
    ports,
    views,
    configuration,
    conversation,
    ledger: [],
    separationOfDuties,
    change,
    commits: true,
  })
}

const maxTargetLength = 60

/** The name of the branch that a command on an issue writes to. */
export function branchFor(command: string, target: string | undefined, comment: number): string {
  // Git has no two dots in a name.
  const clean = (text: string) => text.replaceAll(/[^A-Za-z0-9._-]|\.(?=\.)/g, '-')
  const name = clean(target ?? 'all').slice(0, maxTargetLength)
  return `baton/${clean(command)}-${name}-${comment}`
}

/**
 * Commits a comment's changes to its own new branch. A branch of that name which does not hold our commit is left
 * alone.
 */
async function commitTo(
  situation: Situation,
  place: NewPlace,
  authorized: AuthorizedComment,
): Promise<BranchCommit | { readonly refused: CommandDiagnostic }> {
  const { host } = situation.ports
  const batch = await planOn(situation, place, authorized)
  const [plannedComment] = batch.plannedComments
  if (!plannedComment || batch.changes.size === 0) return { batch, branch: '', commit: undefined }
  const [command] = plannedComment.authorized.commands
  const branch = branchFor(
    command?.name ?? 'all',
    plannedComment.plan.results[0]?.target,
    plannedComment.authorized.comment.id,
  )
  const findOwnCommit = async () => {
    const sha = handlingCommit(handledKeys(await host.commitsSince(branch, sinceOf(authorized.comment))), authorized)
    return sha === undefined ? undefined : { batch, branch, commit: { sha, verified: true } }
  }
  const foreignBranch = {
    refused: refusal(
      'BRANCH_EXISTS',
      msg`Unexpected branch ${branch}, which holds no commit of Baton`,
      'Delete or rename it, and give the command again.',
    ),
  }
  await situation.ports.reserveContent?.(1)
  const created = await host.createBranch(branch, place.head)
  if (typeof created !== 'string') return { refused: commitRefusal(created.why) }
  if (created === 'exists') {
    const ownCommit = await findOwnCommit()
    if (ownCommit) return ownCommit
    if ((await host.tip(branch)) !== place.head) return foreignBranch
  }
  for (let attempt = 1; attempt <= 4; attempt++) {
    const commitEnd = await host.commit({
      branch,
      expected: place.head,
      message: commitMessage(entriesOf(batch)),
      changes: batch.changes,
    })
    if (commitEnd.end === 'made') return { batch, branch, commit: commitEnd }
    if (commitEnd.end === 'refused') return { refused: commitRefusal(commitEnd.why) }
    await situation.ports.pause(250 * 2 ** attempt)
    const ownCommit = await findOwnCommit()
    if (ownCommit) return ownCommit
    if (commitEnd.end === 'moved') return foreignBranch
  }
  throw new Fault(msg`GitHub did not report whether it has made a commit on ${branch}.`, { hint: retryHint })
}

const pullRefusal = (branch: string, why: string): CommandDiagnostic =>
  refusal(
    'COMMIT_REFUSED',
    `${msg`The commit is on the branch ${branch}, but it cannot be proposed:`} ${why.replace(/\.+$/, '')}`,
    'Open the pull request from that branch yourself. For the next time, give the App the permission `pull_requests: write`; for a workflow, select “Allow GitHub Actions to create and approve pull requests” in the settings of the repository, under Actions.',
  )

/** Who gave the command, and where: part of the text of the pull request. */
const requestLine = ({ comment }: AuthorizedComment, { conversation }: Situation, place: NewPlace): string =>
  `${msg`Requested by ${comment.author}`} ${comment.click ? msg`by a click on the check run of ${place.head}` : `in #${conversation.number}`}.\n`

/** Plans a comment or click, commits it to its own new branch, and opens a pull request. */
export async function propose(
  situation: Situation,
  place: NewPlace,
  authorized: AuthorizedComment,
): Promise<{ readonly done: PlannedComment; readonly made: ObservedCommit | undefined } | undefined> {
  const branchCommit = await commitTo(situation, place, authorized)
  const { batch, commit, branch } =
    'refused' in branchCommit
      ? {
          batch: await planOn(situation, place, { ...authorized, refused: [branchCommit.refused] }),
          commit: undefined,
          branch: '',
        }
      : branchCommit
  const [plannedComment] = batch.plannedComments
  if (!plannedComment || !commit) return plannedComment && { done: plannedComment, made: undefined }
  const title = commitMessage(entriesOf(batch)).split('\n', 1)[0] ?? 'baton'
  const pull = await situation.ports.host.openPull({
    branch,
    base: place.base,
    title,
    text: requestLine(authorized, situation, place),
  })
  if (typeof pull !== 'number') {
    const refused = [pullRefusal(branch, pull.why)]
    const [refusedComment] = (await planOn(situation, place, { ...authorized, refused })).plannedComments
    return refusedComment && { done: refusedComment, made: undefined }
  }
  return { done: plannedComment, made: { ...commit, pull } }
}

/**
 * Handles comments whose commits go to new branches with pull requests: one each (docs/commands.md, "Where it is
 * written").
 */
export async function onNewBranch(situation: Situation): Promise<readonly HandledComment[]> {
  const { ports, conversation, read } = situation
  const handledComments: HandledComment[] = []
  for (const [index, { comment }] of situation.authorized.entries()) {
    // While others were handled, it may have been edited, the conversation closed, or a role withdrawn.
    const currentSituation = index === 0 ? situation : await readSituation(ports, read, [comment])
    const authorized = currentSituation?.authorized.find((candidate) => candidate.comment.id === comment.id)
    if (!currentSituation || !authorized || currentSituation.place.kind !== 'new') continue
    const proposal = await propose(currentSituation, currentSituation.place, authorized)
    if (!proposal) continue
    const answered = replyTo(proposal.done, currentSituation, proposal.made)
    const pull = proposal.made?.pull
    const refused = refusalsIn(await publish(ports, conversation.number, answered.effects))
    handledComments.push({
      comment: authorized.comment,
      answered: { ...answered, refused, ...(pull !== undefined && { pull }) },
    })
  }
  return handledComments
}
