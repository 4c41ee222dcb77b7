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
export interface GrantPast {
  /** The tip of the branch that the change is to be merged into, where it has moved since the merge base. */
  readonly tip?: (() => View) | undefined
  /** The merge commits of the change, newest first, with which of these files are in each parent. */
  readonly merges?: ((paths: readonly string[]) => readonly MergeCommit[]) | undefined
  view(commit: string): View
  /** Where two commits part; `undefined` where they have nothing in common. */
  mergeBase(one: string, other: string): string | undefined
}

/** What the rules about grants check: the targets of a protocol, and the same targets in other commits. */
interface GrantSubject {
  readonly context: Context
  readonly targets: readonly Target[]
  /** How the merge base has them; absent: nothing is compared. */
  readonly before: readonly Target[] | undefined
  readonly past: GrantPast | undefined
  /** The age in milliseconds at which a grant without an end is over; absent: unknown. */
  readonly staleAfter: number | undefined
  targetsIn(view: View): readonly Target[]
}

type GrantRule = Rule<GrantSubject>

const invalid: GrantRule = {
  code: 'GRANT_INVALID',
  strict: 'warning',
  soft: 'notice',
  summary: 'The grant in a state file is invalid.',
  why: 'It counts as none, so that nothing keeps another agent from the same work.',
  repair: 'Write it as `agent`, `by`, `since` and `until`, or delete it: `/handback` and `/accept` rewrite it.',
  *check({ targets }) {
    for (const { id, invalidGrant } of targets) if (invalidGrant) yield { ...invalidGrant, target: id, hint: 'It counts as none.' }
  },
}

