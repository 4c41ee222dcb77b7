import type { ChangeSet } from '../../../core/command.ts'
import { textDocument } from '../../../documents/text.ts'
import { handoffOf, type Handoff } from '../handoff.ts'
import { withHandoff, type Plugin, type PluginModel } from '../model.ts'
import { pathsOf } from '../paths.ts'

/** One edit of a handoff: its new text. */
export type Edit = (handoff: Handoff, plugin: Plugin) => string

/** The plugin with a handoff of this text at this path. */
export function withText(plugin: Plugin, path: string, text: string, model: PluginModel): Plugin {
  const where = path === pathsOf(model.configuration, plugin.name).oldHandoff ? 'ideas' : 'root'
  return withHandoff(plugin, handoffOf(textDocument(path, text), where), model)
}

/** The plugin once its handoff went through some edits, each made on what the one before left. */
export function rewritten(plugin: Plugin, model: PluginModel, edits: readonly Edit[]): Plugin {
  return edits.reduce((now, edit) => {
    if (!now.handoff) return now
    const text = edit(now.handoff, now)
    return text === now.handoff.document.text ? now : withText(now, now.handoff.path, text, model)
  }, plugin)
}

/** What is to be done to files so that a plugin's handoff is the new one. */
export function handoffChanges(before: Plugin, { handoff }: Plugin): ChangeSet {
  const changes = new Map<string, string | null>()
  if (!handoff) return changes
  const isMoved = before.hasHandoff && before.handoffPath !== handoff.path
  if (isMoved || before.handoff?.document.text !== handoff.document.text) changes.set(handoff.path, handoff.document.text)
  if (isMoved) changes.set(before.handoffPath, null)
  return changes
}
