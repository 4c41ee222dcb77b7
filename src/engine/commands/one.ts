import type { Diagnostic } from '../../core/diagnostic.ts'
import { say } from '../../core/say.ts'
import type { View } from '../../core/view.ts'
import { at } from '../../documents/data.ts'
import { parseJson } from '../../documents/json.ts'
import { overlay } from '../overlay.ts'
import { touchedPaths } from '../checking/touch.ts'
import type { addedErrors } from './added.ts'
import { answerOf, noChanges, refused, refusedFor, type Answer } from './answer.ts'
import { contradiction, type Wish } from './contradictions.ts'
import { movesOf } from './moves.ts'
import { ownCommand, ownCommands } from './own/index.ts'
import type { PlanRequest, Result, Wanted } from './planned.ts'
import type { Readings } from './readings.ts'
import { has, refusal, resolve, type Resolution } from './resolve.ts'

/** What the commands of a batch have in common. */
export interface Planning {
  readonly request: PlanRequest
  readonly readings: Readings
  /** The errors that a change would add. */
  readonly added: ReturnType<typeof addedErrors>
  /** Findings that offer only what would be done on these files. */
  readonly offered: (view: View, found: readonly Diagnostic[]) => readonly Diagnostic[]
  /** What was wanted so far. */
  readonly wishes: Wish[]
}

/** What one command came to, and the files as they are then. */
export interface Planned {
  readonly result: Result
  readonly after: View
}

const reasons = new Set(['success', 'error', 'question', 'qualified', 'failed'])

function moved({ sha: wanted }: Wanted, { sha }: PlanRequest) {
  if (wanted === undefined || sha?.startsWith(wanted) === true) return undefined
  return refusal(
    'HEAD_MOVED',
    say`Unexpected head ${sha?.slice(0, 12) ?? 'without a commit'}, expected ${wanted}`,
    'Look at what has changed, and say the command again.',
  )
}

/** The reason or verdict of a command: its first word, else what its report says itself. */
function reasonOf({ report }: Wanted, word: string | undefined): string | undefined {
  const block = report === undefined ? undefined : parseJson(report)
  const own = block && !('fault' in block) ? at(block, ['reason']) : undefined
  return [word, own?.kind === 'scalar' ? own.source : undefined].map((each) => each?.toLowerCase()).find((each) => reasons.has(each ?? ''))
}

/** What a command wants of its target, as far as it matters to the others. */
function wishOf(wanted: Wanted, { whose, target, words }: Resolution): Wish | undefined {
  if (target === undefined) return undefined
  return { name: wanted.name, target, reason: reasonOf(wanted, words[0]), mayGoOn: whose?.protocol.mayGoOn === true }
}

function run({ request, readings, offered }: Planning, wanted: Wanted, view: View, { whose, target, name, words }: Resolution): Answer {
  const { report } = wanted
  if (whose && has(wanted.name)(whose)) {
    const written = wanted.words.slice(name === undefined ? 0 : 1).map((word) => word.written)
    const outcome = whose.reading.run(
      wanted.name,
      { name, target, words, written, report, actor: request.actor, local: request.local },
      request.history,
    )
    if (outcome) return answerOf(outcome, whose.protocol.name)
  }
  const own = ownCommand(wanted.name)
  if (!own) throw new RangeError(`Nobody has the command ${wanted.name} any more`)
  return own.run({
    request,
    readings,
    offered: (found) => offered(view, found),
    view,
    meant: whose && target !== undefined ? { ...whose, target } : undefined,
    words,
    own: ownCommands,
  })
}

function resolved({ request, readings }: Planning, wanted: Wanted, view: View) {
  const words = wanted.words.map(({ text }) => text)
  const own = ownCommand(wanted.name)
  if (own?.takes === 'words') return { whose: undefined, target: undefined, name: undefined, words }
  const touched = request.base ? touchedPaths(view, request.base) : []
  return resolve({ command: wanted.name, words, everywhere: own !== undefined, touched, protocols: request.protocols }, readings(view))
}

/** Why an answer that changes something must not be carried out: the errors that it would add. */
function checked(
  { readings, added }: Planning,
  { whose, target }: Resolution,
  { view, after }: { readonly view: View; readonly after: View },
  answer: Answer,
): Answer {
  const { changes, reveals = [] } = answer
  if (changes.size === 0) return answer
  const protocols = whose ? [whose.protocol] : [...new Set([...readings(view), ...readings(after)].map(({ protocol }) => protocol))]
  const worse = added(protocols, target, { before: view, after, changes }).filter(({ code }) => !reveals.includes(code))
  return worse.length > 0 ? refusedFor(worse) : answer
}

/** What one target is in a view. */
const standing = ({ readings }: Planning, view: View, id: string | undefined) =>
  readings(view)
    .flatMap(({ reading }) => reading.targets)
    .find((target) => target.id === id)

/** Plans one command on a view. */
export function planOne(planning: Planning, wanted: Wanted, view: View): Planned {
  const { request, wishes } = planning
  const said = {
    command: [`/${wanted.name}`, ...wanted.words.slice(0, 1).map(({ text }) => text)].join(' '),
    name: wanted.name,
    on: view,
    ...(wanted.dryRun === true && { dryRun: true as const }),
  }
  const refuse = (answer: Answer, target?: string): Planned => ({
    result: { ...said, ...answer, moves: [], ...(target !== undefined && { target }) },
    after: view,
  })
  const elsewhere = moved(wanted, request)
  if (elsewhere) return refuse(refused([elsewhere]))
  const resolution = resolved(planning, wanted, view)
  if ('refused' in resolution) return refuse(refused(resolution.refused))

  const { whose, target } = resolution
  const wish = wishOf(wanted, resolution)
  const contradicted = wish && contradiction(wishes, wish)
  if (contradicted) return refuse(refused([contradicted], whose?.protocol.name))
  if (wish && wanted.dryRun !== true) wishes.push(wish)

  const made = run(planning, wanted, view, resolution)
  // One view of the result: it is read once.
  const changed = overlay(view, made.changes)
  const answer = checked(planning, resolution, { view, after: changed }, made)
  if (answer.outcome === 'refused') return refuse(answer, target)
  const { facts, moved: other, reveals: _, ...answered } = answer
  const after = answer.local ? overlay(view, new Map([...answer.changes, ...answer.local])) : changed
  const moves = movesOf(planning.readings, { before: view, after, changes: answer.changes, about: target, command: wanted.name })
  const about = target ?? (moves.length === 1 ? moves[0]?.target : undefined)
  const was = standing(planning, view, about)
  const is = standing(planning, after, about)
  const result = {
    ...said,
    ...answered,
    ...(about !== undefined && { target: about }),
    ...(was ? { from: was.state } : is && { from: 'new' }),
    ...(is && { to: is.state, facts: { ...is.facts, ...facts }, ...(is.holder && { holder: is.holder }) }),
    ...other,
    moves,
  }
  return { result, after: wanted.dryRun === true ? view : after }
}

/** A batch that is refused as a whole. */
export const refusedWhole = (request: PlanRequest, answer: Answer): Result => ({
  command: '',
  name: undefined,
  ...answer,
  changes: noChanges,
  on: request.head,
  moves: [],
})
