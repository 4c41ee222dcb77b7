import { answerOf } from '../../engine/commands/answer.ts'
import type { Plan } from '../../engine/commands/plan.ts'
import { cleanUp } from '../../protocols/handover/commands/cleanup.ts'
import { configuration as section } from '../../protocols/handover/discovery.ts'
import { readModel } from '../../protocols/handover/model.ts'
import { policyOf, type ProtocolRegistry, type Sources } from '../validate/check.ts'
import { configurationOf, contextOf, openedWhole, selectionOf } from '../validate/policy.ts'
import type { Ran, RunWorld } from './run.ts'

export interface CleanupSettings {
  /** A project's folder, its name, or its slug. */
  readonly project: string | undefined
  readonly confirmed: boolean
  readonly dryRun: boolean
  /** The moment of the request, ISO 8601. */
  readonly at: string
}

/** Removes the local session files of a finished project from the working tree. */
export async function cleanup(
  sources: Sources,
  protocolRegistry: ProtocolRegistry,
  settings: CleanupSettings,
  world: Pick<RunWorld, 'write'>,
): Promise<Ran> {
  const policy = await configurationOf(policyOf(sources, {}), protocolRegistry.schema)
  if ('problems' in policy) return policy
  const { configuration } = policy
  const context = contextOf(configuration, settings.at, sources)
  const own = protocolRegistry.protocols.filter(({ name }) => name === 'handover')
  const { head } = await openedWhole({ head: sources.head }, selectionOf(own, configuration), own, configuration, context)
  const model = readModel(head, section.parse(configuration.protocols.handover || {}), context)
  const { reveals: _, facts: __, moved: ___, ...answer } = answerOf(cleanUp(model, settings.project, settings.confirmed), 'handover')
  const { outcome, changes, local } = answer
  const plan: Plan = {
    outcome,
    results: [{ command: 'cleanup', name: undefined, on: head, moves: [], ...answer }],
    changes,
    ...(local && { local }),
    seen: new Map(),
  }
  if (outcome === 'changed' && !settings.dryRun) await world.write(plan, head)
  return { plan, head, slips: [] }
}
