import * as z from 'zod'
import { once } from '../../../core/once.ts'
import { isMapping } from '../../../documents/data.ts'
import type { JsonSchema } from '../../../kit/published-schema.ts'
import { notText, text } from '../../../kit/values.ts'
import { apart, constraints, inRepository, literal, step } from './constraints.ts'

/** The values of a declaration: texts, words and lists of them. */

/** How many declarations there may be, kinds in one, and states, moves and places in one kind. */
export const limits = { workflows: 50, kinds: 10, states: 50, moves: 200, places: 20 } as const

export const words = () => z.union([z.string(), z.number(), z.boolean()], { error: notText }).transform(String)

/**
 * A list; one value alone may be written without it. `isElement`: what is one, where words may stand in place of the
 * list.
 */
export const list = <Element extends z.ZodType>(
  element: Element,
  { isElement = (value: unknown) => value !== undefined, keywords = {} }: ListOptions = {},
) =>
  z.preprocess(
    (value) => (isElement(value) && !Array.isArray(value) ? [value] : value),
    z.array(element).meta(keywords),
  )

/** A mapping as a map: zod leaves a key out of its records that is called `__proto__`. */
export const asMap = once(() =>
  z.transform((value: unknown) => (isMapping(value) ? new Map(Object.entries(value)) : value)),
)

export const fromMap = <Value>(map: ReadonlyMap<string, Value>): Readonly<Record<string, Value>> =>
  Object.fromEntries(map)

/** Values by names of any kind. */
export const byName = <Value extends z.ZodType>(value: Value, keywords: JsonSchema = {}) =>
  asMap().pipe(z.map(z.string(), value).meta(keywords).transform(fromMap))

interface ListOptions {
  readonly isElement?: (value: unknown) => boolean
  /** Of its JSON Schema. */
  readonly keywords?: JsonSchema
}

/** A text that is the same for all items: a heading, a column. */
export const sameText = once(() => text().meta(constraints(literal)))

/** A template, which captures or is filled. */
export const textTemplate = once(() => text().meta(constraints(apart)))

/** A template of a path in the repository. */
export const pathTemplate = once(() => text().meta(constraints(apart, inRepository)))

/** A key on a way into data that is the same for all items, and one that a capture may give. */
export const sameStep = once(() => words().meta(constraints(literal)))
export const anyStep = once(() => words().meta(constraints(step)))
