import { once } from '../../core/once.ts'
import { languageSchema } from './language/json-schema.ts'
import { constraints, someOf, when, limits } from './language/values.ts'
import { presetData, presetNames } from './language/presets.ts'
import { changeKeys, usedShape, workflowShape } from './language/shape.ts'
import { isSchema, type JsonSchema } from '../../kit/published-schema.ts'
import { isMapping } from '../../documents/data.ts'

/** A part of fewer characters is repeated where it occurs. */
const minSharedLength = 200

/**
 * Parts of a schema that occur more than once become definitions, named after the key that they are first found below.
 */
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
      const previousCount = this.#occurrences.get(text) ?? 0
      this.#occurrences.set(text, previousCount + 1)
      // What is in a part that is shared occurs once.
      if (previousCount > 0) return
    }
    if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) this.#count(child)
  }

  #nameOf(text: string, key: string): string {
    const existingName = this.#names.get(text)
    if (existingName !== undefined) return existingName
    let name = key
    for (let number = 2; Object.hasOwn(this.all, name); number += 1) name = `${key}-${number}`
    this.#names.set(text, name)
    return name
  }

  /** A part with references to the definitions of what is shared in it. */
  referring(part: unknown, key: string): unknown {
    if (Array.isArray(part)) return part.map((element) => this.referring(element, key))
    if (!isMapping(part)) return part
    const text = JSON.stringify(part)
    if (text.length < minSharedLength || (this.#occurrences.get(text) ?? 0) < 2 || !('type' in part || 'anyOf' in part))
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
      Object.entries(part).map(([name, value]) => {
        if (name !== 'properties' || !isMapping(value)) return [name, this.referring(value, key)]
        return [
          name,
          Object.fromEntries(
            Object.entries(value).map(([propertyName, propertySchema]) => [
              propertyName,
              this.referring(propertySchema, propertyName),
            ]),
          ),
        ]
      }),
    )
  }
}

/** The parameters and kinds that the use of a preset may name, and where it may have keys of a kind. */
function presetRule(name: string): JsonSchema {
  const { with: defaults = {}, kinds } = presetData(name)
  const parameters = Object.entries(defaults as object).map(([key, value]): readonly [string, JsonSchema] => [
    key,
    { minItems: 1, ...(!Array.isArray(value) && { maxItems: 1 }) },
  ])
  return when(
    { properties: { use: { const: name } } },
    {
      properties: {
        with: { properties: Object.fromEntries(parameters), additionalProperties: false },
        kinds: kinds ? { propertyNames: { enum: Object.keys(kinds) } } : { maxProperties: 0 },
      },
      ...(kinds !== undefined && { not: someOf(changeKeys()) }),
    },
  )
}

/**
 * The JSON Schema of the value of `workflows`: names of presets, presets with changes, and declarations; with what it
 * refers to.
 */
export const declarationSchema = once(
  (): { readonly list: JsonSchema; readonly definitions: Readonly<Record<string, JsonSchema>> } => {
    const useSchema = languageSchema(usedShape())
    const use = { type: 'string' as const, enum: [...presetNames] }
    const useRules = constraints(...(useSchema.allOf ?? []).filter(isSchema), ...presetNames.map(presetRule))
    const entrySchema: JsonSchema = {
      anyOf: [
        use,
        { ...useSchema, ...useRules, properties: { ...useSchema.properties, use } },
        languageSchema(workflowShape()),
      ],
    }
    const definitions = new Definitions(entrySchema)
    const items = definitions.referring(entrySchema, 'workflow') as JsonSchema
    return { list: { items, maxItems: limits.workflows }, definitions: definitions.all }
  },
)
