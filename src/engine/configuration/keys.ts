import { elementSchema, shapes } from './json-schema.ts'
import type { JsonSchema } from '../../kit/published-schema.ts'

/** A key of the configuration, in Markdown. */
export interface Key {
  /** With those above it: `limits.file`, `audit.known[].until`, `severity.<code>`. */
  readonly key: string
  readonly type: string
  /** Empty where there is none. */
  readonly standard: string
  readonly meaning: string
}

const codeSpan = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

const isMapping = ({ properties, additionalProperties }: JsonSchema) =>
  properties !== undefined || typeof additionalProperties === 'object'

/** The values that are allowed, otherwise the name of their form. */
function typeOf(schema: JsonSchema): string {
  if (schema.title !== undefined) return schema.title
  if (schema.anyOf) return shapes({ anyOf: schema.anyOf }).slice(1).map(typeOf).join(' or ')
  if (schema.const !== undefined) return codeSpan(schema.const)
  if (schema.enum) return schema.enum.map(codeSpan).join(', ')
  if (schema.type === 'array') return `list: ${typeOf(elementSchema(schema) ?? {})}`
  if (schema.type === 'boolean') return '`true`, `false`'
  return isMapping(schema) ? 'keys' : String(schema.type)
}

/** Keys that are alike (one for each command, each code) are listed once, under the name of their kind. */
function* keysOf(schema: JsonSchema): Generator<readonly [name: string, value: JsonSchema]> {
  const { propertyNames, description = '' } = schema
  const seenKinds = new Set<string>()
  for (const [key, value] of Object.entries(schema.properties ?? {})) {
    if (typeof value === 'boolean') continue
    const { $comment } = value
    if ($comment === undefined) yield [key, value]
    else if (!seenKinds.has($comment)) yield [`<${$comment}>`, { ...value, description }]
    if ($comment !== undefined) seenKinds.add($comment)
  }
  const valueSchema = schema.type === 'object' ? elementSchema(schema) : undefined
  if (valueSchema && typeof propertyNames === 'object')
    yield [`<${propertyNames.title}>`, { description, ...valueSchema }]
}

function* keysBelow(name: string, schema: JsonSchema): Generator<Key> {
  if (name !== '' && !(schema.type === 'object' && isMapping(schema))) {
    const standard = schema.default === undefined ? '' : codeSpan(schema.default)
    yield { key: codeSpan(name), type: typeOf(schema), standard, meaning: schema.description ?? '' }
  }
  for (const shape of shapes(schema)) {
    const items = shape.type === 'array' ? elementSchema(shape) : undefined
    if (items && isMapping(items)) yield* keysBelow(`${name}[]`, items)
    for (const [key, value] of keysOf(shape)) yield* keysBelow(name === '' ? key : `${name}.${key}`, value)
  }
}

export function configurationKeys(schema: JsonSchema): readonly Key[] {
  return [...keysBelow('', schema)]
}
