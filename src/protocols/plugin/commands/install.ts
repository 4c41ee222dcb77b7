import { pluginTarget } from './target.ts'
import { type Content, type Outcome, refused, type CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { View } from '../../../core/view.ts'
import { byHandoff, type Plugin, type PluginModel } from '../model.ts'
import { describe } from '../states.ts'
import { installedStatus, workingStatus } from '../registry/status.ts'
import { register } from '../registry/register.ts'
import { changing, diagnostic, contractCodes, findings, filesAreSound } from './diagnostics.ts'
import { command } from '../../../kit/command.ts'

/** Handoffs go at both places: the one of the old place would otherwise count from now on. */
const handoffsOf = ({ hasHandoff, handoffPath, duplicate }: Plugin): readonly (readonly [string, Content])[] =>
  [...(hasHandoff ? [handoffPath] : []), ...(duplicate === undefined ? [] : [duplicate])].map((path) => [path, null])

const notWorking = (model: PluginModel, plugin: Plugin, message: string): CommandDiagnostic =>
  diagnostic({ model, plugin }, 'PLUGIN_NOT_WORKING', message)

/** A plugin that is installed already: its handoff is left over, unless work on it goes on. */
function cleanUp(model: PluginModel, plugin: Plugin): Outcome {
  const { name, handoff } = plugin
  const unreadable = findings(model, plugin, ['PLUGIN_YAML_INVALID'])
  if (unreadable.length > 0) return refused(...unreadable)
  if (handoff?.fields.status.value === 'in_progress')
    return refused(notWorking(model, plugin, msg`Unexpected handoff of ${name}, which is installed: work on it is in progress`))
  return changing(new Map(handoffsOf(plugin)), {
    done: msg`${name} is installed: its handoff is not needed any more.`,
    nothing: msg`${name} is installed already.`,
  })
}

function markInstalled(model: PluginModel, plugin: Plugin, view: View): Outcome {
  const { name, hasHandoff, handoff } = plugin
  const { state } = byHandoff(plugin, model)
  const found = [
    ...(hasHandoff ? findings(model, plugin, contractCodes) : []),
    ...(state.kind === 'working'
      ? []
      : [
          notWorking(
            model,
            plugin,
            msg`Unexpected state ${describe(state, handoff?.fields.stage.value)} of ${name}, expected ${'workflow_complete'}`,
          ),
        ]),
  ]
  if (found.length > 0) return refused(...found)
  const { day } = model.context
  const values = { status: installedStatus, updated: day }
  const texts = register(model, view, [{ plugin, row: values, second: values, timeline: [`- **${day}:** Installed to system folders`] }])
  return {
    outcome: 'changed',
    changes: new Map<string, Content>([...texts, ...handoffsOf(plugin)]),
    reply: msg`${name} is installed.`,
    brief: '',
    diagnostics: [],
  }
}

/** Marks a plugin as installed and drops its handoff (docs/plugin.md, "Commands"). */
export const install = command({
  name: 'install',
  summary: 'Marks a plugin that works as installed in the system folders, and deletes its handoff.',
  examples: ['/install TinyGain'],
  target: pluginTarget,
  preconditions: [filesAreSound(['handoff', 'contract', 'registry', 'notes'], ['REGISTRY_DUPLICATE', 'REGISTRY_STATUS_DRIFT'])],

  run({ model, target: plugin, commandContext: { view } }) {
    const { name, registered } = plugin
    if (registered?.kind === 'installed') return cleanUp(model, plugin)
    if (registered?.kind === 'working') return markInstalled(model, plugin, view)
    const status = plugin.second?.status?.text ?? plugin.row?.status?.text ?? null
    return refused(notWorking(model, plugin, msg`Unexpected status ${status} of ${name} in the registry, expected ${workingStatus}`))
  },
})
