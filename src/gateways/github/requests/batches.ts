/** A list in parts, in its order, each as heavy as that at most, or a single item. */
export function byWeight<Item>(items: readonly Item[], most: number, weightOf: (item: Item) => number): readonly (readonly Item[])[] {
  const parts: Item[][] = []
  let left = 0
  for (const item of items) {
    const weight = weightOf(item)
    const part = parts.at(-1)
    if (part && weight <= left) part.push(item)
    else {
      parts.push([item])
      left = most
    }
    left -= weight
  }
  return parts
}

/** A list in parts, in its order, each of a limited length. */
export const inBatches = <Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, index) => items.slice(index * most, (index + 1) * most))
