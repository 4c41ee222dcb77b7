import * as z from 'zod'
import { relativePath } from '../../core/configured-paths.ts'
import { failOns, modes } from '../../core/report.ts'
import { suggestion } from '../../core/suggestion.ts'
import { checkValue } from '../../kit/shape.ts'
import { configurationPath } from '../configuration/read.ts'
import { duration } from '../configuration/values.ts'

export const tasks = ['validate', 'command', 'audit'] as const

export type Task = (typeof tasks)[number]

/** The task for each event (docs/action.md). */
export const taskByEvent: Readonly<Record<string, Task>> = {
  pull_request: 'validate',
  pull_request_target: 'validate',
  merge_group: 'validate',
  push: 'validate',
  issue_comment: 'command',
  schedule: 'audit',
  workflow_dispatch: 'audit',
}

/** An input that was not set is empty, as GitHub gives it. */
const optionalInput = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z
    .string()
    .transform((word) => (word === '' ? undefined : word))
    .pipe(schema.optional())
/** An input that has a default, given by GitHub where the workflow sets none. */
const inputWithDefault = <Schema extends z.ZodType<unknown, string>>(standard: string, schema: Schema) =>
  z
    .string()
    .transform((word) => (word === '' ? standard : word))
    .pipe(schema)

/** What was probably meant, as a part of a message; empty if nothing is near. */
const suggestionText = (value: unknown, words: readonly string[]) => {
  const nearest = typeof value === 'string' ? suggestion(value, words) : undefined
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}

/** As GitHub's own `getBooleanInput` takes them. */
const flagInput = z
  .enum(['true', 'True', 'TRUE', 'false', 'False', 'FALSE'], {
    error: ({ input }) => `expected \`true\` or \`false\`${suggestionText(input, ['true', 'false'])}`,
  })
  .transform((word) => word.toLowerCase() === 'true')
const namesInput = z.string().transform((list) => list.split(/[\s,]+/).filter((name) => name !== ''))
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: ({ input }) => `expected one of ${words.join(', ')}${suggestionText(input, words)}` })
const isPlainPath = (path: string) => !checkValue(path, relativePath()).fault && !/[*?[\]{}!]/.test(path)

const ageInput = z
  .string()
  .refine((text) => !checkValue(text, duration()).fault, { error: 'expected an integer and m, h or d, such as 48h' })
  .transform((text) => duration().parse(text))

/** Every input of the Action, by its name in `action.yml`. */
export const inputs = {
  task: optionalInput(oneOf(tasks)),
  token: z.string(),
  config: z
    .string()
    .transform((path) => (path === '' ? configurationPath : path))
    .refine(isPlainPath, { error: 'expected one path relative to the root of the repository' }),
  protocols: namesInput,
  mode: optionalInput(oneOf(modes)),
  'fail-on': optionalInput(oneOf(failOns)),
  'allow-empty': optionalInput(flagInput),
  annotations: inputWithDefault('true', flagInput),
  'check-run': inputWithDefault('false', flagInput),
  comment: inputWithDefault('false', flagInput),
  'sarif-file': optionalInput(z.string()),
  'report-file': optionalInput(z.string()),
  'html-file': optionalInput(z.string()),
  'audit-issue': inputWithDefault('true', flagInput),
  'dashboard-issue': optionalInput(flagInput),
  'audit-fix': inputWithDefault('false', flagInput),
  'stale-after': optionalInput(ageInput),
} as const satisfies Record<string, z.ZodType>

export type Inputs = { readonly [Name in keyof typeof inputs]: z.output<(typeof inputs)[Name]> }

/** The inputs that name a file which Baton writes. */
const outputFiles: ReadonlySet<string> = new Set(['sarif-file', 'report-file', 'html-file'])

/** Why a value cannot be that of an input, where these protocols are known; `undefined`: it can. */
export function inputFault(name: string, value: string, protocolNames: readonly string[]): string | undefined {
  if (!Object.hasOwn(inputs, name)) return undefined
  if (outputFiles.has(name) && value.split('/')[0] === '..') return 'expected a path below the workspace'
  if (name === 'protocols') {
    const unknownName = inputs.protocols.parse(value).find((word) => !protocolNames.includes(word))
    return unknownName === undefined
      ? undefined
      : `expected one of ${protocolNames.join(', ')}${suggestionText(unknownName, protocolNames)}`
  }
  return checkValue<unknown>(value, inputs[name as keyof typeof inputs]).fault?.message
}
