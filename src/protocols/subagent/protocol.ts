import { groupBy } from '../../core/grouped.ts'
import { memo } from '../../core/once.ts'
import { defineProtocol } from '../../core/define-protocol.ts'
import { commands } from './commands/index.ts'
import { placeComparisons } from './compared.ts'
import { newSession } from './commands/new.ts'
import { next } from './next.ts'
import { detect } from './detect.ts'
import { parsedFile, targetsOf, stateDigestOf } from './targets.ts'
import { readModel, subjectsByTarget, type Session } from './model.ts'
import { findSessions, linkedSessions } from './reading/session.ts'
import { outsideSelectorsOf } from './rules/touched.ts'
import { groups, rules } from './rules/index.ts'
import { commandMoves } from '../../kit/states.ts'
import { committedPaths } from './files.ts'
import { discovery, type SubagentConfiguration } from './discovery.ts'
import { folderUnits } from '../../kit/units.ts'
import { matcher } from '../../documents/glob.ts'
import { machine } from './states.ts'
import { resolveTarget } from './commands/task.ts'
import { withGrant } from './writing/messages.ts'

/** The tasks that reports and messages are about, by their paths. */
const tasksByFile = memo(({ allTasks }: Session) =>
  groupBy(
    allTasks.flatMap((task) =>
      [...new Set([...task.reports, ...task.messages].map(({ path }) => path))].map((path) => ({ path, task })),
    ),
    ({ path }) => path,
  ),
)

const units = folderUnits(({ sessions }: SubagentConfiguration) => matcher(sessions))

/** Sessions of Ralph subagents: the state of each task, and the inputs and outputs of its agents. */
export const subagent = defineProtocol({
  ...discovery,
  title: 'Sessions of subagents',
  further: outsideSelectorsOf,
  found: (view, { sessions }) => findSessions(view, sessions).length > 0 || linkedSessions(view, sessions).length > 0,
  detect,
  read: readModel,
  next,
  targets: targetsOf,

  owners(model, path) {
    const session = model.sessionOf(path)
    if (!session) return []
    const fileTasks = tasksByFile(session).get(path)
    if (fileTasks) return fileTasks.flatMap(({ task: { line, target } }) => (line ? [target] : []))
    const isShared = path === session.progressPath || path === session.tasks.document?.path
    return [session.target, ...(isShared ? session.allTasks.flatMap(({ line, target }) => (line ? [target] : [])) : [])]
  },

  parsed: parsedFile,
  stateDigest: stateDigestOf,
  resolve: resolveTarget,
  rules,
  groups,
  commands,
  moves: commandMoves(machine),
  writeGrant(model, { id }, grant) {
    const task = subjectsByTarget(model).get(id)?.task
    return task ? withGrant(task, grant) : new Map()
  },
  creation: newSession,
  capabilities: { agreement: { compared: placeComparisons }, committedState: { paths: committedPaths }, units },
})
