import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Clock, WithHost, PolicySource } from '../ports.ts'
import type { Change } from '../../core/change.ts'
import type { CommandName } from '../../core/command-names.ts'
import type { Context } from '../../core/context.ts'
import type { ChangeSet, Content, CommandDiagnostic } from '../../core/command.ts'
import { isReservedPath } from '../../core/configured-paths.ts'
import type { Conversation, LedgerCommit } from '../../core/host/conversation.ts'
import { msg } from '../../core/message.ts'
import type { View } from '../../core/view.ts'
import { refusedAnswer as refusedBy } from '../../engine/commands/answer.ts'
import { handledCommandsIn, keyOf, type LedgerEntry } from '../../engine/commands/ledger.ts'
import { mayGive } from '../../engine/commands/permission.ts'
import type { Plan, CommandResult } from '../../engine/commands/plan.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import { bytesOf, overlay } from '../../engine/overlay.ts'
import { pastOfHost, type PastReader } from '../command/past-of.ts'
import { planOver } from '../command/run.ts'
import { TreeTooLarge } from '../validate/bounded-tree.ts'
import {
  withRequesters,
  separationOfDutiesRefusals,
  takingBackRefusals,
  type LastRequesters,
  type SeparationOfDuties,
} from './authorization/separation-of-duties.ts'
import type { PlanningViews } from './planning-views.ts'
import { permissionPolicyOf, type AuthorizedComment } from './authorization/authorize.ts'
import { causeOf } from './comment.ts'

/** The results of the commands of one comment, on the result of the comments before it. */
export interface PlannedComment {
  readonly authorized: AuthorizedComment
  readonly plan: Plan
  /** The commit by Baton that its commands were found in: they were run before. */
  readonly before: string | undefined
  /** Whether it was handled before, by a commit or by an answer. */
  readonly again: boolean
}

/** All comments that wait for one branch, planned together. */
export interface Batch {
  readonly plannedComments: readonly PlannedComment[]
  /** The changes of all of them together. */
  readonly changes: ChangeSet
  /** The files on which it was planned. */
  readonly views: PlanningViews
  /** The files with all changes, and the other input with which the last comment was planned. */
  readonly after: View
  readonly context: Context
}

export interface BatchRequest {
  readonly ports: Clock & PolicySource & WithHost<PastReader>
  readonly views: PlanningViews
  readonly configuration: Configuration
  readonly conversation: Conversation
  /** Commits of the branch, newest first. */
  readonly ledger: readonly LedgerCommit[]
  readonly separationOfDuties: SeparationOfDuties | undefined
  /** Reads the commits of the change under review. */
  readonly change: () => Promise<Change | undefined>
  /** Whether the plan becomes one commit; otherwise each comment is handled by itself. */
  readonly commits: boolean
}

