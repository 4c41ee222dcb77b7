import { useMemo, useState } from 'preact/hooks'
import { lanes } from '../core/board.ts'
import type { TargetHistory } from '../core/history.ts'
import { laneTitles } from '../render/board.ts'
import { duration, earlierText } from '../render/history-words.ts'
import { wholeRange, zoom, type Axis } from './address.ts'
import { Chart, type ChartProps } from './chart.tsx'
import { Icon } from './icons.tsx'
import { Box, CommitLink, More, useSurroundings } from './parts.tsx'
import { shortTimeOf, shownText } from './words.ts'
import { bareName } from '../core/target.ts'

/** The rows that are in the file, and how many more are shown at once. */
export const maxRows = 100

const marks: readonly (readonly [style: string, name: string])[] = [
  ['mark-error', 'contradiction: error'],
  ['mark-warning', 'warning'],
  ['mark-notice', 'notice'],
]

const Legend = () => (
  <ul class="legend" aria-label="Legend">
    {lanes.map((lane) => (
      <li key={lane} class={`lane-${lane}`}>
        <Icon of={lane} />
        {laneTitles[lane].toLowerCase()}
      </li>
    ))}
    {marks.map(([style, name]) => (
      <li key={style}>
        <svg width="16" height="12" aria-hidden="true">
          <rect class={style} x="1" y="4" width="14" height="4" rx="2" />
        </svg>
        {name}
      </li>
    ))}
    <li>
      <svg width="8" height="12" aria-hidden="true">
        <path class="arrow" d="M1 2l6 4l-6 4z" />
      </svg>
      still open
    </li>
  </ul>
)

const StatesTable = ({ targets }: { readonly targets: readonly TargetHistory[] }) => (
  <Box name="The timeline as a table">
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
              <th scope="row">{shownText(bareName(id))}</th>
              <td>{shownText(segment.state)}</td>
              <td>
                <Icon of={segment.lane} /> {laneTitles[segment.lane].toLowerCase()}
              </td>
              <td>
                {shortTimeOf(segment.began.at)}
                {earlierText(segment)}
              </td>
              <td>
                {duration(segment.seconds)}
                {segment.ended ? '' : ' so far'}
              </td>
              <td>
                <CommitLink commit={segment.began} /> <bdi>{shownText(segment.began.subject, 60)}</bdi>
              </td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  </Box>
)

const axisNames: readonly (readonly [Axis, string])[] = [
  ['commit', 'by commit'],
  ['time', 'by time'],
]

/** How every target came to be as it is. */
export function Timeline({ history, targets, filter, change }: ChartProps) {
  const { isLive } = useSurroundings()
  const [room, setRoom] = useState(maxRows)
  const shownTargets = useMemo(() => targets.slice(0, room), [targets, room])
  const remaining = targets.length - shownTargets.length
  if (targets.length === 0) return <p class="none">No target fits the filter.</p>
  return (
    <div class="sheet">
      <div class="tools">
        <Legend />
        {isLive && (
          <div class="buttons">
            {!filter.asTable && (
              <>
                <span class="group" role="group" aria-label="Zoom">
                  <button data-key="+" onClick={() => change({ range: zoom(filter.range, 0.5) })} aria-label="Zoom in">
                    +
                  </button>
                  <button data-key="-" onClick={() => change({ range: zoom(filter.range, 2) })} aria-label="Zoom out">
                    −
                  </button>
                  <button data-key="0" onClick={() => change({ range: wholeRange })}>
                    all
                  </button>
                </span>
                <span class="group" role="group" aria-label="Axis">
                  {axisNames.map(([axis, name]) => (
                    <button key={axis} aria-pressed={filter.axis === axis} onClick={() => change({ axis })}>
                      {name}
                    </button>
                  ))}
                </span>
              </>
            )}
            <button class="chip" aria-pressed={filter.asTable} onClick={() => change({ asTable: !filter.asTable })}>
              as a table
            </button>
          </div>
        )}
      </div>
      {filter.asTable ? (
        <StatesTable targets={shownTargets} />
      ) : (
        <Chart history={history} targets={shownTargets} filter={filter} change={change} />
      )}
      <More left={remaining} step={maxRows} show={() => setRoom(room + maxRows)} />
    </div>
  )
}
