import type { Steps } from '../core/steps.ts'
import type { Context } from '../core/context.ts'
import type { Finding } from '../core/diagnostic.ts'
import { describeGrant, isSameAgent, isSameGrant, type Grant } from '../core/grant.ts'
import { msg } from '../core/message.ts'
import type { Protocol, Reading } from '../core/protocol.ts'
import type { MergeCommit } from '../core/repository.ts'
import type { Rule } from '../core/rule.ts'
import type { Target } from '../core/target.ts'
import type { View } from '../core/view.ts'
import { hasEnded, isGrantOver } from '../kit/grant.ts'
import type { CheckRequest } from './checking/request.ts'

/** Other commits at which the targets of a check may be held. Each is read when a rule first needs it. */
export interface GrantHistory {
  /** The tip of the branch that the change is to be merged into, where it has moved since the merge base. */
  readonly tip?: (() => View) | undefined
  /** The merge commits of the change, newest first, with which of these files are in each parent. */
  readonly merges?: ((paths: readonly string[]) => readonly MergeCommit[]) | undefined
  view(commit: string): View
  /** Where two commits part; `undefined` where they have nothing in common. */
  mergeBase(commit: string, otherCommit: string): string | undefined
}

/** What the rules about grants check: the targets of a protocol, and the same targets in other commits. */
interface GrantSubject {
  readonly context: Context
  readonly targets: readonly Target[]
  /** How the merge base has them; absent: nothing is compared. */
  readonly before: readonly Target[] | undefined
  readonly past: GrantHistory | undefined
  /** The age in milliseconds at which a grant without an end is over; absent: unknown. */
  readonly staleAfter: number | undefined
  targetsIn(view: View): readonly Target[]
}

type GrantRule = Rule<GrantSubject>

const invalidGrantRule: GrantRule = {
  code: 'GRANT_INVALID',
  strict: 'warning',
  soft: 'notice',
  summary: 'The grant in a state file is invalid.',
  why: 'It is ignored, so nothing keeps another agent from the same work.',
  repair: 'Write it as `agent`, `by`, `since` and `until`, or delete it: `/handback` and `/accept` rewrite it.',
  *check({ targets }) {
    for (const { id, invalidGrant } of targets)
      if (invalidGrant) yield { ...invalidGrant, target: id, hint: 'It is ignored.' }
  },
}

const grantOverRule: GrantRule = {
  code: 'GRANT_OVER',
  strict: 'warning',
  soft: 'warning',
  summary: 'The time for which control was given by name is over, and the work was not handed back.',
  why: 'Its agent has stopped without handing back, or works longer than agreed: no other agent can take over the work meanwhile.',
  repair:
    'Take it over with `/accept … --agent NAME --takeover`, or give it back with `/handback … error CANCELLED "…"`.',
  *check({ targets, context }) {
    if (!context.staleness) return
    for (const { id, holder, grant } of targets) {
      if (holder !== 'agent' || !grant || !hasEnded(grant, context.at)) continue
      yield {
        message: msg`The grant of ${id} to ${grant.agent ?? 'an agent'} expired at ${grant.until ?? ''}`,
        hint: msg`Take it over with ${'/accept'} and ${'--takeover'}, or hand it back for its agent.`,
        place: grant.place,
        target: id,
      }
    }
  },
}

const isHeld = ({ holder, agentName }: Target): boolean => holder === 'agent' && agentName !== ''

/**
 * The targets that are held and may be granted: one with parts is held while any of them is, and never granted itself.
 */
function heldTargetsIn(targets: readonly Target[]): readonly Target[] {
  const containerIds = new Set(targets.map(({ within }) => within))
  return targets.filter((target) => isHeld(target) && !containerIds.has(target.id))
}

/** How targets are found by their ids. */
const targetsById = (targets: readonly Target[]): ReadonlyMap<string, Target> =>
  new Map(targets.map((target) => [target.id, target]))

/** Whether two targets are known to be held by the same grant. */
const isOneGrant = (
  { grant: firstGrant, grantMark }: Target,
  { grant: secondGrant, grantMark: otherMark }: Target,
): boolean =>
  firstGrant && secondGrant ? isSameGrant(firstGrant, secondGrant) : grantMark !== undefined && grantMark === otherMark

/**
 * Whether a target was held by this grant before, renewed or not. One that is not recorded may be any, as long as
 * nothing tells them apart.
 */
function wasHeldBy(targetBefore: Target | undefined, target: Target): boolean {
  if (!targetBefore || !isHeld(targetBefore)) return false
  const [grantBefore, grantNow] = [targetBefore.grant, target.grant]
  if (grantBefore && grantNow)
    return (
      isSameGrant(grantBefore, grantNow) || (grantBefore.agent !== undefined && grantBefore.agent === grantNow.agent)
    )
  return (
    targetBefore.grantMark === undefined ||
    target.grantMark === undefined ||
    targetBefore.grantMark === target.grantMark
  )
}

