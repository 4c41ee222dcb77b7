import { type Command, type Outcome, refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { contractKeys, type ContractKey } from '../files.ts'
import type { Handoff } from '../handoff/handoff.ts'
import { byHandoff, type PluginModel } from '../model.ts'
import { checksumsOf } from '../handoff/completion.ts'
import { withKeys, handoffChanges, rewritten } from '../handoff/edits.ts'
import { changing, missingHandoff } from './answers.ts'
import { findings, unreadableFiles } from './findings.ts'
import { targetOf } from './target.ts'
import { invalid, takeWords } from './words.ts'

const isKey = (word: string): word is ContractKey => (contractKeys as readonly string[]).includes(word)

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

/** Records contracts as they are now: the conscious way to change one (plugin protocol, section 7). */
export const checksums: Command<PluginModel> = {
  name: 'checksums',
  usage: `NAME [${contractKeys.join('|')}]…`,
  summary: 'Records the checksums of the contracts, or of those that are named, as the files are now.',
  examples: ['/checksums TinyGain', '/checksums TinyGain parameter_spec'],

  run(model, request): Outcome {
    const taken = takeWords(model, request, {})
    if ('outcome' in taken) return taken
    const wrong = taken.rest.find((word) => !isKey(word))
    if (wrong !== undefined) return invalid(model, msg`Unexpected contract ${wrong}, expected ${contractKeys}`)
    const plugin = targetOf(model, request)
    if ('outcome' in plugin) return plugin

    const { name, handoff } = plugin
    const hindering = [
      ...unreadableFiles(model, plugin, ['handoff', 'contract']),
      ...findings(model, byHandoff(plugin, model), ['PLUGIN_YAML_INVALID', 'PLUGIN_LEGACY_FORMAT']),
    ]
    if (hindering.length > 0) return refused(...hindering)
    if (!handoff) return refused(missingHandoff({ model, plugin }, msg`Missing handoff of ${name}: there is nothing to record in`))

    const wanted = checksumsOf(plugin)
    const named = taken.rest.filter(isKey)
    const changed = stale(handoff, wanted, named.length > 0 ? named : contractKeys)
    const patch = Object.fromEntries(changed.map((key) => [key, wanted[key]]))
    const keys = { last_updated: model.context.day, contract_checksums: patch }
    const after = changed.length === 0 ? plugin : rewritten(plugin, model, [(each) => withKeys(each, keys)])
    return changing(handoffChanges(plugin, after), {
      done: msg`The handoff of ${name} records ${changed} as they are now.`,
      nothing: msg`The handoff of ${name} records the contracts as they are already.`,
    })
  },
}
