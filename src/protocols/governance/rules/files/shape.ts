import type { Examples, Rule, RuleFacts } from '../../../../core/rule.ts'
import type { ShapeCode } from '../../reading/misfits.ts'
import { isInherited, shaped, softly, wasAsLong } from '../../shapes.ts'
import { about, type Compared } from '../../subjects.ts'

interface ShapeFacts extends Omit<RuleFacts, 'code' | 'examples'> {
  readonly code: ShapeCode
  /** What to do where the misfit itself does not say it. */
  readonly hint?: string
  examples(): Examples
  /** One finding a file is enough. */
  readonly once?: boolean
}

/** A rule about one way in which files are not of their shapes. */
export function shapeRule({ hint: general, once = false, ...facts }: ShapeFacts): Rule<Compared> {
  return {
    ...facts,
    *check({ now, before }) {
      for (const { file, target, misfits } of shaped(now)) {
        const found = misfits.filter(({ code }) => code === facts.code)
        const inOrder = once ? found.toSorted((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0)).slice(0, 1) : found
        const was = before?.file(file.path)
        for (const misfit of inOrder) {
          const { message, place, path, hint = general } = misfit
          const inherited = softly(isInherited(file, was, path) || wasAsLong(file, was, misfit))
          yield { message, ...(hint !== undefined && { hint }), place, ...inherited, ...about(target) }
        }
      }
    },
  }
}
