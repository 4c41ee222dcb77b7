import type { Effect } from '../../../core/host/effect.ts'
import { minute } from '../../../core/time.ts'
import { nearMissMessage } from '../../../engine/commands/grammar.ts'
import { ageOf } from '../../../render/board.ts'
import type { CommandRow } from '../../../render/command-summary.ts'
import { prefixedResult } from '../../../render/spelling.ts'
import { reply } from '../../../render/reply-comment.ts'
import { diffOf } from '../../../render/transition.ts'
import type { PlannedComment } from '../batch.ts'
import { changesState } from '../authorization/authorize.ts'
import type { Situation } from '../authorization/situation.ts'
import type { IncomingComment, ParsedComment } from '../comment.ts'
import { editReplyEffect } from './publish.ts'

export interface CommentResult {
  readonly outcome: 'changed' | 'unchanged' | 'refused' | 'nothing'
  /** It is only shown: in a dry run, or as a patch where the head is in a fork. */
  readonly shown?: 'dry-run' | 'patch'
  /** The commit that holds it: made now, or found. */
  readonly sha: string | undefined
  /** Whether it was handled before, and only its answer was missing. */
  readonly again: boolean
  readonly commands: readonly string[]
  /** Why it was refused: each code once, the first one first. */
  readonly codes: readonly string[]
  /** The result of each command, with the reasons; empty if the comment was handled before. */
  readonly rows: readonly CommandRow[]
  readonly effects: readonly Effect[]
  /** The reply as Markdown, if there is one. */
  readonly answer?: string
  /** The pull request that was opened for it. */
  readonly pull?: number
  /** What could not be shown, and why: sentences by `msg`. */
  readonly refused: readonly string[]
}

/** How a comment was handled, for the log and the summary. */
export interface HandledComment {
  readonly comment: ParsedComment
  readonly answered: CommentResult
}

/** A commit that was made, as it was seen after that. */
export interface ObservedCommit {
  readonly sha: string
  /** Whether the host signed it. */
  readonly verified: boolean
  /** The pull request that was opened for it. */
  readonly pull?: number
}

/** The sentence about a diff that is not committed: that of a dry run, or one that a fork cannot be given. */
function diffFor({ plan, authorized }: PlannedComment, { place }: Situation) {
  const shownResults = plan.results.filter(
    ({ dryRun, changes: resultChanges }) =>
      resultChanges.size > 0 && (dryRun === true || (place.kind === 'fork' && plan.outcome === 'changed')),
  )
  const [first] = shownResults
  if (!first) return undefined
  const isDry = shownResults.every(({ dryRun }) => dryRun === true)
  const about = isDry
    ? 'This is what would be changed; nothing was changed.'
    : 'The head is in a fork, where nothing can be pushed to. This patch does it: save it and apply it there with `git apply`.'
  const text = isDry
    ? shownResults.map(({ changes: resultChanges, on }) => diffOf(resultChanges, on)).join('')
    : diffOf(plan.changes, first.on)
  return { about, text, comment: authorized.comment.text }
}

/** From when on what the sweep found counts as late, in milliseconds: its delivery may be on the way. */
const minDelay = 5 * minute

/** Whether a comment that the sweep found is handled late. */
const isLate = ({ at, late }: IncomingComment, now: string): boolean =>
  late && Date.parse(now) - Date.parse(at) >= minDelay

/**
 * Whether there is more to say than a reaction: something on which a person must act, the result of a reading command,
 * or notices.
 */
function needsReply({ plan, authorized }: PlannedComment, { place, ports }: Situation): boolean {
  if (
    plan.outcome === 'refused' ||
    place.kind === 'fork' ||
    isLate(authorized.comment, ports.now()) ||
    authorized.nearMisses.length > 0
  )
    return true
  return (
    authorized.commands.some((command) => !changesState(command.name)) ||
    plan.results.some(
      // A person must answer an agent's question.
      ({ name, outcome, dryRun, question, leaves, diagnostics, report }) =>
        dryRun === true ||
        outcome === 'unchanged' ||
        (name === 'handback' && question !== undefined) ||
        report !== undefined ||
        leaves === true ||
        diagnostics.some(({ severity }) => severity !== 'notice'),
    )
  )
}

/** Whether a comment gets a reply, where its commit opens no pull request. */
export const isReplied = (plannedComment: PlannedComment, situation: Situation): boolean =>
  !plannedComment.again && needsReply(plannedComment, situation)

