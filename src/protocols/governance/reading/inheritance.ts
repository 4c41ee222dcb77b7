import type { FileRecord } from '../../../kit/record.ts'
import { points } from '../schema.ts'
import { textIn } from './state-file.ts'

/** Data as one text, whatever order its keys are in. */
function canonical(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(canonical).join(',')}]`
  if (typeof data !== 'object' || data === null) return JSON.stringify(data) ?? 'null'
  // As pairs in the order of their keys; the braces distinguish them from a list of pairs.
  return `{${canonical(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)))}}`
}

/** Whether two values say the same, keys in whatever order. */
export const isSameValue = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** Whether one list begins with another. */
export const beginsWith = (list: readonly unknown[], start: readonly unknown[]): boolean =>
  list.length >= start.length && start.every((each, index) => isSameValue(each, list[index]))

/**
 * Whether a list of at most `cap` goes on where another ended (docs/governance.md, `GOV_HISTORY_REWRITTEN`): an end part of the
 * former begins it, and entries are only missing in front of that where it is full.
 */
export const continues = (before: readonly unknown[], now: readonly unknown[], cap: number): boolean =>
  beginsWith(now, before) || now.length === cap

/** Whether base has an element of a list too: an anchor by its id and content, everything else whole. */
const isSameElement = (one: unknown, other: unknown) => {
  const [id, content] = [textIn(one, 'id'), textIn(one, 'content')]
  return id !== undefined && content !== undefined
    ? id === textIn(other, 'id') && content === textIn(other, 'content')
    : isSameValue(one, other)
}

/** Whether the element of a list that is at a path, or that it belongs to, was in base too. */
export function isInherited(file: FileRecord, before: FileRecord | undefined, path: readonly PropertyKey[]): boolean {
  const index = path.findIndex((step) => typeof step === 'number')
  if (!before || index === -1) return false
  const element = file.value(...path.slice(0, index + 1))
  return before.list(...path.slice(0, index)).some((each) => isSameElement(each, element))
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? points(value) : Array.isArray(value) ? value.length : 0)

/** Whether a text or list that is too long was no shorter in base: then the change is not what is wrong. */
export const wasNoShorter = (file: FileRecord, before: FileRecord | undefined, path: readonly PropertyKey[]): boolean =>
  lengthOf(before?.value(...path)) >= lengthOf(file.value(...path))

/** How what the base has too is judged: whatever the change touches, it is not its doing. */
export const softly = (isInBase: boolean): { readonly judgedBy?: readonly string[] } => (isInBase ? { judgedBy: [] } : {})
