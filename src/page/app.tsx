import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { BoardTarget } from '../core/board.ts'
import { groupBy } from '../core/grouped.ts'
import type { Episode } from '../core/history.ts'
import { noFilter, readAddress, toggle, viewAddress, toWellFormed, type Address, type Filter } from './address.ts'
import { BoardView, Shares } from './board.tsx'
import { Episodes, Figures } from './episodes.tsx'
import { Icon } from './icons.tsx'
import { useLive } from './live.ts'
import { views, type PageData, type PageModel, type PageView } from './model.ts'
import { Panel } from './panel.tsx'
import { Message, Surrounding } from './parts.tsx'
import { Timeline } from './timeline.tsx'
import { timeOf, searchable, shownText } from './words.ts'

const titles: Readonly<Record<PageView, string>> = { board: 'Board', timeline: 'Timeline', episodes: 'Episodes' }

const keysHelp: readonly (readonly [string, string])[] = [
  ['/', 'search'],
  ['← ↑ → ↓', 'move between cards, rows and bars'],
  ['Enter', 'open a target'],
  ['Escape', 'close it'],
  ['+ − 0', 'timeline: zoom in, out, all'],
  ['?', 'these keys'],
]

const viewsOf = ({ history }: PageModel) => views.filter((view) => view === 'board' || history)

function TopBar({
  model,
  view,
  filter,
}: {
  readonly model: PageModel
  readonly view: PageView
  readonly filter: Filter
}) {
  const { repository, commit, branch, dirty, at } = model.board
  const viewList = viewsOf(model)
  return (
    <header class="bar-top">
      <p class="brand">
        <Icon of="baton" /> <b>Baton</b>{' '}
        {repository !== undefined && <span class="repository">{shownText(repository)}</span>}
      </p>
      {viewList.length > 1 && (
        <nav aria-label="Views">
          {viewList.map((candidate) => (
            <a
              key={candidate}
              href={viewAddress(candidate, filter)}
              aria-current={candidate === view ? 'page' : undefined}
            >
              {titles[candidate]}
            </a>
          ))}
        </nav>
      )}
      <p class="place">
        {commit !== undefined && <code>{shownText(commit, 8).slice(0, 7)} </code>}
        {branch !== undefined && <bdi>{shownText(branch, 60)} </bdi>}
        {dirty === true && 'with changes '}
        {commit !== undefined && '· '}
        <time dateTime={at}>{timeOf(at)}</time>
      </p>
    </header>
  )
}

const searchHint = 'Find a target, a state, a code'

interface ControlsProps {
  readonly model: PageModel
  readonly view: PageView
  readonly filter: Filter
  change(filter: Partial<Filter>): void
}

function Controls({ model, view, filter, change }: ControlsProps) {
  const counts = useMemo(() => groupBy(model.board.targets, ({ protocol }) => protocol), [model])
  return (
    <div class="controls" role="search">
      <input
        type="search"
        data-key="/"
        placeholder={searchHint}
        aria-label={searchHint}
        value={filter.query}
        onInput={(event) => change({ query: event.currentTarget.value })}
      />
      {counts.size > 1 &&
        Array.from(counts, ([protocol, { length }]) => (
          <button
            key={protocol}

            class="chip"
            aria-pressed={filter.protocols.includes(protocol)}
            onClick={() => change({ protocols: toggle(filter.protocols, protocol) })}
          >
            {protocol} <span class="count">{length}</span>
          </button>
        ))}
      <button
        class="chip"
        aria-pressed={filter.withFindings}
        onClick={() => change({ withFindings: !filter.withFindings })}
      >
        only with {view === 'board' ? 'findings' : 'contradictions'}
      </button>
      {filter.lanes.length + filter.protocols.length > 0 || filter.query !== '' || filter.withFindings ? (
        <button class="chip plain" onClick={() => change({ query: '', lanes: [], protocols: [], withFindings: false })}>
          show all
        </button>
      ) : null}
    </div>
  )
}

const wordsOf = (query: string) =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

