import type { ChangeSet } from '../../core/command.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Protocol } from '../../core/protocol.ts'
import type { View } from '../../core/view.ts'
import { check } from '../check.ts'
import type { PlanRequest } from './planned.ts'

/** A change of a view. */
export interface Change {
  readonly before: View
  readonly after: View
  readonly changes: ChangeSet
}

/**
 * The errors that a change would add (commands, "Effect", step 5): those of a strict check of the result, about one target or about
 * all of these protocols, that the same check before does not have. An error goes with its file where that is moved.
 */
export function addedErrors(
  { context, sections, severity }: Pick<PlanRequest, 'context' | 'sections' | 'severity'>,
  protocols: readonly Protocol[],
  target: string | undefined,
  { before, after, changes }: Change,
): readonly Diagnostic[] {
  const errors = (head: View) =>
    check({
      context,
      sections,
      severity,
      head,
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
  const isGone = (path: string) => changes.get(path) === null
  const isNew = (path: string) => changes.has(path) && before.entry(path) === undefined
  const identity = ({ code, target: id, path }: Diagnostic, moved: boolean) => JSON.stringify([code, id, moved ? null : path])
  const old = new Set(errors(before).flatMap((error) => [identity(error, false), ...(isGone(error.path) ? [identity(error, true)] : [])]))
  return errors(after).filter((error) => !old.has(identity(error, false)) && !(isNew(error.path) && old.has(identity(error, true))))
}
