import * as z from 'zod'
import { expected, flag } from '../../core/configuration.ts'
import { requiredKeys } from '../../kit/shape.ts'
import type { ViolationCodes } from '../../kit/shape-findings.ts'
import { once } from '../../core/once.ts'
import { kindFiles, kindTypes } from './files.ts'
import { plainFolder } from './reading/paths.ts'
import { compiles, isUnsafe } from './reading/patterns.ts'
import { textMatching, notKeys, notText, oneOf, text, integer } from '../../kit/values.ts'
import {
  annotationId,
  currentVersions,
  textWhere,
  nonBlankText,
  dayShape,
  time,
  sha,
  digest,
  slug,
  version,
  listOf,
  texts,
} from './reading/values.ts'

/** A mapping with the codes of what is wrong with it. */
export interface CodedShape {
  shape(): z.ZodType
  readonly codes: ViolationCodes
}

const expectedConfidence = expected`a number from ${0} to ${1}`

/** The keys of front matter but `type`. */
export const fronts = {
  brief: {
    shape: once(() =>
      z.object({
        brief_version: version(currentVersions.brief),
        created: dayShape(),
        task: nonBlankText(),
        slug: slug(),
        project_dir: nonBlankText(),
        research_topics: integer(0),
        research_status: oneOf(['pending', 'in_progress', 'complete', 'skipped']),
        auto_research: flag().optional(),
        interview_turns: integer(0).optional(),
        source: oneOf(['interview', 'manual']).optional(),
        brief_quality: oneOf(['complete', 'partial']).optional(),
      }),
    ),
    codes: {
      missing: 'BRIEF_MISSING_FIELD',
      value: 'BRIEF_INVALID_FIELD',
      keys: { brief_version: 'BRIEF_VERSION_FORMAT', research_status: 'BRIEF_INVALID_STATUS' },
    },
  },
  research: {
    shape: once(() =>
      z.object({
        created: dayShape(),
        question: nonBlankText(),
        confidence: z
          .number({ error: expectedConfidence })
          .min(0, { error: expectedConfidence })
          .max(1, { error: expectedConfidence })
          .optional(),
        dimensions: integer(1).optional(),
        mcp_servers_used: texts().optional(),
        local_agents_used: texts().optional(),
        external_agents_used: texts().optional(),
      }),
    ),
    codes: { missing: 'RESEARCH_MISSING_FIELD', value: 'RESEARCH_INVALID_FIELD' },
  },
  plan: {
    shape: once(() => z.object({ plan_version: version(currentVersions.plan) })),
    codes: { missing: 'PLAN_MISSING_FIELD', value: 'PLAN_VERSION_FORMAT' },
  },
  review: {
    shape: once(() =>
      z.object({
        review_version: version(currentVersions.review),
        task: nonBlankText(),
        slug: slug(),
        project_dir: nonBlankText(),
        brief_path: nonBlankText(),
        scope_sha_end: sha(),
        reviewed_files_count: integer(0),
        created: dayShape().optional(),
        scope_sha_start: sha().optional(),
        verdict: oneOf(['BLOCK', 'WARN', 'ALLOW']).optional(),
        // A rule of its own looks at its value.
        findings: z.custom<unknown>((value) => value !== undefined, {
          error: expected`a block list of ids, or ${'[]'}`,
        }),
      }),
    ),
    codes: {
      missing: 'REVIEW_MISSING_FIELD',
      value: 'REVIEW_INVALID_FIELD',
      keys: { review_version: 'REVIEW_VERSION_FORMAT' },
    },
  },
  'next-session-prompt': {
    shape: once(() => z.object({ produced_by: nonBlankText(), produced_at: time() })),
    codes: {
      missing: 'NEXT_SESSION_PROMPT_MISSING_FIELD',
      value: 'NEXT_SESSION_PROMPT_MISSING_FIELD',
      keys: { produced_at: 'NEXT_SESSION_PROMPT_INVALID_TIMESTAMP' },
    },
  },
} as const satisfies Readonly<Record<string, CodedShape>>
export type FrontKind = keyof typeof fronts

export const isFrontKind = (kind: string): kind is FrontKind => Object.hasOwn(fronts, kind)

const typeShape = (type: string) => z.object({ type: z.literal(type, { error: expected`${type}` }) })
const otherTypes: ReadonlySet<unknown> = new Set(kindTypes.values())

/** `type` of front matter: a plan needs none, and a prompt has none. */
export const typeShapes = {
  brief: { shape: once(() => typeShape(kindFiles.brief.type)), codes: 'BRIEF_WRONG_TYPE' },
  research: { shape: once(() => typeShape(kindFiles.research.type)), codes: 'RESEARCH_WRONG_TYPE' },
  plan: {
    shape: once(() =>
      z.object({
        type: z
          .custom<unknown>((type) => !otherTypes.has(type), {
            error: expected`no type, or one that no other kind of file has`,
          })
          .optional(),
      }),
    ),
    codes: 'PLAN_WRONG_TYPE',
  },
  review: { shape: once(() => typeShape(kindFiles.review.type)), codes: 'REVIEW_WRONG_TYPE' },
} as const satisfies Readonly<Record<string, CodedShape>>

