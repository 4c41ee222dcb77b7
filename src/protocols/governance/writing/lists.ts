import type { JsonEdit } from '../../../documents/json-edit.ts'

/** Edits that take elements of a list away. */
export const without = (path: readonly string[], indexes: readonly number[]): readonly JsonEdit[] =>
  indexes.map((index) => ({ remove: [...path, index] }))

/** Edits that take the first elements of a list of this length away, so that at most so many are left. */
export const cutTo = (path: readonly string[], most: number, length: number): readonly JsonEdit[] =>
  without(
    path,
    Array.from({ length: Math.max(0, length - most) }, (_, index) => index),
  )
