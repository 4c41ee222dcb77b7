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

const keysOfUse = new Set(['use', 'name', 'with', 'kinds'])

/**
 * Where an entry that uses a preset makes a part of that preset wrong: at the state or the words that it adds there,
 * otherwise at the first key that it gives. `undefined`: the entry has the part itself, or nothing of its own.
 *
 * @param path of a part of a kind, without the keys that lead to the kind
 */
export function changedKey(root: DataNode, kindPath: Path, path: Path): Path | undefined {
  const [section = '', name = '', ...steps] = path
  const ownPath = [...kindPath, ...path.slice(0, section === 'states' ? 2 : 1)]
  if (nodeAt(root, writtenPath(root, ownPath))) return undefined
  if (section === 'states' && nodeAt(root, writtenPath(root, [...kindPath, 'add-states', name])))
    return [...kindPath, 'add-states', name, ...steps]
  const addedWords = [...kindPath, 'add-words', name]
  if (section === 'states' && nodeAt(root, addedWords)) return addedWords
  const kinds = nodeAt(root, ['kinds'])
  const otherKinds = kinds?.kind === 'mapping' ? kinds.entries.map(({ key }) => ['kinds', key.source]) : []
  for (const keys of [kindPath, ...otherKinds]) {
    const node = nodeAt(root, keys)
    const entry = node?.kind === 'mapping' ? node.entries.find(({ key }) => !keysOfUse.has(key.source)) : undefined
    if (entry) return [...keys, entry.key.source]
  }
  return nodeAt(root, ['with']) && ['with']
}