export const isTyped = (kind: string): kind is keyof typeof typeShapes => Object.hasOwn(typeShapes, kind)

const holdsMapping = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(holdsMapping) : typeof value === 'object' && value !== null
const expectedFlatValue = expected`a value or a list, without mappings in it`

/** A value of front matter whose readers know flat keys alone. */
export const flatValueShape: CodedShape = {
  shape: once(() => z.custom<unknown>((value) => !holdsMapping(value), { error: expectedFlatValue })),
  codes: 'FM_NESTED_DICT',
}

/** The codes of a folder that a brief or a review names wrongly. */
const placeCodes = {
  brief: { slug: 'BRIEF_SLUG_MISMATCH', project_dir: 'BRIEF_PROJECT_DIR_MISMATCH' },
  review: { slug: 'REVIEW_SLUG_MISMATCH', project_dir: 'REVIEW_PROJECT_DIR_MISMATCH' },
} as const

export const namesPlace = (kind: string): kind is keyof typeof placeCodes => Object.hasOwn(placeCodes, kind)

/** How a brief or a review names its folder. */
export function placeForm(
  kind: keyof typeof placeCodes,
  { slug: name, folder }: { readonly slug: string; readonly folder: string },
) {
  const keys = placeCodes[kind]
  const folderShape = textWhere(
    (path) => plainFolder(path) === folder,
    expected`${`${folder}/`}, the folder of this file`,
  ).optional()
  const nameShape = z.literal(name, { error: expected`${name} as in the name of the folder` }).optional()
  const shape = once(() => z.object({ slug: nameShape, project_dir: folderShape }))
  return { shape, codes: { missing: keys.slug, value: keys.slug, keys } } satisfies CodedShape
}

const nonEmptyPattern = /^[^]/
const items = once(() => listOf(nonEmptyPattern, expected`a list of strings, or ${'[]'} for none`))
const expectedPairs = expected`a list of ${'path'} and ${'pattern'}, or ${'[]'} for none`
const pairText = once(() => textMatching(nonEmptyPattern, expectedPairs))
const expectedPattern = expected`a regular expression`
const expectedSafePattern = expected`a pattern that cannot take very long`

export const manifestForm = {
  shape: once(() =>
    z.object({
      expected_paths: items(),
      min_file_count: z.number({ error: expected`an integer, ${0} or more` }),
      commit_message_pattern: textMatching(nonEmptyPattern, expectedPattern)
        .refine(compiles, { error: expectedPattern, params: { fault: 'pattern' } })
        .refine((pattern) => !isUnsafe(pattern), { error: expectedSafePattern, params: { fault: 'unsafe' } }),
      bash_syntax_check: items(),
      forbidden_paths: items(),
      must_contain: z.array(z.object({ path: pairText(), pattern: pairText() }, { error: expectedPairs }), {
        error: expectedPairs,
      }),
    }),
  ),
  codes: {
    missing: 'MANIFEST_MISSING_KEY',
    value: 'MANIFEST_INVALID_VALUE',
    faults: { pattern: 'MANIFEST_PATTERN_INVALID', unsafe: 'MANIFEST_PATTERN_UNSAFE' },
  },
  /** Of a manifest that cannot be read. */
  unreadable: 'MANIFEST_PARSE_ERROR',
} as const satisfies CodedShape & Pick<VersionedForm, 'unreadable'>

export const progressStatuses = ['pending', 'in_progress', 'completed', 'failed', 'partial'] as const
export type ProgressStatus = (typeof progressStatuses)[number]
export const stepStatuses = ['completed', 'in_progress', 'failed', 'pending', 'deferred', 'skipped'] as const
export type StepStatus = (typeof stepStatuses)[number]
const audits = ['pass', 'fail', 'pass-with-note', 'n/a'] as const

/** A version as JSON has it: a number is none in quotes. */
const versionLiteral = <Version extends string | number>(version: Version) =>
  z.literal(version, {
    error: ({ input }) =>
      expected`${JSON.stringify(version)}`({ input: input === undefined ? input : JSON.stringify(input) }),
  })

/** A JSON file of one version. Unknown keys are allowed. */
export interface VersionedForm extends CodedShape {
  readonly version: string | number
  /** The codes of a file that is not JSON, and of one of another version. */
  readonly unreadable: string
  readonly mismatch: string
  /** Keys that are missing where their value is null. */
  nulls(): readonly string[]
}

export const progressShape = once(() =>
  z.object({
    schema_version: versionLiteral('1'),
    plan: nonBlankText(),
    plan_version: nonBlankText(),
    started_at: time(),
    updated_at: time(),
    mode: oneOf(['execute', 'dry-run', 'validate']),
    total_steps: integer(1),
    current_step: z.int({ error: expected`an integer` }),
    status: oneOf(progressStatuses),
    steps: z.looseObject({}, { error: notKeys }),
    plan_type: oneOf(['plan', 'session-spec']).optional(),
    completed_at: time().nullish(),
    session_start_sha: sha().nullish(),
    session_end_sha: sha().nullish(),
  }),
)

