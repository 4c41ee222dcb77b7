import { handleClick } from '../../app/comments/click.ts'
import { replyToEdit } from '../../app/comments/edited.ts'
import { handle } from '../../app/comments/handle.ts'
import type { IgnoredAuthors } from '../../app/comments/authorization/ignored-authors.ts'
import type { ParsedComment } from '../../app/comments/comment.ts'
import type { Ports } from '../../app/ports.ts'
import type { WebhookTask } from '../../app/deliveries/events.ts'
import type { Run, WaitAside } from '../../core/lanes.ts'
import { checkHead, concludeAbandoned, placeOfHead, finishLeftRuns } from '../../app/review/check-head.ts'
import { afterPush } from '../../app/sync/default-branch.ts'
import { resolvePull } from '../../app/sync/resolve-pull.ts'
import type { Audits } from './audits.ts'
import { jobLog, refusalFields, type JobLog } from './job-log.ts'
import { isRound, jobsOf, type Job, type JobOf } from './jobs.ts'
import type { Log } from './log.ts'
import { noMeter, type Meter } from './metrics/meter.ts'
import type { Outages } from './outages.ts'
import type { Rechecks } from './rechecks.ts'
import type { Session, SessionOptions } from './sessions.ts'
import type { FreshItems } from './untried.ts'

/** What the bot gives to the work. */
interface WorkOptions {
  readonly log: Log
  readonly meter?: Meter
  /** Whether lines of the log name people. */
  readonly logActor: boolean
  open(at: Job['at'], options: SessionOptions): Promise<Session>
  /** The authors whose comments get no answer in a repository. */
  ignoredAuthors(at: Job['at']): IgnoredAuthors
  readonly audits: Pick<Audits, 'run'>
  readonly conflicts: Pick<FreshItems<never>, 'forget'>
  readonly tips: Pick<FreshItems<never>, 'forget'>
  readonly rechecks: Rechecks
  /** Has jobs wait their turn. */
  add(jobs: readonly Job[]): Promise<void>
  /** What waits for GitHub to answer again. Rounds do not: they come again by themselves. */
  readonly outages: Outages
  /** Looks for what was lost in one repository. */
  sweep(job: Job, ports: Ports): Promise<Parameters<JobLog['report']>[2]>
}

/** One batch while it is being done. */
interface Batch extends Pick<WorkOptions, 'audits' | 'conflicts' | 'tips' | 'rechecks' | 'add' | 'sweep'>, JobLog {
  readonly ports: Ports
  readonly aside: WaitAside
}

type Step = (batch: Batch, jobs: readonly Job[]) => Promise<void>

/** All jobs of a kind are done by one. */
const batchStep =
  <Do extends WebhookTask['do']>(
    kind: Do,
    work: (batch: Batch, jobs: readonly JobOf<Do>[], first: JobOf<Do>) => Promise<void>,
  ): Step =>
  async (batch, jobs) => {
    const kindJobs = jobsOf(jobs, kind)
    const [first] = kindJobs
    if (first) await batch.attempt(kindJobs, () => work(batch, kindJobs, first))
  }

/** Each job of a kind is done for itself. */
const singleStep =
  <Do extends WebhookTask['do']>(kind: Do, work: (batch: Batch, job: JobOf<Do>) => Promise<void>): Step =>
  async (batch, jobs) => {
    for (const job of jobsOf(jobs, kind)) await batch.attempt([job], () => work(batch, job))
  }

async function handleAll(
  { ports, report, warnUnseen }: Batch,
  jobs: readonly JobOf<'handle'>[],
  first: JobOf<'handle'>,
): Promise<void> {
  // A delivery that came twice is one comment, and what came out of order is done in order.
  const comments = jobs
    .map(({ task }) => task.comment)
    .toSorted((a, b) => a.id - b.id || Number(b.late) - Number(a.late))
  // What was delivered is signed, and counts before what the sweep has read, which may have been edited.
  const unique = [...new Map(comments.map((comment) => [comment.id, comment])).values()]
  const handled = await handle(ports, first.task.comment.number, unique)
  // One request has the answers to all, and each has the reasons why parts of it were refused.
  warnUnseen(jobs, handled[0]?.answered.refused ?? [])
  const reported = new Set<number>()
  for (const job of jobs) {
    const { id, author } = job.task.comment
    const result = handled.find(({ comment }) => comment.id === id)?.answered
    if (!result) {
      report([job], 'ignored')
      continue
    }
    const { outcome, commands, codes, sha, again } = result
    const fields = { comment: id, commands, actor: author, ...(sha !== undefined && { commit: sha }) }
    // It counts once, however often it was delivered or found.
    if (reported.has(id)) report([job], 'repeated', fields)
    else report([job], outcome, { ...fields, ...refusalFields(codes), ...(again && { again }) })
    reported.add(id)
  }
}

