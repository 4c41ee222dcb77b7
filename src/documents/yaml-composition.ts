import { Composer, CST, Lexer, type ParsedNode, Parser, Schema, type YAMLError } from 'yaml'
import { msg } from '../core/message.ts'
import type { Span } from './data.ts'
import { pythonic, standardTags } from './yaml-tags.ts'

/** Why a text is not the YAML that is read here, and where. */
export interface YamlFault extends Span {
  readonly fault: string
}

/** Which YAML: 1.2 without aliases and tags, or 1.1 with them. */
export type YamlVersion = '1.1' | '1.2'

/** YAML text, where it begins in its file, and how many collections may stand in each other. */
export interface YamlSource {
  readonly text: string
  readonly offset: number
  readonly depth: number
  readonly version: YamlVersion
  /** Whether anchors are read: of YAML 1.2 they mean nothing without aliases. */
  readonly anchors?: boolean
}

/** Thrown to leave the library, or a recursion, with a fault; caught where reading began. */
export class Refused extends Error {
  readonly at: YamlFault
  constructor(fault: string, start: number, end: number) {
    super(fault)
    this.at = { fault, start, end }
  }
}

/** The refusal of a text whose collections stand too deep in each other. */
export function tooDeep({ depth }: YamlSource, start: number, end: number): Refused {
  return new Refused(msg`Unexpected nesting, expected at most ${depth} collections in each other`, start, end)
}

/** Controls, some of which the library marks its tokens with; what nobody sees; and what other readers take for the end of a line. */
// oxlint-disable-next-line no-control-regex
const unprintable = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufeff]|\r(?!\n)/

function checkCharacters({ text, offset }: YamlSource): void {
  const at = text.search(unprintable)
  if (at === -1) return
  const character = `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`
  throw new Refused(msg`Unexpected character ${character}, expected printable text`, offset + at, offset + at + 1)
}

/** A token takes up to a kilobyte and several microseconds. */
export const mostTokens = 100_000

/** The library's tokens, without what its composer must not see: depth, over which it recurses, and what looks elsewhere. */
function* tokensOf(source: YamlSource): Generator<CST.Token> {
  const { text, offset, depth, version, anchors = true } = source
  const parser = new Parser()
  let tokens = 0
  let content = false
  for (const lexeme of new Lexer().lex(text)) {
    const start = offset + parser.offset
    const end = start + lexeme.length
    if (++tokens > mostTokens) throw new Refused(msg`Unexpected length, expected at most ${mostTokens} words and marks`, start, end)
    if (!content && version === '1.2' && lexeme.startsWith('*'))
      throw new Refused(msg`Unexpected alias ${lexeme}: aliases are not read`, start, end)
    if (!content && lexeme.startsWith('!') && !(version === '1.1' && standardTags.has(lexeme))) {
      throw new Refused(
        version === '1.2' ? msg`Unexpected tag ${lexeme}: tags are not read` : msg`Unexpected tag ${lexeme}, expected one of YAML's own`,
        start,
        end,
      )
    }
    if (!content && !anchors && lexeme.startsWith('&'))
      throw new Refused(msg`Unexpected anchor ${lexeme}: anchors are not read`, start, end)
    content = lexeme === CST.SCALAR
    yield* parser.next(lexeme)
    if (parser.stack.length > depth && parser.stack.filter(CST.isCollection).length > depth) throw tooDeep(source, start, end)
  }
  yield* parser.end()
}

/** The same tokens, up to where a second document begins, or is announced. */
function* oneDocument(source: YamlSource): Generator<CST.Token> {
  let documents = 0
  for (const token of tokensOf(source)) {
    const start = source.offset + token.offset
    if (token.type === 'document' && ++documents > 1) throw new Refused('Unexpected second document, expected one', start, start)
    // The library says nothing of one that no document follows.
    if (token.type === 'directive' && documents > 0)
      throw new Refused(msg`Unexpected directive ${token.source}, expected the end of the document`, start, start + token.source.length)
    yield token
  }
}

/** Shared by all texts: without tags that it does not have, the library does not change them. */
const schemas: Readonly<Record<YamlVersion, Schema>> = {
  '1.1': new Schema({ schema: 'yaml-1.1', merge: false, resolveKnownTags: false, customTags: pythonic }),
  '1.2': new Schema({ schema: 'core', merge: false, resolveKnownTags: false }),
}

/**
 * The library's reading of one YAML document (1.2: core schema), read no further than to the first fault: a hostile text has very
 * many, and each costs time.
 *
 * @throws Refused
 */
export function compose(source: YamlSource): ParsedNode | null {
  checkCharacters(source)
  // The library's own search for duplicate keys is quadratic.
  const composer = new Composer({ version: source.version, schema: schemas[source.version], uniqueKeys: false, keepSourceTokens: true })
  let first: Refused | undefined
  const at = (position: number) => source.offset + Math.min(position, source.text.length)
  const refuse = (error: YAMLError | undefined): number => {
    if (error) first ??= new Refused(msg`Unexpected YAML: ${error.message}`, at(error.pos[0]), at(Math.max(...error.pos)))
    // The library catches this in collections, and then comes here again.
    if (first) throw first
    return 0
  }
  // The arrays that the composer collects in. A warning is a directive that it does not know, or an anchor that may be none.
  const { errors, warnings } = composer.streamInfo()
  errors.push = refuse
  warnings.push = refuse
  const [document] = composer.compose(oneDocument(source), true, source.text.length)
  return document?.contents ?? null
}