/** Keys of commands that were handled, and the commit that handled them. */
export function handledKeys(ledger: readonly LedgerCommit[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  for (const { isOwn, message, sha } of ledger) {
    if (isOwn) for (const { key } of handledCommandsIn(message)) if (key !== undefined) keys.set(key, sha)
  }
  return keys
}

/** The commit that has handled a comment: all of its commands, or none. */
export const handlingCommit = (
  keys: ReadonlyMap<string, string>,
  { comment, commands }: AuthorizedComment,
): string | undefined =>
  commands.map((_, index) => keys.get(keyOf(causeOf(comment, index)))).find((sha) => sha !== undefined)

/** A plan that changes nothing. */
const emptyPlan = (outcome: Plan['outcome'], on: View): Plan => ({
  outcome,
  results: [],
  changes: new Map(),
  headDigests: new Map(),
  after: on,
})

const refusedPlan = ({ commands }: AuthorizedComment, diagnostics: readonly CommandDiagnostic[], on: View): Plan => ({
  ...emptyPlan('refused', on),
  results: [
    { command: commands.map(({ line }) => line).join(' '), name: undefined, on, moves: [], ...refusedBy(diagnostics) },
  ],
})

/** The refusal of every command on a tree that is not read. */
const treeRefusal = ({ code, message, hint, path }: Diagnostic): CommandDiagnostic => ({
  code,
  severity: 'error',
  message,
  place: { path },
  ...(hint !== undefined && { hint }),
})

async function planComment(
  request: BatchRequest,
  authorized: AuthorizedComment,
  head: View,
  requesters: LastRequesters,
): Promise<Plan> {
  const { ports, views, configuration, conversation, ledger, separationOfDuties, change } = request
  const { comment, commandAuthor, commands, refused } = authorized
  if (refused.length > 0) return refusedPlan(authorized, refused, head)
  if (views.tooLarge) return refusedPlan(authorized, [treeRefusal(views.tooLarge)], head)
  const { sha, base, protocols, descriptors, selection } = views
  const permissionPolicy = permissionPolicyOf(configuration, conversation)
  const planInput = {
    head,
    sha,
    base,
    context: views.contextAt(comment.at),
    protocols,
    actor: comment.author,
    may: (name: CommandName) => mayGive(name, commandAuthor, permissionPolicy),
  }
  const past = () => Promise.resolve(pastOfHost(ports.host, sha, ledger, selection, change))
  const plan = await planOver(commands, planInput, ports.protocolRegistry, descriptors, configuration, past).catch(
    (error: unknown) => {
      // A commit of the past.
      if (error instanceof TreeTooLarge) return refusedPlan(authorized, [treeRefusal(error.diagnostic)], head)
      throw error
    },
  )
  const reservedPath = [...plan.changes.keys()].find(isReservedPath)
  if (reservedPath !== undefined) {
    const message = msg`Unexpected change of ${reservedPath}, expected none below ${'.git'} or ${'.github'}`
    return refusedPlan(authorized, [refusal('COMMIT_REFUSED', message, 'No command writes there')], head)
  }
  if (plan.outcome === 'refused') return plan
  const refusals = [
    ...takingBackRefusals(authorized, plan, permissionPolicy),
    ...separationOfDutiesRefusals(
      separationOfDuties && { ...separationOfDuties, lastRequesters: requesters },
      authorized,
      plan,
    ),
  ]
  return refusals.length > 0 ? refusedPlan(authorized, refusals, head) : plan
}

/** Plans every comment on the result of those before it; one that is refused leaves no trace in those after it. */
export async function planAll(comments: readonly AuthorizedComment[], request: BatchRequest): Promise<Batch> {
  const keys = handledKeys(request.ledger)
  const changes = new Map<string, Content>()
  const plannedComments: PlannedComment[] = []
  const { views } = request
  let after = views.head
  let context = views.contextAt(comments[0]?.comment.at ?? request.ports.now())
  let requesters = request.separationOfDuties?.lastRequesters ?? new Map<string, string>()
  for (const authorized of comments) {
    const commitBefore = handlingCommit(keys, authorized)
    if (commitBefore !== undefined || authorized.answered) {
      const outcome = commitBefore === undefined ? (authorized.answered ?? 'unchanged') : 'changed'
      plannedComments.push({ authorized, before: commitBefore, again: true, plan: emptyPlan(outcome, after) })
      continue
    }
    const plan = await planComment(request, authorized, after, requesters)
    plannedComments.push({ authorized, before: commitBefore, again: false, plan })
    if (plan.changes.size > 0) requesters = withRequesters(requesters, authorized, plan)
    context = views.contextAt(authorized.comment.at)
    if (request.commits && plan.changes.size > 0) {
      const isFirst = changes.size === 0
      for (const [path, content] of plan.changes) changes.set(path, content === null ? null : bytesOf(content))
      // One view after another would be slow with many comments.
      after = isFirst ? plan.after : overlay(views.head, changes)
    }
    // Webhooks are answered between two plans.
    await request.ports.pause(0)
  }
  return { plannedComments, changes, views, after, context }
}

/** A command's groups of trailers: one for each target that it moves. */
function entriesFor(
  { authorized: { comment } }: PlannedComment,
  { name, command, moves }: CommandResult,
  index: number,
): readonly LedgerEntry[] {
  const details = {
    command: name ?? command,
    actor: comment.author,
    cause: causeOf(comment, index),
  }
  const noTransition = { target: undefined, from: undefined, to: undefined, digest: undefined }
  return moves.length === 0
    ? [{ ...details, ...noTransition }]
    : moves.map(({ target, from, to, digest }) => ({ ...details, target, from, to, digest }))
}

/** The trailers of a commit with all changes. */
export const entriesOf = ({ plannedComments }: Batch): readonly LedgerEntry[] =>
  plannedComments.flatMap((plannedComment) =>
    plannedComment.plan.changes.size === 0
      ? []
      : plannedComment.plan.results.flatMap((result, index) =>
          result.dryRun !== true && result.changes.size > 0 ? entriesFor(plannedComment, result, index) : [],
        ),
  )

/** The digests of each comment's targets: a batch may be planned again on another head where these are the same. */
export type SeenTargets = ReadonlyMap<number, Plan['headDigests']>

/** The targets of each comment, as the batch has read them. */
export const targetsSeenIn = ({ plannedComments }: Batch): SeenTargets =>
  new Map(plannedComments.map(({ authorized, plan }) => [authorized.comment.id, plan.headDigests]))

/** The refusals of comments whose targets have changed on the new head. */
export function refusalsForMovedTargets(
  targetsBefore: SeenTargets,
  { plannedComments }: Batch,
  head: string,
): ReadonlyMap<number, ReturnType<typeof refusal>> {
  const refusals = new Map<number, ReturnType<typeof refusal>>()
  for (const { authorized, plan } of plannedComments) {
    const seenBefore = targetsBefore.get(authorized.comment.id)
    const movedTarget = [...plan.headDigests].find(([target, { state, contract }]) => {
      const targetBefore = seenBefore?.get(target)
      return targetBefore !== undefined && (targetBefore.state !== state || targetBefore.contract !== contract)
    })
    if (!movedTarget) continue
    const message = msg`Unexpected change of ${movedTarget[0]} by ${head.slice(0, 7)} while this was being done`
    refusals.set(authorized.comment.id, refusal('HEAD_MOVED', message, 'Look at what has changed, and give it again.'))
  }
  return refusals
}
