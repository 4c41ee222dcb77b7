import type { ChangeSet } from '../../core/command.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Protocol } from '../../core/protocol.ts'
import type { View } from '../../core/view.ts'
import { check } from '../check.ts'
import type { PlanRequest } from './planned.ts'
import type { Readings } from './readings.ts'

/** A change of a view. */
export interface Change {
  readonly before: View
  readonly after: View
  readonly changes: ChangeSet
}

/** What the errors of a view are looked for with. */
type Looking = Pick<PlanRequest, 'context' | 'sections' | 'severity'>

/**
 * The errors that changes would add (commands, "Effect", step 5): those of a strict check of the result, about one target or about all of
 * these protocols, that the same check before does not have. An error goes with its file where that is moved.
 *
 * Made once for many changes of the same files: those are looked at once.
 */
export function addedErrors(
  { context, sections, severity }: Looking,
  readings: Readings,
): (protocols: readonly Protocol[], target: string | undefined, change: Change) => readonly Diagnostic[] {
  const errors = (head: View, protocols: readonly Protocol[], target: string | undefined) =>
    check({
      context,
      sections,
      severity,
      head,
      readings,
      base: undefined,
      protocols,
      mode: 'strict',
      failOn: 'error',
      allowEmpty: true,
      paths: [],
      targets: target === undefined ? [] : [target],
      given: [],
      notes: [],
    }).diagnostics.filter(({ severity }) => severity === 'error')

  const known = new WeakMap<View, Map<Protocol, readonly Diagnostic[]>>()
  const errorsBefore = (view: View, protocols: readonly Protocol[]) => {
    const own = known.get(view) ?? new Map<Protocol, readonly Diagnostic[]>()
    known.set(view, own)
    return protocols.flatMap((protocol) => {
      const found = own.get(protocol) ?? errors(view, [protocol], undefined)
      own.set(protocol, found)
      return found
    })
  }

  return (protocols, target, { before, after, changes }) => {
    const isGone = (path: string) => changes.get(path) === null
    const isNew = (path: string) => changes.has(path) && before.entry(path) === undefined
    const identity = ({ code, target: id, path }: Diagnostic, moved: boolean) => JSON.stringify([code, id, moved ? null : path])
    const old = new Set(
      errorsBefore(before, protocols).flatMap((error) => [identity(error, false), ...(isGone(error.path) ? [identity(error, true)] : [])]),
    )
    return errors(after, protocols, target).filter(
      (error) => !old.has(identity(error, false)) && !(isNew(error.path) && old.has(identity(error, true))),
    )
  }
}
