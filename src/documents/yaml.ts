import {
  Composer,
  CST,
  Lexer,
  Parser,
  Schema,
  isMap,
  isScalar,
  isSeq,
  type ScalarTag,
  type SchemaOptions,
  type ParsedNode,
  type YAMLError,
} from 'yaml'
import { msg } from '../core/message.ts'
import type { Span } from './data.ts'
import { quickYaml } from './quick-yaml.ts'

type Tags = Parameters<Extract<NonNullable<SchemaOptions['customTags']>, (...args: never) => unknown>>[0]

const tagPrefix = 'tag:yaml.org,2002:'
const tagNames = ['null', 'bool', 'int', 'float', 'binary', 'timestamp', 'str', 'omap', 'pairs', 'set', 'seq', 'map']

/** The tags of YAML 1.1 as they are written. */
const standardTags: ReadonlySet<string> = new Set(['!', ...tagNames.map((name) => `!!${name}`)])

const scalarTag = (name: string, test: RegExp, resolve: (text: string) => unknown): ScalarTag => ({
  tag: tagPrefix + name,
  default: true,
  test,
  resolve,
})

/**
 * Where PyYAML and its kin read a word in another way than the library: `y` and `n` are words, and a number with an
 * exponent has a point and a sign.
 */
const pyYamlScalarTags: readonly ScalarTag[] = [
  scalarTag('bool', /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/, () => true),
  scalarTag('bool', /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/, () => false),
  scalarTag('float', /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+][0-9]+)?$/, (text) =>
    Number.parseFloat(text.replaceAll('_', '')),
  ),
]

/**
 * Words by which the library's tags are known that these replace: its truth values, and its numbers with a point or an
 * exponent.
 */
const replacedWords = ['y', 'n', '1.5', '1e5']

/** The tags of YAML 1.1 as PyYAML resolves them. Merge keys are left to the reader. */
function pyYamlTags(tags: Tags): Tags {
  const isReplaced = (test: RegExp | undefined) => replacedWords.some((word) => test?.test(word))
  return [
    ...tags.filter(
      (tag) => typeof tag !== 'object' || !(tag.tag === `${tagPrefix}merge` || ('test' in tag && isReplaced(tag.test))),
    ),
    ...pyYamlScalarTags,
  ]
}

/** Why a text is not the YAML that is read here, and where. */
export interface YamlFault extends Span {
  readonly fault: string
}

/** Which YAML: 1.2 without aliases and tags, or 1.1 with them. */
export type YamlVersion = '1.1' | '1.2'

/** YAML text, where it begins in its file, and how deep collections may be nested. */
export interface YamlSource {
  readonly text: string
  readonly offset: number
  readonly depth: number
  readonly version: YamlVersion
  /** Whether anchors are read: of YAML 1.2 they mean nothing without aliases. */
  readonly anchors?: boolean
}

/** Thrown to leave the library, or a recursion, with a fault; caught where reading began. */
export class YamlRefusal extends Error {
  readonly at: YamlFault
  constructor(fault: string, start: number, end: number) {
    super(fault)
    this.at = { fault, start, end }
  }
}

/** The refusal of a text whose collections are nested too deep. */
export function nestingRefusal({ depth }: YamlSource, start: number, end: number): YamlRefusal {
  return new YamlRefusal(msg`Unexpected nesting, expected at most ${depth} levels`, start, end)
}

/**
 * Control characters, some of which the library marks its tokens with; invisible ones; and what other readers take for
 * the end of a line.
 */
// oxlint-disable-next-line no-control-regex
const unprintableCharacter = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufeff]|\r(?!\n)/

function checkCharacters({ text, offset }: YamlSource): void {
  const at = text.search(unprintableCharacter)
  if (at === -1) return
  const character = `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`
  throw new YamlRefusal(msg`Unexpected character ${character}, expected printable text`, offset + at, offset + at + 1)
}

/** A token takes up to a kilobyte and several microseconds. */
export const maxTokens = 100_000

/**
 * The library's tokens, without what its composer must not see: depth, over which it recurses, and what looks
 * elsewhere.
 */
