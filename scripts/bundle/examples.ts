import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import type { Plugin } from 'rolldown'

/** The examples of a rule in the text of its file: where its property is, and the function that makes them. */
interface Found {
  readonly code: string
  readonly start: number
  readonly end: number
  readonly make: string
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function* nodesIn(value: unknown): Iterable<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each)
  else if (isNode(value)) {
    yield value
    for (const each of Object.values(value)) if (typeof each === 'object') yield* nodesIn(each)
  }
}

const nameOf = ({ key }: Node) => (isNode(key) ? key['name'] : undefined)

/** Where a property ends, with the comma after it. */
const endOf = (text: string, { end }: Node) => end + (/^\s*,/.exec(text.slice(end))?.[0].length ?? 0)

/** The examples of the rules in a file: of objects with a literal `code` and a function or method `examples`. */
function examplesIn(text: string): readonly Found[] {
  const found: Found[] = []
  for (const { type, properties } of nodesIn(parseAst(text, { lang: 'ts' }))) {
    if (type !== 'ObjectExpression') continue
    const all = properties as readonly Node[]
    const code = all.find((each) => nameOf(each) === 'code')?.['value']
    const examples = all.find((each) => nameOf(each) === 'examples')
    const make = examples?.['value']
    if (!examples || !isNode(make) || !isNode(code) || typeof code['value'] !== 'string') continue
    const written = text.slice(make.start, make.end)
    const maker = { ArrowFunctionExpression: written, FunctionExpression: `function ${written}` }[make.type]
    if (maker === undefined) continue
    found.push({ code: code['value'], start: examples.start, end: endOf(text, examples), make: maker })
  }
  return found
}

/** Where the titles of the pages are in a file: those of objects with `rules`. */
function titlesIn(text: string): readonly Pick<Found, 'start' | 'end'>[] {
  return Array.from(nodesIn(parseAst(text, { lang: 'ts' })), ({ type, properties }) => {
    const all = type === 'ObjectExpression' ? (properties as readonly Node[]) : []
    return all.filter((each) => nameOf(each) === 'title' && all.some((other) => nameOf(other) === 'rules'))
  })
    .flat()
    .map((title) => ({ start: title.start, end: endOf(text, title) }))
}

/** A file of rules without their examples and the titles of their pages. */
export const withoutExamples = (text: string): string =>
  [...examplesIn(text), ...titlesIn(text)]
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)

/** The examples of a file of rules, as a module: `examples`, by code. */
export const examplesAlone = (text: string): string =>
  `${withoutExamples(text)}\nexport const examples = {\n${examplesIn(text)
    .map(({ code, make }) => `${code}: ${make},`)
    .join('\n')}\n}\n`

const query = '?examples'
const rules = /[\\/]src[\\/](?:protocols[\\/]\w+[\\/]rules|engine)[\\/].*\.ts$/
const loader = /[\\/]src[\\/]entry[\\/]rule-examples\.ts$/

/** The files of rules below a folder, relative to `src/`. */
const ruleFiles = (source: string, folder: string): readonly string[] =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && examplesIn(readFileSync(join(source, folder, path), 'utf8')).length > 0)
    .toSorted()
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)

interface Codes {
  readonly engine: readonly string[]
  readonly rules: Readonly<Record<string, string>>
}

/** What takes the place of `src/entry/rule-examples.ts`: the same functions, from the examples alone. */
function loaderOf(source: string): string {
  const protocols = readdirSync(join(source, 'protocols'), { withFileTypes: true })
  const names = protocols.flatMap((each) => (each.isDirectory() ? [each.name] : []))
  // The rules of the engine need no samples.
  const files = [
    ...names.flatMap((name) => ruleFiles(source, `protocols/${name}/rules`).map((path) => ({ samples: name, path }))),
    ...ruleFiles(source, 'engine').map((path) => ({ samples: '{}', path })),
  ]
  const apart = new Set(files.flatMap(({ path }) => examplesIn(readFileSync(join(source, path), 'utf8')).map(({ code }) => code)))
  const { engine, rules: pages } = JSON.parse(readFileSync(join(source, 'core', 'codes.json'), 'utf8')) as Codes
  const lost = [...engine, ...Object.keys(pages)].filter((code) => !apart.has(code))
  if (lost.length > 0) throw new Error(`No examples are written out next to the code of ${lost.join(', ')}.`)
  return [
    ...names.map((name) => `import * as ${name} from '../protocols/${name}/examples.ts'`),
    ...files.map(({ path }, index) => `import { examples as e${index} } from '../${path}${query}'`),
    `const apart = [${files.map(({ samples }, index) => `[e${index}, ${samples}]`).join(', ')}]`,
    'const byCode = new Map(apart.flatMap(([all, samples]) => Object.entries(all).map(([code, make]) => [code, () => make(samples)])))',
    'export const examplesOf = (rule) => byCode.get(rule.code)()',
    'export const documented = (rule) => ({ ...rule, examples: examplesOf(rule) })',
  ].join('\n')
}

/** Takes the examples out of the rules: only `explain` loads them, from a file of their own. The titles of pages are for documents alone. */
export const examplesApart: Plugin = {
  name: 'examples-apart',
  resolveId(specifier, importer) {
    const from = importer?.endsWith(query) ? importer.slice(0, -query.length) : importer
    if (from !== undefined && specifier.startsWith('.') && (specifier.endsWith(query) || from !== importer))
      return join(dirname(from), specifier)
    return undefined
  },
  load(id) {
    if (id.endsWith(query)) return { code: examplesAlone(readFileSync(id.slice(0, -query.length), 'utf8')), moduleType: 'ts' }
    return loader.test(id) ? { code: loaderOf(dirname(dirname(id))), moduleType: 'ts' } : undefined
  },
  transform(code, id) {
    return rules.test(id) ? { code: withoutExamples(code), moduleType: 'ts' } : undefined
  },
}
