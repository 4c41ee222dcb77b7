import type { Plugin, PluginModel } from '../model.ts'
import { rewritten } from './rewrite.ts'
import { appendTo } from './sections.ts'
import { oneLine } from './text.ts'

/** Where question and answer are kept. */
export const context = 'Context to Preserve'

export const questionLine = (question: string, model: PluginModel): string => `- **Question (${model.context.day}):** ${oneLine(question)}`
export const answerLine = (answer: string, model: PluginModel): string => `- **Answer (${model.context.day}):** ${answer}`

/** The plugin with further lines in the section that is preserved. */
export const withContext = (plugin: Plugin, model: PluginModel, lines: readonly string[]): Plugin =>
  rewritten(plugin, model, [(now) => appendTo(now, context, ...lines)])
