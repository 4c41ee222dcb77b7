import type { StateDigest } from '../../core/target.ts'
import type { GovernanceModel } from './model.ts'

/**
 * What compare-and-swap of a session goes by (governance protocol, "Commands"): its session, stall and metrics files; its contract. The
 * framework's state is planned anew on every head.
 */
export function stateDigest({ session, stall, metrics, config, brain }: GovernanceModel, target: string): StateDigest {
  if (target === brain) return { state: [], contract: [] }
  const id = target.slice(target.indexOf(':') + 1)
  const own = metrics.text('sessionId') === id ? metrics.digest : undefined
  return { state: [session(id)?.file.digest, stall(id)?.file.digest, own], contract: [config.digest] }
}
