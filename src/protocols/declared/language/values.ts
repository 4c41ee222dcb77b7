import * as z from 'zod'
import { once } from '../../../core/once.ts'
import { isMapping } from '../../../documents/data.ts'
import type { JsonSchema } from '../../../kit/published-schema.ts'
import { notText, text } from '../../../kit/values.ts'

/**
 * What the reader of declarations checks by code, as keywords of JSON Schema, for editors. All of them are in `allOf`,
 * beside what the shapes themselves say.
 */
export const constraints = (...all: readonly JsonSchema[]): JsonSchema => ({ allOf: [...all] })

const requires = (...keys: readonly string[]): JsonSchema => ({ required: [...keys] })

export const exactlyOneOf = (keys: readonly string[]): JsonSchema => ({ oneOf: keys.map((key) => requires(key)) })

export const someOf = (keys: readonly string[]): JsonSchema => ({ anyOf: keys.map((key) => requires(key)) })

export const notTogether = (...keys: readonly string[]): JsonSchema => ({ not: requires(...keys) })

/** That one of some keys needs others. */
export const needs = (keys: Readonly<Record<string, readonly string[]>>): JsonSchema => ({
  dependentRequired: Object.fromEntries(Object.entries(keys).map(([key, others]) => [key, [...others]])),
})

/** What holds where something else does, and otherwise. */
export const when = (condition: JsonSchema, consequence: JsonSchema, otherwise: JsonSchema = {}): JsonSchema =>
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  ({ if: condition, then: consequence, else: otherwise })

/** That keys mean something only beside one of others. */
export const belongsTo = (owners: Readonly<Record<string, readonly string[]>>): JsonSchema => ({
  dependentSchemas: Object.fromEntries(Object.entries(owners).map(([key, others]) => [key, someOf(others)])),
})

/** A capture in a text. Braces around anything else, as in the anchor of a heading, are none. */
export const captureName = /\{[A-Za-z][\w-]*(?:=[^{}]+)?\}/

/** A step into data that is one capture. */
export const captureStep = /^\{[^{}]+\}$/

/** The name of a state that would lose its place in the order: JavaScript puts such keys first, by their number. */
export const numberName = /^(?:0|[1-9]\d*)$/

const without = ({ source }: RegExp): JsonSchema => ({ not: { type: 'string', pattern: source } })

/** A text that is the same for all items. */
export const literal: JsonSchema = without(captureName)

/** Captures that do not touch. */
const apart: JsonSchema = without(/\{[^{}]*\}\{[^{}]*\}/)

/** A path in the repository, as far as its text shows. */
export const inRepository: JsonSchema = without(/^$|^(?:\/|~|[A-Za-z]:)|\\|(?:^|\/)(?:\.{0,2}|\.git(?:hub)?)(?:\/|$)/)

/** A name, or one capture. */
const step: JsonSchema = { anyOf: [literal, { pattern: captureStep.source }] }

/** A name of a state, and not a number alone. */
export const stateName: JsonSchema = {
  not: {
    anyOf: [
      { type: 'integer', minimum: 0 },
      { type: 'string', pattern: numberName.source },
    ],
  },
}

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

export const pathTemplate = once(() => text().meta(constraints(apart, inRepository)))

/** A key on a way into data that is the same for all items, and one that a capture may give. */
export const sameStep = once(() => words().meta(constraints(literal)))
export const anyStep = once(() => words().meta(constraints(step)))
