import { answerOf } from '../../engine/commands/answer.ts'
import type { Plan } from '../../engine/commands/plan.ts'
import { type Sources } from '../validate/check.ts'
import { policyIn } from '../validate/policy-in.ts'
import { openProtocols, type LazyProtocols } from '../validate/discovery.ts'
import { contextOf } from '../validate/policy.ts'
import type { RunResult, RunPorts } from './run.ts'
import { noStateText } from '../../render/no-state.ts'
import { protectUnsaved } from './unsaved.ts'

export interface CleanupSettings {
  /** A project's folder, its name, or its slug. */
  readonly project: string | undefined
  readonly confirmed: boolean
  readonly dryRun: boolean
  /** The time of the request, ISO 8601. */
  readonly at: string
}

/** Removes files that finished work has left in the working tree; only one protocol has such files. */
export async function cleanup(
  sources: Sources,
  protocols: LazyProtocols,
  { project, confirmed, dryRun, at }: CleanupSettings,
  { unsaved, write }: Pick<RunPorts, 'write' | 'unsaved'>,
): Promise<RunResult> {
  const policy = await policyIn(sources, protocols)
  if ('problems' in policy) return policy
  const { configuration } = policy
  const context = contextOf(configuration, at, sources)
  const protocolNames = protocols.descriptors.flatMap(({ name, leftovers }) => (leftovers ? [name] : []))
  const { head } = await openProtocols(protocols, {
    trees: { head: sources.head },
    configuration,
    context,
    only: protocolNames,
  })
  // One protocol has such files. It answers where the configuration switches it off, too: then it sees no project.
  const [protocol] = await protocols.load(protocolNames)
  const request = { name: project, words: confirmed ? ['--confirm'] : [], report: undefined, actor: '' }
  const reading = protocol?.read({ head }, configuration.protocols[protocol.name] || undefined, context)
  const result = reading?.cleanup(request)
  if (!protocol || !reading || !result) throw new Error('No protocol has leftovers.')
  const { reveals: _, facts: __, moved: ___, ...answer } = answerOf(result, protocol.name)
  const { outcome, changes, local } = answer
  const hint = reading.found || project === undefined ? {} : { hint: noStateText(protocolNames) }
  const diagnostics = answer.diagnostics.map((diagnostic) => ({ ...hint, ...diagnostic }))
  const cleanupPlan: Plan = {
    outcome,
    results: [{ command: 'cleanup', name: undefined, on: head, moves: [], ...answer, diagnostics }],
    changes,
    ...(local && { local }),
    headDigests: new Map(),
    after: head,
  }
  const plan = unsaved ? await protectUnsaved(cleanupPlan, unsaved, dryRun) : cleanupPlan
  if (outcome === 'changed' && !dryRun) await write(plan, head)
  return { plan, head, nearMisses: [] }
}
