import { parseYaml, type YamlMapping, type YamlNode } from '../../../documents/yaml.ts'
import { msg } from '../../../core/message.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { duplicates, type DataNode, type Span } from '../../../documents/data.ts'
import { FileRecord, parseRecord } from '../../../kit/record.ts'

/** Empty, `~` or `null`. */
export const isNull = (node: YamlNode | undefined): boolean =>
  node === undefined || (node.kind === 'scalar' && !node.quoted && ['', '~', 'null'].includes(node.source))

const special = /^(?:y|yes|n|no|true|false|on|off|null)$/i

/** Whether a word would be no text to YAML 1.1. */
export const isSpecial = (text: string): boolean => special.test(text)

/** The text of a value: the source of a plain scalar, so that nothing is taken for a number. */
export const textOf = (node: YamlNode | undefined): string | undefined =>
  node?.kind === 'scalar' && !isNull(node) ? (node.quoted ? String(node.value) : node.source) : undefined

const digits = /^-?\d+(?:\.\d+)?$/

/** A plain number. */
export const numberOf = (node: YamlNode | undefined): number | undefined =>
  node?.kind === 'scalar' && !node.quoted && digits.test(node.source) ? Number(node.source) : undefined

/** A plain truth value. */
export function flagOf(node: YamlNode | undefined): boolean | undefined {
  if (node?.kind !== 'scalar' || node.quoted) return undefined
  return node.source === 'true' ? true : node.source === 'false' ? false : undefined
}

/** The texts of a list; an item that is none is `undefined`. */
export const listOf = (node: YamlNode | undefined): readonly (string | undefined)[] | undefined =>
  node?.kind === 'sequence' ? node.items.map(textOf) : undefined

/** The value of a key; `undefined` where it is null. */
export function valueOf(mapping: YamlMapping, key: string): YamlNode | undefined {
  const node = mapping.get(key)?.value
  return isNull(node) ? undefined : node
}

/** Collections that may stand in each other. */
const deepest = 6

/** The front matter of a Markdown file. */
export type Front =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid'; readonly fault: string; readonly start: number; readonly end: number }
  | {
      readonly kind: 'mapping'
      readonly mapping: YamlMapping
      /** The line of the closing fence, and the first line of the body. */
      readonly closing: number
      readonly body: number
    }

const fence = /^---[ \t]*$/

const noKeys: YamlMapping = { kind: 'mapping', flow: false, entries: [], get: () => undefined, start: 0, end: 0 }

/** Reads it: between a first line `---` and the next such line, in the YAML subset. `---js` begins none. */
export function readFront(document: TextDocument): Front {
  if (!fence.test(document.line(1))) return { kind: 'none' }
  let closing = 2
  while (closing <= document.lineCount && !fence.test(document.line(closing))) closing++
  if (closing > document.lineCount) return { kind: 'none' }
  const [start, end] = [document.offsetOf(2), document.offsetOf(closing)]
  const node = parseYaml(document.text.slice(start, end), start, deepest, false)
  if ('fault' in node) return { kind: 'invalid', ...node }
  const at = { closing, body: closing + 1 }
  if (node.kind === 'mapping') return { kind: 'mapping', mapping: node, ...at }
  if (node.kind === 'scalar' && node.value === null) return { kind: 'mapping', mapping: { ...noKeys, start: end, end }, ...at }
  return { kind: 'invalid', fault: msg`Unexpected front matter, expected keys with values`, start, end }
}

/** Reads JSON as its standard has it, without a byte-order mark: an object, with each key once. */
export function readObject(document: TextDocument): FileRecord {
  const record = parseRecord(document, 'json')
  const root = record.data?.root
  if (!root) return record
  const unreadable = (message: string, { start, end }: Span) =>
    new FileRecord({ path: document.path, there: true, fault: { message, place: document.span(start, end) } })
  if (root.kind !== 'mapping') return unreadable('Unexpected value, expected an object', root)
  const [again] = duplicates(root)
  return again ? unreadable(msg`Unexpected second key ${again.key.source}, expected each once`, again.key) : record
}

export const isJsonNull = (node: DataNode | undefined): boolean => node === undefined || (node.kind === 'scalar' && node.value === null)
