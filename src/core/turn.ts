import type { Proposal } from './action.ts'
import { commandWord, visibleLine } from './message.ts'
import { agentInFiles, bareName, type NamedTarget, type Target } from './target.ts'
import { parseIsoTime } from './time.ts'

/** A decision that is due: a question to answer, an error to judge, a review to give. */
export interface Decision {
  readonly kind: 'question' | 'error' | 'review'
  readonly text: string
}

/** Whose turn it is to go on with a target (docs/board.md, "Lanes"). */
export interface Turn {
  /** The decision of a person that it waits for. */
  readonly asks?: Decision
  /** The agent that the work is meant for, by name. */
  readonly agent?: string
  /** When the present holder got control, ISO 8601: only where the files say the moment itself. */
  readonly since?: string
  /** The whole command that goes on, `/accept TinyGain`. */
  readonly next?: string
  /** Why it cannot go on yet. */
  readonly waits?: string
  /** Nothing is left to do. */
  readonly ended?: true
  /** Others are parts of it: it has no turn of its own. */
  readonly container?: true
  /** Its file cannot be read: it is unknown whose turn it is. */
  readonly unreadable?: true
}

/**
 * What a protocol says about the turn of a target in addition to its next action. `since` is written as in the file.
 */
export type TurnDetails = Pick<Turn, 'asks' | 'since' | 'ended' | 'container' | 'unreadable'>

/**
 * The words of a command without what may be left out: the first of its alternatives alone, a text or a choice of
 * values that is due as `…`.
 */
const shortenWords = (words: string): string =>
  words
    .replace(/^(--[a-z-]+ )[\w-]+(?:\|[\w-]+)+/, (_, option: string) => `${option}…`)
    .replace(/^([a-z_]+)(?:\|[a-z_]+)+(?: "…")?/, (_, first: string) => first)
    .replaceAll('"…"', '…')

/** The options among what a command needs, each with `…` for its value. */
const optionsIn = (needs: readonly string[] = []): readonly string[] =>
  needs.flatMap((need) => (need.startsWith('--') ? [need.replace(/ .*$/su, ' …')] : []))

/** The whole command of a next action, `/handback TinyGain success --complexity …`; `undefined` where it has none. */
export function commandOf({ run, needs }: Proposal, name: string): string | undefined {
  if (!run) return undefined
  const [command, words = ''] = run
  return [`/${command}`, name, shortenWords(words), ...optionsIn(needs)].filter((part) => part !== '').join(' ')
}

/**
 * What a target can go on by: its command, or why there is none yet. `repairs`: the command repairs what is wrong with
 * it.
 */
export type Step = Pick<Turn, 'next' | 'waits'> & { readonly repairs?: true }

/** How much is kept of what a target waits for: as much as people read before they decide. */
const maxReasonLength = 4000

function decisionOf(target: Target, proposal: Proposal | undefined): Decision | undefined {
  const { question, error, state, holder } = target
  if (question !== undefined || proposal?.do === 'answer') return { kind: 'question', text: question ?? state }
  if (proposal?.do === 'decide') return { kind: 'error', text: error ?? proposal.why ?? state }
  if (error !== undefined && holder !== 'agent') return { kind: 'error', text: error }
  return proposal?.do === 'review' ? { kind: 'review', text: proposal.why ?? state } : undefined
}

/**
 * The turn of a target, by its state and the next action on it, alike for all protocols. Nothing that still waits for a
 * decision has ended; what has may be taken up again.
 */
export function turnOf(target: Target, proposal: Proposal | undefined, { next, waits, repairs }: Step = {}): Turn {
  const { turn: { asks: statedDecision, since: statedSince, ended, container, unreadable } = {}, grant } = target
  const repair = repairs && next !== undefined ? { next } : {}
  if (container || unreadable) return { ...(container && { container }), ...(unreadable && { unreadable }), ...repair }
  const asks = statedDecision ?? decisionOf(target, proposal)
  const agent = grant?.agent ?? agentInFiles(target) ?? proposal?.agent
  const since = [grant?.since, statedSince].flatMap((time) => (time === undefined ? [] : (parseIsoTime(time) ?? [])))[0]
  const isOver = ended === true && asks === undefined && proposal?.do !== 'mend'
  return {
    ...(asks && { asks: { kind: asks.kind, text: visibleLine(asks.text, maxReasonLength) } }),
    ...(agent !== undefined && !isOver && { agent }),
    ...(since !== undefined && { since }),
    ...(next !== undefined && { next }),
    ...(waits !== undefined && waits !== asks?.text && { waits: visibleLine(waits, maxReasonLength) }),
    ...(isOver && { ended: true }),
  }
}

/** How commands name targets: each by the shortest name that no other has, in quotes where it has blanks. */
export function shortNames(targets: readonly NamedTarget[]): (id: string) => string {
  const forms = (id: string) =>
    [...new Set([bareName(id).split('@', 1)[0] ?? '', bareName(id)])].filter((name) => name !== '')
  const counts = new Map<string, number>()
  for (const { id, aliases = [] } of targets)
    for (const name of new Set([...forms(id), ...aliases])) counts.set(name, (counts.get(name) ?? 0) + 1)
  return (id) => {
    return commandWord(forms(id).find((name) => counts.get(name) === 1) ?? id)
  }
}