/** The targets that fit, in their order. */
function useTargets({ board }: PageModel, filter: Filter): readonly BoardTarget[] {
  return useMemo(() => {
    const { query, lanes, protocols, withFindings } = filter
    const words = wordsOf(query)
    return board.targets.filter(
      (target) =>
        (lanes.length === 0 || lanes.includes(target.lane)) &&
        (protocols.length === 0 || protocols.includes(target.protocol)) &&
        (!withFindings || target.findings.errors + target.findings.warnings > 0) &&
        words.every((word) => searchable(target).includes(word)),
    )
  }, [board, filter])
}

/** The past of the targets that fit; the lane of a target is its last one. */
function usePast({ history }: PageModel, filter: Filter) {
  return useMemo(() => {
    const { query, lanes, protocols, withFindings } = filter
    if (!history) return { rows: [], episodes: [] }
    const words = wordsOf(query)
    const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word))
    const episodesByTarget = groupBy(history.episodes, ({ target }) => target)
    const textOf = ({ code, target = '', subject = '', first, last }: Episode) =>
      [code, target, subject, ...[...first, ...last].map(({ value }) => value ?? '')].join('\n')
    const rows = history.targets.filter(({ id, protocol, segments }) => {
      const lastSegment = segments.at(-1)
      return (
        (lanes.length === 0 || (lastSegment && lanes.includes(lastSegment.lane))) &&
        (protocols.length === 0 || protocols.includes(protocol)) &&
        (!withFindings || episodesByTarget.has(id)) &&
        (words.length === 0 ||
          fits([id, ...segments.map(({ state }) => state), ...(episodesByTarget.get(id) ?? []).map(textOf)].join('\n')))
      )
    })
    const ids = new Set(
      history.targets
        .filter(({ protocol }) => protocols.length === 0 || protocols.includes(protocol))
        .map(({ id }) => id),
    )
    const episodes = history.episodes.filter(
      (episode) =>
        (protocols.length === 0 || ids.has(episode.target ?? '')) && (words.length === 0 || fits(textOf(episode))),
    )
    return { rows, episodes }
  }, [history, filter])
}

interface Place {
  readonly address: Address
  /** The view of the address, otherwise the one before. */
  readonly view: PageView
}

/** What follows the `#` of the address; static pages have none. */
function usePlace(firstView: PageView, isLive: boolean): readonly [place: Place, go: (hash: string) => void] {
  const [place, setPlace] = useState<Place>({ address: { filter: noFilter }, view: firstView })
  const enter = (address: Address) => setPlace((previous) => ({ address, view: address.view ?? previous.view }))
  useLayoutEffect(() => {
    if (!isLive) return
    const read = () => enter(readAddress(location.hash))
    read()
    addEventListener('hashchange', read)
  }, [isLive])
  const go = (hash: string) => {
    history.replaceState(null, '', hash)
    enter(readAddress(hash))
  }
  return [place, go]
}

