import type { Tree } from '../../src/core/view.ts'
import { memoryTree } from '../../src/gateways/memory.ts'

const bytesByText = new Map<string, Uint8Array>()

/** The bytes of a text: the same object for the same text. */
function bytesOf(text: string): Uint8Array {
  const before = bytesByText.get(text)
  if (before) return before
  const bytes = Buffer.from(text)
  bytesByText.set(text, bytes)
  return bytes
}

/**
 * A tree in memory whose views share the bytes of equal texts, as those of commits do: what is parsed from the files of
 * a sample is parsed once for thousands of tests.
 */
export function sharedTree(
  files: Readonly<Record<string, string | Uint8Array>>,
  options?: Parameters<typeof memoryTree>[1],
): Tree {
  const shared = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, typeof content === 'string' ? bytesOf(content) : content]),
  )
  const tree = memoryTree(shared, options)
  return { ...tree, open: async (selection) => ({ ...(await tree.open(selection)), isOneOfMany: true }) }
}
