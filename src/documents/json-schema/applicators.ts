import { count, requiring } from './assertions.ts'
import {
  type Check,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Keyword,
  type Look,
  nothingSeen,
  type Place,
  type Seen,
  wrong,
} from './check.ts'
import { compilePattern } from './pattern.ts'

function schemas(argument: Json, place: Place): readonly Check[] {
  if (isList(argument) && argument.length > 0) return argument.map((each) => place.compile(each))
  throw wrong(place, 'a list of schemas')
}

function schemasByKey(
  argument: Json,
  place: Place,
  read: (each: Json) => Check = (each) => place.compile(each),
): ReadonlyMap<string, Check> {
  if (isObject(argument)) return new Map(Object.entries(argument).map(([key, each]) => [key, read(each)]))
  throw wrong(place, 'schemas by key')
}

/** One step further in. */
const into = (look: Look, key: string | number): Look => ({ ...look, path: { key, above: look.path }, seen: nothingSeen() })

/** The same value once more: what is seen there counts only if it holds. */
function again(check: Check, value: Json, look: Look) {
  const seen: Seen = nothingSeen()
  const failure = check(value, { ...look, seen })
  const keep = () => {
    for (const key of seen.keys) look.seen.keys.add(key)
    for (const item of seen.items) look.seen.items.add(item)
  }
  return { failure, keep }
}

const nothing: Check = () => undefined

/** Holds a value against each, none of which sees what the others have. */
const all =
  (checks: readonly Check[]): Check =>
  (value, look) => {
    for (const check of checks) {
      const { failure, keep } = again(check, value, look)
      if (failure) return failure
      keep()
    }
    return undefined
  }

const onKeys =
  (holds: (object: JsonObject, look: Look) => ReturnType<Check>): Check =>
  (value, look) =>
    isObject(value) ? holds(value, look) : undefined

const onItems =
  (holds: (list: readonly Json[], look: Look) => ReturnType<Check>): Check =>
  (value, look) =>
    isList(value) ? holds(value, look) : undefined

/** Holds the value of each key against the schema that is given for it; none: the key is not its concern. */
const byKey = (checkOf: (key: string, look: Look) => Check | undefined): Check =>
  onKeys((object, look) => {
    for (const [key, value] of Object.entries(object)) {
      const check = checkOf(key, look)
      const failure = check?.(value, into(look, key))
      if (failure) return failure
      if (check) look.seen.keys.add(key)
    }
    return undefined
  })

const byIndex = (checkOf: (index: number, look: Look) => Check | undefined): Check =>
  onItems((list, look) => {
    for (const [index, item] of list.entries()) {
      const check = checkOf(index, look)
      const failure = check?.(item, into(look, index))
      if (failure) return failure
      if (check) look.seen.items.add(index)
    }
    return undefined
  })

/** Tests for the keys that `patternProperties` of a schema speaks of. */
function patternsOf(schema: JsonObject): readonly ((key: string) => boolean)[] {
  const { patternProperties } = schema
  return isObject(patternProperties) ? Object.keys(patternProperties).map(compilePattern) : []
}

const prefixOf = (list: Json | undefined) => (isList(list) ? list.length : 0)

