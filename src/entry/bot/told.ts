import type { Probot } from 'probot'
import type { Wish } from '../../app/deliveries/events.ts'
import { Fault } from '../../core/fault.ts'
import { nameOf, type Job } from './jobs.ts'

/** What a line of the log says of a job; never a comment's text, never a token. */
interface Line {
  readonly delivery: string
  readonly repository: string
  readonly wish: Wish['do']
  readonly outcome: string
  readonly milliseconds: number
  readonly [more: string]: unknown
}

/** Says how jobs ended, a line for each. */
export type Tell = (jobs: readonly Job[], outcome: string, more?: object) => void

/** What the log is told of jobs. */
export interface Told {
  readonly tell: Tell
  /** What goes wrong with some jobs is said of these, and keeps no others from being done. */
  attempt(jobs: readonly Job[], work: () => Promise<void>): Promise<void>
}

/** Tells a log of jobs. */
export function told(log: Probot['log']): Told {
  const tell: Tell = (jobs, outcome, more = {}) => {
    for (const { at, wish, delivery, came } of jobs) {
      const line: Line = {
        delivery,
        repository: nameOf(at),
        wish: wish.do,
        outcome,
        milliseconds: Date.now() - came,
        ...more,
      }
      log.info(line)
    }
  }
  const failed = (jobs: readonly Job[], error: unknown) => {
    const { message, hint, stack } = error as Error & { readonly hint?: string }
    const fault = error instanceof Fault
    log.error({ deliveries: jobs.map(({ delivery }) => delivery), fault, hint, ...(fault ? {} : { stack }) }, message)
    tell(jobs, 'failed')
  }
  return { tell, attempt: (jobs, work) => work().catch((error: unknown) => failed(jobs, error)) }
}
