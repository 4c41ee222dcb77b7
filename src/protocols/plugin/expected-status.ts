import type { Plugin } from './model.ts'
import { lastPhase, moveOf, wayThrough } from './moves.ts'
import { isPhase, stageOf, type Stages, type Unit } from './stages.ts'
import { stateOfStatus, type State } from './states.ts'
import { ideatedStatus, installedStatus, normalised, stageStatus, workingStatus, type Status } from './status.ts'

/** What the registry says of a state, where all is in step (plugin protocol, section 4). Nothing of an unknown one. */
export function statusOf(state: State): string | undefined {
  if (state.kind === 'unit') return stageStatus(state.unit)
  return { ideated: ideatedStatus, working: workingStatus, installed: installedStatus, unknown: undefined }[state.kind]
}

const isOf = (status: Status, unit: Unit) => status.kind === 'stage' && status.unit === unit

/** The work is at its end. A handoff that is still there after the installation is merely stale. */
const isEnd = (status: Status) => status.kind === 'working' || status.kind === 'installed'

/** A completed unit may stand under its stage where nothing more of it follows, and at the last stage for the end of the work. */
function saysComplete(status: Status, unit: Unit, plugin: Plugin, stages: Stages): boolean {
  const stage = stageOf(unit)
  if (isOf(status, unit) || (isEnd(status) && stage >= stages.last.stage)) return true
  const ends = plugin.handoff?.fields.next_phase.value === undefined && lastPhase(stage, wayThrough(plugin, stages)) === unit
  return ends && isOf(status, String(stage))
}

/** Work in progress may still stand under what it began from. */
function saysInProgress(status: Status, unit: Unit, plugin: Plugin, stages: Stages): boolean {
  if (isOf(status, unit)) return true
  const way = wayThrough(plugin, stages, status.kind === 'stage' ? [status.unit] : [])
  if (status.kind === 'stage' && isPhase(status.unit) && !way.units.includes(status.unit)) return false
  const begins = moveOf({ from: stateOfStatus(status), to: plugin.state, way })
  return begins !== undefined && !begins.traced
}

/** Whether a status of the registry says what the state of the handoff implies (plugin protocol, section 4). Of an unknown state every one does. */
export function agrees(status: Status, plugin: Plugin, stages: Stages): boolean {
  const { state } = plugin
  if (state.kind === 'unit') return (state.status === 'complete' ? saysComplete : saysInProgress)(status, state.unit, plugin, stages)
  return state.kind === 'working' ? isEnd(status) : true
}

/** Whether row and second place contradict each other: which of them contradicts the handoff is then no question. */
export function driftsApart({ row, second }: Plugin): boolean {
  const [here, there] = [row, second].map((place) => normalised(place?.status?.text ?? ''))
  return here !== '' && there !== '' && here !== there
}
