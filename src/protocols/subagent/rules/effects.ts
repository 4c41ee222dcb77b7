import { planFile, progressFile, questionsFile, tasksFile, resolvePath } from '../files.ts'
import { reportName } from '../reading/names.ts'
import type { Message } from '../reading/message.ts'
import type { Session } from '../model.ts'
import { markerText } from '../states.ts'
import { sessionState } from '../targets.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import {
  isChanged,
  isWritten,
  newFinalOutputs,
  contractSessions,
  changedSessions,
  contractTasks,
  type SubagentRules,
} from './subjects.ts'
import { tasksWithMissingFiles } from './touched.ts'
import { overParts } from '../../../kit/rules.ts'

/**
 * A row of the specification's tables: what an invocation must have done to files of its session, and what else it may
 * write.
 */
interface Effect {
  /** Each of these must be there and new. */
  readonly created?: readonly string[]
  /** One of these must be new or changed. */
  readonly oneOf?: readonly string[]
  readonly may: readonly string[]
}

/**
 * `questions` stands for every questions file, `instructions` for those of the session, `report` for that of the
 * attempt.
 */
const effects: Readonly<Record<string, Effect>> = {
  'planner.INITIALIZE': {
    created: [planFile, tasksFile, progressFile, 'instructions'],
    may: [planFile, tasksFile, progressFile, 'instructions'],
  },
  'planner.UPDATE': { oneOf: [planFile, tasksFile, progressFile], may: [planFile, tasksFile, progressFile] },
  'planner.TASK_BREAKDOWN': { oneOf: [tasksFile], may: [tasksFile, progressFile] },
  'planner.DISCOVERY': { oneOf: ['questions'], may: ['questions', planFile] },
  executor: { may: [progressFile, 'report', 'files'] },
  reviewer: { may: [progressFile, 'report'] },
  questioner: { oneOf: ['questions'], may: ['questions'] },
}

/** What the invocation of a message must have done, and may. */
const effectOf = ({ agent, mode }: Message): Effect | undefined =>
  agent === 'planner' ? effects[`planner.${mode}`] : effects[agent]

/** The paths that a word of the table stands for. */
function pathsOf(word: string, message: Message, session: Session, before: Session | undefined): readonly string[] {
  const pathInSession = (name: string) => `${session.path}/${name}`
  if (word === 'questions')
    return [
      ...new Set([
        pathInSession(questionsFile),
        ...[session, before].flatMap((version) => version?.questions.map(({ path }) => path) ?? []),
      ]),
    ]
  if (word === 'instructions')
    return [
      `${session.path}.instructions.md`,
      pathInSession(`${session.id}.instructions.md`),
      pathInSession('.instructions.md'),
    ]
  if (word === 'report')
    return message.task === undefined
      ? []
      : [pathInSession(reportName({ task: message.task, attempt: message.number }))]
  if (word === 'files')
    return (session.task(message.task ?? '')?.definition?.files ?? []).map((file) => resolvePath(file, session))
  return [pathInSession(word)]
}

/** What a word of the table is called in a message. */
const titleOf = (word: string, { id }: Session) =>
  word === 'instructions' ? `${id}.instructions.md` : word === 'questions' ? questionsFile : word

/** The status by which a message ends its invocation. */
const statusPlaceOf = ({ content, path }: Message) => content?.place('status') ?? { path, line: 1 }

/** Files of the protocol in a session other than messages, existing or not. */
function stateFiles(session: Session): readonly string[] {
  return [
    ...[planFile, tasksFile, progressFile].map((name) => `${session.path}/${name}`),
    ...session.questions.map(({ path }) => path),
    ...session.reports.map(({ path }) => path),
    `${session.path}.instructions.md`,
  ]
}

/** Whether a change begins another invocation, too, whose agent may have written already. */
const hasOtherInvocations = ({ key: ownKey }: Message, session: Session, before: Session) =>
  session.messages.some(({ key, kind }) => kind === 'input' && key !== ownKey && !before.message(key, 'input'))

/** How many missing files are named. */
const maxNamed = 5

