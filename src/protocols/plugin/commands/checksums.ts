import { pluginTarget } from './target.ts'
import { refuse } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { contractKeys, type ContractKey } from '../files.ts'
import type { Handoff } from '../handoff/handoff.ts'
import { checksumsOf } from '../handoff/completion.ts'
import { withKeys, handoffChanges, applyEdits } from '../handoff/edits.ts'
import { outcomeOfChanges, missingHandoffDiagnostic, canRecordContracts } from './diagnostics.ts'
import { command } from '../../../kit/command.ts'

/** The contracts whose recorded checksum is not that of the file. */
function staleKeys(
  { checksums }: Handoff,
  currentChecksums: Readonly<Record<string, string | null>>,
  keys: readonly ContractKey[],
): readonly ContractKey[] {
  return keys.filter((key) => {
    const { state, value } = checksums.recorded[key]
    const recordedChecksum = state === 'good' ? `sha256:${value}` : state === 'null' ? null : undefined
    return recordedChecksum !== currentChecksums[key]
  })
}

/** Records contracts as they are now: the conscious way to change one (docs/plugin.md, "Commands"). */
export const checksums = command({
  name: 'checksums',
  summary: 'Records the checksums of the contracts, or of those that are named, as the files are now.',
  examples: ['/checksums TinyGain', '/checksums TinyGain parameter_spec'],
  target: pluginTarget,
  words: [{ name: 'CONTRACT', values: contractKeys, optional: true, many: true }],
  preconditions: [
    canRecordContracts,
    {
      *violations({ model, target: plugin }) {
        if (!plugin.handoff)
          yield missingHandoffDiagnostic(
            { model, plugin },
            msg`Missing handoff of ${plugin.name}: there is nothing to record in`,
          )
      },
    },
  ],

  run({ model, target: plugin, words }) {
    const { name, handoff } = plugin
    if (!handoff) return refuse()
    const currentChecksums = checksumsOf(plugin)
    const changedKeys = staleKeys(
      handoff,
      currentChecksums,
      words.length > 0 ? (words as readonly ContractKey[]) : contractKeys,
    )
    const patch = Object.fromEntries(changedKeys.map((key) => [key, currentChecksums[key]]))
    const keys = { last_updated: model.context.day, contract_checksums: patch }
    const pluginAfter =
      changedKeys.length === 0
        ? plugin
        : applyEdits(plugin, model, [(currentHandoff) => withKeys(currentHandoff, keys)])
    return outcomeOfChanges(handoffChanges(plugin, pluginAfter), {
      done: `${msg`The handoff of ${name} now records the present checksums of ${changedKeys}`}.`,
      nothing: msg`The handoff of ${name} already records the present checksums of the contracts.`,
    })
  },
})
