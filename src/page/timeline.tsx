import { useMemo, useState } from 'preact/hooks'
import { lanes } from '../core/board.ts'
import type { TargetHistory } from '../core/history.ts'
import { laneTitles } from '../render/board.ts'
import { bareName, duration } from '../render/history-words.ts'
import { wholeRange, zoomed, type Axis } from './address.ts'
import { Chart, type ChartProps } from './chart.tsx'
import { LaneIcon } from './icons.tsx'
import { CommitLink, useSurroundings } from './parts.tsx'
import { shortMoment, shown } from './words.ts'

/** The rows that stand in the file, and how many more are shown at once. */
export const mostRows = 100

const Legend = () => (
  <ul class="legend" aria-label="Legend">
    {lanes.map((lane) => (
      <li key={lane}>
        <svg width="16" height="12" aria-hidden="true">
          <rect class={`bar lane-${lane}`} x="1" y="1" width="14" height="10" rx="2" />
        </svg>{' '}
        {laneTitles[lane].toLowerCase()}
      </li>
    ))}
    <li>
      <svg width="16" height="12" aria-hidden="true">
        <rect class="mark-error" x="0" y="4" width="16" height="4" rx="2" />
      </svg>{' '}
      contradiction: error
    </li>
    <li>
      <svg width="16" height="12" aria-hidden="true">
        <rect class="mark-warning" x="1" y="4" width="14" height="4" rx="2" />
      </svg>{' '}
      warning
    </li>
    <li>→ still open</li>
  </ul>
)

const StatesTable = ({ targets }: { readonly targets: readonly TargetHistory[] }) => (
  <div class="box" tabIndex={0} role="region" aria-label="The timeline as a table">
    <table>
      <thead>
        <tr>
          {['Target', 'State', 'Whose turn', 'Began', 'Lasted', 'Commit'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {targets.flatMap(({ id, segments }) =>
          segments.map((segment, index) => (
            <tr key={`${id} ${index}`}>
              <th scope="row">{shown(bareName(id))}</th>
              <td>{shown(segment.state)}</td>
              <td>
                <LaneIcon lane={segment.lane} /> {laneTitles[segment.lane].toLowerCase()}
              </td>
              <td>{shortMoment(segment.began.at)}</td>
              <td>
                {duration(segment.seconds, 1)}
                {segment.ended ? '' : ' so far'}
              </td>
              <td>
                <CommitLink commit={segment.began} /> <bdi>{shown(segment.began.subject, 60)}</bdi>
              </td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  </div>
)

const axisNames: readonly (readonly [Axis, string])[] = [
  ['commit', 'by commit'],
  ['time', 'by time'],
]

/** How every target came to be as it is. */
export function Timeline({ history, targets, filter, change }: ChartProps) {
  const { isLive } = useSurroundings()
  const [room, setRoom] = useState(mostRows)
  const there = useMemo(() => targets.slice(0, room), [targets, room])
  const left = targets.length - there.length
  if (targets.length === 0) return <p class="none">No target fits the filter.</p>
  return (
    <div class="sheet">
      <div class="tools">
        <Legend />
        {isLive && (
          <div class="buttons">
            <span class="group" role="group" aria-label="Zoom">
              <button type="button" onClick={() => change({ range: zoomed(filter.range, 0.5) })} aria-label="Zoom in">
                +
              </button>
              <button type="button" onClick={() => change({ range: zoomed(filter.range, 2) })} aria-label="Zoom out">
                −
              </button>
              <button type="button" onClick={() => change({ range: wholeRange })}>
                all
              </button>
            </span>
            <span class="group" role="group" aria-label="Axis">
              {axisNames.map(([axis, name]) => (
                <button key={axis} type="button" aria-pressed={filter.axis === axis} onClick={() => change({ axis })}>
                  {name}
                </button>
              ))}
            </span>
            <button type="button" class="chip" aria-pressed={filter.asTable} onClick={() => change({ asTable: !filter.asTable })}>
              as a table
            </button>
          </div>
        )}
      </div>
      {filter.asTable ? <StatesTable targets={there} /> : <Chart history={history} targets={there} filter={filter} change={change} />}
      {left > 0 &&
        (isLive ? (
          <button type="button" class="more" onClick={() => setRoom(room + mostRows)}>
            {Math.min(left, mostRows)} more of {left}
          </button>
        ) : (
          <p class="none">and {left} more</p>
        ))}
    </div>
  )
}
