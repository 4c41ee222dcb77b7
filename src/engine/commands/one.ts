import type { CommandDiagnostic } from '../../core/command.ts'
import { handbackReasons } from '../../core/command-names.ts'
import { commandWord, msg, visible } from '../../core/message.ts'
import { recordOf } from '../../kit/record.ts'
import type { RequestedCommand, PlanRequest, CommandResult } from './planned.ts'
import {
  refusal,
  type Resolution,
  factsOf,
  hasCommand,
  resolve,
  withNearest,
  foundFor,
  readAhead,
  targetIn,
  type Readings,
} from './resolve.ts'
import { withoutPlace } from '../../core/grant.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Steps } from '../../core/steps.ts'
import type { Target } from '../../core/target.ts'
import type { View } from '../../core/view.ts'
import { overlay } from '../overlay.ts'
import { unportableName } from '../portable-names.ts'
import { conflictIn, conflictOf, hasBothSides } from '../unmerged.ts'
import { touchedPaths } from '../checking/judge.ts'
import { type addedErrors, movesOf } from './effects.ts'
import { answerOf, refusedAnswer, answerFor, signDiagnostic, type Answer } from './answer.ts'
import { misspelt, readDoneBy, takeShared, type SharedOptions } from './options.ts'
import { ownCommand, ownCommands } from './own/index.ts'
import { grantingOf, nameOf } from './granting.ts'

/** The parts of a command that decide whether others of its batch contradict it. */
export interface CommandIntent {
  readonly name: string
  readonly target: string
  /** The reason of a handback or the verdict of a review: the first word. */
  readonly reason: string | undefined
  /** The reasons after which the same comment may begin the target's next unit. */
  readonly endedBy: readonly string[]
}

const reasons = new Set([...handbackReasons, 'qualified', 'failed'])

/** The reason or verdict of a command: its first word, otherwise that of its report. */
function reasonOf({ report }: RequestedCommand, word: string | undefined): string | undefined {
  const own = report === undefined ? undefined : recordOf(report, 'json').node('reason')
  return [word, own?.kind === 'scalar' ? own.source : undefined].map((each) => each?.toLowerCase()).find((each) => reasons.has(each ?? ''))
}

/** The intent of a command for its target, as far as it matters to the others. */
function intentOf(requested: RequestedCommand, { owner, target, words }: Resolution): CommandIntent | undefined {
  if (target === undefined) return undefined
  return {
    name: requested.name,
    target,
    reason: reasonOf(requested, words[0]),
    endedBy: owner?.protocol.consecutiveUnits?.endedBy ?? [],
  }
}

const grants = new Set(['accept', 'answer'])

function contradict(a: CommandIntent, b: CommandIntent): boolean {
  if (a.target !== b.target) return false
  if (a.name === b.name) return a.reason !== undefined && b.reason !== undefined && a.reason !== b.reason
  const [back, grant] = a.name === 'handback' ? [a, b] : [b, a]
  if (back.name !== 'handback' || back.reason === undefined || !grants.has(grant.name)) return false
  const finishThenStart = back === a && grant.name === 'accept' && a.endedBy.includes(back.reason)
  return !finishThenStart
}

/** Commands of one batch with opposite effects on one target (docs/commands.md, "How a comment is read"): `later` contradicts one of `earlier`. */
function contradiction(earlier: readonly CommandIntent[], later: CommandIntent): CommandDiagnostic | undefined {
  const other = earlier.find((each) => contradict(each, later))
  const written = ({ name, reason }: CommandIntent) => `/${name}${reason === undefined ? '' : ` … ${reason}`}`
  return (
    other &&
    refusal(
      'COMMAND_CONTRADICTORY',
      msg`Unexpected ${written(later)} together with ${written(other)} for ${later.target}, expected one of them`,
    )
  )
}

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
  /** Only whether the command would succeed is asked for: the targets that it moves are not looked for. */
  readonly isTrial?: true
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

function runProtocolCommand(
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
  if (outcome.outcome === 'refused')
    return refusedAnswer(withNearest(outcome.diagnostics, given, readings(view), request.noState), owner.protocol.name)
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
      isDry: requested.dryRun === true || request.dryRun === true,
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
  if ('refused' in found) return refuse(refusedAnswer(withNearest(found.refused, given, readings(view), request.noState)))
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
  const made = granting.made(() => own ?? runProtocolCommand(planning, { ...call, given }, shared, view))
  const more = named.naming.takeover ? { ...details, takesOver: true as const } : details
  return yield* plannedResult(planning, { details: more, owner, target, view, notices }, made)
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

/** How many files to read are named at most, as in the actions of `next`. */
const maxRead = 5

/** What the agent has to do that holds a target by `/accept` or `/answer`: what `next` would answer it. */
function grantedWork(
  { readings }: PlanContext,
  { name, command }: AnswerContext['details'],
  target: Target | undefined,
  after: View,
): Pick<CommandResult, 'work'> {
  if ((name !== 'accept' && name !== 'answer') || target?.holder !== 'agent') return {}
  const proposal = foundFor(readings, after, target.id)?.reading.next(target)
  if (proposal?.do !== 'work' && proposal?.do !== 'finish') return {}
  const { agent = target.grant?.agent, needs = [], why, run } = proposal
  // A part of a file is named behind a `#`, which may also belong to a name.
  const isThere = (path: string) => [path, path.replace(/#[^/#]*$/, '')].some((each) => after.entry(each)?.kind === 'file')
  const read = (proposal.read ?? []).filter(isThere).slice(0, maxRead)
  const [, called = target.id] = command.split(' ')
  const shown = /^[\w.:@/-]+$/.test(called) && !called.startsWith('-') ? called : commandWord(target.id)
  return {
    work: {
      ...(agent !== undefined && { agent }),
      ...(read.length > 0 && { read }),
      ...(needs.length > 0 && { needs }),
      ...(why !== undefined && { why: visible(why) }),
      ...(run && { run: [`/${run[0]}`, shown, run[1]].filter(Boolean).join(' ') }),
    },
  }
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
  if (planning.isTrial) return { result: { ...details, ...answered, moves: [] }, after }
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
    ...grantedWork(planning, details, is, after),
    ...other,
    moves,
  }
  return { result, after: details.dryRun === true ? view : after }
}
