import type { Place } from '../../../../core/diagnostic.ts'
import type { Plugin } from '../../model.ts'

/** Where a plugin says its state: a key of its handoff, else its row, else its second place; of a plugin that says nothing where its handoff would be. */
export function placeOf({ handoff, handoffPath, row, second }: Plugin, key?: 'stage' | 'status'): Place {
  const field = key && handoff?.fields[key].place
  return field ?? row?.place ?? second?.place ?? { path: handoffPath }
}
