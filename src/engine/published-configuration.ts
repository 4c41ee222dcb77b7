import type { RuleFacts } from '../core/rule.ts'
import { schemaAddress } from '../kit/published-schema.ts'
import { configurationShape, type JsonSchema } from './configuration/json-schema.ts'
import type { ConfigurationSchema } from './configuration/schema.ts'

/** The schema of the configuration for editors, `schema/config.v1.json`: codes are described by what their rules say. */
export function configurationJsonSchema(schema: ConfigurationSchema, rules: readonly Pick<RuleFacts, 'code' | 'summary'>[]): JsonSchema {
  const { $schema, ...shape } = configurationShape(schema)
  const summaries = new Map(rules.map(({ code, summary }) => [code, summary]))
  const severity = shape.properties?.severity as JsonSchema
  const codes = Object.entries(severity.properties ?? {}).map(([code, level]) => {
    const description = summaries.get(code)
    return [code, { ...(description !== undefined && { description }), ...(level as JsonSchema) }] as const
  })
  return {
    ...($schema !== undefined && { $schema }),
    $id: schemaAddress('config'),
    ...shape,
    title: 'Baton: configuration, version 1',
    description: 'What `.github/baton.yml` may say. Everything is optional.',
    properties: { ...shape.properties, severity: { ...severity, properties: Object.fromEntries(codes) } },
  }
}
