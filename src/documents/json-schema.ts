import { msg } from '../core/message.ts'
import {
  applicators,
  dynamicReferences,
  itemsBefore2020,
  itemsSince2020,
  keywordsSince2019,
} from './json-schema-applicators.ts'
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
function resourceAt(schema: JsonObject, outer?: Resource): Resource {
  const id = idOf(schema)
  return outer && (id === undefined || schema === outer.root) ? outer : { root: schema, id }
}

const anchorsOf = ({ $anchor, $dynamicAnchor, $id }: JsonObject) => [
  $anchor,
  $dynamicAnchor,
  typeof $id === 'string' && $id.startsWith('#') ? $id.slice(1) : undefined,
]

/** Every schema of a resource that has this name. */
function schemasWithAnchor(value: Json, name: string, isRoot = true): readonly JsonObject[] {
  if (isList(value)) return value.flatMap((item) => schemasWithAnchor(item, name, false))
  if (!isObject(value) || (!isRoot && idOf(value) !== undefined)) return []
  return [
    ...(anchorsOf(value).includes(name) ? [value] : []),
    ...Object.values(value).flatMap((member) => schemasWithAnchor(member, name, false)),
  ]
}

function resolvePointer(pointer: string, from: Resource): Subschema | undefined {
  let [value, resource]: [Json | undefined, Resource] = [from.root, from]
  for (const step of pointer.slice(1).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    value = isList(value) ? value[Number(key)] : isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
    if (isObject(value)) resource = resourceAt(value, resource)
  }
  return value === undefined ? undefined : { schema: value, resource }
}

function resolveAnchor(name: string, resource: Resource): Subschema | undefined {
  const [schema, second] = schemasWithAnchor(resource.root, name)
  if (second) throw new SchemaRefusal('skipped', msg`several of its parts are called ${name}`)
  return schema && { schema, resource }
}