const over: GrantRule = {
  code: 'GRANT_OVER',
  strict: 'warning',
  soft: 'warning',
  summary: 'The time for which control was given by name is over, and the work was not handed back.',
  why: 'Its agent has stopped without handing back, or works longer than agreed: no other agent can take over the work meanwhile.',
  repair: 'Take it over with `/accept … --agent NAME --takeover`, or give it back with `/handback … error CANCELLED "…"`.',
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

/** The targets that are held and may be granted: one with parts is held while any of them is, and never granted itself. */
function heldIn(targets: readonly Target[]): readonly Target[] {
  const wholes = new Set(targets.map(({ within }) => within))
  return targets.filter((target) => isHeld(target) && !wholes.has(target.id))
}

/** How targets are found by their ids. */
const byId = (targets: readonly Target[]): ReadonlyMap<string, Target> => new Map(targets.map((target) => [target.id, target]))

/** Whether two targets are known to be held by the same grant. */
const isOneGrant = ({ grant: one, grantMark }: Target, { grant: other, grantMark: otherMark }: Target): boolean =>
  one && other ? isSameGrant(one, other) : grantMark !== undefined && grantMark === otherMark

/** Whether a target was held by this grant before, renewed or not. One that is not recorded may be any, as long as nothing tells them apart. */
function wasHeldBy(before: Target | undefined, now: Target): boolean {
  if (!before || !isHeld(before)) return false
  const [was, is] = [before.grant, now.grant]
  if (was && is) return isSameGrant(was, is) || (was.agent !== undefined && was.agent === is.agent)
  return before.grantMark === undefined || now.grantMark === undefined || before.grantMark === now.grantMark
}

const isNamed = (grant: Grant | undefined): boolean => grant?.agent !== undefined

const holderOf = ({ grant, agentName }: Target): string => (grant ? describeGrant(grant) : (agentName ?? 'an agent without a name'))

const placeOf = ({ grant, grantPath, path }: Target) => grant?.place ?? { path: grantPath ?? path }

const doubleHint = ({ id }: Target): string => msg`End the later grant on its branch: ${`/handback ${id} error CANCELLED "granted twice"`}.`

/** Targets that were granted on a branch, and on its base after the merge base. */
function* doubleBefore({ targets, before, past, targetsIn }: GrantSubject): Iterable<Finding> {
  if (!before || !past?.tip) return
  const known = byId(before)
  const granted = heldIn(targets).filter((target) => !wasHeldBy(known.get(target.id), target))
  if (granted.length === 0) return
  const there = byId(targetsIn(past.tip()))
  for (const target of granted) {
    const other = there.get(target.id)
    if (!other || !isHeld(other) || isOneGrant(target, other) || wasHeldBy(known.get(target.id), other)) continue
    yield {
      message: msg`${target.id} is held by ${holderOf(target)} here, and by ${holderOf(other)} on the base`,
      hint: doubleHint(target),
      place: placeOf(target),
      target: target.id,
      related: [{ ...placeOf(other), message: 'The grant on the base' }],
      // A grant that was cherry-picked looks the same.
      ...(!(isNamed(target.grant) && isNamed(other.grant)) && { levels: { strict: 'warning', soft: 'notice' } as const }),
    }
  }
}

/** Whether a target may still be held by one of these grants: it was neither handed back nor taken over since, as far as names show. */
const isStillHeld = ({ grant }: Target, merged: readonly Target[]): boolean =>
  merged.some(({ grant: then }) => grant?.agent === undefined || then?.agent === undefined || isSameAgent(grant.agent, then.agent))

/** Targets that were granted on two branches, both of which are merged. The newest merge of them is found. */
function* doubleAfter({ targets, past, targetsIn }: GrantSubject): Iterable<Finding> {
  if (!past?.merges) return
  const open = byId(heldIn(targets))
  if (open.size === 0) return
  const left = new Map(open)
  const heldAt = (commit: string, { id, path }: Target, files: ReadonlyMap<string, string>): Target | undefined => {
    const found = files.has(path) ? byId(targetsIn(past.view(commit))).get(id) : undefined
    return found && isHeld(found) ? found : undefined
  }
  for (const { sha, parents } of past.merges([...new Set([...open.values()].map(({ path }) => path))])) {
    for (const target of left.values()) {
      if (parents.filter(({ files }) => files.has(target.path)).length < 2) continue
      const holding = parents.flatMap((parent) => {
        const held = heldAt(parent.sha, target, parent.files)
        return held ? [{ commit: parent.sha, held }] : []
      })
      const [one, other] = holding
      if (!one || !other || isOneGrant(one.held, other.held) || !isStillHeld(target, [one.held, other.held])) continue
      const parting = past.mergeBase(one.commit, other.commit)
      const before = parting === undefined ? undefined : byId(targetsIn(past.view(parting))).get(target.id)
      if (wasHeldBy(before, one.held) || wasHeldBy(before, other.held)) continue
      left.delete(target.id)
      yield {
        message: msg`${target.id} was granted twice, to ${holderOf(one.held)} and to ${holderOf(other.held)}: the commit ${sha.slice(0, 12)} merges both`,
        hint: msg`Tell the agent that lost its grant, or end the work of both: ${`/handback ${target.id} error CANCELLED "granted twice"`}.`,
        place: placeOf(target),
        target: target.id,
        commit: sha,
        levels: { strict: 'warning', soft: 'warning' },
      }
    }
  }
}

const double: GrantRule = {
  code: 'GRANT_DOUBLE',
  strict: 'error',
  soft: 'error',
  summary: 'Control of one target was given twice, on two branches of which one has been or will be merged into the other.',
  why: 'Two agents do the same work without knowing of each other, and one of them works in vain.',
  repair:
    'End the later one on its branch: `/handback … error CANCELLED "granted twice"`. After a merge, tell the agent whose grant was lost.',
  *check(subject) {
    yield* doubleBefore(subject)
    yield* doubleAfter(subject)
  },
}

/** Whether a target that an agent holds is held by the same grant as before, renewed or not, or by none before and after. */
const isHeldOn = ({ grant: was }: Target, { grant: is }: Target): boolean =>
  was?.agent === is?.agent && (was === undefined) === (is === undefined)

/** Whether the earlier of two grants was over when the later one began. */
function wasOver(one: Grant, other: Grant, staleAfter: number): boolean {
  const [earlier, later] = Date.parse(one.since) < Date.parse(other.since) ? [one, other] : [other, one]
  return isGrantOver(earlier, later.since, staleAfter)
}

/** What became of a grant while its target was held throughout, and what explains it, if anything does. */
function grantChange(before: Target, now: Target, staleAfter: number | undefined): 'unexplained' | 'unlikely' | undefined {
  const [{ grant: was }, { grant: is }] = [before, now]
  // Whatever comes in place of an invalid one mends it.
  if (before.invalidGrant || isHeldOn(before, now) || before.period !== now.period) return undefined
  // A takeover writes another beginning, and so does its undoing.
  if (!was || !is || Date.parse(was.since) === Date.parse(is.since)) return 'unexplained'
  return staleAfter === undefined || wasOver(was, is, staleAfter) ? undefined : 'unlikely'
}

const changed: GrantRule = {
  code: 'GRANT_CHANGED',
  strict: 'error',
  soft: 'error',
  summary: 'A grant appeared, names another agent or is gone, although control did not come back in between.',
  why: 'Somebody edited it by hand: the agent to which control was given cannot hand back its work any more, and another one can.',
  repair:
    'Restore the grant as it was. To give the work to another agent, end the grant with `/handback … error CANCELLED "…"`, then `/accept … --agent NAME`. It is a warning where a takeover of a grant that was shortened before would look the same.',
  *check({ targets, before, staleAfter }) {
    if (!before) return
    const known = byId(before)
    for (const target of heldIn(targets)) {
      const was = known.get(target.id)
      const change = was && isHeld(was) ? grantChange(was, target, staleAfter) : undefined
      if (!was || change === undefined) continue
      yield {
        message: msg`Unexpected holder of ${target.id}: ${holderOf(target)}, expected ${holderOf(was)} until control comes back`,
        hint: msg`Restore the grant. To let another agent do the work, end it with ${`/handback ${target.id} error CANCELLED "…"`}, then grant it again.`,
        place: placeOf(target),
        target: target.id,
        ...(was.grant && { concerns: [was.grant.place.path] }),
        // A grant that was shortened and then taken over looks the same.
        ...(change === 'unlikely' && { levels: { strict: 'warning', soft: 'notice' } as const }),
      }
    }
  },
}

/** The engine's rules about grants, for every protocol. */
export const grantRules: readonly GrantRule[] = [invalid, over, changed, double]

/** What the rules about grants check in the reading of a protocol. */
export function grantSubject(
  protocol: Protocol,
  { targets, targetsBefore }: Reading,
  { base, context, sections, grantPast, staleAfter }: Pick<CheckRequest, 'base' | 'context' | 'sections' | 'grantPast' | 'staleAfter'>,
): GrantSubject {
  const targetsIn = (view: View) => protocol.read({ head: view }, sections[protocol.name], context).targets
  return { context, targets, before: base && targetsBefore, past: grantPast, staleAfter, targetsIn }
}

/** Runs the rules about grants once, so that every commit that they need is requested. */
export function* lookAtGrants({ head, base, context, sections, grantPast }: CheckRequest, protocols: readonly Protocol[]): Steps<void> {
  if (!grantPast) return
  for (const protocol of protocols) {
    yield* protocol.readAhead({ head, base }, sections[protocol.name], context)
    const reading = protocol.read({ head, base }, sections[protocol.name], context)
    const subject = grantSubject(protocol, reading, { base, context, sections, grantPast })
    for (const _ of double.check(subject));
  }
}
