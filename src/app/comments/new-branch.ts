import type { CommandDiagnostic } from '../../core/command.ts'
import { Fault, triedAgain } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'
import { commitMessage } from '../../engine/commands/ledger.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import { replyTo, type HandledComment, type ObservedCommit } from './feedback/reply.ts'
import { entriesOf, handledBefore, handledKeys, planAll, type Batch, type PlannedComment } from './batch.ts'
import { separationOfDutiesAt, readSituation, type Situation, type Place } from './authorization/situation.ts'
import { openForPlanning } from './planning-views.ts'
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
async function planOn(at: Situation, { head: tip }: NewPlace, authorized: AuthorizedComment): Promise<Batch> {
  const { ports, conversation, change } = at
  const { configuration } = at.policy
  const [views, separationOfDuties] = await Promise.all([
    openForPlanning(at, tip, undefined, [authorized]),
    separationOfDutiesAt(at, conversation.commits),
  ])
  if (separationOfDuties instanceof Fault) throw separationOfDuties
  return planAll([authorized], { ports, views, configuration, conversation, ledger: [], separationOfDuties, change, commits: true })
}

const maxTargetLength = 60

/** The name of the branch that a command on an issue writes to. */
export function branchFor(command: string, target: string | undefined, comment: number): string {
  // Git has no two dots in a name.
  const clean = (text: string) => text.replaceAll(/[^A-Za-z0-9._-]|\.(?=\.)/g, '-')
  const name = clean(target ?? 'all').slice(0, maxTargetLength)
  return `baton/${clean(command)}-${name}-${comment}`
}

/** Commits a comment's changes to its own new branch. A branch of that name which does not hold our commit is left alone. */
async function commitTo(
  at: Situation,
  place: NewPlace,
  authorized: AuthorizedComment,
): Promise<BranchCommit | { readonly refused: CommandDiagnostic }> {
  const { host } = at.ports
  const batch = await planOn(at, place, authorized)
  const [done] = batch.done
  if (!done || batch.changes.size === 0) return { batch, branch: '', commit: undefined }
  const [command] = done.authorized.commands
  const branch = branchFor(command?.name ?? 'all', done.plan.results[0]?.target, done.authorized.comment.id)
  const ours = async () => {
    const sha = handledBefore(handledKeys(await host.commitsSince(branch, sinceOf(authorized.comment))), authorized)
    return sha === undefined ? undefined : { batch, branch, commit: { sha, verified: true } }
  }
  const foreign = {
    refused: refusal(
      'BRANCH_EXISTS',
      msg`Unexpected branch ${branch}, which holds no commit of Baton`,
      'Delete or rename it, and give the command again.',
    ),
  }
  if ((await host.createBranch(branch, place.head)) === 'exists') {
    const before = await ours()
    if (before) return before
    if ((await host.tip(branch)) !== place.head) return foreign
  }
  for (let attempt = 1; attempt <= 4; attempt++) {
    const committed = await host.commit({ branch, expected: place.head, message: commitMessage(entriesOf(batch)), changes: batch.changes })
    if (committed.end === 'made') return { batch, branch, commit: committed }
    if (committed.end === 'refused') return { refused: refusal('COMMIT_REFUSED', `GitHub rejected the commit: ${committed.why}`) }
    await at.ports.pause(250 * 2 ** attempt)
    const before = await ours()
    if (before) return before
    if (committed.end === 'moved') return foreign
  }
  throw new Fault(msg`GitHub did not report whether it has made a commit on ${branch}.`, { hint: triedAgain })
}

/** Who gave the command, and where: part of the text of the pull request. */
const requestedBy = ({ comment }: AuthorizedComment, { conversation }: Situation, place: NewPlace): string =>
  `${msg`Requested by ${comment.author}`} ${comment.click ? msg`by a click on the check run of ${place.head}` : `in #${conversation.number}`}.\n`

/** Plans a comment or click, commits it to its own new branch, and opens a pull request. */
export async function propose(
  at: Situation,
  place: NewPlace,
  authorized: AuthorizedComment,
): Promise<{ readonly done: PlannedComment; readonly made: ObservedCommit | undefined } | undefined> {
  const on = await commitTo(at, place, authorized)
  const { batch, commit, branch } =
    'refused' in on ? { batch: await planOn(at, place, { ...authorized, refused: [on.refused] }), commit: undefined, branch: '' } : on
  const [done] = batch.done
  if (!done || !commit) return done && { done, made: undefined }
  const title = commitMessage(entriesOf(batch)).split('\n', 1)[0] ?? 'baton'
  const pull = await at.ports.host.openPull({ branch, base: place.base, title, text: requestedBy(authorized, at, place) })
  return { done, made: { ...commit, pull } }
}

/** Handles comments whose commits go to new branches with pull requests: one each (docs/commands.md, "Where it is written"). */
export async function onNewBranch(at: Situation): Promise<readonly HandledComment[]> {
  const { ports, conversation, read } = at
  const handled: HandledComment[] = []
  for (const [index, { comment }] of at.authorized.entries()) {
    // While others were handled, it may have been edited, the conversation closed, or a role withdrawn.
    const now = index === 0 ? at : await readSituation(ports, read, [comment])
    const authorized = now?.authorized.find((each) => each.comment.id === comment.id)
    if (!now || !authorized || now.place.kind !== 'new') continue
    const proposed = await propose(now, now.place, authorized)
    if (!proposed) continue
    const answered = replyTo(proposed.done, now, proposed.made)
    const pull = proposed.made?.pull
    const refused = refusalsIn(await publish(ports, conversation.number, answered.effects))
    handled.push({ comment: authorized.comment, answered: { ...answered, refused, ...(pull !== undefined && { pull }) } })
  }
  return handled
}
