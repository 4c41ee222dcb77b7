import type { HandoffSubject } from '../../subjects.ts'
import { finalActions, phaseNumber, sameAction, stageOf, type Unit } from '../../stages.ts'
import { determined } from '../../states.ts'

/**
 * What `next_action` may say besides null (plugin protocol, section 3, "Determined values"); `undefined` where nothing is
 * complete, or nobody can tell. Where the plan is silent and `next_phase` says nothing, another phase may follow as well as not.
 */
export function followingActions({ plugin, handoff, model: { stages } }: HandoffSubject): readonly string[] | undefined {
  const { state, phases } = plugin
  if (state.kind === 'working') return finalActions
  if (state.kind !== 'unit' || state.status !== 'complete') return undefined
  const said = handoff.fields.next_phase
  const possible: readonly (Unit | null)[] =
    said.value === undefined && said.state !== 'null' && isOpen(state.unit, phases.decided)
      ? [null, phaseAfter(state.unit)]
      : [said.value ?? null]
  return possible.flatMap((next) => {
    const { action } = determined(state.unit, next, phases, stages)
    if (action === null) return []
    return finalActions.includes(action) ? finalActions : sameAction(action)
  })
}

/** What `next_phase` may say, null among it where that may be said; `undefined` as above. */
export function followingPhases({ plugin, model: { stages } }: HandoffSubject): readonly (Unit | null)[] | undefined {
  const { state, phases } = plugin
  if (state.kind === 'working') return [null]
  if (state.kind !== 'unit' || state.status !== 'complete') return undefined
  const { unit } = state
  const { phase } = determined(unit, null, phases, stages)
  if (phase !== null && stageOf(phase) === stageOf(unit)) return [phase]
  return [...new Set([null, ...(isOpen(unit, phases.decided) ? [phaseAfter(unit)] : []), phase])]
}

/** Whether the plan leaves open if another phase follows this unit. */
const isOpen = (unit: Unit, decided: boolean) => !decided && phaseNumber(unit) > 0

const phaseAfter = (unit: Unit): Unit => `${stageOf(unit)}.${phaseNumber(unit) + 1}`