export const progressForm: VersionedForm = {
  shape: progressShape,
  version: '1',
  unreadable: 'PROGRESS_PARSE_ERROR',
  mismatch: 'PROGRESS_SCHEMA_MISMATCH',
  nulls: once(() => requiredKeys(progressShape().shape)),
  codes: {
    missing: 'PROGRESS_MISSING_FIELD',
    value: 'PROGRESS_INVALID_FIELD',
    keys: {
      schema_version: 'PROGRESS_SCHEMA_MISMATCH',
      status: 'PROGRESS_INVALID_STATUS',
      started_at: 'PROGRESS_INVALID_TIMESTAMP',
      updated_at: 'PROGRESS_INVALID_TIMESTAMP',
      completed_at: 'PROGRESS_INVALID_TIMESTAMP',
    },
  },
}

/** The record of a step, of which so many attempts were made at least. */
const recordForm = (attempts: number) =>
  ({
    shape: once(() =>
      z.object(
        {
          status: oneOf(stepStatuses),
          error: text().nullish(),
          note: text().nullish(),
          completed_at: time().nullish(),
          commit: sha().nullish(),
          manifest_audit: oneOf(audits).optional(),
          attempts: integer(attempts).optional(),
        },
        { error: notKeys },
      ),
    ),
    codes: { missing: 'PROGRESS_BAD_STEP', value: 'PROGRESS_BAD_STEP', keys: { commit: 'PROGRESS_COMMIT_INVALID' } },
  }) as const satisfies CodedShape

/**
 * A step that was begun was attempted. No union by `status`: of a record without a status that there is, zod would
 * report nothing else.
 */
export const stepForms = { begun: recordForm(1), open: recordForm(0) }

/** The statuses of steps that need no attempt. */
export const openStatuses: ReadonlySet<unknown> = new Set<StepStatus>(['pending', 'deferred', 'skipped'])

export const stateStatuses = ['in_progress', 'partial', 'failed', 'stopped', 'completed'] as const

export const stateShape = once(() =>
  z.object({
    schema_version: versionLiteral(1),
    project: nonBlankText(),
    next_session_brief_path: nonBlankText(),
    next_session_label: nonBlankText(),
    status: oneOf(stateStatuses),
    updated_at: time(),
  }),
)

/** `.session-state.local.json` */
export const stateForm = {
  version: 1,
  unreadable: 'SESSION_STATE_PARSE_ERROR',
  mismatch: 'SESSION_STATE_SCHEMA_MISMATCH',
  nulls: () => ['schema_version'],
  shape: stateShape,
  codes: {
    missing: 'SESSION_STATE_MISSING_FIELD',
    value: 'SESSION_STATE_INVALID_FIELD',
    keys: {
      schema_version: 'SESSION_STATE_SCHEMA_MISMATCH',
      status: 'SESSION_STATE_INVALID_STATUS',
      updated_at: 'SESSION_STATE_INVALID_TIMESTAMP',
      next_session_brief_path: 'SESSION_STATE_INVALID_PATH',
    },
  },
} as const satisfies VersionedForm

const intents = ['change', 'add', 'remove', 'clarify', 'risk'] as const

/** An annotation: the keys that its digest counts. Others are ignored. */
export const annotationShape = once(() =>
  z.object(
    {
      id: annotationId(),
      target_artifact: nonBlankText(),
      target_anchor: z
        .string({ error: expected`the name of a heading` })
        .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,127}$/u, {
          error: expected`letters, digits, ${'.'}, ${'_'} and ${'-'}`,
        }),
      intent: oneOf(intents),
      comment: text().optional(),
      line: integer(1).optional(),
    },
    { error: notKeys },
  ),
)

/** An annotation in a list, where other keys hold no lists and mappings. */
export const entryShape = once(() =>
  annotationShape().catchall(
    z.custom<unknown>((value) => typeof value !== 'object' || value === null, { error: notText }),
  ),
)

/** How often a file was revised, and the digest of its annotations. */
export const revisionForm: CodedShape & { shape(): z.ZodObject } = {
  shape: once(() => z.object({ revision: integer(0).optional(), annotation_digest: digest().optional() })),
  codes: {
    missing: 'ANNOTATION_DIGEST_INVALID',
    value: 'ANNOTATION_REVISION_INVALID',
    keys: { annotation_digest: 'ANNOTATION_DIGEST_INVALID' },
  },
}

const expectedBatch = expected`${1} to ${500} annotations in a list`

/** A batch of annotations, but for what its entries hold. Other keys are ignored. */
export const batchShape = once(() =>
  z.looseObject({
    annotations: z
      .array(z.unknown(), { error: expectedBatch })
      .min(1, { error: expectedBatch })
      .max(500, { error: expectedBatch }),
    artifact: text().optional(),
    revision_reason: text().optional(),
    expected_digest: digest().optional(),
  }),
)
