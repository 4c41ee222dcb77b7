import * as z from 'zod'
import type { CommandDiagnostic, Content } from '../../../core/command.ts'
import { once } from '../../../core/once.ts'
import { msg } from '../../../core/message.ts'
import { textDocument } from '../../../documents/text.ts'
import { type Call, command } from '../../../kit/command.ts'
import type { OptionDefinition } from '../../../kit/options.ts'
import { absentRecord } from '../../../kit/record.ts'
import { errorHash, isRepeating, isStalled, issuesHash, loopMessages, readStall, type Stall } from '../loops/stalls.ts'
import { withCutNotices } from '../../../kit/kept-text.ts'
import type { GovernanceModel } from '../model.ts'
import { parseFile } from '../reading/records.ts'
import { maxErrorLength, sessionText, stallWithCycle, stallWithError, withCycle, withError } from '../writing/edits.ts'
import { diagnostic, type Code } from './diagnostics.ts'
import { fileProblems, metricsFileProblems, sessionFileProblems, readProblems, writeProblems } from './file-problems.ts'
import { mustBeHeld, mustBeUpToDate, session, type ResolvedSession } from './session.ts'

/** A cycle of planner and checker, or an error of the validator. */
type LoopEvent =
  | { readonly kind: 'planner'; readonly score: number; readonly issues: readonly string[] }
  | { readonly kind: 'validator'; readonly error: string; readonly location: string }

const kinds = ['planner', 'validator'] as const

const noScore = (score: string) => msg`Unexpected ${'--score'} ${score}, expected a number`
const noError = msg`Missing value of ${'--error'}`

/** Their values are texts: whatever looks like another option is a part of them. */
const options = {
  score: {
    kind: 'phrase',
    value: 'N',
    does: 'the score that the plan was given',
    with: 'planner',
    required: true,
    missing: msg`Missing ${'--score N'}, expected the score that the plan was given`,
    fault: (score) => (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(score) ? undefined : noScore(score)),
  },
  issues: {
    kind: 'phrase',
    value: 'TEXT…',
    does: 'what the checker found, separated by commas',
    with: 'planner',
    required: true,
    missing: msg`Missing ${'--issues TEXT'}, expected what the checker found`,
  },
  error: {
    kind: 'phrase',
    value: 'TEXT',
    does: 'the error that the validator met',
    with: 'validator',
    required: true,
    missing: msg`Missing ${'--error TEXT'}, expected the error that the validator met`,
    fault: (error) => (error.trim() === '' ? noError : undefined),
  },
  location: { kind: 'phrase', value: 'TEXT', does: 'where it met the error', with: 'validator' },
} as const satisfies Readonly<Record<string, OptionDefinition>>

const cycleShape = once(() => z.object({ score: z.number(), issues: z.array(z.string()) }))

type StallCall = Call<GovernanceModel, ResolvedSession, typeof options, z.output<ReturnType<typeof cycleShape>>>

function eventOf({
  words: [kind],
  options: { score, issues = '', error = '', location = '' },
  report,
}: StallCall): LoopEvent {
  if (kind === 'validator') return { kind, error, location }
  return { kind: 'planner', ...(report ?? { score: Number(score), issues: issues.split(/[;\r\n]/) }) }
}

const stallOf = (model: GovernanceModel, id: string): Stall =>
  model.stall(id) ?? readStall(id, absentRecord(model.paths.stall(id)))

const recordedStall = (stall: Stall, event: LoopEvent): string =>
  event.kind === 'planner'
    ? stallWithCycle(stall, issuesHash(event.issues), event.score)
    : stallWithError(stall, errorHash(event.error, event.location))

