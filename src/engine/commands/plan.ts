import { adviceFor } from '../../core/advice.ts'
import type { ChangeSet, Content } from '../../core/command.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { groupBy } from '../../core/grouped.ts'
import { msg } from '../../core/message.ts'
import { runSteps, type Steps } from '../../core/steps.ts'
import type { View } from '../../core/view.ts'
import { checkInSteps } from '../check.ts'
import { withAdvice } from '../checking/sign.ts'
import { courseOf } from '../course.ts'
import { overlay } from '../overlay.ts'
import { addedErrors, digestsOf } from './effects.ts'
import { noChanges, refusalText, refusedAnswer, type Answer } from './answer.ts'
import { offerChecker, repairFinder, type CheckedOffers } from './offered.ts'
import { planOne } from './one.ts'
import type { Digests, Plan, PlanRequest, CommandResult, RequestedCommand } from './planned.ts'
import { foundProtocolFor, readingsOf, targetIn, type Readings, refusal } from './resolve.ts'

export type { GrantPolicy, Plan, PlanRequest, CommandResult, RequestedCommand } from './planned.ts'

/** How the head has the targets that a batch is about, for each command that is about them. */
function targetDigests(
  readings: Readings,
  { head }: PlanRequest,
  results: readonly CommandResult[],
): ReadonlyMap<string, Digests> {
  const commands = new Map<string, Set<CommandResult['name']>>()
  for (const { target, moves, name } of results) {
    for (const id of [...(target === undefined ? [] : [target]), ...moves.map((move) => move.target)])
      commands.set(id, (commands.get(id) ?? new Set()).add(name))
  }
  return new Map(
    readings(head).flatMap(({ protocol, reading }) =>
      [...commands].flatMap(([id, names]) => {
        if (!protocol.kinds.includes(id.slice(0, id.indexOf(':')))) return []
        const digests = [...names].map((name) => digestsOf(reading, id, name))
        return [
          [
            id,
            {
              state: digests.map(({ state }) => state).join(' '),
              contract: digests.map(({ contract }) => contract).join(' '),
            },
          ] as const,
        ]
      }),
    ),
  )
}

export const refusedBatch = (request: PlanRequest, answer: Answer): CommandResult => ({
  command: '',
  name: undefined,
  ...answer,
  changes: noChanges,
  on: request.head,
  moves: [],
})

function tooManyCommands(batch: readonly RequestedCommand[], request: PlanRequest): Plan {
  const diagnostic = refusal(
    'COMMAND_LIMIT',
    msg`Unexpected number of commands: ${batch.length}, expected at most ${request.maxCommands}`,
    'None was run. Write several comments, or raise `limits.commands`.',
  )
  return {
    outcome: 'refused',
    results: [refusedBatch(request, refusedAnswer([diagnostic]))],
    changes: noChanges,
    after: request.head,
    headDigests: new Map(),
  }
}

/** The outcome of a batch: dry runs decide where there are no other commands. */
function outcomeOf(results: readonly CommandResult[]): Plan['outcome'] {
  const decidingResults = results.filter(({ dryRun }) => dryRun !== true)
  const outcomes = (decidingResults.length > 0 ? decidingResults : results).map(({ outcome }) => outcome)
  return (
    outcomes.find((outcome) => outcome === 'refused') ??
    outcomes.find((outcome) => outcome === 'changed') ??
    'unchanged'
  )
}

/**
 * An answer that offers only commands that would succeed: on the present files if it is a refusal, otherwise on those
 * that it leaves.
 */
function* withCheckedOffers(
  result: CommandResult,
  request: PlanRequest,
  checkOffers: (head: View, diagnostics: readonly Diagnostic[]) => Steps<CheckedOffers>,
): Steps<CommandResult> {
  const { diagnostics, outcome, reply, changes, on } = result
  if (!diagnostics.some(({ advice }) => advice)) return result
  const head = outcome === 'refused' ? request.head : overlay(on, changes)
  const { diagnostics: remaining } = yield* checkOffers(head, diagnostics)
  return {
    ...result,
    diagnostics: remaining,
    ...(reply === refusalText(diagnostics) && { reply: refusalText(remaining) }),
  }
}

/**
 * What has to be repaired first, with the command that does it, where a command about a target is refused for what is
 * wrong with its files and names no repair: the same as in `baton next` and on the board.
 */
