import type { Diagnostic } from '../core/diagnostic.ts'
import { visibleLine } from '../core/message.ts'
import { plainText } from './plain.ts'

/** The longest path that is named whole. */
const maxPathLength = 300

/**
 * One line for the files that git could not merge, among findings that belong to no target: the first of them, and how
 * many more there are.
 */
export function conflictLines([first, ...otherConflicts]: readonly Pick<
  Diagnostic,
  'path' | 'code' | 'message'
>[]): readonly string[] {
  if (!first) return []
  const moreText = otherConflicts.length === 0 ? '' : `; ${otherConflicts.length} more`
  return [plainText(`conflict ${visibleLine(first.path, maxPathLength)}: ${first.code} ${first.message}${moreText}`)]
}
