import { defined } from '../core/defined.ts'
import type { Steps } from '../core/steps.ts'
import type { ChangeSet, Content, CommandDiagnostic } from '../core/command.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { groupBy } from '../core/grouped.ts'
import type { ProtocolName } from '../core/protocol.ts'
import { addedErrors } from './commands/effects.ts'
import { readingsOf } from './commands/resolve.ts'
import { overlay } from './overlay.ts'
import { commandGroups } from './repairing/commands.ts'
import { editGroup } from './repairing/edits.ts'
import type { Group, RepairRequest, Step } from './repairing/step.ts'

/** What the safe repairs would do. */
export interface Repair {
  readonly changes: ChangeSet
  /** Files that they replace or delete with whatever these hold. */
  readonly discards: readonly string[]
  /** The commands that changed something, in order. */
  readonly applied: readonly string[]
  /** Codes of errors that they may bring to light. */
  readonly reveals: readonly string[]
  /** The commands that were refused, and why. */
  readonly refused: readonly {
    readonly command: string
    readonly protocol: ProtocolName
    readonly diagnostics: readonly CommandDiagnostic[]
  }[]
}

/** An error that a step would add, as the reason why it is not taken. */
const reasonFrom = ({ code, message, hint, target, path, line }: Diagnostic): CommandDiagnostic => ({
  code,
  severity: 'error',
  message,
  ...defined({ hint, target }),
  place: { path, ...(line !== undefined && { line }) },
})

/** Steps, each with why it is not to be taken. */
type BarredSteps = ReadonlyMap<Step, readonly CommandDiagnostic[]>

function takeSteps({ head }: RepairRequest, groups: readonly Group[], barred: BarredSteps): Repair {
  const changes = new Map<string, Content>()
  const discards: string[] = []
  const applied = new Set<string>()
  const reveals: string[] = []
  const refused: { command: string; protocol: ProtocolName; diagnostics: readonly CommandDiagnostic[] }[] = []
  let view = head
  for (const { steps, take } of groups) {
    const result = take(
      view,
      steps.filter((step) => !barred.has(step)),
    )
    for (const step of steps) {
      const diagnostics = barred.get(step) ?? result.refused.get(step)
      const [command = ''] = step.called
      if (diagnostics) refused.push({ command, protocol: step.protocol.name, diagnostics })
    }
    for (const command of result.applied.flatMap(({ called }) => called)) applied.add(command)
    discards.push(...(result.discards ?? []))
    reveals.push(...result.reveals)
    if (result.changes.size === 0) continue
    for (const [path, content] of result.changes) changes.set(path, content)
    view = overlay(head, changes)
  }
  return { changes, discards, applied: [...applied], reveals, refused }
}

/** Bars the steps that would add an error; all of them where the error belongs to no step. */
function barSteps(groups: readonly Group[], barred: BarredSteps, newErrors: readonly Diagnostic[]): BarredSteps {
  const unbarredSteps = groups.flatMap(({ steps }) => steps).filter((step) => !barred.has(step))
  const reasons = newErrors.map(reasonFrom)
  const byTarget = groupBy(reasons, ({ target }) => target)
  const guiltySteps = unbarredSteps.flatMap((step) => {
    const stepReasons = [...step.about].flatMap((id) => byTarget.get(id) ?? [])
    return stepReasons.length > 0 ? [[step, stepReasons] as const] : []
  })
  return new Map([
    ...barred,
    ...(guiltySteps.length > 0 ? guiltySteps : unbarredSteps.map((step) => [step, reasons] as const)),
  ])
}

/**
 * Plans the safe repairs of the findings of a report, each on the result of the earlier ones that it depends on, and
 * none that would add an error: that one is left, and reported. Pure: nothing is written.
 */
export function* repair(request: RepairRequest): Steps<Repair> {
  const { head, protocols } = request
  const groups = [editGroup(request), ...commandGroups(request)]
  const findAddedErrors = addedErrors(request, readingsOf(request))
  for (let barred: BarredSteps = new Map(); ;) {
    const plannedRepair = takeSteps(request, groups, barred)
    if (plannedRepair.changes.size === 0) return plannedRepair
    const change = { before: head, after: overlay(head, plannedRepair.changes), changes: plannedRepair.changes }
    const newErrors = (yield* findAddedErrors(protocols, undefined, change)).filter(
      ({ code }) => !plannedRepair.reveals.includes(code),
    )
    if (newErrors.length === 0) return plannedRepair
    barred = barSteps(groups, barred, newErrors)
  }
}
