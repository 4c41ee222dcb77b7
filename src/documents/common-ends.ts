/** A buffer over the bytes, not a copy. */
export const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * The largest number up to `limit` for which every part of the stretch up to it is equal. Each step compares half of
 * what is left.
 */
function findEqualLength(limit: number, isEqual: (from: number, to: number) => boolean): number {
  let low = 0
  let high = limit
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (isEqual(low, middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** How many bytes two files share at their beginnings and at their ends; no byte counts for both. */
export function commonEnds(
  bytes: Uint8Array,
  otherBytes: Uint8Array,
): { readonly start: number; readonly end: number } {
  const [a, b] = [bufferOf(bytes), bufferOf(otherBytes)]
  const shorter = Math.min(a.length, b.length)
  const start = findEqualLength(shorter, (from, to) => a.compare(b, from, to, from, to) === 0)
  const end = findEqualLength(
    shorter - start,
    (from, to) => a.compare(b, b.length - to, b.length - from, a.length - to, a.length - from) === 0,
  )
  return { start, end }
}
