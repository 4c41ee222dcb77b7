import { knowsTasks } from './subjects.ts'
import type { Report } from './reading/report.ts'
import type { Session } from './session.ts'
import { moves, type Act } from './states.ts'
import type { Task } from './task.ts'

/** Whether the marker of a task and the verdict on it say the opposite of each other. */
export function contradictsVerdict({ line, newest }: Task): boolean {
  const verdict = newest?.verdict?.value
  if (verdict === undefined) return false
  return verdict === 'Qualified' ? line?.marker === ' ' || line?.marker === '/' : line?.marker === 'x'
}

/** Whether nobody can tell how a task stands: its finding has to be mended before any command takes it. */
function isDoubtful(session: Session, task: Task): boolean {
  if (task.line?.marker === undefined || session.progress?.doubled.has(task.id) === true || contradictsVerdict(task)) return true
  return task.reports.some(({ attempt, verdicts }) => verdicts.length > 1 || task.report(attempt - 1)?.verdict?.value === 'Qualified')
}

/** Whether a command would do this to a task as it stands. */
export const takes = (session: Session, task: Task, act: Act): boolean =>
  session.profile !== 'v2' &&
  knowsTasks(session) &&
  !isDoubtful(session, task) &&
  task.state !== 'unknown' &&
  moves[task.state][act] === 'do'

/** Whether a report has the part that says what was done. */
export const isReviewable = (report: Report): boolean => (report.part1 ?? report.legacy) !== undefined
