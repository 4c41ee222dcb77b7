import { pluginFiles, registry, type SamplePlugin } from '../../../demo/repository.ts'
import type { Files } from '../../../src/core/rule.ts'

/** A sound repository with plugins of these names. */
export function samplePlugins(names: readonly string[]): Files {
  const plugins = names.map((name): SamplePlugin => ({ name, about: 'One knob that makes things louder.' }))
  return {
    ...Object.fromEntries(plugins.flatMap((plugin) => Object.entries(pluginFiles(plugin)))),
    'PLUGINS.md': registry(plugins),
  }
}
