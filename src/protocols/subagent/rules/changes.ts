import { msg } from '../../../core/message.ts'
import { markerText } from '../states.ts'
import {
  type TaskSubject,
  tasks,
  changedSessions,
  allChangedSessions,
  differs,
  newReports,
  type SubagentRules,
} from './subjects.ts'
import { removedSessions } from './mends/sessions.ts'
import { markerMoveOf, previousDefinitions, removedTasks, type MarkerMove } from './mends/tasks.ts'
import { type Task, targetOf, type SubagentModel } from '../model.ts'
import { layoutFiles } from '../files.ts'
import { sessionState } from '../targets.ts'
import { namesFile } from '../reading/tasks.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'

const isSameIteration = ({ session, before }: TaskSubject) =>
  before !== undefined && session.iterations?.current === before.iterations?.current

const textsOf = (task: Task | undefined) =>
  JSON.stringify([
    (task?.reports ?? []).map(({ path, document }) => [path, document.text]),
    (task?.messages ?? []).map(({ path, content }) => [path, content?.document.text]),
  ])

/** Whether a task came back from its review without having failed. */
function isReverted({ task, taskBefore, session }: TaskSubject, move: MarkerMove): boolean {
  if (task.kind === 'planning' && session.profile !== 'v2') return false
  const earlierMarkers = session.profile === 'v2' ? ' F' : ' /'
  const newestBefore = taskBefore?.newest
  return (
    move.from === 'P' &&
    earlierMarkers.includes(move.to) &&
    (!newestBefore || task.report(newestBefore.attempt)?.verdict?.value !== 'Failed')
  )
}

/** What changed of the contract of a task. One of v2 is a file without fields, and of its iteration. */
function changedParts(subject: TaskSubject): readonly string[] {
  const { task, taskBefore, session, before } = subject
  const [definition, definitionBefore] = [task.definition, taskBefore?.definition]
  if (!definition || !definitionBefore || !before || !isSameIteration(subject)) return []
  if (session.profile === 'v2')
    return session.text(definition.place.path)?.text === before.text(definitionBefore.place.path)?.text
      ? []
      : ['definition']
  const parts = ['files', 'objective', 'criteria'] as const
  // What was missing may be written, and of two definitions either may be kept.
  const definitionsBefore = previousDefinitions(before, task.id)
  return parts.filter((key) =>
    definitionsBefore.every(
      (previous) => previous[key].length > 0 && JSON.stringify(definition[key]) !== JSON.stringify(previous[key]),
    ),
  )
}

const maxNamed = 10

/** Files outside of all sessions that the change touches. */
function changedPathsOutside(model: SubagentModel, modelBefore: SubagentModel): readonly string[] {
  const isInSession = (path: string) => model.sessionOf(path) !== undefined || modelBefore.sessionOf(path) !== undefined
  const paths = new Set([...model.view.paths, ...modelBefore.view.paths])
  return [...paths].filter((path) => !isInSession(path) && differs(model.view, modelBefore.view, path)).toSorted()
}

