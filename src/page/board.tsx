import { useMemo, useState } from 'preact/hooks'
import { lanes, type Board, type BoardFinding, type BoardTarget, type Lane } from '../core/board.ts'
import { laneTitles, noDecisionDue, unlistedFindings } from '../render/board.ts'
import { toggle, viewAddress, type Filter } from './address.ts'
import { Card } from './card.tsx'
import { Icon } from './icons.tsx'
import { maxCards } from './model.ts'
import { FindingInFull, More, useSurroundings } from './parts.tsx'
import { laneMeanings, numeral, shareOfLane } from './words.ts'

const lanesOf = (targets: readonly BoardTarget[]) => new Set(targets.map(({ lane }) => lane))

/** How many targets each lane has that is on the page, each a link that shows that lane alone, or all again. */
export function Shares({ board: { targets, counts }, filter }: { readonly board: Board; readonly filter: Filter }) {
  const shownLanes = useMemo(() => [...lanesOf(targets)], [targets])
  return shownLanes.length === 0 ? null : (
    <nav class="shares" aria-label="Lanes">
      {shownLanes.map((lane) => {
        const words = shareOfLane(lane, counts[lane])
        return (
          <a
            key={lane}
            class={`share lane-${lane}`}
            href={viewAddress('board', { ...filter, lanes: toggle(filter.lanes, lane) })}
            aria-label={`${numeral(counts[lane])} ${words}`}
            aria-current={filter.lanes.includes(lane) ? 'true' : undefined}
          >
            {/* Makes links wider than the page, which shrink in proportion: the policy allows no other attribute to say a width. */}
            <svg width={Math.round((100_000 * counts[lane]) / targets.length)} height="0" />
            <span>
              <Icon of={lane} />
              <b>{numeral(counts[lane])}</b> <span>{words}</span>
            </span>
          </a>
        )
      })}
    </nav>
  )
}

const linkIn = (element: Element | null | undefined) => element?.querySelector<HTMLElement>('h3 a')

/** Moves along the cards of a lane, and to the lanes next to it. */
function move(event: KeyboardEvent): void {
  const link = event.target as HTMLElement
  if (!link.matches('h3 a') || event.altKey || event.ctrlKey || event.metaKey) return
  const item = link.closest('li')
  const lane = link.closest('section')
  const cardInNextLane = (step: 'nextElementSibling' | 'previousElementSibling') => {
    let next = lane?.[step]
    while (next && !linkIn(next)) next = next[step]
    const items = next?.querySelectorAll('li')
    const index = Array.from(item?.parentElement?.children ?? []).indexOf(item as HTMLElement)
    return items?.[Math.min(index, items.length - 1)]
  }
  const places: Readonly<Record<string, () => Element | null | undefined>> = {
    ArrowDown: () => item?.nextElementSibling,
    ArrowUp: () => item?.previousElementSibling,
    ArrowRight: () => cardInNextLane('nextElementSibling'),
    ArrowLeft: () => cardInNextLane('previousElementSibling'),
    Home: () => item?.parentElement?.firstElementChild,
    End: () => item?.parentElement?.lastElementChild,
  }
  const place = Object.hasOwn(places, event.key) ? places[event.key]?.() : undefined
  if (!place) return
  event.preventDefault()
  linkIn(place)?.focus()
}

interface LaneProps {
  readonly lane: Lane
  readonly targets: readonly BoardTarget[]
  readonly filter: Filter
  readonly changed: ReadonlySet<string>
  readonly isFiltered: boolean
}

function LaneColumn({ lane, targets, filter, changed, isFiltered }: LaneProps) {
  const { model, isLive } = useSurroundings()
  const [moreCards, setMore] = useState(0)
  const [current, setCurrent] = useState<string>()
  const cards = targets.slice(0, (isLive ? maxCards : model.cardLimits[lane]) + moreCards)
  const stop = cards.some(({ id }) => id === current) ? current : cards[0]?.id
  const remaining = targets.length - cards.length
  return (
    <section class={`lane lane-${lane}`} aria-labelledby={`lane-${lane}`}>
      <header>
        <Icon of={lane} />
        <h2 id={`lane-${lane}`}>
          {laneTitles[lane]} <span class="count">{numeral(targets.length)}</span>
        </h2>
        <p>{laneMeanings[lane]}</p>
      </header>
      {targets.length === 0 ? (
        <p class="none">{isFiltered ? 'No target matches.' : noDecisionDue}</p>
      ) : (
        <ul>
          {cards.map((target) => (
            <li key={target.id} onFocusIn={() => setCurrent(target.id)}>
              <Card
                target={target}
                filter={filter}
                isFolded={lane === 'done'}
                isChanged={changed.has(target.id)}
                tab={isLive && target.id !== stop ? -1 : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      <More left={remaining} step={maxCards} show={() => setMore(moreCards + maxCards)} />
    </section>
  )
}

const OtherFindings = ({ findings }: { readonly findings: readonly BoardFinding[] }) => (
  <details class="others">
    <summary>{unlistedFindings(findings.length)}</summary>
    <ul class="findings">
      {findings.slice(0, maxCards).map((finding, index) => (
        <FindingInFull key={index} finding={finding} />
      ))}
    </ul>
    {findings.length > maxCards && (
      <p>
        {findings.length - maxCards} more: <code>baton validate</code>
      </p>
    )}
  </details>
)

export interface BoardViewProps {
  readonly targets: readonly BoardTarget[]
  readonly filter: Filter
  readonly changed: ReadonlySet<string>
}

/** The lanes with their cards. */
export function BoardView({ targets, filter, changed }: BoardViewProps) {
  const { model } = useSurroundings()
  const isFiltered = targets.length < model.board.targets.length
  const byLane = useMemo(
    () => lanes.map((lane) => [lane, targets.filter((target) => target.lane === lane)] as const),
    [targets],
  )
  const isPersonThere = model.board.counts.person === 0 || model.board.targets[0]?.lane === 'person'
  const shownLanes = byLane.filter(
    ([lane, { length }]) =>
      length > 0 || (lane === 'person' && isPersonThere && (filter.lanes.length === 0 || filter.lanes.includes(lane))),
  )
  return (
    <>
      {/* Arrow keys only add to the links and buttons that are there. */}
      <div class="lanes" onKeyDown={move}>
        {shownLanes.map(([lane, laneTargets]) => (
          <LaneColumn
            key={lane}
            lane={lane}
            targets={laneTargets}
            filter={filter}
            changed={changed}
            isFiltered={isFiltered}
          />
        ))}
      </div>
      {targets.length === 0 && isFiltered && <p class="none">No target fits the filter.</p>}
      {model.board.others.length > 0 && <OtherFindings findings={model.board.others} />}
    </>
  )
}
