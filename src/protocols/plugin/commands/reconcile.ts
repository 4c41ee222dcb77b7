import type { Comparison } from '../../../core/context.ts'
import type { Reconciliation } from '../../../core/protocol.ts'
import { findings } from './diagnostics.ts'
import { targetId } from '../targets.ts'
import type { Plugin, PluginModel } from '../model.ts'
import type { Row, SecondPlace } from '../registry/registry.ts'
import { sameState } from '../states.ts'

/** What a place says of its plugin. */
const statusText = (place: Row | SecondPlace | undefined) =>
  place && JSON.stringify([place.status, place.version, place.updated].map((value) => value?.text ?? ''))

/** Which places of a plugin's state a change has moved; `gone`: it took a row or an entry away, which is not restored. */
function movedBy(now: Plugin, before: Plugin | undefined) {
  const isMoved = (place: 'row' | 'second') => now[place] !== undefined && statusText(now[place]) !== statusText(before?.[place])
  return {
    handoff: now.handoff !== undefined && !(before?.handoff && sameState(now.state, before.state)),
    row: isMoved('row'),
    second: isMoved('second'),
    gone: (before?.row !== undefined && !now.row) || (before?.second !== undefined && !now.second),
  }
}

/** What is out of step where the registry does not say what it should. */
const disagreements = [
  'REGISTRY_ROW_MISSING',
  'REGISTRY_ENTRY_MISSING',
  'REGISTRY_STATUS_DRIFT',
  'REGISTRY_DATE_DRIFT',
  'REGISTRY_VERSION_DRIFT',
  'REGISTRY_STAGE_DRIFT',
]

/**
 * The side that is right. What a change wrote is: only what it did not write is brought into agreement with it. Where it wrote both
 * places of the registry, or contradicts itself, it is unknown.
 */
function sourceOf({ handoff, row, second, gone }: ReturnType<typeof movedBy>): 'entry' | 'table' | 'handoff' | undefined {
  if (gone || (row && second)) return undefined
  if (second) return 'entry'
  if (row) return 'table'
  return handoff ? 'handoff' : undefined
}

/** What brings the registry into agreement after a change that moved plugins by other means than commands. */
export function reconcile({ now, before }: Comparison<PluginModel>): readonly Reconciliation[] {
  if (!before || !now.registry) return []
  return now.plugins.flatMap((plugin): readonly Reconciliation[] => {
    const moved = movedBy(plugin, before.get(plugin.name))
    const source = sourceOf(moved)
    if (source === undefined || findings(now, plugin, disagreements).length === 0) return []
    return [{ target: targetId(plugin.name), command: 'sync', words: [plugin.name, '--from', source], onlyCopies: !moved.handoff }]
  })
}
