import { hasUnprintable, type MessageValue, msg } from './message.ts'
import * as z from 'zod'
import { once } from './once.ts'

type CamelCase<Key extends string> = Key extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Key
type CamelKeys<Shape> = { readonly [Key in keyof Shape as Key extends string ? CamelCase<Key> : never]: Shape[Key] }

const toCamelCase = (key: string): string => key.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * A mapping of the configuration: closed, with its keys in words (`second-place`) where it is written and in camel case
 * once it is read.
 */
export function section<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .strictObject(shape)
    .transform(
      (keys) =>
        Object.fromEntries(Object.entries(keys).map(([key, value]) => [toCamelCase(key), value])) as CamelKeys<
          typeof keys
        >,
    )
}

const isScalar = (value: unknown): value is Exclude<MessageValue, readonly unknown[]> =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const describeUnexpected = (value: unknown): readonly [string, ...MessageValue[]] => {
  if (value === undefined) return ['Missing value']
  if (Array.isArray(value)) return [value.length === 0 ? 'Unexpected empty list' : 'Unexpected list']
  if (value === null || (typeof value === 'string' && value.trim() === '')) return ['Unexpected empty value']
  return isScalar(value) ? ['Unexpected ', value] : ['Unexpected mapping']
}

/**
 * Makes the error message of a value, `Unexpected VALUE, expected …`; the template gives the words after `expected`.
 */
export function expected(sentence: TemplateStringsArray, ...values: MessageValue[]) {
  return ({ input }: { readonly input?: unknown }): string => {
    const [begin, ...inputValues] = describeUnexpected(input)
    const strings =
      inputValues.length > 0 ? [begin, `, expected ${sentence[0]}`] : [`${begin}, expected ${sentence[0]}`]
    const templateStrings = [...strings, ...sentence.slice(1)]
    return msg(Object.assign(templateStrings, { raw: templateStrings }), ...inputValues, ...values)
  }
}

/** A string that matches `form`. `title`: the form's name in documents. */
export function titledText(title: string, form: RegExp, error: ReturnType<typeof expected>) {
  return z.string({ error }).regex(form, { error }).meta({ title })
}

const maxLineLength = 500
const isLine = (value: string) => value.length <= maxLineLength && value.trim() !== '' && !hasUnprintable(value)
const notLine = expected`one line of text, at most ${maxLineLength} characters`

export const line = once(() => z.string({ error: notLine }).refine(isLine, { error: notLine }).meta({ title: 'text' }))

/** A name that can be in a command, a file or a message as it is. */
export const word = once(() =>
  titledText(
    'name',
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/,
    expected`a name of letters, digits, ${'-'}, ${'_'} and ${'.'}`,
  ),
)

/** An integer that is not below `minimum`. */
export function count(minimum: number) {
  const error = expected`an integer, ${minimum} or more`
  return z.int({ error }).min(minimum, { error }).meta({ title: 'number' })
}

/** `true` or `false`. */
export const flag = once(() => z.boolean({ error: expected`${'true'} or ${'false'}` }))
