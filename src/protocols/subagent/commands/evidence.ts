import type { CommandContext } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { isInRepository, type Evidence } from '../../../kit/evidence.ts'
import { resolvePath } from '../files.ts'
import { missingFiles, type SubagentModel } from '../model.ts'
import { expectedFilesOf, fileNamesAtWork, missingFilesIn } from '../reading/expected.ts'
import type { Block } from './block.ts'
import type { TaskTarget } from './task.ts'
import { isInTree } from '../../../core/view.ts'

/** How many of the files are named that cannot be looked for. */
const maxNamed = 3

/** How a success is recorded, and what the agent that ends its work may say instead. */
interface RecordedEvidence {
  readonly command: string
  readonly instead: string
  readonly block: Block | undefined
}

/**
 * What the contract of a task makes its agent write, compared with what is there: of a planner the artifacts that it
 * names.
 */
export function evidenceOf(
  { task, session }: TaskTarget,
  model: SubagentModel,
  { command, instead, block }: RecordedEvidence,
  commandContext: CommandContext,
): Evidence {
  const commonFields = {
    unit: msg`${task.id}`,
    target: task.target,
    place: task.line?.place ?? { path: session.anchor },
    command,
    instead,
  }
  if (task.kind === 'planning') {
    const artifacts = (block?.content.texts('artifacts_created') ?? []).map(({ text }) => text)
    // Instructions may lie next to the session.
    const parentFolder = session.path.slice(0, session.path.lastIndexOf('/') + 1)
    const isMade = (path: string) =>
      [resolvePath(path, session), `${parentFolder}${path}`].some((place) => isInTree(model.view, place))
    const missingLayoutFiles =
      task.mode === 'INITIALIZE' ? missingFiles(session).map((name) => `${session.path}/${name}`) : []
    const missingPaths = new Set([
      ...missingLayoutFiles,
      ...artifacts.filter((path) => !isMade(path)).map((path) => resolvePath(path, session)),
    ])
    return {
      ...commonFields,
      compared: artifacts.length + (task.mode === 'INITIALIZE' ? 1 : 0),
      missing: [...missingPaths],
    }
  }
  const { paths, elsewhere } = expectedFilesOf(task, session)
  const checkedNames = isInRepository(commandContext) ? fileNamesAtWork(model) : new Set<string>()
  const [checkedFiles, uncheckedFiles] = [
    paths.filter((path) => checkedNames.has(path.written)),
    paths.filter((path) => !checkedNames.has(path.written)),
  ]
  return {
    ...commonFields,
    compared: checkedFiles.length,
    missing: missingFilesIn(model.view, checkedFiles),
    unchecked: [
      ...(uncheckedFiles.length === 0
        ? []
        : [
            `${msg`${uncheckedFiles.length}`} ${uncheckedFiles.length === 1 ? 'file' : 'files'} of the task, outside of a repository`,
          ]),
      ...(elsewhere.length === 0
        ? []
        : [
            `${msg`${elsewhere.slice(0, maxNamed)}`}, which ${elsewhere.length === 1 ? 'names no single file' : 'name no single files'} of the repository`,
          ]),
    ],
  }
}
