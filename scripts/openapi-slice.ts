/**
 * Cuts the operations that the stand-in for GitHub answers, and the webhooks that it sends, out of GitHub's own OpenAPI
 * description, into `test/github/openapi.json`.
 *
 * The description is too large to depend on (400 MB on disk), so it is installed elsewhere for the occasion:
 *
 * npm install --prefix /tmp/openapi @octokit/openapi node scripts/openapi-slice.ts
 * /tmp/openapi/node_modules/@octokit/openapi
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../test/github/rest/index.ts'
import { webhookNames } from '../test/github/webhooks/names.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Bag = Readonly<Record<string, Json>>

const isBag = (value: Json | undefined): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function bagAt(whole: Bag, ...keys: readonly string[]): Bag {
  let here: Json | undefined = whole
  for (const key of keys) here = isBag(here) ? here[key] : undefined
  if (!isBag(here)) throw new TypeError(`The description has nothing at ${keys.join(' ')}.`)
  return here
}

const keysOf = (reference: string) => reference.replace('#/', '').split('/')

/** Follows a reference in place, where the answer is short. */
const resolved = (whole: Bag, value: Bag): Bag =>
  typeof value['$ref'] === 'string' ? bagAt(whole, ...keysOf(value['$ref'])) : value

/** For people, and so not needed here. A property may be called the same: then its value is a schema. */
const prose = new Set(['description', 'example', 'examples', 'summary', 'title', 'externalDocs'])

function lean(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(lean)
  if (!isBag(value)) return value
  const kept = Object.entries(value).filter(
    ([key, below]) => !prose.has(key) || (isBag(below) && ('type' in below || '$ref' in below)),
  )
  return Object.fromEntries(kept.map(([key, below]) => [key, lean(below)]))
}

function references(value: Json): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(references)
  if (!isBag(value)) return []
  return Object.entries(value).flatMap(([key, below]) =>
    key === '$ref' && typeof below === 'string' ? [below] : references(below),
  )
}

function operation(whole: Bag, key: string): Json {
  const [method = '', path = ''] = key.split(' ')
  const facts = bagAt(whole, 'paths', path, method.toLowerCase())
  const parameters = (facts['parameters'] as readonly Bag[]).map((parameter) => resolved(whole, parameter))
  const responses = Object.entries(bagAt(facts, 'responses')).map(([status, response]) => {
    const { content } = resolved(whole, response as Bag)
    return [
      status,
      {
        ...(isBag(content) &&
          content['application/json'] && { content: { 'application/json': content['application/json'] } }),
      },
    ]
  })
  const { requestBody } = facts
  const body = isBag(requestBody)
    ? {
        requestBody: {
          required: requestBody['required'] ?? false,
          schema: bagAt(requestBody, 'content', 'application/json', 'schema'),
        },
      }
    : {}
  const answers = Object.fromEntries(responses) as Bag
  return {
    operationId: facts['operationId'] ?? null,
    parameters: lean(parameters),
    ...(lean(body) as Bag),
    responses: lean(answers),
  }
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new TypeError('Expected the folder of @octokit/openapi as the argument.')

const whole = JSON.parse(readFileSync(join(folder, 'generated', 'api.github.com.json'), 'utf8')) as Bag
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string }

const paths: Record<string, Record<string, Json>> = {}
for (const key of Object.keys(routes).sort()) {
  const [method = '', path = ''] = key.split(' ')
  ;(paths[path] ??= {})[method.toLowerCase()] = operation(whole, key)
}

const webhooks: Record<string, Json> = {}
for (const name of webhookNames) {
  webhooks[name] = lean(
    bagAt(whole, 'x-webhooks', name, 'post', 'requestBody', 'content', 'application/json', 'schema'),
  )
}

const schemas: Record<string, Json> = {}
for (let open = [...references(paths), ...references(webhooks)]; open.length > 0;) {
  const names = [...new Set(open)]
    .map((reference) => keysOf(reference).at(-1) ?? '')
    .filter((name) => !(name in schemas))
  for (const name of names) schemas[name] = lean(bagAt(whole, 'components', 'schemas', name))
  open = names.flatMap((name) => references(schemas[name] ?? null))
}

/** A line for each part. */
const lines = (parts: Readonly<Record<string, Json>>): string =>
  `{\n${Object.entries(parts)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}: ${JSON.stringify(part)}`)
    .join(',\n')}\n}`

const info = {
  title: 'A slice of the GitHub v3 REST API',
  version,
  license: { name: 'MIT', url: 'https://github.com/octokit/openapi' },
}
writeFileSync(
  new URL('../test/github/openapi.json', import.meta.url),
  `{
"openapi": ${JSON.stringify(whole['openapi'])},
"info": ${JSON.stringify(info)},
"paths": ${lines(paths)},
"webhooks": ${lines(webhooks)},
"components": {"schemas": ${lines(schemas)}}
}
`,
)
