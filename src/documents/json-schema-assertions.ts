import { msg } from '../core/message.ts'
import { linearPattern } from './linear-pattern.ts'

/** Why a schema is not applied: it is none, it refers outside itself, or it is more than is applied. Thrown to leave a recursion. */
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

/** Where a check is. */
export interface Context {
  readonly path: Path | undefined
  readonly evaluated: EvaluatedParts
  /** Counts work that the number of nodes and values does not bound: letters under patterns, items compared. @throws SchemaRefusal once it is too much. */
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
  /** The check of what a reference leads to. */
  refer(reference: string): Check
}

export type Draft = 'draft-07' | '2019-09' | '2020-12'

/** Makes the check of a keyword from its argument; `undefined` where it asserts nothing by itself. @throws SchemaRefusal for an argument that it cannot have. */
export type Keyword = (argument: Json, place: KeywordContext) => Check | undefined

export const wrongArgument = ({ keyword }: Pick<KeywordContext, 'keyword'>, expectation: string): SchemaRefusal =>
  new SchemaRefusal('unreadable', `${msg`Unexpected value of ${keyword}`}, expected ${expectation}`)

/** @throws SchemaRefusal for what is no pattern, and for what cannot be matched in linear time. */
export function compilePattern(pattern: string): (text: string) => boolean {
  const test = linearPattern(pattern)
  if (test === 'invalid') throw new SchemaRefusal('unreadable', msg`Unexpected pattern ${pattern}, expected a regular expression`)
  if (test === 'unsupported') throw new SchemaRefusal('skipped', msg`the pattern ${pattern} needs another engine`)
  return test
}

const types: Readonly<Record<string, (value: Json) => boolean>> = {
  array: isList,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  null: (value) => value === null,
  number: (value) => typeof value === 'number',
  object: isObject,
  string: (value) => typeof value === 'string',
}

/** Whether two values are equal as JSON. */
function same(one: Json, other: Json): boolean {
  if (isList(one)) return isList(other) && one.length === other.length && one.every((item, index) => same(item, other[index] as Json))
  if (!isObject(one)) return one === other
  const keys = Object.keys(one)
  return (
    isObject(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && same(one[key] as Json, other[key] as Json))
  )
}

/** The check of one condition. */
const asserting =
  ({ keyword }: KeywordContext, holds: (value: Json) => boolean): Check =>
  (value, { path }) =>
    holds(value) ? undefined : { keyword, path }

function number(argument: Json, place: KeywordContext): number {
  if (typeof argument === 'number') return argument
  throw wrongArgument(place, 'a number')
}

/** An argument that is a count: an integer from 0 on. @throws SchemaRefusal where it is none. */
export function countArgument(argument: Json, place: KeywordContext): number {
  const read = number(argument, place)
  if (Number.isInteger(read) && read >= 0) return read
  throw wrongArgument(place, 'an integer')
}

function texts(argument: Json, place: KeywordContext): readonly string[] {
  if (isList(argument) && argument.every((item) => typeof item === 'string') && new Set(argument).size === argument.length) return argument
  throw wrongArgument(place, 'a list of different texts')
}

const numeric =
  (holds: (value: number, limit: number) => boolean): Keyword =>
  (argument, place) => {
    const limit = number(argument, place)
    return asserting(place, (value) => typeof value !== 'number' || holds(value, limit))
  }

const sized =
  (size: (value: Json) => number | undefined, holds: (size: number, limit: number) => boolean): Keyword =>
  (argument, place) => {
    const limit = countArgument(argument, place)
    return asserting(place, (value) => {
      const length = size(value)
      return length === undefined || holds(length, limit)
    })
  }

/** In code points. */
function letters(value: Json): number | undefined {
  if (typeof value !== 'string') return undefined
  let count = 0
  for (const _ of value) count++
  return count
}

const items = (value: Json) => (isList(value) ? value.length : undefined)
const keys = (value: Json) => (isObject(value) ? Object.keys(value).length : undefined)
const most = (size: number, limit: number) => size <= limit
const least = (size: number, limit: number) => size >= limit

const maxUnique = 1000

const unique: Check = (value, { path, spend }) => {
  if (!isList(value)) return undefined
  if (value.length > maxUnique) throw new SchemaRefusal('skipped', msg`its ${'uniqueItems'} meets a list of more than ${maxUnique} items`)
  spend(value.length * countValues(value))
  return value.every((item, index) => value.findIndex((other) => same(other, item)) === index)
    ? undefined
    : { keyword: 'uniqueItems', path }
}

/** Asserts that an object has all keys of a list: it fails where the first one that it lacks would be. */
export const requireKeys: Keyword = (argument, place) => {
  const names = texts(argument, place)
  return (value, { path }) => {
    const lacking = isObject(value) ? names.find((name) => !Object.hasOwn(value, name)) : undefined
    return lacking === undefined ? undefined : { keyword: place.keyword, path: { key: lacking, above: path } }
  }
}

/** Keywords that say something of a value and nothing of its parts. */
export const assertions = {
  type(argument, place) {
    const names = typeof argument === 'string' ? [argument] : texts(argument, place)
    const tests = names.map((name) => (Object.hasOwn(types, name) ? types[name] : undefined))
    if (names.length === 0 || tests.includes(undefined)) throw wrongArgument(place, 'names of types')
    return asserting(place, (value) => tests.some((test) => test?.(value)))
  },
  enum(argument, place) {
    if (!isList(argument) || argument.length === 0) throw wrongArgument(place, 'a list of values')
    return asserting(place, (value) => argument.some((each) => same(each, value)))
  },
  const: (argument, place) => asserting(place, (value) => same(argument, value)),
  multipleOf(argument, place) {
    const divisor = number(argument, place)
    if (divisor <= 0) throw wrongArgument(place, 'a number above 0')
    return asserting(place, (value) => typeof value !== 'number' || Number.isInteger(value / divisor))
  },
  maximum: numeric((value, limit) => value <= limit),
  minimum: numeric((value, limit) => value >= limit),
  exclusiveMaximum: numeric((value, limit) => value < limit),
  exclusiveMinimum: numeric((value, limit) => value > limit),
  maxLength: sized(letters, most),
  minLength: sized(letters, least),
  maxItems: sized(items, most),
  minItems: sized(items, least),
  maxProperties: sized(keys, most),
  minProperties: sized(keys, least),
  uniqueItems(argument, place) {
    if (typeof argument !== 'boolean') throw wrongArgument(place, 'true or false')
    return argument ? unique : undefined
  },
  required: requireKeys,
  pattern(argument, place) {
    if (typeof argument !== 'string') throw wrongArgument(place, 'a regular expression')
    const test = compilePattern(argument)
    const check = asserting(place, (value) => typeof value !== 'string' || test(value))
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

const text = annotation((argument) => typeof argument === 'string', 'a string')
const flag = annotation((argument) => typeof argument === 'boolean', 'true or false')

/** Keywords that assert nothing, `format` among them. */
export const annotations: Readonly<Record<string, Keyword>> = {
  $id: text,
  $schema: text,
  $anchor: text,
  $dynamicAnchor: text,
  $recursiveAnchor: flag,
  $comment: text,
  title: text,
  description: text,
  format: text,
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
  examples: annotation(isList, 'a list'),
}
