import type { CommandDiagnostic, CommandFacts } from '../../core/command.ts'
import type { CommandName } from '../../core/command-names.ts'
import { describeGrant, isSameAgent, isSameGrant, isSameRole, type Grant } from '../../core/grant.ts'
import { msg, visible } from '../../core/message.ts'
import type { Target } from '../../core/target.ts'
import type { View } from '../../core/view.ts'
import { isoTime } from '../../core/time.ts'
import { refuseUsage } from '../../kit/command.ts'
import { isGrantOver } from '../../kit/grant.ts'
import { sharedOptions, type OptionDefinition } from '../../kit/options.ts'
import { overlay } from '../overlay.ts'
import { refusedAnswer, signDiagnostic, type Answer } from './answer.ts'
import { agentNameFault, foldsNames, type GrantOptions, grantOptionsOf, noGrantOptions } from './grant-options.ts'
import type { GrantPolicy, PlanRequest, RequestedCommand } from './planned.ts'
import { foundFor, targetIn, type Readings, factsOf, hasCommand, refusal, type Resolution } from './resolve.ts'
import type { SharedOptions, SplitCommand } from './options.ts'

const toTheSecond = (milliseconds: number) => `${isoTime(milliseconds).slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}Z`

/** The grant that a command gives; `undefined` where none is recorded. */
export function grantBy(
  { agent, lease, isNamed }: GrantOptions,
  granting: GrantPolicy | undefined,
  { at, actor, own }: { readonly at: string; readonly actor: string; readonly own: string | undefined },
): Grant | undefined {
  if (!granting || granting.record === 'never' || (granting.record === 'named' && !isNamed)) return undefined
  const lasts = lease ?? (granting.lease === 'none' ? undefined : granting.lease)
  const since = Date.parse(at)
  const to = agent ?? own
  return {
    ...(to !== undefined && { agent: to }),
    ...(actor !== '' && { by: visible(actor) }),
    since: toTheSecond(since),
    ...(lasts !== undefined && { until: toTheSecond(since + lasts) }),
  }
}

/**
 * A grant that is refreshed: it keeps its beginning and gets a new end, by the lease of the command or the configuration. Without one it goes
 * on for as long as it was given, at most until it would be stale, and never ends before it did.
 */
function renewedBy({ lease }: GrantOptions, granting: GrantPolicy, grant: Grant, at: string): Grant {
  const named = lease ?? (granting.lease === 'none' ? undefined : granting.lease)
  const [now, since] = [Date.parse(at), Date.parse(grant.since)]
  if (named !== undefined) return { ...grant, until: toTheSecond(now + named) }
  const end = grant.until === undefined ? undefined : Date.parse(grant.until)
  const length = end === undefined ? granting.staleAfter : Math.min(end - since, granting.staleAfter)
  return { ...grant, until: toTheSecond(Math.max(end ?? 0, now + length)) }
}

/** Whether a recorded grant allows a command. */
export type Verdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly diagnostic: CommandDiagnostic }
  /** Control stays where it is, with another grant. */
  | { readonly kind: 'regranted'; readonly warning?: CommandDiagnostic }

interface GrantQuery {
  readonly name: CommandName
  readonly naming: GrantOptions
  readonly target: Target
  readonly at: string
  readonly granting: GrantPolicy
  /** The name of the target in commands. */
  readonly called: string
}

/** By whom and until when a grant was given, as the end of a sentence. */
const termsOf = ({ by, until }: Grant): string =>
  `${by === undefined ? '' : msg`, given by ${by}`}${until === undefined ? '' : msg`, until ${until}`}`

/** The agent that holds a target by a grant or, where none is recorded, by the name in its files: people write that with an `@`, too. */
const holdingAgent = ({ grant, agentName = '' }: Target): string | undefined =>
  grant ? grant.agent : agentName.replace(/^@/, '') || undefined

const holding = ({ id, agentName = '' }: Target, grant: Grant | undefined): string =>
  grant
    ? msg`${grant.agent ?? 'an agent'} holds ${id} since ${grant.since}` + termsOf(grant)
    : msg`${agentName} holds ${id}, as its files say`

