import { type Refusal, refused, type CommandDiagnostic, type Request } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { misused, type CommandForm } from '../../../kit/command.ts'
import type { SubagentModel } from '../model.ts'
import { rules } from '../rules/index.ts'
import { nameIn } from '../subjects.ts'
import { findTask, type Found } from '../targets.ts'
import { remark } from './answers.ts'

/** A task that a command is about, with the words that are left. */
export interface Scene extends Found {
  /** What a command calls it. */
  readonly called: string
  readonly words: readonly string[]
}

/** What makes the state of a task doubtful: no command takes it. */
const doubtful = [
  'MARKER_UNKNOWN',
  'MARKER_DUPLICATE',
  'MARKER_CONTRADICTS_VERDICT',
  'REPORTFILE_PREDECESSOR_QUALIFIED',
  'REPORTFILE_PART2_DUPLICATE',
]

/** What these rules say of a task, as errors. */
function findings(model: SubagentModel, target: string, codes: readonly string[]): readonly CommandDiagnostic[] {
  const compared = { now: model, before: undefined, context: model.context }
  return rules
    .filter(({ code }) => codes.includes(code))
    .flatMap(({ code, check }) =>
      [...check(compared)]
        .filter((each) => each.target === target)
        .map((each): CommandDiagnostic => ({ ...each, code, severity: 'error' })),
    )
}

const readable = 'Put a plain text in its place.'

const isUnreadable = ({ session }: Pick<Found, 'session'>) =>
  session.unreadable.filter(({ path }) => path === session.progressPath || path === `${session.path}/tasks.md`)

/** Why a name may mean nothing: what says it cannot be read. */
function hidden(model: SubagentModel, name: string): readonly CommandDiagnostic[] {
  const [, ...rest] = name.split('@')
  const sessions = model.sessions.filter(({ target }) => rest.length === 0 || target === `ralph:${rest.join('@')}`)
  const files = sessions.flatMap((session) => session.unreadable.filter(({ path }) => path === session.progressPath))
  return files.map(({ message, place }) => ({ code: 'SUBAGENT_UNREADABLE', severity: 'error', message, hint: readable, place }))
}

/** The task that a request names, or why no command takes it (subagent protocol, section 8). `besides`: codes of further rules that refuse. */
export function sceneOf(
  model: SubagentModel,
  { name, words }: Request,
  form: CommandForm,
  besides: readonly string[] = [],
): Scene | Refusal {
  if (name === undefined) return misused(form, msg`Missing name, expected that of a task`)
  const found = findTask(model, name)
  if ('code' in found) {
    const files = found.code === 'SUBAGENT_TARGET_UNKNOWN' ? hidden(model, name) : []
    return refused(...(files.length > 0 ? files : [found]))
  }
  if (found.session.profile === 'v2')
    return refused(
      remark(
        found,
        'SUBAGENT_PROFILE_READONLY',
        msg`Unexpected command for a session of ${'v2'}: counters and states elsewhere would no longer agree`,
        {
          hint: 'Let its orchestrator change it.',
        },
      ),
    )
  const files = isUnreadable(found)
  if (files.length > 0)
    return refused(...files.map(({ message, place }) => remark(found, 'SUBAGENT_UNREADABLE', message, { hint: readable, place })))
  const wrong = findings(model, found.task.target, [...doubtful, ...besides])
  return wrong.length > 0 ? refused(...wrong) : { ...found, called: nameIn(model, found.session, found.task.id), words }
}

const longestText = 10_000

/** What stands behind the options: one text. */
export function textOf(words: readonly string[], form: CommandForm): string | Refusal {
  const text = words
    .join(' ')
    .replace(/\p{Cc}(?<!\n)/gu, '')
    .trim()
  return text.length > longestText
    ? misused(form, msg`Unexpected length of the text: ${text.length}, expected at most ${longestText} characters`)
    : text
}
