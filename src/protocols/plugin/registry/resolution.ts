import { memo } from '../../../core/once.ts'
import { byHandoff, type Plugin, type PluginModel } from '../model.ts'
import { lastPhase, legalityOf, pathThrough, stateOfStatus, type State } from '../states.ts'
import { isPhase, stageOf, type Stages, type Unit } from '../stages/stages.ts'
import {
  ideatedStatus,
  installedStatus,
  normalised,
  stageStatus,
  workingStatus,
  isFurther,
  hasNote,
  readStatus,
  type Status,
} from './status.ts'
import type { Row, SecondPlace } from './registry.ts'
import { isDay } from '../../../core/time.ts'
import { isNoVersion, type RegistryValues } from './edits.ts'

/** The status that the registry has for a state (specification, 1.2). None for an unknown one. */
export function statusOf(state: State): string | undefined {
  if (state.kind === 'unit') return stageStatus(state.unit)
  return { ideated: ideatedStatus, working: workingStatus, installed: installedStatus, unknown: undefined }[state.kind]
}

const isOf = (status: Status, unit: Unit) => status.kind === 'stage' && status.unit === unit

/** The work is at its end. A handoff that is still there after the installation is merely stale. */
const isEnd = (status: Status) => status.kind === 'working' || status.kind === 'installed'

/** A completed unit may be under its stage where nothing more of it follows, and at the last stage for the end of the work. */
function saysComplete(status: Status, unit: Unit, plugin: Plugin, stages: Stages): boolean {
  const stage = stageOf(unit)
  if (isOf(status, unit) || (isEnd(status) && stage >= stages.last.stage)) return true
  const ends = plugin.handoff?.fields.next_phase.value === undefined && lastPhase(stage, pathThrough(plugin, stages)) === unit
  return ends && isOf(status, String(stage))
}

/** Work in progress may still be under what it began from. */
function saysInProgress(status: Status, unit: Unit, plugin: Plugin, stages: Stages): boolean {
  if (isOf(status, unit)) return true
  const way = pathThrough(plugin, stages, status.kind === 'stage' ? [status.unit] : [])
  if (status.kind === 'stage' && isPhase(status.unit) && !way.units.includes(status.unit)) return false
  const begins = legalityOf({ from: stateOfStatus(status), to: plugin.state, way })
  return begins !== undefined && begins !== 'ahead'
}

/** Whether a status of the registry agrees with the state of the handoff (specification, 1.2). With an unknown state every one does. */
export function agrees(status: Status, plugin: Plugin, stages: Stages): boolean {
  const { state } = plugin
  if (state.kind === 'unit') return (state.status === 'complete' ? saysComplete : saysInProgress)(status, state.unit, plugin, stages)
  return state.kind === 'working' ? isEnd(status) : true
}

/** Whether row and second place contradict each other: which of them contradicts the handoff is then no question. */
export function placesDisagree({ row, second }: Plugin): boolean {
  const [here, there] = [row, second].map((place) => normalised(place?.status?.text ?? ''))
  return here !== '' && there !== '' && here !== there
}

/** A place of the registry. */
export type Side = 'row' | 'second'

/** What both places have to hold, found value by value (docs/plugin.md, `/sync`). */
export interface RegistryResolution extends RegistryValues {
  /** The side whose status holds, where the two differ. */
  readonly winner: Side | undefined
  /** Why: the handoff allows no other, it is further along, or both are as far and this is the place that counts. */
  readonly because: 'handoff' | 'further' | 'canonical' | undefined
  /** Whether the two versions differ: nothing shows which is right. */
  readonly versionsDiffer: boolean
}

const orNothing = (text: string | undefined) => (text === '' ? undefined : text)

/** What a place says; a version that says nothing is none. */
export const valuesOf = (place: Row | SecondPlace | undefined): RegistryValues => ({
  status: orNothing(place?.status?.text),
  version: isNoVersion(place?.version?.text) ? undefined : place?.version?.text,
  updated: orNothing(place?.updated?.text),
})

