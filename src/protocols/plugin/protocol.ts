import { defineProtocol } from '../../core/define-protocol.ts'
import { newPlugin } from './commands/new.ts'
import { commands } from './commands/index.ts'
import { literally } from '../../documents/glob.ts'
import { contractKeys, pathsOf, type ContractKey } from './files.ts'
import { isolation, compared } from './compared.ts'
import { detect } from './detect.ts'
import { contractStatus, parsedHandoff, parsedRegistry, targetId, targetOf } from './targets.ts'
import { handoffChanges } from './handoff/edits.ts'
import { withGrant } from './handoff/transitions.ts'
import { capitalsOf } from './handoff/handoff.ts'
import { mergeRegistry } from './merging/merge.ts'
import { hasPlugins, readModel, type Plugin, type PluginModel } from './model.ts'
import { rulesOf } from '../../kit/rules.ts'
import { groups } from './rules/index.ts'
import { reconcile } from './commands/reconcile.ts'
import { next } from './next.ts'
import { commandMoves } from '../../kit/states.ts'
import { discovery } from './discovery.ts'
import { machine } from './states.ts'
import { rowOwnership, stateDigest } from './registry/ownership.ts'

function ownerOf({ configuration: { root } }: PluginModel, path: string): string | undefined {
  const prefix = root === '.' ? '' : `${root}/`
  return path.startsWith(prefix) ? path.slice(prefix.length).split('/', 1)[0] : undefined
}

/** Whether a file is one of those that say something of a plugin. */
function isStateOf({ name, drafts }: Plugin, { configuration }: PluginModel, path: string): boolean {
  const paths = pathsOf(configuration, name)
  return [paths.handoff, paths.oldHandoff, paths.notes, ...contractKeys.map(paths.contract)].includes(path) || drafts.has(path)
}

/** The paths of contracts that are not what is recorded of them. */
function mismatchedContracts(plugin: Plugin): readonly string[] {
  const isMismatched = (key: ContractKey) => {
    const status = contractStatus(plugin, key)
    return (
      status === 'mismatch' || (status === 'malformed' && capitalsOf(plugin.handoff?.checksums.recorded[key].written ?? '') !== undefined)
    )
  }
  return contractKeys.filter(isMismatched).map((key) => plugin.contracts[key].path)
}

/** Plugins built in stages by agents: handoffs, contracts and the registry. */
export const plugin = defineProtocol({
  ...discovery,
  title: 'Plugins',

  found: (view, section) => view.entry(section.registry) !== undefined || hasPlugins(view, section),
  detect,
  // Only the text of the contract shows what other text a checksum may be of.
  further: ({ now }) => now.plugins.flatMap(mismatchedContracts).map((path) => ({ glob: literally(path), level: 'text', explains: true })),
  read: readModel,
  targets: (model) => model.plugins.map((each) => targetOf(each, model)),
  next,

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

  rules: rulesOf(groups),
  groups,
  commands,
  moves: commandMoves(machine),
  writeGrant(model, { id }, grant) {
    const plugin = model.get(id.slice(id.indexOf(':') + 1))
    return plugin ? handoffChanges(plugin, withGrant(plugin, model, grant)) : new Map()
  },
  creation: newPlugin,
  stateDigest,
  capabilities: {
    merging: {
      paths: ({ registry }) => [registry],
      merge: ({ registry }, path, sides) => (path === registry ? mergeRegistry(path, sides) : undefined),
    },
    rowOwnership,
    reconciling: { reconcile },
    consecutiveUnits: { endedBy: ['success'] },
    agreement: { compared, isolation },
  },
})
