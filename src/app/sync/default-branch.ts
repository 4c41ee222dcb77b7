import { TreeTooLarge } from '../validate/bounded-tree.ts'
import { runInTurns } from '../../gateways/in-turns.ts'
import type { BranchReader, DefaultBranchReader, CommitWriter, CheckReader } from '../../core/host/host.ts'
import type { Clock, WithHost, PolicySource } from '../ports.ts'
import type { ChangeSet, Content } from '../../core/command.ts'
import { Fault } from '../../core/fault.ts'
import type { LedgerCommit } from '../../core/host/conversation.ts'
import { msg } from '../../core/message.ts'
import { commitMessage, type LedgerEntry } from '../../engine/commands/ledger.ts'
import { overlay } from '../../engine/overlay.ts'
import { policyAt } from '../comments/authorization/situation.ts'
import { keepPullRequest, type PullRequestPorts } from '../managed-pull-request.ts'
import { lastHandledCommit, ledgerOf, syncOf } from './handled.ts'
import { readPush, planSync, type PushedState, addsErrors } from './plan.ts'
import { checkHead, type HeadCheckPorts } from '../review/check-head.ts'
import type { Subject } from '../validate/event.ts'
import type { Repository } from '../../core/repository.ts'
import type { View } from '../../core/view.ts'
import { differs } from '../../engine/checking/judge.ts'
import { selectionOf } from '../validate/discovery.ts'
import { mergedText } from './merge.ts'

/** The content of a file with which an earlier proposal stays open; `undefined`: the proposal is outdated. */
function carriedContent(state: PushedState, path: string, base: View, proposed: View): Content | undefined {
  const { head, protocols, configuration } = state
  if (!differs(head, base, path)) return proposed.bytes(path)
  return mergedText(path, { base, ours: head, theirs: proposed }, protocols, configuration)
}

/**
 * The changes of an open pull request by Baton, on the present tip of the branch: those of files that others changed
 * meanwhile are merged or dropped, and all of them are dropped if they would add an error by now.
 */
async function pendingChanges(
  ports: WithHost<Pick<Repository, 'fork' | 'commitTree'>>,
  state: PushedState,
  branch: string,
  proposed: string,
): Promise<ChangeSet> {
  const { host } = ports
  const mergeBase = (await host.fork(branch, proposed))?.mergeBase
  if (mergeBase === undefined) return new Map()
  const selection = selectionOf(state.descriptors, state.configuration)
  const [base, proposedView] = await Promise.all(
    [mergeBase, proposed].map((sha) => host.commitTree(sha).open(selection)),
  )
  const changes = new Map<string, Content>()
  for (const path of proposedView?.paths ?? []) {
    if (!base || !proposedView || !differs(proposedView, base, path)) continue
    const content = carriedContent(state, path, base, proposedView)
    if (content !== undefined && differs(overlay(state.head, new Map([[path, content]])), state.head, path))
      changes.set(path, content)
  }
  return (await runInTurns(addsErrors(state, changes))) ? new Map() : changes
}

/** What bringing the default branch into agreement needs. */
export type SyncPorts = Clock &
  PolicySource &
  PullRequestPorts &
  WithHost<BranchReader & DefaultBranchReader & CommitWriter & CheckReader>

/** The result of a push to the default branch, for the log. */
export interface SyncResult {
  /**
   * `proposed`: by a pull request; `declined`: a person closed one that proposed the same; `nothing`: everything
   * agrees.
   */
  readonly outcome: 'off' | 'nothing' | 'committed' | 'proposed' | 'declined'
  /** The commits that were checked: up to this one of the branch, since that one. */
  readonly tip: string
  readonly before?: string
  readonly commit?: string
  readonly pull?: number
  /** Targets that are left to the audit. */
  readonly left?: readonly string[]
  /** Why it is not as configured. */
  readonly why?: string
}

/** The branch that the pull request comes from. */
export const syncBranch = 'baton/sync'

/** The default branch as it is now, and the pushes to it that are to be looked at. */
interface PushedBranch {
  readonly ports: SyncPorts
  readonly branch: string
  readonly tip: string
  readonly before: string
  readonly ledger: readonly LedgerCommit[]
}

const targetsIn = (entries: readonly LedgerEntry[]) =>
  [...new Set(entries.flatMap(({ target }) => target ?? []))].toSorted()

function proposalText(entries: readonly LedgerEntry[], refused: string | undefined): string {
  const targetLines = targetsIn(entries).map((target) => msg`- ${target}`)
  return [
    'A push to the default branch changed state that the registry does not show yet. This brings it up to date.',
    ...(refused === undefined ? [] : [`GitHub rejected a commit there: ${refused}`]),
    ...(targetLines.length === 0 ? [] : [targetLines.join('\n')]),
    'It is kept up to date. If you close it, the same is not proposed again.',
  ].join('\n\n')
}

