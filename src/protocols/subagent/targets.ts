import type { CommandDiagnostic } from '../../core/command.ts'
import type { Mention, Resolved } from '../../core/target.ts'
import { msg } from '../../core/message.ts'
import { suggestion } from '../../core/suggestion.ts'
import { sessionState } from './facts.ts'
import type { SubagentModel } from './model.ts'
import type { Session } from './session.ts'
import type { Task } from './task.ts'

type Code = 'SUBAGENT_TARGET_UNKNOWN' | 'SUBAGENT_TARGET_AMBIGUOUS'

const refusal = (code: Code, message: string, hint: string): CommandDiagnostic => ({
  code,
  severity: 'error',
  message,
  place: { path: '.' },
  hint,
})

/** A task and its session. */
export interface Found {
  readonly session: Session
  readonly task: Task
}

const having = (sessions: readonly Session[], id: string): readonly Found[] =>
  sessions.flatMap((session) => {
    const task = session.task(id)
    return task?.line ? [{ session, task }] : []
  })

const labelOf = ({ target }: Session) => target.slice('ralph:'.length)

/** Those that a name means: of several sessions, those that are not complete. */
function meant({ sessions }: SubagentModel, name: string): readonly Found[] {
  const [id = '', ...rest] = name.split('@')
  const label = rest.join('@')
  if (rest.length > 0)
    return having(
      sessions.filter((session) => labelOf(session) === label),
      id,
    )
  const all = having(sessions, id)
  const open = all.filter(({ session }) => sessionState(session) !== 'COMPLETE')
  return open.length > 0 ? open : all
}

/** The task that a name means (subagent protocol, section 1), or why there is none. Names are compared with what was found. */
export function findTask(model: SubagentModel, name: string): Found | CommandDiagnostic {
  const found = meant(model, name)
  const [only] = found
  if (only && found.length === 1) return only
  if (found.length > 1)
    return refusal(
      'SUBAGENT_TARGET_AMBIGUOUS',
      msg`Unexpected name ${name}, expected one of ${found.map(({ task }) => task.target)}`,
      'Say which one by its whole name.',
    )
  const known = model.sessions.flatMap((session) =>
    session.allTasks.flatMap(({ id, line }) => (line ? [id, `${id}@${labelOf(session)}`] : [])),
  )
  const like = suggestion(name, known)
  return refusal(
    'SUBAGENT_TARGET_UNKNOWN',
    msg`Unknown task ${name}`,
    like === undefined ? msg`${'/status'} lists the tasks.` : msg`Perhaps ${like} is meant.`,
  )
}

/** Which target a command means. A name that this protocol does not know is nobody's, until a command has to say so. */
export function resolveTarget(model: SubagentModel, { name, words }: Mention): Resolved {
  const session = model.sessions.find((each) => labelOf(each) === name)
  if (session) return { ids: [session.target], words }
  const found = findTask(model, name)
  if ('task' in found) return { ids: [found.task.target], words }
  return found.code === 'SUBAGENT_TARGET_UNKNOWN' ? { ids: [], words } : { refused: [found] }
}
