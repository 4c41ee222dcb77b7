import { QueueUnavailable, type FindLiveBoots } from '../../core/lanes.ts'
import type { RedisConnection } from './connection.ts'

/**
 * How often a process shows that it lives, in milliseconds. One that did not for three times as long counts as ended.
 */
const beatInterval = 10_000

/** What a process learns by showing that it lives. */
export interface Heartbeat {
  /** Why Redis takes nothing now, in words; `undefined`: it does. */
  trouble(): string | undefined
  /** Those of some starts whose processes live. @throws QueueUnavailable while Redis is away */
  readonly alive: FindLiveBoots
  /**
   * Calls a listener when Redis takes something again after it did not, and when it does not know this process any
   * more: then something may have been refused or lost.
   *
   * @returns what ends that
   */
  onDoubt(listener: () => void): () => void
  /** Learns that something was refused: it may be over before the next look at Redis. */
  doubt(): void
  stop(): void
}

interface HeartbeatOptions {
  /** Names this start of the process. */
  readonly boot: string
  readonly every?: number | undefined
  /** Called when Redis begins to take nothing, though it is there, with what it answers. */
  readonly refused?: (trouble: string, error: unknown) => void
}

/** Redis begins its errors with a word of its own. */
const wordOf = (error: unknown): string | undefined =>
  /^[A-Z]{2,20}(?= )/.exec(error instanceof Error ? error.message : '')?.[0]

/**
 * Has all processes know that this one lives, and this one whether Redis takes what is written.
 */
export function heartbeat(
  { commands, prefix, awaySince, refusal, onBack }: RedisConnection,
  { boot, every = beatInterval, refused = () => undefined }: HeartbeatOptions,
): Heartbeat {
  const keyOf = (bootName: string) => `${prefix}:alive:${encodeURIComponent(bootName)}`
  const listeners = new Set<() => void>()
  const notifyDoubt = () => {
    for (const listener of listeners) listener()
  }
  let isKnown = false
  let hasRefused = false
  let failure: { readonly since: number; readonly word: string | undefined } | undefined

  const trouble = () => {
    const since = awaySince() ?? (failure && failure.word === undefined ? failure.since : undefined)
    const code = since === undefined ? undefined : refusal()?.code
    if (code !== undefined) return `access refused (${code})`
    if (since !== undefined) return `no answer for ${Math.ceil((Date.now() - since) / 1000)} s`
    if (!failure) return undefined
    return failure.word === 'OOM' ? 'full' : `nothing can be written (${failure.word})`
  }

  const beat = async () => {
    try {
      const previous = await commands.set(keyOf(boot), '', 'PX', 3 * every, 'GET')
      const isDoubtful = hasRefused || failure !== undefined || (isKnown && previous === null)
      failure = undefined
      hasRefused = false
      isKnown = true
      if (isDoubtful) notifyDoubt()
    } catch (error) {
      const isNew = failure === undefined
      failure = { since: failure?.since ?? Date.now(), word: wordOf(error) }
      if (isNew && failure.word !== undefined) refused(trouble() ?? '', error)
    }
  }
  const timer = setInterval(() => void beat(), every).unref()
  const forget = onBack(() => {
    failure ??= { since: Date.now(), word: undefined }
    void beat()
  })
  void beat()

  return {
    trouble,
    async alive(boots) {
      if (boots.length === 0) return new Set()
      const values = await commands.mget(boots.map(keyOf)).catch(() => {
        throw new QueueUnavailable()
      })
      return new Set(boots.filter((_, index) => values[index] !== null))
    },
    onDoubt(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    doubt() {
      hasRefused = true
    },
    stop() {
      clearInterval(timer)
      forget()
    },
  }
}
