import type { Place } from '../../../core/diagnostic.ts'
import type { Misfit } from '../shape.ts'
import type { Data } from './data-file.ts'

/** What is wrong with a file, under the code of the rule that says so. */
export interface Problem<Code extends string = string> {
  readonly code: Code
  readonly message: string
  readonly hint?: string | undefined
  readonly place: Place
}

/** The place of a misfit: a missing key is missed in the line in which its mapping begins. */
function placeOf(data: Data, { kind, node }: Misfit): Place {
  return kind === 'missing' ? data.document.span(node.start, Math.min(node.start + 1, node.end)) : data.place(node)
}

export const misfitProblem = <Code extends string>(code: Code, data: Data, misfit: Misfit): Problem<Code> => ({
  code,
  message: misfit.message,
  place: placeOf(data, misfit),
})
