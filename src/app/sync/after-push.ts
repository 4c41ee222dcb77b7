import { checkHead, type HeadChecking } from '../review/check-head.ts'
import type { Subject } from '../validate/event.ts'
import { syncDefaultBranch, type Synced, type Syncing } from './default-branch.ts'

/** How pushes to the default branch were handled, for the log. */
export interface PushHandled {
  readonly synced: Synced | undefined
  /** How each commit that is to be checked was. */
  readonly checked: ReadonlyMap<string, string>
}

const commitAfter = (head: string, before: string): Subject => ({
  head,
  base: { kind: 'commit', sha: before, mayBeGone: true },
  review: false,
  writable: true,
})

/** What is to be checked: what was pushed, or the push that was lost, and what we made of it. */
function subjectsOf(pushed: readonly Subject[], synced: Synced | undefined): readonly Subject[] {
  const { tip, before, commit } = synced ?? {}
  const lost = pushed.length === 0 && tip !== undefined && before !== undefined ? [commitAfter(tip, before)] : []
  return [...pushed, ...lost, ...(tip !== undefined && commit !== undefined ? [commitAfter(commit, tip)] : [])]
}

/**
 * Handles pushes to the default branch, in their order: copies of states are brought into agreement, then it is checked what stands
 * there, since a check run that is concluded says that the push is handled.
 *
 * @param pushed those that were delivered; none: one that was lost is looked for
 */
export async function afterPush(ports: Syncing & HeadChecking, pushed: readonly Subject[]): Promise<PushHandled> {
  const [first] = pushed
  const since = first?.base?.kind === 'commit' ? first.base.sha : undefined
  const synced = first && since === undefined ? undefined : await syncDefaultBranch(ports, since)
  const checked = new Map<string, string>()
  for (const subject of subjectsOf(pushed, synced)) checked.set(subject.head, (await checkHead(ports, subject)).conclusion)
  return { synced, checked }
}
