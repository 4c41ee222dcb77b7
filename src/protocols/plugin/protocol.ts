import { protocol } from '../../core/protocol.ts'
import { answers } from './commands/answers.ts'
import { commands } from './commands/index.ts'
import { configuration } from './configuration.ts'
import { contractFiles, contractKeys } from './contracts.ts'
import { parsedHandoff, parsedRegistry, targetId, targetOf } from './facts.ts'
import { hasPlugins, pathsOf, readModel, type Plugin, type PluginModel } from './model.ts'
import { rules } from './rules/index.ts'
import { lines, stakes, unitOf, units } from './units.ts'

function ownerOf({ configuration: { root } }: PluginModel, path: string): string | undefined {
  const prefix = root === '.' ? '' : `${root}/`
  return path.startsWith(prefix) ? path.slice(prefix.length).split('/', 1)[0] : undefined
}

/** Whether a file is one of those that say something of a plugin. */
function isStateOf({ name, drafts }: Plugin, { configuration }: PluginModel, path: string): boolean {
  const paths = pathsOf(configuration, name)
  return [paths.handoff, paths.oldHandoff, paths.notes, ...contractKeys.map(paths.contract)].includes(path) || drafts.has(path)
}

/** Plugins built in stages by agents: handoffs, contracts and the registry. */
export const plugin = protocol({
  name: 'plugin',
  title: 'Plugins',
  kinds: ['plugin'],
  about:
    'A plugin is built in stages by agents. Its state is written twice: in a handoff beside the plugin (`.continue-here.md`: stage, phase, status, contract checksums) and in a registry (`PLUGINS.md`: a table row, and a second place with the same status).',
  configuration,

  selectors(section) {
    const paths = pathsOf(section, '*')
    return [
      { glob: section.registry, need: 'text' },
      { glob: paths.handoff, need: 'text' },
      { glob: paths.oldHandoff, need: 'text' },
      { glob: paths.notes, need: 'text' },
      ...Object.entries(contractFiles).map(([key, file]) => ({
        glob: `${paths.ideas}/${file}`,
        need: key === 'plan' ? ('text' as const) : ('digest' as const),
      })),
      { glob: `${paths.ideas}/*-draft.md`, need: 'digest' },
      // A directory is known by what lies in it.
      { glob: `${paths.folder}/{*,.ideas/*}`, need: 'name' },
    ]
  },

  found: (view, section) => view.entry(section.registry) !== undefined || hasPlugins(view, section),
  read: readModel,
  targets: (model) => model.plugins.map((each) => targetOf(each, model)),

  owners(model, path) {
    if (path === model.registryPath)
      return model.plugins.filter(({ rows, seconds }) => rows.length + seconds.length > 0).map(({ name }) => targetId(name))
    const plugin = model.get(ownerOf(model, path) ?? '')
    return plugin && isStateOf(plugin, model, path) ? [targetId(plugin.name)] : []
  },

  parsed(model, path) {
    if (path === model.registryPath) return model.registry && parsedRegistry(model.registry)
    const handoff = model.get(ownerOf(model, path) ?? '')?.handoff
    return handoff?.path === path ? parsedHandoff(handoff) : undefined
  },

  rules,
  commands,
  answers,
  mayGoOn: true,
  stakes,
  units,
  unit: (model, path, target) => (path === model.registryPath ? unitOf(path, target) : undefined),
  lines,
})
