import type { Documentation } from '../core/protocol.ts'
import type { RuleFacts } from '../core/rule.ts'
import { schemaAddress, isSchema, type JsonSchema } from '../kit/published-schema.ts'
import { descriptions } from './configuration/descriptions.ts'
import { configurationShape } from './configuration/json-schema.ts'
import type { ConfigurationSchema } from './configuration/schema.ts'

type Texts = Readonly<Record<string, string>>

/** What every key means, by its path. */
function textsOf(documentation: Documentation): Texts {
  const ofProtocols = Object.entries(documentation).flatMap(([name, { configuration }]): (readonly [path: string, text: string])[] => [
    [`protocols.${name}`, `The protocol \`${name}\`; \`false\` switches it off. By default it is used where its files are found`],
    ...Object.entries(configuration).map(([path, text]) => [`protocols.${name}.${path}`, text] as const),
  ])
  return { ...descriptions, ...Object.fromEntries(ofProtocols) }
}

/** A schema with descriptions of its keys. `path`: the path of the schema, as `keys.ts` writes it. */
function described(schema: JsonSchema, path: string, texts: Texts): JsonSchema {
  const { anyOf, items, properties, additionalProperties, propertyNames } = schema
  const at = (each: unknown, place: string): unknown => {
    if (!isSchema(each)) return each
    const text = texts[place]
    return { ...(text !== undefined && { description: text }), ...described(each, place, texts) }
  }
  const below = (key: string) => (path === '' ? key : `${path}.${key}`)
  const named = Object.entries(properties ?? {}).map(([key, each]): readonly [key: string, value: unknown] => {
    const { $comment } = isSchema(each) ? each : {}
    return [key, at(each, below($comment === undefined ? key : `<${$comment}>`))]
  })
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.map((each) => (isSchema(each) ? described(each, path, texts) : each)) }),
    ...(items !== undefined && { items: at(items, `${path}[]`) }),
    ...(properties && { properties: Object.fromEntries(named) as JsonSchema['properties'] }),
    ...(isSchema(propertyNames) && { additionalProperties: at(additionalProperties, below(`<${propertyNames.title}>`)) }),
  } as JsonSchema
}

/**
 * The schema of the configuration for editors, `schema/config.v1.json`: codes are described by the summaries of their rules.
 *
 * @param declaration the schema of an entry of `workflows`, which is not in that of the configuration, and what it refers to
 */
export function configurationJsonSchema(
  schema: ConfigurationSchema,
  rules: readonly Pick<RuleFacts, 'code' | 'summary'>[],
  documentation: Documentation,
  declaration: { readonly schema: JsonSchema; readonly definitions: Readonly<Record<string, JsonSchema>> },
): JsonSchema {
  const { $schema, ...shape } = described(configurationShape(schema), '', textsOf(documentation))
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
    properties: {
      ...shape.properties,
      severity: { ...severity, properties: Object.fromEntries(codes) },
      workflows: { ...(shape.properties?.workflows as JsonSchema), items: declaration.schema },
    },
    $defs: { ...declaration.definitions },
  }
}
