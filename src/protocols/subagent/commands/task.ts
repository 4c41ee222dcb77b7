import { collectFindings } from '../../../core/rule.ts'
import { forgingCharacters, msg } from '../../../core/message.ts'
import { refuse, type CommandDiagnostic, type Refusal } from '../../../core/command.ts'
import type { Mention, TargetResolution } from '../../../core/target.ts'
import { sessionState } from '../targets.ts'
import { nameIn, unreadableTaskFiles, type SubagentModel, type Session, type TaskInSession } from '../model.ts'
import type { RemainingWords } from '../../../kit/words.ts'
import { requestError } from '../../../kit/diagnostic.ts'
import { namedTargets } from '../../../kit/target.ts'
import { rules } from '../rules/index.ts'
import { isImplementation, isTaskId } from '../schema.ts'
import { diagnostic } from './diagnostics.ts'

type Code = 'SUBAGENT_TARGET_UNKNOWN' | 'SUBAGENT_TARGET_AMBIGUOUS'

const refusal: (code: Code, message: string, hint?: string) => CommandDiagnostic = requestError

const tasksWithId = (sessions: readonly Session[], id: string): readonly TaskInSession[] =>
  sessions.flatMap((session) => {
    const task = session.task(id)
    return task?.line ? [{ session, task }] : []
  })

const labelOf = ({ target }: Session) => target.slice('ralph:'.length)

/** The tasks that a name means; of several sessions, those that are not complete. */
function intendedTasks({ sessions }: SubagentModel, name: string): readonly TaskInSession[] {
  const [id = '', ...rest] = name.split('@')
  const label = rest.join('@')
  if (rest.length > 0)
    return tasksWithId(
      sessions.filter((session) => labelOf(session) === label),
      id,
    )
  const matchingTasks = tasksWithId(sessions, id)
  const incompleteTasks = matchingTasks.filter(({ session }) => sessionState(session) !== 'COMPLETE')
  return incompleteTasks.length > 0 ? incompleteTasks : matchingTasks
}

/** How planning is begun, where a name is that of a planning task or of an agent that plans. */
function planningHint({ sessions }: SubagentModel, name: string): string | undefined {
  const [id = ''] = name.split('@')
  const isPlanning = isTaskId(id) && !isImplementation(id)
  if (!isPlanning && !/^(?:planner|questioner)$/i.test(id)) return undefined
  const session = sessions.find((candidate) => sessionState(candidate) !== 'COMPLETE')
  const path = session?.progressPath ?? 'progress.md'
  const line = `- [ ] ${isPlanning ? id : 'plan-more'} (Not Started)`
  return msg`Planning is a separate task: write the line ${line} below ${'## Planning'} in ${path}, then accept it.`
}

/** The task that a name means, or why there is none. Names are compared with what was found. */
function findTask(model: SubagentModel, name: string): TaskInSession | CommandDiagnostic {
  const matchingTasks = intendedTasks(model, name)
  const [firstMatch] = matchingTasks
  if (firstMatch && matchingTasks.length === 1) return firstMatch
  if (matchingTasks.length > 1) {
    const ambiguous = matchingTasks.map(({ task }) => task.target)
    const message = msg`Unexpected name ${name}, expected one of ${ambiguous}`
    return {
      ...refusal('SUBAGENT_TARGET_AMBIGUOUS', message, msg`Name it in full; ${'/status'} lists all targets.`),
      ambiguous,
    }
  }
  return { ...refusal('SUBAGENT_TARGET_UNKNOWN', msg`Unknown task ${name}`, planningHint(model, name)), unknown: name }
}

export interface TaskTarget extends TaskInSession {
  readonly called: string
}

/** Codes of findings that make the state of a task doubtful: no command takes it. */
const doubtfulCodes = [
  'MARKER_UNKNOWN',
  'MARKER_DUPLICATE',
  'MARKER_CONTRADICTS_VERDICT',
  'REPORTFILE_PREDECESSOR_QUALIFIED',
  'REPORTFILE_PART2_DUPLICATE',
]

