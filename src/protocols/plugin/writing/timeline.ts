import type { Splice } from '../../../documents/text.ts'
import type { SecondPlace } from '../registry.ts'
import { insertBefore, insertBehind, isBlank, lastOf, lastOfEntry } from './lines.ts'

/**
 * Adds lines of one day to a plugin's timeline, in the last block, behind the last line that is not later (plugin protocol, W7).
 * A line that is there already is not added again.
 */
export function timelineEdits(second: SecondPlace, day: string, lines: readonly string[]): readonly Splice[] {
  const there = new Set(second.timelines.flat().map(({ text }) => text))
  const added = lines.filter((line) => !there.has(line))
  if (added.length === 0) return []
  const { document, timelineLabel } = second
  if (timelineLabel === undefined) return [newBlock(second, added)]
  const last = second.timelines.at(-1) ?? []
  const earlier = last.findLast((line) => line.day !== undefined && line.day <= day)
  if (earlier) return [insertBehind(document, lastOf(document, earlier.line, earlier.end), added)]
  const [first] = last
  if (first) return [insertBefore(document, first.line, added)]
  const gap = second.kind === 'notes' ? [''] : []
  const parting = isBlank(document, timelineLabel + 1) ? [] : ['']
  return [insertBehind(document, timelineLabel, [...gap, ...added, ...parting])]
}

function newBlock(second: SecondPlace, added: readonly string[]): Splice {
  const { document, updated, line, end } = second
  const label = second.kind === 'notes' ? ['## Lifecycle Timeline', ''] : ['**Lifecycle Timeline:**']
  const before = updated?.place.line
  if (before === undefined) return insertBehind(document, lastOfEntry(document, line, end), ['', ...label, ...added])
  const gap = isBlank(document, before - 1) ? [] : ['']
  return insertBefore(document, before, [...gap, ...label, ...added, ''])
}
