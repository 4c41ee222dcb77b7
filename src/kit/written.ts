import type * as z from 'zod'
import type { TextDocument } from '../documents/text.ts'
import { toPlainData, type YamlMapping, type YamlNode } from '../documents/yaml.ts'
import { type Data, dataAs } from './record.ts'
import { typedValue } from './shape.ts'

/** Whether a YAML value is absent or empty: empty, `~` or `null`. */
export const isUnwritten = (node: YamlNode | undefined): boolean =>
  node === undefined || (node.kind === 'scalar' && !node.quoted && ['', '~', 'null'].includes(node.source))

/** The value of a key; `undefined` where nothing is written. */
export function writtenValue(mapping: YamlMapping, key: string): YamlNode | undefined {
  const node = mapping.get(key)?.value
  return isUnwritten(node) ? undefined : node
}

/**
 * The text of a value as it is written, so that no plain scalar is taken for a number or a day; `undefined` where
 * nothing is written.
 */
export const writtenText = (node: YamlNode | undefined): string | undefined =>
  node?.kind === 'scalar' && !isUnwritten(node) ? (node.quoted ? String(node.value) : node.source) : undefined

/** {@link writtenText}, but `undefined` also for a blank text and for `null` in capitals. */
export function filledText(node: YamlNode | undefined): string | undefined {
  const text = node?.kind === 'scalar' && node.value === null ? undefined : writtenText(node)
  return text?.trim() === '' ? undefined : text
}

const plainNumber = /^-?\d+(?:\.\d+)?$/

/** The number that is written without quotes. */
export const writtenNumber = (node: YamlNode | undefined): number | undefined =>
  node?.kind === 'scalar' && !node.quoted && plainNumber.test(node.source) ? Number(node.source) : undefined

/** The boolean that is written without quotes. */
export function writtenFlag(node: YamlNode | undefined): boolean | undefined {
  if (node?.kind !== 'scalar' || node.quoted) return undefined
  return node.source === 'true' ? true : node.source === 'false' ? false : undefined
}

/** Whether nothing is written, or blanks only. */
export const isBlank = (node: YamlNode): boolean => isUnwritten(node) || writtenText(node)?.trim() === ''

/** How values of YAML that are written without quotes are read as the types that their shape has. */
interface WrittenReading {
  /** Which values of keys count as absent. */
  readonly isAbsent: (node: YamlNode) => boolean
  readonly numberOf?: (node: YamlNode) => number | undefined
}

/** A value of YAML, as it is written, as plain data of a shape. */
export function typedAsWritten(
  node: YamlNode,
  shape: z.ZodType,
  { isAbsent, numberOf = writtenNumber }: WrittenReading,
): unknown {
  const readers: Readonly<Record<string, (node: YamlNode) => unknown>> = { number: numberOf, boolean: writtenFlag }
  return typedValue(node, shape, {
    isAbsent,
    valueOf: (child, type) => readers[type]?.(child) ?? writtenText(child) ?? toPlainData(child),
  })
}

export const writtenData = (document: TextDocument, node: YamlNode, shape: z.ZodType, reading: WrittenReading): Data =>
  dataAs(document, node, typedAsWritten(node, shape, reading))
