import type { Episode, HistoryCommit, TargetHistory } from '../../core/history.ts'
import type { EpisodeSpan } from './record.ts'
import type { EpisodeOrder, ReplayRequest } from './request.ts'
import { targetSums } from './sums.ts'
import { bareName } from '../../core/target.ts'

/**
 * How many state commits some episodes cover together.
 *
 * @param counted whether each state commit counts
 */
export function countCovered(placed: readonly EpisodeSpan[], counted: readonly boolean[]): number {
  let covered = 0
  let end = 0
  for (const { from, to } of placed.toSorted((a, b) => a.from - b.from)) {
    for (let index = Math.max(from, end); index < to; index++) if (counted[index] === true) covered++
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
function isNamed(id: string, written: string): boolean {
  const bare = bareName(id)
  return [id, bare].some((each) => each === written || each.split('@', 1)[0] === written)
}

/** The filter of a history: which episodes and targets are kept, and which episodes began before the range. */
export function historyFilter({ targets, openOnly, range, since }: Pick<ReplayRequest, 'targets' | 'openOnly' | 'range' | 'since'>) {
  const time = since === undefined ? undefined : Date.parse(since)
  const isBefore = ({ commit, at }: Pick<HistoryCommit, 'commit' | 'at'>) =>
    range?.has(commit) === false || (time !== undefined && Date.parse(at) < time)
  const isAsked = (id: string | undefined) => targets.length === 0 || (id !== undefined && targets.some((written) => isNamed(id, written)))
  const isPart = range !== undefined || time !== undefined
  return {
    /** Whether only a part of the way was asked about. */
    isPart,
    isBefore,
    keeps: ({ target, ended }: Episode) => isAsked(target) && (ended ? !openOnly && !isBefore(ended) : true),
    beganBefore: ({ began }: Episode) => isPart && (began === null || isBefore(began)),
    targets: (all: readonly TargetHistory[]): readonly TargetHistory[] =>
      all.flatMap((each) => {
        const segments = each.segments
          .filter(({ ended }) => !ended || !isBefore(ended))
          .map((segment) => (isPart && isBefore(segment.began) ? { ...segment, earlier: true as const } : segment))
        return isAsked(each.id) && segments.length > 0 ? [{ ...each, segments, sums: targetSums(segments) }] : []
      }),
  }
}
