import { defined } from '../../core/defined.ts'
import type { CommandDiagnostic } from '../../core/command.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import { commandWord, msg, visibleLine } from '../../core/message.ts'
import type { RequestedCommand, PlanRequest, CommandResult } from './planned.ts'
import {
  refusal,
  type Resolution,
  factsOf,
  hasCommand,
  resolve,
  withAbsence,
  withNearest,
  foundProtocolFor,
  readAhead,
  targetIn,
  type Readings,
} from './resolve.ts'
import { withoutPlace } from '../../core/grant.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Steps } from '../../core/steps.ts'
import type { Target } from '../../core/target.ts'
import type { View } from '../../core/view.ts'
import { overlaid, overlay } from '../overlay.ts'
import { unportableName } from '../portable-names.ts'
import { conflictIn, conflictOf, hasBothSides } from '../unmerged.ts'
import { touchedPaths } from '../checking/judge.ts'
import { type addedErrors, movesOf } from './effects.ts'
import { answerOf, refusedAnswer, refusedAnswerFrom, signDiagnostic, type Answer } from './answer.ts'
import { hasFreeText, misspellingRefusal, readDoneBy, takeSharedOptions, type SharedOptions } from './options.ts'
import { ownCommand, ownCommands } from './own/index.ts'
import { grantingOf, namingOf } from './granting.ts'
import { contradiction, intentOf, type CommandIntent } from './intents.ts'

