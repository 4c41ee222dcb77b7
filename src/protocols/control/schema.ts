import { parseTime } from '../../core/time.ts'
import * as z from 'zod'
import { expected, flag } from '../../core/configuration.ts'
import { once } from '../../core/once.ts'
import { msg } from '../../core/message.ts'
import { handbackReasons, type HandbackReason } from '../../core/command-names.ts'
import {
  anyMapping,
  closedMapping,
  type Complaint,
  nonEmptyText,
  textMatching,
  list,
  notText,
  openMapping,
  text,
} from '../../kit/values.ts'

/** Words that people write in place of a reason. */
const reasonSynonyms: Readonly<Record<string, HandbackReason>> = {
  complete: 'success',
  completed: 'success',
  done: 'success',
  ok: 'success',
  failed: 'error',
  failure: 'error',
}

const isReason = (word: string): word is HandbackReason => (handbackReasons as readonly string[]).includes(word)

export function reasonFromWord(word: string): HandbackReason | undefined {
  const lowerCased = word.toLowerCase()
  if (isReason(lowerCased)) return lowerCased
  return Object.hasOwn(reasonSynonyms, lowerCased) ? reasonSynonyms[lowerCased] : undefined
}

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

export const stageName = /^[a-z][a-z0-9-]*$/

const timestampPattern =
  /^(?<day>\d{4}-\d\d-\d\d)T(?<time>\d\d:\d\d):(?<second>\d\d)(?:(?<fraction>\.\d{1,3})\d*)?(?<zone>Z|[+-]\d\d:\d\d)$/i

/**
 * The time that an RFC 3339 date-time names, in whole milliseconds; `undefined` where it is none, or of a day that does
 * not exist.
 */
export const instantOf = (text: string): number | undefined => parseTime(timestampPattern, text, 60)

/** How a time is written (docs/control.md, "Files"): in UTC with `+00:00`, and a fraction only where it is not zero. */
export function timestampOf(at: string): string {
  return new Date(at).toISOString().replace('.000Z', 'Z').replace('Z', '+00:00')
}

/** The message about a word that is not one of those there may be. */
export const wordError =
  (unexpected: (word: string) => string): Complaint =>
  ({ input }) =>
    typeof input === 'string' ? unexpected(input) : notText({ input })

const word = <const Words extends readonly string[]>(words: Words, unexpected: (word: string) => string) =>
  z.enum(words, { error: wordError(unexpected) })

/** A time, of which rules say whether it is one. */
export const time = once(() => text().meta({ format: 'date-time' }))

/** But for when `error` must be there. */
export const handbackShape = once(() =>
  closedMapping({
    reason: word(handbackReasons, (reason) => msg`Unexpected reason ${reason}, expected one of ${handbackReasons}`),
    description: nonEmptyText(),
    error: closedMapping({
      code: word(errorCodeNames, (code) => msg`Unexpected code ${code}, expected one of ${errorCodeNames}`),
      message: nonEmptyText(),
      context: anyMapping().optional(),
    }).optional(),
  }),
)

/** With when it must be there. */
export function publishedHandback() {
  const shape = handbackShape()
  const { error } = shape.shape
  return z.union([
    shape.extend({ reason: z.literal('error'), error: error.unwrap() }),
    shape.extend({ reason: z.enum(['success', 'question']) }),
  ])
}

export const id = once(() =>
  textMatching(stageName, expected`lower-case letters, digits and ${'-'}, starting with a letter`),
)
const inputPath = once(() => textMatching(/^inputs\//, expected`a path below ${'inputs/'}`))
const sourcePath = once(() =>
  textMatching(/^run\/output-(?:files|data)\//, expected`a path below ${'run/output-files/'} or ${'run/output-data/'}`),
)
const dataPath = once(() =>
  textMatching(/^run\/output-data\/.*\.json$/s, expected`a JSON file below ${'run/output-data/'}`),
)

const expectedTogether = expected`${'from_stage'} and ${'source'} together`
const input = once(() =>
  openMapping({
    name: text(),
    path: inputPath(),
    description: text().optional(),
    from_stage: id().optional(),
    source: sourcePath().optional(),
  })
    .refine(({ from_stage, source }) => (from_stage === undefined) === (source === undefined), {
      error: expectedTogether,
    })
    // The published schema cannot see a check in code: it is repeated here for it.
    .meta({ dependentRequired: { from_stage: ['source'], source: ['from_stage'] } }),
)

const output = once(() =>
  openMapping({
    name: text(),
    path: text(),
    description: text().optional(),
    schema: text().optional(),
    required: flag().optional(),
  }),
)

const expectedOneForm = expected`either ${'output_parameter'} or ${'source'} with ${'query'}`
const parameter = once(() =>
  openMapping({
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
      { error: expectedOneForm },
    )
    .meta({
      oneOf: [{ required: ['output_parameter'] }, { required: ['source', 'query'] }],
    }),
)

/** The keys of a contract. Unknown ones are allowed everywhere. */
export const stageKeys = once(() => ({
  id: id(),
  name: text(),
  description: text().optional(),
  inputs: openMapping({ required: list(input()).optional(), optional: list(input()).optional() }),
  outputs: openMapping({
    files: list(output()).optional(),
    data: list(output()).optional(),
    runtime: list(output()).optional(),
  }),
  prompt: openMapping({ entry: text(), main: text() }),
  parameters: list(parameter()).optional(),
  output_parameters: list(
    openMapping({ name: text(), description: text().optional(), source: dataPath(), query: text() }),
  ).optional(),
}))

/** A time of the run's record. */
export const timeOrNull = once(() => z.union([z.string(), z.null()], { error: expected`a string or ${null}` }))
