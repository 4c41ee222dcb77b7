import { parseYaml, type YamlMapping, type YamlNode } from '../../../documents/yaml.ts'
import { msg } from '../../../core/message.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { duplicates, type DataMapping, type DataNode } from '../../../documents/data.ts'
import { parseJson } from '../../../documents/json.ts'

/** Empty, `~` or `null`. */
export const isNull = (node: YamlNode | undefined): boolean =>
  node === undefined || (node.kind === 'scalar' && !node.quoted && ['', '~', 'null'].includes(node.source))

const special = /^(?:y|yes|n|no|true|false|on|off|null)$/i

/** Whether a word would be no text to YAML 1.1. */
export const isSpecial = (text: string): boolean => special.test(text)

/** What a text says: the source of a plain scalar, so that nothing is taken for a number (handover protocol, section 1, "Scalars"). */
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

/** The value of a key; nothing where it is null. */
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

/** Reads it: between a first line `---` and the next such line, in the YAML subset (handover protocol, section 1). `---js` begins none. */
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

/** An object of JSON; or why a text is none, and where. */
export type JsonObject = { readonly root: DataMapping } | { readonly fault: string; readonly start: number; readonly end: number }

/** Reads JSON as its standard has it, without a byte-order mark, with each key once (handover protocol, section 1). */
export function readJson({ text, start }: TextDocument): JsonObject {
  if (start > 0) return { fault: 'Unexpected byte-order mark, expected plain UTF-8', start: 0, end: 1 }
  const root = parseJson(text)
  if ('fault' in root) return root
  if (root.kind !== 'mapping') return { fault: 'Unexpected value, expected an object', start: root.start, end: root.end }
  const [again] = duplicates(root)
  if (again)
    return { fault: msg`Unexpected second key ${again.key.source}, expected each once`, start: again.key.start, end: again.key.end }
  return { root }
}

/** The text at a key; nothing where there is none, or another value. */
export function textAt(mapping: DataMapping | undefined, key: string): string | undefined {
  const value = mapping?.get(key)?.value
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined
}

/** The whole number at a key. */
export function integerAt(mapping: DataMapping | undefined, key: string): number | undefined {
  const value = mapping?.get(key)?.value
  return value?.kind === 'scalar' && Number.isSafeInteger(value.value) ? (value.value as number) : undefined
}

export const isJsonNull = (node: DataNode | undefined): boolean => node === undefined || (node.kind === 'scalar' && node.value === null)