export const effectRules: SubagentRules = {
  name: 'effects',
  title: 'What an agent must have written',
  rules: [
    overParts(contractSessions, [
      {
        code: 'SUBAGENT_EFFECT_MISSING',
        strict: 'error',
        soft: 'error',
        summary:
          'A planner or questioner says that it is done, and something that its contract makes it write is not there or did not change.',
        why: 'A contract consists of its output and its effect: both are needed.',
        repair: 'Write the file, or say `blocked`.',
        *check({ session, before, model, modelBefore }): Iterable<Finding> {
          if (!modelBefore) return
          for (const message of newFinalOutputs(session, before)) {
            const effect = effectOf(message)
            const hint = msg`Write it, or say ${'blocked'}.`
            for (const word of effect?.created ?? []) {
              if (pathsOf(word, message, session, before).some((path) => model.view.entry(path))) continue
              yield {
                message: msg`Missing effect of ${message.key}: ${titleOf(word, session)} is not there`,
                hint,
                place: statusPlaceOf(message),
              }
            }
            const words = effect?.oneOf ?? []
            const paths = words.flatMap((word) => pathsOf(word, message, session, before))
            const isNew = (path: string) =>
              before ? isWritten({ session, before, model, modelBefore }, path) : isChanged(model, modelBefore, path)
            if (paths.length === 0 || paths.some((path) => model.view.entry(path) && isNew(path))) continue
            yield {
              message: msg`Missing effect of ${message.key}: expected a change of ${words.map((word) => titleOf(word, session))}`,
              hint,
              place: statusPlaceOf(message),
            }
          }
        },
      },
    ]),
    overParts(changedSessions, [
      {
        code: 'SUBAGENT_EFFECT_OVERWRITTEN',
        strict: 'error',
        soft: 'error',
        summary: 'A planner says that it initialized the session, and changed a file that already existed.',
        why: 'INITIALIZE creates files: the existing plan would be lost.',
        hint: 'Use MODE `UPDATE`.',
        *check(subject) {
          const { session, before, model, modelBefore } = subject
          for (const message of newFinalOutputs(session, before)) {
            for (const word of effectOf(message)?.created ?? []) {
              const isOverwritten = pathsOf(word, message, session, before).some(
                (path) => modelBefore.view.entry(path) && model.view.entry(path) && isWritten(subject, path),
              )
              if (!isOverwritten) continue
              yield {
                message: msg`Unexpected effect of ${message.key}: ${titleOf(word, session)} was there before, and changed`,
                place: statusPlaceOf(message),
              }
            }
          }
        },
      },
      {
        code: 'SUBAGENT_EFFECT_UNEXPECTED',
        strict: 'warning',
        soft: 'warning',
        summary:
          'The change has exactly one finished invocation in a session, and a file of the session changed that its contract does not allow.',
        why: 'An agent that writes files of another agent makes decisions that are not its own.',
        repair: 'Revert the change, or let the owner of the file make it.',
        *check(subject) {
          const { session, before, model } = subject
          const [message, ...otherMessages] = newFinalOutputs(session, before)
          if (!message || otherMessages.length > 0 || hasOtherInvocations(message, session, before)) return
          const allowedPaths = new Set(
            (effectOf(message)?.may ?? []).flatMap((word) => pathsOf(word, message, session, before)),
          )
          for (const path of new Set([...stateFiles(session), ...stateFiles(before)])) {
            if (allowedPaths.has(path) || !isWritten(subject, path)) continue
            yield {
              message: msg`Unexpected effect of ${message.key}: ${path} changed`,
              hint: 'Revert it, or let the owner of the file change it.',
              place: { path: model.view.entry(path) ? path : session.anchor, line: 1 },
            }
          }
        },
      },
    ]),
    overParts(contractTasks, [
      {
        code: 'SUBAGENT_EFFECT_INFERRED',
        strict: 'warning',
        soft: 'warning',
        summary: 'A report is new, no message is about its attempt, and its task was marked `[ ]` and still is.',
        why: 'An executor marks the task when it begins and when it ends; here it did neither.',
        repair: 'Mark the task `[P]`, or write the messages of the executor that show that the attempt failed.',
        *check({ task, taskBefore, before, session }) {
          if (!before || session.iterations || task.line?.marker !== ' ' || taskBefore?.line?.marker !== ' ') return
          for (const { attempt, path, verdict } of task.reports) {
            const key = `executor.${task.id}.a${attempt}`
            const message = task.executor(attempt, 'input') ?? task.executor(attempt, 'output')
            if (taskBefore.report(attempt) || message || verdict) continue
            yield {
              message: msg`Unexpected new report of ${task.id}, which is still marked ${'[ ]'}`,
              hint: msg`Mark it ${'[P]'}, or write the messages of the executor: ${`${key}.input.json`} and ${`${key}.output.json`}.`,
              place: task.line.place,
              related: [{ path, line: 1, message: 'the new report' }],
            }
          }
        },
      },
    ]),
    overParts(tasksWithMissingFiles, [
      {
        code: 'SUBAGENT_FILES_MISSING',
        strict: 'warning',
        soft: 'notice',
        summary:
          'A task is under review or completed, and files that it names are not in the repository. In a comparison, only for tasks that the change touches.',
        why: 'The marker says that work is done, and the repository does not show it.',
        repair:
          'Write the files, or correct *Files* in `tasks.md`. `/handback TASK success --anyway WHY` and `/review TASK qualified --anyway WHY` record why they are not there.',
        *check({ task: { id, line }, session, missing }) {
          const omittedText = missing.length > maxNamed ? ` and ${missing.length - maxNamed} more` : ''
          yield {
            message: `${msg`Missing files of ${id}, which is marked ${markerText(line?.marker ?? ' ')}: ${missing.slice(0, maxNamed)}`}${omittedText}`,
            hint: msg`Write them, or correct ${'Files'} in ${'tasks.md'}.`,
            place: line?.place ?? { path: session.anchor, line: 1 },
            // Files of a finished session may be moved by later work.
            ...(sessionState(session) === 'COMPLETE' && { levels: { soft: 'off' } as const }),
          }
        },
      },
    ]),
  ],
}
