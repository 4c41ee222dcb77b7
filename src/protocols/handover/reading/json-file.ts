import { msg } from '../../../core/message.ts'
import { duplicates, type DataMapping, type DataNode } from '../../../documents/data.ts'
import { parseJson } from '../../../documents/json.ts'
import type { TextDocument } from '../../../documents/text.ts'

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
