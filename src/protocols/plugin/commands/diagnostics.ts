import { collectFindings } from '../../../core/rule.ts'
import type { refusalCodes } from '../documentation.ts'
import type { ChangeSet, Outcome, CommandDiagnostic } from '../../../core/command.ts'
import type { Offer, Severity } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { targetId } from '../targets.ts'
import { withHandoffState, type Plugin, type PluginModel, type UnreadableFile } from '../model.ts'
import { replacingOffers } from '../rules/offers.ts'
import { unitToBegin } from '../stages/stages.ts'
import { machine, machineStateOf } from '../states.ts'
import { maxTextLength } from '../handoff/edits.ts'
import { withCutNotices } from '../../../kit/kept-text.ts'
import { diagnosticsOf } from '../../../kit/diagnostic.ts'
import { type RulePrecondition } from '../../../kit/command.ts'
import { rulesOf } from '../../../kit/rules.ts'
import { groups } from '../rules/index.ts'

/** Codes of rules that commands answer with in words of their own. */
export const reusedRuleCodes = [
  'CONTRACT_CHANGED',
  'PLUGIN_NAME_INVALID',
  'PLUGIN_HANDOFF_MISSING',
  'PLUGIN_PHASE_MISSING',
  'PLUGIN_PHASE_NOT_IN_PLAN',
  'PLUGIN_COMPLETED_MISSING',
  'REGISTRY_MISSING',
  'REGISTRY_ROW_MISSING',
  'REGISTRY_ENTRY_MISSING',
  'REGISTRY_FIELD_MISSING',
  'REGISTRY_STAGE_DRIFT',
  'REGISTRY_STATUS_NOTE',
  'REGISTRY_TIMELINE_MISSING',
] as const

/** What an answer is about: a plugin, or the registry. */
interface DiagnosticContext {
  readonly model: PluginModel
  readonly plugin?: Plugin | undefined
}

type Code = keyof typeof refusalCodes | (typeof reusedRuleCodes)[number]

export const { diagnostic } = diagnosticsOf<Code, DiagnosticContext>(({ model, plugin }) => ({
  path: plugin?.hasHandoff ? plugin.handoffPath : model.registryPath,
  target: plugin && targetId(plugin.name),
}))

export const unchangedOutcome = (reply: string, diagnostics: readonly CommandDiagnostic[] = []): Outcome => ({
  outcome: 'unchanged',
  reply,
  diagnostics,
})

/** An outcome that also says which texts about a plugin are written only in part. */
export const withCutTexts = (
  outcome: Outcome,
  { name, handoffPath: path }: Plugin,
  texts: readonly string[],
): Outcome => withCutNotices(outcome, { path, target: targetId(name), texts, limit: maxTextLength })

export function outcomeOfChanges(
  changes: ChangeSet,
  reply: { readonly done: string; readonly nothing: string },
  diagnostics: readonly CommandDiagnostic[] = [],
): Outcome {
  return changes.size === 0
    ? unchangedOutcome(reply.nothing, diagnostics)
    : { outcome: 'changed', changes, reply: reply.done, diagnostics }
}

/** A plugin that an answer is about, in its model. */
type PluginContext = Required<DiagnosticContext> & { readonly plugin: Plugin }

/** The command that comes next for a plugin in its state; none where the state is unknown or the last. */
export function nextOffer({ model, plugin }: PluginContext): readonly Offer[] {
  const { finish, accept, work, decide, answer } = machine.states[machineStateOf(plugin)].next
  const run = unitToBegin(plugin, model.stages) === undefined ? finish : (accept ?? work ?? decide ?? answer)
  if (!run) return []
  // Of the reasons of a handback the first: success.
  const [name, words = ''] = run
  return [{ command: `/${name} ${plugin.name} ${words.split('|', 1)[0]}`.trimEnd(), does: 'comes next' }]
}

/** There is no handoff to work on; where one can be made, by which command. */
export function missingHandoffDiagnostic(context: PluginContext, message: string): CommandDiagnostic {
  const offers = replacingOffers(context)
  return diagnostic(context, 'PLUGIN_HANDOFF_MISSING', message, {
    offers: offers.length > 0 ? offers : nextOffer(context),
  })
}

const rules = rulesOf(groups)

/** The model as far as it concerns one plugin, which may be another one than is there: what it is about to become. */
function modelOfPlugin(model: PluginModel, plugin: Plugin): PluginModel {
  return {
    ...model,
    plugins: [plugin],
    get: (name) => (name === plugin.name ? plugin : undefined),
    unreadable: model.unreadable.filter((file) => file.plugin === undefined || file.plugin === plugin.name),
  }
}

function findingsInModel(
  model: PluginModel,
  codes: readonly string[],
  severity: Severity,
): readonly CommandDiagnostic[] {
  const comparison = { now: model, before: undefined, context: model.context }
  return rules
    .filter(({ code }) => codes.includes(code))
    .flatMap((rule) =>
      collectFindings(rule.check(comparison)).map((finding) => ({ ...finding, code: rule.code, severity })),
    )
}

