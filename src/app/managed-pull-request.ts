import type {
  HostIdentity,
  BranchReader,
  BranchMover,
  PullRequestReader,
  PullRequestOpener,
  EffectPerformer,
} from '../core/host/host.ts'
import type { Clock, WithHost } from './ports.ts'
import type { Repository } from '../core/repository.ts'
import type { ChangeSet, Content } from '../core/command.ts'
import { Fault } from '../core/fault.ts'
import type { EffectEnd } from '../core/host/effect.ts'
import type { Proposal } from '../core/host/branch.ts'
import { msg } from '../core/message.ts'
import type { View } from '../core/view.ts'
import { digestOf } from '../documents/digest.ts'
import { escapeGlob } from '../documents/glob.ts'
import { bytesOf } from '../engine/overlay.ts'
import { changeBetween, ownAccounts } from './validate/change.ts'

export type PullRequestPorts = Pick<Clock, 'pause'> &
  WithHost<
    Repository & HostIdentity & BranchReader & BranchMover & PullRequestReader & PullRequestOpener & EffectPerformer
  >

/** The desired state of a pull request that Baton keeps up to date. */
export interface ManagedPullRequest {
  readonly branch: string
  /** The branch that it is to go to, and the commit of it that the changes were made on. */
  readonly base: { readonly branch: string; readonly tip: string }
  readonly title: string
  /** Markdown. */
  readonly text: string
  /** All that it is to propose; empty: nothing is left to do. */
  readonly changes: ChangeSet
  /** The message of its one commit; begins with `baton: `. */
  readonly message: string
}

/**
 * How it stands now. `absent`: there is nothing to propose, and no pull request. `closed`: there was one, and nothing
 * is left to do. `declined`: a person closed one that proposed this. `left`: others work there, which is left alone.
 * `moved`: the base or the branch is elsewhere by now, nothing was done: it has to be planned again.
 */
export type ManagedPullRequestState =
  | { readonly end: 'opened' | 'updated' | 'unchanged'; readonly number: number; readonly sha: string }
  | { readonly end: 'closed' | 'declined'; readonly number: number }
  | { readonly end: 'absent' | 'moved' }
  | { readonly end: 'left'; readonly number: number | undefined; /** A sentence by `msg`. */ readonly why: string }

type Contents = Pick<View, 'digest'>

const contentsAt = (host: Pick<Repository, 'commitTree'>, sha: string, paths: readonly string[]): Promise<View> =>
  host.commitTree(sha).open({
    selectors: paths.map((path) => ({ glob: escapeGlob(path), level: 'digest' })),
    limit: Number.MAX_SAFE_INTEGER,
  })

const digest = (content: Content | undefined): string | undefined =>
  content === undefined || content === null ? undefined : digestOf(bytesOf(content)).sha256

/** Whether a commit has the proposed content at all of these paths. */
const hasContent = (contents: Contents, changes: ChangeSet): boolean =>
  [...changes].every(([path, content]) => contents.digest(path)?.sha256 === digest(content))

/** The paths that Baton's branch changes, or why it is to be left alone. */
async function ownPaths(
  { host }: WithHost<Repository & HostIdentity>,
  { branch, base }: ManagedPullRequest,
  tip: string,
): Promise<readonly string[] | { readonly why: string }> {
  const change = await changeBetween([host], { base: base.tip, head: tip, branch }, ownAccounts(host.ownLogin))
  if (!change || change.tooMany !== undefined)
    return { why: msg`The branch ${branch} is no longer one of Baton: it is left alone.` }
  const foreign = change.commits.find(({ isOwn }) => isOwn !== true)
  if (foreign)
    return { why: msg`The branch ${branch} has the commit ${foreign.sha}, which Baton did not make: it is left alone.` }
  return [...new Set(change.commits.flatMap(({ paths }) => paths.map(({ path }) => path)))]
}

/** Whether merging one of Baton's branches would make exactly these changes, and nothing stands in its way. */
async function proposesExactly(
  { host }: WithHost<Repository & HostIdentity>,
  { base, changes }: ManagedPullRequest,
  tip: string,
  branchPaths: readonly string[],
): Promise<boolean> {
  const mergeBase = (await host.fork(base.branch, tip))?.mergeBase
  if (mergeBase === undefined) return false
  const paths = [...new Set([...branchPaths, ...changes.keys()])]
  const [atMergeBase, atBaseTip, atTip] = await Promise.all(
    [mergeBase, base.tip, tip].map((sha) => contentsAt(host, sha, paths)),
  )
  const digestAt = (view: View | undefined, path: string) => view?.digest(path)?.sha256
  return paths.every((path) => {
    const desired = changes.has(path) ? digest(changes.get(path)) : digestAt(atBaseTip, path)
    return digestAt(atTip, path) === desired && digestAt(atMergeBase, path) === digestAt(atBaseTip, path)
  })
}

/**
 * Whether a person has closed the last pull request by Baton that proposed all of this: it is not opened again for the
 * same.
 */
