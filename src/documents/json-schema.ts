import { msg } from '../core/message.ts'
import { applicators, dynamicReferences, itemsBefore2020, itemsSince2020, since2019 } from './json-schema-applicators.ts'
import {
  annotations,
  assertions,
  type Check,
  countValues,
  type Draft,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Keyword,
  noEvaluatedParts,
  type Path,
  SchemaRefusal,
} from './json-schema-assertions.ts'
import { toPlainData, type DataNode } from './data.ts'
import { parseJson } from './json.ts'

/** A schema with an id of its own, or the whole: references in it are resolved against it. */
interface Resource {
  readonly root: JsonObject
  readonly id: string | undefined
}

/** A part of a schema, and the resource that it belongs to. */
interface Subschema {
  readonly schema: Json
  readonly resource: Resource
}

const idOf = ({ $id }: JsonObject): string | undefined =>
  typeof $id === 'string' && !$id.startsWith('#') ? $id.replace(/#$/, '') : undefined

/** The resource that a schema belongs to. */
function resourceAt(schema: JsonObject, around?: Resource): Resource {
  const id = idOf(schema)
  return around && (id === undefined || schema === around.root) ? around : { root: schema, id }
}

const anchorsOf = ({ $anchor, $dynamicAnchor, $id }: JsonObject) => [
  $anchor,
  $dynamicAnchor,
  typeof $id === 'string' && $id.startsWith('#') ? $id.slice(1) : undefined,
]

/** Every schema of a resource that has this name. */
function anchored(value: Json, name: string, isRoot = true): readonly JsonObject[] {
  if (isList(value)) return value.flatMap((each) => anchored(each, name, false))
  if (!isObject(value) || (!isRoot && idOf(value) !== undefined)) return []
  return [...(anchorsOf(value).includes(name) ? [value] : []), ...Object.values(value).flatMap((each) => anchored(each, name, false))]
}

function byPointer(pointer: string, from: Resource): Subschema | undefined {
  let [found, resource]: [Json | undefined, Resource] = [from.root, from]
  for (const step of pointer.slice(1).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    found = isList(found) ? found[Number(key)] : isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
    if (isObject(found)) resource = resourceAt(found, resource)
  }
  return found === undefined ? undefined : { schema: found, resource }
}

function byName(name: string, resource: Resource): Subschema | undefined {
  const [schema, second] = anchored(resource.root, name)
  if (second) throw new SchemaRefusal('skipped', msg`several of its parts are called ${name}`)
  return schema && { schema, resource }
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Where a reference in a resource leads: `#…`, or the id of that resource or of the whole with `#…`.
 *
 * @throws SchemaRefusal where it leads elsewhere, or to nothing.
 */
function partAt(reference: string, resource: Resource, whole: Resource): Subschema {
  const hash = reference.indexOf('#')
  const document = reference.slice(0, hash)
  const known = [resource, whole].find(({ id }) => id === document)
  const from = document === '' ? resource : known
  if (hash === -1 || !from) throw new SchemaRefusal('remote', msg`Unexpected reference ${reference}, expected one to the schema itself`)
  const fragment = unescaped(reference.slice(hash + 1))
  if (fragment === '') return { schema: from.root, resource: from }
  const found = fragment?.startsWith('/') ? byPointer(fragment, from) : fragment && byName(fragment, from)
  if (!found) throw new SchemaRefusal('unreadable', msg`Unexpected reference ${reference}, expected one to a part of the schema`)
  return found
}

/** The keywords of each draft, in the order in which they are applied: those that depend on others come last. */
const keywords: Readonly<Record<Draft, Readonly<Record<string, Keyword>>>> = {
  'draft-07': { ...annotations, ...assertions, ...applicators, ...itemsBefore2020 },
  '2019-09': { ...annotations, ...assertions, ...dynamicReferences, ...applicators, ...itemsBefore2020, ...since2019 },
  '2020-12': { ...annotations, ...assertions, ...dynamicReferences, ...applicators, ...itemsSince2020, ...since2019 },
}

const drafts: ReadonlyMap<string, Draft> = new Map([
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft-07/schema', 'draft-07'],
])

const maxNodes = 5000
/** Of schemas in each other, where references lead. */
const maxDepth = 200

/** A schema ready to be applied, and how many nodes it has once references are followed. */
interface Compiled {
  readonly check: Check
  readonly size: number
}

const nothing: Check = () => undefined
const always: Compiled = { check: nothing, size: 1 }
const never: Compiled = { check: (_, { path }) => ({ keyword: 'false', path }), size: 1 }

function draftOf({ $schema: written }: JsonObject): Draft {
  if (written === undefined) return '2020-12'
  if (typeof written !== 'string') throw new SchemaRefusal('unreadable', msg`Unexpected value of ${'$schema'}, expected a string`)
  const draft = drafts.get(written.replace(/#$/, ''))
  if (!draft) throw new SchemaRefusal('skipped', msg`its draft is ${written}`)
  return draft
}

/** What is known of a schema while its parts are compiled. */
interface Compiler {
  readonly draft: Draft
  readonly whole: Resource
  /** A part that has been begun and not ended refers to itself. */
  readonly done: Map<JsonObject, Compiled | 'begun'>
}

function compilePart(compiler: Compiler, { schema, resource }: Subschema, level: number): Compiled {
  if (typeof schema === 'boolean') return schema ? always : never
  if (!isObject(schema)) throw new SchemaRefusal('unreadable', 'Unexpected value, expected a schema')
  if (level > maxDepth) throw new SchemaRefusal('skipped', msg`it is more than ${maxDepth} levels deep where its references lead`)
  const before = compiler.done.get(schema)
  if (before === 'begun') throw new SchemaRefusal('skipped', 'it refers to itself')
  if (before) return before
  compiler.done.set(schema, 'begun')
  const compiled = compileObject(compiler, schema, resourceAt(schema, resource), level)
  compiler.done.set(schema, compiled)
  return compiled
}

function compileObject(compiler: Compiler, schema: JsonObject, resource: Resource, level: number): Compiled {
  const { draft, whole } = compiler
  let size = 1
  const grow = (more: number) => {
    size += more
    if (size > maxNodes) throw new SchemaRefusal('skipped', msg`it has more than ${maxNodes} nodes where its references lead`)
  }
  const add = (part: Subschema): Check => {
    const compiled = compilePart(compiler, part, level + 1)
    grow(compiled.size)
    return compiled.check
  }
  const checks: Check[] = []
  for (const [keyword, make] of Object.entries(keywords[draft])) {
    const argument = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
    if (argument === undefined) continue
    const check = make(argument, {
      keyword,
      schema,
      draft,
      compile: (inner) => add({ schema: inner, resource }),
      refer: (reference) => add(partAt(reference, resource, whole)),
    })
    if (check) checks.push(check)
  }
  // Those that hold schemas have been counted with what they hold.
  const plain = Object.entries(schema).filter(([key]) => !Object.hasOwn(applicators, key))
  for (const [, argument] of plain) grow(countValues(argument))
  return {
    check(value, context) {
      for (const check of checks) {
        const failure = check(value, context)
        if (failure) return failure
      }
      return undefined
    },
    size,
  }
}

/** Compiles a schema. Nothing is looked for outside it. @throws SchemaRefusal where it is not applied. */
function compileSchema(schema: Json): Compiled {
  if (typeof schema === 'boolean') return schema ? always : never
  if (!isObject(schema)) throw new SchemaRefusal('unreadable', 'Unexpected value, expected a schema')
  if (countValues(schema) > maxNodes) throw new SchemaRefusal('skipped', msg`it has more than ${maxNodes} nodes`)
  const whole = resourceAt(schema)
  return compilePart({ draft: draftOf(schema), whole, done: new Map() }, { schema, resource: whole }, 0)
}

/** The result of a check. Sentences by `msg`. */
export type SchemaResult =
  | { readonly kind: 'valid' }
  /** `keyword` is what it violates, `path` where in the value. */
  | { readonly kind: 'invalid'; readonly keyword: string; readonly path: readonly (string | number)[] }
  /** It is no schema, or refers outside itself. */
  | { readonly kind: 'unreadable' | 'remote'; readonly why: string }
  /** It was not applied, since … */
  | { readonly kind: 'skipped'; readonly why: string }

const maxBytes = 256 * 1024
const maxLevels = 32
const mostValues = 50_000
const maxPairs = 20_000_000
const maxSteps = 20_000_000

const skip = (why: string): SchemaRefusal => new SchemaRefusal('skipped', why)

function schemaOf(text: string): Json {
  if (Buffer.byteLength(text) > maxBytes) throw skip(msg`it has more than ${maxBytes} bytes`)
  const root = parseJson(text, maxLevels)
  if ('fault' in root) throw root.deep ? skip(msg`it has more than ${maxLevels} levels`) : new SchemaRefusal('unreadable', root.fault)
  return toPlainData(root) as Json
}

const steps = (path: Path | undefined): readonly (string | number)[] => (path ? [...steps(path.above), path.key] : [])

/**
 * Checks a value against a JSON Schema of draft-07, 2019-09 or 2020-12 (the default), both from untrusted files. The schema is
 * interpreted, never turned into code; `format` is an annotation; patterns run in linear time; only own keys count; nothing outside
 * the schema is looked for. What is larger or refers to itself is not applied.
 */
export function validateJson(schemaText: string, data: DataNode): SchemaResult {
  try {
    const { check, size } = compileSchema(schemaOf(schemaText))
    const value = toPlainData(data) as Json
    const values = countValues(value)
    if (values > mostValues) throw skip(msg`the data has more than ${mostValues} values`)
    if (size * values > maxPairs) throw skip(msg`it has ${size} nodes for ${values} values`)
    let spent = 0
    const spend = (steps: number) => {
      spent += steps
      if (spent > maxSteps) throw skip('it takes too many steps')
    }
    const failure = check(value, { path: undefined, evaluated: noEvaluatedParts(), spend })
    return failure ? { kind: 'invalid', keyword: failure.keyword, path: steps(failure.path) } : { kind: 'valid' }
  } catch (error) {
    if (error instanceof SchemaRefusal) return { kind: error.kind, why: error.message }
    throw error
  }
}
