import { msg } from '../core/message.ts'
import { type DataNode, type Duplicate, duplicates, type Span } from '../documents/data.ts'
import { flatFrontMatter, frontMatter, parseFlatYaml, type FrontMatterResult } from '../documents/front-matter.ts'
import { parseJson, parseJsonWithComments } from '../documents/json.ts'
import type { TextDocument } from '../documents/text.ts'
import { parseYaml, type YamlNode } from '../documents/yaml.ts'
import { parseYamlData } from '../documents/yaml-data.ts'

/**
 * The formats of files, each with its type of nodes. Choose the one that reads a file as the programs do that own it,
 * since a stricter one reports what they accept. The nodes of `YamlNode` know quotes, and where a missing value would
 * go: choose it if commands edit the file.
 */
export interface Formats {
  /** No byte-order mark; any value at its root; the last of equal keys counts. */
  readonly json: DataNode
  /** `json`, and a byte-order mark may precede it. */
  readonly 'json-with-mark': DataNode
  /** No byte-order mark; an object at its root, and each key once. */
  readonly 'json-object': DataNode
  /** The JSON of editors' and agents' settings: comments, trailing commas and a byte-order mark are allowed. */
  readonly 'json-with-comments': DataNode
  /** YAML as PyYAML reads it: anchors, aliases, merge keys; the last of equal keys counts. */
  readonly 'yaml-1.1': DataNode
  /** The core schema: each key once; aliases, merge keys and tags are faults. */
  readonly 'yaml-1.2': YamlNode
  /** `yaml-1.2` at the head of a Markdown file, with one key at least; a first line `---` without it is a fault. */
  readonly 'front-matter': YamlNode
  /**
   * Front matter without nested collections, perhaps empty; anchors are faults. A text that only begins like front
   * matter has none.
   */
  readonly 'flat-front-matter': YamlNode
  /** The YAML of a `flat-front-matter`, alone. */
  readonly 'flat-yaml': YamlNode
}

export type Format = keyof Formats

export interface Fault extends Span {
  readonly fault: string
}

/** What a text holds, and where its body begins; `undefined` for Markdown without front matter. */
type ParseResult<Node> = Node | { readonly root: Node; readonly body: number } | Fault | undefined

type Parse<Node> = (document: TextDocument) => ParseResult<Node>

const frontMatterParser =
  (split: (document: TextDocument) => FrontMatterResult): Parse<YamlNode> =>
  (document) => {
    const result = split(document)
    if (result.kind === 'none') return undefined
    return result.kind === 'invalid' ? result : { root: result.mapping, body: result.body }
  }

export const secondKeyMessage = ({ key }: Duplicate): string =>
  msg`Unexpected second key ${key.source}, expected each once`

export const parsers: { readonly [Name in Format]: Parse<Formats[Name]> } = {
  json: ({ text, start }) =>
    start === 0 ? parseJson(text) : { fault: 'Unexpected byte-order mark, expected plain UTF-8', start: 0, end: 0 },
  // Blanks in place of the mark keep every offset.
  'json-with-mark': ({ text, start }) => parseJson(`${' '.repeat(start)}${text.slice(start)}`),
  'json-object'(document) {
    const root = parsers.json(document) as DataNode | Fault
    if ('fault' in root) return root
    if (root.kind !== 'mapping')
      return { fault: 'Unexpected value, expected an object', start: root.start, end: root.end }
    const [duplicate] = duplicates(root)
    return duplicate ? { ...duplicate.key, fault: secondKeyMessage(duplicate) } : root
  },
  'json-with-comments': ({ text, start }) => parseJsonWithComments(`${' '.repeat(start)}${text.slice(start)}`),
  'yaml-1.1': ({ text, start }) => parseYamlData(text.slice(start), start),
  'yaml-1.2': ({ text, start }) => parseYaml(text.slice(start), start),
  'front-matter': frontMatterParser(frontMatter),
  'flat-front-matter': frontMatterParser(flatFrontMatter),
  'flat-yaml': ({ text, start }) => parseFlatYaml(text.slice(start), start),
}
