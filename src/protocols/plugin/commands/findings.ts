import type { CommandDiagnostic } from '../../../core/command.ts'
import type { Severity } from '../../../core/diagnostic.ts'
import type { Plugin, PluginModel, UnreadableFile } from '../model.ts'
import { rulesOf } from '../../../kit/rules.ts'
import { groups } from '../rules/index.ts'

const rules = rulesOf(groups)

/** The model as far as it concerns one plugin, which may be another one than is there: what it is about to become. */
function alone(model: PluginModel, plugin: Plugin): PluginModel {
  return {
    ...model,
    plugins: [plugin],
    get: (name) => (name === plugin.name ? plugin : undefined),
    unreadable: model.unreadable.filter((file) => file.plugin === undefined || file.plugin === plugin.name),
  }
}

function found(model: PluginModel, codes: readonly string[], severity: Severity): readonly CommandDiagnostic[] {
  const comparison = { now: model, before: undefined, context: model.context }
  return rules
    .filter(({ code }) => codes.includes(code))
    .flatMap((rule) => [...rule.check(comparison)].map((finding) => ({ ...finding, code: rule.code, severity })))
}

/** What some of the rules find about a plugin, as remarks of a command: a refusal says the same as the finding would. */
export const findings = (
  model: PluginModel,
  plugin: Plugin,
  codes: readonly string[],
  severity: Severity = 'error',
): readonly CommandDiagnostic[] => found(alone(model, plugin), codes, severity)

const errorCodes = (mode: 'strict' | 'soft') => rules.filter((rule) => rule[mode] === 'error').map(({ code }) => code)

/** Every error that a strict or soft check of a plugin would report. */
export const errorsOf = (model: PluginModel, plugin: Plugin, mode: 'strict' | 'soft'): readonly CommandDiagnostic[] =>
  findings(model, plugin, errorCodes(mode))

/** Codes of what says that a contract is not the one that was recorded. */
export const contractCodes: readonly string[] = ['CONTRACT_MISMATCH', 'CONTRACT_MALFORMED', 'CONTRACT_FILE_MISSING']

/** Codes of what says that a file is no text to be read. */
export const notText: readonly string[] = ['PLUGIN_FILE_ENCODING', 'PLUGIN_FILE_TOO_LARGE', 'PLUGIN_FILE_SYMLINK']

/** Why a command must not read or write such files of a plugin: they are no text. */
export function unreadableFiles(
  model: PluginModel,
  plugin: Plugin,
  files: readonly UnreadableFile['what'][],
  severity?: Severity,
): readonly CommandDiagnostic[] {
  const isAmong = (what: UnreadableFile['what']) => files.includes(what === 'folder of contracts' ? 'contract' : what)
  return findings({ ...model, unreadable: model.unreadable.filter(({ what }) => isAmong(what)) }, plugin, notText, severity)
}

/** Why the registry as a whole cannot be written: it is no text, or has no table. */
export function registryObstacles(model: PluginModel): readonly CommandDiagnostic[] {
  const unreadable = model.unreadable.filter(({ what }) => what === 'registry')
  return found({ ...model, plugins: [], unreadable }, [...notText, 'REGISTRY_TABLE_MISSING'], 'error')
}

/** Codes of what makes the state of a handoff unreadable (plugin protocol, section 7). */
export const unreadableCodes: readonly string[] = [
  'PLUGIN_YAML_INVALID',
  'PLUGIN_NAME_MISMATCH',
  'PLUGIN_STAGE_INVALID',
  'PLUGIN_STATUS_INVALID',
  'PLUGIN_STATUS_CONTRADICTION',
  'PLUGIN_PHASE_INVALID',
  'PLUGIN_PHASE_STAGE',
]

/** What makes the state of a handoff unknown, gravest first: each list where the ones before it find nothing (plugin protocol, section 7). */
const unknown: readonly (readonly string[])[] = [notText, unreadableCodes, ['PLUGIN_FIELD_MISSING'], ['PLUGIN_LEGACY_FORMAT']]

/** Why the state of a plugin is unknown; nothing where it is known. */
export function unknownState(model: PluginModel, plugin: Plugin, severity?: Severity): readonly CommandDiagnostic[] {
  if (plugin.state.kind !== 'unknown') return []
  return unknown.map((codes) => findings(model, plugin, codes, severity)).find((found) => found.length > 0) ?? []
}
