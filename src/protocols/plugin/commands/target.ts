import { type CommandDiagnostic, type Refusal, refuse, type Request } from '../../../core/command.ts'
import { type Call, type CommandForm, type Precondition, usageLine } from '../../../kit/command.ts'
import type { GivenCommand } from '../../../kit/repeated-command.ts'
import { namedTargets } from '../../../kit/target.ts'
import { msg } from '../../../core/message.ts'
import { pluginName, type Plugin, type PluginModel } from '../model.ts'
import { pathsOf } from '../files.ts'
import { targetId } from '../targets.ts'
import { diagnostic } from './diagnostics.ts'

/** Why a name is none of a plugin: nothing has it, or a directory that nothing makes a plugin. */
function unknownPluginDiagnostic(name: string, model: PluginModel): CommandDiagnostic {
  const { folder, contract } = pathsOf(model.configuration, name)
  if (model.isDirectory(name)) {
    const message = msg`Unexpected plugin ${name}: ${folder} is there, with neither handoff nor contract in it, nor a row or entry in ${model.registryPath}`
    const hint = msg`Add a row for it to ${model.registryPath}, or write ${contract('creative_brief')}.`
    return diagnostic({ model }, 'PLUGIN_UNKNOWN', message, { hint })
  }
  return { ...diagnostic({ model }, 'PLUGIN_UNKNOWN', msg`Unknown plugin ${name}`), unknown: name }
}

/** Why arguments are none of a command's. */
export const wrongUsage = (model: PluginModel, form: CommandForm, message: string): CommandDiagnostic =>
  diagnostic({ model }, 'PLUGIN_OPTION_INVALID', message, { hint: usageLine(form), place: { path: '.' } })

/** The precondition that the arguments are such of the command. `faultOf`: why they are not, by `msg`. */
export const areArgumentsValid = <Subject extends { readonly model: PluginModel; readonly usage: CommandForm }>(
  faultOf: (call: Subject) => string | undefined,
): Precondition<Subject> => ({
  *violations(call) {
    const fault = faultOf(call)
    if (fault !== undefined) yield wrongUsage(call.model, call.usage, fault)
  },
})

const pluginTargets = namedTargets<PluginModel, Plugin>({
  usage: 'NAME',
  called: 'a plugin',
  id: ({ name }) => targetId(name),
  misused: (model, form, message) => refuse(wrongUsage(model, form, message)),
  find(model, { name, words }) {
    if (!pluginName.test(name)) {
      const message = msg`Unexpected name ${name}, expected letters (${'A–Z'}, ${'a–z'}), digits, ${'-'} and ${'_'}, starting with a letter`
      // There may be a plugin of this very name.
      const plugin = model.get(name)
      const hint = plugin && 'Rename the directory, its row and its entry: no command can name it.'
      const refusal = diagnostic({ model, plugin }, 'PLUGIN_NAME_INVALID', message, { hint })
      return { unknown: [plugin ? refusal : { ...refusal, unknown: name }] }
    }
    const target = model.get(name)
    return target ? { target, words } : { unknown: [unknownPluginDiagnostic(name, model)] }
  },
})

/** A plugin with a directory; one that only the registry has is refused. */
function requireDirectory(plugin: Plugin, model: PluginModel): { readonly target: Plugin } | Refusal {
  if (plugin.directory) return { target: plugin }
  const { name } = plugin
  const { folder } = pathsOf(model.configuration, name)
  const message = msg`Missing directory of ${name}, expected ${folder}, which must not be a symbolic link: only the registry knows it`
  const hint = msg`Put its files into ${folder}, write the name in the registry as its folder has it, or delete row and entry.`
  return refuse(diagnostic({ model, plugin }, 'PLUGIN_UNKNOWN', message, { hint }))
}

export const pluginTarget = pluginTargets.kind(requireDirectory)

/** The plugin that a request names, or all where it names none. */
export const pluginOrAll = pluginTargets.kindOrAll(requireDirectory)

/** The plugin that a request names, or all, with those that only the registry has. */
export const registeredOrAll = pluginTargets.kindOrAll((target) => ({ target }))

export type PluginCall = Pick<Call<PluginModel, Plugin>, 'model' | 'target' | 'usage' | 'commandContext'> & GivenCommand

export const requestedPlugins = ({ plugins }: PluginModel, { only }: Request): readonly Plugin[] =>
  only ? plugins.filter(({ name }) => only.has(name)) : plugins

/** The options by which a stage or a phase is named. */
export const unitOptions = {
  stage: { kind: 'once', value: 'N', does: 'refuse the command unless it is about this stage' },
  phase: { kind: 'once', value: 'N.M', does: 'refuse the command unless it is about this phase' },
} as const

/** Why a text is no complexity, by `msg`. */
export function complexityFault(optionText: string | undefined): string | undefined {
  if (optionText === undefined || /^(?:[1-4](?:\.\d)?|5(?:\.0)?)$/.test(optionText)) return undefined
  return msg`Unexpected complexity ${optionText}, expected a number from 1 to 5 with at most one decimal`
}
