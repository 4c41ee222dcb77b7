import { defineProtocol } from '../../core/define-protocol.ts'
import { newPlugin } from './commands/new.ts'
import { commands } from './commands/index.ts'
import { escapeGlob } from '../../documents/glob.ts'
import { isolation, placeComparisons } from './compared.ts'
import { detect } from './detect.ts'
import { mismatchedContracts, ownersOf, parsedOf, targetOf } from './targets.ts'
import { handoffChanges } from './handoff/edits.ts'
import { withGrant } from './handoff/transitions.ts'
import { mergeRegistry } from './merging/merge.ts'
import { readModel } from './model.ts'
import { rulesOf } from '../../kit/rules.ts'
import { groups } from './rules/index.ts'
import { reconcile } from './commands/reconcile.ts'
import { next } from './next.ts'
import { commandMoves } from '../../kit/states.ts'
import { committedPaths, hasPlugins } from './files.ts'
import { discovery } from './discovery.ts'
import { machine } from './states.ts'
import { rowOwnership, stateDigest } from './registry/ownership.ts'
import { bareName } from '../../core/target.ts'

/** Plugins built in stages by agents: handoffs, contracts and the registry. */
export const plugin = defineProtocol({
  ...discovery,
  title: 'Plugins',

  found: (view, section) => view.entry(section.registry) !== undefined || hasPlugins(view, section),
  detect,
  // Only the text of the contract shows what other text a checksum may be of.
  further: ({ now: model, context }) =>
    context.findingsAlone
      ? []
      : model.plugins
          .flatMap(mismatchedContracts)
          .map((path) => ({ glob: escapeGlob(path), level: 'text', explains: true })),
  read: readModel,
  targets: (model) => model.plugins.map((pluginInModel) => targetOf(pluginInModel, model)),
  next,
  owners: ownersOf,
  parsed: parsedOf,
  rules: rulesOf(groups),
  groups,
  commands,
  moves: commandMoves(machine),
  writeGrant(model, { id }, grant) {
    const plugin = model.get(bareName(id))
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
    agreement: { compared: placeComparisons, isolation },
    committedState: { paths: committedPaths },
  },
})
