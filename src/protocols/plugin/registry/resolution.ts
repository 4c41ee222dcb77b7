import { memo } from '../../../core/once.ts'
import { withHandoffState, type Plugin, type PluginModel } from '../model.ts'
import { lastPhase, legalityOf, unitSequenceOf, isSameState, stateOfStatus, type State } from '../states.ts'
import { isPhase, stageOf, type Stages, type Unit } from '../stages/stages.ts'
import {
  ideatedStatus,
  installedStatus,
  normalizeText,
  stageStatus,
  workingStatus,
  isFurther,
  readStatus,
  statusText,
  type Status,
  dayOf,
  compareBySemver,
  isNoVersion,
  namesVersion,
  versionOf,
  versionText,
} from './values.ts'
import type { Row, SecondPlace } from './registry.ts'
import { isDay } from '../../../core/time.ts'
import type { RegistryField, RegistryValues } from './edits.ts'

/** The status that the registry has for a state (specification, 1.2). None for an unknown one. */
export function statusOf(state: State): string | undefined {
  if (state.kind === 'unit') return stageStatus(state.unit)
  return { ideated: ideatedStatus, working: workingStatus, installed: installedStatus, unknown: undefined }[state.kind]
}

const isStatusOf = (status: Status, unit: Unit) => status.kind === 'stage' && status.unit === unit

/** The work is at its end. A handoff that is still there after the installation is merely stale. */
const isFinalStatus = (status: Status) => status.kind === 'working' || status.kind === 'installed'

/**
 * A completed unit may be under its stage where nothing more of it follows, and at the last stage for the end of the
 * work.
 */
function saysComplete(status: Status, unit: Unit, plugin: Plugin, stages: Stages): boolean {
  const stage = stageOf(unit)
  if (isStatusOf(status, unit) || (isFinalStatus(status) && stage >= stages.last.stage)) return true
  const isLastPhase =
    plugin.handoff?.fields.next_phase.value === undefined && lastPhase(stage, unitSequenceOf(plugin, stages)) === unit
  return isLastPhase && isStatusOf(status, String(stage))
}

/** Work in progress may still be under what it began from. */
function saysInProgress(status: Status, unit: Unit, plugin: Plugin, stages: Stages): boolean {
  if (isStatusOf(status, unit)) return true
  const way = unitSequenceOf(plugin, stages, status.kind === 'stage' ? [status.unit] : [])
  if (status.kind === 'stage' && isPhase(status.unit) && !way.units.includes(status.unit)) return false
  const legality = legalityOf({ from: stateOfStatus(status), to: plugin.state, way })
  return legality !== undefined && legality !== 'ahead'
}

/**
 * Whether a status of the registry agrees with the state of the handoff (specification, 1.2). With an unknown state
 * every one does.
 */
export function agreesWithHandoff(status: Status, plugin: Plugin, stages: Stages): boolean {
  const { state } = plugin
  if (state.kind === 'unit')
    return (state.status === 'complete' ? saysComplete : saysInProgress)(status, state.unit, plugin, stages)
  return state.kind === 'working' ? isFinalStatus(status) : true
}

/** Whether row and second place contradict each other: which of them contradicts the handoff is then no question. */
export function placesDisagree({ row, second }: Plugin): boolean {
  const [rowStatus, secondStatus] = [row, second].map((place) => statusText(place?.status?.text ?? ''))
  return rowStatus !== '' && secondStatus !== '' && rowStatus !== secondStatus
}

/** A place of the registry. */
export type Side = 'row' | 'second'

/** Why the value of one side holds, after the name of the side. */
export const reasons = {
  handoff: ': the handoff allows no other',
  further: ', which is further along',
  /** Both are as far, and this is the place that counts. */
  canonical: ': the other is as far along',
  higher: ', the higher one',
  timeline: ', which the newest line of the timeline names',
} as const

/**
 * The value that both places have to hold. Where two differ, a side has it for a reason; of two days the later holds.
 * `undecided`: nothing shows which one is right, and both stay.
 */
export type Choice =
  | { readonly value: string | undefined; readonly winner?: undefined; readonly because?: 'undecided' | undefined }
  | { readonly value: string; readonly winner: Side; readonly because: keyof typeof reasons }

/** What both places have to hold, found value by value (docs/plugin.md, `/sync`). */
export type RegistryResolution = Readonly<Record<RegistryField, Choice>>

const undecided: Choice = { value: undefined, because: 'undecided' }

const nonEmptyText = (text: string | undefined) => (text === '' ? undefined : text)

/** What a place says, without notes; a version that says nothing is none. */
export const valuesOf = (place: Row | SecondPlace | undefined): RegistryValues => ({
  status: nonEmptyText(statusText(place?.status?.text ?? '')),
  version: isNoVersion(place?.version?.text) ? undefined : versionText(place?.version?.text ?? ''),
  updated: nonEmptyText(dayOf(place?.updated?.text ?? '')),
})

/** Whether a handoff shows where the plugin is: it can be read, and was not left behind. */
export const isLive = ({ handoff, stale, state }: Plugin): boolean =>
  handoff?.front.readable === true && !stale && state.kind !== 'unknown'

/**
 * Whether the handoff has nothing against a status. One that was left behind has something against every other than
 * that the plugin is installed: it would count again. Of one that cannot be read, and of what is not a status, nothing
 * is reported.
 */
export function isAllowed(text: string, plugin: Plugin, model: PluginModel): boolean {
  const status = readStatus(normalizeText(text), model.stages)
  if (!status || (plugin.stale && status.kind === 'installed')) return true
  const pluginByHandoff = withHandoffState(plugin, model)
  return !isLive(pluginByHandoff) || agreesWithHandoff(status, pluginByHandoff, model.stages)
}

