import { useState } from 'preact/hooks'
import type { Episode } from '../core/history.ts'
import { contradictionText, earlierText, endText, lastedText } from '../render/history-words.ts'
import { targetAddress, type Filter } from './address.ts'
import type { Figure } from './model.ts'
import { Box, Code, CommitLink, Contradiction, More, useSurroundings } from './parts.tsx'
import { maxRows } from './timeline.tsx'
import { shortTimeOf, shownText } from './words.ts'
import { bareName } from '../core/target.ts'

export const Figures = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl class="figures">
    {figures.map(([value, name], index) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd class={index === 1 && value !== '0' ? 'errors' : undefined}>{value}</dd>
      </div>
    ))}
  </dl>
)

const titles = {
  target: 'Target',
  code: 'Code',
  values: 'Values, first → last',
  lasted: 'Lasted',
  commits: 'Commits',
  began: 'Began',
  ended: 'Ended',
}
type Column = keyof typeof titles
const columns = Object.keys(titles) as readonly Column[]

const keys: Readonly<Record<Column, (episode: Episode) => string | number>> = {
  target: ({ target = '' }) => target,
  code: ({ code }) => code,
  values: ({ last }) => contradictionText(last, (text) => text),
  lasted: ({ seconds, clock }) => (clock ? -1 : seconds),
  commits: ({ stateCommits }) => stateCommits,
  began: ({ began }) => began?.at ?? '',
  ended: ({ ended }) => ended?.at ?? '~',
}

interface Order {
  readonly column: Column
  readonly isDown: boolean
}

function sortEpisodes(episodes: readonly Episode[], order: Order | undefined): readonly Episode[] {
  if (!order) return episodes
  const key = keys[order.column]
  const sign = order.isDown ? -1 : 1
  return episodes.toSorted((left, right) => {
    const [a, b] = [key(left), key(right)]
    return a < b ? -sign : a > b ? sign : 0
  })
}

const sameText = (left: Episode['first'], right: Episode['last']) => JSON.stringify(left) === JSON.stringify(right)

function EpisodeRow({ episode, filter }: { readonly episode: Episode; readonly filter: Filter }) {
  const { target, severity, first, last, stateCommits, began, ended } = episode
  return (
    <tr class={ended ? undefined : 'open'}>
      <th scope="row">
        {target === undefined ? '–' : <a href={targetAddress(target, filter)}>{shownText(bareName(target))}</a>}
      </th>
      <td>
        <span class={`severity severity-${severity}`}>{severity}</span> <Code of={episode} />
      </td>
      <td>
        {first.length > 0 && (
          <>
            <Contradiction said={first} />
            {!sameText(first, last) && (
              <>
                {' → '}
                <Contradiction said={last} />
              </>
            )}
          </>
        )}
      </td>
      <td class="number">{lastedText(episode)}</td>
      <td class="number" data-unit={stateCommits === 1 ? ' commit' : ' commits'}>
        {stateCommits}
      </td>
      <td>
        {began ? (
          <>
            <CommitLink commit={began} /> {shortTimeOf(began.at)} <bdi class="dim">{shownText(began.author, 40)}</bdi>
          </>
        ) : (
          'before the first commit here'
        )}
        {earlierText(episode)}
      </td>
      <td>
        {ended ? (
          <>
            <CommitLink commit={ended} /> {shownText(endText(episode))}
          </>
        ) : (
          <strong class="errors">open</strong>
        )}
      </td>
    </tr>
  )
}

export interface EpisodesProps {
  readonly episodes: readonly Episode[]
  readonly filter: Filter
}

/** When the files contradicted themselves, and how it ended. */
export function Episodes({ episodes, filter }: EpisodesProps) {
  const { isLive } = useSurroundings()
  const [order, setOrder] = useState<Order>()
  const [room, setRoom] = useState(maxRows)
  const sorted = sortEpisodes(episodes, order)
  const remaining = sorted.length - room
  if (episodes.length === 0) return <p class="none">There is none.</p>
  const sort = (column: Column) =>
    setOrder({ column, isDown: order?.column === column ? !order.isDown : column === 'lasted' || column === 'commits' })
  return (
    <>
      <Box name="Contradictions" of="sheet">
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  class={column === 'lasted' || column === 'commits' ? 'number' : undefined}
                  aria-sort={order?.column === column ? (order.isDown ? 'descending' : 'ascending') : undefined}
                >
                  {isLive ? <button onClick={() => sort(column)}>{titles[column]}</button> : titles[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, room).map((episode, index) => (
              <EpisodeRow
                key={`${episode.code} ${episode.target ?? ''} ${episode.subject ?? ''} ${episode.began?.commit ?? index}`}
                episode={episode}
                filter={filter}
              />
            ))}
          </tbody>
        </table>
      </Box>
      <More left={remaining} step={maxRows} show={() => setRoom(room + maxRows)} />
    </>
  )
}