async function reportEdit({ ports, report }: Batch, job: JobOf<'report-edit'>): Promise<void> {
  const { id, author } = job.task.edit.comment
  const isReported = await replyToEdit(ports, job.task.edit)
  report(
    [job],
    isReported ? 'reported' : 'ignored',
    isReported ? { comment: id, actor: author, ...refusalFields(['COMMENT_EDITED']) } : {},
  )
}

async function click({ ports, report }: Batch, job: JobOf<'click'>): Promise<void> {
  const { check, by } = job.task.clicked
  const { outcome, command, codes, sha, again } = await handleClick(ports, job.task.clicked)
  const actor = outcome !== 'ignored' && { actor: by }
  const commit = sha !== undefined && { commit: sha }
  report([job], outcome, { check, command, ...actor, ...refusalFields(codes), ...commit, ...(again && { again }) })
}

async function sweepOne({ ports, report, sweep }: Batch, job: Job): Promise<void> {
  const fields = await sweep(job, ports)
  report([job], 'swept', fields)
}

async function auditOne({ ports, audits, report }: Batch, job: Job): Promise<void> {
  const end = await audits.run(job.at, ports)
  const { action, dashboard, checked, remembered, notes } = end ?? {}
  report([job], remembered ? 'unchanged' : end ? 'audited' : 'nothing', {
    action,
    ...(dashboard !== undefined && dashboard !== 'nothing' && { dashboard }),
    findings: checked?.report.diagnostics.length,
    notes,
  })
}

/** Has a commit checked again where a delivery asks for it that has not had it checked yet. */
async function recheckOptions(rechecks: Rechecks, jobs: readonly Job[]) {
  const fresh = await rechecks.fresh(jobs)
  return { recheck: fresh.length > 0, begun: () => rechecks.begun(fresh) }
}

/** A commit is checked again as what it is: the head of a pull request in the lane of that, where its commands are. */
async function recheck({ ports, rechecks, add, report }: Batch, job: JobOf<'recheck'>): Promise<void> {
  const { subject, of } = await placeOfHead(ports, job.task.head)
  if (of !== undefined) {
    await add([{ ...job, task: { do: 'check', subject, recheck: true, of } }])
    return
  }
  const { conclusion, again } = await checkHead(ports, subject, await recheckOptions(rechecks, [job]))
  report([job], conclusion, again ? { again } : {})
}

/** A pull request that waits for the commit has it checked; on any other commit, what was left is ended. */
async function finish({ ports, add, report }: Batch, job: JobOf<'finish'>): Promise<void> {
  const { head } = job.task
  const { subject, of } = await placeOfHead(ports, head)
  if (of !== undefined) await add([{ ...job, task: { do: 'check', subject, recheck: false, of } }])
  else if (subject.writable) report([job], (await checkHead(ports, subject)).conclusion)
  else report([job], (await finishLeftRuns(ports, head)) > 0 ? 'cancelled' : 'nothing')
}

async function abandon({ ports, report }: Batch, job: JobOf<'abandon'>): Promise<void> {
  const { comment } = job.task
  // Only where what waits outlives the process.
  const { replyAbandoned } = await import('../../app/comments/abandoned.ts')
  const isShown = await replyAbandoned(ports, comment)
  report(
    [job],
    isShown ? 'abandoned' : 'ignored',
    isShown ? { comment: comment.id, ...refusalFields(['COMMAND_ABANDONED']) } : {},
  )
}

async function abandonCheck({ ports, report }: Batch, job: JobOf<'abandon-check'>): Promise<void> {
  await concludeAbandoned(ports, job.task.head)
  report([job], 'abandoned')
}

async function resolve(
  { ports, aside, conflicts, report }: Batch,
  jobs: readonly JobOf<'resolve'>[],
  first: JobOf<'resolve'>,
): Promise<void> {
  // A push to the base has as many of these wait as there are pull requests.
  const pause: Ports['pause'] = (milliseconds) => aside(ports.pause(milliseconds))
  const { outcome, ...fields } = await resolvePull({ ...ports, pause }, first.task.number).catch(
    async (error: unknown) => {
      await conflicts.forget(first.at)
      throw error
    },
  )
  report(jobs, outcome, fields)
}

async function push(
  { ports, tips, report }: Batch,
  jobs: readonly JobOf<'push'>[],
  first: JobOf<'push'>,
): Promise<void> {
  const subjects = jobs.flatMap(({ task }) => task.subject ?? [])
  const { synced, checked } = await afterPush(ports, subjects).catch(async (error: unknown) => {
    await tips.forget(first.at)
    throw error
  })
  for (const job of jobs) {
    const { outcome, tip: _, before: __, ...fields } = synced ?? { outcome: 'nothing', tip: '' }
    report([job], (job.task.subject && checked.get(job.task.subject.head)) ?? 'looked', { sync: outcome, ...fields })
  }
}

