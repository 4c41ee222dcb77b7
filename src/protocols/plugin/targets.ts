import { defined } from '../../core/defined.ts'
import { once } from '../../core/once.ts'
import type { Target } from '../../core/target.ts'
import { grantFrom } from '../../kit/grant.ts'
import { toPlainData, type YamlMapping } from '../../documents/yaml.ts'
import { contractKeys, folderNameOf, pathsOf, type ContractKey } from './files.ts'
import { lowerCaseDigestOf, type Handoff } from './handoff/handoff.ts'
import { countReturns } from './handoff/transitions.ts'
import type { Plugin, PluginModel } from './model.ts'
import type { Registry, Row, SecondPlace } from './registry/registry.ts'
import { describeError, sectionNames } from './schema.ts'
import { describeState, holderOf, unitsOf } from './states.ts'
import { normalizeText } from './registry/values.ts'

/** How a contract compares with what is recorded of it. */
export type ContractStatus = 'match' | 'mismatch' | 'missing' | 'malformed' | 'null' | 'unrecorded' | 'absent'

/** Compares a contract with its recorded checksum (specification, 3.2). */
export function contractStatus(plugin: Plugin, key: ContractKey): ContractStatus {
  const { file, digest } = plugin.contracts[key]
  const checksums = plugin.handoff?.checksums
  const recorded = checksums?.recorded[key]
  if (checksums?.state === 'malformed' || recorded?.state === 'wrong') return 'malformed'
  if (recorded?.state === 'good')
    return file !== 'there' ? 'missing' : digest?.sha256 === recorded.value ? 'match' : 'mismatch'
  if (file === 'there') return 'unrecorded'
  return recorded?.state === 'null' ? 'null' : 'absent'
}

/** The paths of contracts that are not what is recorded of them. */
export function mismatchedContracts(plugin: Plugin): readonly string[] {
  const isMismatched = (key: ContractKey) => {
    const status = contractStatus(plugin, key)
    return (
      status === 'mismatch' ||
      (status === 'malformed' && lowerCaseDigestOf(plugin.handoff?.checksums.recorded[key].written ?? '') !== undefined)
    )
  }
  return contractKeys.filter(isMismatched).map((key) => plugin.contracts[key].path)
}

/** The draft whose digest a recorded checksum is. */
export const draftOf = ({ drafts }: Plugin, sha256: string | undefined): string | undefined =>
  [...drafts].find(([, digest]) => digest.sha256 === sha256)?.[0]

/** What control came back with while the work is in progress. */
const handbackOf = ({ state, handoff }: Plugin) =>
  state.kind === 'unit' && state.status === 'in_progress' ? handoff?.handback.value : undefined

/** The question that control came back with. */
export function questionOf(plugin: Plugin): string | undefined {
  const handback = handbackOf(plugin)
  return handback?.reason === 'question' ? handback.description : undefined
}

export function errorOf(plugin: Plugin): string | undefined {
  const handback = handbackOf(plugin)
  return handback?.reason === 'error' ? describeError(handback) : undefined
}

function factsOf(plugin: Plugin, { stages, layout }: PluginModel): Target['facts'] {
  const { handoff, row, second, phases } = plugin
  const fields = handoff?.fields
  const stage = fields?.stage.value
  const phasesByStage = stages.way
    .map((stageDefinition) => [String(stageDefinition.stage), phases.of(stageDefinition.stage)] as const)
    .filter(([, stagePhases]) => stagePhases.length > 0)
  const statusTextOf = (place: Row | SecondPlace | undefined) =>
    place?.status ? normalizeText(place.status.text) : null
  return {
    stage: stage ?? null,
    phase: fields?.phase.value ?? null,
    status: fields?.status.value ?? null,
    lastUpdated: fields?.last_updated.value ?? null,
    complexity: fields?.complexity_score.value ?? null,
    phased: fields?.phased_implementation.value ?? null,
    phases: Object.fromEntries(phasesByStage),
    nextAction: fields?.next_action.value ?? null,
    nextPhase: fields?.next_phase.value ?? null,
    agent: (stage === undefined ? undefined : stages.get(stage)?.agent) ?? null,
    handback: handoff?.handback.value ?? null,
    legacy: handoff?.legacy ?? false,
    registry: {
      secondPlace: layout,
      row: statusTextOf(row),
      entry: statusTextOf(second),
      version: second?.version?.text ?? row?.version?.text ?? null,
    },
    contracts: Object.fromEntries(contractKeys.map((key) => [key, contractStatus(plugin, key)])),
  }
}

