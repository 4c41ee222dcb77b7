import { msg } from '../../core/message.ts'
import { applicators, dynamicReferences, earlierItems, later, laterItems } from './applicators.ts'
import { annotations, assertions } from './assertions.ts'
import { type Check, countValues, type Draft, isObject, type Json, type JsonObject, type Keyword } from './check.ts'
import { partAt, resourceAt, type Part, type Resource } from './references.ts'
import { Unusable } from './usable.ts'

/** The keywords of each draft, in the order in which they are looked at: what goes by others comes last. */
const keywords: Readonly<Record<Draft, Readonly<Record<string, Keyword>>>> = {
  'draft-07': { ...annotations, ...assertions, ...applicators, ...earlierItems },
  '2019-09': { ...annotations, ...assertions, ...dynamicReferences, ...applicators, ...earlierItems, ...later },
  '2020-12': { ...annotations, ...assertions, ...dynamicReferences, ...applicators, ...laterItems, ...later },
}

const drafts: ReadonlyMap<string, Draft> = new Map([
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft-07/schema', 'draft-07'],
])

const mostNodes = 5000
const mostLevels = 200

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
  if (typeof written !== 'string') throw new Unusable('unreadable', msg`Unexpected value of ${'$schema'}, expected a text`)
  const draft = drafts.get(written.replace(/#$/, ''))
  if (!draft) throw new Unusable('skipped', msg`its draft is ${written}`)
  return draft
}

/** What is known of a schema while its parts are compiled. */
interface Compiler {
  readonly draft: Draft
  readonly whole: Resource
  /** A part that has been begun and not ended refers to itself. */
  readonly done: Map<JsonObject, Compiled | 'begun'>
}

function compilePart(compiler: Compiler, { schema, resource }: Part, level: number): Compiled {
  if (typeof schema === 'boolean') return schema ? always : never
  if (!isObject(schema)) throw new Unusable('unreadable', 'Unexpected value, expected a schema')
  if (level > mostLevels) throw new Unusable('skipped', msg`it is more than ${mostLevels} levels deep where its references lead`)
  const before = compiler.done.get(schema)
  if (before === 'begun') throw new Unusable('skipped', 'it refers to itself')
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
    if (size > mostNodes) throw new Unusable('skipped', msg`it has more than ${mostNodes} nodes where its references lead`)
  }
  const add = (part: Part): Check => {
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
    check(value, look) {
      for (const check of checks) {
        const failure = check(value, look)
        if (failure) return failure
      }
      return undefined
    },
    size,
  }
}

/** Compiles a schema. Nothing is looked for outside it. @throws Unusable where it is not applied. */
export function compileSchema(schema: Json): Compiled {
  if (typeof schema === 'boolean') return schema ? always : never
  if (!isObject(schema)) throw new Unusable('unreadable', 'Unexpected value, expected a schema')
  if (countValues(schema) > mostNodes) throw new Unusable('skipped', msg`it has more than ${mostNodes} nodes`)
  const whole = resourceAt(schema)
  return compilePart({ draft: draftOf(schema), whole, done: new Map() }, { schema, resource: whole }, 0)
}
