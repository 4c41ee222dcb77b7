import { refuse, type Content } from '../../../core/command.ts'
import { msg, cleanLine } from '../../../core/message.ts'
import { textDocument } from '../../../documents/text.ts'
import { refuseExisting, creationFor } from '../../../kit/creation.ts'
import { pathsOf } from '../files.ts'
import { pluginName, type PluginModel } from '../model.ts'
import { register } from '../registry/register.ts'
import { readRegistry } from '../registry/registry.ts'
import { ideatedStatus } from '../registry/values.ts'
import { targetId } from '../targets.ts'
import { diagnostic } from './diagnostics.ts'

const emptyRegistry = `# Plugins

| Plugin Name | Status | Version | Last Updated |
|-------------|--------|---------|--------------|
`

function withRegistry(model: PluginModel): PluginModel {
  if (model.registryThere) return model
  const registry = readRegistry(textDocument(model.registryPath, emptyRegistry), () => false)
  return { ...model, registry, layout: model.configuration.secondPlace ?? 'entries' }
}

const briefText = (name: string, type: string | undefined): string =>
  [
    `# ${name}`,
    '',
    ...(type === undefined ? [] : [`**Type:** ${type}`, '']),
    'What it does, for whom, and what it must sound like.',
    '',
  ].join('\n')

/** Registers a plugin as an idea, with a creative brief to fill in. */
export const newPlugin = creationFor<PluginModel>()({
  protocol: 'plugin',
  name: 'NAME',
  options: { type: { kind: 'once', value: 'T', does: 'its type, for a registry with such a column' } },

  create({ model, names: [name], options, commandContext: { view } }) {
    if (!pluginName.test(name)) {
      const message = msg`Unexpected name ${name}, expected letters, digits, ${'-'} and ${'_'}, starting with a letter`
      return refuse(diagnostic({ model }, 'PLUGIN_NAME_INVALID', message))
    }
    const { day } = model.context
    const type = options.type === undefined ? undefined : cleanLine(options.type)
    const path = pathsOf(model.configuration, name).contract('creative_brief')
    const addedPlugin = { name, directory: true, row: undefined, second: undefined, seconds: [] }
    const existingPlugin = model.get(name)
    if (existingPlugin) {
      const existingPlace = existingPlugin.row?.place ??
        existingPlugin.second?.place ?? { path: existingPlugin.hasHandoff ? existingPlugin.handoffPath : path }
      return refuseExisting('plugin', name, { place: existingPlace, target: targetId(name) })
    }
    const values = { status: ideatedStatus, updated: day, type }
    const registration = {
      plugin: addedPlugin,
      row: values,
      second: values,
      timeline: [`- **${day}:** Creative brief created`],
    }
    const texts = register(withRegistry(model), view, [registration])
    const isThere = (changedPath: string) => view.entry(changedPath) !== undefined
    const newFiles: readonly (readonly [string, Content])[] = [...texts, [path, briefText(name, type)]]
    return {
      target: targetId(name),
      files: new Map(newFiles.filter(([changedPath]) => !isThere(changedPath) || changedPath === path)),
      drafts: [path],
      additions: new Map(newFiles.filter(([changedPath]) => isThere(changedPath) && changedPath !== path)),
    }
  },
})
