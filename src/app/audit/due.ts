import { Fault } from '../../core/fault.ts'
import { beatIn } from '../../engine/audit/memory.ts'
import { auditName } from '../../render/audit-run.ts'
import { asked } from '../asked.ts'
import type { World } from '../conversation/world.ts'

/** An audit may be this much late, in intervals. */
const patience = 1.5

/** Whether an audit is so old, in milliseconds, that its heartbeat has stopped. */
export const isOverdue = (age: number, every: number): boolean => !(age < every * patience)

/** When the tip of the default branch was audited last by its heartbeat, in milliseconds; `undefined`: it has none that could be seen. */
export async function lastBeat({ host }: World): Promise<number | undefined> {
  const tip = await host.defaultTip()
  if (tip === undefined) return undefined
  const beats = await asked(host.checks(tip, auditName))
  if (beats instanceof Fault) return undefined
  const times = beats.flatMap(({ ours, done, key }) => (ours && done ? [Date.parse(beatIn(key)?.at ?? '')] : []))
  return times.find((time) => !Number.isNaN(time))
}
