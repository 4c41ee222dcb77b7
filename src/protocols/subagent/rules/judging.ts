import type { Finding } from '../../../core/diagnostic.ts'
import type { Rule } from '../../../core/rule.ts'
import { isSame, tasks, type Compared } from '../subjects.ts'

const known = new WeakMap<Compared, ReadonlyMap<string, () => boolean>>()

/** Of each task by its target: whether the change leaves all of it as it was. */
function untouched(compared: Compared): ReadonlyMap<string, () => boolean> {
  const before = known.get(compared)
  if (before) return before
  const byTarget = new Map(
    tasks(compared).map((subject) => {
      let same: boolean | undefined
      return [subject.task.target, () => (same ??= isSame(subject))] as const
    }),
  )
  known.set(compared, byTarget)
  return byTarget
}

/** A rule that judges softly what it says of a task that the change leaves as it was, even in a file that it touches (subagent protocol, section 1). */
export function judged(rule: Rule<Compared>): Rule<Compared> {
  return {
    ...rule,
    *check(compared: Compared): Iterable<Finding> {
      for (const finding of rule.check(compared)) {
        const isUntouched = compared.before && finding.target !== undefined && untouched(compared).get(finding.target)?.() === true
        yield isUntouched ? { ...finding, judgedBy: [] } : finding
      }
    },
  }
}
