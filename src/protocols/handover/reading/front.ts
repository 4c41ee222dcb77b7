import { msg } from '../../../core/message.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { parseYaml, type YamlMapping } from '../../../documents/yaml.ts'

/** Collections that may stand in each other. */
const deepest = 6

/** The front matter of a Markdown file. */
export type Front =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid'; readonly fault: string; readonly start: number; readonly end: number }
  | {
      readonly kind: 'mapping'
      readonly mapping: YamlMapping
      /** The line of the closing fence, and the first line of the body. */
      readonly closing: number
      readonly body: number
    }

const fence = /^---[ \t]*$/

const noKeys: YamlMapping = { kind: 'mapping', flow: false, entries: [], get: () => undefined, start: 0, end: 0 }

/** Reads it: between a first line `---` and the next such line, in the YAML subset (handover protocol, section 1). `---js` begins none. */
export function readFront(document: TextDocument): Front {
  if (!fence.test(document.line(1))) return { kind: 'none' }
  let closing = 2
  while (closing <= document.lineCount && !fence.test(document.line(closing))) closing++
  if (closing > document.lineCount) return { kind: 'none' }
  const [start, end] = [document.offsetOf(2), document.offsetOf(closing)]
  const node = parseYaml(document.text.slice(start, end), start, deepest, false)
  if ('fault' in node) return { kind: 'invalid', ...node }
  const at = { closing, body: closing + 1 }
  if (node.kind === 'mapping') return { kind: 'mapping', mapping: node, ...at }
  if (node.kind === 'scalar' && node.value === null) return { kind: 'mapping', mapping: { ...noKeys, start: end, end }, ...at }
  return { kind: 'invalid', fault: msg`Unexpected front matter, expected keys with values`, start, end }
}
