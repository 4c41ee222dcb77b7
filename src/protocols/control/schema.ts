import { parseTime } from '../../core/time.ts'
import * as z from 'zod'
import { expected, flag } from '../../core/configuration.ts'
import { once } from '../../core/once.ts'
import { msg } from '../../core/message.ts'
import type { ShapedFileDefinition } from '../../kit/shape-findings.ts'

/** Why control is returned. */
export const reasons = ['success', 'error', 'question'] as const
export type Reason = (typeof reasons)[number]

/** Words that people write in place of a reason. */
const otherWords: Readonly<Record<string, Reason>> = {
  complete: 'success',
  completed: 'success',
  done: 'success',
  ok: 'success',
  failed: 'error',
  failure: 'error',
}

const isReason = (word: string): word is Reason => (reasons as readonly string[]).includes(word)

/** The reason that a word stands for, if any. */
export function reasonMeant(word: string): Reason | undefined {
  const small = word.toLowerCase()
  if (isReason(small)) return small
  return Object.hasOwn(otherWords, small) ? otherWords[small] : undefined
}

/** The codes of an error, each with its description. */
export const errorCodes = {
  INPUT_MISSING: 'Required input file does not exist',
  INPUT_INVALID: 'Input file exists but content is invalid or unusable',
  SCHEMA_VIOLATION: 'Output file fails JSON Schema validation',
  EXTERNAL_FAILURE: 'External service or API failure outside agent control',
  PERMISSION_DENIED: 'Insufficient permissions for required operation',
  RESOURCE_EXHAUSTED: 'Resource limit exceeded (tokens, memory, disk)',
  INTERNAL_ERROR: 'Unexpected internal error in agent logic',
  TIMEOUT: 'Operation exceeded time limit',
  CANCELLED: 'Operation was cancelled by user or system',
  UNKNOWN: 'Error category cannot be determined',
} as const satisfies Readonly<Record<string, string>>

export type ErrorCode = keyof typeof errorCodes
export const errorCodeNames = Object.keys(errorCodes) as readonly ErrorCode[]
export const isErrorCode = (word: string): word is ErrorCode => Object.hasOwn(errorCodes, word)

/** What the name of a stage may be. */
export const stageName = /^[a-z][a-z0-9-]*$/

const form = /^(?<day>\d{4}-\d\d-\d\d)T(?<time>\d\d:\d\d):(?<second>\d\d)(?:(?<fraction>\.\d{1,3})\d*)?(?<zone>Z|[+-]\d\d:\d\d)$/i

/** The time that an RFC 3339 date-time names, in whole milliseconds; `undefined` where it is none, or of a day that does not exist. */
export const instantOf = (text: string): number | undefined => parseTime(form, text, 60)

/** How a time is written (docs/control.md, "Files"): in UTC with `+00:00`, and a fraction only where it is not zero. */
export function timestampOf(at: string): string {
  return new Date(at).toISOString().replace('.000Z', 'Z').replace('Z', '+00:00')
}

const notText = expected`a text`
const text = once(() => z.string({ error: notText }))
const filled = once(() => text().min(1, { error: expected`at least one character` }))
const formed = (form: RegExp, error: ReturnType<typeof expected>) => z.string({ error }).regex(form, { error })
const list = <Item extends z.ZodType>(item: Item) => z.array(item, { error: expected`a list` })

const keys = expected`keys and values`
const closed = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape, { error: keys })
const open = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape, { error: keys })

/** A text that is one of some words. */
const word = <const Words extends readonly string[]>(words: Words, unexpected: (word: string) => string) =>
  z.enum(words, { error: ({ input }) => (typeof input === 'string' ? unexpected(input) : notText({ input })) })

/** accept.json. */
export const acceptShape = once(() =>
  closed({
    state: word(['agent'], (state) => msg`Unexpected state ${state}, expected ${'agent'}`),
    timestamp: text(),
  }),
)

/** accept.json, with the codes of what it may be instead. */
export const acceptForm: ShapedFileDefinition<z.output<ReturnType<typeof acceptShape>>, string> = {
  shape: acceptShape,
  unreadable: 'ACCEPT_UNREADABLE',
  violationCodes: 'ACCEPT_SCHEMA',
  words: { state: { code: 'ACCEPT_STATE' } },
}

/** handback.json, but for when `error` must be there. */
export const handbackShape = once(() =>
  closed({
    reason: word(reasons, (reason) => msg`Unexpected reason ${reason}, expected one of ${reasons}`),
    description: filled(),
    error: closed({
      code: word(errorCodeNames, (code) => msg`Unexpected code ${code}, expected one of ${errorCodeNames}`),
      message: filled(),
      context: z
        .custom<Readonly<Record<string, unknown>>>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
          error: keys,
        })
        .optional(),
    }).optional(),
  }),
)

