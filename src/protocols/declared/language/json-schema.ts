import * as z from 'zod'
import { memo } from '../../../core/once.ts'
import { isSchema, type JsonSchema } from '../../../kit/published-schema.ts'

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
      const { def } = zodSchema as z.ZodPipe
      if (def.type !== 'pipe' || (def.in as z.ZodType).def.type !== 'transform') return
      const inner = languageSchema(def.out as z.ZodType)
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      const { items } = inner
      const name = { type: ['string', 'number'] } as JsonSchema
      const singleValues = isSchema(items)
        ? [items]
        : inner.properties
          ? [{ type: 'string' as const }]
          : [name, { type: 'array' as const, items: { anyOf: [name, inner] } }]
      Object.assign(jsonSchema, { anyOf: [...singleValues, inner] })
    },
  })
  return schema
})
