import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Episode, RepositoryHistory, Segment, TargetHistory } from '../core/history.ts'
import { laneTitles } from '../render/board.ts'
import {
  byText,
  contradictionText,
  courseText,
  duration,
  earlierText,
  findingText,
  shortSha,
} from '../render/history-words.ts'
import { pluralize } from '../core/diagnostic.ts'
import { targetAddress, type Filter } from './address.ts'
import { Icon } from './icons.tsx'
import { useSurroundings } from './parts.tsx'
import { barHeight, iconRoom, layoutOf, markHeight, scaleOf, withinWhole, type Row } from './timeline-layout.ts'
import { shortTimeOf, shownText } from './words.ts'
import { bareName } from '../core/target.ts'

const staticWidth = 1300
const minWidth = 560

const segmentText = ({ state, lane, began, earlier, ended, seconds }: Segment): string =>
  `${shownText(state)}, ${laneTitles[lane].toLowerCase()}, ${shortTimeOf(began.at)}${earlierText({ earlier })} – ${ended ? shortTimeOf(ended.at) : 'now'}, ${duration(seconds)}; began with ${shownText(shortSha(began.commit))}${byText(began, shownText)} ${shownText(began.subject, 80)}`

const episodeText = (episode: Episode): string =>
  `${episode.severity} ${findingText(episode, shownText)}${episode.last.length === 0 ? '' : `: ${contradictionText(episode.last, shownText)}`}, ${shownText(courseText(episode))}`

function rowText({ id, segments }: TargetHistory, episodes: number): string {
  const last = segments.at(-1)
  const stateText = last ? `, ${last.ended ? 'gone' : shownText(last.state)}` : ''
  return `${shownText(bareName(id))}: ${pluralize(segments.length, 'state')}${episodes === 0 ? '' : `, ${pluralize(episodes, 'contradiction')}`}${stateText}`
}

interface Cursor {
  readonly row: number
  readonly bar?: number
  readonly mark?: number
}

function cursorText(rows: readonly Row[], { row, bar, mark }: Cursor): string {
  const foundRow = rows[row]
  if (!foundRow) return ''
  const name = shownText(bareName(foundRow.target.id))
  const episode = mark === undefined ? undefined : foundRow.marks[mark]?.episode
  if (episode) return `${name}: ${episodeText(episode)}`
  const currentBar = bar === undefined ? undefined : foundRow.bars[bar]
  if (!currentBar) return rowText(foundRow.target, foundRow.marks.length)
  const overlappingMarks = foundRow.marks.filter(
    ({ x, width }) => x < currentBar.x + currentBar.width && x + width > currentBar.x,
  )
  return [
    `${name}: ${segmentText(currentBar.segment)}`,
    ...overlappingMarks.map((entry) => episodeText(entry.episode)),
  ].join('. ')
}

export interface ChartProps {
  readonly history: RepositoryHistory
  readonly targets: readonly TargetHistory[]
  readonly filter: Filter
  change(filter: Partial<Filter>): void
}

