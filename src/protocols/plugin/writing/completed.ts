import type { Plugin, PluginModel } from '../model.ts'
import { notKnown } from '../schema.ts'
import { phaseNumber, unitsIn } from '../stages.ts'
import { isPlanned } from '../states.ts'
import { completedOf, timelineOf } from '../completion-evidence.ts'
import type { Edit } from './rewrite.ts'
import { appendAll } from './sections.ts'

/** The lines of `Completed So Far` that the timeline makes. */
function completedBy(plugin: Plugin): readonly string[] {
  return timelineOf(plugin).flatMap(({ about, text }) => {
    const units = unitsIn(about)
    const unit = units.find((each) => phaseNumber(each) > 0) ?? units[0]
    const end = text.indexOf(':** ')
    return unit === undefined || end === -1 ? [] : [`- **Stage ${unit}:** ${text.slice(end + ':** '.length).trim()}`]
  })
}

/** Whether nothing tells what was completed, though something was. */
export function isUntold(plugin: Plugin, { stages }: PluginModel): boolean {
  const { handoff } = plugin
  return handoff !== undefined && isPlanned(handoff, stages) && completedOf(handoff).length === 0 && completedBy(plugin).length === 0
}

/** Edits that say in `Completed So Far` what the timeline tells, where the section says nothing; where that tells nothing either, that it is not known. */
export function telling(plugin: Plugin, model: PluginModel): readonly Edit[] {
  const { handoff } = plugin
  const lines = handoff && completedOf(handoff).length > 0 ? [] : completedBy(plugin)
  return [(each) => appendAll(each, 'Completed So Far', isUntold(plugin, model) ? [notKnown] : lines)]
}
