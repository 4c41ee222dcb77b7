import type { PlaceComparison } from '../../core/compared.ts'
import { laneOf, type Lane } from '../../core/board.ts'
import type { Context } from '../../core/context.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { CommitFacts, Episode, HistoryCommit, WalkedCommit } from '../../core/history.ts'
import { groupBy } from '../../core/grouped.ts'
import { memo, once } from '../../core/once.ts'
import type { Protocol, Reading } from '../../core/protocol.ts'
import type { Target } from '../../core/target.ts'
import { turnOf } from '../../core/turn.ts'
import type { Selector, View } from '../../core/view.ts'
import type { PathFilter } from '../../documents/selection.ts'
import { judge } from '../checking/judge.ts'
import { isBroken, targetReader } from '../checking/unreadable.ts'
import { handledCommandsIn } from '../commands/ledger.ts'
import { grantRules, grantSubject } from '../grants.ts'
import { beginEpisode, endOf, continueEpisode, keyOf, type OpenEpisode } from './episodes.ts'
import { conflictRule, conflictsIn, countsInConflict, hasBothSides } from '../unmerged.ts'
import type { ReplayRequest } from './request.ts'
import type { SegmentGatherer } from './segments.ts'
import { span } from './sums.ts'
import type { UnitView, UnitViews } from './units.ts'

/** An episode with the state commits in which it is open, counted from 0; the second is exclusive. */
export interface EpisodeSpan {
  readonly episode: Episode
  readonly from: number
  readonly to: number
}

/** The codes whose rules compare two places. */
export const contradictionCodes = (protocols: readonly Protocol[]): readonly string[] =>
  protocols.flatMap(({ rules }) => rules.flatMap(({ code, contradiction }) => (contradiction ? [code] : [])))

const firstLine = (message: string) => message.split('\n', 1)[0] ?? ''

export function historyCommit(
  { sha, parents }: WalkedCommit,
  index: number,
  { at, author, message }: CommitFacts,
): HistoryCommit {
  const handled = handledCommandsIn(message)
  const command = handled[0]?.command
  return {
    commit: sha,
    index,
    at,
    author,
    subject: firstLine(message),
    merge: parents > 1,
    ...(handled.length > 0 && { by: 'baton' as const, ...(command !== undefined && { command }) }),
  }
}

export interface ReplayedProtocol {
  readonly protocol: Protocol
  readonly pathFilter: PathFilter
  /** Its units in the view of the files that it selects, and in the view that has its additional files, too. */
  readonly near: UnitViews
  readonly far: UnitViews
  /** The additional files that it selected when it was last read. */
  further: readonly Selector[]
  readonly open: Map<string, OpenEpisode>
  /** What it read last, where its targets can be read apart. */
  model: unknown
  ids: ReadonlySet<string>
}

/** A step of the replay: from a commit to the next. */
export interface Step {
  /** The commits before it are unknown. */
  readonly isCutOff: boolean
  /** The number of state commits before it. */
  readonly before: number
}

/** The lane of a target by its turn, as on the board. How a command would name it does not matter. */
const laneAt = (target: Target, reading: Reading): Lane => laneOf(target.holder, turnOf(target, reading.next(target)))

type FindingSource = Pick<Reading, 'findings' | 'compared'>

/** The targets, findings and comparisons of one unit. */
interface UnitReading {
  readonly isFound: boolean
  /** Its targets; where they can be read apart, those that may have changed since the last reading. */
  readonly targets: readonly { readonly target: Pick<Target, 'id' | 'holder' | 'state'>; readonly lane: () => Lane }[]
  /** The ids of all its targets. */
  readonly ids: ReadonlySet<string>
  /** The targets that may have changed since the last reading; absent: every target. */
  readonly moved: ReadonlySet<string> | undefined
  readonly findings: () => ReadonlyMap<string, Diagnostic>
  readonly compared: () => ReadonlyMap<string | undefined, readonly PlaceComparison[]>
}

