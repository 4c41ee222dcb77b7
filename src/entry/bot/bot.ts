import type { Probot } from 'probot'
import * as z from 'zod'
import type { ConflictingPull } from '../../core/host/conversation.ts'
import { groupBy } from '../../core/grouped.ts'
import { QueueUnavailable } from '../../core/lanes.ts'
import type { Identity } from '../../gateways/github/checks/overview.ts'
import { mayHaveCommands } from '../../app/comments/comment.ts'
import { mayAnswerEdit } from '../../app/comments/edited.ts'
import { ignoredAuthors } from '../../app/comments/authorization/ignored-authors.ts'
import { tasksOf, type WebhookTask } from '../../app/deliveries/events.ts'
import { contentPace } from '../../app/deliveries/pace.ts'
import { turns } from '../../app/deliveries/turns.ts'
import { activity } from './activity.ts'
import { makeAudits } from './audits.ts'
import type { BotSettings } from './environment.ts'
import {
  abandonJobOf,
  installations,
  isRound,
  laneOf,
  repositoryKey,
  type InstalledRepository,
  type Job,
} from './jobs.ts'
import { history } from './history.ts'
import type { Log } from './log.ts'
import { lastSuccesses } from './metrics/last-success.ts'
import { noMeter, type Meter } from './metrics/meter.ts'
import { countedPlaces, measureContent, measureDepth } from './metrics/queue.ts'
import { outages } from './outages.ts'
import { rechecks } from './rechecks.ts'
import { sessions } from './sessions.ts'
import { memoryQueue, type JobQueue } from './queue.ts'
import { makeSweepRounds } from './sweep-rounds.ts'
import { makeSweeps } from './sweeps.ts'
import { freshItems } from './untried.ts'
import type { Delivery } from './webhooks.ts'
import { worker } from './work.ts'

/** The bot: what comes is acknowledged once it waits in a lane, and worked off after that. */
export interface Bot {
  /**
   * Takes a delivery; settles when what it asks for waits in its lanes.
   *
   * @returns whether it asks for anything
   * @throws QueueUnavailable where it cannot be taken
   */
  take(delivery: Delivery): Promise<boolean>
  /** Looks for what was lost, in every repository at once. */
  sweepAll(): Promise<void>
  /** Does the same for one repository after the other, over half of the interval at most. */
  sweepRound(): Promise<void>
  /** Audits every repository, one after the other over some time. */
  auditAll(): Promise<void>
  /** Settles when nothing waits and nothing is under way. */
  idle(): Promise<void>
  /** Begins nothing more; settles when what is in hand has ended. */
  stop(): Promise<void>
}

interface BotOptions {
  readonly probot: Probot
  readonly identity: Identity
  readonly log: Log
  readonly settings: Pick<BotSettings, 'atOnce' | 'sweep' | 'audit' | 'logActor'>
  /** Where work waits. Default: in this process. */
  readonly queue?: JobQueue
  readonly meter?: Meter
  /** Why GitHub cannot be worked with; `undefined`: it can. */
  readonly trouble?: () => string | undefined
  /** How long work waits each time that GitHub does not answer, in milliseconds. Default: up to a minute, three times. */
  readonly retryWaits?: readonly number[]
}

/** Places of work for tasks without a deadline. */
const roundsAtOnce = 2

/** Places that one installation leaves to the others. */
const reservedPlaces = 2

/** The place of a delivery. No finding points into one, so zod alone judges it. */
const installedPayload = z
  .object({
    installation: z.object({ id: z.number() }),
    repository: z.object({ id: z.number(), name: z.string(), owner: z.object({ login: z.string() }) }),
  })
  .transform(({ installation, repository: { id, name, owner } }): InstalledRepository => ({
    installation: installation.id,
    id,
    owner: owner.login,
    repo: name,
  }))

const sentPayload = z.object({ sender: z.object({ login: z.string() }) })

