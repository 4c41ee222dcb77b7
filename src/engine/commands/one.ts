import type { CommandDiagnostic } from '../../core/command.ts'
import { describeGrant, isSameGrant, withoutPlace } from '../../core/grant.ts'
import { msg } from '../../core/message.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Steps } from '../../core/steps.ts'
import type { Target } from '../../core/target.ts'
import type { View } from '../../core/view.ts'
import { refuseUsage } from '../../kit/command.ts'
import { overlay } from '../overlay.ts'
import { unportableName } from '../portable-names.ts'
import { conflictIn, conflictOf, hasBothSides } from '../unmerged.ts'
import { touchedPaths } from '../checking/touch.ts'
import type { addedErrors } from './added.ts'
import { answerOf, refusedAnswer, answerFor, signDiagnostic, type Answer } from './answer.ts'
import { contradiction, intentOf, type CommandIntent } from './contradictions.ts'
import { misspelt } from './misspelt.ts'
import { movesOf } from './moves.ts'
import { ownCommand, ownCommands } from './own/index.ts'
import type { PlanRequest, CommandResult, RequestedCommand } from './planned.ts'
import { foundFor, readAhead, targetIn, type Readings } from './readings.ts'
import {
  foldsNames,
  grantBy,
  agentNameFault,
  grantOptionsOf,
  noGrantOptions,
  notGrantedTo,
  renewedBy,
  verdictOf,
  type GrantOptions,
} from './granting.ts'
import { hasCommand, refusal, resolve, withNearest, type Resolution } from './resolve.ts'
import { readDoneBy, takeShared, type SharedOptions, type SplitCommand } from './shared-options.ts'

/** What the commands of a batch have in common. */
export interface PlanContext {
  readonly request: PlanRequest
  readonly readings: Readings
  /** The errors that a change would add. */
  readonly added: ReturnType<typeof addedErrors>
  /** Findings that offer only commands that would succeed on these files. */
  readonly offered: (view: View, found: readonly Diagnostic[]) => readonly Diagnostic[]
  /** The intents of the commands so far. */
  readonly intents: CommandIntent[]
}

/** The result of one command, and the files as they are then. */
export interface PlannedCommand {
  readonly result: CommandResult
  readonly after: View
}

function moved({ sha: requested }: RequestedCommand, { sha }: PlanRequest) {
  if (requested === undefined || sha?.startsWith(requested) === true) return undefined
  return refusal(
    'HEAD_MOVED',
    msg`Unexpected head ${sha?.slice(0, 12) ?? 'without a commit'}, expected ${requested}`,
    'Look at what has changed, and give the command again.',
  )
}

/** What a command is run on, with the options that the engine takes itself. */
interface Call {
  readonly requested: RequestedCommand
  readonly resolution: Resolution
  /** The words after the target with their quotes. */
  readonly written: readonly string[]
  readonly notices: readonly CommandDiagnostic[]
}

/** The command of a protocol that is meant. */
const factsOf = ({ name }: RequestedCommand, { owner }: Pick<Resolution, 'owner'>) =>
  owner?.protocol.commands.find((command) => command.name === name)

/** The command of a protocol or of the engine itself that is meant, or why there is none. */
function callOf(
  { request }: PlanContext,
  requested: RequestedCommand,
  resolution: Resolution,
): Call | { readonly refused: readonly CommandDiagnostic[] } {
  const { owner, name } = resolution
  const behind = requested.words.slice(name === undefined ? 0 : 1)
  const facts = factsOf(requested, { owner })
  const read = facts ? readDoneBy(behind, facts, request.local !== true) : { words: behind, notices: [] }
  if ('refused' in read) return read
  const words = read.notices.length > 0 ? read.words.map(({ text }) => text) : resolution.words
  return { requested, resolution: { ...resolution, words }, written: read.words.map((word) => word.written), notices: read.notices }
}

/** Runs the command of a protocol. */
function run(
  { request, readings }: PlanContext,
  { given, requested, resolution, written }: Call & { readonly given: RequestedCommand },
  shared: SharedOptions,
  view: View,
): Answer {
  const { owner, target, name, words } = resolution
  const { report } = requested
  const { actor, local } = request
  const outcome = owner?.reading.run(requested.name, { name, target, words, written, report, actor, local, shared }, request.history)
  if (!owner || !outcome) throw new RangeError(`No protocol has the command ${requested.name} any more`)
  if (outcome.outcome === 'refused') return refusedAnswer(withNearest(outcome.diagnostics, given, readings(view)), owner.protocol.name)
  return answerOf(outcome, owner.protocol.name)
}

