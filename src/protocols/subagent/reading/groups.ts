import { idsIn, leadingId } from '../words.ts'
import { itemAt, sectionsCalled, type Lines } from './lines.ts'

/** Tasks that are done together (3.x). */
export interface Wave {
  readonly line: number
  readonly tasks: readonly string[]
}

/** What tasks.md of 3.x says besides its definitions. */
export interface Groups {
  /** The dependencies that the graph names, by task. */
  readonly graph: ReadonlyMap<string, { readonly line: number; readonly dependsOn: readonly string[] }>
  readonly waves: readonly Wave[]
  /** Whether it has a heading *Dependency Graph* or *Parallel Groups*. */
  readonly headings: boolean
}

/** Reads *Dependency Graph* and *Parallel Groups* (subagent protocol, section 9). */
export function readGroups(lines: Lines): Groups {
  const { document } = lines
  const graphs = sectionsCalled(lines, (title) => title.startsWith('dependency graph'))
  const groups = sectionsCalled(lines, (title) => title.startsWith('parallel groups'))
  const graph = new Map<string, { line: number; dependsOn: readonly string[] }>()
  for (const { from, end } of graphs) {
    for (let line = from; line < end; line++) {
      const text = document.line(line).trim()
      const id = lines.isComment(line) ? undefined : leadingId(text)
      const list = id === undefined ? undefined : /^\s*:\s*\[([^\]]*)\]/.exec(text.slice(id.length))?.[1]
      if (id !== undefined && list !== undefined && !graph.has(id)) graph.set(id, { line, dependsOn: idsIn(list) })
    }
  }
  const waves: Wave[] = []
  for (const { from, end } of groups) {
    for (let line = from; line < end; line++) {
      const item = itemAt(lines, line)
      const [, list] = item && /^(?:\*\*|__)?wave\b/i.test(item.text) ? (/\[([^[\]]*)\]/.exec(item.text) ?? []) : []
      if (list !== undefined) waves.push({ line, tasks: [...new Set(idsIn(list))] })
    }
  }
  return { graph, waves, headings: graphs.length + groups.length > 0 }
}
