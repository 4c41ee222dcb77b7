import type { CommandDiagnostic } from '../../core/command.ts'
import { transitionNames, type CommandName } from '../../core/command-names.ts'
import { defined } from '../../core/defined.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { withAgent, withoutPlace } from '../../core/grant.ts'
import { commandWord, visibleLine } from '../../core/message.ts'
import type { Steps } from '../../core/steps.ts'
import { agentInFiles, type Target } from '../../core/target.ts'
import type { View } from '../../core/view.ts'
import { overlaid, overlay } from '../overlay.ts'
import { unportableName } from '../portable-names.ts'
import { conflictIn, conflictOf, hasBothSides, sharedPathTester } from '../unmerged.ts'
import { refusedAnswer, refusedAnswerFrom, signDiagnostic, type Answer } from './answer.ts'
import { type addedErrors, movesOf } from './effects.ts'
import type { CommandIntent } from './intents.ts'
import type { CommandResult, PlanRequest } from './planned.ts'
import { foundProtocolFor, readAhead, targetIn, type Readings, type Resolution } from './resolve.ts'
import { discardRefusal } from './unsaved.ts'

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

/** What an answer is about, and on what it was made. */
export interface AnswerContext {
  readonly details: Pick<CommandResult, 'command' | 'name' | 'recordedAs' | 'on' | 'dryRun' | 'takesOver'>
  readonly owner: Resolution['owner']
  readonly target: string | undefined
  /** The name of the target as it was given. */
  readonly givenName?: string | undefined
  /** The agent that the command names. */
  readonly agent?: string | undefined
  readonly view: View
  readonly notices?: readonly CommandDiagnostic[]
}

const withNotices = (answer: Answer, notices: readonly CommandDiagnostic[]): Answer =>
  notices.length === 0
    ? answer
    : { ...answer, diagnostics: [...answer.diagnostics, ...notices.map((notice) => signDiagnostic(notice))] }

function targetAt({ readings }: PlanContext, view: View, id: string | undefined): Target | undefined {
  const foundProtocol = id === undefined ? undefined : foundProtocolFor(readings, view, id)
  return foundProtocol && targetIn(foundProtocol.reading, id)
}

/** The result of a command that is refused: the files stay as they are. */
export function refusedResult(
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

/**
 * Why the changes of an answer must not be made: the errors that they would add. Errors that they restore are warnings.
 */
function* checkAnswer(
  { request, readings, added }: PlanContext,
  { owner, target }: Pick<Resolution, 'owner' | 'target'>,
  { view, after }: { readonly view: View; readonly after: View },
  answer: Answer,
): Steps<Answer> {
  const { changes, reveals = [], givesBack } = answer
  if (changes.size === 0) return answer
  const conflict = conflictIn(view, changes, sharedPathTester(request.protocols, request.sections))
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

/** Whether a command of a protocol that changes a state found nothing to do. */
const isUnchangedTransition = ({ outcome }: Answer, name: CommandName | undefined) =>
  outcome === 'unchanged' && name !== undefined && transitionNames.includes(name)

/**
 * Why a command is refused: a conflict in a file of its target first, and nothing that follows from it. That nothing is
 * left to do cannot be known then either.
 */
function withConflict(
  { request }: PlanContext,
  { owner, target, details: { name } }: Pick<AnswerContext, 'owner' | 'target' | 'details'>,
  view: View,
  answer: Answer,
): Answer {
  const isJudged = answer.outcome === 'refused' ? target !== undefined : isUnchangedTransition(answer, name)
  const isShared = sharedPathTester(request.protocols, request.sections)
  const conflict = owner && isJudged ? conflictOf(view, owner, target, isShared) : undefined
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
  { details: { name }, givenName = '', agent: givenAgent }: Pick<AnswerContext, 'details' | 'givenName' | 'agent'>,
  target: Target | undefined,
  viewAfter: View,
): Pick<CommandResult, 'work'> {
  if ((name !== 'accept' && name !== 'answer') || target?.holder !== 'agent') return {}
  const proposal = foundProtocolFor(readings, viewAfter, target.id)?.reading.next(target)
  if (proposal?.do !== 'work' && proposal?.do !== 'finish') return {}
  const { agent = target.grant?.agent ?? agentInFiles(target), needs = [], why, run } = proposal
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
      ...(run && { run: withAgent([`/${run[0]}`, shownName, run[1]].filter(Boolean).join(' '), givenAgent) }),
    },
  }
}

/** Files of the working tree whose content an answer would discard though git does not have it. */
const lostPathsOf = ({ discards = [], changes, local, anyway }: Answer, { isUnsaved }: PlanRequest) =>
  anyway === true
    ? []
    : discards.filter((path) => (changes.has(path) || local?.has(path) === true) && isUnsaved?.(path) === true)

/**
 * The result of a command from its answer: refused if its changes would add errors, otherwise with the targets that
 * they move.
 */
export function* plannedResult(
  planning: PlanContext,
  { details, owner, target, givenName, agent: givenAgent, view, notices = [] }: AnswerContext,
  proposedAnswer: Answer,
): Steps<PlannedCommand> {
  // One view of the result: it is read once.
  const changedView = overlaid(view)(proposedAnswer.changes)
  yield* readAhead(planning.request, changedView)
  const checkedAnswer = withNotices(
    yield* checkAnswer(planning, { owner, target }, { view, after: changedView }, proposedAnswer),
    notices,
  )
  const answer = withConflict(planning, { owner, target, details }, view, checkedAnswer)
  if (answer.outcome === 'refused') return refusedResult(planning, details, view, answer, target)
  const { facts, moved: movedStates, reveals: _, givesBack: __, ...answerDetails } = answer
  const viewAfter = answer.local ? overlay(view, new Map([...answer.changes, ...answer.local])) : changedView
  if (planning.isTrial) {
    const lostPaths = lostPathsOf(answer, planning.request)
    return lostPaths.length === 0
      ? { result: { ...details, ...answerDetails, moves: [] }, after: viewAfter }
      : refusedResult(planning, details, view, refusedAnswer([discardRefusal(lostPaths, details.command)]), target)
  }
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
  const agent = targetAfter && (targetAfter.grant?.agent ?? agentInFiles(targetAfter))
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
    ...(agent !== undefined && { agent }),
    ...grantedWork(planning, { details, givenName, agent: givenAgent }, targetAfter, viewAfter),
    ...movedStates,
    moves,
  }
  return { result, after: details.dryRun === true ? view : viewAfter }
}
