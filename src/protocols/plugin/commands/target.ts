import { type Refusal, refused, type Request } from '../../../core/command.ts'
import { say } from '../../../core/say.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { pluginName, type Plugin, type PluginModel } from '../model.ts'
import { remark } from './answers.ts'

function unknownName(name: string, { plugins }: PluginModel): string | undefined {
  const meant = suggestion(
    name,
    plugins.filter(({ directory }) => directory).map((plugin) => plugin.name),
  )
  return meant === undefined ? undefined : say`Perhaps ${meant} is meant.`
}

/** The plugin that a request names, or why no command takes it. `registered`: one that only the registry knows will do. */
export function targetOf(model: PluginModel, { name }: Request, registered = false): Plugin | Refusal {
  if (name === undefined) return refused(remark({ model }, 'PLUGIN_OPTION_INVALID', { message: 'Missing name, expected that of a plugin' }))
  if (!pluginName.test(name)) {
    return refused(
      remark({ model }, 'PLUGIN_NAME_INVALID', {
        message: say`Unexpected name ${name}, expected letters, digits, ${'-'} and ${'_'} behind a letter`,
      }),
    )
  }
  const plugin = model.get(name)
  if (!plugin) return refused(remark({ model }, 'PLUGIN_UNKNOWN', { message: say`Unknown plugin ${name}`, hint: unknownName(name, model) }))
  if (plugin.directory || registered) return plugin
  return refused(remark({ model, plugin }, 'PLUGIN_UNKNOWN', { message: say`Missing directory of ${name}: only the registry knows it` }))
}

/** The plugins that a request without a name is for. */
export const allOf = ({ plugins }: PluginModel, { only }: Request): readonly Plugin[] =>
  only ? plugins.filter(({ name }) => only.has(name)) : plugins
