import { msg } from '../../core/message.ts'
import { Unusable } from './usable.ts'

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

/** What keywords have already looked at in one object or list, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Seen {
  readonly keys: Set<string>
  readonly items: Set<number>
}

/** Where keywords begin: none has looked at anything. */
export const nothingSeen = (): Seen => ({ keys: new Set(), items: new Set() })

/** Where a check looks. */
export interface Look {
  readonly path: Path | undefined
  readonly seen: Seen
  /** Counts work that the number of nodes and values does not bound: letters that meet patterns, items that are compared. @throws Unusable once it is too much. */
  spend(steps: number): void
}

/** Holds one value against one schema, or one keyword of it. */
export type Check = (value: Json, look: Look) => Failure | undefined

/** What a keyword is compiled with. */
export interface Place {
  readonly keyword: string
  /** The schema that it stands in. */
  readonly schema: JsonObject
  readonly draft: Draft
  compile(schema: Json): Check
  /** The check of what a reference leads to. */
  refer(reference: string): Check
}

export type Draft = 'draft-07' | '2019-09' | '2020-12'

/** Makes the check of a keyword from its argument; nothing where it asserts nothing by itself. @throws Unusable where it is no such argument. */
export type Keyword = (argument: Json, place: Place) => Check | undefined

/** What says that an argument is wrong. */
export const wrong = ({ keyword }: Pick<Place, 'keyword'>, expectation: string): Unusable =>
  new Unusable('unreadable', `${msg`Unexpected value of ${keyword}`}, expected ${expectation}`)
