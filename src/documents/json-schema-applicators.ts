import {
  type Check,
  compilePattern,
  type Context,
  countArgument,
  type EvaluatedParts,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Keyword,
  type KeywordContext,
  noEvaluatedParts,
  requireKeys,
  wrongArgument,
} from './json-schema-assertions.ts'

function compileSchemas(argument: Json, place: KeywordContext): readonly Check[] {
  if (isList(argument) && argument.length > 0) return argument.map((schema) => place.compile(schema))
  throw wrongArgument(place, 'a list of schemas')
}

function compileSchemasByKey(
  argument: Json,
  place: KeywordContext,
  compile: (schema: Json) => Check = (schema) => place.compile(schema),
): ReadonlyMap<string, Check> {
  if (isObject(argument)) return new Map(Object.entries(argument).map(([key, schema]) => [key, compile(schema)]))
  throw wrongArgument(place, 'schemas by key')
}

/** One step further in. */
const contextAt = (context: Context, key: string | number): Context => ({
  ...context,
  path: { key, above: context.path },
  evaluated: noEvaluatedParts(),
})

/** Holds the same value against a further schema: what that evaluates counts only if the value holds. */
function applyInPlace(check: Check, value: Json, context: Context) {
  const evaluated: EvaluatedParts = noEvaluatedParts()
  const failure = check(value, { ...context, evaluated })
  const keep = () => {
    for (const key of evaluated.keys) context.evaluated.keys.add(key)
    for (const item of evaluated.items) context.evaluated.items.add(item)
  }
  return { failure, keep }
}

const noAssertion: Check = () => undefined

/** Holds a value against each, independently of what the others have evaluated. */
const everyCheck =
  (checks: readonly Check[]): Check =>
  (value, context) => {
    for (const check of checks) {
      const { failure, keep } = applyInPlace(check, value, context)
      if (failure) return failure
      keep()
    }
    return undefined
  }

const forObjects =
  (holds: (object: JsonObject, context: Context) => ReturnType<Check>): Check =>
  (value, context) =>
    isObject(value) ? holds(value, context) : undefined

const forLists =
  (holds: (list: readonly Json[], context: Context) => ReturnType<Check>): Check =>
  (value, context) =>
    isList(value) ? holds(value, context) : undefined

/** Holds the value of each key against the schema for it, if there is one. */
const checkByKey = (checkOf: (key: string, context: Context) => Check | undefined): Check =>
  forObjects((object, context) => {
    for (const [key, value] of Object.entries(object)) {
      const check = checkOf(key, context)
      const failure = check?.(value, contextAt(context, key))
      if (failure) return failure
      if (check) context.evaluated.keys.add(key)
    }
    return undefined
  })

const checkByIndex = (checkOf: (index: number, context: Context) => Check | undefined): Check =>
  forLists((list, context) => {
    for (const [index, item] of list.entries()) {
      const check = checkOf(index, context)
      const failure = check?.(item, contextAt(context, index))
      if (failure) return failure
      if (check) context.evaluated.items.add(index)
    }
    return undefined
  })

/** Tests for the keys that match `patternProperties` of a schema. */
function patternsOf(schema: JsonObject): readonly ((key: string) => boolean)[] {
  const { patternProperties } = schema
  return isObject(patternProperties) ? Object.keys(patternProperties).map(compilePattern) : []
}

const prefixOf = (list: Json | undefined) => (isList(list) ? list.length : 0)

const tupleKeyword = (argument: Json, place: KeywordContext): Check => {
  const checks = compileSchemas(argument, place)
  return checkByIndex((index) => checks[index])
}

const itemsFrom =
  (first: (schema: JsonObject) => number): Keyword =>
  (argument, place) => {
    const check = place.compile(argument)
    const from = first(place.schema)
    return checkByIndex((index) => (index >= from ? check : undefined))
  }

const dependentChecks = (checks: ReadonlyMap<string, Check>): Check =>
  forObjects((object, context) =>
    everyCheck([...checks].filter(([key]) => Object.hasOwn(object, key)).map(([, check]) => check))(object, context),
  )

const requiredKeyword = (argument: Json, place: KeywordContext): Check => requireKeys(argument, place) ?? noAssertion

const reference: Keyword = (argument, place) => {
  if (typeof argument !== 'string') throw wrongArgument(place, 'a reference')
  return everyCheck([place.refer(argument)])
}

/** Keywords whose schemas are applied by others alone. */
const definitionsOnly: Keyword = (argument, place) => void compileSchemasByKey(argument, place)
const branch: Keyword = (argument, place) => void place.compile(argument)

const contains: Keyword = (argument, place) => {
  const check = place.compile(argument)
  const { minContains = 1, maxContains = Infinity } = place.draft === 'draft-07' ? {} : place.schema
  const maximum = maxContains === Infinity ? Infinity : countArgument(maxContains, { ...place, keyword: 'maxContains' })
  const minimum = countArgument(minContains, { ...place, keyword: 'minContains' })
  return forLists((list, context) => {
    const holdingIndexes = [...list.keys()].filter((index) => !check(list[index] as Json, contextAt(context, index)))
    if (place.draft === '2020-12') for (const index of holdingIndexes) context.evaluated.items.add(index)
    return holdingIndexes.length >= minimum && holdingIndexes.length <= maximum
      ? undefined
      : { keyword: 'contains', path: context.path }
  })
}

