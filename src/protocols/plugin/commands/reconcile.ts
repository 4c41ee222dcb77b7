import type { Comparison } from '../../../core/context.ts'
import type { Reconciliation } from '../../../core/protocol.ts'
import { findingsAbout } from './diagnostics.ts'
import { targetId } from '../targets.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { registryFields } from '../registry/edits.ts'
import type { Row, SecondPlace } from '../registry/registry.ts'
import { isSameState } from '../states.ts'

/** What a place says of its plugin. */
const statusText = (place: Row | SecondPlace | undefined) =>
  place && JSON.stringify(registryFields.map((field) => place[field]?.text ?? ''))

/**
 * Which places of a plugin's state a change has moved; `gone`: it took a row or an entry away, which is not restored.
 */
function movedPlacesOf(plugin: Plugin, pluginBefore: Plugin | undefined) {
  const isMoved = (place: 'row' | 'second') =>
    plugin[place] !== undefined && statusText(plugin[place]) !== statusText(pluginBefore?.[place])
  return {
    handoff: plugin.handoff !== undefined && !(pluginBefore?.handoff && isSameState(plugin.state, pluginBefore.state)),
    row: isMoved('row'),
    second: isMoved('second'),
    gone: (pluginBefore?.row !== undefined && !plugin.row) || (pluginBefore?.second !== undefined && !plugin.second),
  }
}

/** What is out of step where the registry does not say what it should. */
const disagreementCodes = [
  'REGISTRY_ROW_MISSING',
  'REGISTRY_ENTRY_MISSING',
  'REGISTRY_STATUS_DRIFT',
  'REGISTRY_DATE_DRIFT',
  'REGISTRY_VERSION_DRIFT',
  'REGISTRY_STAGE_DRIFT',
]

/**
 * The side that is right. What a change wrote is: only what it did not write is brought into agreement with it. Where
 * it wrote both places of the registry, or contradicts itself, it is unknown.
 */
function sourceOf({
  handoff,
  row,
  second,
  gone,
}: ReturnType<typeof movedPlacesOf>): 'entry' | 'table' | 'handoff' | undefined {
  if (gone || (row && second)) return undefined
  if (second) return 'entry'
  if (row) return 'table'
  return handoff ? 'handoff' : undefined
}

/** What brings the registry into agreement after a change that moved plugins by other means than commands. */
export function reconcile({ now: model, before: modelBefore }: Comparison<PluginModel>): readonly Reconciliation[] {
  if (!modelBefore || !model.registry) return []
  return model.plugins.flatMap((plugin): readonly Reconciliation[] => {
    const movedPlaces = movedPlacesOf(plugin, modelBefore.get(plugin.name))
    const source = sourceOf(movedPlaces)
    if (source === undefined || findingsAbout(model, plugin, disagreementCodes).length === 0) return []
    return [
      {
        target: targetId(plugin.name),
        command: 'sync',
        words: [plugin.name, '--from', source],
        onlyCopies: !movedPlaces.handoff,
      },
    ]
  })
}
