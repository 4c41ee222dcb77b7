import { adviceFor } from '../../core/advice.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { groupBy } from '../../core/grouped.ts'
import type { Steps } from '../../core/steps.ts'
import { checking } from '../check.ts'
import { withAdvice } from '../checking/sign.ts'
import { courseOf } from '../course.ts'
import { repairFinder } from './offered.ts'
import type { PlanRequest, CommandResult } from './planned.ts'
import { foundFor, targetIn, type Readings } from './readings.ts'

/**
 * What has to be repaired first, with the command that does it, where a command about a target is refused for what is wrong with its files and
 * names no repair: the same as in `baton next` and on the board.
 */
export function* causeOf(
  { outcome, target: id, name, diagnostics }: CommandResult,
  request: PlanRequest,
  readings: Readings,
): Steps<Diagnostic | undefined> {
  if (outcome !== 'refused' || id === undefined || name === undefined || diagnostics.some(({ fix }) => fix !== undefined)) return undefined
  const owner = foundFor(readings, request.head, id)
  const target = owner && targetIn(owner.reading, id)
  // Refused for what its protocol finds in files, or there is nothing to look for.
  const isFound = ({ code }: Pick<Diagnostic, 'code'>) => owner?.protocol.rules.some((rule) => rule.code === code) === true
  if (!target || !diagnostics.some(isFound)) return undefined
  const everything = { mode: 'soft', failOn: 'never', allowEmpty: true, paths: [], targets: [id], given: [], notes: [] } as const
  const { diagnostics: found } = yield* checking({ ...request, base: undefined, readings, ...everything })
  if (!diagnostics.some(({ code }) => found.some((each) => each.code === code))) return undefined
  const trial = {
    findings: groupBy(found, (each) => each.target),
    conflicts: new Map(),
    refusal: () => ({ diagnostics }),
    repair: repairFinder({ ...request, past: request.history }, readings, found),
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
