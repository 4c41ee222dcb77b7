import type { PlaceComparison, PlaceValue } from '../../core/compared.ts'
import type { TargetIsolation } from '../../core/protocol.ts'
import { contractKeys, type ContractKey } from './files.ts'
import type { Plugin, PluginModel } from './model.ts'
import { dayOf, statusText, versionOf } from './registry/values.ts'
import { registryFields, type RegistryField } from './registry/edits.ts'
import type { Row, SecondPlace, Value } from './registry/registry.ts'
import { agreesWithHandoff, placesDisagree, statusOf } from './registry/resolution.ts'
import { contractStatus, targetId } from './targets.ts'
import { bareName } from '../../core/target.ts'

/** A value that counts, and what it says. */
export type ShownValue = Value & { readonly shown: string }

/** What row and second place say in one field. */
export interface RegistryPair extends PlaceComparison {
  readonly row: ShownValue | undefined
  readonly second: ShownValue | undefined
}

const fields = {
  status: { code: 'REGISTRY_STATUS_DRIFT', subject: 'status', precedes: ['stage'], says: statusText },
  version: { code: 'REGISTRY_VERSION_DRIFT', subject: 'version', says: versionOf },
  updated: { code: 'REGISTRY_DATE_DRIFT', subject: 'date', says: dayOf },
} as const satisfies Record<
  RegistryField,
  Pick<PlaceComparison, 'code' | 'subject' | 'precedes'> & { readonly says: (text: string) => string }
>

/**
 * A version that only one of the two places says was forgotten in the other. A table without a column for it forgets
 * nothing.
 */
const asksForBoth = (field: RegistryField, { row, second }: Plugin): boolean =>
  field === 'version' && row !== undefined && second !== undefined && row.table.columns.version !== undefined

/** Compares row and second place of a plugin. */
export function registryPair(plugin: Plugin, { layout }: PluginModel, field: RegistryField): RegistryPair {
  const { says, ...facts } = fields[field]
  const valueOf = (place: Row | SecondPlace | undefined): ShownValue | undefined => {
    const value = place?.[field]
    const shown = value ? says(value.text) : ''
    return value && shown !== '' ? { ...value, shown } : undefined
  }
  const [row, second] = [valueOf(plugin.row), valueOf(plugin.second)]
  return {
    ...facts,
    target: targetId(plugin.name),
    said: [
      { place: 'row', value: row?.shown ?? null },
      { place: layout === 'notes' ? 'notes' : 'entry', value: second?.shown ?? null },
    ],
    agrees: row && second ? row.shown === second.shown : row === second || !asksForBoth(field, plugin),
    row,
    second,
  }
}

/**
 * Compares what the registry says with what the handoff implies; `undefined` where it can be said of one of them only.
 */
export function stagePair(
  plugin: Plugin,
  { stages }: PluginModel,
): (PlaceComparison & { readonly written: Value; readonly implied: string }) | undefined {
  const { row, second, handoff, registered, state } = plugin
  const written = [second, row].map((place) => place?.status).find((status) => status && statusText(status.text) !== '')
  const implied = statusOf(state)
  if (!handoff || !registered || !written || implied === undefined || placesDisagree(plugin)) return undefined
  return {
    code: 'REGISTRY_STAGE_DRIFT',
    target: targetId(plugin.name),
    subject: 'stage',
    said: [
      { place: 'registry', value: statusText(written.text) },
      { place: 'handoff', value: implied },
    ],
    agrees: agreesWithHandoff(registered, plugin, stages),
    written,
    implied,
  }
}

const contractCodes: Readonly<Record<string, string>> = {
  malformed: 'CONTRACT_MALFORMED',
  missing: 'CONTRACT_FILE_MISSING',
}

/** The digest that a file has, in the form of a recorded checksum. */
const checksumOf = (sha256: string | undefined): string | null => (sha256 === undefined ? null : `sha256:${sha256}`)

/** Compares a contract with its recorded checksum. */
export function contractPair(plugin: Plugin, key: ContractKey): PlaceComparison {
  const status = contractStatus(plugin, key)
  const recorded = plugin.handoff?.checksums.recorded[key]
  const checksum = recorded?.state === 'wrong' ? recorded.written : checksumOf(recorded?.value)
  return {
    code: contractCodes[status] ?? 'CONTRACT_MISMATCH',
    target: targetId(plugin.name),
    subject: key,
    said: [
      { place: 'checksum', value: checksum },
      { place: 'file', value: checksumOf(plugin.contracts[key].digest?.sha256) },
    ],
    agrees: !['mismatch', 'malformed', 'missing'].includes(status),
  }
}

