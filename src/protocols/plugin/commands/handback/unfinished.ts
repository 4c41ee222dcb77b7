import { type CommandDiagnostic, type Outcome, refuse } from '../../../../core/command.ts'
import { msg } from '../../../../core/message.ts'
import { unitInWords, unitToBegin, isNamed, nameOf, type NamedUnit, type Unit } from '../../stages/stages.ts'
import { contradictions, reportedUnitOf, type Report } from './report.ts'
import { describeError, type Handback } from '../../schema.ts'
import { returnUnit } from '../../handoff/transitions.ts'
import { begin, isBegun, workflowCompleteDiagnostic } from '../accept.ts'
import { diagnostic, unchangedOutcome } from '../diagnostics.ts'
import { transitionOutcome, type Transition } from '../transition.ts'
import { handbackOfUnit, lastCompleteUnit, namesUngrantedUnit, notGrantedDiagnostic } from './unit.ts'

/** Work that is given back unfinished. */
export interface UnfinishedHandback extends Pick<Handback, 'reason' | 'code' | 'description'> {
  /** The unit that an option names. */
  readonly named: NamedUnit | undefined
  readonly report: Report | undefined
}

const isSameHandback = (a: Pick<Handback, 'reason' | 'code' | 'description'>, b: Handback | undefined): boolean =>
  b !== undefined && a.reason === b.reason && a.code === b.code && a.description === b.description

/** Unfinished work with what was read for it. */
export interface UnfinishedSubject {
  readonly transition: Transition
  readonly unfinished: UnfinishedHandback
  /** The unit that is given back; absent: nothing is left to do. */
  readonly unit: Unit | undefined
}

export function unfinishedSubject(transition: Transition, unfinished: UnfinishedHandback): UnfinishedSubject {
  const { model, plugin } = transition
  const { state } = plugin
  const unit = state.kind === 'unit' || state.kind === 'ideated' ? unitToBegin(plugin, model.stages) : undefined
  return { transition, unfinished, unit }
}

/** Why work is not given back unfinished. Contracts are not verified, an agent can always give back. */
export function* unfinishedRefusals({
  transition,
  unit,
  unfinished: { named, reason, report },
}: UnfinishedSubject): Iterable<CommandDiagnostic> {
  const { model, plugin } = transition
  if (unit === undefined) {
    yield workflowCompleteDiagnostic(transition, 'is in progress')
    return
  }
  if (named && !isNamed(unit, named)) {
    const message = `Unexpected ${unitInWords(nameOf(named))}, expected ${unitInWords(unit)}, ${msg`which can be handed back for ${plugin.name}`}`
    const offers = [{ command: handbackOfUnit(transition, unit, reason), does: `hands ${unitInWords(unit)} back` }]
    yield diagnostic(transition, 'PLUGIN_STAGE_UNEXPECTED', message, { offers })
    return
  }
  const lastUnit = lastCompleteUnit(plugin, model.stages)
  if (!isBegun(plugin) && !namesUngrantedUnit(lastUnit, unit, named ?? (report && reportedUnitOf(report))))
    yield notGrantedDiagnostic(transition, unit, lastUnit)
  else if (report) yield* contradictions(transition, report, { unit, reason })
}

/** `msg` cuts longer texts. */
const maxPieceLength = 100

/** A whole text as code, in pieces where it is long. */
function wholeText(text: string): string {
  const points = Array.from(text)
  const starts = points.flatMap((_, index) => (index % maxPieceLength === 0 ? [index] : []))
  return starts.map((start) => msg`${points.slice(start, start + maxPieceLength).join('')}`).join(' ')
}

/** What work came back with before, and no file keeps. */
const replacedLine = (handback: Handback): string =>
  `${msg`It replaces the ${handback.reason}`}: ${wholeText(describeError(handback))}`

/** Returns control with an error or a question: the unit stays in progress. */
export function giveBack({ transition, unfinished: { reason, code, description }, unit }: UnfinishedSubject): Outcome {
  const { model, plugin } = transition
  const { name } = plugin
  if (unit === undefined) return refuse()

  const wasBegun = isBegun(plugin)
  const replacedHandback = plugin.handoff?.handback.value
  const replacedLines = replacedHandback === undefined ? [] : [replacedLine(replacedHandback)]
  if (wasBegun && isSameHandback({ reason, code, description }, replacedHandback))
    return unchangedOutcome(msg`${name} is back with this ${reason} already.`)
  const { after, registration } = wasBegun ? { after: plugin, registration: undefined } : begin(transition, unit)
  return transitionOutcome(transition, {
    after: returnUnit(after, model, unit, { reason, code, description, at: model.context.at }),
    ...(registration && { registration }),
    reply: [
      `${msg`${name} is back with an open ${reason}`}: ${unitInWords(unit)} stays in progress.`,
      ...(reason === 'question'
        ? [msg`Question: ${description}`, msg`The orchestrator answers it: ${`/answer ${name} "…"`}.`]
        : [msg`Error: ${describeError({ code, description })}`]),
      ...replacedLines,
    ].join('\n'),
    ...(replacedLines.length > 0 && { brief: replacedLines.join('\n') }),
    impliesAccept: !wasBegun,
  })
}
