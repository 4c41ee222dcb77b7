import { type DataNode, nodeAt } from '../../../documents/data.ts'
import type { Path } from './scope.ts'

/** Where the entry of a list stands that declares a state: a name alone, or a map with that key. */
function entryOf(items: readonly DataNode[], name: string): Path | undefined {
  const index = items.findIndex((item) =>
    item.kind === 'mapping' ? item.get(name) !== undefined : item.kind === 'scalar' && item.source === name,
  )
  if (index === -1) return undefined
  return items[index]?.kind === 'mapping' ? [index, name] : [index]
}

/**
 * A path of the language as it is written: a list of one may be there without the list, and a map of states as a list.
 */
export function writtenPath(root: DataNode, path: readonly PropertyKey[]): Path {
  const writtenSteps: (string | number)[] = []
  for (const step of path as Path) {
    const node = nodeAt(root, writtenSteps)
    if (typeof step === 'number' && node !== undefined && node.kind !== 'sequence') continue
    const entry = typeof step === 'string' && node?.kind === 'sequence' ? entryOf(node.items, step) : undefined
    writtenSteps.push(...(entry ?? [step]))
  }
  return writtenSteps
}
