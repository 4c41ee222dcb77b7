import type * as z from 'zod'
import { plain, type YamlMapping, type YamlNode } from '../../../documents/yaml.ts'
import type { DataNode } from '../../../documents/data.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { dataAs, type Data } from '../../../kit/record.ts'
import { typedValue } from '../../../kit/shape.ts'

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

export const isBlank = (node: YamlNode): boolean => isNull(node) || textOf(node)?.trim() === ''

/** How plain values are read: as the types that their shape has, whatever YAML takes them for. */
interface Reading {
  /** Which values of keys count as absent. */
  readonly isAbsent: (node: YamlNode) => boolean
  readonly numberOf?: (node: YamlNode) => number | undefined
}

/** A value as plain data of a shape. */
export function valueAs(node: YamlNode, shape: z.ZodType, { isAbsent, numberOf: toNumber = numberOf }: Reading): unknown {
  const special: Readonly<Record<string, (node: YamlNode) => unknown>> = { number: toNumber, boolean: flagOf }
  return typedValue(node, shape, { isAbsent, valueOf: (each, type) => special[type]?.(each) ?? textOf(each) ?? plain(each) })
}

/** A value as data of a shape. */
export const dataFor = (document: TextDocument, node: YamlNode, shape: z.ZodType, reading: Reading): Data =>
  dataAs(document, node, valueAs(node, shape, reading))

/** The value of a key; `undefined` where it is null. */
export function valueOf(mapping: YamlMapping, key: string): YamlNode | undefined {
  const node = mapping.get(key)?.value
  return isNull(node) ? undefined : node
}

export const isJsonNull = (node: DataNode | undefined): boolean => node === undefined || (node.kind === 'scalar' && node.value === null)