/** How an agent goes on with what it was granted in an earlier session, which had another instance. */
const earlierSession = ({ agent, isAssumed }: GrantOptions, granted: string): string =>
  isAssumed || isSameRole(agent ?? '', granted) ? msg` If ${granted} was you in an earlier session, give that name as the agent.` : ''

/** A grant that is none any more. */
const formerGrant = ({ id }: Target, grant: Grant): string =>
  msg`the grant of ${id} to ${grant.agent ?? 'an agent'}, since ${grant.since}` + termsOf(grant)

/** The verdict on a command about a target, by the target's recorded grant (docs/agents/integrating.md, "Grants"). */
function verdictOf({ name, naming, target, at, granting, called }: GrantQuery): Verdict {
  const { grant, holder, id } = target
  const { agent } = naming
  const diagnosticOf = (code: 'GRANT_HELD' | 'GRANT_OTHER' | 'GRANT_TAKEN', message: string, hint?: string) => ({
    ...refusal(code, message, hint),
    target: id,
    place: grant?.place ?? { path: target.path },
  })
  if (name === 'review') {
    const isJudge = granting.separateDuties === true && agent !== undefined && target.attemptBy !== undefined
    if (!isJudge || !isSameAgent(target.attemptBy, agent)) return { kind: 'allowed' }
    const message = `Unexpected ${msg`${'/review'} by ${agent}`}: ${msg`${target.attemptBy} held the attempt of ${id}`}`
    const hint = 'The configuration keeps duties apart (`commands.separate-duties`): another agent has to give this command.'
    return { kind: 'refused', diagnostic: { ...refusal('COMMAND_DENIED', message, hint), target: id } }
  }
  const held = holdingAgent(target)
  if (holder !== 'agent' || held === undefined || agent === undefined) return { kind: 'allowed' }
  const isOwn = isSameAgent(held, agent)
  if (name === 'handback') {
    if (isOwn) return { kind: 'allowed' }
    const hint = `Only that agent, or the orchestrator, who names no agent, ends its grant.${earlierSession(naming, held)}`
    return {
      kind: 'refused',
      diagnostic: diagnosticOf('GRANT_OTHER', `Unexpected handback ${msg`by ${agent}`}: ${holding(target, grant)}`, hint),
    }
  }
  if (name !== 'accept' && name !== 'answer') return { kind: 'allowed' }
  if (isOwn) return naming.refresh && granting.record !== 'never' ? { kind: 'regranted' } : { kind: 'allowed' }
  const over = grant !== undefined && isGrantOver(grant, at, granting.staleAfter)
  const message = holding(target, grant)
  if (naming.takeover && over && name === 'accept') {
    const taken: CommandDiagnostic = { ...diagnosticOf('GRANT_TAKEN', `Taken over: ${formerGrant(target, grant)}`), severity: 'warning' }
    return { kind: 'regranted', warning: taken }
  }
  const fix = `/accept ${called} --agent ${agent} --takeover`
  const hint = over
    ? undefined
    : msg`Choose other work: ${'baton next'}. Only that agent, or the orchestrator, who names no agent, ends its grant.` +
      earlierSession(naming, held)
  return { kind: 'refused', diagnostic: { ...diagnosticOf('GRANT_HELD', message, hint), ...(over && { fix }) } }
}

/** That no file of a target has the name of the agent that now holds it. */
function unwrittenName(target: Target, agent: string | undefined): Answer['diagnostics'] {
  const held = holdingAgent(target)
  if (agent === undefined || (held !== undefined && isSameAgent(held, agent))) return []
  const { id, path } = target
  const message = msg`No file has the name of the agent ${agent}: ${id} has no place for it that can be written`
  const hint = msg`Another agent does not see that the work is taken. A declared workflow has that place in ${'fields.holder'}.`
  return [signDiagnostic({ ...refusal('GRANT_UNNAMED', message, hint), severity: 'warning', target: id, place: { path } })]
}