/** Holds a value against each, and asks how many hold. */
const countingKeyword =
  (enough: (count: number) => boolean): Keyword =>
  (argument, place) => {
    const checks = compileSchemas(argument, place)
    return (value, context) => {
      const passed = checks.map((check) => applyInPlace(check, value, context)).filter(({ failure }) => !failure)
      for (const { keep } of passed) keep()
      return enough(passed.length) ? undefined : { keyword: place.keyword, path: context.path }
    }
  }

/** Keywords of every draft that check a value or its parts by schemas. */
export const applicators = {
  $ref: reference,
  definitions: definitionsOnly,
  $defs: definitionsOnly,
  then: branch,
  else: branch,
  properties(argument, place) {
    const checks = compileSchemasByKey(argument, place)
    return checkByKey((key) => checks.get(key))
  },
  patternProperties(argument, place) {
    const checks = [...compileSchemasByKey(argument, place).values()]
    const tests = patternsOf(place.schema)
    return everyCheck(
      checks.map((check, index) =>
        checkByKey((key, context) => {
          context.spend(key.length)
          return tests[index]?.(key) ? check : undefined
        }),
      ),
    )
  },
  additionalProperties(argument, place) {
    const check = place.compile(argument)
    const { properties } = place.schema
    const tests = patternsOf(place.schema)
    return checkByKey((key, context) => {
      context.spend(key.length * tests.length)
      return (isObject(properties) && Object.hasOwn(properties, key)) || tests.some((test) => test(key))
        ? undefined
        : check
    })
  },
  propertyNames(argument, place) {
    const check = place.compile(argument)
    return forObjects((object, context) => {
      for (const key of Object.keys(object))
        if (check(key, contextAt(context, key))) return { keyword: place.keyword, path: { key, above: context.path } }
      return undefined
    })
  },
  dependencies: (argument, place) =>
    dependentChecks(
      compileSchemasByKey(argument, place, (schema) =>
        isList(schema) ? requiredKeyword(schema, place) : place.compile(schema),
      ),
    ),
  contains,
  allOf: (argument, place) => everyCheck(compileSchemas(argument, place)),
  anyOf: countingKeyword((count) => count > 0),
  oneOf: countingKeyword((count) => count === 1),
  not(argument, place) {
    const check = place.compile(argument)
    return (value, context) =>
      applyInPlace(check, value, context).failure ? undefined : { keyword: place.keyword, path: context.path }
  },
  if(argument, place) {
    const check = place.compile(argument)
    const { then: thenSchema = true, else: elseSchema = true } = place.schema
    const [thenCheck, elseCheck] = [place.compile(thenSchema), place.compile(elseSchema)]
    return (value, context) => {
      const condition = applyInPlace(check, value, context)
      if (!condition.failure) condition.keep()
      const { failure, keep } = applyInPlace(condition.failure ? elseCheck : thenCheck, value, context)
      if (!failure) keep()
      return failure
    }
  },
} as const satisfies Readonly<Record<string, Keyword>>

/** Lists as drafts before 2020-12 have them. */
export const itemsBefore2020: Readonly<Record<string, Keyword>> = {
  items: (argument, place) => (isList(argument) ? tupleKeyword(argument, place) : itemsFrom(() => 0)(argument, place)),
  additionalItems(argument, place) {
    const check = itemsFrom(({ items }) => prefixOf(items))(argument, place)
    return isList(place.schema['items']) ? check : undefined
  },
}

/** Lists as 2020-12 has them. */
export const itemsSince2020: Readonly<Record<string, Keyword>> = {
  prefixItems: tupleKeyword,
  items: itemsFrom(({ prefixItems }) => prefixOf(prefixItems)),
}

/** Keywords that came with 2019-09. The last two depend on what all others of the schema have evaluated. */
export const keywordsSince2019: Readonly<Record<string, Keyword>> = {
  dependentRequired: (argument, place) =>
    dependentChecks(compileSchemasByKey(argument, place, (names) => requiredKeyword(names, place))),
  dependentSchemas: (argument, place) => dependentChecks(compileSchemasByKey(argument, place)),
  unevaluatedItems(argument, place) {
    const check = place.compile(argument)
    return checkByIndex((index, { evaluated }) => (evaluated.items.has(index) ? undefined : check))
  },
  unevaluatedProperties(argument, place) {
    const check = place.compile(argument)
    return checkByKey((key, { evaluated }) => (evaluated.keys.has(key) ? undefined : check))
  },
}

/** References whose target may depend on the schema that refers. They are followed where it does not. */
export const dynamicReferences: Readonly<Record<string, Keyword>> = { $dynamicRef: reference, $recursiveRef: reference }