/**
 * What some of the rules find about a plugin, as diagnostics of a command: a refusal is worded as the finding would be.
 */
export const findingsAbout = (
  model: PluginModel,
  plugin: Plugin,
  codes: readonly string[],
  severity: Severity = 'error',
): readonly CommandDiagnostic[] => findingsInModel(modelOfPlugin(model, plugin), codes, severity)

/** That a plugin got another complexity than its plan has, and what follows from that. */
export const otherComplexityWarnings = (model: PluginModel, pluginAfter: Plugin): readonly CommandDiagnostic[] =>
  findingsAbout(model, pluginAfter, ['PLUGIN_PLAN_COMPLEXITY'], 'warning').map((finding) => {
    const { phases, plan } = pluginAfter
    const phasesText = !phases.phased && plan.phases.length > 0 ? ', and the phases of the plan are left out' : ''
    return { ...finding, hint: `${msg`${'--complexity'} counts before the plan`}${phasesText}.` }
  })

const errorCodes = (mode: 'strict' | 'soft') => rules.filter((rule) => rule[mode] === 'error').map(({ code }) => code)

/** Every error that a strict or soft check of a plugin would report. */
export const errorsOf = (model: PluginModel, plugin: Plugin, mode: 'strict' | 'soft'): readonly CommandDiagnostic[] =>
  findingsAbout(model, plugin, errorCodes(mode))

/** Codes of what says that a contract is not the one that was recorded. */
export const contractCodes: readonly string[] = ['CONTRACT_MISMATCH', 'CONTRACT_MALFORMED', 'CONTRACT_FILE_MISSING']

/** Codes of what says that a file is not text to be read. */
export const notTextCodes: readonly string[] = ['PLUGIN_FILE_ENCODING', 'PLUGIN_FILE_TOO_LARGE', 'PLUGIN_FILE_SYMLINK']

/** Why a command must not read or write such files of a plugin: they are no text. */
export function unreadableFileDiagnostics(
  model: PluginModel,
  plugin: Plugin,
  files: readonly UnreadableFile['role'][],
  severity?: Severity,
): readonly CommandDiagnostic[] {
  const isAmong = (kind: UnreadableFile['role']) => files.includes(kind === 'folder of contracts' ? 'contract' : kind)
  return findingsAbout(
    { ...model, unreadable: model.unreadable.filter(({ role }) => isAmong(role)) },
    plugin,
    notTextCodes,
    severity,
  )
}

/** Why the registry as a whole cannot be written: it is not text, or has no table. */
export function registryObstacles(model: PluginModel): readonly CommandDiagnostic[] {
  const unreadable = model.unreadable.filter(({ role }) => role === 'registry')
  return findingsInModel({ ...model, plugins: [], unreadable }, [...notTextCodes, 'REGISTRY_TABLE_MISSING'], 'error')
}

/** Codes of what makes the state of a handoff unreadable. */
export const unreadableCodes: readonly string[] = [
  'PLUGIN_YAML_INVALID',
  'PLUGIN_NAME_MISMATCH',
  'PLUGIN_STAGE_INVALID',
  'PLUGIN_STATUS_INVALID',
  'PLUGIN_STATUS_CONTRADICTION',
  'PLUGIN_PHASE_INVALID',
  'PLUGIN_PHASE_STAGE',
]

/** What makes the state of a handoff unknown, most severe first: each list where the ones before it find nothing. */
const unknownStateCodes: readonly (readonly string[])[] = [
  notTextCodes,
  unreadableCodes,
  ['PLUGIN_FIELD_MISSING'],
  ['PLUGIN_LEGACY_FORMAT'],
]

/** Why the state of a plugin is unknown; `undefined` where it is known. */
export function unknownStateDiagnostics(
  model: PluginModel,
  plugin: Plugin,
  severity?: Severity,
): readonly CommandDiagnostic[] {
  if (plugin.state.kind !== 'unknown') return []
  return (
    unknownStateCodes
      .map((codes) => findingsAbout(model, plugin, codes, severity))
      .find((diagnostics) => diagnostics.length > 0) ?? []
  )
}

/**
 * The precondition that such files of a plugin can be read, and that some of the rules find nothing about it.
 * `checkedPluginOf`: about the plugin as it then is.
 */
export const filesAreSound = (
  files: readonly UnreadableFile['role'][],
  codes: readonly string[],
  checkedPluginOf: (plugin: Plugin, model: PluginModel) => Plugin = (plugin) => plugin,
): RulePrecondition<{ readonly model: PluginModel; readonly target: Plugin }> => ({
  codes: [...notTextCodes, ...codes],
  diagnostics: ({ model, target }) => [
    ...unreadableFileDiagnostics(model, target, files),
    ...findingsAbout(model, checkedPluginOf(target, model), codes),
  ],
})

/** The precondition that a handoff of the present form can record contracts. */
export const canRecordContracts = filesAreSound(
  ['handoff', 'contract'],
  ['PLUGIN_YAML_INVALID', 'PLUGIN_LEGACY_FORMAT'],
  withHandoffState,
)