const isNamed = (grant: Grant | undefined): boolean => grant?.agent !== undefined

const holderOf = ({ grant, agentName }: Target): string =>
  grant ? describeGrant(grant) : (agentName ?? 'an agent without a name')

const placeOf = ({ grant, grantPath, path }: Target) => grant?.place ?? { path: grantPath ?? path }

/** What ends the later of two grants: on this branch where that is its, otherwise only the hint names it. */
function doubleAdvice(target: Target, baseTarget: Target): Pick<Finding, 'hint' | 'fix'> {
  const command = `/handback ${target.id} error CANCELLED "granted twice"`
  const [here, onBase] = [target, baseTarget].map(({ grant }) => (grant ? Date.parse(grant.since) : NaN))
  if (here === undefined || onBase === undefined || Number.isNaN(here - onBase))
    return { hint: msg`End the later grant on its branch: ${command}.` }
  return here < onBase
    ? { hint: msg`The later grant is that on the base. End it there: ${command}.` }
    : { hint: msg`The later grant is the one here: ${command} ends it.`, fix: command }
}

/** Targets that were granted on a branch, and on its base after the merge base. */
function* doubleGrantsOnBase({ targets, before, past, targetsIn }: GrantSubject): Iterable<Finding> {
  if (!before || !past?.tip) return
  const targetsBefore = targetsById(before)
  const grantedTargets = heldTargetsIn(targets).filter((target) => !wasHeldBy(targetsBefore.get(target.id), target))
  if (grantedTargets.length === 0) return
  const targetsOnBase = targetsById(targetsIn(past.tip()))
  for (const target of grantedTargets) {
    const baseTarget = targetsOnBase.get(target.id)
    if (
      !baseTarget ||
      !isHeld(baseTarget) ||
      isOneGrant(target, baseTarget) ||
      wasHeldBy(targetsBefore.get(target.id), baseTarget)
    )
      continue
    yield {
      message: msg`${target.id} is held by ${holderOf(target)} here, and by ${holderOf(baseTarget)} on the base`,
      ...doubleAdvice(target, baseTarget),
      place: placeOf(target),
      target: target.id,
      related: [{ ...placeOf(baseTarget), message: 'The grant on the base' }],
      // A grant that was cherry-picked looks the same.
      ...(!(isNamed(target.grant) && isNamed(baseTarget.grant)) && {
        levels: { strict: 'warning', soft: 'notice' } as const,
      }),
    }
  }
}

/**
 * Whether a target may still be held by one of these grants: it was neither handed back nor taken over since, as far as
 * names show.
 */
const isStillHeld = ({ grant }: Target, merged: readonly Target[]): boolean =>
  merged.some(
    ({ grant: mergedGrant }) =>
      grant?.agent === undefined || mergedGrant?.agent === undefined || isSameAgent(grant.agent, mergedGrant.agent),
  )

/** Targets that were granted on two branches, both of which are merged. The newest merge of them is found. */
function* doubleGrantsMerged({ targets, past, targetsIn }: GrantSubject): Iterable<Finding> {
  if (!past?.merges) return
  const heldTargets = targetsById(heldTargetsIn(targets))
  if (heldTargets.size === 0) return
  const remaining = new Map(heldTargets)
  const heldAt = (commit: string, { id, path }: Target, files: ReadonlyMap<string, string>): Target | undefined => {
    const candidate = files.has(path) ? targetsById(targetsIn(past.view(commit))).get(id) : undefined
    return candidate && isHeld(candidate) ? candidate : undefined
  }
  for (const { sha, parents } of past.merges([...new Set([...heldTargets.values()].map(({ path }) => path))])) {
    for (const target of remaining.values()) {
      if (parents.filter(({ files }) => files.has(target.path)).length < 2) continue
      const holding = parents.flatMap((parent) => {
        const heldTarget = heldAt(parent.sha, target, parent.files)
        return heldTarget ? [{ commit: parent.sha, held: heldTarget }] : []
      })
      const [first, second] = holding
      if (!first || !second || isOneGrant(first.held, second.held) || !isStillHeld(target, [first.held, second.held]))
        continue
      const mergeBase = past.mergeBase(first.commit, second.commit)
      const targetBefore =
        mergeBase === undefined ? undefined : targetsById(targetsIn(past.view(mergeBase))).get(target.id)
      if (wasHeldBy(targetBefore, first.held) || wasHeldBy(targetBefore, second.held)) continue
      remaining.delete(target.id)
      yield {
        message: msg`${target.id} was granted twice, to ${holderOf(first.held)} and to ${holderOf(second.held)}: the commit ${sha.slice(0, 12)} merges both`,
        hint: msg`Tell the agent that lost its grant, or end the work of both: ${`/handback ${target.id} error CANCELLED "granted twice"`}.`,
        place: placeOf(target),
        target: target.id,
        commit: sha,
        levels: { strict: 'warning', soft: 'warning' },
      }
    }
  }
}