export function makeBot({
  probot,
  identity,
  log,
  settings,
  queue = memoryQueue(Date.now),
  meter = noMeter,
  trouble = () => undefined,
  retryWaits,
}: BotOptions): Bot {
  const { atOnce, sweep: sweepEvery, audit, logActor } = settings
  const { notes, replica } = queue
  const now = Date.now
  const conflicts = freshItems<ConflictingPull>(
    notes,
    'conflicts',
    ({ number, head, base }) => `${number} ${head} ${base}`,
  )
  const tips = freshItems<string>(notes, 'tips', (tip) => tip)

  async function* places(): AsyncGenerator<InstalledRepository> {
    for await (const { at, since } of installations(probot)) {
      await deliveryHistory.installed(at.installation, since)
      yield at
    }
  }

  /** A queue that is away says so itself, and has a sweep once it is back. */
  const roundFailed = (task: string) => (error: unknown) => {
    if (!(error instanceof QueueUnavailable)) log.error(error, { task })
  }
  const noteSuccess = lastSuccesses(notes, meter, now)
  const audits = makeAudits({
    every: audit,
    installations: places,
    async ask(repository) {
      const task = { do: 'audit' } as const
      if (!(await rounds.has(laneOf(repository, task))))
        await add([{ at: repository, task, delivery: 'audit', came: now() }])
    },
    failed: roundFailed('audit'),
    succeeded: noteSuccess,
  })

  const repositoryActivity = activity(notes, sweepEvery, now)
  const largeTrees = turns()
  const content = contentPace(notes, now)
  const ignoredAuthorsIn = (repository: InstalledRepository) => ignoredAuthors(notes, repositoryKey(repository))
  const openSession = sessions(probot, identity, {
    notes,
    replica,
    ignoredAuthors: ignoredAuthorsIn,
    largeTrees,
    content,
    meter,
    log,
    trouble,
  })
  const deliveryHistory = history(probot, log, notes, now)
  const sweep = makeSweeps({
    log,
    meter,
    notes,
    alive: replica.alive,
    activity: repositoryActivity,
    audits,
    conflicts,
    tips,
    since: deliveryHistory.since,
    add: (jobs) => add(jobs),
    succeeded: noteSuccess,
  })
  const run = worker({
    log,
    meter,
    logActor,
    open: openSession,
    ignoredAuthors: ignoredAuthorsIn,
    audits,
    conflicts,
    tips,
    rechecks: rechecks(notes),
    outages: outages(notes, now, retryWaits),
    sweep,
    add: (jobs) => add(jobs),
  })
  const share = { of: ({ at }: Job) => String(at.installation), maxPlaces: Math.max(1, atOnce - reservedPlaces) }
  const giveUp = async (job: Job) => {
    const remaining = abandonJobOf(job)
    if (remaining) await add([remaining])
  }
  const lanes = queue.lanes('lanes', countedPlaces(run, 'lanes', meter), { places: atOnce, share, now }, giveUp)
  const rounds = queue.lanes('rounds', countedPlaces(run, 'rounds', meter), { places: roundsAtOnce, now }, giveUp)
  measureDepth(lanes, 'lanes', meter, now)
  measureDepth(rounds, 'rounds', meter, now)
  measureContent(content, meter, now)
  const add = async (jobs: readonly Job[]) => {
    for (const [lane, laneJobs] of groupBy(jobs, ({ at, task }) => laneOf(at, task)))
      await (laneJobs.some(({ task }) => isRound(task)) ? rounds : lanes).add(lane, laneJobs)
  }

  const sweepRounds = makeSweepRounds({
    every: sweepEvery,
    notes,
    activity: repositoryActivity,
    installations: places,
    // A second signal only: what fails here is no reason not to look at the repositories.
    askAgain: () => deliveryHistory.askAgain().catch(roundFailed('redeliver')),
    ask: (repository) => add([{ at: repository, task: { do: 'sweep' }, delivery: 'sweep', came: now() }]),
    failed: roundFailed('sweep'),
    succeeded: noteSuccess,
  })

  /** Whether a comment, or what was edited into one, may be for us: our own never are. */
  const mayBeForUs = (task: WebhookTask): boolean => {
    if (task.do === 'handle') return task.comment.author !== identity.login && mayHaveCommands(task.comment)
    return task.do !== 'report-edit' || mayAnswerEdit(task.edit, identity.login)
  }

  /** Whether we caused a delivery ourselves, as by an audit: that does not make a repository one in use. */
  const isOurs = ({ payload }: Delivery): boolean =>
    sentPayload.safeParse(payload).data?.sender.login === identity.login

  const tasksIn = ({ event, payload }: Delivery): readonly WebhookTask[] => tasksOf(event, payload).filter(mayBeForUs)

  return {
    async take(delivery) {
      await deliveryHistory.record(delivery)
      const { data: repository } = installedPayload.safeParse(delivery.payload)
      if (repository && !isOurs(delivery)) repositoryActivity.heard(repository)
      const tasks = tasksIn(delivery)
      if (tasks.some((task) => task.do === 'sweep')) {
        sweepRounds.all().catch(roundFailed('sweep'))
        return true
      }
      if (!repository || tasks.length === 0) return false
      await add(tasks.map((task) => ({ at: repository, task, delivery: delivery.id, came: now() })))
      return true
    },
    sweepAll: sweepRounds.all,
    sweepRound: sweepRounds.round,
    auditAll: () => audits.round(),
    async idle() {
      const laneGroups = [rounds, lanes]
      do await Promise.all(laneGroups.map((group) => group.idle()))
      // The last work may have added more.
      while ((await Promise.all(laneGroups.map((group) => group.depth()))).some(({ items }) => items > 0))
    },
    async stop() {
      audits.stop()
      largeTrees.stop()
      content.stop()
      await Promise.all([sweepRounds.stop(), lanes.stop(), rounds.stop()])
      queue.close()
    },
  }
}
