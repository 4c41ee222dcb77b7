import type { Session } from './session.ts'

/** What a task depends on: by its definition, in 3.x by the graph too. */
export function dependenciesOf({ tasks, profile }: Session, id: string): readonly string[] {
  const graph = profile === 'v1-3.x' ? (tasks.groups.graph.get(id)?.dependsOn ?? []) : []
  return [...new Set([...(tasks.get(id)?.dependsOn ?? []), ...graph])]
}

/** Whether a task is not completed. */
export const isOpen = ({ progress }: Session, id: string): boolean => progress?.get(id)?.marker !== 'x'

/** The tasks that depend on each other in a circle: each circle once, with its members in the order of their definitions. */
export function circlesIn(session: Session): readonly (readonly string[])[] {
  const ids = session.tasks.definitions.map(({ id }) => id)
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const circles: string[][] = []
  // Strongly connected components, without recursion: tasks.md may name any number of tasks in a row.
  for (const root of ids) {
    if (index.has(root)) continue
    const work: { readonly id: string; readonly next: Iterator<string> }[] = []
    const enter = (id: string) => {
      index.set(id, index.size)
      low.set(id, index.get(id) ?? 0)
      stack.push(id)
      onStack.add(id)
      work.push({
        id,
        next: dependenciesOf(session, id)
          .filter((each) => session.tasks.get(each))
          .values(),
      })
    }
    enter(root)
    for (let top = work.at(-1); top; top = work.at(-1)) {
      const { id } = top
      const step = top.next.next()
      if (!step.done) {
        if (!index.has(step.value)) enter(step.value)
        else if (onStack.has(step.value)) low.set(id, Math.min(low.get(id) ?? 0, index.get(step.value) ?? 0))
        continue
      }
      work.pop()
      const parent = work.at(-1)
      if (parent) low.set(parent.id, Math.min(low.get(parent.id) ?? 0, low.get(id) ?? 0))
      if (low.get(id) !== index.get(id)) continue
      const circle = stack.splice(stack.lastIndexOf(id))
      for (const each of circle) onStack.delete(each)
      if (circle.length > 1 || dependenciesOf(session, id).includes(id)) circles.push(circle)
    }
  }
  const rank = new Map(ids.map((id, at) => [id, at]))
  return circles.map((circle) => circle.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0)))
}
