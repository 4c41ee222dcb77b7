import * as z from 'zod'
import { schemaLimits, type SchemaSource, type SchemaSources } from '../../kit/published-schema.ts'
import { publishedGrant } from '../../kit/values.ts'
import { kindFiles, kindTypes } from './files.ts'
import { annotationShape, batchShape, type FrontKind, fronts, progressShape, stateShape, stepForms } from './schema.ts'

/** A text that YAML may take for something else where it is not quoted. */
const unquotedValue = z.union([z.number(), z.boolean()])

/** The value of a key in a front matter, as any reader of YAML 1.2 has it. */
function valueOf(shape: z.ZodType): z.ZodType {
  const [innerShape, isOptional] = shape instanceof z.ZodOptional ? [shape.unwrap() as z.ZodType, true] : [shape, false]
  const value =
    innerShape instanceof z.ZodString && innerShape !== fronts.brief.shape().shape.created
      ? z.union([innerShape, unquotedValue])
      : innerShape
  return isOptional ? value.nullish() : value
}

const annotation = z.looseObject({
  ...annotationShape().shape,
  comment: z.string().nullish(),
  line: z.int().min(1).nullish(),
})

const unquotedText = (form: RegExp) => z.union([z.string().regex(form), z.number()])

const revisionKeys = {
  revision: z.int().min(0).optional(),
  source_annotations: z.array(annotation).optional(),
  annotation_digest: unquotedText(/^[0-9a-f]{16}$/).optional(),
  revision_reason: z.union([z.string(), unquotedValue]).nullish(),
}

const findingId = unquotedText(/^[0-9a-f]{40}$/)

/** Keys of a front matter that are not among its fields. */
const furtherKeys: Readonly<Partial<Record<FrontKind, z.ZodRawShape>>> = {
  brief: { type: z.literal(kindFiles.brief.type), ...revisionKeys },
  research: { type: z.literal(kindFiles.research.type) },
  plan: {
    type: z
      .unknown()
      .meta({ not: { enum: [...kindTypes.values()] } })
      .optional(),
    source_findings: z.array(findingId).nullish(),
    ...revisionKeys,
  },
  review: { type: z.literal(kindFiles.review.type), findings: z.array(findingId), ...revisionKeys },
}

const frontMatterSchema = (kind: FrontKind, file: string, about: string): SchemaSource => ({
  title: `handover: front matter of ${file}`,
  description: `${about} ${schemaLimits}`,
  shape: z.looseObject({
    ...Object.fromEntries(
      Object.entries<z.ZodType>(fronts[kind].shape().shape).map(([key, shape]) => [key, valueOf(shape)]),
    ),
    ...furtherKeys[kind],
  }),
})

const text = z.union([z.string().regex(/\S/), unquotedValue])
const texts = z.array(text)

const record = z.looseObject({ ...stepForms.open.shape().shape, grant: publishedGrant().nullish() })

/** The files of a project as JSON Schemas. */
export const schemas: SchemaSources = {
  brief: frontMatterSchema('brief', 'brief.md', 'What is to be done and why.'),
  research: frontMatterSchema('research', 'research/*.md', 'What was found out about a question.'),
  plan: frontMatterSchema('plan', 'plan.md', 'The steps, each with its manifest.'),
  manifest: {
    title: 'handover: the manifest of a step',
    description: `What a step is to leave behind. ${schemaLimits}`,
    shape: z.looseObject({
      manifest: z.looseObject({
        expected_paths: texts,
        min_file_count: z.int().min(0),
        commit_message_pattern: text,
        bash_syntax_check: texts,
        forbidden_paths: texts,
        must_contain: z.array(z.looseObject({ path: text, pattern: text })),
      }),
    }),
  },
  progress: {
    title: 'handover: progress.json',
    description: `How far the plan has been carried out. ${schemaLimits}`,
    shape: z.looseObject({ ...progressShape().shape, steps: z.record(z.string(), record) }),
  },
  review: frontMatterSchema('review', 'review.md', 'What a review found.'),
  'session-state': {
    title: 'handover: .session-state.local.json',
    description: `Where the next session goes on. ${schemaLimits}`,
    shape: z.looseObject(stateShape().shape),
  },
  'next-session-prompt': frontMatterSchema(
    'next-session-prompt',
    'NEXT-SESSION-PROMPT.local.md',
    'The prompt for the next session.',
  ),
  annotations: {
    title: 'handover: a batch of annotations',
    description: `What \`/revise\` takes. ${schemaLimits}`,
    shape: batchShape().extend({
      annotations: z
        .array(annotation.extend({ target_artifact: annotationShape().shape.target_artifact.optional() }))
        .min(1)
        .max(500),
    }),
  },
}