async function isDeclined(
  { host }: WithHost<Repository & HostIdentity>,
  { changes }: ManagedPullRequest,
  last: Proposal | undefined,
): Promise<boolean> {
  if (last?.state !== 'closed' || last.closedByUs) return false
  return hasContent(await contentsAt(host, last.head, [...changes.keys()]), changes)
}

const attempts = 4

/** Gives an open pull request the desired title and text, or closes it. */
async function revise(
  { host, pause }: Pick<Clock, 'pause'> & WithHost<EffectPerformer>,
  { node, title, text }: Proposal,
  desired: ManagedPullRequest,
  close: boolean,
): Promise<void> {
  if (!close && title === desired.title && text.trimEnd() === desired.text.trimEnd()) return
  const words = close ? { title, text, close } : { title: desired.title, text: desired.text }
  let effectEnd: EffectEnd | undefined
  for (let attempt = 1; attempt <= attempts && effectEnd?.end !== 'done'; attempt++) {
    ;[effectEnd] = await host.perform([{ do: 'revise', pull: node, ...words }])
    if (effectEnd?.end === 'refused') throw new Fault(`The pull request cannot be written: ${effectEnd.why}`)
    if (effectEnd?.end !== 'done') await pause(500 * 2 ** attempt)
  }
  if (effectEnd?.end !== 'done')
    throw new Fault('GitHub did not report the outcome for the pull request.', { hint: 'The next run looks again.' })
}

/** Moves our branch, with compare-and-swap; whether it was still where it was. */
async function move(
  { host }: WithHost<BranchMover>,
  branch: string,
  from: string | undefined,
  to: string | undefined,
): Promise<boolean> {
  const moveResult = await host.moveBranch({ branch, from, to })
  if (moveResult.end === 'refused') throw new Fault(`${msg`The branch ${branch} cannot be written`}: ${moveResult.why}`)
  if (moveResult.end === 'unclear')
    throw new Fault(msg`GitHub did not report where the branch ${branch} is.`, { hint: 'The next run looks again.' })
  return moveResult.end === 'done'
}

/** Nothing is left to propose: the open pull request is closed, and its branch deleted. */
async function closeProposal(
  ports: PullRequestPorts,
  desired: ManagedPullRequest,
  tip: string | undefined,
  openProposal: Proposal | undefined,
): Promise<ManagedPullRequestState> {
  if (!openProposal) return { end: 'absent' }
  const branchPaths = tip === undefined ? [] : await ownPaths(ports, desired, tip)
  if ('why' in branchPaths) return { end: 'left', number: openProposal.number, why: branchPaths.why }
  await revise(ports, openProposal, desired, true)
  if (tip !== undefined) await move(ports, desired.branch, tip, undefined)
  return { end: 'closed', number: openProposal.number }
}

/**
 * Keeps one pull request by Baton up to date: opens it if there are changes to propose, moves its branch to one commit
 * on the tip of its base if the changes differ, and closes it if there are none. It is found by its branch and its
 * author, never by its text. A second call does nothing, and of two calls at the same time one finds that the branch
 * has moved.
 *
 * @throws Fault where GitHub does not answer, or does not take it
 */
export async function keepPullRequest(
  ports: PullRequestPorts,
  desired: ManagedPullRequest,
): Promise<ManagedPullRequestState> {
  const { host } = ports
  const { branch, base, changes, title, text, message } = desired
  const { tip, pulls } = await host.proposals(branch)
  const proposals = pulls.filter((pull) => pull.base === base.branch)
  const openProposal = proposals.find(({ state }) => state === 'open')
  if (openProposal && !openProposal.isOwn)
    return {
      end: 'left',
      number: openProposal.number,
      why: msg`Another account has opened #${openProposal.number} from the branch ${branch}: it is left alone.`,
    }
  if (changes.size === 0) return closeProposal(ports, desired, tip, openProposal)
  const lastProposal = proposals.find(({ isOwn }) => isOwn)
  if (!openProposal && lastProposal && (await isDeclined(ports, desired, lastProposal)))
    return { end: 'declined', number: lastProposal.number }

  const branchPaths = tip === undefined ? undefined : await ownPaths(ports, desired, tip)
  if (branchPaths && 'why' in branchPaths) return { end: 'left', number: openProposal?.number, why: branchPaths.why }
  let sha = tip
  if (sha === undefined || !branchPaths || !(await proposesExactly(ports, desired, sha, branchPaths))) {
    if ((await host.tip(base.branch)) !== base.tip) return { end: 'moved' }
    sha = await host.writeCommit({ on: base.tip, message, changes })
    if (!(await move(ports, branch, tip, sha))) return { end: 'moved' }
  }
  if (openProposal) {
    await revise(ports, openProposal, desired, false)
    return { end: sha === tip ? 'unchanged' : 'updated', number: openProposal.number, sha }
  }
  const number = await host.openPull({ branch, base: base.branch, title, text, ignoreClosed: true })
  if (typeof number !== 'number') throw number.fault
  return { end: 'opened', number, sha }
}