/** The states that a plugin goes through, its own among them. */
function wayOf(plugin: Plugin, { stages }: PluginModel, state: string): readonly string[] {
  const completeStates = unitsOf(stages, plugin.phases.of).map((unit) =>
    unit === String(stages.last.stage)
      ? `stage ${unit} workflow_complete`
      : describeState({ kind: 'unit', unit, status: 'complete' }),
  )
  const way = ['ideated', ...completeStates, 'installed']
  if (way.includes(state) || plugin.state.kind !== 'unit') return way
  const endIndex = way.findIndex((stateName) => stateName.startsWith(`${state.slice(0, state.lastIndexOf(' '))} `))
  return endIndex === -1 ? way : way.toSpliced(endIndex, 0, state)
}

export const targetId = (name: string): string => `plugin:${name}`

/** To whom control was given, as the handoff says while it counts. */
export const grantOf = ({ handoff, stale }: Plugin) =>
  handoff && !stale ? grantFrom(handoff.grant.value, handoff.grant.place ?? handoff.top) : {}

/** A plugin as a target: who holds it, its state, its facts. */
export function targetOf(plugin: Plugin, model: PluginModel): Target {
  const holder = holderOf(plugin)
  const state = describeState(plugin.state, plugin.handoff?.fields.stage.value)
  const [question, error] = [questionOf(plugin), errorOf(plugin)]
  const facts = once(() => factsOf(plugin, model))
  const way = once(() => wayOf(plugin, model, state))
  return {
    id: targetId(plugin.name),
    path: plugin.hasHandoff ? plugin.handoffPath : model.registryPath,
    ...(holder && { holder }),
    state,
    ...defined({ question, error }),
    ...grantOf(plugin),
    ...(holder === 'agent' && plugin.handoff && { period: `${state} ${countReturns(plugin.handoff)}` }),
    ...(plugin.state.kind === 'installed' && { turn: { ended: true } }),
    // A history reads neither, and reads every target at every commit.
    get facts() {
      return facts()
    },
    get way() {
      return way()
    },
  }
}

/** Keys whose value is their text, whatever YAML makes of it. */
const textKeys = new Set(['plugin', 'phase', 'next_phase', 'last_updated', 'status'])

function keysOf(mapping: YamlMapping): Record<string, unknown> {
  return Object.fromEntries(
    mapping.entries.map(({ key, value }) => {
      const isText = textKeys.has(key.source) && value.kind === 'scalar' && value.value !== null
      return [key.source, isText ? value.source : toPlainData(value)]
    }),
  )
}

/** What was read from a handoff: its keys, and the names of the sections that it has. */
function parsedHandoff(handoff: Handoff): Readonly<Record<string, unknown>> {
  const keys = handoff.front.mapping()
  return { ...(keys && keysOf(keys)), sections: sectionNames.filter((name) => handoff.has(name)) }
}

const parsedPlace = (place: Row | SecondPlace) => ({
  name: place.name,
  status: place.status?.text ?? null,
  version: place.version?.text ?? null,
  lastUpdated: place.updated?.text ?? null,
  line: place.line,
})

const parsedRegistry = ({ rows, entries }: Registry) => ({
  rows: rows.map(parsedPlace),
  entries: entries.map(parsedPlace),
})

/** The plugin in whose folder a path lies. */
const pluginAt = (model: PluginModel, path: string): Plugin | undefined =>
  model.get(folderNameOf(path, model.configuration) ?? '')

/** Whether a file is one of those that say something of a plugin. */
function isStateFileOf({ name, drafts }: Plugin, { configuration }: PluginModel, path: string): boolean {
  const paths = pathsOf(configuration, name)
  return (
    [paths.handoff, paths.oldHandoff, paths.notes, ...contractKeys.map(paths.contract)].includes(path) ||
    drafts.has(path)
  )
}

export function ownersOf(model: PluginModel, path: string): readonly string[] {
  if (path === model.registryPath)
    return model.plugins
      .filter(({ rows, seconds }) => rows.length + seconds.length > 0)
      .map(({ name }) => targetId(name))
  const plugin = pluginAt(model, path)
  return plugin && isStateFileOf(plugin, model, path) ? [targetId(plugin.name)] : []
}

/** The data of a file, for the library. */
export function parsedOf(model: PluginModel, path: string): unknown {
  if (path === model.registryPath) return model.registry && parsedRegistry(model.registry)
  const handoff = pluginAt(model, path)?.handoff
  return handoff?.path === path ? parsedHandoff(handoff) : undefined
}
