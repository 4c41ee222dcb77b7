import { parseFile } from '../reading/records.ts'
import { absentRecord } from '../../../kit/record.ts'
import { type Command, type Content, type Outcome, type CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { misused } from '../../../kit/command.ts'
import { at as nodeAt, plain } from '../../../documents/data.ts'
import { parseJson } from '../../../documents/json.ts'
import { textDocument } from '../../../documents/text.ts'
import type { GovernanceModel } from '../model.ts'
import { errorHash, isRepeating, isStalled, issuesHash, readStall, type Stall } from '../loops/stalls.ts'
import { stallWithCycle, stallWithError, withCycle, withError, sessionText } from '../writing/edits.ts'
import { isFault, remark, type Code } from './diagnostics.ts'
import { hindered, unfitMetrics, unfitSession, unfitStall, unreadable, unwritable } from './preconditions.ts'
import { notHeld, sceneOf, tooLate, type Scene } from './session.ts'
import { phrasesIn } from './words.ts'

const form = { name: 'stall', usage: 'ID planner --score N --issues TEXT… | ID validator --error TEXT [--location TEXT]' } as const

/** A cycle of planner and checker, or an error of the validator. */
type Event =
  | { readonly kind: 'planner'; readonly score: number; readonly issues: readonly string[] }
  | { readonly kind: 'validator'; readonly error: string; readonly location: string }

type Read = Event | { readonly fault: string }

/** What the json block says: exactly a score and issues. */
function reported(report: string): Read {
  const read = parseJson(report)
  const fault = { fault: msg`Unexpected json block, expected ${'{ "score": N, "issues": ["…"] }'}` }
  if ('fault' in read || read.kind !== 'mapping') return fault
  const [score, issues] = ['score', 'issues'].map((key) => nodeAt(read, [key]))
  const list: unknown = issues && plain(issues)
  if (score?.kind !== 'scalar' || typeof score.value !== 'number' || !Array.isArray(list)) return fault
  const texts = list.filter((issue) => typeof issue === 'string')
  return texts.length === list.length ? { kind: 'planner', score: score.value, issues: texts } : fault
}

const known = { planner: ['score', 'issues'], validator: ['error', 'location'] } as const

function eventOf(words: readonly string[], report: string | undefined): Read {
  const [written = '', ...behind] = words
  const kind = written.toLowerCase()
  if (kind !== 'planner' && kind !== 'validator') return { fault: msg`Unexpected ${written}, expected ${'planner'} or ${'validator'}` }
  const taken = phrasesIn(behind, known[kind])
  if (isFault(taken)) return taken
  const { phrases, rest } = taken
  const [more] = rest
  if (more !== undefined) return { fault: msg`Unexpected ${more} behind the command` }
  if (kind === 'validator') {
    const error = phrases.get('error') ?? ''
    if (report !== undefined) return { fault: msg`Unexpected json block, expected ${'--error TEXT'}` }
    return error.trim() === '' ? { fault: msg`Missing value of ${'--error'}` } : { kind, error, location: phrases.get('location') ?? '' }
  }
  if (report !== undefined)
    return phrases.size > 0 ? { fault: msg`Unexpected options beside a json block, expected one of them` } : reported(report)
  const [score = '', issues] = [phrases.get('score'), phrases.get('issues')]
  if (!/^-?\d{1,15}(?:\.\d{1,15})?$/.test(score)) return { fault: msg`Unexpected ${'--score'} ${score}, expected a number` }
  return issues === undefined
    ? { fault: msg`Missing value of ${'--issues'}` }
    : { kind, score: Number(score), issues: issues.split(/[;\r\n]/) }
}

const recordedStall = (stall: Stall, event: Event): string =>
  event.kind === 'planner'
    ? stallWithCycle(stall, issuesHash(event.issues), event.score)
    : stallWithError(stall, errorHash(event.error, event.location))

/** What the counts say now. That never holds their record back. */
function loops({ session: { id }, target, model }: Scene, after: Stall, isError: boolean): readonly CommandDiagnostic[] {
  const { metrics } = model
  const { path } = after.file
  const hint = msg`Ask somebody: ${`/handback ${id} question "…"`}.`
  const warn = (code: Code, message: string, at = path) => [remark(code, message, { path: at, target, hint, severity: 'warning' })]
  const total = (metrics.number('errors', 'total') ?? 0) + (isError ? 1 : 0)
  const most = metrics.text('sessionId') === id ? (metrics.number('limits', 'maxErrors') ?? Infinity) : Infinity
  return [
    ...(isStalled(after) ? warn('GOV_STALL_PLANNER', msg`Unexpected fourth cycle with the same issues and no better score`) : []),
    ...(isRepeating(after) ? warn('GOV_STALL_VALIDATOR', msg`Unexpected third error that is the same`) : []),
    ...(total > most ? warn('GOV_ERROR_LIMIT', msg`Unexpected number of errors ${total}, expected at most ${most}`, metrics.path) : []),
  ]
}

/** The codes that say a loop. */
export const loopCodes: readonly Code[] = ['GOV_STALL_PLANNER', 'GOV_STALL_VALIDATOR', 'GOV_ERROR_LIMIT']

/** Records a cycle of planner and checker, or an error of the validator (governance protocol, "/stall"). */
export const stall: Command<GovernanceModel> = {
  ...form,
  summary:
    'Records a cycle of planner and checker, or an error of the validator, so that a loop is noticed: the fourth equal cycle, the third equal error.',
  examples: [
    '/stall ses_7 planner --score 50 --issues "No tests; no docs"',
    '/stall ses_7 validator --error "Unexpected token" --location src/app.ts:7',
  ],

  run(model, request, world): Outcome {
    const scene = sceneOf(model, request, world, form)
    if ('outcome' in scene) return scene
    const event = eventOf(request.words, request.report)
    if ('fault' in event) return misused(form, event.fault)
    const late = tooLate(scene)
    if (late) return late
    const { session, state, target, at } = scene
    if (state === 'interrupted') return notHeld(scene)

    const { metrics, paths } = model
    const path = paths.stall(session.id)
    const before = model.stall(session.id) ?? readStall(session.id, absentRecord(path))
    const isOwn = metrics.text('sessionId') === session.id
    const kind = event.kind === 'planner' ? 'plannerChecker' : 'validatorFix'
    const refusal = hindered(
      ...unfitSession(session),
      ...unwritable(model, [path], target),
      ...unfitStall(before.file, target, kind),
      ...(isOwn ? unfitMetrics(model, 'iterationCounts', ...(event.kind === 'validator' ? ['errors'] : [])) : unreadable(metrics, target)),
    )
    if (refusal) return refusal
    const text = recordedStall(before, event)
    const changes = new Map<string, Content>([
      [path, text],
      [session.path, sessionText(session, { set: { lastUpdated: at } })],
    ])
    if (isOwn) changes.set(paths.metrics, event.kind === 'planner' ? withCycle(metrics) : withError(metrics, event.error, at))
    const after = readStall(session.id, parseFile(textDocument(path, text)))
    return {
      outcome: 'changed',
      changes,
      reply: msg`Recorded: stalled cycles ${after.planner.stored ?? 0}, repeated errors ${after.validator.stored ?? 0}.`,
      remarks: loops(scene, after, event.kind === 'validator'),
      reveals: loopCodes,
    }
  },
}
