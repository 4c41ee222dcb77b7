import type { ChangeSet } from '../../../core/command.ts'
import { cutText } from '../../../kit/kept-text.ts'
import { textDocument, splice, type TextDocument, type Splice } from '../../../documents/text.ts'
import { handoffOf, type Handoff } from './handoff.ts'
import { withHandoff, type Plugin, type PluginModel } from '../model.ts'
import { pathsOf, contractKeys } from '../files.ts'
import { mappingEdits, type KeyOrder, type MappingPatch } from '../../../documents/yaml-edit.ts'
import { once } from '../../../core/once.ts'
import { canonicalOrder } from '../schema.ts'
import type { Heading } from '../../../documents/markdown.ts'

/** How many characters of a TEXT are written. */
export const maxTextLength = 200

/**
 * Nothing of it is seen, or it turns the direction of what is: controls, zero-width and bidirectional characters,
 * halves of pairs.
 */
const invisibleCharacters = /[\p{Cf}\p{Cs}\u034f\u115f\u1160\u3164\uffa0]+/gu
const controlCharacters = /(?!\s)\p{Cc}/gu

/** A text as one line of visible characters. */
export const visibleText = (text: string): string =>
  text.replace(invisibleCharacters, '').replace(controlCharacters, '').replace(/\s+/gu, ' ').trim()

/** TEXT as it is written into files: one line of visible characters that opens no HTML, cut at 200. */
export const oneLine = (text: string): string => cutText(visibleText(text), maxTextLength).replaceAll('<', '&lt;')

export type HandoffEdit = (handoff: Handoff, plugin: Plugin) => string

export function withHandoffText(plugin: Plugin, path: string, text: string, model: PluginModel): Plugin {
  const where = path === pathsOf(model.configuration, plugin.name).oldHandoff ? 'ideas' : 'root'
  return withHandoff(plugin, handoffOf(textDocument(path, text), where), model)
}

/** The plugin once its handoff went through some edits, each made on what the one before left. */
export function applyEdits(plugin: Plugin, model: PluginModel, edits: readonly HandoffEdit[]): Plugin {
  return edits.reduce((currentPlugin, edit) => {
    if (!currentPlugin.handoff) return currentPlugin
    const text = edit(currentPlugin.handoff, currentPlugin)
    return text === currentPlugin.handoff.document.text
      ? currentPlugin
      : withHandoffText(currentPlugin, currentPlugin.handoff.path, text, model)
  }, plugin)
}

/** What is to be done to files so that a plugin's handoff is the new one. */
export function handoffChanges(pluginBefore: Plugin, { handoff }: Plugin): ChangeSet {
  const changes = new Map<string, string | null>()
  if (!handoff) return changes
  const isMoved = pluginBefore.hasHandoff && pluginBefore.handoffPath !== handoff.path
  if (isMoved || pluginBefore.handoff?.document.text !== handoff.document.text)
    changes.set(handoff.path, handoff.document.text)
  if (isMoved) changes.set(pluginBefore.handoffPath, null)
  return changes
}

const orderOf = (keys: readonly string[]): KeyOrder => Object.fromEntries(keys.map((key) => [key, {}]))

/** The canonical order. `handback` is none of it: it comes after everything else. */
const keyOrder = once((): KeyOrder => ({
  ...orderOf(canonicalOrder().filter((key) => key !== 'handback')),
  contract_checksums: orderOf(contractKeys),
}))

/** The text with keys of the front matter that say something else. */
export function withKeys({ document, front }: Handoff, patch: MappingPatch): string {
  const mapping = front.mapping()
  return mapping ? splice(document.text, mappingEdits(document, mapping, patch, keyOrder())) : document.text
}

/** The text with a value spelled as it is given: for what can be written in several ways, of which one is wanted. */
export function withSpelling({ document, front }: Handoff, path: readonly string[], spelling: string): string {
  const node = front.node(...path)
  return node ? splice(document.text, [{ start: node.start, end: node.end, text: spelling }]) : document.text
}

/** A heading with other words; underlined ones keep their line. */
function retitle(document: TextDocument, { line, level, text }: Heading, words: string): Splice {
  const isMarked = document.line(line).trimStart().startsWith('#')
  const lastLine = isMarked ? line : line + text.split('\n').length - 1
  const end = document.offsetOf(lastLine) + document.line(lastLine).length
  return { start: document.offsetOf(line), end, text: isMarked ? `${'#'.repeat(level)} ${words}` : words }
}

export interface Titles {
  readonly heading: string
  readonly summary: string
}

/** The text with the titles of a state; a level-1 heading that is not ours stays. */
export function withTitles(handoff: Handoff, { heading, summary }: Titles): string {
  const { document, outline } = handoff
  const title = outline.headings.find(({ level }) => level === 1)
  const currentStateSection = handoff.section('Current State')
  return splice(document.text, [
    ...(title?.text.startsWith('Stage ') ? [retitle(document, title, heading)] : []),
    ...(currentStateSection
      ? [
          retitle(
            document,
            currentStateSection.heading,
            `${currentStateSection.heading.text.trim().slice(0, 'Current State'.length)}: ${summary}`,
          ),
        ]
      : []),
  ])
}
