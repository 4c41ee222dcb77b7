import type {
  HostIdentity,
  ConversationReader,
  DefaultBranchReader,
  PullRequestReader,
  EffectPerformer,
  CheckReader,
} from '../../core/host/host.ts'
import type { CheckClaims, CheckRunOptions, Clock, WithHost, PolicySource } from '../ports.ts'
import type { Repository } from '../../core/repository.ts'
import type { CheckRun, ExistingCheck } from '../../core/host/check-run.ts'
import type { Effect } from '../../core/host/effect.ts'
import type { Report } from '../../core/report.ts'
import { Fault, reasonOf, retryHint } from '../../core/fault.ts'
import { begunCheck, brokenCheck, checkRun, checkName, cancelledCheck } from '../../render/check-run.ts'
import { condense } from '../../engine/checking/limited.ts'
import { policyAt } from '../comments/authorization/situation.ts'
import { renewOverview } from '../comments/feedback/sticky.ts'
import { RetryLater, QueueUnavailable } from '../../core/lanes.ts'
import { checkSources } from '../validate/check.ts'
import { pullSubject, type Subject } from '../validate/event.ts'
import { sourcesOfSubject } from '../validate/sources.ts'

export type HeadCheckPorts = Clock &
  CheckClaims &
  CheckRunOptions &
  PolicySource &
  WithHost<Repository & HostIdentity & ConversationReader & CheckReader & EffectPerformer>

type WritePorts = Pick<Clock, 'pause'> & WithHost<EffectPerformer>

/** How a head was checked, for the log. */
export interface HeadCheckResult {
  readonly conclusion: string
  /** There was a concluded check run by Baton already. */
  readonly again: boolean
}

/** A head that was checked now. */
export interface HeadConclusion {
  readonly run: CheckRun
  /** Absent: nothing was checked, since the configuration cannot be read, or a tree is too large. */
  readonly report: Report | undefined
}

export async function conclusionOf(ports: Omit<HeadCheckPorts, 'pause'>, subject: Subject): Promise<HeadConclusion> {
  const { sources, notes } = await sourcesOfSubject([ports.host], subject, ports.host.ownLogin)
  const settings = {
    failOnDefault: subject.review ? ('new-error' as const) : ('error' as const),
    protocols: [],
    paths: [],
    targets: [],
    notes,
  }
  const { report, misconfigured, tooLarge } = await checkSources(sources, ports.protocolRegistry, {
    ...settings,
    at: ports.now(),
  })
  // A bot is installed on many repositories: where no protocol is configured, nothing to check is not a failure.
  const neutral =
    report.verdict === 'nothing' &&
    sources.policy.sha !== undefined &&
    Object.keys((await policyAt(ports, sources.policy.sha)).configuration.protocols).length === 0
  const run = checkRun(condense(report), subject.head, {
    neutral,
    clickable: ports.clicks === true && subject.writable === true,
  })
  return { run, report: misconfigured || tooLarge ? undefined : report }
}

const attempts = 4

const unclearFault = () => new Fault('GitHub did not report whether the check run was written.', { hint: retryHint })

/** Carries out effects that may be repeated until it is clear that they are done. */
export async function performUntilDone({ host, pause }: WritePorts, effects: readonly Effect[]): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const ends = await host.perform(effects)
    const refusedEnd = ends.find(({ end }) => end === 'refused')
    if (refusedEnd?.end === 'refused') throw new Fault(`The check run cannot be written: ${refusedEnd.why}`)
    if (ends.every(({ end }) => end === 'done')) return
    await pause(500 * 2 ** attempt)
  }
  throw unclearFault()
}

const unfinishedRuns = (existing: readonly ExistingCheck[]) =>
  existing.flatMap(({ isCompleted, node }) => (isCompleted ? [] : [node]))

/** Begins a check run. Where GitHub does not say whether it did, it is looked up before another is begun. */
async function begin(
  { host, pause, boot }: WritePorts & CheckClaims & WithHost<CheckReader>,
  head: string,
): Promise<readonly string[]> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const [effectEnd] = await host.perform([{ do: 'check', run: begunCheck(head, boot) }])
    if (effectEnd?.end === 'done') return [effectEnd.id]
    if (effectEnd?.end === 'refused') throw new Fault(`The check run cannot be written: ${effectEnd.why}`)
    await pause(500 * 2 ** attempt)
    const begunRuns = unfinishedRuns(await ownChecks(host, head))
    if (begunRuns.length > 0) return begunRuns
  }
  throw unclearFault()
}

/** Why a check could not be completed. The details of a fault in Baton itself go to the log alone. */
const failureReason = (error: unknown): string =>
  error instanceof Fault ? reasonOf(error) : 'Baton itself failed. Its log has the details.'

/** How a head is checked by default, and the number of its pull request if it has one. */
export interface HeadPlace {
  readonly subject: Subject
  readonly of: number | undefined
}

/** Looks up whether a head is that of an open pull request, of a fork too; otherwise it is checked as a commit. */
export async function placeOfHead(
  { host }: WithHost<PullRequestReader & DefaultBranchReader>,
  head: string,
): Promise<HeadPlace> {
  const pull = (await host.pulls()).find((openPull) => openPull.head === head)
  if (pull) return { subject: pullSubject(pull), of: pull.number }
  return {
    subject: { head, review: false, ...((await host.defaultTip()) === head && { writable: true }) },
    of: undefined,
  }
}

/** How long a check waits for another one of the same head, in milliseconds. */
const retryDelay = 2000

