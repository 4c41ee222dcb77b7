import type { Place } from '../../core/diagnostic.ts'
import type { Plugin } from './model.ts'

/** A row, entry or field that stands there twice. */
interface Double {
  readonly what: string
  readonly first: Place
  readonly again: Place
}

/** Whatever of a plugin stands in the registry behind the first of its kind. */
export function doublesOf({ rows, seconds }: Plugin): readonly Double[] {
  const behindFirst = (what: string, [first, ...others]: readonly { readonly place: Place }[]) =>
    first ? others.map(({ place }) => ({ what, first: first.place, again: place })) : []
  const fields = seconds.flatMap(({ repeated }) =>
    repeated.map(({ label, first, again }) => ({ what: label, first: first.place, again: again.place })),
  )
  return [...behindFirst('row', rows), ...behindFirst('entry', seconds), ...fields]
}