function* tokensOf(source: YamlSource): Generator<CST.Token> {
  const { text, offset, depth, version, anchors = true } = source
  const parser = new Parser()
  let tokens = 0
  let content = false
  for (const lexeme of new Lexer().lex(text)) {
    const start = offset + parser.offset
    const end = start + lexeme.length
    if (++tokens > maxTokens)
      throw new YamlRefusal(msg`Unexpected length, expected at most ${maxTokens} words and marks`, start, end)
    if (!content && version === '1.2' && lexeme.startsWith('*'))
      throw new YamlRefusal(msg`Unexpected alias ${lexeme}: aliases are not read`, start, end)
    if (!content && lexeme.startsWith('!') && !(version === '1.1' && standardTags.has(lexeme))) {
      throw new YamlRefusal(
        version === '1.2'
          ? msg`Unexpected tag ${lexeme}: tags are not read`
          : msg`Unexpected tag ${lexeme}, expected one of YAML's own`,
        start,
        end,
      )
    }
    if (!content && !anchors && lexeme.startsWith('&'))
      throw new YamlRefusal(msg`Unexpected anchor ${lexeme}: anchors are not read`, start, end)
    content = lexeme === CST.SCALAR
    yield* parser.next(lexeme)
    if (parser.stack.length > depth && parser.stack.filter(CST.isCollection).length > depth)
      throw nestingRefusal(source, start, end)
  }
  yield* parser.end()
}

/** The tokens of a text that must hold one document only. */
function* tokensOfOneDocument(source: YamlSource): Generator<CST.Token> {
  let documents = 0
  for (const token of tokensOf(source)) {
    const start = source.offset + token.offset
    if (token.type === 'document' && ++documents > 1)
      throw new YamlRefusal('Unexpected second document, expected one', start, start)
    // The library reports none that no document follows.
    if (token.type === 'directive' && documents > 0)
      throw new YamlRefusal(
        msg`Unexpected directive ${token.source}, expected the end of the document`,
        start,
        start + token.source.length,
      )
    yield token
  }
}

/** Shared by all texts: without tags that it does not have, the library does not change them. */
const schemas: Readonly<Record<YamlVersion, Schema>> = {
  '1.1': new Schema({ schema: 'yaml-1.1', merge: false, resolveKnownTags: false, customTags: pyYamlTags }),
  '1.2': new Schema({ schema: 'core', merge: false, resolveKnownTags: false }),
}

/**
 * The library's reading of one YAML document (1.2: core schema), read no further than to the first fault: a hostile
 * text has very many, and each costs time.
 *
 * @throws YamlRefusal
 */
export function compose(source: YamlSource): ParsedNode | null {
  checkCharacters(source)
  // The library's own search for duplicate keys is quadratic.
  const composer = new Composer({
    version: source.version,
    schema: schemas[source.version],
    uniqueKeys: false,
    keepSourceTokens: true,
  })
  let first: YamlRefusal | undefined
  const at = (position: number) => source.offset + Math.min(position, source.text.length)
  const refuse = (error: YAMLError | undefined): number => {
    if (error)
      first ??= new YamlRefusal(msg`Unexpected YAML: ${error.message}`, at(error.pos[0]), at(Math.max(...error.pos)))
    // The library catches this in collections, and then comes here again.
    if (first) throw first
    return 0
  }
  // The arrays that the composer collects in. A warning is a directive that it does not know, or an anchor that may be
  // none.
  const { errors, warnings } = composer.streamInfo()
  errors.push = refuse
  warnings.push = refuse
  // All of it: what a suspended generator holds stays in memory until V8 collects its old space.
  const [document] = [...composer.compose(tokensOfOneDocument(source), true, source.text.length)]
  return document?.contents ?? null
}

export { toPlainData } from './data.ts'

/**
 * A value that is no collection. Decisions are made from `source`, so that `3.10` stays `3.10` and a date stays its
 * text.
 */
export interface YamlScalar extends Span {
  readonly kind: 'scalar'
  /** How a plain value is written; of a quoted one or a block, its text. Empty for an absent value. */
  readonly source: string
  readonly quoted: boolean
  /** As YAML 1.2's core schema reads it. */
  readonly value: string | number | boolean | null
}

export interface YamlSequence extends Span {
  readonly kind: 'sequence'
  readonly flow: boolean
  readonly items: readonly YamlNode[]
}

export interface YamlMapping extends Span {
  readonly kind: 'mapping'
  readonly flow: boolean
  /** In the order of the text. */
  readonly entries: readonly YamlEntry[]
  get(key: string): YamlEntry | undefined
}

export interface YamlEntry {
  /** Where it begins: at its key, or at what precedes that (`?`, an anchor). */
  readonly start: number
  readonly key: YamlScalar
  /**
   * After its colon, and an anchor; where there is no colon, after the key. An absent value is an empty stretch here.
   */
  readonly slot: number
  readonly value: YamlNode
}

export type YamlNode = YamlScalar | YamlSequence | YamlMapping

