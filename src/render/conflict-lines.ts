import type { Diagnostic } from '../core/diagnostic.ts'
import { visible } from '../core/message.ts'
import { plain } from './plain.ts'

/** The longest path that is named whole. */
const maxPathLength = 300

/** One line for the files that git could not merge, among findings that belong to no target: the first of them, and how many more there are. */
export function conflictLines(findings: readonly Pick<Diagnostic, 'path' | 'code' | 'message'>[]): readonly string[] {
  const [first, ...others] = findings.filter(({ code }) => code === 'MERGE_CONFLICT')
  if (!first) return []
  const more = others.length === 0 ? '' : `; ${others.length} more`
  return [plain(`conflict ${visible(first.path, maxPathLength)}: ${first.code} ${first.message}${more}`)]
}
