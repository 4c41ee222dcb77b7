import { useEffect, useRef, useState } from 'preact/hooks'
import type { PageData } from './model.ts'
import { unpack, type PackedData } from './data.ts'
import { clockOf, shownText } from './words.ts'

/** What a server has sent since the page was opened. */
export interface LiveState {
  readonly model: PageData
  readonly changed: ReadonlySet<string>
  /** Why what is shown may not be what is. */
  readonly trouble: string | undefined
}

const markedMilliseconds = 2_000

/** The targets of a model that are new, or not as they were. */
function changedTargets(oldData: PageData, newData: PageData): readonly PageData['board']['targets'][number][] {
  const oldTexts = new Map(oldData.board.targets.map((target) => [target.id, JSON.stringify(target)]))
  return newData.board.targets.filter((target) => oldTexts.get(target.id) !== JSON.stringify(target))
}

/**
 * The model, which follows that of the server where there is one. The focus stays on the card that has it, wherever the
 * card goes.
 */
export function useLive(first: PageData, isServed: boolean, announce: (text: string) => void): LiveState {
  const [live, setLive] = useState<LiveState>({ model: first, changed: new Set(), trouble: undefined })
  const latest = useRef(first)
  const focusedId = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!isServed) return undefined
    const events = new EventSource('/events')
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const update = async () => {
      const response = await fetch('/model.json')
      if (!response.ok || isOver) return
      const { view } = latest.current
      const model = { ...(unpack((await response.json()) as PackedData) as PageData), view }
      const changed = changedTargets(latest.current, model)
      latest.current = model
      const { activeElement } = document
      focusedId.current = activeElement instanceof HTMLElement ? activeElement.dataset['target'] : undefined
      setLive({ model, changed: new Set(changed.map(({ id }) => id)), trouble: undefined })
      if (changed.length > 0) {
        const names = changed.slice(0, 3).map(({ name, state }) => `${shownText(name)} ${shownText(state)}`)
        announce(
          `Changed: ${names.join(', ')}${changed.length > names.length ? ` and ${changed.length - names.length} more` : ''}`,
        )
      }
      clearTimeout(timer)
      timer = setTimeout(() => setLive((current) => ({ ...current, changed: new Set() })), markedMilliseconds)
    }
    const reportLost = () =>
      setLive((current) =>
        current.trouble === undefined
          ? { ...current, trouble: `Not live since ${clockOf(new Date())} UTC: no answer.` }
          : current,
      )
    events.addEventListener('model', () => void update().catch(reportLost))
    events.addEventListener('failed', ({ data }: MessageEvent<string>) =>
      setLive((current) => ({ ...current, trouble: shownText(data, 500) })),
    )
    events.addEventListener('error', reportLost)
    return () => {
      isOver = true
      clearTimeout(timer)
      events.close()
    }
  }, [isServed, announce])
  useEffect(() => {
    const id = focusedId.current
    if (id === undefined || document.activeElement !== document.body) return
    const card = Array.from(document.querySelectorAll<HTMLElement>('[data-target]')).find(
      ({ dataset }) => dataset['target'] === id,
    )
    card?.focus()
  }, [live.model])
  return live
}