/** Whether a text is one of the statuses that there are. */
export const isStatus = (text: string, { stages }: PluginModel): boolean =>
  readStatus(normalizeText(text), stages) !== undefined

/** The status that holds of two that differ. */
function chooseStatus(row: string, second: string, plugin: Plugin, model: PluginModel): Choice {
  const fits = (text: string) => isStatus(text, model) && isAllowed(text, plugin, model)
  const [rowFits, secondFits] = [fits(row), fits(second)]
  const [rowWins, secondWins] = [
    { value: row, winner: 'row' },
    { value: second, winner: 'second' },
  ] as const
  if (isLive(plugin) && rowFits !== secondFits) return { ...(rowFits ? rowWins : secondWins), because: 'handoff' }
  if (isFurther(row, second, model.stages)) return { ...rowWins, because: 'further' }
  return { ...secondWins, because: isFurther(second, row, model.stages) ? 'further' : 'canonical' }
}

function resolveStatus(row: RegistryValues, second: RegistryValues, plugin: Plugin, model: PluginModel): Choice {
  const [rowStatus, secondStatus] = [row.status, second.status]
  if (rowStatus === undefined || secondStatus === undefined || rowStatus === secondStatus)
    return { value: secondStatus ?? rowStatus ?? statusOf(plugin.state) ?? ideatedStatus }
  if (!isStatus(secondStatus, model) && !isStatus(rowStatus, model)) return undecided
  return chooseStatus(rowStatus, secondStatus, plugin, model)
}

/** The version that the newest lines of a timeline name, of two: those of the latest day that name any. */
function lastNamedVersion(versions: readonly [string, string], { second }: Plugin): string | undefined {
  const mentions = (second?.timelines.flat() ?? []).flatMap(({ day, about, text }) =>
    day === undefined
      ? []
      : versions.filter((version) => namesVersion(`${about} ${text}`, version)).map((version) => ({ day, version })),
  )
  const latestDay = mentions
    .map(({ day }) => day)
    .toSorted()
    .at(-1)
  const [version, ...otherVersions] = new Set(
    mentions.filter(({ day }) => day === latestDay).map((mention) => mention.version),
  )
  return otherVersions.length === 0 ? version : undefined
}

/** The version that holds: the higher one, otherwise the one that the timeline names last. */
function resolveVersion(row: RegistryValues, second: RegistryValues, plugin: Plugin): Choice {
  const [rowVersion, secondVersion] = [row.version, second.version]
  if (rowVersion === undefined || secondVersion === undefined || versionOf(rowVersion) === versionOf(secondVersion))
    return { value: secondVersion ?? rowVersion }
  const order = compareBySemver(rowVersion, secondVersion)
  if (order !== undefined)
    return order > 0
      ? { value: rowVersion, winner: 'row', because: 'higher' }
      : { value: secondVersion, winner: 'second', because: 'higher' }
  const version = lastNamedVersion([rowVersion, secondVersion], plugin)
  if (version === undefined) return undecided
  return { value: version, winner: version === rowVersion ? 'row' : 'second', because: 'timeline' }
}

/** The day that holds: the later one; one that exists before one that does not. */
function resolveDay(row: RegistryValues, second: RegistryValues, plugin: Plugin, model: PluginModel): Choice {
  const writtenDays = [second.updated, row.updated].filter((day) => day !== undefined)
  const latestDay = writtenDays.filter(isDay).toSorted().at(-1)
  if (latestDay === undefined && new Set(writtenDays).size > 1) return undecided
  return { value: latestDay ?? writtenDays[0] ?? plugin.handoff?.fields.last_updated.value ?? model.context.day }
}

function resolveRegistry(plugin: Plugin, model: PluginModel): RegistryResolution {
  const [row, second] = [valuesOf(plugin.row), valuesOf(plugin.second)]
  return {
    status: resolveStatus(row, second, plugin, model),
    version: resolveVersion(row, second, plugin),
    updated: resolveDay(row, second, plugin, model),
  }
}

const resolutions = memo((model: PluginModel) => memo((plugin: Plugin) => resolveRegistry(plugin, model)))

/** What both places of a plugin have to hold, and which side won. */
export const resolutionOf = (plugin: Plugin, model: PluginModel): RegistryResolution => resolutions(model)(plugin)

export const otherSide = { row: 'second', second: 'row' } as const satisfies Readonly<Record<Side, Side>>

/** The status that both places get where one side is to hold: its own, otherwise what is found without it. */
export const statusFrom = (side: Side, plugin: Plugin, model: PluginModel): string | undefined =>
  valuesOf(plugin[side]).status ?? resolutionOf(plugin, model).status.value

/**
 * The side of two statuses that still says what both said before the change, where nothing but the other side has
 * moved: the handoff is where it was, and does not decide it.
 */
export function unchangedSide(plugin: Plugin, earlier: Plugin | undefined, model: PluginModel): Side | undefined {
  if (!earlier || !placesDisagree(plugin) || resolutionOf(plugin, model).status.because === 'handoff') return undefined
  if (earlier.hasHandoff !== plugin.hasHandoff) return undefined
  if (plugin.hasHandoff && !isSameState(withHandoffState(earlier, model).state, withHandoffState(plugin, model).state))
    return undefined
  const [was, also] = [valuesOf(earlier.row).status, valuesOf(earlier.second).status]
  if (was === undefined || was !== also) return undefined
  return (['row', 'second'] as const).find((side) => valuesOf(plugin[side]).status === was)
}

/** Whether nothing has to be chosen for a value: the two do not differ, the handoff decides, or the later day does. */
export const isSettled = ({ because }: Choice): boolean => because === undefined || because === 'handoff'
