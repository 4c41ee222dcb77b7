import type { Documentation } from '../core/protocol.ts'
import type { RuleFacts } from '../core/rule.ts'
import { schemaAddress, isSchema, type JsonSchema } from '../kit/published-schema.ts'
import { descriptions } from './configuration/descriptions.ts'
import { configurationShape } from './configuration/json-schema.ts'
import type { ConfigurationSchema } from './configuration/schema.ts'

type Texts = Readonly<Record<string, string>>

/** What every key means, by its path. */
function textsOf(documentation: Documentation): Texts {
  const protocolTexts = Object.entries(documentation).flatMap(
    ([name, { configuration }]): (readonly [path: string, text: string])[] => [
      [
        `protocols.${name}`,
        `The protocol \`${name}\`; \`false\` switches it off. By default it is used where its files are found`,
      ],
      ...Object.entries(configuration).map(([path, text]) => [`protocols.${name}.${path}`, text] as const),
    ],
  )
  return { ...descriptions, ...Object.fromEntries(protocolTexts) }
}

/** A schema with descriptions of its keys. `path`: the path of the schema, as `keys.ts` writes it. */
function describeSchema(schema: JsonSchema, path: string, texts: Texts): JsonSchema {
  const { anyOf, items, properties, additionalProperties, propertyNames } = schema
  const describeAt = (value: unknown, place: string): unknown => {
    if (!isSchema(value)) return value
    const text = texts[place]
    return { ...(text !== undefined && { description: text }), ...describeSchema(value, place, texts) }
  }
  const pathBelow = (key: string) => (path === '' ? key : `${path}.${key}`)
  const describedProperties = Object.entries(properties ?? {}).map(
    ([key, value]): readonly [key: string, value: unknown] => {
      const { $comment } = isSchema(value) ? value : {}
      return [key, describeAt(value, pathBelow($comment === undefined ? key : `<${$comment}>`))]
    },
  )
  return {
    ...schema,
    ...(anyOf && {
      anyOf: anyOf.map((alternative) =>
        isSchema(alternative) ? describeSchema(alternative, path, texts) : alternative,
      ),
    }),
    ...(items !== undefined && { items: describeAt(items, `${path}[]`) }),
    ...(properties && { properties: Object.fromEntries(describedProperties) as JsonSchema['properties'] }),
    ...(isSchema(propertyNames) && {
      additionalProperties: describeAt(additionalProperties, pathBelow(`<${propertyNames.title}>`)),
    }),
  } as JsonSchema
}

/**
 * The schema of the configuration for editors, `schema/config.v1.json`: codes are described by the summaries of their
 * rules.
 *
 * @param declarations the schema of the value of `workflows`, which is not in that of the configuration, and what it
 * refers to
 */
export function configurationJsonSchema(
  schema: ConfigurationSchema,
  rules: readonly Pick<RuleFacts, 'code' | 'summary'>[],
  documentation: Documentation,
  declarations: { readonly list: JsonSchema; readonly definitions: Readonly<Record<string, JsonSchema>> },
): JsonSchema {
  const { $schema, ...shape } = describeSchema(configurationShape(schema), '', textsOf(documentation))
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
      severity: {
        ...severity,
        properties: Object.fromEntries(codes),
        additionalProperties: false,
        // Of one workflow that is declared.
        patternProperties: { '^[a-z][a-z0-9-]*/[A-Z_]+$': severity.additionalProperties },
      } as JsonSchema,
      workflows: { ...(shape.properties?.workflows as JsonSchema), ...declarations.list },
    },
    $defs: { ...declarations.definitions },
  }
}
