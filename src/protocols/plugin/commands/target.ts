import { type Refusal, refused, type Request } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { pluginName, type Plugin, type PluginModel } from '../model.ts'
import { pathsOf } from '../files.ts'
import { remark } from './answers.ts'

/** Why a name is none of a plugin: nothing has it, or a directory that nothing makes a plugin. */
function unknown(name: string, model: PluginModel): Refusal {
  const { folder, contract } = pathsOf(model.configuration, name)
  if (model.isDirectory(name)) {
    const message = msg`Unexpected plugin ${name}: ${folder} is there, with neither handoff nor contract in it, nor a row or entry in ${model.registryPath}`
    const hint = msg`Add a row for it to ${model.registryPath}, or write ${contract('creative_brief')}.`
    return refused(remark({ model }, 'PLUGIN_UNKNOWN', { message, hint }))
  }
  const meant = suggestion(
    name,
    model.plugins.filter(({ directory }) => directory).map((plugin) => plugin.name),
  )
  const hint = meant === undefined ? undefined : msg`Perhaps ${meant} is meant.`
  return refused(remark({ model }, 'PLUGIN_UNKNOWN', { message: msg`Unknown plugin ${name}`, hint }))
}

/** The plugin that a request names, or why no command takes it. `registered`: one that only the registry knows will do. */
export function targetOf(model: PluginModel, { name }: Request, registered = false): Plugin | Refusal {
  if (name === undefined) return refused(remark({ model }, 'PLUGIN_OPTION_INVALID', { message: 'Missing name, expected that of a plugin' }))
  if (!pluginName.test(name)) {
    return refused(
      remark({ model }, 'PLUGIN_NAME_INVALID', {
        message: msg`Unexpected name ${name}, expected letters, digits, ${'-'} and ${'_'} behind a letter`,
      }),
    )
  }
  const plugin = model.get(name)
  if (!plugin) return unknown(name, model)
  if (plugin.directory || registered) return plugin
  const { folder } = pathsOf(model.configuration, name)
  const message = msg`Missing directory of ${name}, expected ${folder}, which must be no link: only the registry knows it`
  const hint = msg`Put its files into ${folder}, write the name in the registry as its folder has it, or delete row and entry.`
  return refused(remark({ model, plugin }, 'PLUGIN_UNKNOWN', { message, hint }))
}

/** The plugins that a request without a name is for. */
export const allOf = ({ plugins }: PluginModel, { only }: Request): readonly Plugin[] =>
  only ? plugins.filter(({ name }) => only.has(name)) : plugins