/** The replay of some protocols, with the episodes and segments recorded so far. */
export function recorder(request: ReplayRequest, followed: readonly ReplayedProtocol[], segments: SegmentGatherer) {
  const { severity, codes, knownFindings, limit, sections } = request
  const readTarget = targetReader(limit)
  const checkedGrantRules = grantRules.filter(({ code }) => codes.has(code))
  const comparingCodes = new Set(contradictionCodes(followed.map(({ protocol }) => protocol)))
  const rulesByProtocol = new Map(
    followed.map(({ protocol }) => [protocol.name, protocol.rules.filter(({ code }) => codes.has(code))]),
  )
  const order = new Map(
    [...Array.from(rulesByProtocol.values()).flat(), ...checkedGrantRules].map(({ code }, index) => [code, index]),
  )
  const episodes: EpisodeSpan[] = []

  const isKnown = (finding: Diagnostic) =>
    knownFindings.some(
      ({ code, target, path }) =>
        code === finding.code && (target === undefined ? path === finding.path : target === finding.target),
    )

  /**
   * @param isolated the reading of the targets whose contradictions are looked for; rules that compare nothing check
   * all targets
   */
  const findingsOf = (
    protocol: Protocol,
    reading: Reading,
    isolated: FindingSource,
    context: Context,
  ): ReadonlyMap<string, Diagnostic> => {
    const findingsByKey = new Map<string, Diagnostic>()
    const judgeOptions = { reading, mode: 'soft' as const, severity, touched: () => false, touchedTargets: [] }
    const subject = once(() => grantSubject(protocol, reading, { context, sections }))
    const judgedFindings = [
      ...judge(protocol, rulesByProtocol.get(protocol.name) ?? [], {
        ...judgeOptions,
        findings: (rule) => (rule.contradiction ? isolated : reading).findings(rule),
      }),
      ...judge(protocol, checkedGrantRules, { ...judgeOptions, findings: (rule) => rule.check(subject()) }),
    ]
    for (const judgedFinding of judgedFindings) {
      if (!judgedFinding) continue
      const key = keyOf(judgedFinding.diagnostic)
      if (!findingsByKey.has(key)) findingsByKey.set(key, judgedFinding.diagnostic)
    }
    return findingsByKey
  }

  const readUnit = (replayedProtocol: ReplayedProtocol, { view, context }: UnitView): UnitReading => {
    const { protocol } = replayedProtocol
    const reading = protocol.read({ head: view }, sections[protocol.name], context)
    const { found: isFound, isolation } = reading
    const allIds = () => new Set([...replayedProtocol.ids, ...reading.targets.map(({ id }) => id)])
    const moved =
      isolation &&
      ((replayedProtocol.model === undefined ? undefined : isolation.movedSince(replayedProtocol.model)) ?? allIds())
    replayedProtocol.model = isolation?.model
    const isolatedReading = (moved && isolation?.only(moved)) ?? reading
    const { targets } = isolatedReading
    const targetIds = targets.map(({ id }) => id)
    return {
      isFound,
      targets: targets.map((target) => {
        const shownTarget = readTarget(view, target)
        return { target: shownTarget, lane: () => laneAt(shownTarget, reading) }
      }),
      ids: new Set(moved ? [...[...replayedProtocol.ids].filter((id) => !moved.has(id)), ...targetIds] : targetIds),
      moved,
      findings: once(() => findingsOf(protocol, reading, isolatedReading, context)),
      compared: once(() => groupBy([...isolatedReading.compared()], ({ target }) => target)),
    }
  }
  const unitReadings = new Map(
    followed.map((replayedProtocol) => [replayedProtocol, memo((unit: UnitView) => readUnit(replayedProtocol, unit))]),
  )
  const additionalSelectors = new Map(
    followed.map((replayedProtocol) => [
      replayedProtocol,
      memo(({ view, context }: UnitView) =>
        replayedProtocol.protocol.further({ head: view }, sections[replayedProtocol.protocol.name], context),
      ),
    ]),
  )

  const closeEpisode = (
    openEpisode: OpenEpisode,
    last: string,
    details: Pick<Episode, 'how' | 'after'> & Partial<Episode>,
    to: number,
  ): EpisodeSpan => {
    const {
      code,
      target,
      subject,
      severity: episodeSeverity,
      known: isKnownFinding,
      began,
      first,
      last: lastValues,
      values,
      before,
    } = openEpisode
    const { seconds, isOdd } = began ? span(began.at, last) : { seconds: 0, isOdd: false }
    const episode = {
      code,
      ...(target !== undefined && { target }),
      ...(subject !== undefined && { subject }),
      severity: episodeSeverity,
      ...(isKnownFinding && { known: true as const }),
      began,
      ...details,
      seconds,
      ...(isOdd && { clock: 'odd' as const }),
      stateCommits: to - before,
      first,
      last: lastValues,
      values: values.size,
    }
    return { episode, from: before, to }
  }

  return {
    /** The additional files that a protocol needs to read a unit. */
    further: (replayedProtocol: ReplayedProtocol, unit: UnitView): readonly Selector[] =>
      additionalSelectors.get(replayedProtocol)?.(unit) ?? [],
    /** Reads a protocol at a commit, and compares its findings with the open episodes. */
    read(
      replayedProtocol: ReplayedProtocol,
      view: View,
      units: readonly UnitView[],
      { isCutOff, before }: Step,
      at: HistoryCommit,
    ): void {
      const { protocol, open } = replayedProtocol
      const readUnits = units.flatMap((unit) => unitReadings.get(replayedProtocol)?.(unit) ?? [])
      // A unit without files of the protocol counts if another unit has some: rules may look at both.
      const seenUnits = readUnits.some(({ isFound }) => isFound) ? readUnits : []
      const findingsByKey = new Map<string, Diagnostic>()
      for (const { findings } of seenUnits)
        for (const [key, finding] of findings())
          if (!findingsByKey.has(key) && countsInConflict(view, protocol, finding)) findingsByKey.set(key, finding)
      const isOwn = (path: string) => replayedProtocol.pathFilter.level(path, 'file') !== undefined
      if (codes.has(conflictRule.code) && seenUnits.length > 0 && view.unmerged) {
        const reportedPaths = new Set(Array.from(findingsByKey.values(), ({ path }) => path))
        for (const conflict of conflictsIn(
          view,
          () => false,
          () => false,
        ))
          if (isOwn(conflict.path) && !(hasBothSides(view, conflict.path) && reportedPaths.has(conflict.path)))
            findingsByKey.set(keyOf(conflict), conflict)
      }
      const ids = new Set(seenUnits.flatMap((unit) => [...unit.ids]))
      const isAsBefore = ({ code, target = '' }: OpenEpisode) =>
        comparingCodes.has(code) &&
        seenUnits.some(({ moved, ids: unitIds }) => moved !== undefined && unitIds.has(target) && !moved.has(target))
      const pairsOf = (target: string | undefined) =>
        seenUnits.flatMap((unit) =>
          target === undefined || unit.ids.has(target) ? (unit.compared().get(target) ?? []) : [],
        )
      const withOtherFindings = new Set<string | undefined>()
      for (const [key, episode] of open) {
        const finding = findingsByKey.get(key)
        if (finding) {
          continueEpisode(episode, finding)
          continue
        }
        if (isAsBefore(episode)) continue
        open.delete(key)
        withOtherFindings.add(episode.target)
        const end = endOf(episode, {
          isThere: ids.has(episode.target ?? ''),
          pairs: comparingCodes.has(episode.code) ? pairsOf(episode.target) : undefined,
          exists: (path) => view.entry(path) !== undefined,
          isBroken: (path) => isBroken(view, path, limit),
        })
        episodes.push(closeEpisode(episode, at.at, { ...end, ended: at }, before))
      }
      const begunFindings = [...findingsByKey].filter(([key]) => !open.has(key))
      for (const [key, finding] of begunFindings.toSorted(
        ([, a], [, b]) => (order.get(a.code) ?? 0) - (order.get(b.code) ?? 0),
      )) {
        open.set(key, beginEpisode(finding, isCutOff ? null : at, isKnown(finding), before))
        withOtherFindings.add(finding.target)
      }
      for (const { targets } of seenUnits)
        for (const { target, lane } of targets)
          segments.see(protocol.name, target, lane, at, {
            isCutOff,
            hasOtherFindings: withOtherFindings.has(target.id),
          })
      for (const id of replayedProtocol.ids) if (!ids.has(id)) segments.lose(id, at)
      replayedProtocol.ids = ids
    },
    /** All episodes; those that are open last until a time. */
    end(until: string, count: number): readonly EpisodeSpan[] {
      const openEpisodes = followed.flatMap((replayedProtocol) => [...replayedProtocol.open.values()])
      return [
        ...episodes,
        ...openEpisodes.map((episode) => closeEpisode(episode, until, { how: 'open', after: [] }, count)),
      ]
    },
  }
}