function Keys({ close }: { close(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keys-title" onClose={close}>
      <h2 id="keys-title">Keys</h2>
      <dl>
        {keysHelp.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <button class="chip" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  )
}

export interface AppProps {
  readonly first: PageData
  readonly isServed: boolean
}

/** The page. What is written into the file is what this gives before any effect has run. */
export function App({ first, isServed }: AppProps) {
  const [isLive, setIsLive] = useState(false)
  const [announcement, setSaid] = useState('')
  const [isHelp, setIsHelp] = useState(false)
  const [isPrinted, setIsPrinted] = useState(false)
  const { model, changed, trouble } = useLive(first, isServed, setSaid)
  const [{ address, view: lastView }, go] = usePlace(first.view, isLive)
  useLayoutEffect(() => {
    document.documentElement.classList.add('live')
    setIsLive(true)
  }, [])

  const { target: id } = address
  const target =
    id === undefined ? undefined : model.board.targets.find((candidate) => toWellFormed(candidate.id) === id)
  const isKnown =
    target !== undefined ||
    (id !== undefined && model.history?.targets.some((candidate) => toWellFormed(candidate.id) === id) === true)
  const missing = id === undefined || isKnown ? undefined : shownText(id)
  const requestedView = missing === undefined ? lastView : 'board'
  const view = requestedView !== 'board' && !model.history ? 'board' : requestedView
  const { axis, asTable } = address.filter
  const filter = isPrinted ? { ...noFilter, axis, asTable } : address.filter
  const change = (part: Partial<Filter>) => go(viewAddress(view, { ...address.filter, ...part }))
  const targets = useTargets(model, filter)
  const { rows, episodes } = usePast(model, filter)
  const { length } = view === 'board' ? targets : view === 'timeline' ? rows : episodes
  const news =
    missing !== undefined
      ? `No such target: ${missing}`
      : address.filter.query !== '' || length === 0
        ? `${length} found`
        : undefined
  useEffect(() => {
    if (news !== undefined) setSaid(news)
  }, [news])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target: element } = event
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        (element instanceof HTMLElement && element.matches('input, dialog *'))
      )
        return
      const shortcut = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key)}"]`)
      if (!shortcut) return
      if (shortcut.matches('input')) shortcut.focus()
      else shortcut.click()
      event.preventDefault()
    }
    // The page is there as long as the window is.
    addEventListener('keydown', press)
    addEventListener('beforeprint', () => setIsPrinted(true))
    addEventListener('afterprint', () => setIsPrinted(false))
  }, [])

  /** Closes the panel, and gives the focus back to the card, wherever the panel was opened from. */
  const close = () => {
    go(viewAddress(view, address.filter))
    const card = Array.from(document.querySelectorAll<HTMLElement>('[data-target]')).find(
      ({ dataset }) => dataset['target'] === target?.id,
    )
    card?.focus()
    card?.scrollIntoView({ block: 'nearest' })
  }

  const surroundings = useMemo(() => ({ model, isLive, announce: setSaid }), [model, isLive])
  // On paper the board comes before the open view.
  const shownViews = isLive ? [...(isPrinted && view !== 'board' ? (['board'] as const) : []), view] : viewsOf(model)
  const notes = [...new Set([...model.board.notes, ...(model.history?.notes ?? [])])]
  return (
    <Surrounding.Provider value={surroundings}>
      <TopBar model={model} view={view} filter={filter} />
      {trouble !== undefined && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <main>
        {isLive && missing !== undefined && (
          <p class="trouble">
            No such target: <code>{missing}</code>
          </p>
        )}
        {shownViews.map((shownView) => {
          const heading = model.headings[shownView]
          const Title = shownView === view ? 'h1' : 'h2'
          return (
            <section key={shownView} class={`view view-${shownView}`} aria-label={titles[shownView]}>
              <Title class="news">{heading.news}</Title>
              <p class="sums">{heading.sums}</p>
              {shownView === 'board' ? (
                <Shares board={model.board} filter={filter} />
              ) : (
                model.figures && <Figures figures={model.figures} />
              )}
              {isLive && <Controls model={model} view={shownView} filter={address.filter} change={change} />}
              {shownView === 'board' && <BoardView targets={targets} filter={filter} changed={changed} />}
              {shownView === 'timeline' && model.history && (
                <Timeline history={model.history} targets={rows} filter={filter} change={change} />
              )}
              {(shownView === 'episodes' || (shownView === 'timeline' && filter.asTable)) && (
                <Episodes episodes={episodes} filter={filter} />
              )}
            </section>
          )
        })}
        {notes.length > 0 && (
          <aside class="notes" aria-label="Notes">
            {notes.map((note) => (
              <p key={note}>
                <Message text={note} />
              </p>
            ))}
          </aside>
        )}
      </main>
      <footer>
        Read only: state changes by commands, in a comment or on the command line.{' '}
        {!isServed && 'Nothing is loaded, sent or stored. '}
        {isLive && (
          <button class="chip plain" data-key="?" onClick={() => setIsHelp(true)}>
            keyboard shortcuts
          </button>
        )}
      </footer>
      {isLive && id !== undefined && isKnown && <Panel key={id} id={target?.id ?? id} target={target} close={close} />}
      {isHelp && <Keys close={() => setIsHelp(false)} />}
      <p class="aside" role="status" aria-live="polite">
        {announcement}
      </p>
    </Surrounding.Provider>
  )
}
