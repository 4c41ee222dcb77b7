import { sectionOf } from '../../core/define-protocol.ts'
import { answerOf } from '../../engine/commands/answer.ts'
import type { Plan } from '../../engine/commands/plan.ts'
import { cleanUp } from '../../protocols/handover/commands/cleanup.ts'
import { discovery } from '../../protocols/handover/discovery.ts'
import { readModel } from '../../protocols/handover/model.ts'
import { policyOf, type Sources } from '../validate/check.ts'
import { openProtocols, type LazyProtocols } from '../validate/discovery.ts'
import { configurationOf, contextOf } from '../validate/policy.ts'
import type { Ran, RunPorts } from './run.ts'

export interface CleanupSettings {
  /** A project's folder, its name, or its slug. */
  readonly project: string | undefined
  readonly confirmed: boolean
  readonly dryRun: boolean
  /** The time of the request, ISO 8601. */
  readonly at: string
}

/** Removes the local session files of a finished project from the working tree. */
export async function cleanup(
  sources: Sources,
  protocols: LazyProtocols,
  settings: CleanupSettings,
  ports: Pick<RunPorts, 'write'>,
): Promise<Ran> {
  const policy = await configurationOf(policyOf(sources, {}), protocols.schema)
  if ('problems' in policy) return policy
  const { configuration } = policy
  const context = contextOf(configuration, settings.at, sources)
  const { head } = await openProtocols(protocols, { trees: { head: sources.head }, configuration, context, only: ['handover'] })
  const model = readModel(head, sectionOf(discovery, configuration.protocols.handover || undefined), context)
  const { reveals: _, facts: __, moved: ___, ...answer } = answerOf(cleanUp(model, settings.project, settings.confirmed), 'handover')
  const { outcome, changes, local } = answer
  const plan: Plan = {
    outcome,
    results: [{ command: 'cleanup', name: undefined, on: head, moves: [], ...answer }],
    changes,
    ...(local && { local }),
    seen: new Map(),
    after: head,
  }
  if (outcome === 'changed' && !settings.dryRun) await ports.write(plan, head)
  return { plan, head, slips: [] }
}
