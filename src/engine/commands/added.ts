import { memo } from '../../core/once.ts'
import type { ChangeSet } from '../../core/command.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Protocol } from '../../core/protocol.ts'
import { onceInSteps, type Steps } from '../../core/steps.ts'
import type { View } from '../../core/view.ts'
import { checking } from '../check.ts'
import type { CheckRequest } from '../checking/request.ts'
import type { PlanRequest } from './planned.ts'
import type { Readings } from './readings.ts'

/** A change of a view. */
export interface ViewChange {
  readonly before: View
  readonly after: View
  readonly changes: ChangeSet
}

/** What a check for errors needs. */
type CheckSettings = Pick<PlanRequest, 'context' | 'sections' | 'severity'>

/**
 * The errors that changes would add, about one target or about all of these protocols. An error counts as added if a strict check of the
 * result finds it, one of the state before does not, and it is an error in a check of the change as well (strict where the change touches,
 * soft elsewhere). Whether the move between the states is legal is not judged here: the command has decided it. An error of a moved file
 * moves with it.
 *
 * Make it once for many changes of the same files: these are checked once.
 */
export function addedErrors(
  { context, sections, severity }: CheckSettings,
  readings: Readings,
): (protocols: readonly Protocol[], target: string | undefined, change: ViewChange) => Steps<readonly Diagnostic[]> {
  type Views = Pick<CheckRequest, 'head' | 'base' | 'mode' | 'readings'>
  function* errors(views: Views, protocols: readonly Protocol[], target: string | undefined): Steps<readonly Diagnostic[]> {
    const { diagnostics } = yield* checking({
      ...views,
      context,
      sections,
      severity,
      protocols,
      failOn: 'error',
      allowEmpty: true,
      paths: [],
      targets: target === undefined ? [] : [target],
      given: [],
      notes: [],
    })
    return diagnostics.filter(({ severity }) => severity === 'error')
  }
  const strictly = (view: View, protocols: readonly Protocol[], target?: string) =>
    errors({ head: view, base: undefined, mode: 'strict', readings }, protocols, target)

  const errorsBefore = memo((view: View) => memo((protocol: Protocol) => onceInSteps(() => strictly(view, [protocol]))))

  return function* (protocols, target, { before, after, changes }) {
    const found = yield* strictly(after, protocols, target)
    if (found.length === 0) return found
    const isGone = (path: string) => changes.get(path) === null
    const isNew = (path: string) => changes.has(path) && before.entry(path) === undefined
    const identity = ({ code, target: id, path }: Diagnostic, moved = false) => JSON.stringify([code, id, moved ? null : path])
    const old = new Set<string>()
    for (const protocol of protocols) {
      for (const error of yield* errorsBefore(before)(protocol)()) {
        old.add(identity(error))
        if (isGone(error.path)) old.add(identity(error, true))
      }
    }
    const added = found.filter((error) => !old.has(identity(error)) && !(isNew(error.path) && old.has(identity(error, true))))
    if (added.length === 0) return added
    const again = yield* errors({ head: after, base: before, mode: 'auto' }, protocols, target)
    const compared = new Set(again.map((error) => identity(error)))
    return added.filter((error) => compared.has(identity(error)))
  }
}
