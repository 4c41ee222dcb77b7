import { handleClick } from '../../app/conversation/click.ts'
import { tellOfEdit } from '../../app/conversation/edited.ts'
import { handle } from '../../app/conversation/handle.ts'
import type { World } from '../../app/conversation/world.ts'
import { checkHead, subjectOfHead } from '../../app/review/check-head.ts'
import { afterPush } from '../../app/sync/after-push.ts'
import { resolvePull } from '../../app/sync/resolve-pull.ts'
import type { Audits } from './audits.ts'
import type { Conflicts } from './conflicts.ts'
import { jobsOf, type Job, type JobOf } from './jobs.ts'
import type { Told } from './told.ts'

/** What the bot lends to whoever does its work. */
interface Around extends Told {
  worldOf(at: Job['at']): Promise<World>
  readonly audits: Pick<Audits, 'run'>
  readonly conflicted: Pick<Conflicts, 'forget'>
  /** Has a job wait its turn. */
  add(job: Job): void
  sweep(job: Job, world: World): Promise<void>
}

/** Does what waited for one key, and tells how each ended: commands first, since one of them may be about to bring the check run. */
export function worker({ worldOf, audits, conflicted, add, sweep, tell, attempt }: Around): (jobs: readonly Job[]) => Promise<void> {
  const handleAll = async (world: World, jobs: readonly JobOf<'handle'>[]): Promise<void> => {
    const [first] = jobs
    if (!first) return
    // A delivery that came twice is one comment, and what came out of order is done in order.
    const all = jobs.map(({ wish }) => wish.heard).toSorted((a, b) => a.comment - b.comment || Number(b.late) - Number(a.late))
    // What was delivered is signed, and counts before what the sweep has read, which may have been edited.
    const unique = [...new Map(all.map((each) => [each.comment, each])).values()]
    const handled = await handle(world, first.wish.heard.number, unique)
    for (const job of jobs) {
      const found = handled.find(({ heard: { comment } }) => comment === job.wish.heard.comment)?.answered
      tell(
        [job],
        found?.outcome ?? 'ignored',
        found && {
          comment: job.wish.heard.comment,
          commands: found.commands,
          ...(found.sha !== undefined && { commit: found.sha }),
          ...(found.again && { again: true }),
        },
      )
    }
  }

  const click = async (world: World, job: JobOf<'click'>): Promise<void> => {
    const { outcome, ...more } = await handleClick(world, job.wish.clicked)
    tell([job], outcome, { check: job.wish.clicked.check, ...more })
  }

  const audit = async (job: Job): Promise<void> => {
    const end = await audits.run(job.at)
    const { action, checked, remembered, notes } = end ?? {}
    tell([job], remembered ? 'unchanged' : end ? 'audited' : 'nothing', { action, findings: checked?.report.diagnostics.length, notes })
  }

  const recheck = async (world: World, job: JobOf<'recheck'>): Promise<void> => {
    const { conclusion } = await checkHead(world, await subjectOfHead(world, job.wish.head), { anew: true })
    tell([job], conclusion)
  }

  const resolve = async (world: World, jobs: readonly JobOf<'resolve'>[]): Promise<void> => {
    const [first] = jobs
    if (!first) return
    const { outcome, ...more } = await resolvePull(world, first.wish.number).catch((error: unknown) => {
      conflicted.forget(first.at)
      throw error
    })
    tell(jobs, outcome, more)
  }

  const push = async (world: World, jobs: readonly JobOf<'push'>[]): Promise<void> => {
    if (jobs.length === 0) return
    const { synced, checked } = await afterPush(
      world,
      jobs.flatMap(({ wish }) => wish.subject ?? []),
    )
    for (const job of jobs) {
      const { outcome, tip: _, before: __, ...more } = synced ?? { outcome: 'nothing', tip: '' }
      tell([job], (job.wish.subject && checked.get(job.wish.subject.head)) ?? 'looked', { sync: outcome, ...more })
    }
  }

  /** What was pushed may conflict with pull requests that go there. */
  const resolveAll = async ({ host }: World, jobs: readonly JobOf<'push'>[]): Promise<void> => {
    const pushed = jobs.find(({ wish }) => wish.subject?.branch !== undefined)
    if (!pushed) return
    for (const { number, base, fork } of await host.pulls())
      if (!fork && base === pushed.wish.subject?.branch) add({ ...pushed, wish: { do: 'resolve', number } })
  }

  const check = async (world: World, jobs: readonly JobOf<'check'>[]): Promise<void> => {
    const [first] = jobs
    if (!first) return
    const { conclusion, again } = await checkHead(world, first.wish.subject, { anew: jobs.some(({ wish }) => wish.anew) })
    tell(jobs, conclusion, again ? { again } : {})
  }

  return async (jobs) => {
    const [first] = jobs
    if (!first) return
    const world = await worldOf(first.at)
    const together = async <Each extends Job>(some: readonly Each[], work: (world: World, jobs: readonly Each[]) => Promise<void>) =>
      attempt(some, () => work(world, some))
    const oneByOne = async <Each extends Job>(some: readonly Each[], work: (job: Each) => Promise<void>) => {
      for (const job of some) await attempt([job], () => work(job))
    }

    await together(jobsOf(jobs, 'handle'), handleAll)
    await oneByOne(jobsOf(jobs, 'tell'), async (job) => {
      await tellOfEdit(world, job.wish.edit)
      tell([job], 'told')
    })
    await oneByOne(jobsOf(jobs, 'click'), (job) => click(world, job))
    await oneByOne(jobsOf(jobs, 'sweep'), (job) => sweep(job, world))
    await oneByOne(jobsOf(jobs, 'audit'), audit)
    await oneByOne(jobsOf(jobs, 'recheck'), (job) => recheck(world, job))
    await together(jobsOf(jobs, 'resolve'), resolve)
    const pushes = jobsOf(jobs, 'push')
    await together(pushes, push)
    await together(pushes, resolveAll)
    const checks = jobsOf(jobs, 'check')
    for (const head of new Set(checks.map(({ wish }) => wish.subject.head)))
      await together(
        checks.filter(({ wish }) => wish.subject.head === head),
        check,
      )
  }
}