/** Runs the engine's own command, where that is meant. */
function* runOwn({ request, readings, offered }: PlanContext, { requested, resolution }: Call, view: View): Steps<Answer | undefined> {
  const { owner, target, words } = resolution
  const own = owner && hasCommand(requested.name)(owner) ? undefined : ownCommand(requested.name)
  return (
    own &&
    (yield* own.run({
      request,
      readings,
      offered: (found) => offered(view, found),
      view,
      meant: owner && target !== undefined ? { ...owner, target } : undefined,
      words,
      own: ownCommands,
    }))
  )
}

/** The same answer with notices after what it says. */
const noticed = (answer: Answer, notices: readonly CommandDiagnostic[]): Answer =>
  notices.length === 0 ? answer : { ...answer, diagnostics: [...answer.diagnostics, ...notices.map((notice) => signDiagnostic(notice))] }

function resolved({ request, readings }: PlanContext, requested: RequestedCommand, view: View) {
  const words = requested.words.map(({ text }) => text)
  const own = ownCommand(requested.name)
  if (own?.takes === 'words') return { owner: undefined, target: undefined, name: undefined, words }
  const touched = request.base ? touchedPaths(view, request.base) : []
  const { protocols, descriptors = protocols } = request
  return resolve({ command: requested.name, words, isOwn: own !== undefined, touched, descriptors }, readings(view))
}

/** Why the changes of an answer must not be made: the errors that they would add. Errors that they restore are warnings. */
function* checked(
  { readings, added }: PlanContext,
  { owner, target }: Pick<Resolution, 'owner' | 'target'>,
  { view, after }: { readonly view: View; readonly after: View },
  answer: Answer,
): Steps<Answer> {
  const { changes, reveals = [], givesBack } = answer
  if (changes.size === 0) return answer
  const conflict = conflictIn(view, changes)
  if (conflict) return refusedAnswer([conflict])
  const unportable = unportableName(view, changes)
  if (unportable) return refusedAnswer([unportable])
  const protocols = owner ? [owner.protocol] : [...new Set([...readings(view), ...readings(after)].map(({ protocol }) => protocol))]
  const addedTo = (before: View) => added(protocols, target, { before, after, changes })
  const worse = (yield* addedTo(view)).filter(({ code }) => !reveals.includes(code))
  if (worse.length === 0) return answer
  if (!givesBack) return answerFor(worse)
  const identity = ({ code, path, line, message }: Diagnostic) => JSON.stringify([code, path, line, message])
  const never = new Set((yield* addedTo(givesBack)).map(identity))
  const fresh = worse.filter((each) => never.has(identity(each)))
  if (fresh.length > 0) return answerFor(fresh)
  // An author who takes a repair back gets no other offered.
  const warnings = worse.map(({ advice: _advice, hint: _hint, fix: _fix, ...details }) => ({ ...details, severity: 'warning' as const }))
  return { ...answer, diagnostics: [...answer.diagnostics, ...warnings] }
}

/** One target as a view has it. */
function targetAt({ readings }: PlanContext, view: View, id: string | undefined): Target | undefined {
  const found = id === undefined ? undefined : foundFor(readings, view, id)
  return found && targetIn(found.reading, id)
}

/** The result of a command that is refused: the files stay as they are. */
function refusedResult(
  planning: PlanContext,
  details: AnswerContext['details'],
  view: View,
  answer: Answer,
  target: string | undefined,
): PlannedCommand {
  const { question, grant } = targetAt(planning, view, target) ?? {}
  const about = {
    ...(target !== undefined && { target }),
    ...(question !== undefined && { question }),
    ...(grant && { grant: withoutPlace(grant) }),
  }
  return { result: { ...details, ...answer, moves: [], ...about }, after: view }
}

/** Plans one command on a view. */
export function* planOne(planning: PlanContext, given: RequestedCommand, view: View): Steps<PlannedCommand> {
  const { request, readings, intents } = planning
  const { requested, shared, fault } = takeShared(given)
  const details = {
    command: [`/${requested.name}`, ...requested.words.slice(0, 1).map(({ text }) => text)].join(' '),
    name: requested.name,
    on: view,
    ...(requested.dryRun === true && { dryRun: true as const }),
  }
  const refuse = (answer: Answer, target?: string) => refusedResult(planning, details, view, answer, target)
  const elsewhere = moved(requested, request)
  if (elsewhere) return refuse(refusedAnswer([elsewhere]))
  const found = resolved(planning, requested, view)
  const lost = misspelt(requested, 'refused' in found ? undefined : factsOf(requested, found), request.local === true)
  if (lost) return refuse(refusedAnswer([lost]))
  if ('refused' in found) return refuse(refusedAnswer(withNearest(found.refused, given, readings(view))))
  const named = nameOf(planning, { requested, shared, fault }, found)
  if ('refused' in named) return refuse(refusedAnswer(named.refused, found.owner?.protocol.name), found.target)
  const call = callOf(planning, requested, found)
  if ('refused' in call) return refuse(refusedAnswer(call.refused, found.owner?.protocol.name), found.target)

  const { resolution, notices } = call
  const { owner, target } = resolution
  const intent = intentOf(requested, resolution)
  const contradicted = intent && contradiction(intents, intent)
  if (contradicted) return refuse(refusedAnswer([contradicted], owner?.protocol.name))
  if (intent && requested.dryRun !== true) intents.push(intent)

  const granting = grantingOf(planning, named, resolution, view)
  if (granting.verdict.kind === 'refused') return refuse(refusedAnswer([granting.verdict.diagnostic], owner?.protocol.name), target)
  const own = yield* runOwn(planning, call, view)
  const made = granting.made(() => own ?? run(planning, { ...call, given }, shared, view))
  const more = named.naming.takeover ? { ...details, takesOver: true as const } : details
  return yield* plannedResult(planning, { details: more, owner, target, view, notices }, made)
}

