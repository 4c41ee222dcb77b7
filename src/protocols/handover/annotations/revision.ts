import { doubleQuoted } from '../../../documents/yaml-scalars.ts'
import { splice, textDocument, type Splice, type TextDocument, lineEndAt } from '../../../documents/text.ts'
import type { YamlMapping } from '../../../documents/yaml.ts'
import { parseRecord } from '../../../kit/record.ts'
import { anchorLine, stripped } from './anchors.ts'
import type { Annotation } from './annotations.ts'
import { isSpecial } from '../reading/values.ts'

const anchorText = (anchor: string) => (/^[A-Za-z][A-Za-z0-9-]*$/.test(anchor) && !isSpecial(anchor) ? anchor : doubleQuoted(anchor))

/** An annotation as lines of a list. */
function entryLines({ id, target_artifact, target_anchor, intent, comment, line }: Annotation): readonly string[] {
  return [
    `- id: ${id}`,
    `  target_artifact: ${target_artifact}`,
    `  target_anchor: ${anchorText(target_anchor)}`,
    `  intent: ${intent}`,
    ...(comment === undefined ? [] : [`  comment: ${doubleQuoted(comment)}`]),
    ...(line === undefined ? [] : [`  line: ${line}`]),
  ]
}

/** A new annotation, and the line before which its anchor goes. */
export interface PlacedAnnotation {
  readonly annotation: Annotation
  readonly before: number
}

export interface Revision {
  readonly revision: number
  readonly placed: readonly PlacedAnnotation[]
  readonly digest: string
  readonly reason: string | undefined
}

const endingBefore = (document: TextDocument, line: number): string => {
  const { text, eol } = document
  const at = document.offsetOf(line)
  if (line === 1 || text[at - 1] !== '\n') return eol
  return text[at - 2] === '\r' ? '\r\n' : '\n'
}

/** Puts a value in place of the one that is there. */
function replaced(document: TextDocument, mapping: YamlMapping, key: string, value: string): Splice | undefined {
  const entry = mapping.get(key)
  if (!entry) return undefined
  const { start, end } = entry.value
  return end > start
    ? { start, end, text: value }
    : { start: entry.slot, end: entry.slot, text: entry.slot > entry.key.end ? ` ${value}` : `: ${value}` }
}

/** The entries after those that are there, indented as they are; in place of `[]` by 2. */
function listEdits(document: TextDocument, mapping: YamlMapping, entries: readonly string[]): readonly Splice[] | undefined {
  const entry = mapping.get('source_annotations')
  if (!entry) return undefined
  const { value } = entry
  const last = value.kind === 'sequence' ? value.items.at(-1) : undefined
  if (!last) {
    const text = entries.map((line) => `${document.eol}  ${line}`).join('')
    // A comment after `[]` stays after the key.
    const [from, at] = [document.text.slice(0, value.start).trimEnd().length, lineEndAt(document, value.end)]
    return [
      { start: from, end: value.end, text: '' },
      { start: at, end: at, text },
    ]
  }
  const indent = document.text.slice(document.offsetOf(document.lineOf(value.start)), value.start)
  const at = lineEndAt(document, last.end)
  return [{ start: at, end: at, text: entries.map((line) => endingBefore(document, document.lineOf(at) + 1) + indent + line).join('') }]
}

/** A file with annotations folded in: its front matter and anchors, and nothing else. */
export function revisedText(document: TextDocument, mapping: YamlMapping, closing: number, artifact: string, revised: Revision): string {
  const { placed, revision, digest, reason } = revised
  const entries = placed.flatMap(({ annotation }) => entryLines(annotation))
  const edits: Splice[] = []
  const added: string[] = []
  const set = (key: string, value: string) => {
    const edit = replaced(document, mapping, key, value)
    if (edit) edits.push(edit)
    else added.push(`${key}: ${value}`)
  }
  set('revision', String(revision))
  const list = listEdits(document, mapping, entries)
  if (list) edits.push(...list)
  else added.push('source_annotations:', ...entries.map((line) => `  ${line}`))
  set('annotation_digest', doubleQuoted(digest))
  if (reason !== undefined) set('revision_reason', doubleQuoted(reason))
  const at = document.offsetOf(closing)
  const eol = endingBefore(document, closing)
  const [first] = mapping.entries
  const indent = first ? document.text.slice(document.offsetOf(document.lineOf(first.key.start)), first.key.start) : ''
  edits.push({ start: at, end: at, text: added.map((line) => indent + line + eol).join('') })

  const inOrder = placed.toSorted((a, b) => a.before - b.before || (a.annotation.id < b.annotation.id ? -1 : 1))
  for (const { annotation, before } of inOrder) {
    const start = document.offsetOf(before)
    const { id, target_anchor: anchor, line } = annotation
    edits.push({ start, end: start, text: anchorLine(id, `${artifact}#${anchor}`, line) + endingBefore(document, before) })
  }
  return splice(document.text, edits)
}

/** Whether two texts have the same body, anchors aside: what a revision must not change. */
export function keepsBody(before: TextDocument, text: string): boolean {
  const bodyOf = (document: TextDocument) => {
    const front = parseRecord(document, 'flat-front-matter')
    return front.readable ? stripped(document, front.body) : undefined
  }
  const body = bodyOf(before)
  return body !== undefined && bodyOf(textDocument(before.path, text)) === body
}