/** What the commands of a batch have in common. */
export interface PlanContext {
  readonly request: PlanRequest
  readonly readings: Readings
  /** The errors that a change would add. */
  readonly added: ReturnType<typeof addedErrors>
  /** Findings that offer only commands that would succeed on these files. */
  readonly offered: (view: View, diagnostics: readonly Diagnostic[]) => readonly Diagnostic[]
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

function headMovedRefusal({ sha: requested }: RequestedCommand, { sha }: PlanRequest) {
  if (requested === undefined || sha?.startsWith(requested) === true) return undefined
  return refusal(
    'HEAD_MOVED',
    msg`Unexpected head ${sha?.slice(0, 12) ?? 'without a commit'}, expected ${requested}`,
    'Look at what has changed, and give the command again.',
  )
}

/** What a command is run on, with the options that the engine takes itself. */
interface ResolvedCall {
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
): ResolvedCall | { readonly refused: readonly CommandDiagnostic[] } {
  const { owner, name } = resolution
  const wordsAfterTarget = requested.words.slice(name === undefined ? 0 : 1)
  const facts = factsOf(requested, { owner })
  const parsedWords = facts
    ? readDoneBy(wordsAfterTarget, facts, request.local !== true)
    : { words: wordsAfterTarget, notices: [] }
  if ('refused' in parsedWords) return parsedWords
  const words = parsedWords.notices.length > 0 ? parsedWords.words.map(({ text }) => text) : resolution.words
  return {
    requested,
    resolution: { ...resolution, words },
    written: parsedWords.words.map((word) => word.written),
    notices: parsedWords.notices,
  }
}

function runProtocolCommand(
  { request, readings }: PlanContext,
  { given: givenCommand, requested, resolution, written }: ResolvedCall & { readonly given: RequestedCommand },
  shared: SharedOptions,
  grantee: string | undefined,
  view: View,
): Answer {
  const { owner, target, name, words } = resolution
  const { report } = requested
  const { actor, local } = request
  const outcome = owner?.reading.run(
    requested.name,
    { name, target, words, written, report, actor, local, shared, grantee },
    request.history,
  )
  if (!owner || !outcome) throw new RangeError(`No protocol has the command ${requested.name} any more`)
  if (outcome.outcome === 'refused')
    return refusedAnswer(
      withNearest(withAbsence(outcome.diagnostics, owner), givenCommand, readings(view), request.noState),
      owner.protocol.name,
    )
  return answerOf(outcome, owner.protocol.name)
}

/** Runs the engine's own command, where that is meant. */
function* runOwnCommand(
  { request, readings, offered }: PlanContext,
  { requested, resolution }: ResolvedCall,
  view: View,
): Steps<Answer | undefined> {
  const { owner, target, words } = resolution
  const engineCommand = owner && hasCommand(requested.name)(owner) ? undefined : ownCommand(requested.name)
  return (
    engineCommand &&
    (yield* engineCommand.run({
      request,
      readings,
      offered: (diagnostics) => offered(view, diagnostics),
      view,
      chosenTarget: owner && target !== undefined ? { ...owner, target } : undefined,
      words,
      isDry: requested.dryRun === true || request.dryRun === true,
      ownCommands,
    }))
  )
}

const withNotices = (answer: Answer, notices: readonly CommandDiagnostic[]): Answer =>
  notices.length === 0
    ? answer
    : { ...answer, diagnostics: [...answer.diagnostics, ...notices.map((notice) => signDiagnostic(notice))] }

function resolveTarget({ request, readings }: PlanContext, requested: RequestedCommand, view: View) {
  const words = requested.words.map(({ text }) => text)
  const engineCommand = ownCommand(requested.name)
  if (engineCommand?.takes === 'words') return { owner: undefined, target: undefined, name: undefined, words }
  const touched = request.base ? touchedPaths(view, request.base) : []
  const { protocols, descriptors = protocols, sections, context } = request
  const absent = (name: ProtocolName) => {
    const protocol = protocols.find((candidate) => candidate.name === name)
    return protocol && { protocol, reading: protocol.read({ head: view }, sections[name], context) }
  }
  return resolve(
    { command: requested.name, words, isOwn: engineCommand !== undefined, touched, descriptors, absent },
    readings(view),
  )
}

/**
 * Why the changes of an answer must not be made: the errors that they would add. Errors that they restore are warnings.
 */
function* checkAnswer(
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
  const protocols = owner
    ? [owner.protocol]
    : [...new Set([...readings(view), ...readings(after)].map(({ protocol }) => protocol))]
  const errorsAddedTo = (before: View) => added(protocols, target, { before, after, changes })
  const newErrors = (yield* errorsAddedTo(view)).filter(({ code }) => !reveals.includes(code))
  if (newErrors.length === 0) return answer
  if (!givesBack) return refusedAnswerFrom(newErrors)
  const identity = ({ code, path, line, message }: Diagnostic) => JSON.stringify([code, path, line, message])
  const newIdentities = new Set((yield* errorsAddedTo(givesBack)).map(identity))
  const unrestoredErrors = newErrors.filter((error) => newIdentities.has(identity(error)))
  if (unrestoredErrors.length > 0) return refusedAnswerFrom(unrestoredErrors)
  // An author who takes a repair back gets no other offered.
  const warnings = newErrors.map(({ advice: _advice, hint: _hint, fix: _fix, ...details }) => ({
    ...details,
    severity: 'warning' as const,
  }))
  return { ...answer, diagnostics: [...answer.diagnostics, ...warnings] }
}

function targetAt({ readings }: PlanContext, view: View, id: string | undefined): Target | undefined {
  const foundProtocol = id === undefined ? undefined : foundProtocolFor(readings, view, id)
  return foundProtocol && targetIn(foundProtocol.reading, id)
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
  const targetDetails = {
    ...defined({ target, question }),
    ...(grant && { grant: withoutPlace(grant) }),
  }
  return { result: { ...details, ...answer, moves: [], ...targetDetails }, after: view }
}

export function* planOne(planning: PlanContext, givenCommand: RequestedCommand, view: View): Steps<PlannedCommand> {
  const { request, readings, intents } = planning
  const { requested, shared, fault } = takeSharedOptions(givenCommand)
  const details = {
    command: [`/${requested.name}`, ...requested.words.slice(0, 1).map(({ text }) => text)].join(' '),
    name: requested.name,
    on: view,
    ...(requested.dryRun === true && { dryRun: true as const }),
  }
  const refuse = (answer: Answer, target?: string) => refusedResult(planning, details, view, answer, target)
  const headRefusal = headMovedRefusal(requested, request)
  if (headRefusal) return refuse(refusedAnswer([headRefusal]))
  const resolvedTarget = resolveTarget(planning, requested, view)
  const misspellingFound = misspellingRefusal(
    requested,
    'refused' in resolvedTarget ? undefined : factsOf(requested, resolvedTarget),
    request.local === true,
  )
  if (misspellingFound) {
    const { result, after } = refuse(refusedAnswer([misspellingFound]))
    return { result: { ...result, ...(hasFreeText(requested.name) && { misspelt: true as const }) }, after }
  }
  if ('refused' in resolvedTarget)
    return refuse(refusedAnswer(withNearest(resolvedTarget.refused, givenCommand, readings(view), request.noState)))
  const namedCommand = namingOf(planning, { requested, shared, fault }, resolvedTarget)
  if ('refused' in namedCommand)
    return refuse(refusedAnswer(namedCommand.refused, resolvedTarget.owner?.protocol.name), resolvedTarget.target)
  const call = callOf(planning, requested, resolvedTarget)
  if ('refused' in call)
    return refuse(refusedAnswer(call.refused, resolvedTarget.owner?.protocol.name), resolvedTarget.target)

  const { resolution, notices } = call
  const { owner, target } = resolution
  const intent = intentOf(requested, resolution)
  const contradictionFound = intent && contradiction(intents, intent)
  if (contradictionFound) return refuse(refusedAnswer([contradictionFound], owner?.protocol.name))
  if (intent && requested.dryRun !== true) intents.push(intent)

  const granting = grantingOf(planning, namedCommand, resolution, view)
  if (granting.verdict.kind === 'refused')
    return refuse(refusedAnswer([granting.verdict.diagnostic], owner?.protocol.name), target)
  const ownAnswer = yield* runOwnCommand(planning, call, view)
  const proposedAnswer = granting.made(
    () =>
      ownAnswer ??
      runProtocolCommand(planning, { ...call, given: givenCommand }, shared, namedCommand.naming.agent, view),
  )
  const resultDetails = namedCommand.naming.takeover ? { ...details, takesOver: true as const } : details
  const answerContext = { details: resultDetails, owner, target, givenName: givenCommand.words[0]?.text, view, notices }
  return yield* plannedResult(planning, answerContext, proposedAnswer)
}

/** What an answer is about, and on what it was made. */
interface AnswerContext {
  readonly details: Pick<CommandResult, 'command' | 'name' | 'recordedAs' | 'on' | 'dryRun' | 'takesOver'>
  readonly owner: Resolution['owner']
  readonly target: string | undefined
  /** The name of the target as it was given. */
  readonly givenName?: string | undefined
  readonly view: View
  readonly notices?: readonly CommandDiagnostic[]
}

/** Why a command is refused: a conflict in a file of its target first, and nothing that follows from it. */
function withConflict(view: View, owner: Resolution['owner'], target: string | undefined, answer: Answer): Answer {
  const conflict = owner && target !== undefined ? conflictOf(view, owner, target) : undefined
  if (!conflict) return answer
  const otherDiagnostics = answer.diagnostics.filter(
    ({ code, path }) => code !== conflict.code && !hasBothSides(view, path),
  )
  return refusedAnswerFrom([signDiagnostic(conflict), ...otherDiagnostics])
}

/** How many files to read are named at most, as in the actions of `next`. */
const maxRead = 5

/** What the agent has to do that holds a target by `/accept` or `/answer`: what `next` would answer it. */
function grantedWork(
  { readings }: PlanContext,
  { details: { name }, givenName = '' }: Pick<AnswerContext, 'details' | 'givenName'>,
  target: Target | undefined,
  viewAfter: View,
): Pick<CommandResult, 'work'> {
  if ((name !== 'accept' && name !== 'answer') || target?.holder !== 'agent') return {}
  const proposal = foundProtocolFor(readings, viewAfter, target.id)?.reading.next(target)
  if (proposal?.do !== 'work' && proposal?.do !== 'finish') return {}
  const { agent = target.grant?.agent, needs = [], why, run } = proposal
  // A part of a file is named behind a `#`, which may also belong to a name.
  const isThere = (path: string) =>
    [path, path.replace(/#[^/#]*$/, '')].some((candidate) => viewAfter.entry(candidate)?.kind === 'file')
  const existingFiles = (proposal.read ?? []).filter(isThere).slice(0, maxRead)
  const shownName = commandWord(/^[\w.:@/][\w.:@/ -]*$/.test(givenName) ? givenName : target.id)
  return {
    work: {
      ...(agent !== undefined && { agent }),
      ...(existingFiles.length > 0 && { read: existingFiles }),
      ...(needs.length > 0 && { needs }),
      ...(why !== undefined && { why: visibleLine(why) }),
      ...(run && { run: [`/${run[0]}`, shownName, run[1]].filter(Boolean).join(' ') }),
    },
  }
}

/**
 * The result of a command from its answer: refused if its changes would add errors, otherwise with the targets that
 * they move.
 */
export function* plannedResult(
  planning: PlanContext,
  { details, owner, target, givenName, view, notices = [] }: AnswerContext,
  proposedAnswer: Answer,
): Steps<PlannedCommand> {
  // One view of the result: it is read once.
  const changedView = overlaid(view)(proposedAnswer.changes)
  yield* readAhead(planning.request, changedView)
  const answer = withNotices(
    yield* checkAnswer(planning, { owner, target }, { view, after: changedView }, proposedAnswer),
    notices,
  )
  if (answer.outcome === 'refused')
    return refusedResult(planning, details, view, withConflict(view, owner, target, answer), target)
  const { facts, moved: movedStates, reveals: _, givesBack: __, ...answerDetails } = answer
  const viewAfter = answer.local ? overlay(view, new Map([...answer.changes, ...answer.local])) : changedView
  if (planning.isTrial) return { result: { ...details, ...answerDetails, moves: [] }, after: viewAfter }
  const moves = movesOf(planning.readings, {
    before: view,
    after: viewAfter,
    changes: answer.changes,
    about: target,
    command: details.name,
  })
  const targetId = target ?? (moves.length === 1 ? moves[0]?.target : undefined)
  const targetBefore = targetAt(planning, view, targetId)
  const targetAfter = targetAt(planning, viewAfter, targetId)
  const result = {
    ...details,
    ...answerDetails,
    ...(targetId !== undefined && { target: targetId }),
    ...(targetBefore ? { from: targetBefore.state } : targetAfter && { from: 'new' }),
    ...(targetAfter && {
      to: targetAfter.state,
      facts: { ...targetAfter.facts, ...facts },
      ...(targetAfter.holder && { holder: targetAfter.holder }),
    }),
    ...(targetAfter?.question !== undefined && { question: targetAfter.question }),
    ...(targetAfter?.grant && { grant: withoutPlace(targetAfter.grant) }),
    ...grantedWork(planning, { details, givenName }, targetAfter, viewAfter),
    ...movedStates,
    moves,
  }
  return { result, after: details.dryRun === true ? view : viewAfter }
}
