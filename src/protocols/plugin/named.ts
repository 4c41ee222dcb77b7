import { msg } from '../../core/message.ts'
import { isPhase, stageOf, type Unit } from './stages.ts'

/** A unit as somebody names it: a phase, or a stage, which stands for whatever of it comes next. */
export interface Named {
  readonly stage: number
  readonly phase: Unit | undefined
}

/** The unit that options name; none if they name none. */
export function namedBy({
  stage,
  phase,
}: {
  readonly stage?: string
  readonly phase?: string
}): Named | undefined | { readonly fault: string } {
  if (stage !== undefined && !/^(0|[1-9]\d{0,8})$/.test(stage)) return { fault: msg`Unexpected stage ${stage}, expected a whole number` }
  if (phase !== undefined && !isPhase(phase)) return { fault: msg`Unexpected phase ${phase}, expected ${'N.M'}` }
  if (stage !== undefined && phase !== undefined && stageOf(phase) !== Number(stage))
    return { fault: msg`Unexpected phase ${phase}, expected one of stage ${stage}` }
  const number = phase === undefined ? stage : stageOf(phase)
  return number === undefined ? undefined : { stage: Number(number), phase }
}

/** Whether a unit is the one that is named. */
export const isNamed = (unit: Unit, { stage, phase }: Named): boolean => (phase === undefined ? stageOf(unit) === stage : unit === phase)

/** As it was named. */
export const nameOf = ({ stage, phase }: Named): string => phase ?? String(stage)
