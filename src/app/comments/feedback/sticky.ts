import type { CheckClaims, Clock, WithHost } from '../../ports.ts'
import type { Conversation, LedgerCommit } from '../../../core/host/conversation.ts'
import type { ConversationReader, EffectPerformer } from '../../../core/host/host.ts'
import type { EffectEnd } from '../../../core/host/effect.ts'
import type { Report } from '../../../core/report.ts'
import { handledCommandsIn, type LedgerEntry } from '../../../engine/commands/ledger.ts'
import { showsCommit, sticky, stickyMarker, type StickyRow } from '../../../render/sticky.ts'
import { markedBy, publish, type CommentEffect } from './publish.ts'

/** What a command moved, and who gave it. */
type MovedTarget = Pick<LedgerEntry, 'target' | 'actor'>

/** A commit by Baton that is not in the conversation yet, with its commands. */
interface LatestCommit {
  readonly sha: string
  readonly entries: readonly MovedTarget[]
}

/** Targets that commits by Baton moved on a pull request, each with the last of them, oldest first. */
function lastMoves(ledger: readonly LedgerCommit[], latest: LatestCommit | undefined) {
  const rows = new Map<string, { readonly sha: string; readonly actor: string | undefined }>()
  const record = (sha: string, entries: readonly MovedTarget[]) => {
    for (const { target, actor } of entries) if (target !== undefined) rows.set(target, { sha, actor })
  }
  for (const { isOwn, sha, message } of ledger.toReversed()) if (isOwn) record(sha, handledCommandsIn(message))
  if (latest) record(latest.sha, latest.entries)
  return rows
}

/** Our overview in a pull request; `undefined`: it has none. */
const existingOverview = (conversation: Conversation) => markedBy(conversation, stickyMarker)

/** Whether a pull request has an overview that does not show the state at a commit. */
export function isOutdated(conversation: Conversation, head: string): boolean {
  const overview = existingOverview(conversation)
  return overview !== undefined && !showsCommit(overview.text, head)
}

/** The targets that a check found; or why it could not find any, as a sentence. */
interface FoundTargets extends Pick<Report, 'targets'> {
  readonly unknownWhy?: string | undefined
}

/**
 * Makes the overview show the state at a commit, which was checked. No effects: it does already, or there is no state to
 * show.
 */
export function stickyEffects(
  conversation: Conversation,
  { targets, unknownWhy }: FoundTargets,
  head: string,
  latest?: LatestCommit,
): readonly CommentEffect[] {
  const rows = [...lastMoves(conversation.commits, latest)].map(([target, lastMove]): StickyRow => {
    const currentTarget = targets.find(({ id }) => id === target)
    const absent = unknownWhy === undefined ? 'gone' : 'unknown'
    return { target, state: currentTarget?.state ?? absent, holder: currentTarget?.holder, ...lastMove }
  })
  const text = sticky(rows, head, unknownWhy)
  const overview = existingOverview(conversation)
  if (overview) return overview.text.trimEnd() === text.trimEnd() ? [] : [{ do: 'edit', comment: overview.node, text }]
  return rows.length === 0 ? [] : [{ do: 'comment', in: conversation.node, text }]
}

/** What renewing an overview needs. */
export type RenewalPorts = Pick<Clock, 'pause'> &
  Pick<CheckClaims, 'overviews'> &
  WithHost<ConversationReader & EffectPerformer>

/**
 * Renews the overview of a pull request after a check of its head: one request where it has none, or shows that
 * already.
 *
 * @param report is called where something has to be written; `undefined`: the check could not say anything of the
 * targets
 * @param checked `again`: the head was checked before, so that an overview that shows it is right
 */
export async function renewOverview(
  { overviews, ...ports }: RenewalPorts,
  number: number,
  head: string,
  report: () => Promise<Report | undefined>,
  { again }: { readonly again: boolean },
): Promise<readonly EffectEnd[]> {
  const conversation = await ports.host.conversation(number, [])
  // A newer head has its own check.
  if (!conversation || conversation.pull?.head.sha !== head) return []
  const isDue = again ? isOutdated(conversation, head) : existingOverview(conversation) !== undefined
  const currentReport = isDue ? await report() : undefined
  if (isDue && !currentReport) return []
  const ends = await publish(ports, number, currentReport ? stickyEffects(conversation, currentReport, head) : [])
  if (ends.every(({ end }) => end === 'done')) await overviews?.note(number, head)
  return ends
}
