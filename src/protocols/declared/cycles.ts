import type { Model } from './model.ts'
import type { Item } from './reading/items.ts'

/** The circles of a graph, each as the items in it (Tarjan's strongly connected components, without recursion). */
function circles(items: readonly Item[], edges: (item: Item) => readonly Item[]): readonly (readonly Item[])[] {
  const index = new Map<Item, number>()
  const low = new Map<Item, number>()
  const stack: Item[] = []
  const onStack = new Set<Item>()
  const found: Item[][] = []
  const lower = (item: Item, to: number) => low.set(item, Math.min(low.get(item) ?? to, to))
  for (const root of items) {
    if (index.has(root)) continue
    const work: { readonly item: Item; readonly next: Iterator<Item> }[] = []
    const enter = (item: Item) => {
      index.set(item, index.size)
      low.set(item, index.size - 1)
      stack.push(item)
      onStack.add(item)
      work.push({ item, next: edges(item)[Symbol.iterator]() })
    }
    enter(root)
    for (let top = work.at(-1); top; top = work.at(-1)) {
      const { item } = top
      const step = top.next.next() as IteratorResult<Item, undefined>
      if (step.done !== true) {
        const { value } = step
        if (!index.has(value)) enter(value)
        else if (onStack.has(value)) lower(item, index.get(value) as number)
        continue
      }
      work.pop()
      const above = work.at(-1)
      if (above) lower(above.item, low.get(item) as number)
      if (low.get(item) !== index.get(item)) continue
      const circle: Item[] = []
      for (let each = stack.pop(); each; each = stack.pop()) {
        onStack.delete(each)
        circle.push(each)
        if (each === item) break
      }
      if (circle.length > 1 || edges(item).includes(item)) found.push(circle)
    }
  }
  return found
}

const byId = (a: Item, b: Item) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Items that depend on each other, or are parts of each other, in a circle: each once, the smallest id first. */
export function dependencyCycles(model: Model): readonly (readonly Item[])[] {
  const { items, depends, parent } = model
  const found = [
    ...circles(items, (item) => depends(item).items),
    ...circles(items, (item) => {
      const above = parent(item)
      return above ? [above] : []
    }),
  ]
  return found.map((circle) => circle.toSorted(byId))
}
