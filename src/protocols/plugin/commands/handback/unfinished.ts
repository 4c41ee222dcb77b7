import { type Outcome, refused } from '../../../../core/command.ts'
import { msg } from '../../../../core/message.ts'
import { unitToBegin } from '../../stages/next.ts'
import { contradictions, type Report } from './report.ts'
import type { Handback } from '../../schema.ts'
import { returned } from '../../handoff/transitions.ts'
import { begin, workflowComplete } from '../accept.ts'
import { unchanged } from '../diagnostics.ts'
import { acceptImplied, changedTo, type Transition } from '../transition.ts'

/** Work that is given back unfinished. */
export interface Unfinished extends Pick<Handback, 'reason' | 'code' | 'description'> {
  readonly report: Report | undefined
}

const isSame = (a: Pick<Handback, 'reason' | 'code' | 'description'>, b: Handback | undefined): boolean =>
  b !== undefined && a.reason === b.reason && a.code === b.code && a.description === b.description

/** The agent's words, and what is done about it. */
function explanationOf({ reason, code, description }: Omit<Unfinished, 'report'>, name: string): readonly string[] {
  if (reason === 'question') return [msg`Question: ${description}`, msg`${`/answer ${name} "…"`} answers it.`]
  return [msg`Error: ${[...(code === undefined ? [] : [code]), description].join(': ')}`]
}

/** Returns control with an error or a question: the unit stays in progress. Contracts are not verified, an agent can always give back. */
export function giveBack(transition: Transition, { reason, code, description, report }: Unfinished): Outcome {
  const { model, plugin } = transition
  const { state, name } = plugin
  const unit = state.kind === 'unit' || state.kind === 'ideated' ? unitToBegin(plugin, model.stages) : undefined
  if (unit === undefined) return refused(workflowComplete(transition))
  const wrong = report ? contradictions(transition, report, { unit, reason }) : []
  if (wrong.length > 0) return refused(...wrong)

  const isBegun = state.kind === 'unit' && state.status === 'in_progress'
  if (isBegun && isSame({ reason, code, description }, plugin.handoff?.handback.value))
    return unchanged(msg`${name} is back with this ${reason} already.`)
  const { after: begun, registration } = isBegun ? { after: plugin, registration: undefined } : begin(transition, unit)
  return changedTo(transition, {
    after: returned(begun, model, unit, { reason, code, description, at: model.context.at }),
    ...(registration && { registration }),
    reply: [
      msg`${name} is back with an open ${reason}: ${unit} stays in progress.`,
      ...explanationOf({ reason, code, description }, name),
    ].join('\n'),
    warnings: isBegun ? [] : [acceptImplied(transition)],
  })
}
