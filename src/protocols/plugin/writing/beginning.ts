import type { TextDocument } from '../../../documents/text.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { pathsOf } from '../paths.ts'
import { phaseNumber, stageOf, type Unit } from '../stages.ts'
import { withKeys } from './keys.ts'
import { rewritten, withText, type Edit } from './rewrite.ts'

/** The position that a new front matter begins with; everything else of it has a default. */
export interface Position {
  readonly unit: Unit
  readonly status: 'in_progress' | 'complete' | 'workflow_complete'
  /** A day. */
  readonly updated: string
}

/** Text that is to stand behind a new front matter, with the mark and the line ending of its file. */
export interface Body {
  readonly mark: string
  readonly eol: string
  readonly text: string
}

/** The text of a file as the body of what it is to become. */
export const wholeBody = ({ text, start, eol }: TextDocument): Body => ({ mark: text.slice(0, start), eol, text: text.slice(start) })

export const noBody = (title: string): Body => ({ mark: '', eol: '\n', text: `# ${title}\n` })

/** The plugin with a new handoff at its proper place, before anything that it lacks is added. */
export function begun(
  plugin: Plugin,
  model: PluginModel,
  { unit, status, updated }: Position,
  { mark, eol, text }: Body,
  edits: readonly Edit[] = [],
): Plugin {
  const gap = text === '' || /^\r?\n/.test(text) ? '' : eol
  const head = ['---', `stage: ${stageOf(unit)}`, '---', ''].join(eol)
  const keys = { plugin: plugin.name, phase: phaseNumber(unit) > 0 ? unit : null, status, last_updated: updated }
  const begun = withText(plugin, pathsOf(model.configuration, plugin.name).handoff, mark + head + gap + text, model)
  return rewritten(begun, model, [(handoff) => withKeys(handoff, keys), ...edits])
}
