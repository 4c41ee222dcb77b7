import { memo } from '../../kit/once.ts'
import type { StateDigest } from '../../core/target.ts'
import type { SubagentModel } from './model.ts'

/** Every task with its session, by its target. */
const byTarget = memo(
  ({ sessions }: SubagentModel) => new Map(sessions.flatMap((session) => session.allTasks.map((task) => [task.target, { session, task }]))),
)

/** What a command on a task goes by: its marker line, its reports and its messages, each by path; its contract is its definition (subagent protocol, section 8). */
export function stakesOf(model: SubagentModel, target: string): StateDigest {
  const found = byTarget(model).get(target)
  if (!found) return { state: [], contract: [] }
  const { session, task } = found
  const line = task.line && session.progress?.document.line(task.line.line)
  const files = [task.reports, [...task.messages, ...task.planning]].flatMap((each) => each.map(({ path }) => path).toSorted())
  const { document } = session.tasks
  const { definition } = task
  return {
    state: [line, ...files.flatMap((path) => [path, model.view.digest(path)?.sha256])],
    contract: [definition && document?.text.slice(document.offsetOf(definition.line), document.offsetOf(definition.end)).trimEnd()],
  }
}
