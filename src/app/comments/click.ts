import type { DefaultBranchReader, PullRequestReader, CheckRunReader } from '../../core/host/host.ts'
import type { WithHost } from '../ports.ts'
import type { Conversation, OpenPull } from '../../core/host/conversation.ts'
import type { ExistingCheck } from '../../core/host/check-run.ts'
import { commandBehind } from '../../render/buttons.ts'
import { answeredCheck, checkName } from '../../render/check-run.ts'
import { code, prose } from '../../render/inline.ts'
import { conclusionOf, performUntilDone, placeOfHead } from '../review/check-head.ts'
import { codesOf, textOf, type ObservedCommit } from './feedback/reply.ts'
import type { PlannedComment } from './batch.ts'
import { commitAll } from './commit.ts'
import { propose } from './new-branch.ts'
import { showOverview } from './feedback/overview.ts'
import { readSituation, type CommentPorts, type Situation } from './authorization/situation.ts'
import { parseIncomingComment, type ParsedComment } from './comment.ts'

/** What handling a click needs in addition to what a comment needs. */
export type ClickPorts = CommentPorts & WithHost<PullRequestReader & DefaultBranchReader & CheckRunReader>

/** A click on a button of a check run, as it was delivered. */
export interface ButtonClick {
  readonly check: number
  /** The slug of the app whose check run it claims to be. */
  readonly app: string | undefined
  /** The commit that the button was computed for. */
  readonly head: string
  /** The branch that GitHub says it is on. */
  readonly branch: string | undefined
  readonly identifier: string
  /** Who clicked. */
  readonly by: string
  readonly bot: boolean
}

export interface ClickResult {
  /** `ignored`: it is not a click on one of Baton's buttons, or its author gets no answer. */
  readonly outcome: 'changed' | 'unchanged' | 'refused' | 'ignored'
  readonly command?: string
  /** Why it was refused. */
  readonly codes?: readonly string[]
  readonly sha?: string
  readonly again?: true
}

/** The pull request that a check run was made for: of those from here whose head it is, or whose branch, the oldest. */
function pullAt(pulls: readonly OpenPull[], { head, branch }: ButtonClick): OpenPull | undefined {
  const localPulls = pulls.filter(({ fork }) => !fork).toSorted((a, b) => a.number - b.number)
  return (
    localPulls.find((pull) => pull.head === head && pull.branch === branch) ??
    localPulls.find((pull) => pull.head === head || pull.branch === branch)
  )
}

/** The default branch, as an issue without an author sees it. */
const defaultBranchConversation =
  ({ host }: WithHost<DefaultBranchReader>) =>
  async (): Promise<Conversation | undefined> => {
    const repository = await host.defaultBranch()
    const noAuthor = {
      number: 0,
      node: '',
      title: '',
      author: undefined,
      open: true,
      locked: false,
      pull: undefined,
      commits: [],
      comments: [],
    }
    return repository && { ...noAuthor, repository }
  }

/**
 * The pull request of a click, otherwise the default branch. If its commit is no longer the head of either, the command
 * is refused there, since it names the commit.
 */
async function situationOf(
  ports: ClickPorts,
  clicked: ButtonClick,
  comment: ParsedComment,
): Promise<Situation | undefined> {
  const pull = pullAt(await ports.host.pulls(), clicked)
  return readSituation(
    ports,
    pull ? () => ports.host.conversation(pull.number, []) : defaultBranchConversation(ports),
    [comment],
  )
}

/** Reports the result of a click on the check run itself: that is where the person who clicked looks. */
async function answer(
  ports: ClickPorts,
  run: ExistingCheck,
  { by, identifier }: ButtonClick,
  text: string,
): Promise<void> {
  const { subject } = await placeOfHead(ports, run.sha)
  const { run: concludedRun } = await conclusionOf(ports, subject)
  const lead = `${code(by)} ${prose('clicked')} ${code(`/${identifier}`)}.`
  await performUntilDone(ports, [
    { do: 'conclude', check: run.node, run: answeredCheck(concludedRun, `${lead}\n\n${text}`) },
  ])
}

/** Carries a click out as the command of a comment is, bound to the commit that the button was computed for. */
async function carryOut(
  situation: Situation,
): Promise<
  { readonly at: Situation; readonly done: PlannedComment; readonly made: ObservedCommit | undefined } | undefined
> {
  const [authorized] = situation.authorized
  if (!authorized) return undefined
  if (situation.place.kind === 'new') {
    const proposal = await propose(situation, situation.place, authorized)
    return proposal && { at: situation, ...proposal }
  }
  const commitResult = await commitAll(situation)
  const [plannedComment] = commitResult.batch.plannedComments
  if (!plannedComment) return undefined
  await showOverview(commitResult)
  return { at: commitResult.at, done: plannedComment, made: commitResult.committed }
}

/**
 * Handles a click on one of our buttons (docs/commands.md, "Buttons"): it counts if the check run is ours, read back
 * from the host; if its commit is still the head of the branch it was made for; and if the person who clicked may give
 * the command now. It becomes one commit, whose trailer says which click it was: the same again finds it there.
 * Failures are reported on the check run.
 *
 * @throws Fault where the host does not answer
 */
export async function handleClick(ports: ClickPorts, clicked: ButtonClick): Promise<ClickResult> {
  const { host } = ports
  const command = commandBehind(clicked.identifier)
  const run =
    command === undefined || `${clicked.app}[bot]` !== host.ownLogin ? undefined : await host.check(clicked.check)
  if (command === undefined || !run?.isOwn || run.name !== checkName || run.sha !== clicked.head || !run.isCompleted)
    return { outcome: 'ignored' }

  const comment = parseIncomingComment({
    number: 0,
    id: run.id,
    node: '',
    author: clicked.by,
    bot: clicked.bot,
    text: `/baton ${clicked.identifier} @${run.sha}`,
    at: ports.now(),
    late: false,
    click: { identifier: clicked.identifier, since: run.startedAt ?? ports.now() },
  })
  const situation = await situationOf(ports, clicked, comment)
  if (!situation || situation.authorized.length === 0) return { outcome: 'ignored', command }
  const result = await carryOut(situation)
  if (!result) return { outcome: 'ignored', command }
  const { done: plannedComment, made: observedCommit } = result
  const { outcome } = plannedComment.plan
  if (!plannedComment.again && (outcome !== 'changed' || observedCommit?.pull !== undefined))
    await answer(ports, run, clicked, textOf(plannedComment, result.at, observedCommit))
  const sha = plannedComment.before ?? observedCommit?.sha
  return {
    outcome,
    command,
    codes: codesOf(plannedComment.plan),
    ...(sha !== undefined && { sha }),
    ...(plannedComment.again && { again: true }),
  }
}
