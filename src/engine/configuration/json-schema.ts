import * as z from 'zod'
import type { RuleFacts } from '../../core/rule.ts'
import type { ConfigurationSchema } from './schema.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** The JSON Schema of what is written in `.github/baton.yml`, in the draft that editors know best. */
export function configurationShape(schema: ConfigurationSchema): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', target: 'draft-7' })
}

/** The same for editors, `schema/config.v1.json`: codes are described by what their rules say. */
export function configurationJsonSchema(schema: ConfigurationSchema, rules: readonly Pick<RuleFacts, 'code' | 'summary'>[]): JsonSchema {
  const shape = configurationShape(schema)
  const summaries = new Map(rules.map(({ code, summary }) => [code, summary]))
  const severity = shape.properties?.severity as JsonSchema
  const codes = Object.entries(severity.properties ?? {}).map(([code, level]) => {
    const description = summaries.get(code)
    return [code, { ...(description !== undefined && { description }), ...(level as JsonSchema) }] as const
  })
  return {
    ...shape,
    title: 'Baton: configuration, version 1',
    description: 'What `.github/baton.yml` may say. Everything is optional.',
    properties: { ...shape.properties, severity: { ...severity, properties: Object.fromEntries(codes) } },
  }
}

const isSchema = (schema: unknown): schema is JsonSchema => typeof schema === 'object' && schema !== null && !Array.isArray(schema)

/** A schema, and those it is the union of. */
export const shapes = (schema: JsonSchema): readonly JsonSchema[] => [schema, ...(schema.anyOf ?? []).filter(isSchema)]

/** The schema of any value in a list or under any key of a mapping whose keys are free. */
export const inside = ({ items, additionalProperties }: JsonSchema): JsonSchema | undefined => [items, additionalProperties].find(isSchema)

/** The keys that are known at a path. */
export function keysAt(schema: JsonSchema, path: readonly PropertyKey[]): readonly string[] {
  let level = shapes(schema)
  for (const step of path) {
    level = level
      .map((shape) => shape.properties?.[String(step)] ?? inside(shape))
      .filter(isSchema)
      .flatMap(shapes)
  }
  return level.flatMap((shape) => Object.keys(shape.properties ?? {}))
}
