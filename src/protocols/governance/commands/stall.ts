import type { CommandDiagnostic, Content } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { at as nodeAt, plain } from '../../../documents/data.ts'
import { parseJson } from '../../../documents/json.ts'
import { textDocument } from '../../../documents/text.ts'
import { type Call, command } from '../../../kit/command.ts'
import { memo } from '../../../core/once.ts'
import { takeOptions } from '../../../kit/options.ts'
import { absentRecord } from '../../../kit/record.ts'
import { errorHash, isRepeating, isStalled, issuesHash, readStall, type Stall } from '../loops/stalls.ts'
import type { GovernanceModel } from '../model.ts'
import { parseFile } from '../reading/records.ts'
import { sessionText, stallWithCycle, stallWithError, withCycle, withError } from '../writing/edits.ts'
import { diagnostic, type Code } from './diagnostics.ts'
import { unfitMetrics, unfitSession, unfitStall, unreadable, unwritable } from './file-problems.ts'
import { held, upToDate } from './preconditions.ts'
import { session, type ResolvedSession } from './session.ts'

type StallCall = Call<GovernanceModel, ResolvedSession>

/** A cycle of planner and checker, or an error of the validator. */
type LoopEvent =
  | { readonly kind: 'planner'; readonly score: number; readonly issues: readonly string[] }
  | { readonly kind: 'validator'; readonly error: string; readonly location: string }

/** An event, or why the arguments are none: a message by `msg`. */
type Parsed = LoopEvent | { readonly fault: string }

/** The json block as a cycle: exactly a score and issues. */
function reportedCycle(report: string): Parsed {
  const read = parseJson(report)
  const fault = { fault: msg`Unexpected json block, expected ${'{ "score": N, "issues": ["…"] }'}` }
  if ('fault' in read || read.kind !== 'mapping') return fault
  const [score, issues] = ['score', 'issues'].map((key) => nodeAt(read, [key]))
  const list: unknown = issues && plain(issues)
  if (score?.kind !== 'scalar' || typeof score.value !== 'number' || !Array.isArray(list)) return fault
  const texts = list.filter((issue) => typeof issue === 'string')
  return texts.length === list.length ? { kind: 'planner', score: score.value, issues: texts } : fault
}

const kinds = ['planner', 'validator'] as const
const optionsOf: Readonly<Record<(typeof kinds)[number], Readonly<Record<string, 'phrase'>>>> = {
  planner: { score: 'phrase', issues: 'phrase' },
  validator: { error: 'phrase', location: 'phrase' },
}

/** The options behind the kind of the event. Their values are texts, in which what looks like another option is a part. */
function eventOf({ words, rest, report }: Pick<StallCall, 'words' | 'rest' | 'report'>): Parsed {
  const [kind] = words as readonly (typeof kinds)[number][]
  if (kind === undefined) return { fault: msg`Missing word, expected one of ${kinds}` }
  const taken = takeOptions(rest.words, optionsOf[kind], {
    written: rest.written,
    text: true,
    blank: true,
  })
  if ('fault' in taken) return taken
  const [more] = taken.rest
  if (more !== undefined) return { fault: msg`Unexpected ${more} behind the command` }
  const { score = '', issues, error = '', location = '' } = taken.options
  if (kind === 'validator') {
    if (report !== undefined) return { fault: msg`Unexpected json block, expected ${'--error TEXT'}` }
    return error.trim() === '' ? { fault: msg`Missing value of ${'--error'}` } : { kind, error, location }
  }
  if (report !== undefined) {
    const hasOptions = Object.keys(taken.options).length > 0
    return hasOptions ? { fault: msg`Unexpected options beside a json block, expected one of them` } : reportedCycle(report)
  }
  if (!/^-?\d{1,15}(?:\.\d{1,15})?$/.test(score)) return { fault: msg`Unexpected ${'--score'} ${score}, expected a number` }
  if (issues === undefined) return { fault: msg`Missing value of ${'--issues'}` }
  return { kind, score: Number(score), issues: issues.split(/[;\r\n]/) }
}

const parsed = memo(eventOf)

/** The event of a call whose arguments are well-formed. */
function eventIn(call: StallCall): LoopEvent {
  const event = parsed(call)
  if ('fault' in event) throw new RangeError('The arguments are not well-formed')
  return event
}

