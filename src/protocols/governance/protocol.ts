import { defineProtocol } from '../../core/define-protocol.ts'
import { commands } from './commands/index.ts'
import { sumPairs } from './compared.ts'
import { newSession } from './commands/new.ts'
import { resolveTarget } from './commands/session.ts'
import { next } from './next.ts'
import { detect } from './detect.ts'
import { brainTarget, sessionTarget, stateDigest } from './targets.ts'
import { committedPaths } from './files.ts'
import { readModel, withChange } from './model.ts'
import { rulesOf } from '../../kit/rules.ts'
import { withGrant } from './writing/edits.ts'
import { groups } from './rules/index.ts'
import { entryAt } from '../../kit/entry.ts'
import { commandMoves } from '../../kit/states.ts'
import { discovery } from './discovery.ts'
import { machine } from './states.ts'

/** Sessions of agents, and who may write where. */
export const governance = defineProtocol({
  ...discovery,
  title: 'Sessions and scopes',
  found: (view, { root }) =>
    entryAt(view, root).link !== undefined || view.paths.some((path) => path.startsWith(`${root}/`)),
  detect,
  read: readModel,
  next,
  targets: (model) => [...brainTarget(model), ...model.sessions.flatMap((session) => sessionTarget(session, model))],

  owners(model, path) {
    const { paths, brain, metricsTarget } = model
    const brains = brain === undefined ? [] : [brain]
    if (path === paths.state || path === paths.config) return brains
    if (path === paths.metrics) return [...new Set([...brains, metricsTarget ?? []].flat())]
    const owner = model.sessionAt(path)?.target
    return owner === undefined ? [] : [owner]
  },

  parsed: (model, path) => model.file(path)?.data?.value,
  rules: rulesOf(groups),
  groups,

  resolve: resolveTarget,
  commands,
  moves: commandMoves(machine),
  writeGrant(model, { id }, grant) {
    const session = model.sessions.find(({ target }) => target === id)
    return new Map(session?.file.data ? [[session.path, withGrant(session, grant)]] : [])
  },
  creation: newSession,
  stateDigest,
  capabilities: {
    ...discovery.capabilities,
    commitRules: { withChange },
    committedState: { paths: committedPaths },
    agreement: { compared: sumPairs },
  },
})
