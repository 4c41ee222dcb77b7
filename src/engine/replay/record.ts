import type { Compared } from '../../core/compared.ts'
import { laneOf, unreadableState, type Lane } from '../../core/board.ts'
import type { Context } from '../../core/context.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { CommitFacts, Episode, HistoryCommit, WalkedCommit } from '../../core/history.ts'
import { grouped } from '../../core/grouped.ts'
import { once } from '../../core/once.ts'
import type { Protocol, Reading } from '../../core/protocol.ts'
import type { Target } from '../../core/target.ts'
import { turnOf } from '../../core/turn.ts'
import type { Selector, View } from '../../core/view.ts'
import type { Sieve } from '../../documents/selection.ts'
import { judge } from '../checking/judge.ts'
import { textTester } from '../checking/unreadable.ts'
import { handledIn } from '../commands/ledger.ts'
import { grantRules, grantSubject } from '../grants.ts'
import { begin, endOf, goOn, keyOf, type OpenEpisode } from './episodes.ts'
import type { ReplayRequest } from './request.ts'
import type { SegmentGatherer } from './segments.ts'
import { span } from './sums.ts'

/** An episode with the state commits in which it is open, counted from 0; the second is exclusive. */
export interface Placed {
  readonly episode: Episode
  readonly from: number
  readonly to: number
}

/** The codes whose rules compare two places. */
export const contradictionCodes = (protocols: readonly Protocol[]): readonly string[] =>
  protocols.flatMap(({ rules }) => rules.flatMap(({ code, contradiction }) => (contradiction ? [code] : [])))

const firstLine = (message: string) => message.split('\n', 1)[0] ?? ''

/** What a history says of a commit. */
export function historyCommit({ sha, parents }: WalkedCommit, { at, author, message }: CommitFacts): HistoryCommit {
  const handled = handledIn(message)
  const command = handled[0]?.command
  return {
    commit: sha,
    at,
    author,
    subject: firstLine(message),
    merge: parents > 1,
    ...(handled.length > 0 && { by: 'baton' as const, ...(command !== undefined && { command }) }),
  }
}

/** A protocol that is replayed. */
export interface Followed {
  readonly protocol: Protocol
  readonly sieve: Sieve
  /** What it looked at besides when it was last read. */
  further: readonly Selector[]
  readonly open: Map<string, OpenEpisode>
  /** What the contradictions in each of its targets followed from when it was last read. */
  inputs: ReadonlyMap<string, readonly unknown[]>
  ids: ReadonlySet<string>
}

const areSame = (one: readonly unknown[] | undefined, other: readonly unknown[]): boolean =>
  one?.length === other.length && other.every((each, index) => each === one[index])

/** The targets whose contradictions may be others since a protocol was last read; absent: it does not know them apart. */
function movedSince(each: Followed, targets: readonly Target[], { apart }: Reading): ReadonlySet<string> | undefined {
  if (!apart) return undefined
  const inputs = new Map(targets.map(({ id }) => [id, apart.inputs(id)]))
  const moved = new Set(targets.flatMap(({ id }) => (areSame(each.inputs.get(id), inputs.get(id) ?? []) ? [] : [id])))
  each.inputs = inputs
  return moved
}

/** A step of the replay: from a commit to the next. */
export interface Step {
  /** What is before it is unknown. */
  readonly isCutOff: boolean
  /** The number of state commits before it. */
  readonly before: number
}

/** The lane of a target by its turn, as on the board. How a command would name it does not matter. */
const laneAt = (target: Target, reading: Reading): Lane => laneOf(target.holder, turnOf(target, reading.next(target), target.id))

type Sight = Pick<Reading, 'findings' | 'compared'>

