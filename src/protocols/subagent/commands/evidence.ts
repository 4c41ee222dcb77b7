import type { CommandContext } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { isInRepository, type Evidence } from '../../../kit/evidence.ts'
import { meantBy } from '../files.ts'
import { missingFiles, type SubagentModel } from '../model.ts'
import { expectedOf, lookedFor, missingIn } from '../reading/expected.ts'
import type { Block } from './block.ts'
import type { TaskTarget } from './task.ts'
import { isInTree } from '../../../core/view.ts'

/** How many of the files are named that cannot be looked for. */
const mostNamed = 3

/** How a success is recorded, and what the agent that ends its work may say instead. */
interface RecordedEvidence {
  readonly command: string
  readonly instead: string
  /** The output of the agent. */
  readonly block: Block | undefined
}

/** What the contract of a task makes its agent write, compared with what is there: of a planner the artifacts that it names. */
export function evidenceOf(
  { task, session }: TaskTarget,
  model: SubagentModel,
  { command, instead, block }: RecordedEvidence,
  commandContext: CommandContext,
): Evidence {
  const about = { unit: msg`${task.id}`, target: task.target, place: task.line?.place ?? { path: session.anchor }, command, instead }
  if (task.kind === 'planning') {
    const made = (block?.content.texts('artifacts_created') ?? []).map(({ text }) => text)
    // Instructions may lie next to the session.
    const beside = session.path.slice(0, session.path.lastIndexOf('/') + 1)
    const isMade = (path: string) => [meantBy(path, session), `${beside}${path}`].some((place) => isInTree(model.view, place))
    const laidOut = task.mode === 'INITIALIZE' ? missingFiles(session).map((name) => `${session.path}/${name}`) : []
    const missing = new Set([...laidOut, ...made.filter((path) => !isMade(path)).map((path) => meantBy(path, session))])
    return { ...about, compared: made.length + (task.mode === 'INITIALIZE' ? 1 : 0), missing: [...missing] }
  }
  const { paths, elsewhere } = expectedOf(task, session)
  const looked = isInRepository(commandContext) ? lookedFor(model) : new Set<string>()
  const [known, unknown] = [paths.filter((path) => looked.has(path.written)), paths.filter((path) => !looked.has(path.written))]
  return {
    ...about,
    compared: known.length,
    missing: missingIn(model.view, known),
    unchecked: [
      ...(unknown.length === 0
        ? []
        : [`${msg`${unknown.length}`} ${unknown.length === 1 ? 'file' : 'files'} of the task, outside of a repository`]),
      ...(elsewhere.length === 0
        ? []
        : [`${msg`${elsewhere.slice(0, mostNamed)}`}, which ${elsewhere.length === 1 ? 'is no path' : 'are no paths'} in the repository`]),
    ],
  }
}
