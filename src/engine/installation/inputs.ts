import * as z from 'zod'
import { relativePath } from '../../core/configured-paths.ts'
import { failOns, modes } from '../../core/report.ts'
import { suggestion } from '../../core/suggestion.ts'
import { checkValue } from '../../kit/shape.ts'
import { configurationPath } from '../configuration/read.ts'
import { duration } from '../configuration/values.ts'

/** The tasks of the Action. */
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
const orUnset = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z
    .string()
    .transform((word) => (word === '' ? undefined : word))
    .pipe(schema.optional())
/** The same, for one that GitHub itself gives a default. */
const orElse = <Schema extends z.ZodType<unknown, string>>(standard: string, schema: Schema) =>
  z
    .string()
    .transform((word) => (word === '' ? standard : word))
    .pipe(schema)

/** What was probably meant, as a part of a message; empty if nothing is near. */
const meant = (written: unknown, words: readonly string[]) => {
  const near = typeof written === 'string' ? suggestion(written, words) : undefined
  return near === undefined ? '' : `; did you mean ${near}?`
}

const flag = z
  .enum(['true', 'false'], { error: ({ input }) => `expected \`true\` or \`false\`${meant(input, ['true', 'false'])}` })
  .transform((word) => word === 'true')
const names = z.string().transform((list) => list.split(/[\s,]+/).filter((name) => name !== ''))
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: ({ input }) => `expected one of ${words.join(', ')}${meant(input, words)}` })
const isPlainPath = (path: string) => !checkValue(path, relativePath()).fault && !/[*?[\]{}!]/.test(path)

const age = z
  .string()
  .refine((text) => !checkValue(text, duration()).fault, { error: 'expected an integer and m, h or d, such as 48h' })
  .transform((text) => duration().parse(text))

/** Every input of the Action, by its name in `action.yml`. */
export const inputs = {
  task: orUnset(oneOf(tasks)),
  token: z.string(),
  config: z
    .string()
    .transform((path) => (path === '' ? configurationPath : path))
    .refine(isPlainPath, { error: 'expected one path relative to the root of the repository' }),
  protocols: names,
  mode: orUnset(oneOf(modes)),
  'fail-on': orUnset(oneOf(failOns)),
  'allow-empty': orUnset(flag),
  annotations: orElse('true', flag),
  'check-run': orElse('false', flag),
  comment: orElse('false', flag),
  'sarif-file': orUnset(z.string()),
  'report-file': orUnset(z.string()),
  'html-file': orUnset(z.string()),
  'audit-issue': orElse('true', flag),
  'dashboard-issue': orUnset(flag),
  'audit-fix': orElse('false', flag),
  'stale-after': orUnset(age),
} as const satisfies Record<string, z.ZodType>

export type Inputs = { readonly [Name in keyof typeof inputs]: z.output<(typeof inputs)[Name]> }

/** Why a value cannot be that of an input; `undefined`: it can. */
export const inputFault = (name: string, written: string): string | undefined =>
  Object.hasOwn(inputs, name) ? checkValue<unknown>(written, inputs[name as keyof typeof inputs]).fault?.message : undefined