const doubleGrantRule: GrantRule = {
  code: 'GRANT_DOUBLE',
  strict: 'error',
  soft: 'error',
  summary:
    'Control of one target was given twice, on two branches of which one has been or will be merged into the other.',
  why: 'Two agents do the same work without knowing of each other, and one of them works in vain.',
  repair:
    'End the later one on its branch: `/handback … error CANCELLED "granted twice"`. After a merge, tell the agent whose grant was lost.',
  *check(subject) {
    yield* doubleGrantsOnBase(subject)
    yield* doubleGrantsMerged(subject)
  },
}

/**
 * Whether a target that an agent holds is held by the same grant as before, renewed or not, or by none before and
 * after.
 */
const isSameHolder = ({ grant: grantBefore }: Target, { grant: grantNow }: Target): boolean =>
  grantBefore?.agent === grantNow?.agent && (grantBefore === undefined) === (grantNow === undefined)

/** Whether the earlier of two grants was over when the later one began. */
function wasOver(grant: Grant, otherGrant: Grant, staleAfter: number): boolean {
  const [earlier, later] =
    Date.parse(grant.since) < Date.parse(otherGrant.since) ? [grant, otherGrant] : [otherGrant, grant]
  return isGrantOver(earlier, later.since, staleAfter)
}

/** What became of a grant while its target was held throughout, and what explains it, if anything does. */
function grantChange(
  targetBefore: Target,
  target: Target,
  staleAfter: number | undefined,
): 'unexplained' | 'unlikely' | undefined {
  const [{ grant: grantBefore }, { grant: grantNow }] = [targetBefore, target]
  // Whatever comes in place of an invalid one mends it.
  if (targetBefore.invalidGrant || isSameHolder(targetBefore, target) || targetBefore.period !== target.period)
    return undefined
  // A takeover writes another beginning, and so does its undoing.
  if (!grantBefore || !grantNow || Date.parse(grantBefore.since) === Date.parse(grantNow.since)) return 'unexplained'
  return staleAfter === undefined || wasOver(grantBefore, grantNow, staleAfter) ? undefined : 'unlikely'
}

const grantChangedRule: GrantRule = {
  code: 'GRANT_CHANGED',
  strict: 'error',
  soft: 'error',
  summary: 'A grant appeared, names another agent or is gone, although control did not come back in between.',
  why: 'The grant was edited by hand: the agent to which control was given cannot hand back its work any more, and another one can.',
  repair:
    'Restore the grant as it was. To give the work to another agent, end the grant with `/handback … error CANCELLED "…"`, then `/accept … --agent NAME`. It is a warning where a takeover of a grant that was shortened before would look the same.',
  *check({ targets, before, staleAfter }) {
    if (!before) return
    const targetsBefore = targetsById(before)
    for (const target of heldTargetsIn(targets)) {
      const targetBefore = targetsBefore.get(target.id)
      const change = targetBefore && isHeld(targetBefore) ? grantChange(targetBefore, target, staleAfter) : undefined
      if (!targetBefore || change === undefined) continue
      yield {
        message: msg`Unexpected holder of ${target.id}: ${holderOf(target)}, expected ${holderOf(targetBefore)} until control comes back`,
        hint: msg`Restore the grant. To let another agent do the work, end it with ${`/handback ${target.id} error CANCELLED "…"`}, then grant it again.`,
        place: placeOf(target),
        target: target.id,
        ...(targetBefore.grant && { concerns: [targetBefore.grant.place.path] }),
        // A grant that was shortened and then taken over looks the same.
        ...(change === 'unlikely' && { levels: { strict: 'warning', soft: 'notice' } as const }),
      }
    }
  },
}

/** The engine's rules about grants, for every protocol. */
export const grantRules: readonly GrantRule[] = [invalidGrantRule, grantOverRule, grantChangedRule, doubleGrantRule]

/** What the rules about grants check in the reading of a protocol. */
export function grantSubject(
  protocol: Protocol,
  { targets, targetsBefore }: Reading,
  {
    base,
    context,
    sections,
    grantPast,
    staleAfter,
  }: Pick<CheckRequest, 'base' | 'context' | 'sections' | 'grantPast' | 'staleAfter'>,
): GrantSubject {
  const targetsIn = (view: View) => protocol.read({ head: view }, sections[protocol.name], context).targets
  return { context, targets, before: base && targetsBefore, past: grantPast, staleAfter, targetsIn }
}

/** Runs the rules about grants once, so that every commit that they need is requested. */
export function* lookAtGrants(
  { head, base, context, sections, grantPast }: CheckRequest,
  protocols: readonly Protocol[],
): Steps<void> {
  if (!grantPast) return
  for (const protocol of protocols) {
    yield* protocol.readAhead({ head, base }, sections[protocol.name], context)
    const reading = protocol.read({ head, base }, sections[protocol.name], context)
    const subject = grantSubject(protocol, reading, { base, context, sections, grantPast })
    for (const _ of doubleGrantRule.check(subject));
  }
}
