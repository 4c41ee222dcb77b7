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

function schemas(argument: Json, place: KeywordContext): readonly Check[] {
  if (isList(argument) && argument.length > 0) return argument.map((each) => place.compile(each))
  throw wrongArgument(place, 'a list of schemas')
}

function schemasByKey(
  argument: Json,
  place: KeywordContext,
  read: (each: Json) => Check = (each) => place.compile(each),
): ReadonlyMap<string, Check> {
  if (isObject(argument)) return new Map(Object.entries(argument).map(([key, each]) => [key, read(each)]))
  throw wrongArgument(place, 'schemas by key')
}

/** One step further in. */
const into = (context: Context, key: string | number): Context => ({
  ...context,
  path: { key, above: context.path },
  evaluated: noEvaluatedParts(),
})

/** Holds the same value against a further schema: what that evaluates counts only if the value holds. */
function inPlace(check: Check, value: Json, context: Context) {
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
const all =
  (checks: readonly Check[]): Check =>
  (value, context) => {
    for (const check of checks) {
      const { failure, keep } = inPlace(check, value, context)
      if (failure) return failure
      keep()
    }
    return undefined
  }

const onKeys =
  (holds: (object: JsonObject, context: Context) => ReturnType<Check>): Check =>
  (value, context) =>
    isObject(value) ? holds(value, context) : undefined

const onItems =
  (holds: (list: readonly Json[], context: Context) => ReturnType<Check>): Check =>
  (value, context) =>
    isList(value) ? holds(value, context) : undefined

/** Holds the value of each key against the schema for it, if there is one. */
const byKey = (checkOf: (key: string, context: Context) => Check | undefined): Check =>
  onKeys((object, context) => {
    for (const [key, value] of Object.entries(object)) {
      const check = checkOf(key, context)
      const failure = check?.(value, into(context, key))
      if (failure) return failure
      if (check) context.evaluated.keys.add(key)
    }
    return undefined
  })

const byIndex = (checkOf: (index: number, context: Context) => Check | undefined): Check =>
  onItems((list, context) => {
    for (const [index, item] of list.entries()) {
      const check = checkOf(index, context)
      const failure = check?.(item, into(context, index))
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

const tuple = (argument: Json, place: KeywordContext): Check => {
  const checks = schemas(argument, place)
  return byIndex((index) => checks[index])
}

const itemsFrom =
  (first: (schema: JsonObject) => number): Keyword =>
  (argument, place) => {
    const check = place.compile(argument)
    const from = first(place.schema)
    return byIndex((index) => (index >= from ? check : undefined))
  }

const dependent = (checks: ReadonlyMap<string, Check>): Check =>
  onKeys((object, context) => all([...checks].filter(([key]) => Object.hasOwn(object, key)).map(([, check]) => check))(object, context))

const requiredKeyword = (argument: Json, place: KeywordContext): Check => requireKeys(argument, place) ?? noAssertion

const reference: Keyword = (argument, place) => {
  if (typeof argument !== 'string') throw wrongArgument(place, 'a reference')
  return all([place.refer(argument)])
}

/** Keywords whose schemas are applied by others alone. */
const definitionsOnly: Keyword = (argument, place) => void schemasByKey(argument, place)
const branch: Keyword = (argument, place) => void place.compile(argument)

const contains: Keyword = (argument, place) => {
  const check = place.compile(argument)
  const { minContains = 1, maxContains = Infinity } = place.draft === 'draft-07' ? {} : place.schema
  const maximum = maxContains === Infinity ? Infinity : countArgument(maxContains, { ...place, keyword: 'maxContains' })
  const minimum = countArgument(minContains, { ...place, keyword: 'minContains' })
  return onItems((list, context) => {
    const held = [...list.keys()].filter((index) => !check(list[index] as Json, into(context, index)))
    if (place.draft === '2020-12') for (const index of held) context.evaluated.items.add(index)
    return held.length >= minimum && held.length <= maximum ? undefined : { keyword: 'contains', path: context.path }
  })
}

/** Holds a value against each, and asks how many hold. */
const some =
  (enough: (held: number) => boolean): Keyword =>
  (argument, place) => {
    const checks = schemas(argument, place)
    return (value, context) => {
      const held = checks.map((check) => inPlace(check, value, context)).filter(({ failure }) => !failure)
      for (const { keep } of held) keep()
      return enough(held.length) ? undefined : { keyword: place.keyword, path: context.path }
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
    const checks = schemasByKey(argument, place)
    return byKey((key) => checks.get(key))
  },
  patternProperties(argument, place) {
    const checks = [...schemasByKey(argument, place).values()]
    const tests = patternsOf(place.schema)
    return all(
      checks.map((check, index) =>
        byKey((key, context) => {
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
    return byKey((key, context) => {
      context.spend(key.length * tests.length)
      return (isObject(properties) && Object.hasOwn(properties, key)) || tests.some((test) => test(key)) ? undefined : check
    })
  },
  propertyNames(argument, place) {
    const check = place.compile(argument)
    return onKeys((object, context) => {
      for (const key of Object.keys(object))
        if (check(key, into(context, key))) return { keyword: place.keyword, path: { key, above: context.path } }
      return undefined
    })
  },
  dependencies: (argument, place) =>
    dependent(schemasByKey(argument, place, (each) => (isList(each) ? requiredKeyword(each, place) : place.compile(each)))),
  contains,
  allOf: (argument, place) => all(schemas(argument, place)),
  anyOf: some((held) => held > 0),
  oneOf: some((held) => held === 1),
  not(argument, place) {
    const check = place.compile(argument)
    return (value, context) => (inPlace(check, value, context).failure ? undefined : { keyword: place.keyword, path: context.path })
  },
  if(argument, place) {
    const check = place.compile(argument)
    const { then: yes = true, else: no = true } = place.schema
    const [then, otherwise] = [place.compile(yes), place.compile(no)]
    return (value, context) => {
      const condition = inPlace(check, value, context)
      if (!condition.failure) condition.keep()
      const { failure, keep } = inPlace(condition.failure ? otherwise : then, value, context)
      if (!failure) keep()
      return failure
    }
  },
} as const satisfies Readonly<Record<string, Keyword>>

/** Lists as drafts before 2020-12 have them. */
export const itemsBefore2020: Readonly<Record<string, Keyword>> = {
  items: (argument, place) => (isList(argument) ? tuple(argument, place) : itemsFrom(() => 0)(argument, place)),
  additionalItems(argument, place) {
    const check = itemsFrom(({ items }) => prefixOf(items))(argument, place)
    return isList(place.schema['items']) ? check : undefined
  },
}

/** Lists as 2020-12 has them. */
export const itemsSince2020: Readonly<Record<string, Keyword>> = {
  prefixItems: tuple,
  items: itemsFrom(({ prefixItems }) => prefixOf(prefixItems)),
}

/** Keywords that came with 2019-09. The last two depend on what all others of the schema have evaluated. */
export const since2019: Readonly<Record<string, Keyword>> = {
  dependentRequired: (argument, place) => dependent(schemasByKey(argument, place, (each) => requiredKeyword(each, place))),
  dependentSchemas: (argument, place) => dependent(schemasByKey(argument, place)),
  unevaluatedItems(argument, place) {
    const check = place.compile(argument)
    return byIndex((index, { evaluated }) => (evaluated.items.has(index) ? undefined : check))
  },
  unevaluatedProperties(argument, place) {
    const check = place.compile(argument)
    return byKey((key, { evaluated }) => (evaluated.keys.has(key) ? undefined : check))
  },
}

/** References whose target may depend on the schema that refers. They are followed where it does not. */
export const dynamicReferences: Readonly<Record<string, Keyword>> = { $dynamicRef: reference, $recursiveRef: reference }