const tuple = (argument: Json, place: Place): Check => {
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
  onKeys((object, look) => all([...checks].filter(([key]) => Object.hasOwn(object, key)).map(([, check]) => check))(object, look))

const required = (argument: Json, place: Place): Check => requiring(argument, place) ?? nothing

const reference: Keyword = (argument, place) => {
  if (typeof argument !== 'string') throw wrong(place, 'a reference')
  return all([place.refer(argument)])
}

/** Keywords that hold schemas whose place only others use. */
const shelf: Keyword = (argument, place) => void schemasByKey(argument, place)
const spare: Keyword = (argument, place) => void place.compile(argument)

const contains: Keyword = (argument, place) => {
  const check = place.compile(argument)
  const { minContains = 1, maxContains = Infinity } = place.draft === 'draft-07' ? {} : place.schema
  const most = maxContains === Infinity ? Infinity : count(maxContains, { ...place, keyword: 'maxContains' })
  const least = count(minContains, { ...place, keyword: 'minContains' })
  return onItems((list, look) => {
    const held = [...list.keys()].filter((index) => !check(list[index] as Json, into(look, index)))
    if (place.draft === '2020-12') for (const index of held) look.seen.items.add(index)
    return held.length >= least && held.length <= most ? undefined : { keyword: 'contains', path: look.path }
  })
}

/** Holds a value against each, and asks how many hold. */
const some =
  (enough: (held: number) => boolean): Keyword =>
  (argument, place) => {
    const checks = schemas(argument, place)
    return (value, look) => {
      const held = checks.map((check) => again(check, value, look)).filter(({ failure }) => !failure)
      for (const { keep } of held) keep()
      return enough(held.length) ? undefined : { keyword: place.keyword, path: look.path }
    }
  }

/** Keywords of every draft that hold a value or its parts against schemas. */
export const applicators = {
  $ref: reference,
  definitions: shelf,
  $defs: shelf,
  then: spare,
  else: spare,
  properties(argument, place) {
    const checks = schemasByKey(argument, place)
    return byKey((key) => checks.get(key))
  },
  patternProperties(argument, place) {
    const checks = [...schemasByKey(argument, place).values()]
    const tests = patternsOf(place.schema)
    return all(
      checks.map((check, index) =>
        byKey((key, look) => {
          look.spend(key.length)
          return tests[index]?.(key) ? check : undefined
        }),
      ),
    )
  },
  additionalProperties(argument, place) {
    const check = place.compile(argument)
    const { properties } = place.schema
    const tests = patternsOf(place.schema)
    return byKey((key, look) => {
      look.spend(key.length * tests.length)
      return (isObject(properties) && Object.hasOwn(properties, key)) || tests.some((test) => test(key)) ? undefined : check
    })
  },
  propertyNames(argument, place) {
    const check = place.compile(argument)
    return onKeys((object, look) => {
      for (const key of Object.keys(object))
        if (check(key, into(look, key))) return { keyword: place.keyword, path: { key, above: look.path } }
      return undefined
    })
  },
  dependencies: (argument, place) =>
    dependent(schemasByKey(argument, place, (each) => (isList(each) ? required(each, place) : place.compile(each)))),
  contains,
  allOf: (argument, place) => all(schemas(argument, place)),
  anyOf: some((held) => held > 0),
  oneOf: some((held) => held === 1),
  not(argument, place) {
    const check = place.compile(argument)
    return (value, look) => (again(check, value, look).failure ? undefined : { keyword: place.keyword, path: look.path })
  },
  if(argument, place) {
    const check = place.compile(argument)
    const { then: yes = true, else: no = true } = place.schema
    const [then, otherwise] = [place.compile(yes), place.compile(no)]
    return (value, look) => {
      const condition = again(check, value, look)
      if (!condition.failure) condition.keep()
      const { failure, keep } = again(condition.failure ? otherwise : then, value, look)
      if (!failure) keep()
      return failure
    }
  },
} as const satisfies Readonly<Record<string, Keyword>>

/** Lists as drafts before 2020-12 have them. */
export const earlierItems: Readonly<Record<string, Keyword>> = {
  items: (argument, place) => (isList(argument) ? tuple(argument, place) : itemsFrom(() => 0)(argument, place)),
  additionalItems(argument, place) {
    const check = itemsFrom(({ items }) => prefixOf(items))(argument, place)
    return isList(place.schema['items']) ? check : undefined
  },
}

/** Lists as 2020-12 has them. */
export const laterItems: Readonly<Record<string, Keyword>> = {
  prefixItems: tuple,
  items: itemsFrom(({ prefixItems }) => prefixOf(prefixItems)),
}

/** Keywords that came with 2019-09. The last two go by what all others of the schema have seen. */
export const later: Readonly<Record<string, Keyword>> = {
  dependentRequired: (argument, place) => dependent(schemasByKey(argument, place, (each) => required(each, place))),
  dependentSchemas: (argument, place) => dependent(schemasByKey(argument, place)),
  unevaluatedItems(argument, place) {
    const check = place.compile(argument)
    return byIndex((index, { seen }) => (seen.items.has(index) ? undefined : check))
  },
  unevaluatedProperties(argument, place) {
    const check = place.compile(argument)
    return byKey((key, { seen }) => (seen.keys.has(key) ? undefined : check))
  },
}

/** References that go by who refers. They are followed where that makes no difference. */
export const dynamicReferences: Readonly<Record<string, Keyword>> = { $dynamicRef: reference, $recursiveRef: reference }
