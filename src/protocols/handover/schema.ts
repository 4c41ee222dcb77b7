import { parseTime, isDay } from '../../core/time.ts'
import * as z from 'zod'
import { expected, flag } from '../../core/configuration.ts'
import { msg } from '../../core/message.ts'

const idForm = /^ANN-\d{4,}$/
export const isAnnotationId = (text: string): boolean => text.length <= 64 && idForm.test(text)

const digestForm = /^[0-9a-f]{16}$/
export const isDigest = (text: string): boolean => digestForm.test(text)

const form = /^(?<day>\d{4}-\d\d-\d\d)(?:T(?<time>\d\d:\d\d)(?::(?<second>\d\d)(?<fraction>\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)?)?$/

/** The time that a timestamp names, in milliseconds; `undefined` where it is none. A day alone is its midnight, a time without a zone in UTC. */
export const instantOf = (text: string): number | undefined => parseTime(form, text)

/** How a time is written: in UTC, with milliseconds only if they are not zero. */
export const timestampOf = (at: string): string => new Date(at).toISOString().replace('.000Z', 'Z')

/** The later of two timestamps, as it is written; one that cannot be read is the earlier. */
export function later(one: string, other: string): string {
  return (instantOf(other) ?? Number.NEGATIVE_INFINITY) > (instantOf(one) ?? Number.NEGATIVE_INFINITY) ? other : one
}

/** The versions that are written now. */
export const current = { brief: '2.0', plan: '1.7', review: '1.0' } as const

/** The one before, which is read on without manifests. */
export const planBefore = '1.6'

/** `N.M` as two numbers; `undefined` where it is of another form. */
export function versionOf(text: string): readonly [number, number] | undefined {
  const [, major, minor] = /^(\d{1,9})\.(\d{1,9})$/.exec(text) ?? []
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)]
}

/** Below zero where the first is older; `1.10` is newer than `1.7`. */
export const compareVersions = (a: readonly [number, number], b: readonly [number, number]): number => a[0] - b[0] || a[1] - b[1]

/** Whether a text is the same version as another. */
export function isVersion(text: string | undefined, version: string): boolean {
  const [one, other] = [versionOf(text ?? ''), versionOf(version)]
  return one !== undefined && other !== undefined && compareVersions(one, other) === 0
}

const notText = expected`a text`
const filled = z.string({ error: notText }).refine((text) => text.trim() !== '', { error: notText })
const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) => z.enum(words, { error: expected`one of ${words}` })
const day = z.string({ error: expected`a date such as ${'2026-01-20'}` }).refine(isDay, { error: expected`a date such as ${'2026-01-20'}` })
const notTime = expected`a timestamp such as ${'2026-01-20T10:00:00Z'}`
const time = z.string({ error: notTime }).refine((text) => instantOf(text) !== undefined, { error: notTime })
const notSha = expected`a commit in ${'7'} to ${'64'} hex digits`
const sha = z.string({ error: notSha }).regex(/^[0-9a-f]{7,64}$/, { error: notSha })
const notSlug = expected`letters, digits, ${'.'}, ${'_'}, ${'~'} and ${'-'}`
export const isSlug = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(text)
const slug = z.string({ error: notSlug }).refine(isSlug, { error: notSlug })
const atLeast = (least: number) => {
  const error = expected`a whole number, ${least} or more`
  return z.int({ error }).min(least, { error })
}
const texts = z.array(filled, { error: expected`a list of texts` })
const orNull = <Shape extends z.ZodType>(shape: Shape) => shape.nullable()

/** How the value of a key is read, and what it may be. */
export interface Field {
  readonly read: 'text' | 'number' | 'flag' | 'list'
  readonly shape: z.ZodType
  readonly required?: true
}

/** What a shape allows, in words: what it says of a value that it does not allow. */
function formOf(shape: z.ZodType): string {
  const [fault = ''] = [{}, []].flatMap((value) => shape.safeParse(value).error?.issues[0]?.message ?? [])
  const [, form = 'a value'] = fault.split(', expected ')
  return form
}

/** How a key is to be written. */
export const formHint = (key: string, shape: z.ZodType): string => `${msg`Write ${key}`}: ${formOf(shape)}.`

type Fields = Readonly<Record<string, Field>>
const text = (shape: z.ZodType): Field => ({ read: 'text', shape })
const number = (shape: z.ZodType): Field => ({ read: 'number', shape })
const list: Field = { read: 'list', shape: texts }
const required = (field: Field): Field => ({ ...field, required: true })
const line = required(text(filled))

const researchStatuses = ['pending', 'in_progress', 'complete', 'skipped'] as const
const confidence = expected`a number from ${0} to ${1}`

