import { mostFrequent } from '../../core/grouped.ts'
import type { Detection } from '../../core/protocol.ts'
import { readText } from '../../documents/text.ts'
import { discovery } from './discovery.ts'
import { readHandoff } from './handoff/handoff.ts'
import { handoffName } from './files.ts'
import { readRegistry } from './registry/registry.ts'
import { stagesOf } from './stages/stages.ts'
import { normalizeText, readStatus } from './registry/values.ts'

const defaults = discovery.defaults
const stages = stagesOf(defaults)

const registryName = 'PLUGINS.md'
const isRegistry = (path: string) => path.endsWith(registryName)

/** The folder of the folders of plugins, from the path of a handoff. */
function rootOf(path: string): string {
  const folders = path.split('/').slice(0, -1)
  if (folders.at(-1) === '.ideas') folders.pop()
  return folders.slice(0, -1).join('/') || '.'
}

/** The default where it occurs, otherwise what occurs most often. */
const preferredValue = (defaultValue: string, values: readonly string[]) =>
  values.includes(defaultValue) ? defaultValue : mostFrequent(values)

/**
 * Handoffs that name a plugin and its stage, and tables of plugins with one of Baton's statuses: other tools use both
 * names.
 */
export const detect: Detection = {
  glob: `**/{${handoffName},${registryName}}`,
  reads(view, path, limit) {
    if (!isRegistry(path)) {
      const handoff = readHandoff(view, path, 'root', limit)
      return (
        typeof handoff !== 'string' &&
        handoff.fields.plugin.state !== 'absent' &&
        handoff.fields.stage.state !== 'absent'
      )
    }
    const document = readText(view, path, limit)
    if (typeof document === 'string') return false
    const { rows } = readRegistry(document, () => false)
    return rows.some(({ status }) => readStatus(normalizeText(status?.text ?? ''), stages) !== undefined)
  },
  place: (path) => (isRegistry(path) ? path.slice(0, -registryName.length - 1) || '.' : rootOf(path)),
  section(paths) {
    const registry = preferredValue(defaults.registry, paths.filter(isRegistry))
    const handoffPaths = paths.filter((path) => !isRegistry(path) && path.includes('/'))
    const root = preferredValue(defaults.root, handoffPaths.map(rootOf))
    return {
      ...(root !== undefined && root !== defaults.root && { root }),
      ...(registry !== undefined && registry !== defaults.registry && { registry }),
    }
  },
}
