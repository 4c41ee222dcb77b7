import { groupBy } from '../../core/grouped.ts'
import { memo } from '../../core/once.ts'
import type { Reading } from '../../core/protocol.ts'
import type { Steps } from '../../core/steps.ts'
import type { Target } from '../../core/target.ts'
import type { View } from '../../core/view.ts'
import type { PlanRequest } from './planned.ts'
import type { FoundProtocol } from './resolve.ts'

/** The readings of the protocols that are found in a view; each view is read once. */
export type Readings = (view: View) => readonly FoundProtocol[]

export const readingsOf = ({ protocols, sections, context }: Pick<PlanRequest, 'protocols' | 'sections' | 'context'>): Readings =>
  memo((view) =>
    protocols
      .map((protocol) => ({ protocol, reading: protocol.read({ head: view }, sections[protocol.name], context) }))
      .filter(({ reading }) => reading.found),
  )

/** Reads a view in steps, before `Readings` of the same request show it. */
export function* readAhead(
  { protocols, sections, context }: Pick<PlanRequest, 'protocols' | 'sections' | 'context'>,
  view: View,
): Steps<void> {
  for (const protocol of protocols) yield* protocol.readAhead({ head: view }, sections[protocol.name], context)
}

/** The protocol of a target, if it is found in a view, and its reading. */
export const foundFor = (readings: Readings, view: View, target: string): FoundProtocol | undefined =>
  readings(view).find(({ protocol }) => protocol.kinds.includes(target.slice(0, target.indexOf(':'))))

const byId = memo(({ targets }: Reading) => groupBy(targets, ({ id }) => id))

/** The target of a reading that has an id. */
export const targetIn = (reading: Reading, id: string | undefined): Target | undefined =>
  id === undefined ? undefined : byId(reading).get(id)?.[0]