/** What was pushed may conflict with pull requests that go there. */
async function resolveAfter({ ports: { host }, add }: Batch, jobs: readonly JobOf<'push'>[]): Promise<void> {
  const pushJob = jobs.find(({ task }) => task.subject?.branch !== undefined)
  if (!pushJob) return
  const pulls = (await host.pulls()).filter(({ fork, base }) => !fork && base === pushJob.task.subject?.branch)
  await add(pulls.map(({ number }) => ({ ...pushJob, task: { do: 'resolve', number } })))
}

async function check(
  { ports, rechecks, report }: Batch,
  jobs: readonly JobOf<'check'>[],
  { task: { subject, of } }: JobOf<'check'>,
): Promise<void> {
  const requests = jobs.filter(({ task }) => task.recheck)
  const { conclusion, again } = await checkHead(ports, subject, { ...(await recheckOptions(rechecks, requests)), of })
  report(jobs, conclusion, again ? { again } : {})
}

const checkEach: Step = async (batch, jobs) => {
  const checks = jobsOf(jobs, 'check')
  for (const head of new Set(checks.map(({ task }) => task.subject.head)))
    await batchStep('check', check)(
      batch,
      checks.filter(({ task }) => task.subject.head === head),
    )
}

/**
 * What is done with a batch, in this order: commands come first, since one of them may be about to bring the check run.
 */
const steps: readonly Step[] = [
  batchStep('handle', handleAll),
  singleStep('report-edit', reportEdit),
  singleStep('click', click),
  singleStep('abandon', abandon),
  singleStep('abandon-check', abandonCheck),
  singleStep('sweep', sweepOne),
  singleStep('audit', auditOne),
  singleStep('recheck', recheck),
  singleStep('finish', finish),
  checkEach,
  batchStep('resolve', resolve),
  batchStep('push', push),
  batchStep('push', resolveAfter),
]

/** Comments that were deleted before they were handled are not handled, whatever the order in which both came. */
function withoutForgotten(jobs: readonly Job[]): { readonly left: readonly Job[]; readonly forgotten: readonly Job[] } {
  const deleted = new Set(jobsOf(jobs, 'forget').map(({ task }) => task.comment))
  const isForgotten = ({ task }: Job) => task.do === 'handle' && deleted.has(task.comment.id)
  return {
    left: jobs.filter((job) => job.task.do !== 'forget' && !isForgotten(job)),
    forgotten: jobs.filter(isForgotten),
  }
}

function commentIn({ task }: Job): ParsedComment | undefined {
  if (task.do === 'handle' || task.do === 'abandon') return task.comment
  return task.do === 'report-edit' ? task.edit.comment : undefined
}

/** Comments of people who are known to get no answer cost no request. */
async function withoutIgnored(
  jobs: readonly Job[],
  ignoredAuthors: IgnoredAuthors,
): Promise<Record<'left' | 'ignored', readonly Job[]>> {
  const ignored = await ignoredAuthors.among(jobs.flatMap((job) => commentIn(job) ?? []))
  const isIgnored = (job: Job) => ignored.has(commentIn(job)?.id ?? Number.NaN)
  return { left: jobs.filter((job) => !isIgnored(job)), ignored: jobs.filter(isIgnored) }
}

/** Does the batches of all lanes, and says how each job ended. */
export function worker({
  log,
  meter = noMeter,
  logActor,
  open,
  ignoredAuthors,
  outages,
  ...services
}: WorkOptions): Run<Job> {
  return async (lane, jobs, hold, aside) => {
    const { left: remaining, forgotten } = withoutForgotten(jobs)
    const [anyJob] = remaining
    const { left: openJobs, ignored } = anyJob
      ? await withoutIgnored(remaining, ignoredAuthors(anyJob.at))
      : { left: [], ignored: [] }
    const [firstJob] = openJobs
    let session: Session | undefined
    const facts = {
      jobs,
      began: Date.now(),
      requests: () => session?.requests() ?? 0,
      ...(firstJob && !isRound(firstJob.task) && { retryAt: () => outages.retryAt(lane) }),
    }
    const batch = jobLog(log, facts, logActor, meter)
    batch.report(forgotten, 'forgotten')
    batch.report(ignored, 'ignored')
    if (!firstJob) return
    await batch.attempt(openJobs, async () => {
      const waiter = { name: lane, since: Math.min(...openJobs.map(({ came }) => came)) }
      session = await open(firstJob.at, { waiter, hold, reserve: isRound(firstJob.task) ? 'sweep' : 'rest', aside })
    })
    try {
      if (session)
        for (const step of steps) await step({ ...services, ...batch, ports: session.ports, aside }, openJobs)
    } finally {
      await session?.end()
    }
    batch.end()
  }
}
