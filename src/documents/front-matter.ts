import matter from 'gray-matter'
import { msg } from '../core/message.ts'
import type { TextDocument } from './text.ts'
import { parseYaml, type YamlFault, type YamlMapping, type YamlNode } from './yaml.ts'

/** The head of a file between two lines `---`. Offsets are those of the whole file. */
export interface FrontMatter {
  readonly mapping: YamlMapping
  /** Where the YAML text begins and ends: between the two fences. */
  readonly start: number
  readonly end: number
  readonly closing: number
  readonly body: number
}

/** No front matter; one that cannot be read; or one. */
export type FrontMatterResult =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'invalid' } & YamlFault)
  | ({ readonly kind: 'mapping' } & FrontMatter)

const fence = /^---[ \t]*$/
const fenceLength = '---'.length

/** gray-matter looks for comments with a pattern that is quadratic in blank lines. */
const longBlankRun = /^\s{100}/m

/**
 * Every engine of gray-matter is taken away, its YAML one too: the document's own `---js` would otherwise choose who
 * evaluates it. What is left is its splitter; the YAML text goes to `parseYaml`.
 */
const noEngine = {
  parse: (text: string) => ({ text }),
  stringify: () => '',
}

const options = {
  language: 'yaml',
  // Options are always passed: without any, gray-matter caches a text before it has parsed it.
  engines: { yaml: noEngine, json: noEngine, javascript: noEngine, js: noEngine },
}

/** What is between the first line and the closing one. */
function frontMatterBetween(document: TextDocument, closing: number, root: YamlNode | YamlFault): FrontMatterResult {
  if ('fault' in root) return { kind: 'invalid', ...root }
  const [start, end] = [document.offsetOf(2), document.offsetOf(closing)]
  if (root.kind !== 'mapping')
    return { kind: 'invalid', fault: 'Unexpected front matter, expected keys with values', start, end }
  return { kind: 'mapping', mapping: root, start, end, closing, body: closing + 1 }
}

/**
 * Splits a file into front matter and body. The first line must be `---` and blanks alone; the
 * next such line ends it. `---js` or any other word there is a fault: nothing is ever evaluated.
 */
export function frontMatter(document: TextDocument): FrontMatterResult {
  const first = document.line(1)
  if (!first.startsWith('---') || first.startsWith('----')) return { kind: 'none' }
  const opening = { start: document.start, end: document.start + first.length }
  const invalid = (fault: string, span: { start: number; end: number } = opening): FrontMatterResult => ({
    kind: 'invalid',
    fault,
    ...span,
  })
  if (!fence.test(first))
    return invalid(msg`Unexpected ${first} in the first line, expected ${'---'} alone: front matter is never evaluated`)

  const text = document.text
  const next = text.indexOf('\n---', document.start)
  if (next === -1) return invalid(msg`Unexpected end of the file, expected a line ${'---'} that ends the front matter`)
  if (longBlankRun.test(text.slice(document.start, next)))
    return invalid('Unexpected front matter, expected fewer than a hundred blanks in a row')
  const split = matter(text.slice(document.start, next + 1 + fenceLength), options)
  const end = document.start + fenceLength + split.matter.length + 1
  const closing = document.lineOf(end)
  if (!fence.test(document.line(closing))) {
    return invalid(msg`Unexpected ${document.line(closing)}, expected ${'---'} alone to end the front matter`, {
      start: end,
      end: end + fenceLength,
    })
  }

  const start = document.offsetOf(2)
  return frontMatterBetween(document, closing, parseYaml(text.slice(start, end), start))
}

const emptyMapping = { kind: 'mapping', flow: false, entries: [], get: () => undefined } as const

/** Collections that may be in each other in a flat front matter. */
const maxNesting = 6

/** The YAML of a flat front matter: anchors are faults. */
export const parseFlatYaml = (text: string, offset = 0): YamlNode | YamlFault =>
  parseYaml(text, offset, maxNesting, false)

/**
 * Splits a file whose front matter has no nesting to speak of: a first line that is not `---` alone, or that no such
 * line follows, begins no front matter. An empty one has no keys; anchors are faults.
 */
export function flatFrontMatter(document: TextDocument): FrontMatterResult {
  if (!fence.test(document.line(1))) return { kind: 'none' }
  let closing = 2
  while (closing <= document.lineCount && !fence.test(document.line(closing))) closing++
  if (closing > document.lineCount) return { kind: 'none' }
  const [start, end] = [document.offsetOf(2), document.offsetOf(closing)]
  const root = parseFlatYaml(document.text.slice(start, end), start)
  const isEmpty = 'kind' in root && root.kind === 'scalar' && root.value === null
  return frontMatterBetween(document, closing, isEmpty ? { ...emptyMapping, start: end, end } : root)
}
