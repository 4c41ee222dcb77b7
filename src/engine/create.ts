import { runSteps } from '../core/steps.ts'
import type { NewTarget, CreationRequest } from '../core/creation.ts'
import type { Protocol } from '../core/protocol.ts'
import type { View } from '../core/view.ts'
import { refuseExisting } from '../kit/creation.ts'
import { addedErrors } from './commands/effects.ts'
import { refusedAnswer, signDiagnostic, type Answer } from './commands/answer.ts'
import { foldsNames, grantOptionsOf } from './commands/grant-options.ts'
import { grantBy } from './commands/granting.ts'
import { plannedResult } from './commands/result.ts'
import type { Plan, PlanRequest } from './commands/planned.ts'
import { readingsOf } from './commands/resolve.ts'
import { overlay } from './overlay.ts'

/** The first files of a target to be made, and the tree that they are for. */
export interface CreateRequest extends Omit<PlanRequest, 'maxCommands'> {
  readonly protocol: Protocol
  /** The words after the name of the protocol. */
  readonly words: readonly string[]
  /** Whether a path is taken, even by a file that no protocol reads. */
  isTaken(path: string): boolean
}

const existingHint = 'Nothing is overwritten: choose another name, or move it away.'

function answerOf(
  { files, additions, discards, anyway, drafts = [], diagnostics = [] }: NewTarget,
  protocol: Protocol,
  isTaken: CreateRequest['isTaken'],
): Answer {
  const takenPaths = [...files.keys()].filter(isTaken)
  const refusals = takenPaths.flatMap(
    (path) => refuseExisting('file', path, { place: { path: '.' }, hint: existingHint }).diagnostics,
  )
  if (refusals.length > 0) return refusedAnswer(refusals, protocol.name)
  return {
    outcome: 'changed',
    changes: new Map([...(additions ?? []), ...files]),
    ...(discards && { discards }),
    ...(anyway && { anyway }),
    reply: '',
    ...(drafts.length > 0 && { extra: { drafts } }),
    diagnostics: diagnostics.map((diagnostic) => signDiagnostic(diagnostic, protocol.name)),
  }
}

/** Records the grant of a new target, as `/accept` does. */
function withGrant({ target, grant }: NewTarget, answer: Answer, request: CreateRequest): Answer {
  const { protocol, head, sections, context, actor, granting } = request
  const facts = protocol.commands.find(({ name }) => name === 'accept')
  if (answer.outcome === 'refused' || !grant || !facts) return answer
  const naming = grantOptionsOf(grant, facts, granting, undefined, foldsNames(protocol))
  if ('refused' in naming) return refusedAnswer(naming.refused, protocol.name)
  const newGrant = grantBy(naming, granting, { at: context.at, actor, own: undefined })
  const reading = protocol.read({ head: overlay(head, answer.changes) }, sections[protocol.name], context)
  const madeTarget = reading.targets.find(({ id }) => id === target)
  return madeTarget && newGrant
    ? { ...answer, changes: new Map([...answer.changes, ...reading.writeGrant(madeTarget, newGrant)]) }
    : answer
}

/** Plans the first files of a target: all of them, or none if one exists already or they would add an error. */
export function create(request: CreateRequest): Plan {
  const { protocol, words, head: view, context, sections, actor, granting, isTaken } = request
  const readings = readingsOf(request)
  const reading = protocol.read({ head: view }, sections[protocol.name], context)
  const newTarget = reading.create({ words, actor, agent: granting?.agent } satisfies CreationRequest)
  const answer =
    'outcome' in newTarget
      ? refusedAnswer(newTarget.diagnostics, protocol.name)
      : withGrant(newTarget, answerOf(newTarget, protocol, isTaken), request)
  const planning = {
    request: { ...request, maxCommands: 1 },
    readings,
    added: addedErrors(request, readings),
    offered: (_: View, diagnostics: Answer['diagnostics']) => diagnostics,
    intents: [],
  }
  const details = {
    command: ['new', protocol.name, ...words.slice(0, 1)].join(' '),
    name: undefined,
    recordedAs: 'new',
    on: view,
  }
  const target = 'outcome' in newTarget ? undefined : newTarget.target
  const { result, after } = runSteps(
    plannedResult(planning, { details, owner: { protocol, reading }, target, view }, answer),
  )
  return { outcome: result.outcome, results: [result], changes: result.changes, after, headDigests: new Map() }
}
