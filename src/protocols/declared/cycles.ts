import type { Model } from './model.ts'
import type { Item } from './reading/items.ts'

/** The circles of a graph, each as the items in it (Tarjan's strongly connected components, without recursion). */
function findCycles(items: readonly Item[], edges: (item: Item) => readonly Item[]): readonly (readonly Item[])[] {
  const index = new Map<Item, number>()
  const lowLinks = new Map<Item, number>()
  const stack: Item[] = []
  const onStack = new Set<Item>()
  const cycles: Item[][] = []
  const lowerLink = (item: Item, to: number) => lowLinks.set(item, Math.min(lowLinks.get(item) ?? to, to))
  for (const root of items) {
    if (index.has(root) || edges(root).length === 0) continue
    const frames: { readonly item: Item; readonly next: Iterator<Item> }[] = []
    const enter = (item: Item) => {
      index.set(item, index.size)
      lowLinks.set(item, index.size - 1)
      stack.push(item)
      onStack.add(item)
      frames.push({ item, next: edges(item)[Symbol.iterator]() })
    }
    enter(root)
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const { item } = frame
      const step = frame.next.next() as IteratorResult<Item, undefined>
      if (step.done !== true) {
        const { value } = step
        if (!index.has(value)) enter(value)
        else if (onStack.has(value)) lowerLink(item, index.get(value) as number)
        continue
      }
      frames.pop()
      const parentFrame = frames.at(-1)
      if (parentFrame) lowerLink(parentFrame.item, lowLinks.get(item) as number)
      if (lowLinks.get(item) !== index.get(item)) continue
      const cycle: Item[] = []
      for (let popped = stack.pop(); popped; popped = stack.pop()) {
        onStack.delete(popped)
        cycle.push(popped)
        if (popped === item) break
      }
      if (cycle.length > 1 || edges(item).includes(item)) cycles.push(cycle)
    }
  }
  return cycles
}

/** Numbers by their value: 9 before 10. */
const compareById = (a: Item, b: Item) => a.id.localeCompare(b.id, 'en', { numeric: true })

/** Items that depend on each other, or are parts of each other, in a circle: each once, the smallest id first. */
export function dependencyCycles(model: Model): readonly (readonly Item[])[] {
  const { items, depends, parent } = model
  const cycles = [
    ...findCycles(items, (item) => depends(item).items),
    ...findCycles(items, (item) => {
      const parentItem = parent(item)
      return parentItem ? [parentItem] : []
    }),
  ]
  return cycles.map((cycle) => cycle.toSorted(compareById))
}
