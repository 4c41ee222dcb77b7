import { msg } from '../../../core/message.ts'
import { refuseExisting, creationFor } from '../../../kit/creation.ts'
import type { GovernanceModel } from '../model.ts'
import { discardOptions, leaseOption } from '../../../kit/options.ts'
import { accept } from './accept.ts'
import { agentFault } from './session.ts'

/** Starts a new session as `/accept session:ID --agent NAME` does. */
export const newSession = creationFor<GovernanceModel>()({
  protocol: 'governance',
  name: 'ID',
  options: {
    agent: { kind: 'once', value: 'NAME', required: true, does: 'the agent that holds the session', fault: agentFault },
    lease: leaseOption,
    ...discardOptions,
  },

  create({ model, names: [name], options: { agent = '', lease, anyway }, actor, commandContext }) {
    const { paths } = model
    const target = `session:${name}`
    const existingSession = model.session(name)
    if (existingSession)
      return refuseExisting('session', name, {
        place: { path: existingSession.path },
        target,
        hint: msg`${`/accept ${name}`} resumes it.`,
      })
    const request = { name, target, words: ['--agent', agent], report: undefined, actor }
    const outcome = accept.run(model, request, commandContext)
    if (outcome.outcome === 'refused') return outcome
    const changes = outcome.outcome === 'changed' ? [...outcome.changes] : []
    // Files that sessions share are changed.
    const ownPaths = new Set([paths.session(name), paths.stall(name)])
    const isNew = (path: string) => ownPaths.has(path) || commandContext.view.entry(path) === undefined
    return {
      target,
      files: new Map(changes.filter(([path]) => isNew(path))),
      additions: new Map(changes.filter(([path]) => !isNew(path))),
      ...(outcome.outcome === 'changed' && { discards: outcome.discards }),
      ...(anyway && { anyway }),
      diagnostics: outcome.diagnostics,
      grant: { agent, ...(lease !== undefined && { lease }) },
    }
  },
})