/** The replay of some protocols, with the episodes and segments recorded so far. */
export function recorder(request: ReplayRequest, followed: readonly Followed[], segments: SegmentGatherer) {
  const { severity, codes, known, limit } = request
  const isUnreadable = textTester(limit)
  const ofGrants = grantRules.filter(({ code }) => codes.has(code))
  const comparing = new Set(contradictionCodes(followed.map(({ protocol }) => protocol)))
  const narrowed = new Map(followed.map(({ protocol }) => [protocol.name, protocol.rules.filter(({ code }) => codes.has(code))]))
  const episodes: Placed[] = []

  const isKnown = (found: Diagnostic) =>
    known.some(({ code, target, path }) => code === found.code && (target === undefined ? path === found.path : target === found.target))

  /** @param apart the reading of the targets whose contradictions are looked for: what else is found is looked for in all */
  const findingsOf = (protocol: Protocol, reading: Reading, apart: Sight, context: Context): ReadonlyMap<string, Diagnostic> => {
    const found = new Map<string, Diagnostic>()
    if (!reading.found) return found
    const judging = { reading, mode: 'soft' as const, severity, touched: () => false, touchedTargets: [] }
    const subject = once(() => grantSubject(protocol, reading, { context, sections: request.sections }))
    const judged = [
      ...judge(protocol, narrowed.get(protocol.name) ?? [], {
        ...judging,
        findings: (rule) => (rule.contradiction ? apart : reading).findings(rule),
      }),
      ...judge(protocol, ofGrants, { ...judging, findings: (rule) => rule.check(subject()) }),
    ]
    for (const { diagnostic } of judged) {
      const key = keyOf(diagnostic)
      if (!found.has(key)) found.set(key, diagnostic)
    }
    return found
  }

  const closed = (open: OpenEpisode, last: string, more: Pick<Episode, 'how' | 'after'> & Partial<Episode>, to: number): Placed => {
    const { code, target, subject, severity: grave, known: isOld, began, first, last: said, values, before } = open
    const { seconds, isOdd } = began ? span(began.at, last) : { seconds: 0, isOdd: false }
    const episode = {
      code,
      ...(target !== undefined && { target }),
      ...(subject !== undefined && { subject }),
      severity: grave,
      ...(isOld && { known: true as const }),
      began,
      ...more,
      seconds,
      ...(isOdd && { clock: 'odd' as const }),
      stateCommits: to - before,
      first,
      last: said,
      values: values.size,
    }
    return { episode, from: before, to }
  }

  return {
    /** Reads a protocol at a commit, and compares what is found with what was. */
    read(each: Followed, view: View, context: Context, { isCutOff, before }: Step, at: HistoryCommit): void {
      const { protocol, open } = each
      const reading = protocol.read({ head: view }, request.sections[protocol.name], context)
      const targets = reading.found ? reading.targets : []
      const ids = new Set(targets.map(({ id }) => id))
      const moved = movedSince(each, targets, reading)
      const sight = (moved && reading.apart?.only(moved)) ?? reading
      const found = findingsOf(protocol, reading, sight, context)
      const compared = once((): ReadonlyMap<string | undefined, readonly Compared[]> =>
        grouped([...sight.compared()], ({ target }) => target),
      )
      const isAsBefore = ({ code, target = '' }: OpenEpisode) =>
        moved !== undefined && comparing.has(code) && ids.has(target) && !moved.has(target)
      for (const [key, episode] of open) {
        const finding = found.get(key)
        if (finding) {
          goOn(episode, finding)
          continue
        }
        if (isAsBefore(episode)) continue
        open.delete(key)
        const end = endOf(episode, {
          isThere: ids.has(episode.target ?? ''),
          pairs: comparing.has(episode.code) ? (compared().get(episode.target) ?? []) : undefined,
          exists: (path) => view.entry(path) !== undefined,
        })
        episodes.push(closed(episode, at.at, { ...end, ended: at }, before))
      }
      for (const [key, finding] of found) if (!open.has(key)) open.set(key, begin(finding, isCutOff ? null : at, isKnown(finding), before))
      for (const target of targets) {
        const lost = isUnreadable(view, target.path)
        const shown = lost ? { id: target.id, state: unreadableState } : target
        segments.see(protocol.name, shown, () => (lost ? 'unknown' : laneAt(target, reading)), at)
      }
      for (const id of each.ids) if (!ids.has(id)) segments.lose(id, at)
      each.ids = ids
    },
    /** All episodes; those that are open last until a time. */
    end(until: string, count: number): readonly Placed[] {
      const open = followed.flatMap((each) => [...each.open.values()])
      return [...episodes, ...open.map((episode) => closed(episode, until, { how: 'open', after: [] }, count))]
    },
  }
}
