import * as z from 'zod'
import type { ConfigurationSchema } from './schema.ts'
import { isSchema, type JsonSchema } from '../../kit/published-schema.ts'

/** The JSON Schema (2020-12) of `.github/baton.yml` as it is written. */
export function configurationShape(schema: ConfigurationSchema): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' })
}

/** A schema, and those it is the union of. */
export const shapes = (schema: JsonSchema): readonly JsonSchema[] => [schema, ...(schema.anyOf ?? []).filter(isSchema)]

/** The schema of any value in a list or under any key of a mapping whose keys are free. */
export const elementSchema = ({ items, additionalProperties }: JsonSchema): JsonSchema | undefined =>
  [items, additionalProperties].find(isSchema)
