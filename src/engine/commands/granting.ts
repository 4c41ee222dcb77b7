import type { CommandDiagnostic, CommandFacts } from '../../core/command.ts'
import { defined } from '../../core/defined.ts'
import { describeGrant, isSameAgent, isSameGrant, type Grant } from '../../core/grant.ts'
import { msg, cleanLine } from '../../core/message.ts'
import type { Target } from '../../core/target.ts'
import type { View } from '../../core/view.ts'
import { isoTime } from '../../core/time.ts'
import { refuseUsage } from '../../kit/command.ts'
import { isGrantOver } from '../../kit/grant.ts'
import { sharedOptions, type OptionDefinition } from '../../kit/options.ts'
import { overlaid } from '../overlay.ts'
import { refusedAnswer, signDiagnostic, type Answer } from './answer.ts'
import { agentNameFault, foldsNames, type GrantOptions, grantOptionsOf, noGrantOptions } from './grant-options.ts'
import type { GrantPolicy, PlanRequest, RequestedCommand } from './planned.ts'
import { foundProtocolFor, targetIn, type Readings, factsOf, hasCommand, refusal, type Resolution } from './resolve.ts'
import type { SharedOptions, SplitCommand } from './options.ts'
import { formerGrantText, holdingAgent, notGrantedRefusal, ownVerdictRefusal, verdictOf } from './verdict.ts'

const formatToSecond = (milliseconds: number) => `${isoTime(milliseconds).slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}Z`

/** The grant that a command gives; `undefined` where none is recorded. */
export function grantBy(
  { agent, lease, isNamed }: GrantOptions,
  granting: GrantPolicy | undefined,
  { at, actor, own: ownAgent }: { readonly at: string; readonly actor: string; readonly own: string | undefined },
): Grant | undefined {
  if (!granting || granting.record === 'never' || (granting.record === 'named' && !isNamed)) return undefined
  const duration = lease ?? (granting.lease === 'none' ? undefined : granting.lease)
  const since = Date.parse(at)
  const grantee = agent ?? ownAgent
  return {
    ...(grantee !== undefined && { agent: grantee }),
    ...(actor !== '' && { by: cleanLine(actor) }),
    since: formatToSecond(since),
    ...(duration !== undefined && { until: formatToSecond(since + duration) }),
  }
}

/**
 * A grant that is refreshed: it keeps its beginning and gets a new end, by the lease of the command or the
 * configuration. Without one it goes on for as long as it was given, at most until it would be stale, and never ends
 * before it did.
 */
function renewGrant({ lease }: GrantOptions, granting: GrantPolicy, grant: Grant, at: string): Grant {
  const leaseTime = lease ?? (granting.lease === 'none' ? undefined : granting.lease)
  const [now, since] = [Date.parse(at), Date.parse(grant.since)]
  if (leaseTime !== undefined) return { ...grant, until: formatToSecond(now + leaseTime) }
  const end = grant.until === undefined ? undefined : Date.parse(grant.until)
  const duration = end === undefined ? granting.staleAfter : Math.min(end - since, granting.staleAfter)
  return { ...grant, until: formatToSecond(Math.max(end ?? 0, now + duration)) }
}

/** The warning that no file of a target has the name of the agent that now holds it. `placeHint`: what a person does about that. */
function unwrittenName(
  target: Target,
  agent: string | undefined,
  placeHint = msg`In a declared workflow, ${'fields.holder'} names such a place.`,
): Answer['diagnostics'] {
  const holder = holdingAgent(target)
  if (agent === undefined || (holder !== undefined && isSameAgent(holder, agent))) return []
  const { id, path } = target
  const message = msg`The name of the agent ${agent} is recorded nowhere: ${id} has no place for it that can be written`
  const hint = `Other agents cannot see that the work is taken. ${placeHint}`
  return [
    signDiagnostic({ ...refusal('GRANT_UNNAMED', message, hint), severity: 'warning', target: id, place: { path } }),
  ]
}

/** The warning that no file keeps the end of a grant: where a protocol records no grants, the name of the agent at most. */
function unwrittenEnd({ id, path, agentName }: Target, { lease }: GrantOptions): Answer['diagnostics'] {
  if (lease === undefined || agentName === undefined) return []
  const message = msg`The end of the grant of ${id} is recorded nowhere: its files have no place for it`
  const hint = msg`The grant does not expire, and no agent takes it over: the orchestrator ends it with ${'/handback'}.`
  return [
    signDiagnostic({ ...refusal('GRANT_UNTIMED', message, hint), severity: 'warning', target: id, place: { path } }),
  ]
}

/** What the commands of a batch are planned by. */
interface GrantContext {
  readonly request: PlanRequest
  readonly readings: Readings
}

/** A command, and on whose behalf it is given. */
interface NamedCommand {
  readonly requested: RequestedCommand
  readonly naming: GrantOptions
  /** The protocol's own agent for the work that is granted. */
  readonly own: string | undefined
}

