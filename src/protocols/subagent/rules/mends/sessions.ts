import { baseName } from '../../../../core/view.ts'
import { layoutFiles } from '../../files.ts'
import type { Session, Task } from '../../model.ts'
import { isDateAndTime } from '../../schema.ts'
import { type Marker, stepsBetween } from '../../states.ts'
import type { SubagentComparison } from '../subjects.ts'
import { previousMarkers } from './tasks.ts'
import { settledMessagesIn } from './messages.ts'

const hasRightName = ({ id, isNamed }: Session): boolean => isNamed && isDateAndTime(id)

/** The texts of the files that every session has, without its id. */
const layoutTexts = (session: Session): readonly string[] =>
  [...layoutFiles.map((name) => `${session.path}/${name}`), session.progressPath].flatMap((path) => {
    const text = session.text(path)?.text.replaceAll(session.id, '')
    return text === undefined || text.trim() === '' ? [] : [`${path.slice(session.path.length)} ${text}`]
  })

/** Whether a task of another session is in a session with its reports, in the state where it was or a later one. */
function hasTask(session: Session, before: Session, task: Task): boolean {
  const { id, kind, line, reports } = task
  const marker = session.progress?.get(id)?.marker
  const isReached = (from: Marker) =>
    marker !== undefined && stepsBetween(from, marker, kind, session.profile) !== undefined
  if (line?.marker !== undefined && !previousMarkers(before, task).some(isReached)) return false
  return reports.every(({ attempt, frozen, verdict }) => {
    const report = session.task(id)?.report(attempt)
    return report?.frozen === frozen && report.verdict?.value === verdict?.value
  })
}

/** Whether a session has all work of another: its tasks, its questions and its settled messages. */
const hasWorkOf = (session: Session, before: Session): boolean =>
  before.allTasks.every((task) => hasTask(session, before, task)) &&
  before.questions.every(({ path }) => session.names.includes(baseName(path))) &&
  settledMessagesIn(before).every(({ key, kind }) => session.message(key, kind) !== undefined)

/** The sessions that are gone, and do not stand under the right name because theirs was wrong. */
export function removedSessions({ now: model, before: modelBefore }: SubagentComparison): readonly Session[] {
  const missing = (modelBefore?.sessions ?? []).filter(({ path }) => !model.session(path))
  const added = model.sessions.filter((session) => hasRightName(session) && !modelBefore?.session(session.path))
  const byText = new Map(added.flatMap((session) => layoutTexts(session).map((text) => [text, session])))
  const isRenamed = (before: Session) =>
    layoutTexts(before).some((text) => {
      const session = byText.get(text)
      return session !== undefined && hasWorkOf(session, before)
    })
  return missing.filter((session) => hasRightName(session) || !isRenamed(session))
}
