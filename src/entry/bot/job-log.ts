import { LaneTaken, RetryLater, QueueUnavailable } from '../../core/lanes.ts'
import { nameOf, numberOf, type Job } from './jobs.ts'
import type { Fields, Log } from './log.ts'
import { labelOf, noMeter, type Meter } from './metrics/meter.ts'
import { limitEnd, retryReason } from './outages.ts'
import { safeError } from './safe-error.ts'

/** What the lines about a batch say besides its jobs. */
interface BatchFacts {
  readonly jobs: readonly Job[]
  /** When it was begun, in milliseconds since 1970. */
  readonly began: number
  /** How many requests were sent to GitHub for it so far. */
  readonly requests: () => number
  /**
   * When it is tried again if GitHub does not answer or refuses a request, in milliseconds since 1970; `undefined`, or
   * absent: it is left to the sweep.
   */
  readonly retryAt?: () => Promise<number | undefined>
}

/** Says how the jobs of a batch ended, a line for each. */
export interface JobLog {
  report(jobs: readonly Job[], outcome: string, fields?: Fields): void
  /** Warns that something of their answer cannot be seen on GitHub. @param reasons sentences by `msg` */
  warnUnseen(jobs: readonly Job[], reasons: readonly string[]): void
  /**
   * Does what some of its jobs ask for. What goes wrong with them is logged, and keeps no others from being done. Where
   * GitHub does not answer, or refuses a request, they are put off.
   *
   * @throws LaneTaken where the lane is another process's: then none of the rest may be done here
   */
  attempt(jobs: readonly Job[], work: () => Promise<void>): Promise<void>
  /** @throws RetryLater where some jobs were put off, with these. */
  end(): void
}

/** How long jobs wait that found the queue away, in milliseconds. */
const unavailableDelay = 5000

/** A line of a refusal names the first code, and all of them. */
export const refusalFields = (codes: readonly string[] = []): Fields =>
  codes.length > 0 ? { code: codes[0], codes } : {}

/** How tasks end that a sweep did not have to find: others had them, or no one has done them yet. */
const notFound: ReadonlySet<string> = new Set(['ignored', 'repeated', 'forgotten', 'unavailable', 'failed'])

/** What a sweep has found, of all that it looks for. */
function foundIn({ task }: Job): 'comments' | 'heads' | 'groups' | undefined {
  if (task.do === 'handle') return 'comments'
  if (task.do !== 'check') return undefined
  if (task.of !== undefined) return 'heads'
  return task.subject.base?.kind === 'commit' ? 'groups' : undefined
}

/** @param logActor whether lines name people */
export function jobLog(
  log: Log,
  { jobs: batch, began, requests, retryAt }: BatchFacts,
  logActor: boolean,
  meter: Meter = noMeter,
): JobLog {
  let requestsBefore = 0
  const postponed: { readonly until: number; readonly jobs: readonly Job[] }[] = []
  // What fails in one batch is one failure of its lane. Where the queue is away, nothing waits there either.
  let nextTry: Promise<number | undefined> | undefined
  const nextTryAfter = async (error: unknown) => {
    if (!retryAt || retryReason(error) === undefined) return undefined
    try {
      // How long GitHub makes one wait is no failure of the lane.
      return limitEnd(error, Date.now()) ?? (await (nextTry ??= retryAt()))
    } catch {
      return undefined
    }
  }

  const measure = ({ task, came }: Job, outcome: string) => {
    const labels = { wish: task.do, outcome }
    meter.count('jobs_total', labels)
    meter.observe('job_seconds', labels, (Date.now() - began) / 1000)
    meter.observe('job_wait_seconds', labels, Math.max(0, began - came) / 1000)
    meter.observe('batch_items', labels, batch.length)
  }

  /** Counts finished work that only a sweep found: a delivery of it may still be waiting when the sweep finds it. */
  const countFound = (jobs: readonly Job[], outcome: string, again: Fields['again']) => {
    const [first] = jobs
    const what = first && foundIn(first)
    if (what === undefined || notFound.has(outcome) || (what !== 'comments' && again === true)) return
    if (jobs.every(({ delivery }) => delivery === 'sweep')) meter.count('sweep_found_total', { what })
  }

  const report: JobLog['report'] = (jobs, outcome, { actor, ...fields } = {}) => {
    countFound(jobs, outcome, fields.again)
    for (const job of jobs) {
      const { at, task, delivery, came } = job
      // It is not over: it goes on when the queue is back, or elsewhere.
      if (outcome !== 'unavailable') measure(job, outcome)
      if (outcome === 'refused') meter.count('refusals_total', { code: labelOf.code(String(fields.code)) })
      log.info({
        delivery,
        installation: at.installation,
        repository: nameOf(at),
        number: numberOf(task),
        task: task.do,
        ...(logActor && { actor }),
        outcome,
        milliseconds: Date.now() - came,
        waited: Math.max(0, began - came),
        batch: batch.length,
        requests: requests() - requestsBefore,
        ...fields,
      })
    }
  }

  const factsOf = (jobs: readonly Job[]): Fields => {
    const [first] = jobs
    return {
      deliveries: jobs.map(({ delivery }) => delivery),
      ...(first && {
        installation: first.at.installation,
        repository: nameOf(first.at),
        number: numberOf(first.task),
      }),
    }
  }

  const fail = async (jobs: readonly Job[], error: unknown) => {
    const until = await nextTryAfter(error)
    if (until === undefined) {
      log.error(error, factsOf(jobs))
      report(jobs, 'failed')
      return
    }
    const wait = Math.max(0, Math.ceil((until - Date.now()) / 1000))
    const isRefused = retryReason(error) === 'refused'
    const { message: reason, status, operation, hint } = safeError(error)
    log.warn(
      { ...factsOf(jobs), ...(isRefused && { reason, status, operation, hint }) },
      `GitHub ${isRefused ? 'refuses a request' : 'does not answer, or takes no requests for now'}. This is tried again in ${wait} s.`,
    )
    postponed.push({ until, jobs })
  }

  return {
    report,
    warnUnseen(jobs, reasons) {
      const [firstReason] = reasons
      if (firstReason !== undefined)
        log.warn(factsOf(jobs), `Not all of the answer can be seen on GitHub. ${firstReason}`)
    },
    async attempt(jobs, work) {
      requestsBefore = requests()
      try {
        await work()
      } catch (error) {
        if (error instanceof LaneTaken) throw error
        if (error instanceof RetryLater) postponed.push({ until: error.until, jobs })
        else if (error instanceof QueueUnavailable) {
          // The process ends, or the queue is away. Where it outlives the process, another one goes on.
          report(jobs, 'unavailable')
          postponed.push({ until: Date.now() + unavailableDelay, jobs })
        } else await fail(jobs, error)
      }
    },
    end() {
      if (postponed.length === 0) return
      throw new RetryLater(
        Math.min(...postponed.map(({ until }) => until)),
        postponed.flatMap(({ jobs }) => jobs),
      )
    },
  }
}
