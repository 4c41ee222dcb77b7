import type { Stakes } from '../../core/target.ts'
import type { SubagentModel } from './model.ts'

/** What a command on a task goes by: its marker line, its reports and its messages, each by path; its contract is its definition (subagent protocol, section 8). */
export function stakesOf(model: SubagentModel, target: string): Stakes {
  for (const session of model.sessions) {
    const task = session.allTasks.find((each) => each.target === target)
    if (!task) continue
    const line = task.line && session.progress?.document.line(task.line.line)
    const files = [task.reports, [...task.messages, ...task.planning]].flatMap((each) => each.map(({ path }) => path).toSorted())
    const { document } = session.tasks
    const { definition } = task
    return {
      state: [line, ...files.flatMap((path) => [path, model.view.digest(path)?.sha256])],
      contract: [definition && document?.text.slice(document.offsetOf(definition.line), document.offsetOf(definition.end)).trimEnd()],
    }
  }
  return { state: [], contract: [] }
}
