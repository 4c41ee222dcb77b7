import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly schema: object
  readonly 'x-multi-segment'?: boolean
}

interface Operation {
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly schema: object }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >
}

/** The slice of GitHub's own OpenAPI description that `scripts/openapi-slice.ts` cuts out. */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, unknown>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

/**
 * OpenAPI's `nullable` in the words of JSON Schema, where there is no `type` beside it that it could widen, or an
 * `enum` without it.
 */
function inJsonSchema(key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('nullable' in value) || value.nullable !== true) return value
  // Elsewhere it says rightly that an account is a user or an enterprise, here that it is both ("List installations").
  if (key === 'account' && 'allOf' in value)
    return { anyOf: [...(value.allOf as readonly unknown[]), { type: 'null' }] }
  if ('enum' in value && Array.isArray(value.enum))
    return { ...value, enum: [...new Set<unknown>([...value.enum, null])] }
  if ('type' in value) return value
  const { nullable: _nullable, ...schema } = value
  return { anyOf: [schema, { type: 'null' }] }
}

const description = JSON.parse(
  readFileSync(new URL('openapi.json', import.meta.url), 'utf8'),
  inJsonSchema,
) as Description

const plugin = formats as unknown as (ajv: Ajv) => Ajv
// What is compiled runs seldom: each schema is compiled once, and not made shorter.
const options = { strict: false, logger: false, allErrors: true, inlineRefs: false, code: { optimize: false } } as const
const strictly = plugin(new Ajv(options))
const fromText = plugin(new Ajv({ ...options, coerceTypes: 'array' }))
// The addresses of bots have brackets in them, which the format would not have.
strictly.addFormat('email', /@/)
strictly.addSchema({ $id: 'github', ...description })

const compiled = new Map<string, ValidateFunction>()

function once(key: string, make: () => ValidateFunction): ValidateFunction {
  const validator = compiled.get(key) ?? make()
  compiled.set(key, validator)
  return validator
}

/**
 * Where GitHub is known not to keep to its description: a fork that is gone (documentation: "What happens to forks").
 */
const isKnown = ({ instancePath, keyword }: ErrorObject) => instancePath.endsWith('/head/repo') && keyword === 'type'

const complaints = (validate: ValidateFunction, data: unknown): readonly string[] =>
  validate(data)
    ? []
    : (validate.errors ?? [])
        .filter((error) => !isKnown(error))
        .map(({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`)

interface Template {
  readonly operation: string
  readonly method: string
  readonly path: RegExp
  readonly names: readonly string[]
  readonly facts: Operation
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Longer paths first, and of those as long the more literal ones. */
const byPrecision = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) => {
  const count = (text: string, mark: string) => text.split(mark).length
  return count(right, '/') - count(left, '/') || count(left, '{') - count(right, '{')
}

/** A parameter is one part of the address; some are documented to hold slashes. */
const templates: readonly Template[] = Object.entries(description.paths)
  .toSorted(byPrecision)
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, facts]) => {
      const long = new Set(facts.parameters.filter((parameter) => parameter['x-multi-segment']).map(({ name }) => name))
      const names: string[] = []
      const pattern = path
        .split(/(\{\w+\})/)
        .map((part) => {
          if (!part.startsWith('{')) return escaped(part)
          names.push(part.slice(1, -1))
          return long.has(part.slice(1, -1)) ? '(.+)' : '([^/]+)'
        })
        .join('')
      const method = verb.toUpperCase()
      return { operation: `${method} ${path}`, method, path: new RegExp(`^${pattern}$`), names, facts }
    }),
  )

/** An operation of the description that a request is for. */
export interface MatchedOperation {
  /** `GET /repos/{owner}/{repo}` */
  readonly operation: string
  readonly parameters: Readonly<Record<string, string>>
  /** What is not as it is described. */
  readonly complaints: readonly string[]
}

function bodyComplaints({ operation, path: _, facts }: Template, sent: unknown): readonly string[] {
  const { requestBody } = facts
  if (sent === undefined) return requestBody?.required === true ? ['a body is missing'] : []
  if (!requestBody) return isEmpty(sent) ? [] : ['a body is not described']
  const [method = '', path = ''] = operation.split(' ')
  const place = `github#/paths/${pointer(path)}/${method.toLowerCase()}/requestBody/schema`
  return complaints(
    once(`body ${operation}`, () => strictly.compile({ $ref: place })),
    sent,
  )
}

const isEmpty = (sent: unknown) => typeof sent === 'object' && sent !== null && Object.keys(sent).length === 0

export function matchRequest(method: string, url: URL, sent: unknown): MatchedOperation | undefined {
  for (const template of templates) {
    const found = template.method === method ? template.path.exec(url.pathname) : null
    if (!found) continue
    const inPath = Object.fromEntries(
      template.names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]),
    )
    const parameters = { ...Object.fromEntries(url.searchParams), ...inPath }
    const validate = once(`request ${template.operation}`, () =>
      fromText.compile({
        type: 'object',
        properties: Object.fromEntries(template.facts.parameters.map(({ name, schema }) => [name, schema])),
        required: template.facts.parameters.filter(({ required }) => required).map(({ name }) => name),
        additionalProperties: false,
      }),
    )
    const wrong = [...complaints(validate, { ...parameters }), ...bodyComplaints(template, sent)]
    return { operation: template.operation, parameters, complaints: wrong }
  }
  return undefined
}

const pointer = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))

/** What of a webhook's payload is not as it is described. */
export function webhookComplaints(event: string, action: string | undefined, payload: unknown): readonly string[] {
  const name = [event, ...(action === undefined ? [] : [action])].join('-').replaceAll('_', '-')
  if (!(name in description.webhooks)) return ['is not described']
  return complaints(
    once(`webhook ${name}`, () => strictly.compile({ $ref: `github#/webhooks/${name}` })),
    payload,
  )
}

/** What of an answer is not as it is described. */
export function answerComplaints(operation: string, status: number, body: unknown): readonly string[] {
  const [method = '', path = ''] = operation.split(' ')
  const responses = description.paths[path]?.[method.toLowerCase()]?.responses ?? {}
  // Described for single operations or not, every one may answer these (GitHub's documentation, "Troubleshooting the
  // REST API").
  const json = responses[status]?.content?.['application/json']
  if (body === undefined && responses[status] !== undefined) return []
  if (!json && [401, 403, 404, 422, 429].includes(status)) return []
  if (!json) return [`a status ${status} with JSON is not described`]
  const place = `github#/paths/${pointer(path)}/${method.toLowerCase()}/responses/${status}/content/${pointer('application/json')}/schema`
  return complaints(
    once(`${operation} ${status}`, () => strictly.compile({ $ref: place })),
    body,
  )
}
