import * as z from 'zod'
import { repository } from '../core/links.ts'

/** Keywords of JSON Schema. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

export const isSchema = (schema: unknown): schema is JsonSchema =>
  typeof schema === 'object' && schema !== null && !Array.isArray(schema)

const alternatives = (schema: JsonSchema): readonly JsonSchema[] => [
  schema,
  ...(schema.anyOf ?? []).filter(isSchema).flatMap(alternatives),
]

/** The keys that are known at a path, which has numbers for the elements of lists. */
export function keysAt(schema: JsonSchema, path: readonly PropertyKey[]): readonly string[] {
  let level = alternatives(schema)
  for (const step of path)
    level = level
      .map(({ items, properties, additionalProperties }) =>
        typeof step === 'number' ? items : (properties?.[String(step)] ?? additionalProperties),
      )
      .filter(isSchema)
      .flatMap(alternatives)
  return [...new Set(level.flatMap(({ properties }) => Object.keys(properties ?? {})))]
}

/** What a published JSON Schema is made from. */
export interface SchemaSource {
  readonly title: string
  readonly description?: string
  readonly shape: z.ZodType
  /** Constraints of shapes that are checked by code, as JSON Schema keywords. */
  readonly forms?: ReadonlyMap<z.core.$ZodType, JsonSchema>
}

/** The schemas of a protocol: name without that of the protocol → what it is made from. */
export type SchemaSources = Readonly<Record<string, SchemaSource>>

/** The sentence that ends the description of every state file: what its schema cannot say. */
export const schemaLimits =
  'Dates that do not exist, and what contradicts another file or another key, are left to `baton validate`.'

/** The identifier of a published schema: its address, or its name in the folder that it is in. */
export const schemaAddress = (name: string, repositoryUrl: string | undefined = repository): string =>
  repositoryUrl === undefined ? `${name}.v1.json` : `${repositoryUrl}/raw/v1/schema/${name}.v1.json`

/** The JSON Schema (2020-12) of the written form of a file, self-contained. */
export function publishedSchema(name: string, { title, description, shape, forms }: SchemaSource): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(shape, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, forms?.get(zodSchema)),
  })
  return {
    ...($schema !== undefined && { $schema }),
    $id: schemaAddress(name),
    title,
    ...(description !== undefined && { description }),
    ...schema,
  }
}
