import type { CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { headingLookalike, statusLookalike } from '../registry/lookalikes.ts'
import { diagnostic } from './diagnostics.ts'

/** Whether registering a plugin adds its entry to the registry. */
const addsEntry = ({ second }: Plugin, { layout, registry }: PluginModel) =>
  layout === 'entries' && registry !== undefined && second === undefined

/** The sentence about an entry that registering a plugin adds. */
export const additionSentences = (plugin: Plugin, model: PluginModel): readonly string[] =>
  addsEntry(plugin, model) ? [msg`${model.registryPath} has a new entry of ${plugin.name}.`] : []

/** What registering a plugin adds to the registry though a line there looks like it: a person has to choose. */
export function additionWarnings(plugin: Plugin, model: PluginModel): readonly CommandDiagnostic[] {
  const { registry, registryPath } = model
  const { name, second } = plugin
  const heading = registry && addsEntry(plugin, model) ? headingLookalike(registry, name) : undefined
  const status = second && statusLookalike(second)
  const warn = (
    code: 'REGISTRY_ENTRY_MISSING' | 'REGISTRY_FIELD_MISSING',
    line: number,
    message: string,
    hint: string,
  ) => diagnostic({ model, plugin }, code, message, { severity: 'warning', place: { path: registryPath, line }, hint })
  return [
    ...(heading === undefined
      ? []
      : [
          warn(
            'REGISTRY_ENTRY_MISSING',
            heading,
            msg`Missing entry of ${name}, expected a heading ${`### ${name}`}: one was added, though line ${heading} looks like it`,
            msg`If that is its entry, write its heading as ${`### ${name}`} and delete the new entry.`,
          ),
        ]),
    ...(status === undefined
      ? []
      : [
          warn(
            'REGISTRY_FIELD_MISSING',
            status,
            msg`Missing ${'Status'} in the entry of ${name}, expected a line ${'**Status:** …'}: one was added, though line ${status} looks like it`,
            'Delete the line that no longer holds.',
          ),
        ]),
  ]
}
