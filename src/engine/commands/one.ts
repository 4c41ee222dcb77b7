import type { CommandDiagnostic } from '../../core/command.ts'
import { msg } from '../../core/message.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import type { Steps } from '../../core/steps.ts'
import type { View } from '../../core/view.ts'
import { touchedPaths } from '../checking/judge.ts'
import { answerOf, refusedAnswer, type Answer } from './answer.ts'
import { grantingOf, namingOf } from './granting.ts'
import { contradiction, intentOf } from './intents.ts'
import {
  hasFreeText,
  misspellingRefusal,
  readDoneBy,
  takeSharedOptions,
  unclosedQuoteRefusal,
  type SharedOptions,
} from './options.ts'
import { ownCommand, ownCommands } from './own/index.ts'
import type { PlanRequest, RequestedCommand } from './planned.ts'
import { factsOf, hasCommand, refusal, resolve, withAbsence, withNearest, type Resolution } from './resolve.ts'
import { plannedResult, refusedResult, type PlanContext, type PlannedCommand } from './result.ts'

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
  const misspellingFound =
    unclosedQuoteRefusal(givenCommand) ??
    misspellingRefusal(
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
  const answerContext = {
    details: resultDetails,
    owner,
    target,
    givenName: givenCommand.words[0]?.text,
    agent: typeof shared['agent'] === 'string' ? shared['agent'] : undefined,
    view,
    notices,
  }
  return yield* plannedResult(planning, answerContext, proposedAnswer)
}