/** Every target in a row: its states as bars, below them its contradictions. */
export function Chart({ history, targets, filter, change }: ChartProps) {
  const { isLive } = useSurroundings()
  const { axis, range } = filter
  const box = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const [room, setRoom] = useState(staticWidth)
  const [cursor, setCursor] = useState<Cursor>({ row: 0 })
  const [isActive, setIsAt] = useState(false)
  const [draggedRange, setDragged] = useState<readonly [number, number]>()
  useEffect(() => {
    const { current } = box
    if (!current) return undefined
    const fit = () => setRoom((previous) => current.clientWidth || previous)
    const observer = new ResizeObserver(fit)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const width = Math.max(minWidth, room)
  // What is newest is at the right end, and seen first.
  useEffect(() => box.current?.scrollTo(width, 0), [width])
  const scale = useMemo(() => scaleOf(history, axis), [history, axis])
  const margin = width < 700 ? 96 : 144
  const layout = useMemo(
    () => layoutOf({ history, scale, targets, range, margin, width, edge: width - room + margin }),
    [history, scale, targets, range, margin, width, room],
  )
  const { rows, ticks, height } = layout
  const stop = Math.min(cursor.row, Math.max(0, rows.length - 1))

  const go = (row: number, bar?: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, row))
    const count = rows[to]?.bars.length ?? 0
    setCursor({ row: to, ...(bar !== undefined && count > 0 && { bar: Math.max(0, Math.min(count - 1, bar)) }) })
    setIsAt(true)
    svg.current?.querySelector<SVGElement>(`[data-row="${to}"]`)?.focus()
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => go(stop + 1, cursor.bar),
    ArrowUp: () => go(stop - 1, cursor.bar),
    ArrowRight: () => go(stop, (cursor.bar ?? -1) + 1),
    ArrowLeft: () => go(stop, (cursor.bar ?? 1) - 1),
    Home: () => go(stop, 0),
    End: () => go(stop, Number.MAX_SAFE_INTEGER),
    Enter: () => {
      const id = rows[stop]?.target.id
      if (id !== undefined) location.hash = targetAddress(id, filter)
    },
  }
  const press = (event: KeyboardEvent) => {
    const act =
      event.altKey || event.ctrlKey || event.metaKey || !Object.hasOwn(keys, event.key) ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const point = (event: PointerEvent | MouseEvent) => {
    const { bar, mark } = (event.target as SVGElement).dataset
    const row = (event.target as SVGElement).closest<SVGElement>('[data-row]')?.dataset['row']
    if (row === undefined) return
    setCursor({
      row: Number(row),
      ...(bar !== undefined && { bar: Number(bar) }),
      ...(mark !== undefined && { mark: Number(mark) }),
    })
    setIsAt(true)
  }
  const partAt = (event: PointerEvent) => {
    const [from, to] = range
    const place = event.clientX - (svg.current?.getBoundingClientRect().left ?? 0)
    return from + withinWhole(place / (width - margin - 12)) * (to - from)
  }
  const drop = (event: PointerEvent) => {
    if (!draggedRange) return
    // The last move may not have been shown yet.
    const [start, end] = [draggedRange[0], partAt(event)]
    if (Math.abs(start - end) > 0.002) change({ range: start < end ? [start, end] : [end, start] })
    setDragged(undefined)
  }
  return (
    <>
      <div class="box scroll" ref={box} tabIndex={0} role="region" aria-label="Chart">
        <svg class="chart names" width={margin} height={height} viewBox={`0 0 ${margin} ${height}`} aria-hidden="true">
          {rows.map(({ target, y }) => (
            <text key={target.id} class="name" x={margin - 8} y={y + 17}>
              {shownText(bareName(target.id).split('@', 1)[0] ?? '', margin < 100 ? 11 : 18)}
            </text>
          ))}
        </svg>
        <svg
          ref={svg}
          class="chart"
          width={width - margin}
          height={height}
          viewBox={`${margin} 0 ${width - margin} ${height}`}
          onKeyDown={press}
          onPointerOver={point}
          onClick={point}
        >
          <g
            aria-hidden="true"
            class="axis"
            onPointerDown={(event) => {
              ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
              setDragged([partAt(event), partAt(event)])
            }}
            onPointerMove={(event) => draggedRange && setDragged([draggedRange[0], partAt(event)])}
            onPointerUp={drop}
            onPointerCancel={() => setDragged(undefined)}
          >
            <rect class="grip" x={margin} width={width - margin} height="22" />
            {ticks.map(({ x, start, label }, index) => (
              <g key={index}>
                <path d={`M${x} 20V${height}`} />
                {label !== '' && (
                  <text x={start + 4} y="13">
                    {label}
                  </text>
                )}
              </g>
            ))}
            {draggedRange && (
              <rect
                class="dragged"
                x={Math.min(...draggedRange.map(layout.x))}
                width={Math.abs(layout.x(draggedRange[0]) - layout.x(draggedRange[1]))}
                height={height}
              />
            )}
          </g>
          <g role="list" aria-label="Targets by their first appearance">
            {rows.map(({ target, y, height: rowHeight, bars, marks }, index) => (
              <g
                key={target.id}
                role="listitem"
                class="row"
                data-row={index}
                tabIndex={index === stop ? 0 : -1}
                aria-label={rowText(target, marks.length)}
                transform={`translate(0 ${y})`}
                onFocus={() => setCursor((previous) => (previous.row === index ? previous : { row: index }))}
              >
                <rect class="ground" x={margin} width={width - margin} height={rowHeight} />
                {bars.map(({ segment, x, width: barWidth, label }, bar) => (
                  <g key={bar} class={`lane-${segment.lane}`}>
                    <rect
                      class={`bar${isActive && cursor.row === index && cursor.bar === bar ? ' at' : ''}`}
                      data-bar={bar}
                      x={x}
                      y="5"
                      width={barWidth}
                      height={barHeight}
                      rx={Math.min(3, barWidth / 2)}
                    />
                    {barWidth >= iconRoom && <Icon of={segment.lane} x={x + 3} y={7} size={12} />}
                    {label !== '' && (
                      <text class="label" x={x + iconRoom} y="17">
                        {shownText(label)}
                      </text>
                    )}
                  </g>
                ))}
                {marks.map(({ episode, x, y: markY, width: markWidth }, mark) => (
                  <g key={mark}>
                    <rect
                      class={`mark-${episode.severity}`}
                      data-mark={mark}
                      x={x}
                      y={markY}
                      width={markWidth}
                      height={markHeight}
                      rx="2"
                    />
                    {!episode.ended && range[1] === 1 && (
                      <path
                        class={`arrow arrow-${episode.severity}`}
                        d={`M${x + markWidth + 2} ${markY - 2}l6 4l-6 4z`}
                      />
                    )}
                  </g>
                ))}
              </g>
            ))}
          </g>
        </svg>
      </div>
      {isLive && (
        <p class="cursor" role="status">
          {isActive
            ? cursorText(rows, { ...cursor, row: stop })
            : `${matchMedia('(hover:none)').matches ? 'Tap a bar' : 'Point at a bar or use arrow keys'} for details.`}
        </p>
      )}
    </>
  )
}