/** handback.json, with the codes of what it may be instead. */
export const handbackForm: ShapedFileDefinition<z.output<ReturnType<typeof handbackShape>>, string> = {
  shape: handbackShape,
  unreadable: 'HANDBACK_UNREADABLE',
  violationCodes: 'HANDBACK_SCHEMA',
  words: { reason: { code: 'HANDBACK_REASON', meant: reasonMeant }, 'error.code': { code: 'HANDBACK_CODE' } },
  needed: [{ code: 'HANDBACK_ERROR_MISSING', key: 'error', where: { key: 'reason', is: 'error' } }],
}

/** answers/NNN.json. `null`: control was granted again without an answer. */
export const answerShape = once(() =>
  closed({
    question: text(),
    answer: z
      .union([z.string(), z.null()], { error: expected`a text or ${null}` })
      .refine((answer) => answer === null || answer.trim() !== '', { error: expected`an answer` }),
    timestamp: text().refine((timestamp) => instantOf(timestamp) !== undefined, {
      error: ({ input }) => msg`Unexpected timestamp ${String(input)}, expected one such as ${'2026-01-20T10:02:00+00:00'}`,
    }),
  }),
)

/** answers/NNN.json, with the code of all that it may be instead. */
export const answerForm: ShapedFileDefinition<z.output<ReturnType<typeof answerShape>>, string> = {
  shape: answerShape,
  unreadable: 'CONTROL_ANSWER',
  violationCodes: 'CONTROL_ANSWER',
}

const id = once(() => formed(stageName, expected`lower-case letters, digits and ${'-'}, starting with a letter`))
const inputPath = once(() => formed(/^inputs\//, expected`a path below ${'inputs/'}`))
const sourcePath = once(() =>
  formed(/^run\/output-(?:files|data)\//, expected`a path below ${'run/output-files/'} or ${'run/output-data/'}`),
)
const dataPath = once(() => formed(/^run\/output-data\/.*\.json$/s, expected`a JSON file below ${'run/output-data/'}`))

const together = expected`${'from_stage'} and ${'source'} together`
const input = once(() =>
  open({
    name: text(),
    path: inputPath(),
    description: text().optional(),
    from_stage: id().optional(),
    source: sourcePath().optional(),
  })
    .refine(({ from_stage, source }) => (from_stage === undefined) === (source === undefined), { error: together })
    // The published schema cannot see a check in code: it is repeated here for it.
    .meta({ dependentRequired: { from_stage: ['source'], source: ['from_stage'] } }),
)

const output = once(() =>
  open({ name: text(), path: text(), description: text().optional(), schema: text().optional(), required: flag().optional() }),
)

const oneForm = expected`either ${'output_parameter'} or ${'source'} with ${'query'}`
const parameter = once(() =>
  open({
    name: text(),
    description: text().optional(),
    from_stage: id(),
    output_parameter: text().optional(),
    source: text().optional(),
    query: text().optional(),
  })
    .refine(
      ({ output_parameter, source, query }) =>
        (output_parameter === undefined) === (source !== undefined && query !== undefined) &&
        (source === undefined) === (query === undefined),
      { error: oneForm },
    )
    .meta({
      oneOf: [{ required: ['output_parameter'] }, { required: ['source', 'query'] }],
    }),
)

const stageKeys = once(() => ({
  id: id(),
  name: text(),
  description: text().optional(),
  inputs: open({ required: list(input()).optional(), optional: list(input()).optional() }),
  outputs: open({ files: list(output()).optional(), data: list(output()).optional(), runtime: list(output()).optional() }),
  prompt: open({ entry: text(), main: text() }),
  parameters: list(parameter()).optional(),
  output_parameters: list(open({ name: text(), description: text().optional(), source: dataPath(), query: text() })).optional(),
}))

/** stage-config.yaml. Unknown keys are allowed everywhere. */
export const stageConfigShape = once(() => open(stageKeys()))

/** wf.yaml. */
export const workflowShape = once(() =>
  open({
    version: formed(/^[0-9]+\.[0-9]+$/, expected`a text such as ${'1.0'}, in quotes`),
    metadata: open({ name: id(), description: text().min(10, { error: expected`at least ${10} characters` }), author: text().optional() }),
    stages: list(open(stageKeys())).min(1, { error: expected`at least one stage` }),
    shared_templates: list(open({ source: text(), target: text() })).optional(),
  }),
)

const time = once(() => z.union([z.string(), z.null()], { error: expected`a text or ${null}` }))

/** wf-run.json. */
export const runShape = once(() =>
  open({
    run_id: text(),
    created_at: text(),
    workflow: open({ name: text(), version: text(), source: text() }),
    stages: list(
      open({
        id: text(),
        status: z.enum(['pending', 'completed'], { error: expected`${'pending'} or ${'completed'}` }),
        started_at: time(),
        completed_at: time(),
      }),
    ),
  }),
)

/** output-params.json. */
export const paramsShape = once(() => open({ stage_id: text(), published_at: text(), parameters: open({}) }))
