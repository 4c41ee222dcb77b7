import type { Context } from '../../core/context.ts'
import type { View } from '../../core/view.ts'
import type { SubagentConfiguration } from './configuration.ts'
import { findSessions, linkedSessions, nameOf } from './reading/tree.ts'
import { readSession } from './reading/session.ts'
import type { Session } from './session.ts'

/** All sessions of a repository. */
export interface SubagentModel {
  readonly configuration: SubagentConfiguration
  readonly context: Context
  readonly view: View
  /** Sorted by path. */
  readonly sessions: readonly Session[]
  /** Links in the place of a session. */
  readonly linked: readonly string[]
  /** The session that a path lies in, or whose instructions it is. */
  sessionOf(path: string): Session | undefined
  session(path: string): Session | undefined
}

/** Reads every session of a view. */
export function readModel(view: View, configuration: SubagentConfiguration, context: Context): SubagentModel {
  const folders = findSessions(view, configuration.sessions)
  const times = new Map<string, number>()
  for (const { path } of folders) times.set(nameOf(path), (times.get(nameOf(path)) ?? 0) + 1)
  const sessions = folders.map((folder) => {
    const name = nameOf(folder.path)
    return readSession({ view, configuration, limit: context.limit }, folder, times.get(name) === 1 ? name : folder.path)
  })
  const byPath = new Map(sessions.map((session) => [session.path, session]))
  const byInstructions = new Map(sessions.map((session) => [`${session.path}.instructions.md`, session]))
  return {
    configuration,
    context,
    view,
    sessions,
    linked: linkedSessions(view, configuration.sessions),
    session: (path) => byPath.get(path),
    sessionOf(path) {
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
        const session = byPath.get(path.slice(0, at))
        if (session) return session
      }
      return byInstructions.get(path)
    },
  }
}
