import type { Steps } from '../../core/steps.ts'
import type { HostIdentity } from '../../core/host/host.ts'
import type { Clock, WithHost, PolicySource } from '../ports.ts'
import type { Repository } from '../../core/repository.ts'
import type { ChangeSet } from '../../core/command.ts'
import type { LedgerCommit } from '../../core/host/conversation.ts'
import type { Protocol, ProtocolDescriptor, Reconciliation } from '../../core/protocol.ts'
import type { View } from '../../core/view.ts'
import { addedErrors } from '../../engine/commands/effects.ts'
import { readingsOf } from '../../engine/commands/resolve.ts'
import { entriesOf } from '../../engine/commands/entries.ts'
import type { LedgerEntry } from '../../engine/commands/ledger.ts'
import { planner, type PlanRequest, type RequestedCommand } from '../../engine/commands/plan.ts'
import { unquotedWords } from '../../engine/commands/words.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import { overlay } from '../../engine/overlay.ts'
import { openProtocols } from '../validate/discovery.ts'
import { contextOf } from '../validate/policy.ts'
import { wasSynced } from './handled.ts'

/** A push: up to a commit, since another. */
export interface PushRange {
  readonly before: string
  readonly tip: string
}

/** The files before and after a push, and the commands that bring them into agreement. */
export interface PushedState {
  readonly configuration: Configuration
  /** The protocols that were looked for, and those that are found. */
  readonly descriptors: readonly ProtocolDescriptor[]
  readonly protocols: readonly Protocol[]
  readonly request: Omit<PlanRequest, 'head'>
  readonly head: View
  readonly reconcile: readonly Reconciliation[]
}

/**
 * Reads the moves of a push. A push that only edits what Baton wrote after an earlier push contradicts it on purpose,
 * and is kept.
 */
export async function readPush(
  ports: Pick<Clock, 'now'> & PolicySource & WithHost<Pick<Repository, 'commitTree'> & HostIdentity>,
  configuration: Configuration,
  { before, tip }: PushRange,
  ledger: readonly LedgerCommit[],
): Promise<PushedState> {
  const { host, protocolRegistry } = ports
  const trees = { head: host.commitTree(tip), base: host.commitTree(before) }
  const context = contextOf(configuration, ports.now(), trees)
  const { protocols, descriptors, ...views } = await openProtocols(protocolRegistry, { trees, configuration, context })
  const { protocols: sections, severity } = configuration
  const reconcile = protocols
    .map((protocol) => protocol.read(views, sections[protocol.name], context))
    .flatMap((reading) => (reading.found ? reading.reconcile() : []))
    .filter(({ target, onlyCopies }) => !onlyCopies || !wasSynced(ledger, target))
  const request = {
    context,
    protocols,
    descriptors,
    sections,
    severity,
    actor: host.ownLogin,
    maxCommands: reconcile.length,
  }
  return { configuration, descriptors, protocols, request, head: views.head, reconcile }
}

/** The changes after a push. */
export interface SyncPlan {
  readonly changes: ChangeSet
  readonly entries: readonly LedgerEntry[]
  /** Targets that are left to the audit, since a command refuses to do it. */
  readonly skipped: readonly string[]
}

/**
 * So many targets are brought into agreement at once: each is planned, and checked, on the result of those before it.
 */
const maxCommands = 50

/**
 * Plans the commands that bring everything into agreement; those that are refused, or would add an error, are left out.
 * Pure.
 */
export function* planSync({ request, reconcile }: PushedState, head: View, push: string): Steps<SyncPlan> {
  const batch = reconcile
    .slice(0, maxCommands)
    .map(({ command, words }): RequestedCommand => ({ name: command, words: unquotedWords(words), report: undefined }))
  const run = (commands: readonly RequestedCommand[]) => planner({ ...request, head })(commands)
  const firstPlan = yield* run(batch)
  const refusedIndexes = new Set(
    firstPlan.results.flatMap(({ outcome }, index) => (outcome === 'refused' ? [index] : [])),
  )
  const { changes, results } = yield* run(batch.filter((_, index) => !refusedIndexes.has(index)))
  return {
    changes,
    entries: results.flatMap((result) => entriesOf(result, undefined, { kind: 'push', sha: push })),
    skipped: reconcile.flatMap(({ target }, index) =>
      refusedIndexes.has(index) || index >= maxCommands ? [target] : [],
    ),
  }
}

export function* addsErrors({ request, protocols, head }: PushedState, changes: ChangeSet): Steps<boolean> {
  const findAddedErrors = addedErrors(request, readingsOf(request))
  return (
    (yield* findAddedErrors(protocols, undefined, { before: head, after: overlay(head, changes), changes })).length > 0
  )
}
