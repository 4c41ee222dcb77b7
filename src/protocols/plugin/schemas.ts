import * as z from 'zod'
import { schemaLimits, type SchemaSources } from '../../kit/published-schema.ts'
import { dateTime, publishedGrant } from '../../kit/values.ts'
import { contractKeys } from './files.ts'
import { dayShape, handbackShape, type HandoffKey, checksumShape, requiredKeys, statuses } from './schema.ts'

/** A text that YAML takes for a number where it is not quoted. */
const phase = z.union([z.string().regex(/^\d+\.\d+$/), z.number()])

/** The values of a front matter as any reader of YAML 1.2 has them. */
const values: Readonly<Record<HandoffKey, z.ZodType>> = {
  plugin: z.union([z.string().min(1), z.number()]),
  stage: z.int().min(0),
  phase,
  status: z.enum(statuses),
  last_updated: dayShape(),
  complexity_score: z.number().min(1).max(5),
  phased_implementation: z.boolean(),
  orchestration_mode: z.literal(true),
  next_action: z.string(),
  next_phase: phase,
}

const requirements: Readonly<Partial<Record<HandoffKey, string>>> = requiredKeys

/** A key, which may be null or be missing as far as the protocol says. */
function valueOf([key, shape]: readonly [string, z.ZodType]): readonly [string, z.ZodType] {
  const requirement = requirements[key as HandoffKey]
  if (requirement === 'value') return [key, shape]
  return [key, requirement === undefined ? shape.nullish() : shape.nullable()]
}

/** What must not be null once stage 0 is complete. */
const requiredOncePlanned = {
  if: { properties: { stage: { const: 0 }, status: { const: 'in_progress' } } },
  else: { properties: { complexity_score: { type: 'number' }, phased_implementation: { type: 'boolean' } } },
}

const checksum = z.union([checksumShape(), z.null()])

export const schemas: SchemaSources = {
  handoff: {
    title: 'plugin: front matter of .continue-here.md',
    description: `How far the work on a plugin is. ${schemaLimits}`,
    shape: z
      .looseObject({
        ...Object.fromEntries(Object.entries(values).map(valueOf)),
        contract_checksums: z.looseObject(Object.fromEntries(contractKeys.map((key) => [key, checksum.optional()]))),
        grant: publishedGrant().nullish(),
        handback: handbackShape().extend({ at: dateTime() }).optional(),
      })
      .meta(requiredOncePlanned),
  },
}