const stallOf = (model: GovernanceModel, id: string): Stall => model.stall(id) ?? readStall(id, absentRecord(model.paths.stall(id)))

const recordedStall = (stall: Stall, event: LoopEvent): string =>
  event.kind === 'planner'
    ? stallWithCycle(stall, issuesHash(event.issues), event.score)
    : stallWithError(stall, errorHash(event.error, event.location))

/** What the counts show now. It never holds the record back. */
function loops(
  { model: { metrics }, target: { session: is, target } }: StallCall,
  after: Stall,
  isError: boolean,
): readonly CommandDiagnostic[] {
  const { id } = is
  const { path } = after.file
  const hint = msg`Ask a person: ${`/handback ${id} question "…"`}.`
  const warn = (code: Code, message: string, at = path) => [diagnostic(code, message, { path: at, target, hint, severity: 'warning' })]
  const total = (metrics.number('errors', 'total') ?? 0) + (isError ? 1 : 0)
  const most = metrics.text('sessionId') === id ? (metrics.number('limits', 'maxErrors') ?? Infinity) : Infinity
  return [
    ...(isStalled(after) ? warn('GOV_STALL_PLANNER', msg`Unexpected fourth cycle with the same issues and no better score`) : []),
    ...(isRepeating(after) ? warn('GOV_STALL_VALIDATOR', msg`Unexpected third error that is the same`) : []),
    ...(total > most ? warn('GOV_ERROR_LIMIT', msg`Unexpected number of errors ${total}, expected at most ${most}`, metrics.path) : []),
  ]
}

/** The codes of loops. */
export const loopCodes: readonly Code[] = ['GOV_STALL_PLANNER', 'GOV_STALL_VALIDATOR', 'GOV_ERROR_LIMIT']

/** Records a cycle of planner and checker, or an error of the validator (docs/governance.md, "Commands"). */
export const stall = command({
  name: 'stall',
  summary:
    'Records a cycle of planner and checker, or an error of the validator, so that a loop is noticed: the fourth equal cycle, the third equal error.',
  examples: [
    '/stall ses_7 planner --score 50 --issues "No tests; no docs"',
    '/stall ses_7 validator --error "Unexpected token" --location src/app.ts:7',
  ],
  target: session,
  words: [
    {
      name: 'KIND',
      values: kinds,
      behind: { planner: '--score N --issues TEXT…', validator: '--error TEXT [--location TEXT]' },
    },
  ],

  fault: (call) => {
    const event = parsed(call)
    return 'fault' in event ? event.fault : undefined
  },

  preconditions: [
    upToDate,
    held,
    {
      violations: (call) => {
        const { model, target } = call
        const { id } = target.session
        const { kind } = eventIn(call)
        const counted = kind === 'planner' ? ['iterationCounts'] : ['iterationCounts', 'errors']
        return [
          ...unfitSession(target.session),
          ...unwritable(model, [model.paths.stall(id)], target.target),
          ...unfitStall(stallOf(model, id).file, target.target, kind === 'planner' ? 'plannerChecker' : 'validatorFix'),
          ...(model.metrics.text('sessionId') === id ? unfitMetrics(model, ...counted) : unreadable(model.metrics, target.target)),
        ]
      },
    },
  ],

  run(call) {
    const { model } = call
    const { session: is, at } = call.target
    const { metrics, paths } = model
    const event = eventIn(call)
    const path = paths.stall(is.id)
    const text = recordedStall(stallOf(model, is.id), event)
    const changes = new Map<string, Content>([
      [path, text],
      [is.path, sessionText(is, { set: { lastUpdated: at } })],
    ])
    if (metrics.text('sessionId') === is.id)
      changes.set(paths.metrics, event.kind === 'planner' ? withCycle(metrics) : withError(metrics, event.error, at))
    const after = readStall(is.id, parseFile(textDocument(path, text)))
    return {
      outcome: 'changed',
      changes,
      reply: msg`Recorded: stalled cycles ${after.planner.stored ?? 0}, repeated errors ${after.validator.stored ?? 0}.`,
      diagnostics: loops(call, after, event.kind === 'validator'),
      reveals: loopCodes,
    }
  },
})
