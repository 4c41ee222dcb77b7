import * as z from 'zod'
import { expected, flag } from '../../core/configuration.ts'
import { stageName } from './words.ts'

const text = z.string({ error: expected`a text` })
const filled = text.min(1, { error: expected`at least one character` })
const formed = (form: RegExp, error: ReturnType<typeof expected>) => z.string({ error }).regex(form, { error })
const list = <Item extends z.ZodType>(item: Item) => z.array(item, { error: expected`a list` })

const keys = expected`keys and values`
const closed = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape, { error: keys })
const open = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape, { error: keys })

/** accept.json, but for the value of `state`. */
export const acceptShape = closed({ state: text, timestamp: text })

/** handback.json, but for the values of `reason` and `error.code` and when `error` must be there. */
export const handbackShape = closed({
  reason: text,
  description: filled,
  error: closed({
    code: text,
    message: filled,
    context: z
      .custom<Readonly<Record<string, unknown>>>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
        error: keys,
      })
      .optional(),
  }).optional(),
})

/** answers/NNN.json, but for the form of `timestamp`. `null`: control was granted again without an answer. */
export const answerShape = closed({
  question: text,
  answer: z
    .union([z.string(), z.null()], { error: expected`a text or ${null}` })
    .refine((answer) => answer === null || answer.trim() !== '', { error: expected`an answer` }),
  timestamp: text,
})

const id = formed(stageName, expected`small letters, digits and ${'-'} behind a letter`)
const inputPath = formed(/^inputs\//, expected`a path below ${'inputs/'}`)
const sourcePath = formed(/^run\/output-(?:files|data)\//, expected`a path below ${'run/output-files/'} or ${'run/output-data/'}`)
const dataPath = formed(/^run\/output-data\/.*\.json$/s, expected`a JSON file below ${'run/output-data/'}`)

const together = expected`${'from_stage'} and ${'source'} together`
const input = open({
  name: text,
  path: inputPath,
  description: text.optional(),
  from_stage: id.optional(),
  source: sourcePath.optional(),
}).refine(({ from_stage, source }) => (from_stage === undefined) === (source === undefined), { error: together })

const output = open({ name: text, path: text, description: text.optional(), schema: text.optional(), required: flag.optional() })

const oneForm = expected`either ${'output_parameter'} or ${'source'} with ${'query'}`
const parameter = open({
  name: text,
  description: text.optional(),
  from_stage: id,
  output_parameter: text.optional(),
  source: text.optional(),
  query: text.optional(),
}).refine(
  ({ output_parameter, source, query }) =>
    (output_parameter === undefined) === (source !== undefined && query !== undefined) && (source === undefined) === (query === undefined),
  { error: oneForm },
)

const stageKeys = {
  id,
  name: text,
  description: text.optional(),
  inputs: open({ required: list(input).optional(), optional: list(input).optional() }),
  outputs: open({ files: list(output).optional(), data: list(output).optional(), runtime: list(output).optional() }),
  prompt: open({ entry: text, main: text }),
  parameters: list(parameter).optional(),
  output_parameters: list(open({ name: text, description: text.optional(), source: dataPath, query: text })).optional(),
}

/** stage-config.yaml. Unknown keys are allowed everywhere. */
export const stageConfigShape = open(stageKeys)

/** wf.yaml. */
export const workflowShape = open({
  version: formed(/^[0-9]+\.[0-9]+$/, expected`a text such as ${'1.0'}, in quotes`),
  metadata: open({ name: id, description: text.min(10, { error: expected`at least ${10} characters` }), author: text.optional() }),
  stages: list(open(stageKeys)).min(1, { error: expected`at least one stage` }),
  shared_templates: list(open({ source: text, target: text })).optional(),
})

const time = z.union([z.string(), z.null()], { error: expected`a text or ${null}` })

/** wf-run.json. */
export const runShape = open({
  run_id: text,
  created_at: text,
  workflow: open({ name: text, version: text, source: text }),
  stages: list(
    open({
      id: text,
      status: z.enum(['pending', 'completed'], { error: expected`${'pending'} or ${'completed'}` }),
      started_at: time,
      completed_at: time,
    }),
  ),
})

/** output-params.json. */
export const paramsShape = open({ stage_id: text, published_at: text, parameters: open({}) })
