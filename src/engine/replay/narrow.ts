import type { Episode, HistoryCommit, TargetHistory } from '../../core/history.ts'
import type { EpisodeSpan } from './record.ts'
import type { EpisodeOrder, ReplayRequest } from './request.ts'
import { targetSums } from './sums.ts'
import { bareName } from '../../core/target.ts'

/**
 * How many state commits some episodes cover together.
 *
 * @param countedFlags whether each state commit counts
 */
export function countCovered(spans: readonly EpisodeSpan[], countedFlags: readonly boolean[]): number {
  let covered = 0
  let end = 0
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    for (let index = Math.max(from, end); index < to; index++) if (countedFlags[index] === true) covered++
    end = Math.max(end, to)
  }
  return covered
}

const byBegin = (a: EpisodeSpan, b: EpisodeSpan) => a.from - b.from
/** How long an episode lasted; where the clocks went backwards that is unknown, and less than every other length. */
const lengthOf = ({ episode: { clock, seconds } }: EpisodeSpan): number => (clock === 'odd' ? -1 : seconds)
const byLength = (a: EpisodeSpan, b: EpisodeSpan) => lengthOf(b) - lengthOf(a) || byBegin(a, b)

export const orders: Readonly<Record<EpisodeOrder, (a: EpisodeSpan, b: EpisodeSpan) => number>> = {
  standing: (a, b) => Number(b.episode.how === 'open') - Number(a.episode.how === 'open') || byLength(a, b),
  began: byBegin,
  lasted: byLength,
}

/** Whether a target has a name: whole, without its prefix, or without what follows `@`. */
function isNamed(id: string, writtenName: string): boolean {
  const nameOnly = bareName(id)
  return [id, nameOnly].some((name) => name === writtenName || name.split('@', 1)[0] === writtenName)
}

/** The filter of a history: which episodes and targets are kept, and which episodes began before the range. */
export function historyFilter({
  targets,
  openOnly,
  range,
  since,
}: Pick<ReplayRequest, 'targets' | 'openOnly' | 'range' | 'since'>) {
  const time = since === undefined ? undefined : Date.parse(since)
  const isBefore = ({ commit, at }: Pick<HistoryCommit, 'commit' | 'at'>) =>
    range?.has(commit) === false || (time !== undefined && Date.parse(at) < time)
  const isAsked = (id: string | undefined) =>
    targets.length === 0 || (id !== undefined && targets.some((writtenName) => isNamed(id, writtenName)))
  const isPart = range !== undefined || time !== undefined
  return {
    /** Whether only a part of the way was asked about. */
    isPart,
    isBefore,
    keeps: ({ target, ended }: Episode) => isAsked(target) && (ended ? !openOnly && !isBefore(ended) : true),
    beganBefore: ({ began }: Episode) => isPart && (began === null || isBefore(began)),
    targets: (histories: readonly TargetHistory[]): readonly TargetHistory[] =>
      histories.flatMap((history) => {
        const segments = history.segments
          .filter(({ ended }) => !ended || !isBefore(ended))
          .map((segment) => (isPart && isBefore(segment.began) ? { ...segment, earlier: true as const } : segment))
        return isAsked(history.id) && segments.length > 0 ? [{ ...history, segments, sums: targetSums(segments) }] : []
      }),
  }
}