/** What the counts show now. It never holds the record back. */
function loopDiagnostics(
  { model: { metrics }, target: { targetSession, target } }: StallCall,
  updatedStall: Stall,
  isError: boolean,
): readonly CommandDiagnostic[] {
  const { id } = targetSession
  const { path } = updatedStall.file
  const hint = msg`Ask a person: ${`/handback ${id} question "…"`}.`
  const warn = (code: Code, message: string, filePath = path) => [
    diagnostic({ path: filePath, target }, code, message, { hint, severity: 'warning' }),
  ]
  const total = (metrics.number('errors', 'total') ?? 0) + (isError ? 1 : 0)
  const maxErrors = metrics.text('sessionId') === id ? (metrics.number('limits', 'maxErrors') ?? Infinity) : Infinity
  return [
    ...(isStalled(updatedStall) ? warn('GOV_STALL_PLANNER', loopMessages.planner) : []),
    ...(isRepeating(updatedStall) ? warn('GOV_STALL_VALIDATOR', loopMessages.validator) : []),
    ...(total > maxErrors
      ? warn('GOV_ERROR_LIMIT', msg`Unexpected number of errors ${total}, expected at most ${maxErrors}`, metrics.path)
      : []),
  ]
}

const loopCodes: readonly Code[] = ['GOV_STALL_PLANNER', 'GOV_STALL_VALIDATOR', 'GOV_ERROR_LIMIT']

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
  words: [{ name: 'KIND', values: kinds }],
  options,
  fromWord: true,
  report: {
    shape: cycleShape,
    format: 'json',
    fault: () => msg`Unexpected json block, expected ${'{ "score": N, "issues": ["…"] }'}`,
  },

  fault({ words: [kind], options: givenOptions, request: { report } }) {
    if (report === undefined) return undefined
    if (kind === 'validator') return msg`Unexpected json block, expected ${'--error TEXT'}`
    return Object.keys(givenOptions).length > 0
      ? msg`Unexpected options together with a json block, expected one of them`
      : undefined
  },

  preconditions: [
    mustBeUpToDate,
    mustBeHeld,
    {
      violations: (call) => {
        const { model, target } = call
        const { id } = target.targetSession
        const [kind] = call.words
        const countedKeys = kind === 'planner' ? ['iterationCounts'] : ['iterationCounts', 'errors']
        return [
          ...sessionFileProblems(target.targetSession),
          ...writeProblems(model, [model.paths.stall(id)], target.target),
          ...fileProblems(
            'stall',
            stallOf(model, id).file,
            target.target,
            kind === 'planner' ? 'plannerChecker' : 'validatorFix',
          ),
          ...(model.metrics.text('sessionId') === id
            ? metricsFileProblems(model, ...countedKeys)
            : readProblems(model.metrics, target.target)),
        ]
      },
    },
  ],

  run(call) {
    const { model } = call
    const { targetSession, at } = call.target
    const { metrics, paths } = model
    const event = eventOf(call)
    const path = paths.stall(targetSession.id)
    const text = recordedStall(stallOf(model, targetSession.id), event)
    const changes = new Map<string, Content>([
      [path, text],
      [targetSession.path, sessionText(targetSession, { set: { lastUpdated: at } })],
    ])
    if (metrics.text('sessionId') === targetSession.id)
      changes.set(paths.metrics, event.kind === 'planner' ? withCycle(metrics) : withError(metrics, event.error, at))
    const updatedStall = readStall(targetSession.id, parseFile(textDocument(path, text)))
    const isErrorKept = changes.has(paths.metrics) && event.kind === 'validator'
    const outcome = {
      outcome: 'changed',
      changes,
      reply: msg`Recorded: stalled cycles ${updatedStall.planner.stored ?? 0}, repeated errors ${updatedStall.validator.stored ?? 0}.`,
      diagnostics: loopDiagnostics(call, updatedStall, event.kind === 'validator'),
      reveals: loopCodes,
    } as const
    return withCutNotices(outcome, {
      path: paths.metrics,
      target: call.target.target,
      texts: isErrorKept ? [event.error] : [],
      limit: maxErrorLength,
      kept: maxErrorLength,
    })
  },
})