/** Proposes it by one pull request, in addition to its present changes; nothing: the branch has moved meanwhile. */
async function propose(
  { ports, branch, tip }: PushedBranch,
  state: PushedState,
  refused: string | undefined,
): Promise<SyncResult | undefined> {
  const { tip: proposed, pulls } = await ports.host.proposals(syncBranch)
  const isOpen = pulls.some(({ state, isOwn, base }) => state === 'open' && isOwn && base === branch)
  const pending: ChangeSet =
    isOpen && proposed !== undefined ? await pendingChanges(ports, state, branch, proposed) : new Map()
  const {
    changes: addedChanges,
    entries,
    skipped,
  } = await runInTurns(planSync(state, overlay(state.head, pending), tip))
  const changes = new Map([...pending, ...addedChanges])
  const message = entries.length > 0 ? commitMessage(entries) : 'baton: sync what was proposed before\n'
  const title = 'Bring the registry up to date'
  const details = { ...(skipped.length > 0 && { left: skipped }), ...(refused !== undefined && { why: refused }) }
  const pullState = await keepPullRequest(ports, {
    branch: syncBranch,
    base: { branch, tip },
    title,
    text: proposalText(entries, refused),
    changes,
    message,
  })
  switch (pullState.end) {
    case 'moved':
      return undefined
    case 'opened':
    case 'updated':
    case 'unchanged':
      return { outcome: 'proposed', tip, pull: pullState.number, ...details }
    case 'declined':
      return { outcome: 'declined', tip, pull: pullState.number, ...details }
    case 'left':
      return { outcome: 'nothing', tip, ...details, why: pullState.why }
    case 'absent':
    case 'closed':
      return { outcome: 'nothing', tip, ...details }
  }
}

/** Commits it, or proposes it where the branch takes no commit; `undefined`: it has to be looked at again. */
async function syncTip(pushedBranch: PushedBranch): Promise<SyncResult | undefined> {
  try {
    return await syncPushedBranch(pushedBranch)
  } catch (error) {
    if (error instanceof TreeTooLarge) return { outcome: 'nothing', tip: pushedBranch.tip, why: error.message }
    throw error
  }
}

async function syncPushedBranch(pushedBranch: PushedBranch): Promise<SyncResult | undefined> {
  const { ports, branch, tip, before, ledger } = pushedBranch
  const { configuration, broken } = await policyAt(ports, tip)
  if (broken.length > 0 || configuration.sync === 'off') return { outcome: 'off', tip }
  const state = await readPush(ports, configuration, { before, tip }, ledger)
  if (configuration.sync === 'pull-request') return propose(pushedBranch, state, undefined)
  const { changes, entries, skipped } = await runInTurns(planSync(state, state.head, tip))
  const details = skipped.length > 0 ? { left: skipped } : {}
  if (changes.size === 0) return { outcome: 'nothing', tip, ...details }
  const commitEnd = await ports.host.commit({ branch, expected: tip, message: commitMessage(entries), changes })
  if (commitEnd.end === 'made') return { outcome: 'committed', tip, commit: commitEnd.sha, ...details }
  return commitEnd.end === 'refused' ? propose(pushedBranch, state, commitEnd.why) : undefined
}

const attempts = 6

/**
 * Brings copies of states into agreement after pushes to the default branch that moved these by other means than
 * commands: by a commit, by a pull request, or not at all, according to the branch's own configuration
 * (docs/configuration.md, `sync`). Each push is handled once: the moves are read from the last push that is known to be
 * handled up to the present tip of the branch.
 *
 * @param since the tip of the branch before the delivered push; absent: none was delivered, and a lost one is looked
 * for
 * @throws Fault where the host does not answer: the next sweep tries again
 */
export async function syncDefaultBranch(ports: SyncPorts, since: string | undefined): Promise<SyncResult | undefined> {
  let triedTip: string | undefined
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const repository = await ports.host.defaultBranch()
    if (!repository) return undefined
    const { defaultBranch: branch, defaultTip: tip } = repository
    const ledger = await ledgerOf(ports, branch)
    const previousSync = triedTip === undefined ? undefined : syncOf(ledger, triedTip)
    if (previousSync) return { outcome: 'committed', tip: triedTip ?? tip, commit: previousSync.sha }
    const before = (await lastHandledCommit(ports, ledger, since ?? tip)) ?? since
    if (before === undefined || before === tip) return { outcome: 'nothing', tip }
    const result = await syncTip({ ports, branch, tip, before, ledger })
    if (result) return { before, ...result }
    triedTip = tip
    await ports.pause(250 * 2 ** attempt)
  }
  throw new Fault('The default branch kept moving while the registry was brought up to date.', {
    hint: 'The next sweep tries again.',
  })
}

/** How pushes to the default branch were handled, for the log. */
export interface PushResult {
  readonly synced: SyncResult | undefined
  /** How each commit that is to be checked was. */
  readonly checked: ReadonlyMap<string, string>
}

const commitAfter = (head: string, previousTip: string): Subject => ({
  head,
  base: { kind: 'commit', sha: previousTip, mayBeGone: true },
  review: false,
  writable: true,
})

/** The commits to check: the pushed one, or that of the lost push, and the one that Baton made in response. */
function subjectsOf(pushedSubjects: readonly Subject[], synced: SyncResult | undefined): readonly Subject[] {
  const { tip, before, commit } = synced ?? {}
  const lostPush =
    pushedSubjects.length === 0 && tip !== undefined && before !== undefined ? [commitAfter(tip, before)] : []
  return [
    ...pushedSubjects,
    ...lostPush,
    ...(tip !== undefined && commit !== undefined ? [commitAfter(commit, tip)] : []),
  ]
}

/**
 * Handles pushes to the default branch, in their order: brings copies of states into agreement, then checks the
 * commits. The check comes last because a concluded check run means that the push is handled.
 *
 * @param pushed the delivered pushes; none: a lost one is looked for
 */
export async function afterPush(ports: SyncPorts & HeadCheckPorts, pushed: readonly Subject[]): Promise<PushResult> {
  const [first] = pushed
  const since = first?.base?.kind === 'commit' ? first.base.sha : undefined
  const synced = first && since === undefined ? undefined : await syncDefaultBranch(ports, since)
  const checked = new Map<string, string>()
  for (const subject of subjectsOf(pushed, synced))
    checked.set(subject.head, (await checkHead(ports, subject)).conclusion)
  return { synced, checked }
}
