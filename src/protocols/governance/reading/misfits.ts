import type * as z from 'zod'
import type { Place } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { at, type DataNode } from '../../../documents/data.ts'
import type { Fault } from '../schema.ts'
import type { Data, JsonFile } from './json-file.ts'

/** The codes of what a shape finds. */
export type ShapeCode =
  | 'GOV_FIELD_MISSING'
  | 'GOV_FIELD_TYPE'
  | 'GOV_FIELD_VALUE'
  | 'GOV_STATE_UNKNOWN'
  | 'GOV_TEXT_LIMIT'
  | 'GOV_UNKNOWN_KEY'

/** A way in which a file is not of its shape. */
export interface Misfit {
  readonly code: ShapeCode
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly place: Place
  /** What to write, where the message does not say it. */
  readonly hint?: string
  /** It is a text or a list that is too long. */
  readonly isLimit: boolean
}

const codes: Readonly<Record<Fault, ShapeCode>> = { value: 'GOV_FIELD_VALUE', state: 'GOV_STATE_UNKNOWN', text: 'GOV_TEXT_LIMIT' }

function codeOf(issue: z.core.$ZodIssue, node: DataNode | undefined): ShapeCode {
  if (!node) return 'GOV_FIELD_MISSING'
  if (issue.code === 'custom') return codes[(issue.params?.['fault'] as Fault | undefined) ?? 'value']
  return issue.code === 'too_small' || issue.code === 'too_big' ? 'GOV_FIELD_VALUE' : 'GOV_FIELD_TYPE'
}

function* misfitsIn(issue: z.core.$ZodIssue, file: JsonFile, { root }: Data): Iterable<Misfit> {
  const { path, message } = issue
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const whole = [...path, key]
      yield { code: 'GOV_UNKNOWN_KEY', path: whole, message: msg`Unexpected key ${key}`, place: file.place(...whole), isLimit: false }
    }
    return
  }
  const code = codeOf(issue, at(root, path))
  if (code === 'GOV_FIELD_MISSING') {
    const [, form = 'a value'] = message.split(', expected ')
    const key = String(path.at(-1))
    yield {
      code,
      path,
      message: msg`Missing key ${key}`,
      hint: `${msg`Write ${key}`}: ${form}.`,
      place: file.place(...path),
      isLimit: false,
    }
    return
  }
  const said = msg`Wrong value of ${path.join('.')}: ` + message
  const isLimit = code === 'GOV_TEXT_LIMIT' || (issue.code === 'too_big' && issue.origin === 'array')
  yield { code, path, message: said, place: file.place(...path), isLimit }
}

/** Every way in which a file is not of a shape, in the order of the shape. */
export function misfitsOf(file: JsonFile, shape: z.ZodType): readonly Misfit[] {
  const { data } = file
  if (!data) return []
  const issues = shape.safeParse(data.value).error?.issues ?? []
  return issues.flatMap((issue) => [...misfitsIn(issue, file, data)])
}
