import {
  refuse,
  type CommandDiagnostic,
  type Content,
  type History,
  type Outcome,
  type Request,
} from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { Handoff } from '../handoff/handoff.ts'
import { withHandoffState, type Plugin, type PluginModel } from '../model.ts'
import { contractKeys, pathsOf, type ContractKey } from '../files.ts'
import { isDay } from '../../../core/time.ts'
import { describeState, isPlanned } from '../states.ts'
import {
  withNewHandoff,
  wholeBody,
  completedSectionEdits,
  completionEdits,
  lacksCompletionRecord,
  type Position,
} from '../handoff/completion.ts'
import { withKeys, applyEdits, withHandoffText, handoffChanges, type HandoffEdit } from '../handoff/edits.ts'
import {
  diagnostic,
  errorsOf,
  findingsAbout,
  unreadableFileDiagnostics,
  outcomeOfChanges,
  missingHandoffDiagnostic,
} from './diagnostics.ts'
import { lastRecorded } from './restore.ts'
import { requestedPlugins, pluginOrAll } from './target.ts'
import { command } from '../../../kit/command.ts'

/** Where the work is by the registry; `undefined` where it has no work. */
export function registeredPosition(
  { registered, second, row }: Plugin,
  { stages, context }: PluginModel,
): Position | undefined {
  if (registered?.kind !== 'stage' && registered?.kind !== 'working') return undefined
  const updated =
    [second?.updated?.text, row?.updated?.text].find((text) => text !== undefined && isDay(text)) ?? context.day
  if (registered.kind === 'stage') return { unit: registered.unit, status: 'complete', updated }
  return { unit: String(stages.last.stage), status: 'workflow_complete', updated }
}

