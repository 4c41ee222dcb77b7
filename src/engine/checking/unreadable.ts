import { memo } from '../../core/once.ts'
import type { View } from '../../core/view.ts'
import { decoded } from '../../documents/text.ts'

/** Tells by its bytes whether a file cannot be read as text: the same bytes are decoded once. */
export function textTester(limit: number): (view: View, path: string) => boolean {
  const isNoText = memo((bytes: Uint8Array) => decoded(bytes) === undefined)
  return (view, path) => {
    const entry = view.entry(path)
    if (!entry) return false
    if (entry.kind !== 'file' || entry.size > limit) return true
    const bytes = view.bytes(path)
    // Of some files only the digest is selected.
    return bytes !== undefined && isNoText(bytes)
  }
}