/** What takes the place of the four checksums. */
export function checksumsPair({ name, handoff }: Plugin): PlaceComparison {
  const checksums = handoff?.checksums
  const writtenChecksums = checksums?.state === 'malformed' ? checksums.written : null
  const value: PlaceValue['value'] =
    writtenChecksums ?? (checksums?.state === 'mapping' ? contractKeys.join(', ') : null)
  return {
    code: 'CONTRACT_MALFORMED',
    target: targetId(name),
    subject: 'contract_checksums',
    said: [{ place: 'checksum', value }],
    agrees: writtenChecksums === null,
  }
}

/** Everything that must agree in some plugins. */
export function* placeComparisons(model: PluginModel): Iterable<PlaceComparison> {
  const isUnread = (kind: 'registry' | 'notes', name: string) =>
    model.unreadable.some((file) => file.role === kind && (file.plugin === undefined || file.plugin === name))
  for (const plugin of model.plugins) {
    if (!isUnread('registry', plugin.name) && !isUnread('notes', plugin.name)) {
      for (const field of ['status', 'updated', 'version'] as const) yield registryPair(plugin, model, field)
      const stageComparison = stagePair(plugin, model)
      if (stageComparison) yield stageComparison
    }
    // Of a handoff that cannot be read it is unknown what it records.
    if (plugin.hasHandoff && (!plugin.handoff || plugin.handoff.front.fault)) continue
    yield checksumsPair(plugin)
    const checksums = plugin.handoff?.checksums
    if (checksums?.state === 'malformed') continue
    for (const key of contractKeys)
      if (plugin.contracts[key].file !== 'link' || checksums?.recorded[key].state === 'wrong')
        yield contractPair(plugin, key)
  }
}

const textsOf = (place: Row | SecondPlace | undefined) => registryFields.map((field) => place?.[field]?.text)

/**
 * What must agree in a plugin follows from its handoff, its contracts (the plan of its phases is one), and its texts in
 * the registry. Lines of the registry move with those above them: only its texts count.
 */
function inputsOf(model: PluginModel, name: string): readonly unknown[] {
  const plugin = model.get(name)
  if (!plugin) return []
  const { handoff, hasHandoff, contracts, row, second } = plugin
  return [
    handoff,
    hasHandoff,
    row === undefined,
    row?.table.columns.version,
    ...textsOf(row),
    second?.path,
    ...textsOf(second),
    ...contractKeys.flatMap((key) => [contracts[key].file, contracts[key].digest?.sha256]),
  ]
}

const areEqualLists = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && right.every((element, index) => element === left[index])

/**
 * What each plugin of a model follows from: kept of the models whose registry has to be read as a whole, since a view
 * is good for its own commit alone.
 */
const inputsByModel = new WeakMap<PluginModel, ReadonlyMap<string, readonly unknown[]>>()

/** The names of the plugins of two models that may differ; `undefined`: all of them. */
function movedNames(model: PluginModel, modelBefore: PluginModel): Iterable<string> | undefined {
  if (!model.sections) inputsByModel.set(model, new Map(model.plugins.map(({ name }) => [name, inputsOf(model, name)])))
  const touchedPlugins = model.layout === modelBefore.layout ? model.touchedSince(modelBefore) : undefined
  if (!touchedPlugins?.registry) return touchedPlugins?.names
  const [inputs, inputsBefore] = [inputsByModel.get(model), inputsByModel.get(modelBefore)]
  if (!inputs || !inputsBefore) return undefined
  const differingNames = [...inputs.keys(), ...inputsBefore.keys()].filter(
    (name) => !areEqualLists(inputs.get(name) ?? [], inputsBefore.get(name) ?? []),
  )
  return new Set([...touchedPlugins.names, ...differingNames])
}

export const isolation: TargetIsolation<PluginModel> = {
  moved(model, modelBefore) {
    const names = movedNames(model, modelBefore)
    return names && new Set(Array.from(names, targetId))
  },
  only: (model, targets) => model.only(Array.from(targets, bareName)),
}
