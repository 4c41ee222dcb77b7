import { getInput } from '@actions/core'
import * as z from 'zod'
import { relativePath } from '../../core/configured-paths.ts'
import { Fault } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'
import { failOns, modes } from '../../core/report.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import { duration } from '../../engine/configuration/values.ts'
import { checkValue } from '../../kit/shape.ts'

/** The tasks of the Action. */
export const tasks = ['validate', 'command', 'audit'] as const

const byEvent: Readonly<Record<string, (typeof tasks)[number]>> = {
  issue_comment: 'command',
  schedule: 'audit',
  workflow_dispatch: 'audit',
}

/** What an event asks for where the workflow does not say. */
export const taskOf = (event: string): (typeof tasks)[number] => (Object.hasOwn(byEvent, event) ? byEvent[event] : undefined) ?? 'validate'

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
const flag = z.enum(['true', 'false'], { error: 'expected `true` or `false`' }).transform((word) => word === 'true')
const names = z.string().transform((list) => list.split(/[\s,]+/).filter((name) => name !== ''))
const oneOf = <const Words extends readonly string[]>(words: Words) => z.enum(words, { error: `expected one of ${words.join(', ')}` })
const isPlainPath = (path: string) => relativePath().safeParse(path).success && !/[*?[\]{}!]/.test(path)

const age = z
  .string()
  .refine((text) => duration().safeParse(text).success, { error: 'expected an integer and m, h or d, such as 48h' })
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

/** The token for requests. @throws Fault where it is empty */
export function tokenOf({ token }: Pick<Inputs, 'token'>): string {
  if (token !== '') return token
  throw new Fault(
    msg`The input ${'token'} is empty: the secret that it names is not set, or the workflow runs for a pull request from a fork, which gets no secrets.`,
    { hint: 'Set the secret, or leave the input out: the token of the job is enough to check.' },
  )
}

/** An input that cannot be used: the workflow's mistake. */
export class InputError extends Error {
  override readonly name = 'InputError'
}

/** Reads every input. They are in no file that a finding could point into. @throws InputError naming the first that cannot be used. */
export function readInputs(): Inputs {
  const read = Object.entries(inputs).map(([name, schema]) => {
    const written = getInput(name)
    const { value, fault } = checkValue<unknown>(written, schema)
    if (fault) throw new InputError(`Unexpected input ${name}: ${JSON.stringify(written)}, ${fault.message}.`)
    return [name, value]
  })
  return Object.fromEntries(read) as Inputs
}
