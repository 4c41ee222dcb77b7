/** Data as one text, whatever order its keys are in. */
function canonical(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(canonical).join(',')}]`
  if (typeof data !== 'object' || data === null) return JSON.stringify(data) ?? 'null'
  // As pairs in the order of their keys; the braces tell them from a list of pairs.
  return `{${canonical(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)))}}`
}

/** Whether two values say the same, keys in whatever order. */
export const same = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** Whether one list begins with another. */
export const beginsWith = (list: readonly unknown[], start: readonly unknown[]): boolean =>
  list.length >= start.length && start.every((each, index) => same(each, list[index]))

/**
 * Whether a list of at most `cap` goes on where another ended (governance protocol, `GOV_HISTORY_REWRITTEN`): an end part of the
 * former begins it, and entries are only missing in front of that where it is full.
 */
export const continues = (before: readonly unknown[], now: readonly unknown[], cap: number): boolean =>
  beginsWith(now, before) || now.length === cap