interface HeadCheckOptions {
  /** A check is requested, though there may be one. */
  readonly recheck?: boolean
  /** Is called once a check run is begun, before it is concluded. */
  readonly begun?: () => Promise<void>
  /** The pull request whose head it is: its overview is renewed. */
  readonly of?: number | undefined
}

/**
 * Checks a head with a check run of our own: in progress at once, and always concluded, if need be with the reason why
 * the check could not be carried out. Check runs that were left in progress are concluded too. A concluded one is left
 * alone, unless a new check is requested. Then the overview of the pull request is renewed, if it has one.
 *
 * @throws RetryLater where another process is checking it
 */
export const checkHead = (
  ports: HeadCheckPorts,
  subject: Subject,
  options: HeadCheckOptions = {},
): Promise<HeadCheckResult> =>
  withClaim(ports, subject.head, async (isClaimed) => {
    if (!isClaimed) throw new RetryLater(Date.parse(ports.now()) + retryDelay)
    const { report, ...result } = await checkClaimedHead(ports, subject, options)
    const { of } = options
    const { head, writable } = subject
    // Nothing is committed to a fork, so that there is no overview.
    if (of === undefined || writable !== true) return result
    // A head that was checked before may be back by a push.
    const isKnown = result.again && (await ports.overviews?.of(of)) === head
    const reportNow = async () => (result.again ? (await conclusionOf(ports, subject)).report : report)
    if (!isKnown) await renewOverview(ports, of, head, reportNow, result)
    return result
  })

async function checkClaimedHead(
  ports: HeadCheckPorts,
  subject: Subject,
  { recheck = false, begun }: HeadCheckOptions,
): Promise<HeadCheckResult & { readonly report?: Report | undefined }> {
  const knownConclusion = recheck ? undefined : await ports.checked?.of(subject.head)
  if (knownConclusion !== undefined) return { conclusion: knownConclusion, again: true }
  const existing = await ownChecks(ports.host, subject.head)
  const [last] = existing
  const leftRuns = unfinishedRuns(existing)
  if (last && leftRuns.length === 0 && !recheck) return { conclusion: last.conclusion ?? '', again: true }

  const openRuns = leftRuns.length > 0 ? leftRuns : await begin(ports, subject.head)
  await begun?.()
  const outcome = await conclusionOf(ports, subject).then(
    (conclusion) => ({ ...conclusion, failed: undefined }),
    (error: unknown) => {
      // The process ends: another one finds the check in progress.
      if (error instanceof QueueUnavailable) throw error
      return {
        run: brokenCheck(subject.head, failureReason(error)),
        report: undefined,
        failed: error instanceof Error ? error : new Error(String(error)),
      }
    },
  )
  const { run, report, failed } = outcome
  await performUntilDone(
    ports,
    openRuns.map((check) => ({ do: 'conclude', check, run })),
  )
  if (failed && !(failed instanceof Fault)) throw failed
  return { conclusion: run.conclusion ?? '', again: false, report }
}

/**
 * Claims the check of a commit for some work.
 *
 * @param work gets whether the claim succeeded: else another process is checking that commit now
 */
export async function withClaim<Result>(
  { claim }: CheckClaims,
  head: string,
  work: (isClaimed: boolean) => Promise<Result>,
): Promise<Result> {
  const release = claim ? await claim(head) : () => Promise.resolve()
  try {
    return await work(release !== undefined)
  } finally {
    await release?.()
  }
}

/** Our check runs that record how a commit was checked, the newest first. */
export const ownChecks = async (host: CheckReader, commit: string): Promise<readonly ExistingCheck[]> =>
  (await host.checks(commit, checkName)).filter(({ isOwn }) => isOwn)

/**
 * Concludes the check of a commit that no process came to an end with, so that it does not stay open and no sweep
 * begins it again.
 */
export const concludeAbandoned = (
  ports: Clock & CheckClaims & WithHost<CheckReader & EffectPerformer>,
  head: string,
): Promise<void> =>
  withClaim(ports, head, async (isClaimed) => {
    if (!isClaimed) throw new RetryLater(Date.parse(ports.now()) + retryDelay)
    const existing = await ownChecks(ports.host, head)
    const leftRuns = unfinishedRuns(existing)
    if (existing.length > 0 && leftRuns.length === 0) return
    const openRuns = leftRuns.length > 0 ? leftRuns : await begin(ports, head)
    const run = brokenCheck(
      head,
      'Baton stopped several times while it checked this commit. The log of the bot has what happened: please report it.',
    )
    await performUntilDone(
      ports,
      openRuns.map((check) => ({ do: 'conclude', check, run })),
    )
  })

/**
 * Concludes the check runs by Baton that were left in progress on a commit that no longer matters: that of a merge
 * group that is gone, say.
 *
 * @returns how many there were
 * @throws RetryLater where another process is checking it after all
 */
export const finishLeftRuns = (
  ports: Clock & CheckClaims & WithHost<CheckReader & EffectPerformer>,
  head: string,
): Promise<number> =>
  withClaim(ports, head, async (isClaimed) => {
    if (!isClaimed) throw new RetryLater(Date.parse(ports.now()) + retryDelay)
    const leftRuns = (await ownChecks(ports.host, head)).filter(({ isCompleted }) => !isCompleted)
    const run = cancelledCheck(head)
    if (leftRuns.length > 0)
      await performUntilDone(
        ports,
        leftRuns.map(({ node: check }) => ({ do: 'conclude', check, run })),
      )
    return leftRuns.length
  })
