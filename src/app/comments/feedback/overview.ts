import { changedTree } from '../../validate/changed-tree.ts'
import { minute } from '../../../core/time.ts'
import type { Effect, EffectEnd } from '../../../core/host/effect.ts'
import { checkRun } from '../../../render/check-run.ts'
import { stickyMarker } from '../../../render/sticky.ts'
import type { Context } from '../../../core/context.ts'
import { ownChecks, withClaim } from '../../review/check-head.ts'
import { checkSources, type CheckResult } from '../../validate/check.ts'
import { checkViews } from '../../validate/check-views.ts'
import { policyOfBranch } from '../../validate/policy-in.ts'
import { configurationPath } from '../../../engine/configuration/read.ts'
import { entriesOf, type Batch } from '../batch.ts'
import { type Situation, policyTip } from '../authorization/situation.ts'
import { publish } from './publish.ts'
import { isOutdated, stickyEffects } from './sticky.ts'
import type { CommitResult } from '../commit.ts'

/** A plan younger than this, in milliseconds, is checked as of its own time, so that its readings can be used again. */
const maxContextAge = minute

const isFresh = ({ at }: Context, now: string) => Math.abs(Date.parse(now) - Date.parse(at)) <= maxContextAge

/** Checks the present files of a pull request; those that a batch has read are not read again. */
async function checkAfterBatch(
  { ports, conversation, policy, place, change, log }: Situation,
  batch: Batch,
): Promise<CheckResult> {
  const { host, protocolRegistry, configuration } = ports
  const { views, after, changes, context } = batch
  const sources = {
    head: changedTree(host.commitTree(place.head), changes),
    base: place.since && host.commitTree(place.since.mergeBase),
    policy: host.commitTree(policyTip(conversation)),
    policyName: conversation.pull && policyOfBranch(conversation.pull.base.branch),
    change,
    log,
    tracked: () => true,
  }
  const settings = {
    failOnDefault: place.since ? ('new-error' as const) : ('error' as const),
    protocols: [],
    paths: [],
    targets: [],
    notes: [],
  }
  const at = ports.now()
  if (!policy.read || views.isWider) return checkSources(sources, protocolRegistry, { ...settings, configuration, at })
  const currentContext = isFresh(context, at) ? context : views.contextAt(at)
  const checkedViews = {
    ...views,
    head: after,
    context: currentContext,
    policy: policy.read,
    path: configuration ?? configurationPath,
  }
  return checkViews(sources, checkedViews, protocolRegistry, settings)
}

/**
 * The sticky comment and, on a commit that was made, our own check run: both from files and trailers alone. Where no
 * commit was made, the comment is renewed if it shows another commit than the head.
 */
async function overview(situation: Situation, batch: Batch, sha: string | undefined): Promise<readonly Effect[]> {
  if (situation.place.kind !== 'branch') return []
  const head = sha ?? situation.place.head
  const isRepeated = batch.plannedComments.some(({ before }) => before !== undefined)
  if (sha === undefined && !isRepeated && !isOutdated(situation.conversation, head)) return []
  if (batch.views.tooLarge) return []
  const { report, misconfigured, tooLarge } = await checkAfterBatch(
    situation,
    sha === undefined ? { ...batch, changes: new Map(), after: batch.views.head } : batch,
  )
  const existing = sha === undefined && isRepeated ? await ownChecks(situation.ports.host, head) : []
  const checks: readonly Effect[] =
    (sha === undefined && !isRepeated) || existing.some(({ isCompleted }) => isCompleted)
      ? []
      : [{ do: 'check', run: checkRun(report, head, { clickable: situation.ports.clicks === true }) }]
  if (!situation.conversation.pull || tooLarge) return checks
  const latest = sha === undefined ? undefined : { sha, entries: entriesOf(batch) }
  const found = { targets: report.targets, ...(misconfigured && { unknownWhy: report.unchecked }) }
  return [...stickyEffects(situation.conversation, found, head, latest), ...checks]
}

const isOverview = (effect: Effect) =>
  (effect.do === 'comment' || effect.do === 'edit') && effect.text.startsWith(stickyMarker)

/**
 * Shows the result of a batch: the answers, the overview, and our own check run of the commit that was made. Where
 * another process is checking that commit already, since another pull request has the same head, its check run is left
 * to them.
 */
export async function showOverview(
  { at, batch, committed: commit }: CommitResult,
  answers: readonly Effect[] = [],
): Promise<readonly EffectEnd[]> {
  const show = async (isClaimed: boolean) => {
    const effects = await overview(at, batch, commit?.sha)
    const allEffects = [...answers, ...effects.filter((effect) => isClaimed || effect.do !== 'check')]
    const ends = await publish(at.ports, at.conversation.number, allEffects)
    for (const [index, effect] of allEffects.entries()) {
      if (effect.do !== 'check' || effect.run.conclusion === undefined || ends[index]?.end !== 'done') continue
      await at.ports.checked?.note(effect.run.sha, effect.run.conclusion)
    }
    const isShown = allEffects.every((effect, index) => !isOverview(effect) || ends[index]?.end === 'done')
    if (commit && isShown && at.conversation.pull) await at.ports.overviews?.note(at.conversation.number, commit.sha)
    return ends
  }
  return commit ? withClaim(at.ports, commit.sha, show) : show(true)
}
