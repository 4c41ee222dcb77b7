import { once } from '../../core/once.ts'
import { languageSchema } from './language/json-schema.ts'
import { presetNames } from './language/read.ts'
import { usedShape, workflowShape } from './language/shape.ts'
import type { JsonSchema } from '../../kit/published-schema.ts'
import { isMapping } from '../../documents/data.ts'

/** A part of fewer characters is repeated where it occurs. */
const worthSharing = 200

/** Parts of a schema that occur more than once become definitions, named after the key that they are first found below. */
class Definitions {
  readonly all: Record<string, JsonSchema> = {}
  readonly #occurrences = new Map<string, number>()
  readonly #names = new Map<string, string>()

  constructor(schema: JsonSchema) {
    this.#count(schema)
  }

  #count(value: unknown): void {
    if (isMapping(value)) {
      const text = JSON.stringify(value)
      const before = this.#occurrences.get(text) ?? 0
      this.#occurrences.set(text, before + 1)
      // What is in a part that is shared occurs once.
      if (before > 0) return
    }
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) this.#count(each)
  }

  #nameOf(text: string, key: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    let name = key
    for (let number = 2; Object.hasOwn(this.all, name); number += 1) name = `${key}-${number}`
    this.#names.set(text, name)
    return name
  }

  /** A part with references to the definitions of what is shared in it. */
  referring(part: unknown, key: string): unknown {
    if (Array.isArray(part)) return part.map((each) => this.referring(each, key))
    if (!isMapping(part)) return part
    const text = JSON.stringify(part)
    if (text.length < worthSharing || (this.#occurrences.get(text) ?? 0) < 2 || !('type' in part || 'anyOf' in part))
      return this.#within(part, key)
    const name = this.#nameOf(text, key)
    if (!Object.hasOwn(this.all, name)) {
      this.all[name] = {}
      this.all[name] = this.#within(part, key)
    }
    return { $ref: `#/$defs/${name}` }
  }

  #within(part: Readonly<Record<string, unknown>>, key: string): JsonSchema {
    return Object.fromEntries(
      Object.entries(part).map(([name, each]) => {
        if (name !== 'properties' || !isMapping(each)) return [name, this.referring(each, key)]
        return [name, Object.fromEntries(Object.entries(each).map(([own, value]) => [own, this.referring(value, own)]))]
      }),
    )
  }
}

/** The JSON Schema of an entry of `workflows` (the name of a preset, a preset with changes, or a declaration), with what it refers to. */
export const declarationSchema = once((): { readonly schema: JsonSchema; readonly definitions: Readonly<Record<string, JsonSchema>> } => {
  const used = languageSchema(usedShape())
  const use = { type: 'string' as const, enum: [...presetNames] }
  const whole: JsonSchema = { anyOf: [use, { ...used, properties: { ...used.properties, use } }, languageSchema(workflowShape())] }
  const definitions = new Definitions(whole)
  return { schema: definitions.referring(whole, 'workflow') as JsonSchema, definitions: definitions.all }
})
