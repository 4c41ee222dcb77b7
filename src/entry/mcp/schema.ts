import * as z from 'zod'
import type { Field, Operation, Tool } from '../operations/operation.ts'
import { inputName } from '../operations/tools.ts'

function schemaOf({ form, max, isWord }: Field, does: string): z.ZodType {
  const isRequired = isWord === true && form?.startsWith('<') === true
  const isList = form?.includes('...') === true
  const value =
    max !== undefined
      ? z.int().min(1).max(max)
      : form === undefined
        ? z.boolean()
        : isList
          ? z.array(z.string())
          : z.string()
  const schema = isRequired ? value : value.optional()
  return does === '' ? schema : schema.describe(does)
}

export function inputOf({ takes }: Tool, fields: Operation['input'] = {}): z.ZodObject {
  const shape = Object.entries(takes).map(([name, meaning]) => {
    const field = fields[inputName(name)]
    return [name, typeof meaning === 'string' ? schemaOf(field ?? { does: '' }, meaning) : meaning] as const
  })
  return z.strictObject(Object.fromEntries(shape))
}