/** Why an agent that names itself does not end work that control was not granted of: it is the work of another agent. */
function foreignWork(
  { id, path }: Target,
  { agent }: GrantOptions,
  own: string | undefined,
  called: string,
): CommandDiagnostic | undefined {
  if (agent === undefined || own === undefined || isSameAgent(agent, own)) return undefined
  const message = `Unexpected handback ${msg`by ${agent}`}: ${msg`control of ${id} was not granted, and what comes next is the work of ${own}`}`
  const fix = `/accept ${called}`
  return { ...refusal('GRANT_OTHER', message, 'Control is granted first.'), target: id, place: { path }, fix }
}

/**
 * Why an agent that names itself does not end work that control was not granted of: it is another agent's, or it came back with an error,
 * which may be that its grant was taken away.
 */
function notGrantedTo(target: Target, naming: GrantOptions, own: string | undefined, called: string): CommandDiagnostic | undefined {
  const { id, error, path } = target
  const { agent } = naming
  if (error === undefined) return foreignWork(target, naming, own, called)
  if (agent === undefined) return undefined
  const message = `Unexpected handback ${msg`by ${agent}`}: ${msg`the orchestrator holds ${id} since it came back with ${error}`}`
  const fix = `/accept ${called} --agent ${agent}`
  return { ...refusal('GRANT_OTHER', message, 'Control is granted again first.'), target: id, place: { path }, fix }
}

/** What the commands of a batch are planned by. */
interface GrantContext {
  readonly request: PlanRequest
  readonly readings: Readings
}

/** Who gives a command by name. */
interface Named {
  readonly requested: RequestedCommand
  readonly naming: GrantOptions
  /** The protocol's own agent for the work that is granted. */
  readonly own: string | undefined
}

/** That an option belongs to another reason; a command that declares it itself says so itself. */
function misplaced({ name, words: [, reason] }: RequestedCommand, shared: SharedOptions, { ownOptions }: CommandFacts): string | undefined {
  if (reason === undefined) return undefined
  const given = reason.text.toLowerCase()
  const isOther = ([option, { with: own }]: readonly [string, OptionDefinition]) =>
    own !== undefined && own !== given && shared[option] !== undefined && ownOptions?.includes(option) !== true
  const [other] = Object.entries(sharedOptions[name] ?? {}).find(isOther) ?? []
  return other === undefined ? undefined : msg`Unexpected option ${`--${other}`} with ${given}`
}

/** Who gives a command by name, where it is one of a protocol. */
export function nameOf(
  { request }: GrantContext,
  { requested, shared, fault }: SplitCommand,
  { owner, target: id }: Resolution,
): Named | { readonly refused: readonly CommandDiagnostic[] } {
  const facts = factsOf(requested, { owner })
  if (!owner || !facts) {
    const wrong = agentNameFault(shared)
    return wrong ? { refused: [wrong] } : { requested, naming: noGrantOptions, own: undefined }
  }
  const wrong = fault ?? misplaced(requested, shared, facts)
  if (wrong !== undefined) return { refused: refuseUsage(facts, wrong).diagnostics }
  const { granting } = request
  const target = targetIn(owner.reading, id)
  const needsOwn = granting?.record === 'always' || granting?.instance !== undefined
  const holder = target?.grant?.agent ?? target?.attemptBy
  // The same session may end what it began, whatever its name.
  const isHolder = granting?.instance !== undefined && holder?.endsWith(`/${granting.instance}`) === true
  const own = isHolder ? holder : target && needsOwn ? owner.reading.next(target)?.agent : undefined
  const naming = grantOptionsOf(shared, facts, granting, own, foldsNames(owner.protocol))
  return 'refused' in naming ? naming : { requested, naming, own }
}

