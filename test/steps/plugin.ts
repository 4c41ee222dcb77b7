import { textDocument } from '../../src/documents/text.ts'
import { mergeRegistry } from '../../src/protocols/plugin/merging/merge.ts'
import { readRegistry } from '../../src/protocols/plugin/registry/registry.ts'
import { readPlan } from '../../src/protocols/plugin/stages/stages.ts'

// What reads and merges the texts of a plugin: their steps are counted.

export const readPhases = (text: string) => readPlan('plan.md', textDocument('plan.md', text))

export const readRows = (text: string) => readRegistry(textDocument('PLUGINS.md', text), (name) => name === 'TinyGain')

/** Merges two registries that both have a text after them, each its own. */
export const mergeBehind = (text: string, registry: string) =>
  mergeRegistry('PLUGINS.md', {
    base: registry,
    ours: registry + text.replaceAll('\n', 'a\n'),
    theirs: registry + text.replaceAll('\n', 'b\n'),
  })
