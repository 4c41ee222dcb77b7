import type { YamlMapping, YamlNode } from '../../../documents/yaml.ts'
import type { DataNode } from '../../../documents/data.ts'

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

export const isJsonNull = (node: DataNode | undefined): boolean => node === undefined || (node.kind === 'scalar' && node.value === null)
