import { unreadableState } from '../../core/board.ts'
import type { Episode, EpisodeSums, HistorySums, Segment, TargetSums } from '../../core/history.ts'

/** The seconds from one time to another, and whether the clocks went backwards in between. */
export function span(from: string, to: string): { readonly seconds: number; readonly isOdd: boolean } {
  const seconds = Math.floor(Date.parse(to) / 1000) - Math.floor(Date.parse(from) / 1000)
  return { seconds: Math.max(0, seconds), isOdd: seconds < 0 }
}

/** The value in the middle; of an even number the mean of the middle two. */
function median(sorted: readonly number[]): number | undefined {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}

/** The smallest value that at least nine in ten do not exceed. */
const percentile90 = (sorted: readonly number[]) => sorted[Math.ceil(sorted.length * 0.9) - 1]

const sortAscending = (values: readonly number[]) => values.toSorted((a, b) => a - b)

function episodeSums(episodes: readonly Episode[]): EpisodeSums {
  // Where the clocks went backwards it is unknown how long it lasted.
  const durations = sortAscending(
    episodes.flatMap(({ ended, began, clock, seconds }) => (ended && began && !clock ? [seconds] : [])),
  )
  const [middle, longest, ninetieth] = [median(durations), durations.at(-1), percentile90(durations)]
  return {
    episodes: episodes.length,
    open: episodes.filter(({ ended }) => !ended).length,
    ...(middle !== undefined && { medianSeconds: middle }),
    ...(longest !== undefined && { longestSeconds: longest }),
    ...(ninetieth !== undefined && { percentile90Seconds: ninetieth }),
  }
}

/** Totals over some episodes. */
export function sumsOf(episodes: readonly Episode[], stateCommitsWith: number): HistorySums {
  const codes = [...new Set(episodes.map(({ code }) => code))].toSorted()
  return {
    ...episodeSums(episodes),
    stateCommitsWith,
    byCode: Object.fromEntries(
      codes.map((code) => [code, episodeSums(episodes.filter((episode) => episode.code === code))]),
    ),
  }
}

export function targetSums(segments: readonly Segment[]): TargetSums {
  const seconds = { orchestrator: 0, agent: 0, unknown: 0 }
  const grants: number[] = []
  let grantSeconds: number | undefined
  let count = 0
  const end = () => {
    if (grantSeconds !== undefined) grants.push(grantSeconds)
    grantSeconds = undefined
  }
  let previous: Segment | undefined
  for (const segment of segments) {
    const { holder, state } = segment
    seconds[holder ?? 'unknown'] += segment.seconds
    // The target was gone.
    if (previous?.ended?.commit !== segment.began.commit) end()
    previous = segment
    // Control continues through consecutive states, and through those whose holder is unknown or unreadable.
    if (holder === undefined || state === unreadableState) continue
    if (holder !== 'agent') end()
    else {
      if (grantSeconds === undefined) count++
      grantSeconds = (grantSeconds ?? 0) + segment.seconds
    }
  }
  if (previous?.ended) end()
  const middle = median(sortAscending(grants))
  const totalSeconds = seconds.orchestrator + seconds.agent + seconds.unknown
  const shareOf = (part: number) => (totalSeconds === 0 ? 0 : Number((part / totalSeconds).toFixed(4)))
  return {
    seconds,
    share: {
      orchestrator: shareOf(seconds.orchestrator),
      agent: shareOf(seconds.agent),
      unknown: shareOf(seconds.unknown),
    },
    transitions: Math.max(0, segments.length - 1),
    grants: count,
    ...(middle !== undefined && { medianGrantSeconds: middle }),
  }
}
