import { pluginTarget } from './target.ts'
import type { CommandDiagnostic, Content, Outcome } from '../../../core/command.ts'
import type { Offer } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import type { View } from '../../../core/view.ts'
import { withHandoffState, type Plugin, type PluginModel } from '../model.ts'
import { describeState } from '../states.ts'
import { installedStatus, workingStatus } from '../registry/values.ts'
import { register } from '../registry/register.ts'
import { offer } from '../rules/offers.ts'
import { additionSentences, additionWarnings } from './additions.ts'
import { outcomeOfChanges, diagnostic, contractCodes, findingsAbout, filesAreSound, nextOffer } from './diagnostics.ts'
import { command } from '../../../kit/command.ts'
import type { DiagnosticDetails } from '../../../kit/diagnostic.ts'
import { discardOptions } from '../../../kit/options.ts'

/** Handoffs go at both places: the one of the old place would otherwise count from now on. */
const handoffsOf = ({ hasHandoff, handoffPath, duplicate }: Plugin): readonly (readonly [string, Content])[] =>
  [...(hasHandoff ? [handoffPath] : []), ...(duplicate === undefined ? [] : [duplicate])].map((path) => [path, null])

/** Deletes what is left of the work on a plugin that is installed already. */
const cleanUp = (plugin: Plugin): Outcome =>
  outcomeOfChanges(new Map(handoffsOf(plugin)), {
    done: msg`${plugin.name} is installed: its handoff is no longer needed.`,
    nothing: msg`${plugin.name} is installed already.`,
  })

function markInstalled(model: PluginModel, plugin: Plugin, view: View): Outcome {
  const { day } = model.context
  const values = { status: installedStatus, updated: day }
  const texts = register(model, view, [
    { plugin, row: values, second: values, timeline: [`- **${day}:** Installed to system folders`] },
  ])
  const additions = additionSentences(plugin, model)
  return {
    outcome: 'changed',
    changes: new Map<string, Content>([...texts, ...handoffsOf(plugin)]),
    reply: [msg`${plugin.name} is installed.`, ...additions].join(' '),
    brief: additions.join(' '),
    diagnostics: additionWarnings(plugin, model),
  }
}

/** What leads to a plugin that works: its handoff may say so already, otherwise what comes next for it. */
function workingOffers({ model, plugin }: { readonly model: PluginModel; readonly plugin: Plugin }): readonly Offer[] {
  const pluginByHandoff = withHandoffState(plugin, model)
  return pluginByHandoff.state.kind === 'working'
    ? offer('sync from handoff', { model, plugin }, 'writes into the registry that it works')
    : nextOffer({ model, plugin: pluginByHandoff })
}

/**
 * Why a plugin is not installed: it works neither by the registry nor by its handoff. One that is installed already
 * keeps its handoff where that is evidence: of work that goes on, or of a contract that was changed.
 */
function* refusalsOf(model: PluginModel, plugin: Plugin): Iterable<CommandDiagnostic> {
  const { name, registered, second, row, handoff, hasHandoff } = plugin
  const context = { model, plugin }
  const refusal = (message: string, details: DiagnosticDetails) =>
    diagnostic(context, 'PLUGIN_NOT_WORKING', message, details)
  if (registered?.kind === 'installed') {
    const problems = hasHandoff ? findingsAbout(model, plugin, ['PLUGIN_YAML_INVALID', ...contractCodes]) : []
    yield* problems
    if (problems.length > 0 || handoff?.fields.status.value !== 'in_progress') return
    const hint = msg`If it goes on, write its status into the registry; otherwise ${`/handback ${name} success`} ends it once that is done.`
    yield refusal(msg`Unexpected handoff of ${name}, which is installed: work on it is in progress`, { hint })
  } else if (registered?.kind === 'working') {
    if (hasHandoff) yield* findingsAbout(model, plugin, contractCodes)
    const { state } = withHandoffState(plugin, model)
    if (state.kind === 'working') return
    const message = msg`Unexpected state ${describeState(state, handoff?.fields.stage.value)} of ${name}, expected ${'workflow_complete'}`
    yield refusal(message, { offers: workingOffers(context) })
  } else {
    const status = second?.status?.text ?? row?.status?.text ?? null
    const message = msg`Unexpected status ${status} of ${name} in the registry, expected ${workingStatus}`
    yield refusal(message, { offers: workingOffers(context) })
  }
}

/** Marks a plugin as installed and drops its handoff (docs/plugin.md, "Commands"). */
export const install = command({
  name: 'install',
  summary: 'Marks a working plugin as installed in the system folders, and deletes its handoff.',
  examples: ['/install TinyGain'],
  target: pluginTarget,
  preconditions: [
    filesAreSound(['handoff', 'contract', 'registry', 'notes'], ['REGISTRY_DUPLICATE', 'REGISTRY_STATUS_DRIFT']),
    { violations: ({ model, target }) => refusalsOf(model, target) },
  ],
  options: discardOptions,
  run({ model, target: plugin, commandContext: { view } }) {
    const outcome = plugin.registered?.kind === 'installed' ? cleanUp(plugin) : markInstalled(model, plugin, view)
    return outcome.outcome === 'changed' ? { ...outcome, discards: handoffsOf(plugin).map(([path]) => path) } : outcome
  },
})