/** A pair as the library has it, with the tokens that it was made of. */
interface ParsedPair {
  readonly key: ParsedNode | null
  readonly value: ParsedNode | null
  readonly srcToken?: CST.CollectionItem
}

const separators: ReadonlySet<string> = new Set(['space', 'newline', 'comment', 'comma'])

const absentScalar = (at: number): YamlScalar => ({
  kind: 'scalar',
  source: '',
  quoted: false,
  value: null,
  start: at,
  end: at,
})

function entryOf({ key: node, value, srcToken }: ParsedPair, source: YamlSource, level: number): YamlEntry {
  const { offset } = source
  const mark = srcToken?.start.find(({ type }) => !separators.has(type)) ?? srcToken?.sep?.[0]
  const key = node ? convert(node, source, level) : absentScalar(offset + (mark?.offset ?? 0))
  if (key.kind !== 'scalar') throw new YamlRefusal('Unexpected key, expected a word', key.start, key.end)
  if (key.source === '<<' && !key.quoted)
    throw new YamlRefusal(msg`Unexpected merge key ${'<<'}: merge keys are not read`, key.start, key.end)
  const start = Math.min(key.start, offset + (mark?.offset ?? Infinity))
  const lastToken = srcToken?.sep?.findLast(({ type }) => !separators.has(type))
  const slot = lastToken ? offset + lastToken.offset + lastToken.source.length : key.end
  const readValue = value ? convert(value, source, level) : absentScalar(slot)
  return { start, key, slot, value: readValue.end > readValue.start ? readValue : absentScalar(slot) }
}

/** The parser's own search for duplicates is quadratic. */
function entriesByKey(entries: readonly YamlEntry[]): ReadonlyMap<string, YamlEntry> {
  const entryMap = new Map<string, YamlEntry>()
  for (const entry of entries) {
    const { source, start, end } = entry.key
    if (entryMap.has(source))
      throw new YamlRefusal(msg`Unexpected second key ${source}, expected each once`, start, end)
    entryMap.set(source, entry)
  }
  return entryMap
}

/** `level` is the number of collections around the node. */
function convert(node: ParsedNode, source: YamlSource, level: number): YamlNode {
  const { text, offset, depth } = source
  const [from, to] = node.range
  const start = from + offset
  if (isScalar(node)) {
    const block = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED'
    const quoted = block || node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE'
    // The library counts the line break after a block scalar to it.
    const lineEndLength = !block || text[to - 1] !== '\n' ? 0 : text[to - 2] === '\r' ? 2 : 1
    return {
      kind: 'scalar',
      source: node.source,
      quoted,
      value: node.value as YamlScalar['value'],
      start,
      end: offset + to - lineEndLength,
    }
  }
  if (level === depth) throw nestingRefusal(source, start, offset + to)
  if (isSeq(node)) {
    const flow = node.flow === true
    const items = node.items.map((item) => convert(item, source, level + 1))
    return { kind: 'sequence', flow, items, start, end: (flow ? undefined : items.at(-1)?.end) ?? offset + to }
  }
  if (!isMap(node)) throw new YamlRefusal('Unexpected YAML', start, offset + to)
  const flow = node.flow === true
  const entries = node.items.map((pair) => entryOf(pair as ParsedPair, source, level + 1))
  const entryMap = entriesByKey(entries)
  const [first, last] = flow ? [] : [entries[0]?.start, entries.at(-1)?.value.end]
  return {
    kind: 'mapping',
    flow,
    entries,
    get: (key) => entryMap.get(key),
    start: first ?? start,
    end: last ?? offset + to,
  }
}

/**
 * Reads one YAML 1.2 document (core schema) that begins at `offset` of its file. Faults, each with its place: syntax
 * errors, invisible characters, several documents, duplicate keys, aliases, merge keys, explicit tags, a tab as
 * indentation, more than `depth` levels; anchors where they are not to be read.
 */
export const parseYaml = (text: string, offset = 0, depth = 16, anchors = true): YamlNode | YamlFault =>
  quickYaml(text, offset, depth) ?? slowYaml(text, offset, depth, anchors)

/** Reads YAML by the library alone, which can say what is wrong and where. */
export function slowYaml(text: string, offset = 0, depth = 16, anchors = true): YamlNode | YamlFault {
  try {
    const source = { text, offset, depth, version: '1.2' as const, anchors }
    const node = compose(source)
    return node ? convert(node, source, 0) : absentScalar(offset)
  } catch (error) {
    if (error instanceof YamlRefusal) return error.at
    throw error
  }
}
