import { linesOf, type Handoff } from './handoff.ts'
import type { Plugin } from './model.ts'
import { unitsIn, type Unit } from './stages.ts'
import type { TimelineLine } from './timeline.ts'

/** Every timeline line of the second place. */
export const timelineOf = (plugin: Plugin | undefined): readonly TimelineLine[] => plugin?.second?.timelines.flat() ?? []

/** The lines of `Completed So Far` that say something. */
export function completedOf(handoff: Handoff): readonly string[] {
  const section = handoff.section('Completed So Far')
  return section ? linesOf(handoff, section) : []
}

/** The units that left a trace: a line of the timeline names them in its parentheses, or `Completed So Far` does (plugin protocol, section 5). */
export function completionEvidence(plugin: Plugin): ReadonlySet<Unit> {
  const completed = plugin.handoff ? completedOf(plugin.handoff) : []
  return new Set([...timelineOf(plugin).map(({ about }) => about), ...completed].flatMap(unitsIn))
}
