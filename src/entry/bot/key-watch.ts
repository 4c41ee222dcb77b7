import { setTimeout as pause } from 'node:timers/promises'
import { isKeyRefused, isSignedByApp } from '../../gateways/github/requests/failure.ts'
import { minute } from '../../core/time.ts'
import type { Log } from './log.ts'

/** What is known of the private key of the App, by GitHub's answers to what is signed with it. */
export interface KeyWatch {
  /** The usual `fetch`, whose answers are looked at. */
  readonly fetch: typeof globalThis.fetch
  /** Why GitHub cannot be worked with; `undefined`: it can, as far as is known. */
  trouble(): string | undefined
  /**
   * Has the key checked where GitHub has not accepted it for some minutes: a bot whose key was deleted works on with the
   * tokens that it has, and would notice with the next one. Nothing waits for that.
   */
  refresh(): void
  /** Has the key checked by `ask`, which sends `GET /app`, wherever GitHub refuses it, until it is accepted. */
  checkBy(ask: () => Promise<unknown>): void
}

/** How often GitHub is asked again while it refuses the key, in milliseconds. */
const checkInterval = 30_000

/** How long it counts that GitHub has accepted the key, in milliseconds. */
const acceptedTime = 10 * minute

/** Watches the key of a bot that starts. As long as the key is in use and accepted, this sends no request. */
export function watchKey(
  log: Pick<Log, 'info' | 'error'>,
  { every = checkInterval, accepted = acceptedTime } = {},
): KeyWatch {
  let isAccepted = false
  let isFailing = false
  let isChecking = false
  /** When it was accepted last, or last asked for. */
  let seenAt = performance.now()
  let ask: (() => Promise<unknown>) | undefined

  const accept = () => {
    if (isAccepted && isFailing) log.info({}, 'GitHub accepts the private key of the App again.')
    isAccepted = true
    isFailing = false
    seenAt = performance.now()
  }

  /** A single 401 may be a fault of GitHub's: it counts if `GET /app` has the same answer. */
  const check = async () => {
    if (isChecking || !ask) return
    isChecking = true
    do {
      const error: unknown = await ask().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (isKeyRefused(error) && !isFailing) {
        isFailing = true
        log.error(error)
      }
      if (isFailing) await pause(every, undefined, { ref: false })
    } while (isFailing)
    isChecking = false
  }

  const note = (status: number) => {
    if (status < 500 && status !== 401) accept()
    else if (!isAccepted) isFailing = true
    else if (status === 401) void check()
  }

  return {
    async fetch(input, init) {
      const isSigned = isSignedByApp(input instanceof Request ? input.url : String(input))
      try {
        const response = await fetch(input, init)
        if (isSigned) note(response.status)
        return response
      } catch (error) {
        if (isSigned && !isAccepted) isFailing = true
        throw error
      }
    },
    trouble: () => (isFailing ? 'github: GET /app failed' : undefined),
    refresh() {
      if (!ask || isFailing || performance.now() - seenAt < accepted) return
      seenAt = performance.now()
      // A refusal is noted on its way, and then asked about once more.
      ask().catch(() => undefined)
    },
    checkBy(asking) {
      ask = asking
    },
  }
}
