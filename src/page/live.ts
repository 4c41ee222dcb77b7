import { useEffect, useRef, useState } from 'preact/hooks'
import type { PageData } from './model.ts'
import { unpack, type Packed } from './data.ts'
import { clockOf, shown } from './words.ts'

/** What a server has sent since the page was opened. */
export interface Live {
  readonly model: PageData
  /** The targets that have just changed. */
  readonly changed: ReadonlySet<string>
  /** Why what is shown may not be what is. */
  readonly trouble: string | undefined
}

const markedMilliseconds = 2_000

/** The targets of a model that are new, or not as they were. */
function changedIn(before: PageData, after: PageData): readonly PageData['board']['targets'][number][] {
  const known = new Map(before.board.targets.map((target) => [target.id, JSON.stringify(target)]))
  return after.board.targets.filter((target) => known.get(target.id) !== JSON.stringify(target))
}

/** The model, which follows that of the server where there is one. The focus stays on the card that has it, wherever the card goes. */
export function useLive(first: PageData, isServed: boolean, announce: (text: string) => void): Live {
  const [live, setLive] = useState<Live>({ model: first, changed: new Set(), trouble: undefined })
  const latest = useRef(first)
  const focused = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!isServed) return undefined
    const events = new EventSource('/events')
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const update = async () => {
      const response = await fetch('/model.json')
      if (!response.ok || isOver) return
      const { view } = latest.current
      const model = { ...(unpack((await response.json()) as Packed) as PageData), view }
      const changed = changedIn(latest.current, model)
      latest.current = model
      const { activeElement } = document
      focused.current = activeElement instanceof HTMLElement ? activeElement.dataset['target'] : undefined
      setLive({ model, changed: new Set(changed.map(({ id }) => id)), trouble: undefined })
      if (changed.length > 0) {
        const names = changed.slice(0, 3).map(({ name, state }) => `${shown(name)} ${shown(state)}`)
        announce(`Changed: ${names.join(', ')}${changed.length > names.length ? ` and ${changed.length - names.length} more` : ''}`)
      }
      clearTimeout(timer)
      timer = setTimeout(() => setLive((now) => ({ ...now, changed: new Set() })), markedMilliseconds)
    }
    const lost = () =>
      setLive((now) => (now.trouble === undefined ? { ...now, trouble: `Not live since ${clockOf(new Date())} UTC: no answer.` } : now))
    events.addEventListener('model', () => void update().catch(lost))
    events.addEventListener('failed', ({ data }: MessageEvent<string>) => setLive((now) => ({ ...now, trouble: shown(data, 500) })))
    events.addEventListener('error', lost)
    return () => {
      isOver = true
      clearTimeout(timer)
      events.close()
    }
  }, [isServed, announce])
  useEffect(() => {
    const id = focused.current
    if (id === undefined || document.activeElement !== document.body) return
    const card = Array.from(document.querySelectorAll<HTMLElement>('[data-target]')).find(({ dataset }) => dataset['target'] === id)
    card?.focus()
  }, [live.model])
  return live
}