/** Who gives a command by name. */
interface Named {
  readonly requested: RequestedCommand
  readonly naming: GrantOptions
  /** The protocol's own agent for the work that is granted. */
  readonly own: string | undefined
}

/** Who gives a command by name, where it is one of a protocol. */
function nameOf(
  { request }: PlanContext,
  { requested, shared, fault }: SplitCommand,
  { owner, target: id }: Resolution,
): Named | { readonly refused: readonly CommandDiagnostic[] } {
  const facts = factsOf(requested, { owner })
  if (!owner || !facts) {
    const wrong = agentNameFault(shared)
    return wrong ? { refused: [wrong] } : { requested, naming: noGrantOptions, own: undefined }
  }
  if (fault !== undefined) return { refused: refuseUsage(facts, fault).diagnostics }
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
function grantingOf(
  { request, readings }: PlanContext,
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
    return { ...answer, changes: new Map([...answer.changes, ...after.reading.writeGrant(now, grant)]) }
  }
  const usual = (answer: () => Answer) => {
    const by = answer()
    const wrong =
      by.impliesAccept && target ? notGrantedTo(target, naming, owner?.reading.next(target)?.agent, name ?? target.id) : undefined
    return wrong ? refusedAnswer([wrong]) : recorded(by)
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

/** What an answer is about, and on what it was made. */
interface AnswerContext {
  readonly details: Pick<CommandResult, 'command' | 'name' | 'recordedAs' | 'on' | 'dryRun' | 'takesOver'>
  readonly owner: Resolution['owner']
  readonly target: string | undefined
  readonly view: View
  readonly notices?: readonly CommandDiagnostic[]
}

/** Why a command is refused: a conflict in a file of its target first, and nothing that follows from it. */
function withConflict(view: View, owner: Resolution['owner'], target: string | undefined, answer: Answer): Answer {
  const conflict = owner && target !== undefined ? conflictOf(view, owner, target) : undefined
  if (!conflict) return answer
  const others = answer.diagnostics.filter(({ code, path }) => code !== conflict.code && !hasBothSides(view, path))
  return answerFor([signDiagnostic(conflict), ...others])
}

/** The result of a command from its answer: refused if its changes would add errors, otherwise with the targets that they move. */
export function* plannedResult(
  planning: PlanContext,
  { details, owner, target, view, notices = [] }: AnswerContext,
  made: Answer,
): Steps<PlannedCommand> {
  // One view of the result: it is read once.
  const changed = overlay(view, made.changes)
  yield* readAhead(planning.request, changed)
  const answer = noticed(yield* checked(planning, { owner, target }, { view, after: changed }, made), notices)
  if (answer.outcome === 'refused') return refusedResult(planning, details, view, withConflict(view, owner, target, answer), target)
  const { facts, moved: other, reveals: _, givesBack: __, ...answered } = answer
  const after = answer.local ? overlay(view, new Map([...answer.changes, ...answer.local])) : changed
  const moves = movesOf(planning.readings, { before: view, after, changes: answer.changes, about: target, command: details.name })
  const about = target ?? (moves.length === 1 ? moves[0]?.target : undefined)
  const was = targetAt(planning, view, about)
  const is = targetAt(planning, after, about)
  const result = {
    ...details,
    ...answered,
    ...(about !== undefined && { target: about }),
    ...(was ? { from: was.state } : is && { from: 'new' }),
    ...(is && { to: is.state, facts: { ...is.facts, ...facts }, ...(is.holder && { holder: is.holder }) }),
    ...(is?.question !== undefined && { question: is.question }),
    ...(is?.grant && { grant: withoutPlace(is.grant) }),
    ...other,
    moves,
  }
  return { result, after: details.dryRun === true ? view : after }
}