function decodeFragment(text: string): string | undefined {
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
function partAt(reference: string, resource: Resource, rootResource: Resource): Subschema {
  const hash = reference.indexOf('#')
  const document = reference.slice(0, hash)
  const namedResource = [resource, rootResource].find(({ id }) => id === document)
  const from = document === '' ? resource : namedResource
  if (hash === -1 || !from)
    throw new SchemaRefusal('remote', msg`Unexpected reference ${reference}, expected one to the schema itself`)
  const fragment = decodeFragment(reference.slice(hash + 1))
  if (fragment === '') return { schema: from.root, resource: from }
  const subschema = fragment?.startsWith('/')
    ? resolvePointer(fragment, from)
    : fragment && resolveAnchor(fragment, from)
  if (!subschema)
    throw new SchemaRefusal('unreadable', msg`Unexpected reference ${reference}, expected one to a part of the schema`)
  return subschema
}

/** The keywords of each draft, in the order in which they are applied: those that depend on others come last. */
const keywords: Readonly<Record<Draft, Readonly<Record<string, Keyword>>>> = {
  'draft-07': { ...annotations, ...assertions, ...applicators, ...itemsBefore2020 },
  '2019-09': {
    ...annotations,
    ...assertions,
    ...dynamicReferences,
    ...applicators,
    ...itemsBefore2020,
    ...keywordsSince2019,
  },
  '2020-12': {
    ...annotations,
    ...assertions,
    ...dynamicReferences,
    ...applicators,
    ...itemsSince2020,
    ...keywordsSince2019,
  },
}

const drafts: ReadonlyMap<string, Draft> = new Map([
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft-07/schema', 'draft-07'],
])

const maxNodes = 5000
/** The deepest nesting of schemas that is followed, through references too. */
const maxDepth = 200

/** A schema ready to be applied, and how many nodes it has once references are followed. */
interface CompiledSchema {
  readonly check: Check
  readonly size: number
}

const noAssertion: Check = () => undefined
const trueSchema: CompiledSchema = { check: noAssertion, size: 1 }
const falseSchema: CompiledSchema = { check: (_, { path }) => ({ keyword: 'false', path }), size: 1 }

function draftOf({ $schema: schemaUri }: JsonObject): Draft {
  if (schemaUri === undefined) return '2020-12'
  if (typeof schemaUri !== 'string')
    throw new SchemaRefusal('unreadable', msg`Unexpected value of ${'$schema'}, expected a string`)
  const draft = drafts.get(schemaUri.replace(/#$/, ''))
  if (!draft) throw new SchemaRefusal('skipped', msg`its draft is ${schemaUri}`)
  return draft
}

/** What is known of a schema while its parts are compiled. */
interface Compiler {
  readonly draft: Draft
  readonly whole: Resource
  /** A part that has been begun and not ended refers to itself. */
  readonly done: Map<JsonObject, CompiledSchema | 'begun'>
}

function compilePart(compiler: Compiler, { schema, resource }: Subschema, level: number): CompiledSchema {
  if (typeof schema === 'boolean') return schema ? trueSchema : falseSchema
  if (!isObject(schema)) throw new SchemaRefusal('unreadable', 'Unexpected value, expected a schema')
  if (level > maxDepth)
    throw new SchemaRefusal('skipped', msg`it is more than ${maxDepth} levels deep where its references lead`)
  const previous = compiler.done.get(schema)
  if (previous === 'begun') throw new SchemaRefusal('skipped', 'it refers to itself')
  if (previous) return previous
  compiler.done.set(schema, 'begun')
  const compiled = compileObject(compiler, schema, resourceAt(schema, resource), level)
  compiler.done.set(schema, compiled)
  return compiled
}

function compileObject(compiler: Compiler, schema: JsonObject, resource: Resource, level: number): CompiledSchema {
  const { draft, whole } = compiler
  let size = 1
  const grow = (nodes: number) => {
    size += nodes
    if (size > maxNodes)
      throw new SchemaRefusal('skipped', msg`it has more than ${maxNodes} nodes where its references lead`)
  }
  const compileInner = (part: Subschema): Check => {
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
      compile: (inner) => compileInner({ schema: inner, resource }),
      refer: (reference) => compileInner(partAt(reference, resource, whole)),
    })
    if (check) checks.push(check)
  }
  // Those that hold schemas have been counted with what they hold.
  const plainKeywords = Object.entries(schema).filter(([key]) => !Object.hasOwn(applicators, key))
  for (const [, argument] of plainKeywords) grow(countValues(argument))
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
function compileSchema(schema: Json): CompiledSchema {
  if (typeof schema === 'boolean') return schema ? trueSchema : falseSchema
  if (!isObject(schema)) throw new SchemaRefusal('unreadable', 'Unexpected value, expected a schema')
  if (countValues(schema) > maxNodes) throw new SchemaRefusal('skipped', msg`it has more than ${maxNodes} nodes`)
  const rootResource = resourceAt(schema)
  return compilePart(
    { draft: draftOf(schema), whole: rootResource, done: new Map() },
    { schema, resource: rootResource },
    0,
  )
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
const maxDataValues = 50_000
const maxPairs = 20_000_000
const maxSteps = 20_000_000

const skipRefusal = (why: string): SchemaRefusal => new SchemaRefusal('skipped', why)

function schemaOf(text: string): Json {
  if (Buffer.byteLength(text) > maxBytes) throw skipRefusal(msg`it has more than ${maxBytes} bytes`)
  const root = parseJson(text, maxLevels)
  if ('fault' in root)
    throw root.deep
      ? skipRefusal(msg`it has more than ${maxLevels} levels`)
      : new SchemaRefusal('unreadable', root.fault)
  return toPlainData(root) as Json
}

const stepsOf = (path: Path | undefined): readonly (string | number)[] =>
  path ? [...stepsOf(path.above), path.key] : []

/**
 * Checks a value against a JSON Schema of draft-07, 2019-09 or 2020-12 (the default), both from untrusted files. The
 * schema is interpreted, never turned into code; `format` is an annotation; patterns run in linear time; only own keys
 * count; nothing outside the schema is looked for. What is larger or refers to itself is not applied.
 */
export function validateJson(schemaText: string, data: DataNode): SchemaResult {
  try {
    const { check, size } = compileSchema(schemaOf(schemaText))
    const value = toPlainData(data) as Json
    const values = countValues(value)
    if (values > maxDataValues) throw skipRefusal(msg`the data has more than ${maxDataValues} values`)
    if (size * values > maxPairs) throw skipRefusal(msg`it has ${size} nodes for ${values} values`)
    let spent = 0
    const spend = (steps: number) => {
      spent += steps
      if (spent > maxSteps) throw skipRefusal('it takes too many steps')
    }
    const failure = check(value, { path: undefined, evaluated: noEvaluatedParts(), spend })
    return failure ? { kind: 'invalid', keyword: failure.keyword, path: stepsOf(failure.path) } : { kind: 'valid' }
  } catch (error) {
    if (error instanceof SchemaRefusal) return { kind: error.kind, why: error.message }
    throw error
  }
}