/** The results as people read them, whose commands are those that work there. */
const shownResults = ({ results }: PlannedComment['plan'], { policy }: Situation): PlannedComment['plan']['results'] =>
  policy.configuration.commands.prefix === 'required' ? results.map(prefixedResult) : results

/** The answer to a comment or a click: what was done and what was not, why, and what to do. */
export function textOf(
  { authorized, plan, again }: PlannedComment,
  situation: Situation,
  commit: ObservedCommit | undefined,
  diff?: ReturnType<typeof diffFor>,
): string {
  const { comment, nearMisses } = authorized
  const now = situation.ports.now()
  return reply({
    comment: comment.id,
    results: shownResults(plan, situation).map((result) => ({
      ...result,
      asks: result.name !== undefined && !changesState(result.name),
    })),
    refused: plan.outcome === 'refused',
    shown: situation.place.kind === 'fork',
    diff,
    proof: plan.changes.size > 0 && !again && commit ? { ...commit, files: [...plan.changes.keys()] } : undefined,
    unread: [...new Set(nearMisses.map(nearMissMessage))],
    notes: isLate(comment, now) ? [`This was handled late, ${ageOf(comment.at, now)} after it was written.`] : [],
  })
}

export const codesOf = ({ results }: PlannedComment['plan']): readonly string[] => [
  ...new Set(
    results.flatMap(({ outcome, diagnostics }) => (outcome === 'refused' ? diagnostics.map(({ code }) => code) : [])),
  ),
]

/** Each command of a comment, and each word that was perhaps meant as one, with its outcome. */
function rowsOf({ authorized: { nearMisses }, plan }: PlannedComment, situation: Situation): readonly CommandRow[] {
  const { outcome } = plan
  const isFork = situation.place.kind === 'fork'
  const isRefused = outcome === 'refused'
  return [
    ...shownResults(plan, situation).map((result): CommandRow => {
      const reasons = result.diagnostics.filter(({ severity }) => severity === 'error' || result.outcome !== 'refused')
      return {
        command: result.command,
        target: result.target,
        outcome: isRefused && result.outcome !== 'refused' ? 'nothing' : result.outcome,
        reasons: isRefused && result.outcome !== 'refused' ? [] : reasons,
        ...(result.dryRun ? { dryRun: true as const } : isFork && { patch: true as const }),
      }
    }),
    ...nearMisses.map((nearMiss): CommandRow => ({
      command: nearMiss.written,
      target: undefined,
      outcome: 'nothing',
      reasons: [],
      nearMiss: nearMissMessage(nearMiss),
    })),
  ]
}

/**
 * The answer to a comment: quiet on success, specific on failure (docs/commands.md, "What comes back"). A comment by
 * Baton is not written twice.
 */
export function replyTo(
  plannedComment: PlannedComment,
  situation: Situation,
  commit: ObservedCommit | undefined,
): CommentResult {
  const { authorized, plan, before, again } = plannedComment
  const { comment, commands } = authorized
  const outcome = commands.length === 0 ? ('nothing' as const) : plan.outcome
  const isFork = situation.place.kind === 'fork'
  const shown = isFork && plan.changes.size > 0 ? 'patch' : plan.changes.size > 0 || again ? undefined : 'dry-run'
  const hasReply = (!again && commit?.pull !== undefined) || isReplied(plannedComment, situation)
  const answer =
    hasReply && !authorized.edited
      ? textOf(plannedComment, situation, commit, diffFor(plannedComment, situation))
      : undefined
  const replyEffect = (): Effect =>
    answer === undefined
      ? editReplyEffect(situation.conversation.node, comment.id)
      : { do: 'comment', in: situation.conversation.node, text: answer }
  return {
    outcome,
    ...(outcome === 'changed' && shown && { shown }),
    sha: before ?? (plan.changes.size > 0 && !again ? commit?.sha : undefined),
    again,
    commands: commands.map(({ name }) => name),
    codes: codesOf(plan),
    rows: rowsOf(plannedComment, situation),
    refused: [],
    ...(answer !== undefined && { answer }),
    effects: [
      // In a locked conversation a refusal gets a reaction and no reply.
      ...(hasReply && !(situation.conversation.locked && outcome === 'refused') ? [replyEffect()] : []),
      ...(commands.length > 0
        ? [{ do: 'react', to: comment.node, with: outcome === 'refused' ? '-1' : 'rocket' } as const]
        : []),
    ],
  }
}