/** How the grants of a target affect a command about it. */
export function grantingOf(
  { request, readings }: GrantContext,
  { requested, naming, own }: Named,
  { owner, target: id, name }: Resolution,
  view: View,
) {
  const { granting, context, actor } = request
  const given = { at: context.at, actor, own }
  const target = owner && targetIn(owner.reading, id)
  const facts = factsOf(requested, { owner })
  // Of a protocol that has the option itself, the command writes more than the grant.
  const refreshesOwn = naming.refresh && facts?.ownOptions?.includes('refresh') === true
  const recorded = (answer: Answer): Answer => {
    if (!owner || id === undefined || !hasCommand(requested.name)(owner)) return answer
    if (answer.outcome === 'unchanged' && requested.name === 'accept' && target?.grant)
      return { ...answer, reply: `${answer.reply} ${msg`It was given to ${describeGrant(target.grant)}.`}` }
    const mayGive = (requested.name === 'accept' || requested.name === 'answer') && (naming.isNamed || granting?.record === 'always')
    if (answer.outcome !== 'changed' || (!mayGive && !target?.grant && !target?.invalidGrant)) return answer
    const after = foundFor(readings, overlay(view, answer.changes), id)
    const now = after && targetIn(after.reading, id)
    if (!after || !now) return answer
    // An answer that comes while the agent works grants control to no one, whatever agent it names.
    if (requested.name === 'answer' && target?.holder === 'agent') return answer
    const gives = (requested.name === 'accept' || requested.name === 'answer') && now.holder === 'agent'
    // Only the agent that holds a grant gets a new end: without a name it stays as it is.
    if (refreshesOwn && target?.holder === 'agent' && naming.agent === undefined && now.grant) return answer
    const grant = gives ? grantBy(naming, granting, given) : undefined
    if (!grant && !((now.grant ?? now.invalidGrant) && (gives || now.holder !== 'agent'))) return answer
    const written = after.reading.writeGrant(now, grant)
    const unnamed = written.size === 0 ? unwrittenName(now, grant?.agent) : []
    return { ...answer, changes: new Map([...answer.changes, ...written]), diagnostics: [...answer.diagnostics, ...unnamed] }
  }
  /** That a handback without a name ends the grant of an agent that has one. */
  const endedGrant = ({ outcome }: Answer): CommandDiagnostic | undefined => {
    const isEnd = requested.name === 'handback' && outcome === 'changed' && target?.holder === 'agent' && naming.agent === undefined
    const agent = isEnd ? holdingAgent(target) : undefined
    if (!isEnd || agent === undefined) return undefined
    const message = `Ended: ${target.grant ? formerGrant(target, target.grant) : msg`${agent} held ${target.id}`}`
    return {
      ...refusal('GRANT_ENDED', message),
      severity: 'notice',
      target: target.id,
      place: target.grant?.place ?? { path: target.path },
    }
  }
  const usual = (answer: () => Answer) => {
    const by = answer()
    const ended = endedGrant(by)
    const wrong =
      by.impliesAccept && target ? notGrantedTo(target, naming, owner?.reading.next(target)?.agent, name ?? target.id) : undefined
    return wrong ? refusedAnswer([wrong]) : recorded(ended ? { ...by, diagnostics: [...by.diagnostics, signDiagnostic(ended)] } : by)
  }
  if (!owner || !target || !granting || id === undefined) return { verdict: { kind: 'allowed' } as const, made: usual }
  const called = name ?? target.id
  const verdict = verdictOf({ name: requested.name, naming, target, at: context.at, granting, called })
  if (verdict.kind !== 'regranted') return { verdict, made: usual }
  const { grant } = target
  const renewed = verdict.warning || !grant ? grantBy(naming, granting, given) : renewedBy(naming, granting, grant, context.at)
  const diagnostics = verdict.warning ? [signDiagnostic(verdict.warning)] : []
  const reply = renewed ? msg`The agent holds ${called}: ${describeGrant(renewed)}.` : msg`The agent holds ${called}.`
  const granted: Answer = { outcome: 'changed', changes: owner.reading.writeGrant(target, renewed), reply, diagnostics }
  const made = (answer: () => Answer): Answer => {
    // An answer has a text of its own to write.
    if (!refreshesOwn && requested.name !== 'answer') return granted
    const by = answer()
    if (by.outcome === 'refused') return by
    if (by.outcome === 'unchanged' && grant && renewed && isSameGrant(grant, renewed)) return by
    const after = foundFor(readings, overlay(view, by.changes), id)?.reading
    const now = after && targetIn(after, id)
    const changes = new Map([...by.changes, ...(now ? (after?.writeGrant(now, renewed) ?? []) : [])])
    return {
      ...by,
      outcome: 'changed',
      changes,
      diagnostics: [...diagnostics, ...by.diagnostics],
      ...(by.outcome === 'unchanged' && { reply }),
    }
  }
  return { verdict, made }
}
