import type { Finding } from '../../../core/diagnostic.ts'
import { groupBy } from '../../../core/grouped.ts'
import { memo, once } from '../../../core/once.ts'
import { storedText, type Selector } from '../../../core/view.ts'
import { escapeGlob } from '../../../documents/glob.ts'
import { wholeLines } from '../../../documents/lines.ts'
import { excludedFolders } from '../files.ts'
import type { Session, SubagentModel, Task } from '../model.ts'
import { filesOf, missingFilesIn, placesAtWork, placesOf } from '../reading/expected.ts'
import { contractTasks, newReports, taskParts, tasks, type SubagentComparison, type TaskSubject } from './subjects.ts'

const hasIdentities = ({ view }: SubagentModel) => view.identity?.(view.paths[0] ?? '') !== undefined

/**
 * What must be known of files outside of sessions: whether those that tasks name are there; where exactly one report is
 * new, enough to see which files changed.
 */
export function outsideSelectorsOf(comparison: SubagentComparison): readonly Selector[] {
  const { now: model, before: modelBefore } = comparison
  const places = comparison.context.asksNext ? placesAtWork(model) : placesOf(filesOfDoneTasks(comparison))
  const expectedSelectors = places.flatMap((path) =>
    (['name', 'folder'] as const).map((level) => ({ glob: escapeGlob(path), level })),
  )
  if (comparison.context.asksNext || !modelBefore || newReports(comparison).length !== 1) return expectedSelectors
  return [
    ...expectedSelectors,
    {
      glob: '**',
      level: hasIdentities(model) && hasIdentities(modelBefore) ? 'name' : 'digest',
      except: excludedFolders,
    },
  ]
}

/** Everything that makes up the state and the contract of a task, as git stores it, in one text. */
function contentOf(
  { view }: SubagentModel,
  { tasks: { document } }: Session,
  { line, definition, reports: taskReports, messages: taskMessages }: Task,
): string {
  const definitionText =
    definition && document && storedText(view, document.path, wholeLines(document, definition.line, definition.end))
  return JSON.stringify([
    line && [line.lead, line.mark, line.note],
    definition?.place.path,
    definitionText,
    [...taskReports, ...taskMessages].map(({ path }) => [path, view.digest(path)?.sha256 ?? view.entry(path)?.link]),
  ])
}

/** Whether a change leaves all of a task as it was. */
const isUntouched = ({ model, modelBefore, session, before, task, taskBefore }: TaskSubject): boolean =>
  modelBefore !== undefined &&
  before !== undefined &&
  taskBefore !== undefined &&
  contentOf(model, session, task) === contentOf(modelBefore, before, taskBefore)

/** Whether the change leaves all of a task as it was, by target. */
const untouchedTasks = memo(
  (comparison: SubagentComparison) =>
    new Map(tasks(comparison).map((subject) => [subject.task.target, once(() => isUntouched(subject))])),
)

/**
 * Why a task was recorded as done without all of its files: what `--anyway` leaves in the messages or in the review.
 */
const isTakenAnyway = ({ messages: taskMessages, newest }: Task): boolean =>
  /\btaken anyway: /i.test(newest?.review ?? '') ||
  taskMessages.some(
    ({ number, kind, content }) =>
      kind === 'output' && number === newest?.attempt && content?.root.get('anyway') !== undefined,
  )

/**
 * The files of the tasks that were handed back as done, of which some may be missing: in a comparison of those that the
 * change touches. Outside of a repository they may be anywhere, and commands look for those of the tasks at work.
 */
const filesOfDoneTasks = memo((comparison: SubagentComparison) => {
  if (comparison.context.asksNext || comparison.context.log?.head() === undefined) return []
  const untouchedByTarget = untouchedTasks(comparison)
  return filesOf(
    contractTasks(comparison).filter(
      ({ task, before }) =>
        task.kind === 'implementation' &&
        (task.state === 'review pending' || task.state === 'completed') &&
        !isTakenAnyway(task) &&
        !(before && untouchedByTarget.get(task.target)?.() === true),
    ),
  )
})

/** Tasks that were handed back as done, with those of their files that are not there. */
export const tasksWithMissingFiles = taskParts((comparison) => {
  const files = groupBy(filesOfDoneTasks(comparison), ({ task }) => task.target)
  return contractTasks(comparison).flatMap(
    (subject): readonly (TaskSubject & { readonly missing: readonly string[] })[] => {
      const taskFiles = files.get(subject.task.target)?.map(({ file }) => file) ?? []
      const missing = missingFilesIn(subject.model.view, taskFiles)
      return missing.length === 0 ? [] : [{ ...subject, missing }]
    },
  )
})

/**
 * The paths that a finding is judged by: about a task that the change leaves as it was none, though the file is
 * touched.
 */
export const judgedPathsOf = ({ target }: Finding, comparison: SubagentComparison): readonly string[] | undefined =>
  comparison.before && target !== undefined && untouchedTasks(comparison).get(target)?.() === true ? [] : undefined