/** The message about an option that belongs to another reason; a command that declares the option says so itself. */
function misplacedOption(
  { name, words: [, reason] }: RequestedCommand,
  shared: SharedOptions,
  { ownOptions }: CommandFacts,
): string | undefined {
  if (reason === undefined) return undefined
  const givenReason = reason.text.toLowerCase()
  const isMisplaced = ([option, { with: optionReason }]: readonly [string, OptionDefinition]) =>
    optionReason !== undefined &&
    optionReason !== givenReason &&
    shared[option] !== undefined &&
    ownOptions?.includes(option) !== true
  const [misplacedName] = Object.entries(sharedOptions[name] ?? {}).find(isMisplaced) ?? []
  return misplacedName === undefined ? undefined : msg`Unexpected option ${`--${misplacedName}`} with ${givenReason}`
}

/** Who gives a command by name, where it is one of a protocol. */
export function namingOf(
  { request }: GrantContext,
  { requested, shared, fault }: SplitCommand,
  { owner, target: id }: Resolution,
): NamedCommand | { readonly refused: readonly CommandDiagnostic[] } {
  const facts = factsOf(requested, { owner })
  if (!owner || !facts) {
    const nameFault = agentNameFault(shared)
    return nameFault ? { refused: [nameFault] } : { requested, naming: noGrantOptions, own: undefined }
  }
  const usageFault = fault ?? misplacedOption(requested, shared, facts)
  if (usageFault !== undefined) return { refused: refuseUsage(facts, usageFault).diagnostics }
  const { granting } = request
  const target = targetIn(owner.reading, id)
  const needsOwn = granting?.record === 'always' || granting?.instance !== undefined
  const holder = target && (holdingAgent(target) ?? target.attemptBy)
  // The same session may end what it began, whatever its name.
  const isHolder = granting?.instance !== undefined && holder?.endsWith(`/${granting.instance}`) === true
  const ownAgent = isHolder ? holder : target && needsOwn ? owner.reading.next(target)?.agent : undefined
  const naming = grantOptionsOf(shared, facts, granting, ownAgent, foldsNames(owner.protocol))
  return 'refused' in naming ? naming : { requested, naming, own: ownAgent }
}

