import { msg } from '../core/message.ts'
import { linearPattern } from './linear-pattern.ts'

/**
 * Why a schema is not applied: it is none, it refers outside itself, or it is more than is applied. Thrown to leave a
 * recursion.
 */
export class SchemaRefusal extends Error {
  readonly kind: 'unreadable' | 'remote' | 'skipped'
  /** `message` is made by `msg`: a sentence for what is unreadable or remote, the end of one for what is skipped. */
  constructor(kind: SchemaRefusal['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** How many values there are in a value, itself among them. */
export function countValues(value: Json): number {
  const parts = isList(value) ? value : isObject(value) ? Object.values(value) : []
  return parts.reduce<number>((count, part) => count + countValues(part), 1)
}

/** The way to a value, from the innermost step out. */
export interface Path {
  readonly key: string | number
  readonly above: Path | undefined
}

/** The first thing that is wrong. */
export interface Failure {
  readonly keyword: string
  readonly path: Path | undefined
}

/** What keywords have evaluated of one object or list, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface EvaluatedParts {
  readonly keys: Set<string>
  readonly items: Set<number>
}

export const noEvaluatedParts = (): EvaluatedParts => ({ keys: new Set(), items: new Set() })

export interface Context {
  readonly path: Path | undefined
  readonly evaluated: EvaluatedParts
  /**
   * Counts work that the number of nodes and values does not bound: letters under patterns, items compared. @throws
   * SchemaRefusal once it is too much.
   */
  spend(steps: number): void
}

/** Holds one value against one schema, or one keyword of it. */
export type Check = (value: Json, context: Context) => Failure | undefined

/** What a keyword is compiled with. */
export interface KeywordContext {
  readonly keyword: string
  readonly schema: JsonObject
  readonly draft: Draft
  compile(schema: Json): Check
  /** The check that a reference leads to. */
  refer(reference: string): Check
}

export type Draft = 'draft-07' | '2019-09' | '2020-12'

/**
 * Makes the check of a keyword from its argument; `undefined` where it asserts nothing by itself. @throws SchemaRefusal
 * for an argument that it cannot have.
 */
export type Keyword = (argument: Json, place: KeywordContext) => Check | undefined

export const wrongArgument = ({ keyword }: Pick<KeywordContext, 'keyword'>, expectation: string): SchemaRefusal =>
  new SchemaRefusal('unreadable', `${msg`Unexpected value of ${keyword}`}, expected ${expectation}`)

/** @throws SchemaRefusal for what is no pattern, and for what cannot be matched in linear time. */
export function compilePattern(pattern: string): (text: string) => boolean {
  const test = linearPattern(pattern)
  if (test === 'invalid')
    throw new SchemaRefusal('unreadable', msg`Unexpected pattern ${pattern}, expected a regular expression`)
  if (test === 'unsupported') throw new SchemaRefusal('skipped', msg`the pattern ${pattern} needs another engine`)
  return test
}

const typeTests: Readonly<Record<string, (value: Json) => boolean>> = {
  array: isList,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  null: (value) => value === null,
  number: (value) => typeof value === 'number',
  object: isObject,
  string: (value) => typeof value === 'string',
}

function isEqual(value: Json, otherValue: Json): boolean {
  if (isList(value))
    return (
      isList(otherValue) &&
      value.length === otherValue.length &&
      value.every((item, index) => isEqual(item, otherValue[index] as Json))
    )
  if (!isObject(value)) return value === otherValue
  const keys = Object.keys(value)
  return (
    isObject(otherValue) &&
    keys.length === Object.keys(otherValue).length &&
    keys.every((key) => Object.hasOwn(otherValue, key) && isEqual(value[key] as Json, otherValue[key] as Json))
  )
}

/** The check of one condition. */
const assertion =
  ({ keyword }: KeywordContext, holds: (value: Json) => boolean): Check =>
  (value, { path }) =>
    holds(value) ? undefined : { keyword, path }

function numberArgument(argument: Json, place: KeywordContext): number {
  if (typeof argument === 'number') return argument
  throw wrongArgument(place, 'a number')
}

/** An argument that is a count: an integer from 0 on. @throws SchemaRefusal where it is none. */
export function countArgument(argument: Json, place: KeywordContext): number {
  const count = numberArgument(argument, place)
  if (Number.isInteger(count) && count >= 0) return count
  throw wrongArgument(place, 'an integer')
}

function textsArgument(argument: Json, place: KeywordContext): readonly string[] {
  if (
    isList(argument) &&
    argument.every((item) => typeof item === 'string') &&
    new Set(argument).size === argument.length
  )
    return argument
  throw wrongArgument(place, 'a list of different texts')
}

const numericKeyword =
  (holds: (value: number, limit: number) => boolean): Keyword =>
  (argument, place) => {
    const limit = numberArgument(argument, place)
    return assertion(place, (value) => typeof value !== 'number' || holds(value, limit))
  }

const sizeKeyword =
  (size: (value: Json) => number | undefined, holds: (size: number, limit: number) => boolean): Keyword =>
  (argument, place) => {
    const limit = countArgument(argument, place)
    return assertion(place, (value) => {
      const length = size(value)
      return length === undefined || holds(length, limit)
    })
  }

/** In code points. */
function countLetters(value: Json): number | undefined {
  if (typeof value !== 'string') return undefined
  let count = 0
  for (const _ of value) count++
  return count
}

const countItems = (value: Json) => (isList(value) ? value.length : undefined)
const countKeys = (value: Json) => (isObject(value) ? Object.keys(value).length : undefined)
const isAtMost = (size: number, limit: number) => size <= limit
const isAtLeast = (size: number, limit: number) => size >= limit

const maxUniqueItems = 1000

const uniqueItems: Check = (value, { path, spend }) => {
  if (!isList(value)) return undefined
  if (value.length > maxUniqueItems)
    throw new SchemaRefusal('skipped', msg`its ${'uniqueItems'} meets a list of more than ${maxUniqueItems} items`)
  spend(value.length * countValues(value))
  return value.every((item, index) => value.findIndex((otherItem) => isEqual(otherItem, item)) === index)
    ? undefined
    : { keyword: 'uniqueItems', path }
}

/** Asserts that an object has all keys of a list: it fails where the first one that it lacks would be. */
export const requireKeys: Keyword = (argument, place) => {
  const names = textsArgument(argument, place)
  return (value, { path }) => {
    const missingName = isObject(value) ? names.find((name) => !Object.hasOwn(value, name)) : undefined
    return missingName === undefined ? undefined : { keyword: place.keyword, path: { key: missingName, above: path } }
  }
}

/** Keywords that say something of a value and nothing of its parts. */
export const assertions = {
  type(argument, place) {
    const names = typeof argument === 'string' ? [argument] : textsArgument(argument, place)
    const tests = names.map((name) => (Object.hasOwn(typeTests, name) ? typeTests[name] : undefined))
    if (names.length === 0 || tests.includes(undefined)) throw wrongArgument(place, 'names of types')
    return assertion(place, (value) => tests.some((test) => test?.(value)))
  },
  enum(argument, place) {
    if (!isList(argument) || argument.length === 0) throw wrongArgument(place, 'a list of values')
    return assertion(place, (value) => argument.some((allowedValue) => isEqual(allowedValue, value)))
  },
  const: (argument, place) => assertion(place, (value) => isEqual(argument, value)),
  multipleOf(argument, place) {
    const divisor = numberArgument(argument, place)
    if (divisor <= 0) throw wrongArgument(place, 'a number above 0')
    return assertion(place, (value) => typeof value !== 'number' || Number.isInteger(value / divisor))
  },
  maximum: numericKeyword((value, limit) => value <= limit),
  minimum: numericKeyword((value, limit) => value >= limit),
  exclusiveMaximum: numericKeyword((value, limit) => value < limit),
  exclusiveMinimum: numericKeyword((value, limit) => value > limit),
  maxLength: sizeKeyword(countLetters, isAtMost),
  minLength: sizeKeyword(countLetters, isAtLeast),
  maxItems: sizeKeyword(countItems, isAtMost),
  minItems: sizeKeyword(countItems, isAtLeast),
  maxProperties: sizeKeyword(countKeys, isAtMost),
  minProperties: sizeKeyword(countKeys, isAtLeast),
  uniqueItems(argument, place) {
    if (typeof argument !== 'boolean') throw wrongArgument(place, 'true or false')
    return argument ? uniqueItems : undefined
  },
  required: requireKeys,
  pattern(argument, place) {
    if (typeof argument !== 'string') throw wrongArgument(place, 'a regular expression')
    const test = compilePattern(argument)
    const check = assertion(place, (value) => typeof value !== 'string' || test(value))
    return (value, context) => {
      if (typeof value === 'string') context.spend(value.length)
      return check(value, context)
    }
  },
} as const satisfies Readonly<Record<string, Keyword>>

const annotation =
  (holds: (argument: Json) => boolean, expectation: string): Keyword =>
  (argument, place) => {
    if (!holds(argument)) throw wrongArgument(place, expectation)
    return undefined
  }

const textAnnotation = annotation((argument) => typeof argument === 'string', 'a string')
const flagAnnotation = annotation((argument) => typeof argument === 'boolean', 'true or false')

/** Keywords that assert nothing, `format` among them. */
export const annotations: Readonly<Record<string, Keyword>> = {
  $id: textAnnotation,
  $schema: textAnnotation,
  $anchor: textAnnotation,
  $dynamicAnchor: textAnnotation,
  $recursiveAnchor: flagAnnotation,
  $comment: textAnnotation,
  title: textAnnotation,
  description: textAnnotation,
  format: textAnnotation,
  deprecated: flagAnnotation,
  readOnly: flagAnnotation,
  writeOnly: flagAnnotation,
  examples: annotation(isList, 'a list'),
}
