import { isInTree, type View } from '../../../core/view.ts'
import { isUnsafe, plainPath, resolvePath } from '../files.ts'
import type { Session, SubagentModel, Task } from '../model.ts'
import { isPattern } from '../../../documents/glob.ts'

/** How many files of the tasks of a repository are looked for. */
const maxFilesToFind = 5000

interface ExpectedFile {
  readonly written: string
  /** Where it may be: from the root of the repository, or in the session. */
  readonly places: readonly string[]
}

/** The files that a task is to create or change. */
interface ExpectedFiles {
  readonly paths: readonly ExpectedFile[]
  /** The files that cannot be looked for: patterns, and places outside of the repository. */
  readonly elsewhere: readonly string[]
}

export function expectedFilesOf({ definition }: Pick<Task, 'definition'>, session: Session): ExpectedFiles {
  const paths: ExpectedFile[] = []
  const elsewhere: string[] = []
  for (const file of new Set(definition?.files)) {
    const path = plainPath(file)
    if (path === '' || isUnsafe(path) || isPattern(path) || path.split('/').includes('.git')) elsewhere.push(file)
    else paths.push({ written: file, places: [path, resolvePath(path, session)] })
  }
  return { paths, elsewhere }
}

/** The files that are at none of their places. */
export const missingFilesIn = (view: View, files: readonly ExpectedFile[]): readonly string[] =>
  files.flatMap(({ written, places }) => (places.some((path) => isInTree(view, path)) ? [] : [written]))

/** The files of some tasks, each with its task: as many as are looked for. */
export const filesOf = (tasks: readonly { readonly task: Task; readonly session: Session }[]) =>
  tasks
    .flatMap(({ task, session }) => expectedFilesOf(task, session).paths.map((file) => ({ task, file })))
    .slice(0, maxFilesToFind)

/** The files of tasks that agents may hand back or have reviewed. */
const filesAtWork = ({ sessions }: SubagentModel) =>
  filesOf(
    sessions.flatMap((session) =>
      session.allTasks.flatMap((task) =>
        task.kind === 'implementation' && task.state !== 'completed' ? [{ task, session }] : [],
      ),
    ),
  )

export const fileNamesAtWork = (model: SubagentModel): ReadonlySet<string> =>
  new Set(filesAtWork(model).map(({ file }) => file.written))

export const placesOf = (files: readonly { readonly file: ExpectedFile }[]): readonly string[] => [
  ...new Set(files.flatMap(({ file }) => file.places)),
]

export const placesAtWork = (model: SubagentModel): readonly string[] => placesOf(filesAtWork(model))