function* causeOf(
  { outcome, target: id, name, diagnostics }: CommandResult,
  request: PlanRequest,
  readings: Readings,
): Steps<Diagnostic | undefined> {
  if (
    outcome !== 'refused' ||
    id === undefined ||
    name === undefined ||
    diagnostics.some(({ fix }) => fix !== undefined)
  )
    return undefined
  const owner = foundProtocolFor(readings, request.head, id)
  const target = owner && targetIn(owner.reading, id)
  // Refused for what its protocol finds in files, or there is nothing to look for.
  const isFound = ({ code }: Pick<Diagnostic, 'code'>) =>
    owner?.protocol.rules.some((rule) => rule.code === code) === true
  if (!target || !diagnostics.some(isFound)) return undefined
  const checkOptions = {
    mode: 'soft',
    failOn: 'never',
    allowEmpty: true,
    paths: [],
    targets: [id],
    given: [],
    notes: [],
  } as const
  const { diagnostics: findings } = yield* checkInSteps({ ...request, base: undefined, readings, ...checkOptions })
  if (!diagnostics.some(({ code }) => findings.some((diagnostic) => diagnostic.code === code))) return undefined
  const trial = {
    findings: groupBy(findings, (diagnostic) => diagnostic.target),
    conflicts: new Map(),
    refusal: () => ({ diagnostics }),
    repair: repairFinder({ ...request, past: request.history }, readings, findings),
  }
  const course = courseOf(target, { do: 'wait', run: [name] }, trial)
  if (course.by !== 'repair' || !course.finding || course.run === undefined) return undefined
  const { finding, run } = course
  if (diagnostics.some(({ code }) => code === finding.code)) return undefined
  return withAdvice(
    finding,
    adviceFor(finding.advice ?? {}, (command) => command === run),
  )
}

/** A refusal with its cause before what follows from it. */
function* withCause(result: CommandResult, request: PlanRequest, readings: Readings): Steps<CommandResult> {
  const cause = yield* causeOf(result, request, readings)
  if (!cause) return result
  const diagnostics = [cause, ...result.diagnostics]
  return {
    ...result,
    diagnostics,
    ...(result.reply === refusalText(result.diagnostics) && { reply: refusalText(diagnostics) }),
  }
}

/** A planner of batches that reads each view once, however often it plans. */
export function planner(request: PlanRequest): (batch: readonly RequestedCommand[]) => Steps<Plan> {
  const readings = readingsOf(request)
  const findAddedErrors = addedErrors(request, readings)
  const checkOffers = (head: View, diagnostics: readonly Diagnostic[]) =>
    offerChecker({ ...request, head })(diagnostics)
  const offeredDiagnostics = (head: View, diagnostics: readonly Diagnostic[]) =>
    runSteps(checkOffers(head, diagnostics)).diagnostics
  return function* (batch) {
    if (batch.length > request.maxCommands) return tooManyCommands(batch, request)
    const planning = { request, readings, added: findAddedErrors, offered: offeredDiagnostics, intents: [] }
    const results: CommandResult[] = []
    const changes = new Map<string, Content>()
    const local = new Map<string, Content>()
    let view = request.head
    for (const requested of batch) {
      const { result, after } = yield* planOne(planning, requested, view)
      results.push(
        yield* withCause(
          yield* withCheckedOffers(result, request, checkOffers),
          { ...request, head: result.on },
          readings,
        ),
      )
      view = after
      if (result.dryRun === true) continue
      for (const [path, content] of result.changes) changes.set(path, content)
      for (const [path, content] of result.local ?? []) local.set(path, content)
    }
    const outcome = outcomeOf(results)
    if (outcome !== 'refused') {
      const planChanges = { changes, after: view, ...(local.size > 0 && { local }) }
      return { outcome, results, ...planChanges, headDigests: targetDigests(readings, request, results) }
    }
    // What the commands before would have changed is not there: an answer that was read of it is read again.
    for (const [index, { outcome: readOutcome, on }] of results.entries()) {
      const requested = batch[index]
      if (readOutcome !== 'unchanged' || on === request.head || !requested) continue
      const { result } = yield* planOne({ ...planning, intents: [] }, requested, request.head)
      if (result.outcome !== 'refused') results[index] = yield* withCheckedOffers(result, request, checkOffers)
    }
    return {
      outcome,
      results,
      changes: noChanges,
      after: request.head,
      headDigests: targetDigests(readings, request, results),
    }
  }
}

/**
 * Plans a batch of commands, in order, each on the result of the one before (docs/commands.md, "How a comment is
 * read"). One refusal refuses all: then nothing is to be changed. Pure.
 */
export const plan = (batch: readonly RequestedCommand[], request: PlanRequest): Plan =>
  runSteps(planner(request)(batch))

/** Everything that a plan writes to a working tree: files that are committed, and files that never are. */
export const changesOnDisk = ({ changes, local }: Pick<Plan, 'changes' | 'local'>): ChangeSet =>
  new Map([...changes, ...(local ?? [])])
