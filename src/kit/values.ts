import * as z from 'zod'
import { expected } from '../core/configuration.ts'
import { agentForm } from '../core/grant.ts'
import { once } from '../core/once.ts'

/** Makes the message about a value that is not what was expected. */
export type Complaint = ReturnType<typeof expected>

export const notText = expected`a string`
export const text = once(() => z.string({ error: notText }))

export const nonEmptyText = once(() => text().min(1, { error: expected`at least one character` }))

export const textMatching = (form: RegExp, error: Complaint) => z.string({ error }).regex(form, { error })

export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: expected`one of ${words}` })

export function integer(minimum: number) {
  const error = expected`an integer, ${minimum} or more`
  return z.int({ error }).min(minimum, { error })
}

export const list = <Item extends z.ZodType>(item: Item) => z.array(item, { error: expected`a list` })

export const notKeys = expected`a mapping`

/** Keys and values, of which any others may be there too. */
export const openMapping = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape, { error: notKeys })

/** Keys and values, and no others. */
export const closedMapping = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape, { error: notKeys })

export const anyMapping = once(() => z.record(z.string(), z.unknown(), { error: notKeys }))

/** A date and time in a published schema; each protocol has a form of its own. */
export const dateTime = once(() => z.string().meta({ format: 'date-time' }))

/** A grant in a published schema: `kit/grant.ts` judges it. */
export const publishedGrant = once(() =>
  z.strictObject({
    agent: z.string().regex(agentForm).optional(),
    by: z.string().regex(/\S/).optional(),
    since: dateTime(),
    until: dateTime().optional(),
  }),
)
