import type { ConflictingPull } from '../../core/host/conversation.ts'
import type { Ports } from '../../app/ports.ts'
import type { FindLiveBoots, Notes } from '../../core/lanes.ts'
import { sweep } from '../../app/deliveries/sweep.ts'
import type { Activity } from './activity.ts'
import type { Audits } from './audits.ts'
import { repositoryKey, type InstalledRepository, type Job } from './jobs.ts'
import type { Fields, Log } from './log.ts'
import { noMeter, timer, type Meter } from './metrics/meter.ts'
import type { FreshItems } from './untried.ts'

/** What the bot lends its sweeps. */
interface SweepsOptions {
  readonly log: Log
  readonly meter?: Meter
  readonly notes: Notes
  readonly alive?: FindLiveBoots | undefined
  readonly activity: Pick<Activity, 'heard'>
  readonly audits: Pick<Audits, 'miss'>
  /** Conflicts of pull requests that were looked into. */
  readonly conflicts: Pick<FreshItems<ConflictingPull>, 'fresh'>
  /** Tips of default branches of which it was found out whether their push was lost. */
  readonly tips: Pick<FreshItems<string>, 'fresh'>
  /** Since when a repository is ours to look after, in milliseconds since 1970. */
  since(repository: InstalledRepository): number | Promise<number>
  add(jobs: readonly Job[]): Promise<void>
  /** Called after a sweep of which no query failed. */
  succeeded(round: 'sweep'): Promise<void>
}

/** Sweeps of one repository each; gives what its line in the log says. */
export function makeSweeps({
  log,
  meter = noMeter,
  notes,
  alive,
  activity,
  audits,
  conflicts,
  tips,
  since,
  add,
  succeeded,
}: SweepsOptions): (job: Job, ports: Ports) => Promise<Fields> {
  /** The branches that pull requests of each repository went to the last time, where it was swept before. */
  const bases = new Map<string, readonly string[]>()

  return async (job, ports) => {
    const { at } = job
    const elapsed = timer()
    const key = repositoryKey(at)
    const knownBases = bases.get(key)
    const hand = (tasks: readonly Job['task'][]) => add(tasks.map((task) => ({ ...job, task })))
    const result = await sweep(ports, {
      since: await since(at),
      notes,
      alive,
      bases: knownBases ?? [],
      thorough: knownBases === undefined,
      hand,
    })
    if (!result.failed.has('heads')) bases.set(key, result.bases)
    // What it sent may be lost all the time.
    if (result.comments + result.heads + result.groups > 0) activity.heard(at)

    const conflictingPulls = result.failed.has('conflicts') ? [] : await conflicts.fresh(at, result.conflicts)
    await hand(conflictingPulls.map(({ number }) => ({ do: 'resolve', number })))
    const lostTips = result.unchecked === undefined ? [] : await tips.fresh(at, [result.unchecked])
    await hand(lostTips.map(() => ({ do: 'push' })))
    if (result.beat !== 'unknown') await audits.miss(at, result.beat)

    for (const error of result.failed.values()) log.error(error, { task: 'sweep', deliveries: [job.delivery] })
    meter.observe('sweep_seconds', {}, elapsed())
    for (const question of result.failed.keys()) meter.count('sweep_failed_total', { what: question })
    if (result.failed.size === 0) await succeeded('sweep')
    const failed = result.failed.size > 0 && { failed: [...result.failed.keys()] }
    return { comments: result.comments, heads: result.heads, groups: result.groups, ...failed }
  }
}
