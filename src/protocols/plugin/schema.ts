import * as z from 'zod'
import { once } from '../../core/once.ts'
import type { YamlScalar } from '../../documents/yaml.ts'
import { isPhase } from './stages/stages.ts'

/**
 * A scalar of the front matter as it is written: decisions are made from the source text, so that `3.10` stays `3.10`.
 */
const scalarShape = once(() => z.custom<Pick<YamlScalar, 'source' | 'quoted' | 'value'>>())

/** A value without quotes, as YAML reads it. */
const bareShape = once(() =>
  scalarShape()
    .refine(({ quoted }) => !quoted)
    .transform(({ value }) => value),
)
/** A value, quoted or not, by its text. */
const textShape = once(() => scalarShape().transform(({ source }) => source))

/** A calendar day that exists. */
export const dayShape = once(() => z.iso.date())

const phaseShape = once(() => z.string().refine(isPhase))

/** What may be recorded of a contract: `sha256:` and 64 lower-case hex digits, or the word `null`. */
export const checksumShape = once(() => z.string().regex(/^(sha256:[0-9a-f]{64}|null)$/))

/** What `status` may say. */
export const statuses = ['in_progress', 'complete', 'workflow_complete'] as const

/** The handoff's keys and the shape of each value that is not null (specification, 1.1), in canonical order. */
export const handoffKeys = once(
  () =>
    ({
      plugin: textShape().pipe(z.string().min(1)),
      stage: scalarShape()
        .transform(({ quoted, source }) => (quoted ? undefined : source))
        .pipe(z.string().regex(/^(0|[1-9]\d{0,8})$/))
        .transform(Number),
      phase: textShape().pipe(phaseShape()),
      status: textShape().pipe(z.enum(statuses)),
      last_updated: textShape().pipe(dayShape()),
      complexity_score: bareShape().pipe(z.number().min(1).max(5)),
      phased_implementation: bareShape().pipe(z.boolean()),
      orchestration_mode: bareShape().pipe(z.literal(true)),
      next_action: scalarShape()
        .transform(({ source, quoted, value }) => (quoted || typeof value === 'string' ? source : undefined))
        .pipe(z.string()),
      next_phase: textShape().pipe(phaseShape()),
    }) as const satisfies Record<string, z.ZodType>,
)

export type HandoffKey = keyof ReturnType<typeof handoffKeys>

/** What a key of the handoff holds. */
export type HandoffValue<Key extends HandoffKey> = z.output<ReturnType<typeof handoffKeys>[Key]>

/**
 * The keys that must be there, and of those the ones that may be null: always, or until stage 0 is complete. Without
 * `contract_checksums`, which must be there too, a handoff is legacy.
 */
export const requiredKeys = {
  plugin: 'value',
  stage: 'value',
  phase: 'null',
  status: 'value',
  last_updated: 'value',
  complexity_score: 'null-until-planned',
  phased_implementation: 'null-until-planned',
  orchestration_mode: 'value',
} as const satisfies Readonly<Partial<Record<HandoffKey, 'value' | 'null' | 'null-until-planned'>>>

/** Every key of the protocol, in the order in which they are written. */
export const canonicalOrder = once((): readonly string[] => [
  ...Object.keys(handoffKeys()),
  'contract_checksums',
  'grant',
  'handback',
])

/** The sections of a handoff, in the order in which missing ones are added. */
export const sectionNames = [
  'Current State',
  'Completed So Far',
  'Next Steps',
  'Build Artifacts',
  'Testing Checklist',
  'Context to Preserve',
] as const
export type SectionName = (typeof sectionNames)[number]

/** The text of a section without content, and of one whose content is unknown. */
export const placeholder = '_None yet._'
export const unknownPlaceholder = '_Not known._'

/** Whether a line says nothing: a section with such a line alone is empty. */
export const isPlaceholder = (line: string): boolean => line === placeholder || line === unknownPlaceholder

/**
 * The key `handback`: control came back without the work being done. Baton adds it: the specification has no such key.
 */
export const handbackShape = once(() =>
  z.strictObject({
    reason: z.enum(['error', 'question']),
    code: z.string().optional(),
    description: z.string().min(1),
    at: z.iso.datetime({ offset: true }),
  }),
)

export type Handback = z.output<ReturnType<typeof handbackShape>>

/** What an error is: its code, where it has one, and what happened. */
export const describeError = ({ code, description }: Pick<Handback, 'code' | 'description'>): string =>
  code === undefined ? description : `${code}: ${description}`

/** Whether a key may be null, once stage 0 is complete or before. One that is not required may. */
export function mayBeNull(key: string, isPlanned: boolean): boolean {
  const requirement = (requiredKeys as Readonly<Record<string, string | undefined>>)[key]
  return requirement !== 'value' && !(requirement === 'null-until-planned' && isPlanned)
}
