/** Elements by what they have in common, in order. */
export function groupBy<Key, Element>(
  elements: Iterable<Element>,
  keyOf: (element: Element) => Key,
): ReadonlyMap<Key, readonly [Element, ...Element[]]> {
  const groups = new Map<Key, [Element, ...Element[]]>()
  for (const element of elements) {
    const key = keyOf(element)
    const group = groups.get(key)
    if (group) group.push(element)
    else groups.set(key, [element])
  }
  return groups
}