/** The keys of the front matters. `type` and the versions have rules of their own; `findings` too. */
export const frontFields = {
  brief: {
    brief_version: line,
    created: required(text(day)),
    task: line,
    slug: required(text(slug)),
    project_dir: line,
    research_topics: required(number(atLeast(0))),
    research_status: required(text(oneOf(researchStatuses))),
    auto_research: { read: 'flag', shape: flag },
    interview_turns: number(atLeast(0)),
    source: text(oneOf(['interview', 'manual'])),
    brief_quality: text(oneOf(['complete', 'partial'])),
  },
  research: {
    created: required(text(day)),
    question: line,
    confidence: number(z.number({ error: confidence }).min(0, { error: confidence }).max(1, { error: confidence })),
    dimensions: number(atLeast(1)),
    mcp_servers_used: list,
    local_agents_used: list,
    external_agents_used: list,
  },
  plan: { plan_version: line },
  review: {
    review_version: line,
    task: line,
    slug: required(text(slug)),
    project_dir: line,
    brief_path: line,
    scope_sha_end: required(text(sha)),
    reviewed_files_count: required(number(atLeast(0))),
    created: text(day),
    scope_sha_start: text(sha),
    verdict: text(oneOf(['BLOCK', 'WARN', 'ALLOW'])),
  },
  'next-session-prompt': { produced_by: line, produced_at: required(text(time)) },
} as const satisfies Readonly<Record<string, Fields>>
export type FrontKind = keyof typeof frontFields

export const isFrontKind = (kind: string): kind is FrontKind => Object.hasOwn(frontFields, kind)

/** The sections that a body must have. */
export const requiredSections = {
  brief: ['Intent', 'Goal', 'Success Criteria'],
  research: ['Executive Summary', 'Dimensions'],
  plan: ['Implementation Plan'],
  review: ['Executive Summary', 'Coverage', 'Remediation Summary'],
} as const

export const progressStatuses = ['pending', 'in_progress', 'completed', 'failed', 'partial'] as const
export type ProgressStatus = (typeof progressStatuses)[number]
export const stepStatuses = ['completed', 'in_progress', 'failed', 'pending', 'deferred', 'skipped'] as const
export type StepStatus = (typeof stepStatuses)[number]
const audits = ['pass', 'fail', 'pass-with-note', 'n/a'] as const

const object = z.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
  error: expected`keys and values`,
})

/** The keys of progress.json but `schema_version`; those without `optional` are required. */
export const progressShape = {
  plan: filled,
  plan_version: filled,
  started_at: time,
  updated_at: time,
  mode: oneOf(['execute', 'dry-run', 'validate']),
  total_steps: atLeast(1),
  current_step: z.int({ error: expected`a whole number` }),
  status: oneOf(progressStatuses),
  steps: object,
  plan_type: oneOf(['plan', 'session-spec']).optional(),
  completed_at: orNull(time).optional(),
  session_start_sha: orNull(sha).optional(),
  session_end_sha: orNull(sha).optional(),
} as const

/** The keys of a step's record but `attempts`, which depends on the status. */
export const recordShape = {
  status: oneOf(stepStatuses),
  error: orNull(z.string({ error: notText })).optional(),
  note: orNull(z.string({ error: notText })).optional(),
  completed_at: orNull(time).optional(),
  commit: orNull(sha).optional(),
  manifest_audit: oneOf(audits).optional(),
} as const

/** The attempts that were made; none yet only where nothing was begun. */
export const attemptsShape = (status: unknown): z.ZodType =>
  atLeast(status === 'pending' || status === 'deferred' || status === 'skipped' ? 0 : 1).optional()

export const stateStatuses = ['in_progress', 'partial', 'failed', 'stopped', 'completed'] as const

/** The keys of .session-state.local.json but `schema_version`, all required. */
export const stateShape = {
  project: filled,
  next_session_brief_path: filled,
  next_session_label: filled,
  status: oneOf(stateStatuses),
  updated_at: time,
} as const

const intents = ['change', 'add', 'remove', 'clarify', 'risk'] as const
const notId = expected`an id such as ${'ANN-0001'}`

/** The keys of an annotation, those that its digest counts. */
export const annotationShape = {
  id: z.string({ error: notId }).refine(isAnnotationId, { error: notId }),
  target_artifact: filled,
  target_anchor: z
    .string({ error: expected`the name of a heading` })
    .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,127}$/u, { error: expected`letters, digits, ${'.'}, ${'_'} and ${'-'}` }),
  intent: oneOf(intents),
  comment: z.string({ error: notText }).optional(),
  line: atLeast(1).optional(),
} as const

const notBatch = expected`${1} to ${500} annotations in a list`

/** A batch of annotations, but for what its entries hold. Other keys are ignored. */
export const batchShape = z.looseObject({
  annotations: z.array(z.unknown(), { error: notBatch }).min(1, { error: notBatch }).max(500, { error: notBatch }),
  artifact: z.string({ error: notText }).optional(),
  revision_reason: z.string({ error: notText }).optional(),
  expected_digest: z
    .string({ error: expected`${16} hex digits` })
    .regex(/^[0-9a-f]{16}$/, { error: expected`${16} hex digits` })
    .optional(),
})
