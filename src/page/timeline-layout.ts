import { utcDay, utcHour, utcMinute, utcMonday, utcMonth } from 'd3-time'
import { groupBy } from '../core/grouped.ts'
import type { Episode, HistoryCommit, RepositoryHistory, Segment, TargetHistory } from '../core/history.ts'
import type { Axis } from './address.ts'
import { clockOf, datesOf, dayOf, shortDay } from './words.ts'

/** Sizes in pixels. */
export const barHeight = 16
export const markHeight = 4
/** The width of a bar that has room for the shape of its lane, and where its label begins. */
export const iconRoom = 18
const markStep = 6
const minRowHeight = 30
const axisHeight = 24
const letterWidth = 6.4
const dayRoom = 64
const clockRoom = 160

export interface Bar {
  readonly segment: Segment
  readonly x: number
  readonly width: number
  /** The beginning of the state that there is room for. */
  readonly label: string
}

export interface EpisodeMark {
  readonly episode: Episode
  readonly x: number
  readonly width: number
  /** Below the bars of its row. */
  readonly y: number
}

export interface Row {
  readonly target: TargetHistory
  readonly y: number
  readonly height: number
  readonly bars: readonly Bar[]
  readonly marks: readonly EpisodeMark[]
}

export interface Tick {
  readonly x: number
  /** Empty where there is no room for it. */
  readonly label: string
  /** Where the label begins: behind the line, or before it where it would reach over the edge. */
  readonly start: number
}

export interface Layout {
  readonly rows: readonly Row[]
  readonly ticks: readonly Tick[]
  readonly height: number
  /** Where a part of the whole is. */
  x(part: number): number
}

/** What a state is called where there is more or less room. */
const labelsOf = (state: string): readonly string[] => [
  state,
  state.replace(/ complete$/, ' ✓').replace(/ in_progress$/, ' ▶'),
  /\d+(?:\.\d+)*/.exec(state)?.[0] ?? '',
]

const labelFor = (state: string, width: number): string =>
  labelsOf(state).find((label) => iconRoom + label.length * letterWidth + 4 <= width) ?? ''

/** A part of the whole: at least none of it, at most all. */
export const withinWhole = (part: number): number => Math.min(1, Math.max(0, part))

/** Positions of commits on the axis, between 0 and 1. */
interface Scale {
  at(commit: HistoryCommit): number
  readonly ticks: (
    from: number,
    to: number,
    width: number,
  ) => readonly {
    readonly part: number
    readonly label: string
    /** Of a commit that is not the first of the day: its label where that of the day is in sight already. */
    readonly clock?: string | false
  }[]
}

/** The commits at which anything began or ended, by their place among the state commits, oldest first. */
function commitsOf({ targets, episodes }: RepositoryHistory): readonly HistoryCommit[] {
  const commits = new Map<number, HistoryCommit>()
  const add = (commit: HistoryCommit | null | undefined) => commit && commits.set(commit.index, commit)
  for (const { segments } of targets)
    for (const { began, ended } of segments) {
      add(began)
      add(ended)
    }
  for (const { began, ended } of episodes) {
    add(began)
    add(ended)
  }
  return [...commits.values()].toSorted((a, b) => a.index - b.index)
}

/** A step for each state commit: half of what is mended is mended within minutes, and would be a dot among days. */
function commitScale(history: RepositoryHistory): Scale {
  const first = history.range?.before ?? 0
  const at = ({ index }: HistoryCommit) => withinWhole((index - first) / Math.max(1, history.stateCommits))
  const commits = commitsOf(history).filter(({ index }) => index >= first)
  const ticks = commits.map((commit, index) => {
    const label = shortDay(commit.at)
    const before = commits[index - 1]
    return { part: at(commit), label, clock: !!before && shortDay(before.at) === label && clockOf(commit.at) }
  })
  return { at, ticks: () => ticks }
}

const hour = 3_600_000

/**
 * Steps of the axis with their lengths, from fine to coarse: the first that leaves room enough between two is taken.
 */
const steps = [
  [utcMinute, hour / 60],
  [utcHour, hour],
  [utcHour.every(6) ?? utcHour, 6 * hour],
  [utcDay, 24 * hour],
  [utcMonday, 168 * hour],
] as const

const tickRoom = 80