/** Takes the time off a day. */
const withoutTime: HandoffEdit = (handoff) => {
  const { state, written } = handoff.fields.last_updated
  const [, day] = /^["']?(\d{4}-\d{2}-\d{2})(?!\d)/.exec(written) ?? []
  return state === 'wrong' && day !== undefined && isDay(day)
    ? withKeys(handoff, { last_updated: day })
    : handoff.document.text
}

/** The plugin with a readable front matter in its handoff, at the handoff's proper place. */
function withReadableFrontMatter(plugin: Plugin, handoff: Handoff, model: PluginModel): Plugin | undefined {
  if (handoff.front.readable)
    return withHandoffText(plugin, pathsOf(model.configuration, plugin.name).handoff, handoff.document.text, model)
  const position = registeredPosition(plugin, model)
  return position && withNewHandoff(plugin, model, position, wholeBody(handoff.document))
}

/** Why a handoff in the present form would be worse than the old one: what it would lack is unknown. */
function migrationErrors(pluginBefore: Plugin, pluginAfter: Plugin, model: PluginModel): readonly CommandDiagnostic[] {
  const { handoff } = pluginAfter
  if (handoff && isPlanned(handoff, model.stages) && handoff.fields.complexity_score.state === 'null') {
    const { name, plan, handoffPath } = pluginBefore
    const message = msg`Unknown complexity of ${name}, which is needed once it is planned`
    const planHint = msg`Write a line ${'Complexity: N'}, N from 1 to 5, into ${plan.path}`
    const handoffHint = pluginBefore.handoff?.front.readable
      ? msg`, or ${'complexity_score: N'} into the front matter of ${handoffPath}`
      : ''
    const hint = `${planHint}${handoffHint}; then ${msg`${`/migrate ${name}`}`} gives it the current format.`
    return [diagnostic({ model, plugin: pluginBefore }, 'PLUGIN_COMPLEXITY_REQUIRED', message, { hint })]
  }
  const knownCodes = new Set(errorsOf(model, pluginBefore, 'strict').map(({ code }) => code))
  return errorsOf(model, withHandoffState(pluginAfter, model), 'strict').filter(({ code }) => !knownCodes.has(code))
}

/** The plugin with its handoff in the present form, or why it cannot be given that (specification, section 6). */
export function migratePlugin(pluginBefore: Plugin, model: PluginModel): Plugin | readonly CommandDiagnostic[] {
  const plugin = withHandoffState(pluginBefore, model)
  const { handoff, name } = plugin
  const problems = [
    ...unreadableFileDiagnostics(model, plugin, ['handoff', 'contract']),
    ...findingsAbout(model, plugin, ['PLUGIN_YAML_INVALID', 'PLUGIN_STAGE_INVALID']),
  ]
  if (problems.length > 0 || !handoff) return problems
  const readablePlugin = withReadableFrontMatter(plugin, handoff, model)
  if (!readablePlugin) {
    const message = msg`Unknown state of ${name}: its handoff says none, and the registry does not say that it is in development`
    const hint = msg`Delete the handoff if the work was given up, otherwise write ${'stage'} and ${'status'} into a front matter.`
    return [diagnostic({ model, plugin }, 'PLUGIN_NOT_IN_DEVELOPMENT', message, { hint })]
  }
  const completePlugin = applyEdits(readablePlugin, model, [withoutTime, ...completionEdits(readablePlugin, model)])
  const pluginAfter = applyEdits(completePlugin, model, completedSectionEdits(completePlugin, model))
  const newErrors = migrationErrors(plugin, pluginAfter, model)
  return newErrors.length > 0 ? newErrors : pluginAfter
}

/** What an earlier handoff recorded, and the new one does not: nothing else shows that it was another. */
function lostRecords(
  { name, handoff }: Plugin,
  pluginAfter: Plugin,
  model: PluginModel,
  { earlierPlugin, commit }: NonNullable<ReturnType<typeof lastRecorded>>,
): { readonly state: string; readonly warnings: readonly CommandDiagnostic[] } {
  const recordedBy = (plugin: Plugin, key: ContractKey) => plugin.handoff?.checksums.recorded[key].value
  const changedKeys = contractKeys.filter(
    (key) =>
      recordedBy(earlierPlugin, key) !== undefined && recordedBy(earlierPlugin, key) !== recordedBy(pluginAfter, key),
  )
  const [state, stateBefore] = [withHandoffState(pluginAfter, model), withHandoffState(earlierPlugin, model)].map(
    ({ state: each, handoff: { fields } = {} }) => describeState(each, fields?.stage.value),
  )
  const sha = commit.slice(0, 12)
  const message = msg`Another checksum of ${changedKeys} of ${name} is recorded than in ${sha}: it is unknown whether the code was built against it`
  return {
    state:
      handoff?.front.exists === false && state !== stateBefore
        ? msg` It says ${state ?? ''} by the registry; in ${sha} it said ${stateBefore ?? ''}.`
        : '',
    warnings:
      changedKeys.length === 0
        ? []
        : [diagnostic({ model, plugin: pluginAfter }, 'CONTRACT_CHANGED', message, { severity: 'warning' })],
  }
}

function migrationOutcome(
  plugin: Plugin,
  pluginAfter: Plugin,
  model: PluginModel,
  history: History | undefined,
): Outcome {
  const { name } = plugin
  // What a handoff still records is kept.
  const earlier = plugin.handoff?.checksums.state === 'absent' ? lastRecorded(plugin, model, history) : undefined
  const lost = earlier && lostRecords(plugin, pluginAfter, model, earlier)
  const unknownCompleted = lacksCompletionRecord(pluginAfter, model)
    ? msg` What was completed so far is not known: neither handoff nor timeline shows it.`
    : ''
  return outcomeOfChanges(
    handoffChanges(plugin, pluginAfter),
    {
      done: msg`The handoff of ${name} uses the current format.` + (lost?.state ?? '') + unknownCompleted,
      nothing: msg`The handoff of ${name} already uses the current format.`,
    },
    lost?.warnings,
  )
}

function migrateAll(model: PluginModel, request: Request): Outcome {
  const changes: (readonly [string, Content])[] = []
  const warnings: CommandDiagnostic[] = []
  for (const plugin of requestedPlugins(model, request).filter(({ handoff, stale }) => handoff?.legacy && !stale)) {
    const nameProblems = findingsAbout(model, plugin, ['PLUGIN_NAME_INVALID'])
    const result = nameProblems.length > 0 ? nameProblems : migratePlugin(plugin, model)
    if ('name' in result) changes.push(...handoffChanges(plugin, result))
    else warnings.push(...result.map((problem) => ({ ...problem, severity: 'warning' as const })))
  }
  return outcomeOfChanges(
    new Map(changes),
    {
      done: 'Every handoff that can be uses the current format.',
      nothing: 'There is no handoff in an old format that can be migrated.',
    },
    warnings,
  )
}

/** Brings handoffs into the present form (docs/plugin.md, "Commands"). */
export const migrate = command({
  name: 'migrate',
  summary:
    'Gives a handoff in the old format, or every one, its proper place and the keys and sections that it lacks; the contracts are recorded as they are.',
  examples: ['/migrate TinyGain', '/migrate'],
  forAll: true,
  target: pluginOrAll,

  /** The plugin that is named with its handoff in the present form, or why it cannot be given that. */
  prepare: ({ model, target: plugin }) => plugin && migratePlugin(plugin, model),

  preconditions: [
    {
      *violations({ model, target: plugin }) {
        if (plugin && !plugin.hasHandoff)
          yield missingHandoffDiagnostic(
            { model, plugin },
            msg`Missing handoff of ${plugin.name}: there is nothing to migrate`,
          )
      },
    },
    { violations: ({ prepared: result }) => (result && !('name' in result) ? result : []) },
  ],

  run({ model, target: plugin, request, prepared: result, commandContext: { history } }) {
    if (!plugin) return migrateAll(model, request)
    return result && 'name' in result ? migrationOutcome(plugin, result, model, history) : refuse()
  },
})
