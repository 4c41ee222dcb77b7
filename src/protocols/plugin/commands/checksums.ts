import { pluginTarget } from './target.ts'
import { refuse } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { contractKeys, type ContractKey } from '../files.ts'
import type { Handoff } from '../handoff/handoff.ts'
import { checksumsOf } from '../handoff/completion.ts'
import { withKeys, handoffChanges, rewritten } from '../handoff/edits.ts'
import { changing, missingHandoff, recordable } from './diagnostics.ts'
import { command } from '../../../kit/command.ts'

/** Of some contracts those that something else is recorded of than they are. */
function stale(
  { checksums }: Handoff,
  wanted: Readonly<Record<string, string | null>>,
  keys: readonly ContractKey[],
): readonly ContractKey[] {
  return keys.filter((key) => {
    const { state, sha256 } = checksums.recorded[key]
    const recorded = state === 'good' ? `sha256:${sha256}` : state === 'null' ? null : undefined
    return recorded !== wanted[key]
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
    recordable,
    {
      *violations({ model, target: plugin }) {
        if (!plugin.handoff) yield missingHandoff({ model, plugin }, msg`Missing handoff of ${plugin.name}: there is nothing to record in`)
      },
    },
  ],

  run({ model, target: plugin, words }) {
    const { name, handoff } = plugin
    if (!handoff) return refuse()
    const wanted = checksumsOf(plugin)
    const changed = stale(handoff, wanted, words.length > 0 ? (words as readonly ContractKey[]) : contractKeys)
    const patch = Object.fromEntries(changed.map((key) => [key, wanted[key]]))
    const keys = { last_updated: model.context.day, contract_checksums: patch }
    const after = changed.length === 0 ? plugin : rewritten(plugin, model, [(each) => withKeys(each, keys)])
    return changing(handoffChanges(plugin, after), {
      done: msg`The handoff of ${name} records ${changed} as they are now.`,
      nothing: msg`The handoff of ${name} records the contracts as they are already.`,
    })
  },
})