function timeScale(history: RepositoryHistory): Scale {
  const [first, last] = datesOf(history).map((date) => Date.parse(date)) as [number, number]
  const span = Math.max(1, last - first)
  return {
    at: ({ at }) => withinWhole((Date.parse(at) - first) / span),
    ticks: (from, to, width) => {
      const [start, stop] = [new Date(first + from * span), new Date(first + to * span)]
      const step =
        steps.find(([, length]) => stop.getTime() - start.getTime() < (length * width) / tickRoom)?.[0] ?? utcMonth
      return step.range(step.ceil(start), stop).map((date) => ({
        part: (date.getTime() - first) / span,
        label:
          step === utcMonth
            ? dayOf(date.toISOString())
            : utcDay(date).getTime() === date.getTime()
              ? shortDay(date)
              : clockOf(date),
      }))
    },
  }
}

export const scaleOf = (history: RepositoryHistory, axis: Axis): Scale =>
  axis === 'commit' ? commitScale(history) : timeScale(history)

export interface LayoutRequest {
  readonly history: RepositoryHistory
  readonly scale: Scale
  readonly targets: readonly TargetHistory[]
  readonly range: readonly [from: number, to: number]
  /** The width of the names, and of everything. */
  readonly margin: number
  readonly width: number
  /** Where begins what is seen at first. */
  readonly edge: number
}

/** The positions of everything in the timeline. */
export function layoutOf({ history, scale, targets, range: [from, to], margin, width, edge }: LayoutRequest): Layout {
  const room = width - margin - 12
  const x = (part: number) => margin + ((part - from) / (to - from)) * room
  /** The part of a span within the shown range. */
  const visibleSpan = (began: HistoryCommit | null, ended: HistoryCommit | undefined) => {
    const [start, stop] = [began ? scale.at(began) : 0, ended ? scale.at(ended) : 1]
    if (stop < from || start > to) return undefined
    const [first, last] = [Math.max(margin, x(start)), Math.min(margin + room, x(stop))]
    return { x: first, width: Math.max(2, last - first) }
  }
  const episodes = groupBy(history.episodes, ({ target }) => target)
  let y = axisHeight
  const rows = targets.map((target): Row => {
    const bars = target.segments.flatMap((segment): readonly Bar[] => {
      const span = visibleSpan(segment.began, segment.ended)
      return span ? [{ segment, ...span, label: labelFor(segment.state, span.width) }] : []
    })
    /** Where each track is free again. */
    const tracks: number[] = []
    const marks = (episodes.get(target.id) ?? [])
      .flatMap((episode) => {
        const span = visibleSpan(episode.began, episode.ended)
        return span ? [{ episode, ...span, width: Math.max(4, span.width) }] : []
      })
      .toSorted((a, b) => a.x - b.x)
      .map((mark): EpisodeMark => {
        // What begins where another ends goes on in its track; half a pixel is less than what rounding leaves.
        const free = tracks.findIndex((end) => end <= mark.x + 0.5)
        const track = free === -1 ? tracks.length : free
        tracks[track] = mark.x + mark.width
        return { ...mark, y: 5 + barHeight + 2 + track * markStep }
      })
    const height = Math.max(minRowHeight, 5 + barHeight + 2 + tracks.length * markStep + 3)
    const row = { target, y, height, bars, marks }
    y += height
    return row
  })
  let free = margin
  /** The day of the last label, the label, and its commit. */
  let [shownDay, shownLabel, shownAt] = ['', '', 0]
  const ticks = scale
    .ticks(from, to, room)
    .filter(({ part }) => part >= from && part <= to)
    .flatMap(({ part, label: day, clock }): readonly Tick[] => {
      const place = x(part)
      // The first label in sight is that of a day.
      const label = clock && day === shownDay && place < edge === shownAt < edge ? clock : day
      const length = label.length * letterWidth + 12
      const start = place + length > width ? place - length : place
      const isCut = start < edge && start + length > edge
      // Commits of one minute have one time.
      const fits = !isCut && (label === day ? start >= free : place >= shownAt + clockRoom && label !== shownLabel)
      if (fits) {
        free = start + Math.max(dayRoom, length)
        ;[shownDay, shownLabel] = [day, label]
        shownAt = place
      }
      return fits || !clock ? [{ x: place, start, label: fits ? label : '' }] : []
    })
  return { rows, ticks, height: y + 4, x }
}