/** The findings of these rules about a task, as errors. */
function findingsAbout(model: SubagentModel, target: string, codes: readonly string[]): readonly CommandDiagnostic[] {
  const comparison = { now: model, before: undefined, context: model.context }
  return rules
    .filter(({ code }) => codes.includes(code))
    .flatMap(({ code, check }) =>
      collectFindings(check(comparison))
        .filter((finding) => finding.target === target)
        .map((finding): CommandDiagnostic => ({ ...finding, code, severity: 'error' })),
    )
}

const readableHint = 'Put a plain text in its place.'

/** Files that cannot be read, and may hold the marker line of an unknown task. */
function unreadableProgressDiagnostics(model: SubagentModel, name: string): readonly CommandDiagnostic[] {
  const [, ...rest] = name.split('@')
  const sessions = model.sessions.filter(({ target }) => rest.length === 0 || target === `ralph:${rest.join('@')}`)
  const files = sessions.flatMap((session) => session.unreadable.filter(({ path }) => path === session.progressPath))
  return files.map(({ message, place }) => ({
    code: 'SUBAGENT_UNREADABLE',
    severity: 'error',
    message,
    hint: readableHint,
    place,
  }))
}

const tasks = namedTargets<SubagentModel, TaskInSession>({
  usage: 'TASK',
  called: 'a task',
  id: ({ task }) => task.target,
  find(model, { name, words }) {
    const lookup = findTask(model, name)
    if ('task' in lookup) return { target: lookup, words }
    if (lookup.code !== 'SUBAGENT_TARGET_UNKNOWN') return { refused: [lookup] }
    const fileDiagnostics = unreadableProgressDiagnostics(model, name)
    return { unknown: fileDiagnostics.length > 0 ? fileDiagnostics : [lookup] }
  },
})

/** Which target a command means: a session, or a task. */
export function resolveTarget(model: SubagentModel, mention: Mention): TargetResolution {
  const session = model.sessions.find((candidate) => labelOf(candidate) === mention.name)
  return session ? { ids: [session.target], words: mention.words } : tasks.resolve(model, mention)
}

/** The task that a request names. `furtherCodes`: codes of further rules that refuse. */
const taskKind = (furtherCodes: readonly string[]) =>
  tasks.kind((taskInSession, model): { readonly target: TaskTarget } | Refusal => {
    const { session, task } = taskInSession
    if (session.profile === 'v2') {
      const message = msg`Unexpected command for a session of ${'v2'}: counters and states elsewhere would no longer agree`
      return refuse(
        diagnostic(taskInSession, 'SUBAGENT_PROFILE_READONLY', message, {
          hint: msg`Let its orchestrator change it; ${`/status ${task.id}`} shows where it is.`,
        }),
      )
    }
    const files = unreadableTaskFiles(session)
    if (files.length > 0)
      return refuse(
        ...files.map(({ message, place }) =>
          diagnostic(taskInSession, 'SUBAGENT_UNREADABLE', message, { hint: readableHint, place }),
        ),
      )
    const diagnostics = findingsAbout(model, task.target, [...doubtfulCodes, ...furtherCodes])
    return diagnostics.length > 0
      ? refuse(...diagnostics)
      : { target: { ...taskInSession, called: nameIn(model, session, task.id) } }
  })

export const task = taskKind([])
/** One that `tasks.md` mentions: an agent can begin it. */
export const definedTask = taskKind(['MARKER_TASK_UNKNOWN'])

/** In characters. */
export const maxTextLength = 10_000

/** The text of a command, without characters that forge lines or turn their direction. */
export const textOf = ({ words }: RemainingWords): string =>
  words
    .join(' ')
    .replace(forgingCharacters, (character) => (character === '\n' ? character : ''))
    .trim()

export function textTooLong({ rest }: { readonly rest: RemainingWords }): string | undefined {
  const { length } = textOf(rest)
  return length > maxTextLength
    ? msg`Unexpected length of the text: ${length}, expected at most ${maxTextLength} characters`
    : undefined
}
