import type { EffectPerformer, CheckReader } from '../../core/host/host.ts'
import type { CheckClaims, Clock, On } from '../ports.ts'
import { cancelledCheck } from '../../render/check-run.ts'
import { Later } from '../deliveries/lanes.ts'
import { behind, insist } from './check-head.ts'
import { claimed } from './claimed.ts'
import { ownChecks } from './own-checks.ts'

/**
 * Concludes the check runs of ours that were left in progress on a commit that nobody waits for any more: a merge group that is gone, say.
 *
 * @returns how many there were
 * @throws Later where somebody is checking it after all
 */
export const finishLeft = (ports: Clock & CheckClaims & On<CheckReader & EffectPerformer>, head: string): Promise<number> =>
  claimed(ports, head, async (ours) => {
    if (!ours) throw new Later(Date.parse(ports.now()) + behind)
    const left = (await ownChecks(ports.host, head)).filter(({ done }) => !done)
    const run = cancelledCheck(head)
    if (left.length > 0)
      await insist(
        ports,
        left.map(({ node: check }) => ({ do: 'conclude', check, run })),
      )
    return left.length
  })
