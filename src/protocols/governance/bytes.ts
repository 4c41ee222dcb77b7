const encoder = new TextEncoder()

/** The order of texts by their UTF-8 bytes. */
export function byBytes(a: string, b: string): number {
  const [one, other] = [encoder.encode(a), encoder.encode(b)]
  const at = one.findIndex((byte, index) => byte !== other[index])
  return at === -1 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1)
}
