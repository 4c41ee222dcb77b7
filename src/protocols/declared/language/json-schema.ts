import * as z from 'zod'
import { memo } from '../../../core/once.ts'
import { isSchema, type JsonSchema } from '../../../kit/published-schema.ts'
import { asMap } from './values.ts'

/**
 * The JSON Schema of a part of the language as it is written: one value alone in place of a list, names alone in place
 * of states.
 */
export const languageSchema = memo((shape: z.ZodType): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema as z.ZodPipe | z.ZodMap
      const replace = (schema: object) => {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
        Object.assign(jsonSchema, schema)
      }
      if (def.type === 'map') {
        const additionalProperties = languageSchema(def.valueType as z.ZodType)
        replace({ type: 'object', propertyNames: { type: 'string' }, additionalProperties, ...jsonSchema })
      }
      if (def.type !== 'pipe' || (def.in as z.ZodType).def.type !== 'transform') return
      const inner = languageSchema(def.out as z.ZodType)
      if (def.in === asMap()) {
        replace(inner)
        return
      }
      const { items } = inner
      const name = { type: ['string', 'number', 'boolean'], ...(inner.propertyNames as object) } as JsonSchema
      const counts = Object.entries({ minItems: inner.minProperties, maxItems: inner.maxProperties })
      const nameList = {
        type: 'array' as const,
        items: { anyOf: [name, inner] },
        ...Object.fromEntries(counts.filter(([, count]) => count !== undefined)),
        uniqueItems: true,
      }
      const singleValues = isSchema(items)
        ? [items]
        : inner.properties
          ? [inner.properties['files'] as JsonSchema]
          : [name, nameList]
      replace({ anyOf: [...singleValues, inner] })
    },
  })
  return schema
})
