import type { FileRecord } from '../../../kit/record.ts'
import { codePointCount } from '../schema.ts'
import { textIn } from './state-file.ts'

/** Data as one text, whatever order its keys are in. */
function canonicalText(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(canonicalText).join(',')}]`
  if (typeof data !== 'object' || data === null) return JSON.stringify(data) ?? 'null'
  // As pairs in the order of their keys; the braces distinguish them from a list of pairs.
  return `{${canonicalText(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)))}}`
}

/** Whether two values say the same, keys in whatever order. */
export const isSameValue = (left: unknown, right: unknown): boolean => canonicalText(left) === canonicalText(right)

export const beginsWith = (list: readonly unknown[], start: readonly unknown[]): boolean =>
  list.length >= start.length && start.every((item, index) => isSameValue(item, list[index]))

/**
 * Whether a list of at most `cap` goes on where another ended (docs/governance.md, `GOV_HISTORY_REWRITTEN`): an end
 * part of the former begins it, and entries are only missing in front of that where it is full.
 */
export const isContinuation = (previous: readonly unknown[], current: readonly unknown[], cap: number): boolean =>
  beginsWith(current, previous) || current.length === cap

/** Whether base has an element of a list too: an anchor by its id and content, everything else whole. */
const isSameElement = (left: unknown, right: unknown) => {
  const [id, content] = [textIn(left, 'id'), textIn(left, 'content')]
  return id !== undefined && content !== undefined
    ? id === textIn(right, 'id') && content === textIn(right, 'content')
    : isSameValue(left, right)
}

/** Whether the element of a list that is at a path, or that it belongs to, was in base too. */
export function isInherited(file: FileRecord, baseFile: FileRecord | undefined, path: readonly PropertyKey[]): boolean {
  const index = path.findIndex((step) => typeof step === 'number')
  if (!baseFile || index === -1) return false
  const element = file.value(...path.slice(0, index + 1))
  return baseFile.list(...path.slice(0, index)).some((baseElement) => isSameElement(baseElement, element))
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? codePointCount(value) : Array.isArray(value) ? value.length : 0

/** Whether a text or list that is too long was no shorter in base: then the change is not what is wrong. */
export const wasNoShorter = (
  file: FileRecord,
  baseFile: FileRecord | undefined,
  path: readonly PropertyKey[],
): boolean => lengthOf(baseFile?.value(...path)) >= lengthOf(file.value(...path))

/** How what the base has too is judged: whatever the change touches, it is not its doing. */
export const softJudgement = (isInBase: boolean): { readonly judgedBy?: readonly string[] } =>
  isInBase ? { judgedBy: [] } : {}
