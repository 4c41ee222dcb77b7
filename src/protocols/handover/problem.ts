import type { Finding, Place } from '../../core/diagnostic.ts'
import type { RuleCode } from './codes.ts'
import type { HandoverFile } from './model.ts'

/** What is wrong, under the code of the rule that says so. */
export interface Problem extends Finding {
  readonly code: RuleCode
}

/** What may be said of a problem besides. */
type More = Partial<Pick<Problem, 'hint' | 'fix' | 'edit' | 'related' | 'concerns' | 'levels'>>

/** A problem of a file: at an offset range, a line, or (without either) its first line. */
export function problem(
  file: Pick<HandoverFile, 'path' | 'document' | 'project'>,
  code: RuleCode,
  message: string,
  at: { readonly start: number; readonly end: number } | number | undefined,
  more: More = {},
): Problem {
  const { path, document, project } = file
  const place: Place =
    typeof at === 'object' ? (document?.span(at.start, at.end) ?? { path, line: 1 }) : (document?.place(at ?? 1) ?? { path, line: at ?? 1 })
  return { code, message, place, ...(project && { target: project.target }), ...more }
}

/** Said only where it is judged strictly. */
export const onlyStrictly = (problem: Problem): Problem => ({ ...problem, levels: { ...problem.levels, soft: 'off' } })