/** Whether a handoff shows where the plugin is: it can be read, and was not left behind. */
export const isLive = ({ handoff, stale, state }: Plugin): boolean => handoff?.front.readable === true && !stale && state.kind !== 'unknown'

/**
 * Whether the handoff has nothing against a status. One that was left behind has something against every other than that the plugin is
 * installed: it would count again. Of one that cannot be read, and of what is not a status, nothing is reported.
 */
export function isAllowed(text: string, plugin: Plugin, model: PluginModel): boolean {
  const status = readStatus(normalised(text), model.stages)
  if (!status || (plugin.stale && status.kind === 'installed')) return true
  const own = byHandoff(plugin, model)
  return !isLive(own) || agrees(status, own, model.stages)
}

type Choice = Pick<RegistryResolution, 'status' | 'winner' | 'because'>

/** The status that holds of two that differ. */
function chosen(row: string, second: string, plugin: Plugin, model: PluginModel): Choice {
  const choice = (winner: Side, because: RegistryResolution['because']): Choice => ({
    status: winner === 'row' ? row : second,
    winner,
    because,
  })
  const fits = (text: string) => readStatus(normalised(text), model.stages) !== undefined && isAllowed(text, plugin, model)
  const [rowFits, secondFits] = [fits(row), fits(second)]
  if (isLive(plugin) && rowFits !== secondFits) return choice(rowFits ? 'row' : 'second', 'handoff')
  if (isFurther(row, second, model.stages)) return choice('row', 'further')
  if (isFurther(second, row, model.stages)) return choice('second', 'further')
  // Both are as far: the one with a note would lose it.
  return choice(hasNote(row) && !hasNote(second) ? 'row' : 'second', 'canonical')
}

function statusOfBoth(row: RegistryValues, second: RegistryValues, plugin: Plugin, model: PluginModel): Choice {
  const [first, other] = [second.status, row.status]
  const differ = first !== undefined && other !== undefined && normalised(first) !== normalised(other)
  if (differ) return chosen(other, first, plugin, model)
  return { status: first ?? other ?? statusOf(plugin.state) ?? ideatedStatus, winner: undefined, because: undefined }
}

/** The later day; one that exists before one that does not. */
function laterOf(days: readonly (string | undefined)[]): string | undefined {
  const there = days.filter((day) => day !== undefined)
  return there.filter(isDay).toSorted().at(-1) ?? there[0]
}

function resolved(plugin: Plugin, model: PluginModel): RegistryResolution {
  const [row, second] = [valuesOf(plugin.row), valuesOf(plugin.second)]
  const status = statusOfBoth(row, second, plugin, model)
  const [first, other] = status.winner === 'row' ? [row, second] : [second, row]
  const versionsDiffer = row.version !== undefined && second.version !== undefined && normalised(row.version) !== normalised(second.version)
  return {
    ...status,
    version: first.version ?? other.version,
    updated: laterOf([second.updated, row.updated]) ?? plugin.handoff?.fields.last_updated.value ?? model.context.day,
    versionsDiffer,
  }
}

const resolutions = memo((model: PluginModel) => memo((plugin: Plugin) => resolved(plugin, model)))

/** What both places of a plugin have to hold, and which side won. */
export const resolutionOf = (plugin: Plugin, model: PluginModel): RegistryResolution => resolutions(model)(plugin)

export const otherSide = { row: 'second', second: 'row' } as const satisfies Readonly<Record<Side, Side>>

/** The status that both places get where one side is to hold: its own, otherwise what is found without it. */
export const statusFrom = (side: Side, plugin: Plugin, model: PluginModel): string | undefined =>
  valuesOf(plugin[side]).status ?? resolutionOf(plugin, model).status

/** Whether nothing has to be chosen: the handoff determines the status, and there are no two versions. */
export const isDetermined = ({ because, versionsDiffer }: RegistryResolution): boolean =>
  !versionsDiffer && (because === undefined || because === 'handoff')
