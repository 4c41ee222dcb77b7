import { notFound, RefusalError, unprocessable } from '../refused.ts'
import type { Changes } from '../bare-repository.ts'
import { isBranchName } from '../git/revisions.ts'
import type { Account } from '../state/accounts.ts'
import { writeCommit } from '../state/commits.ts'
import { pullsOf } from '../state/conversations.ts'
import { tipOf, type Activity, type HostedRepository } from '../hosted.ts'
import { now, type ServerState } from '../state/server-state.ts'
import { sendPullRequestEvent, sendPushEvent } from '../webhooks/events.ts'
import { requestSuites } from './suites.ts'

const nothing = '0'.repeat(40)

interface Move {
  readonly branch: string
  /** Absent: the branch is made. */
  readonly before: string | undefined
  /** Absent: the branch is deleted. */
  readonly after: string | undefined
  readonly by: Account
}

function typeOf({ git }: HostedRepository, { before, after }: Move): Activity['type'] {
  if (before === undefined) return 'branch_creation'
  if (after === undefined) return 'branch_deletion'
  return git.isAncestor(before, after) ? 'push' : 'force_push'
}

/**
 * Pull requests whose commits come from a branch follow it, in the repository and in the one that it was forked from.
 */
async function synchronize(
  serverState: ServerState,
  hosted: HostedRepository,
  { branch, after, by, before }: Move,
): Promise<void> {
  for (const home of hosted.parent ? [hosted, hosted.parent] : [hosted]) {
    for (const conversation of pullsOf(home)) {
      const { pull, closedAt, number } = conversation
      if (closedAt !== undefined || pull.repository !== hosted || pull.branch !== branch || after === undefined)
        continue
      pull.sha = after
      conversation.updatedAt = now(serverState)
      home.git.move(`refs/pull/${number}/head`, after)
      await sendPullRequestEvent(serverState, conversation, 'synchronize', by, { before: before ?? nothing, after })
    }
  }
}

/**
 * Moves a branch if it is still where it was, and does everything that follows from it. Documentation: "Webhook events
 * and payloads", `push` and `pull_request`; "REST API endpoints for repositories", "List repository activities".
 */
export async function moveBranch(serverState: ServerState, hosted: HostedRepository, move: Move): Promise<void> {
  const { branch, before = nothing, after = nothing, by } = move
  const type = typeOf(hosted, move)
  if (!hosted.git.move(`refs/heads/${branch}`, move.after, { at: move.before }))
    throw new RefusalError('STALE_DATA', `Expected branch to point to "${before}" but it did not.  Pull and try again.`)
  hosted.activity.push({ id: serverState.number(), type, branch, before, after, at: now(serverState), actor: by })
  await sendPushEvent(serverState, hosted, { branch, before, after, by, forced: type === 'force_push' })
  if (move.after !== undefined) await requestSuites(serverState, hosted, { sha: move.after, branch, by })
  await synchronize(serverState, hosted, move)
}

/** Documentation: "REST API endpoints for Git references", "Create a reference". */
export async function createBranch(
  serverState: ServerState,
  hosted: HostedRepository,
  branch: string,
  sha: string,
  by: Account,
): Promise<void> {
  if (!isBranchName(branch)) {
    throw unprocessable(`refs/heads/${branch} is not a valid ref name.`)
  }
  if (tipOf(hosted, branch) !== undefined) throw unprocessable('Reference already exists')
  if (hosted.git.object(sha)?.type !== 'commit') throw unprocessable('Object does not exist')
  await moveBranch(serverState, hosted, { branch, before: undefined, after: sha, by })
}

export interface Push {
  readonly branch: string
  readonly changes: Changes
  readonly by: Account
  readonly message: string
  /** What it is committed on; default: the branch. Another commit makes it a forced push. */
  readonly parent?: string
  /** Whom the commit says to be by, which anybody can write; default: who pushes. */
  readonly author?: Account
  /** Made on GitHub's pages, which signs it. */
  readonly signed?: true
}

/** An account commits and pushes. */
export async function push(serverState: ServerState, hosted: HostedRepository, push: Push): Promise<string> {
  const { branch, changes, by, message, parent, author = by, signed = false } = push
  const before = tipOf(hosted, branch)
  const from = parent ?? before
  if (parent !== undefined && hosted.git.object(parent)?.type !== 'commit') throw notFound(`No commit ${parent}.`)
  const tree = hosted.git.changedTree(from, changes)
  const sha = writeCommit(serverState, hosted, {
    tree,
    parents: from === undefined ? [] : [from],
    author,
    message,
    signed,
  })
  await moveBranch(serverState, hosted, { branch, before, after: sha, by })
  return sha
}
