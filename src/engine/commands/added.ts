import type { ChangeSet } from '../../core/command.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Protocol } from '../../core/protocol.ts'
import type { View } from '../../core/view.ts'
import { check } from '../check.ts'
import type { CheckRequest } from '../checking/request.ts'
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
 * The errors that changes would add (commands, "Effect", step 5), about one target or about all of these protocols. The result is
 * judged as a comparison with what stood there before: strictly where the change touches it, softly elsewhere. What a strict check
 * finds before is not added. An error goes with its file where that is moved.
 *
 * Made once for many changes of the same files: those are looked at once. The last argument's `compared` is `false` where what stood
 * there before is given back: a step that is taken back is no step of its own.
 */
export function addedErrors(
  { context, sections, severity }: Looking,
  readings: Readings,
): (
  protocols: readonly Protocol[],
  target: string | undefined,
  change: Change,
  settings?: { readonly compared?: boolean },
) => readonly Diagnostic[] {
  const errors = (
    views: Pick<CheckRequest, 'head' | 'base' | 'mode' | 'readings'>,
    protocols: readonly Protocol[],
    target: string | undefined,
  ) =>
    check({
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
    }).diagnostics.filter(({ severity }) => severity === 'error')

  const known = new WeakMap<View, Map<Protocol, readonly Diagnostic[]>>()
  const errorsBefore = (view: View, protocols: readonly Protocol[]) => {
    const own = known.get(view) ?? new Map<Protocol, readonly Diagnostic[]>()
    known.set(view, own)
    return protocols.flatMap((protocol) => {
      const found = own.get(protocol) ?? errors({ head: view, base: undefined, mode: 'strict', readings }, [protocol], undefined)
      own.set(protocol, found)
      return found
    })
  }

  return (protocols, target, { before, after, changes }, { compared = true } = {}) => {
    const found = errors(
      compared ? { head: after, base: before, mode: 'auto' } : { head: after, base: undefined, mode: 'strict', readings },
      protocols,
      target,
    )
    if (found.length === 0) return found
    const isGone = (path: string) => changes.get(path) === null
    const isNew = (path: string) => changes.has(path) && before.entry(path) === undefined
    const identity = ({ code, target: id, path }: Diagnostic, moved: boolean) => JSON.stringify([code, id, moved ? null : path])
    const old = new Set(
      errorsBefore(before, protocols).flatMap((error) => [identity(error, false), ...(isGone(error.path) ? [identity(error, true)] : [])]),
    )
    return found.filter((error) => !old.has(identity(error, false)) && !(isNew(error.path) && old.has(identity(error, true))))
  }
}
