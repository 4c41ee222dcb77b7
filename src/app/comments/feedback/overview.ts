import { changedTree } from '../../validate/changed-tree.ts'
import { minute } from '../../../core/time.ts'
import type { Effect, EffectEnd } from '../../../core/host/effect.ts'
import { checkRun } from '../../../render/check-run.ts'
import { stickyMarker } from '../../../render/sticky.ts'
import type { Context } from '../../../core/context.ts'
import { ownChecks, claimed } from '../../review/check-head.ts'
import { checkSources, checkViews, type CheckResult } from '../../validate/check.ts'
import { configurationPath } from '../../../engine/configuration/read.ts'
import { entriesOf, type Batch } from '../batch.ts'
import { type Situation, policyTip } from '../authorization/situation.ts'
import { publish } from './publish.ts'
import { isOutdated, stickyEffects } from './sticky.ts'
import type { CommitResult } from '../commit.ts'

/** A plan younger than this, in milliseconds, is checked as of its own time, so that its readings can be used again. */
const freshFor = minute

const isFresh = ({ at }: Context, now: string) => Math.abs(Date.parse(now) - Date.parse(at)) <= freshFor

/** Checks the present files of a pull request; those that a batch has read are not read again. */
async function checkedAfter({ ports, conversation, policy, place, change, log }: Situation, batch: Batch): Promise<CheckResult> {
  const { host, protocolRegistry, configuration } = ports
  const { views, after, changes, context } = batch
  const sources = {
    head: changedTree(host.commitTree(place.head), changes),
    base: place.since && host.commitTree(place.since.mergeBase),
    policy: host.commitTree(policyTip(conversation)),
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
  const now = isFresh(context, at) ? context : views.contextAt(at)
  const checked = { ...views, head: after, context: now, policy: policy.read, path: configuration ?? configurationPath }
  return checkViews(sources, checked, protocolRegistry, settings)
}

/**
 * The sticky comment and, on a commit that was made, our own check run: both from files and trailers alone. Where no commit was made, the
 * comment is renewed if it shows another commit than the head.
 */
async function overview(at: Situation, batch: Batch, sha: string | undefined): Promise<readonly Effect[]> {
  if (at.place.kind !== 'branch') return []
  const head = sha ?? at.place.head
  const again = batch.done.some(({ before }) => before !== undefined)
  if (sha === undefined && !again && !isOutdated(at.conversation, head)) return []
  if (batch.views.tooLarge) return []
  const { report, tooLarge } = await checkedAfter(at, sha === undefined ? { ...batch, changes: new Map(), after: batch.views.head } : batch)
  const existing = sha === undefined && again ? await ownChecks(at.ports.host, head) : []
  const checks: readonly Effect[] =
    (sha === undefined && !again) || existing.some(({ done }) => done)
      ? []
      : [{ do: 'check', run: checkRun(report, head, { clickable: at.ports.clicks === true }) }]
  if (!at.conversation.pull || tooLarge) return checks
  const latest = sha === undefined ? undefined : { sha, entries: entriesOf(batch) }
  return [...stickyEffects(at.conversation, report, head, latest), ...checks]
}

const isOverview = (effect: Effect) => (effect.do === 'comment' || effect.do === 'edit') && effect.text.startsWith(stickyMarker)

/**
 * Shows the result of a batch: the answers, the overview, and our own check run of the commit that was made. Where another process is
 * checking that commit already, since another pull request has the same head, its check run is left to them.
 */
export async function showOverview(
  { at, batch, committed: made }: CommitResult,
  answers: readonly Effect[] = [],
): Promise<readonly EffectEnd[]> {
  const shown = async (ours: boolean) => {
    const effects = await overview(at, batch, made?.sha)
    const all = [...answers, ...effects.filter((effect) => ours || effect.do !== 'check')]
    const ended = await publish(at.ports, at.conversation.number, all)
    for (const [index, effect] of all.entries()) {
      if (effect.do !== 'check' || effect.run.conclusion === undefined || ended[index]?.end !== 'done') continue
      await at.ports.checked?.note(effect.run.sha, effect.run.conclusion)
    }
    const isShown = all.every((effect, index) => !isOverview(effect) || ended[index]?.end === 'done')
    if (made && isShown && at.conversation.pull) await at.ports.overviews?.note(at.conversation.number, made.sha)
    return ended
  }
  return made ? claimed(at.ports, made.sha, shown) : shown(true)
}