export const changeRules: SubagentRules = {
  name: 'changes',
  title: 'What a change may do to markers and tasks',
  rules: [
    overParts(tasks, [
      {
        code: 'MARKER_TRANSITION_ILLEGAL',
        strict: 'error',
        soft: 'error',
        summary: 'No legal steps lead from the marker of a task before the change to the one after it.',
        why: 'A completed task stays completed: a fix for it is a new task.',
        hint: 'Restore the marker; let the Planner define a new task for the remaining work.',
        *check(subject) {
          const { task } = subject
          const move = markerMoveOf(subject)
          if (!move?.written || !task.line || move.steps !== undefined) return
          yield {
            message: msg`Unexpected move of ${task.id} from ${markerText(move.written)} to ${markerText(move.to)}: no legal steps lead there`,
            place: task.line.place,
          }
        },
      },
      {
        code: 'MARKER_TRANSITION_SKIPPED',
        strict: 'warning',
        soft: 'warning',
        summary:
          'A task made more than one legal step, or its line is new and not `[ ]`, and the change has no report or message about it.',
        why: 'The history does not show what happened.',
        hint: 'Commit each step, with its report.',
        *check(subject) {
          const { task, taskBefore } = subject
          const move = markerMoveOf(subject)
          if (!move || !task.line || task.kind !== 'implementation' || isReverted(subject, move)) return
          if (move.steps === undefined || move.steps <= 1 || textsOf(task) !== textsOf(taskBefore)) return
          const moveText =
            move.written === undefined
              ? msg`Unexpected new line of ${task.id} with ${markerText(move.to)}`
              : msg`Unexpected move of ${task.id} from ${markerText(move.written)} to ${markerText(move.to)}`
          yield {
            message: `${moveText} without a report or message, expected one step after the other`,
            place: task.line.place,
          }
        },
      },
      {
        code: 'MARKER_REVERTED',
        strict: 'error',
        soft: 'error',
        summary: 'A task left its review without a verdict of Failed.',
        why: 'Work that waits for its review would be done again.',
        repair: 'Restore `[P]`, or let the Reviewer decide.',
        *check(subject) {
          const { task } = subject
          const move = markerMoveOf(subject)
          if (!move?.written || !task.line || !isReverted(subject, move)) return
          yield {
            message: msg`Unexpected move of ${task.id} from ${markerText(move.written)} to ${markerText(move.to)}, expected a verdict of ${'Failed'} first`,
            hint: msg`Bring ${markerText('P')} back, or let the Reviewer decide.`,
            place: task.line.place,
          }
        },
      },
    ]),
    overParts(removedTasks, [
      {
        code: 'MARKER_REMOVED',
        strict: 'error',
        soft: 'error',
        summary: 'The marker line of a task is gone.',
        why: 'The state of the task is lost, and perhaps the task itself.',
        repair: 'Restore the line. A task that was not begun may be withdrawn: then no file mentions it.',
        *check({ session, id, line, isWithdrawn }) {
          if (isWithdrawn) return
          yield {
            message: msg`Missing line of ${id}, which was marked ${markerText(line.mark)}`,
            hint: 'Restore it.',
            place: { path: session.progressPath, line: 1 },
          }
        },
      },
      {
        code: 'TASKS_WITHDRAWN',
        strict: 'notice',
        soft: 'notice',
        summary: 'A task that was not begun is withdrawn: its line and its definition are gone.',
        why: 'Plans change; the reader of the change should see it.',
        repair: 'No action is needed.',
        *check({ session, id, isWithdrawn }) {
          if (!isWithdrawn) return
          yield { message: msg`The task ${id} is withdrawn`, place: { path: session.progressPath, line: 1 } }
        },
      },
    ]),
    overParts(tasks, [
      {
        code: 'TASKS_CHANGED',
        strict: 'warning',
        soft: 'warning',
        summary: 'Files, Objective or Success Criteria changed for a task that had been begun; in v2, its whole file.',
        why: 'The contract changes while an agent works on it.',
        hint: 'Revert it, or let the Planner define a new task.',
        *check(subject) {
          const { task, taskBefore } = subject
          const marker = taskBefore?.line?.marker ?? ' '
          if (!task.definition || task.kind !== 'implementation' || !'/Px'.includes(marker)) return
          const changedFields = changedParts(subject)
          if (changedFields.length === 0) return
          yield {
            message: msg`Unexpected change of ${changedFields} of ${task.id}, which had been begun`,
            place: task.definition.place,
          }
        },
      },
    ]),
    overParts(changedSessions, [
      {
        code: 'SUBAGENT_ARTIFACT_REMOVED',
        strict: 'error',
        soft: 'error',
        summary: '`plan.md`, `tasks.md`, `progress.md` or a questions file is gone, and the session remains.',
        why: 'Agents of later steps read them.',
        hint: 'Restore it.',
        *check({ session, before, model }) {
          const layout = layoutFiles
            .map((name) => `${before.path}/${name}`)
            .filter((path) => before.paths.includes(path))
          for (const path of [...layout, ...before.questions.map(({ path }) => path)]) {
            if (model.view.entry(path)) continue
            yield {
              message: msg`Missing ${path}, which was there before`,
              place: { path: session.anchor, line: 1 },
            }
          }
        },
      },
    ]),
    overParts(wholeComparison, [
      {
        code: 'SUBAGENT_SESSION_REMOVED',
        strict: 'warning',
        soft: 'warning',
        summary: 'A whole session is gone before it was complete.',
        why: 'Its tasks are lost.',
        hint: 'Restore it, or let it be completed first.',
        *check(comparison) {
          for (const session of removedSessions(comparison)) {
            if (session.legacy || sessionState(session) === 'COMPLETE') continue
            yield {
              message: msg`Missing session ${session.id}, which was not complete`,
              place: { path: session.progressPath },
              target: session.target,
            }
          }
        },
      },
    ]),
    overParts(allChangedSessions, [
      {
        code: 'SUBAGENT_PROFILE_CHANGED',
        strict: 'notice',
        soft: 'notice',
        summary: 'Different profiles are detected before and after the change. The higher one applies.',
        why: 'Other markers and steps are legal from now on.',
        repair: 'No action is needed if that is intended. `protocols.subagent.profile` fixes one.',
        *check({ session, before, model, modelBefore }) {
          const [currentProfile, previousProfile] = [
            model.session(session.path)?.profile,
            modelBefore.session(before.path)?.profile,
          ]
          if (currentProfile === undefined || previousProfile === undefined || currentProfile === previousProfile)
            return
          yield {
            message: msg`The profile was ${previousProfile} and is now ${currentProfile}: the rules of ${session.profile} apply`,
            place: { path: session.anchor, line: 1 },
          }
        },
      },
    ]),
    overParts(wholeComparison, [
      {
        code: 'TASKS_FILE_OUTSIDE',
        strict: 'warning',
        soft: 'warning',
        summary:
          'The change adds exactly one report, and touches files outside the sessions that *Files* of its task does not name.',
        why: 'The Reviewer looks at the files of the task: other changes are not reviewed.',
        repair: 'Revert the other changes, or let the Planner name the files.',
        *check(comparison) {
          const addedReports = newReports(comparison)
          const [addedReport] = addedReports
          if (!addedReport || addedReports.length > 1 || !comparison.before) return
          const { session, report } = addedReport
          const definition = session.task(report.task)?.definition
          const files = definition?.files ?? []
          if (!definition || files.length === 0) return
          const outsidePaths = changedPathsOutside(comparison.now, comparison.before).filter(
            (path) => !files.some((file) => namesFile(file, path)),
          )
          if (outsidePaths.length === 0) return
          const line = definition.lineOf.get('files')
          yield {
            message: msg`Unexpected change of files that ${report.task} does not name: ${outsidePaths.slice(0, maxNamed)}`,
            hint:
              outsidePaths.length > maxNamed
                ? msg`And ${outsidePaths.length - maxNamed} more. Take them back, or let the Planner name them.`
                : 'Take them back, or let the Planner name them.',
            place:
              line === undefined || !session.tasks.document ? definition.place : session.tasks.document.place(line),
            target: targetOf(session, report.task),
          }
        },
      },
    ]),
  ],
}
