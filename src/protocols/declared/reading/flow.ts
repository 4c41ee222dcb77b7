import type { DataNode } from '../../../documents/data.ts'
import type { DeclaredFile } from './files.ts'

/** Whether a value at an offset is between braces or brackets, where a comma ends it. */
export function isInFlow(file: DeclaredFile, offset: number): boolean {
  const head = file.head()
  let node: DataNode | undefined = head.kind === 'yaml' ? head.mapping : file.roots()[0]?.node
  while (node && node.kind !== 'scalar') {
    if (/[{[]/.test(file.document.text[node.start] ?? '')) return true
    node = valueAt(node, offset)
  }
  return false
}

/** The last value of a list or mapping that begins at an offset or before. */
function valueAt(node: Exclude<DataNode, { readonly kind: 'scalar' }>, offset: number): DataNode | undefined {
  const [values, valueOf] =
    node.kind === 'sequence'
      ? [node.items, (index: number) => node.items[index]]
      : [node.entries, (index: number) => node.entries[index]?.value]
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((valueOf(middle)?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return valueOf(low - 1)
}