/** How the grants of a target affect a command about it. */
export function grantingOf(
  { request, readings }: GrantContext,
  { requested, naming, own: ownAgent }: NamedCommand,
  { owner, target: id, name }: Resolution,
  view: View,
) {
  const { granting, context, actor } = request
  const grantDetails = { at: context.at, actor, own: ownAgent }
  const target = owner && targetIn(owner.reading, id)
  const facts = factsOf(requested, { owner })
  // Of a protocol that has the option itself, the command writes more than the grant.
  const refreshesOwn = naming.refresh && facts?.ownOptions?.includes('refresh') === true
  const isRunning = ({ holder, grant }: Target): boolean =>
    holder === 'agent' &&
    grant !== undefined &&
    granting !== undefined &&
    !isGrantOver(grant, context.at, granting.staleAfter)
  const withRecordedGrant = (answer: Answer): Answer => {
    if (!owner || id === undefined || !hasCommand(requested.name)(owner)) return answer
    if (answer.outcome === 'unchanged' && requested.name === 'accept') {
      const holder = target?.grant ? describeGrant(target.grant) : target?.holder === 'agent' && holdingAgent(target)
      return holder ? { ...answer, reply: `${answer.reply} ${msg`It was given to ${holder}.`}` } : answer
    }
    const mayGive =
      (requested.name === 'accept' || requested.name === 'answer') && (naming.isNamed || granting?.record === 'always')
    if (answer.outcome !== 'changed' || (!mayGive && !target?.grant && !target?.invalidGrant)) return answer
    const foundAfter = foundProtocolFor(readings, overlaid(view)(answer.changes), id)
    const targetAfter = foundAfter && targetIn(foundAfter.reading, id)
    if (!foundAfter || !targetAfter) return answer
    // An answer that comes while the agent works grants control to no one, whatever agent it names.
    if (requested.name === 'answer' && target?.holder === 'agent') return answer
    const gives = (requested.name === 'accept' || requested.name === 'answer') && targetAfter.holder === 'agent'
    // Only the agent that holds a grant gets a new end: without a name it stays as it is.
    if (refreshesOwn && target?.holder === 'agent' && naming.agent === undefined && targetAfter.grant) return answer
    // The work of an agent may begin again while its grant runs: without a name that stays, and its end stays anyway.
    const runningGrant = gives && target && isRunning(target) ? target.grant : undefined
    const keptGrant = naming.agent === undefined ? runningGrant : undefined
    const newGrant = gives ? grantBy(naming, granting, grantDetails) : undefined
    const grant = keptGrant ?? (newGrant && { ...defined({ until: runningGrant?.until }), ...newGrant })
    if (!grant && !((targetAfter.grant ?? targetAfter.invalidGrant) && (gives || targetAfter.holder !== 'agent')))
      return answer
    const written = foundAfter.reading.writeGrant(targetAfter, grant)
    const unnamed =
      written.size === 0 ? unwrittenName(targetAfter, grant?.agent, foundAfter.reading.namingHint(id)) : []
    const holderText = keptGrant ? ` ${msg`It was given to ${describeGrant(keptGrant)}.`}` : ''
    return {
      ...answer,
      reply: `${answer.reply}${holderText}`,
      changes: new Map([...answer.changes, ...written]),
      diagnostics: [...answer.diagnostics, ...unnamed, ...(grant ? unwrittenEnd(targetAfter, naming) : [])],
    }
  }
  /** The notice that a handback without a name ends the grant of an agent that has one. */
  const endedGrant = ({ outcome, changes }: Answer): CommandDiagnostic | undefined => {
    const isEnd =
      requested.name === 'handback' && outcome === 'changed' && target?.holder === 'agent' && naming.agent === undefined
    const agent = isEnd ? holdingAgent(target) : undefined
    if (!isEnd || agent === undefined) return undefined
    // A question that is only written down leaves the target with its agent.
    const found = foundProtocolFor(readings, overlaid(view)(changes), target.id)
    if (found && targetIn(found.reading, target.id)?.holder === 'agent') return undefined
    const message = `Ended: ${target.grant ? formerGrantText(target, target.grant) : msg`${agent} held ${target.id}`}`
    return {
      ...refusal('GRANT_ENDED', message),
      severity: 'notice',
      target: target.id,
      place: target.grant?.place ?? { path: target.path },
    }
  }
  /**
   * Why a verdict that is given by `/accept` is refused: where the files name the agent, it is an `/accept` that gives
   * the target to no agent, in whatever state that is, unless all of the work is still to be done then. What the next
   * action would be does not matter: another move may come first there. Nor do earlier commits: a working tree may have
   * none of them.
   */
  const acceptRefusal = ({ outcome, changes }: Answer): CommandDiagnostic | undefined => {
    const isAccepted = requested.name === 'accept' && outcome === 'changed'
    if (!isAccepted || !granting || target?.agentName === undefined) return undefined
    const found = foundProtocolFor(readings, overlaid(view)(changes), target.id)
    const targetAfter = found && targetIn(found.reading, target.id)
    return targetAfter?.holder === 'agent' || targetAfter?.isBeforeWork === true
      ? undefined
      : ownVerdictRefusal({ name: requested.name, naming, target, granting }, holdingAgent(target))
  }
  const runUsual = (answer: () => Answer) => {
    const result = answer()
    const verdictRefusal = acceptRefusal(result)
    if (verdictRefusal) return refusedAnswer([verdictRefusal])
    const endedNotice = endedGrant(result)
    const workRefusal =
      result.impliesAccept && target
        ? notGrantedRefusal(target, naming, owner?.reading.next(target)?.agent, name ?? target.id)
        : undefined
    return workRefusal
      ? refusedAnswer([workRefusal])
      : withRecordedGrant(
          endedNotice ? { ...result, diagnostics: [...result.diagnostics, signDiagnostic(endedNotice)] } : result,
        )
  }
  if (!owner || !target || !granting || id === undefined)
    return { verdict: { kind: 'allowed' } as const, made: runUsual }
  const targetName = name ?? target.id
  const verdict = verdictOf({ name: requested.name, naming, target, at: context.at, granting, called: targetName })
  if (verdict.kind !== 'regranted') return { verdict, made: runUsual }
  const { grant } = target
  const newGrant =
    verdict.warning || !grant
      ? grantBy(naming, granting, grantDetails)
      : renewGrant(naming, granting, grant, context.at)
  const diagnostics = [...(verdict.warning ? [signDiagnostic(verdict.warning)] : []), ...unwrittenEnd(target, naming)]
  const holder = newGrant && (target.agentName === undefined ? describeGrant(newGrant) : newGrant.agent)
  const reply =
    holder === undefined ? msg`The agent holds ${targetName}.` : msg`The agent holds ${targetName}: ${holder}.`
  const changes = owner.reading.writeGrant(target, newGrant)
  const grantedAnswer: Answer = { outcome: changes.size === 0 ? 'unchanged' : 'changed', changes, reply, diagnostics }
  const runRegranted = (answer: () => Answer): Answer => {
    // An answer has a text of its own to write.
    if (!refreshesOwn && requested.name !== 'answer') return grantedAnswer
    const result = answer()
    if (result.outcome === 'refused') return result
    if (result.outcome === 'unchanged' && grant && newGrant && isSameGrant(grant, newGrant)) return result
    const readingAfter = foundProtocolFor(readings, overlaid(view)(result.changes), id)?.reading
    const targetAfter = readingAfter && targetIn(readingAfter, id)
    const allChanges = new Map([
      ...result.changes,
      ...(targetAfter ? (readingAfter?.writeGrant(targetAfter, newGrant) ?? []) : []),
    ])
    return {
      ...result,
      outcome: 'changed',
      changes: allChanges,
      diagnostics: [...diagnostics, ...result.diagnostics],
      ...(result.outcome === 'unchanged' && { reply }),
    }
  }
  return { verdict, made: runRegranted }
}
