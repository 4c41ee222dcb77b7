import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { msg, cleanLine } from '../core/message.ts'
import { type DataNode, type DataScalar, mappingOf, maxValues } from './data.ts'
import { quickJson } from './quick-json.ts'

/** Why a text is not JSON, and where. */
export interface JsonFault {
  readonly fault: string
  readonly start: number
  readonly end: number
  /** It may be JSON, but is deeper or longer than is read. */
  readonly deep?: true
}

/** Values that may be in each other. */
const maxJsonDepth = 64

/** What the parser expected, by its name for what it found instead. */
const expectations: Readonly<Record<string, string>> = {
  CloseBraceExpected: msg`${','} or ${'}'}`,
  CloseBracketExpected: msg`${','} or ${']'}`,
  ColonExpected: msg`${':'}`,
  CommaExpected: msg`${','}`,
  EndOfFileExpected: 'the end of the text',
  InvalidCharacter: 'an escape such as `\\n`',
  InvalidCommentToken: 'no comments',
  InvalidEscapeCharacter: 'an escape of JSON',
  InvalidUnicode: 'four hex digits',
  PropertyNameExpected: 'a key in double quotes',
  UnexpectedEndOfComment: 'no comments',
  UnexpectedEndOfString: msg`${'"'} at the end of the text`,
}

/** Where a text is deeper or longer than is read. */
interface Excess {
  readonly kind: 'depth' | 'length'
  readonly start: number
}

/** The first such place. The parser recurses and makes an object of each value, so it must not see such a text. */
function excessIn(text: string, depth: number): Excess | undefined {
  let level = 0
  let values = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (quoted) {
      if (character === '\\') at++
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{' || character === '[') {
      if (++level > depth) return { kind: 'depth', start: at }
    } else if (character === '}' || character === ']') level--
    else if ((character === ',' || character === ':') && ++values > maxValues) return { kind: 'length', start: at }
  }
  return undefined
}

/** What parts values: brackets, commas, colons and comments. */
interface Mark {
  readonly kind: 'open' | 'close' | 'comma' | 'colon' | 'comment'
  readonly start: number
  readonly end: number
}

/** By the library's numbers for kinds of token. */
const markKinds: Readonly<Record<number, Mark['kind']>> = {
  1: 'open',
  2: 'close',
  3: 'open',
  4: 'close',
  5: 'comma',
  6: 'colon',
  12: 'comment',
  13: 'comment',
}
const endOfText = 17

/** The marks between the values of a text, or of a part of one. */
export function* marksIn(text: string): Iterable<Mark> {
  const scanner = createScanner(text)
  for (let token: number = scanner.scan(); token !== endOfText; token = scanner.scan()) {
    const kind = markKinds[token]
    const start = scanner.getTokenOffset()
    if (kind) yield { kind, start, end: start + scanner.getTokenLength() }
  }
}

/** Where a text that may have comments is deeper or longer than is read. */
function excessBesideComments(text: string, depth: number): Excess | undefined {
  let level = 0
  let values = 0
  for (const { kind, start } of marksIn(text)) {
    if (kind === 'open') {
      if (++level > depth) return { kind: 'depth', start }
    } else if (kind === 'close') level--
    else if (kind !== 'comment' && ++values > maxValues) return { kind: 'length', start }
  }
  return undefined
}

function syntaxFault(text: string, { error, offset, length }: ParseError): JsonFault {
  const expectation = expectations[printParseErrorCode(error)] ?? 'a value'
  const source = text.slice(offset, offset + Math.max(1, length))
  const name =
    cleanLine(source) === '' ? `U+${(source.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}` : source
  const problem = source === '' ? 'Unexpected end' : msg`Unexpected ${name}`
  return { fault: `${problem}, expected ${expectation}`, start: offset, end: offset + length }
}

function convert(node: Node, text: string): DataNode {
  const { type, offset: start, length, children = [] } = node
  const end = start + length
  if (type === 'array') return { kind: 'sequence', items: children.map((child) => convert(child, text)), start, end }
  if (type === 'object') {
    const entries = children.map(({ children: [key, value] = [] }) => ({
      key: scalar(key as Node, text),
      value: convert(value as Node, text),
    }))
    return mappingOf(entries, { start, end })
  }
  return scalar(node, text)
}

function scalar({ type, value, offset: start, length }: Node, text: string): DataScalar {
  const end = start + length
  return {
    kind: 'scalar',
    source: type === 'string' ? String(value) : text.slice(start, end),
    value: value as DataScalar['value'],
    start,
    end,
  }
}

function readJson(
  text: string,
  excess: Excess | undefined,
  depth: number,
  withComments: boolean,
): DataNode | JsonFault {
  if (excess) {
    const { kind, start } = excess
    const fault =
      kind === 'depth'
        ? msg`Unexpected nesting, expected at most ${depth} levels`
        : msg`Unexpected length, expected at most ${maxValues} commas and colons`
    return { fault, start, end: start + 1, deep: true }
  }
  const errors: ParseError[] = []
  const root = parseTree(text, errors, {
    disallowComments: !withComments,
    allowTrailingComma: withComments,
    allowEmptyContent: false,
  })
  const [first] = errors
  if (first) return syntaxFault(text, first)
  return root ? convert(root, text) : { fault: 'Unexpected end, expected a value', start: 0, end: 0 }
}

/**
 * Reads JSON as its standard has it, no comments, no trailing commas, with the place of every key and value; a key may
 * come twice. Faults, with their place: what is not JSON, an empty text, more than `depth` levels, more
 * than 100,000 commas and colons.
 */
export const parseJson = (text: string, depth = maxJsonDepth): DataNode | JsonFault =>
  quickJson(text, depth) ?? slowJson(text, depth)

/** Reads JSON by the library, which can say what is wrong and where. */
export const slowJson = (text: string, depth = maxJsonDepth): DataNode | JsonFault =>
  readJson(text, excessIn(text, depth), depth, false)

/** Reads JSON as settings of editors and agents have it: with comments and trailing commas. */
export const parseJsonWithComments = (text: string, depth = maxJsonDepth): DataNode | JsonFault =>
  readJson(text, excessBesideComments(text, depth), depth, true)

/**
 * JSON as it is written: two spaces, a line break at the end, other letters than ASCII as they are, numbers as they are
 * in a text.
 */
export function printJson(node: DataNode): string {
  const print = (child: DataNode, indent: string): string => {
    if (child.kind === 'scalar') return typeof child.value === 'string' ? JSON.stringify(child.value) : child.source
    const inner = `${indent}  `
    const lines =
      child.kind === 'sequence'
        ? child.items.map((item) => inner + print(item, inner))
        : child.entries.map(({ key, value }) => `${inner}${JSON.stringify(key.source)}: ${print(value, inner)}`)
    const [open, close] = child.kind === 'sequence' ? '[]' : '{}'
    return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`
  }
  return `${print(node, '')}\n`
}
