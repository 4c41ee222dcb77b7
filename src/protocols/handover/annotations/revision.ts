import { doubleQuoted } from '../../../documents/yaml-scalars.ts'
import {
  insertAfter,
  splice,
  textDocument,
  type Splice,
  type TextDocument,
  lineEndAt,
} from '../../../documents/text.ts'
import type { YamlMapping } from '../../../documents/yaml.ts'
import { parseRecord } from '../../../kit/record.ts'
import { anchorLine, withoutAnchors } from './anchors.ts'
import type { Annotation } from './annotations.ts'
import { isReservedWord } from '../reading/values.ts'

const anchorText = (anchor: string) =>
  /^[A-Za-z][A-Za-z0-9-]*$/.test(anchor) && !isReservedWord(anchor) ? anchor : doubleQuoted(anchor)

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

const lineEndBefore = (document: TextDocument, line: number): string => {
  const { text, eol } = document
  const offset = document.offsetOf(line)
  if (line === 1 || text[offset - 1] !== '\n') return eol
  return text[offset - 2] === '\r' ? '\r\n' : '\n'
}

/** Puts a value in place of the one that is there. */
function valueEdit(document: TextDocument, mapping: YamlMapping, key: string, value: string): Splice | undefined {
  const entry = mapping.get(key)
  if (!entry) return undefined
  const { start, end } = entry.value
  return end > start
    ? { start, end, text: value }
    : { start: entry.slot, end: entry.slot, text: entry.slot > entry.key.end ? ` ${value}` : `: ${value}` }
}

/** The entries after those that are there, indented as they are; in place of `[]` by 2. */
function listEdits(
  document: TextDocument,
  mapping: YamlMapping,
  entries: readonly string[],
): readonly Splice[] | undefined {
  const entry = mapping.get('source_annotations')
  if (!entry) return undefined
  const { value } = entry
  const lastItem = value.kind === 'sequence' ? value.items.at(-1) : undefined
  if (!lastItem) {
    // A comment after `[]` stays after the key.
    const from = document.text.slice(0, value.start).trimEnd().length
    return [
      { start: from, end: value.end, text: '' },
      insertAfter(
        document,
        document.lineOf(value.end),
        entries.map((line) => `  ${line}`),
      ),
    ]
  }
  const indent = document.text.slice(document.offsetOf(document.lineOf(value.start)), value.start)
  const lineEnd = lineEndAt(document, lastItem.end)
  return [
    {
      start: lineEnd,
      end: lineEnd,
      text: entries.map((line) => lineEndBefore(document, document.lineOf(lineEnd) + 1) + indent + line).join(''),
    },
  ]
}

/** A file with annotations folded in: its front matter and anchors, and nothing else. */
export function revisedText(
  document: TextDocument,
  mapping: YamlMapping,
  closing: number,
  artifact: string,
  newRevision: Revision,
): string {
  const { placed: placedAnnotations, revision, digest, reason } = newRevision
  const entries = placedAnnotations.flatMap(({ annotation }) => entryLines(annotation))
  const edits: Splice[] = []
  const addedLines: string[] = []
  const setValue = (key: string, value: string) => {
    const edit = valueEdit(document, mapping, key, value)
    if (edit) edits.push(edit)
    else addedLines.push(`${key}: ${value}`)
  }
  setValue('revision', String(revision))
  const list = listEdits(document, mapping, entries)
  if (list) edits.push(...list)
  else addedLines.push('source_annotations:', ...entries.map((line) => `  ${line}`))
  setValue('annotation_digest', doubleQuoted(digest))
  if (reason !== undefined) setValue('revision_reason', doubleQuoted(reason))
  const offset = document.offsetOf(closing)
  const eol = lineEndBefore(document, closing)
  const [firstEntry] = mapping.entries
  const indent = firstEntry
    ? document.text.slice(document.offsetOf(document.lineOf(firstEntry.key.start)), firstEntry.key.start)
    : ''
  edits.push({ start: offset, end: offset, text: addedLines.map((line) => indent + line + eol).join('') })

  const sortedAnnotations = placedAnnotations.toSorted(
    (a, b) => a.before - b.before || (a.annotation.id < b.annotation.id ? -1 : 1),
  )
  for (const { annotation, before: followingLine } of sortedAnnotations) {
    const start = document.offsetOf(followingLine)
    const { id, target_anchor: anchor, line } = annotation
    edits.push({
      start,
      end: start,
      text: anchorLine(id, `${artifact}#${anchor}`, line) + lineEndBefore(document, followingLine),
    })
  }
  return splice(document.text, edits)
}

/** Whether two texts have the same body, anchors aside: what a revision must not change. */
export function keepsBody(documentBefore: TextDocument, text: string): boolean {
  const bodyOf = (document: TextDocument) => {
    const front = parseRecord(document, 'flat-front-matter')
    return front.readable ? withoutAnchors(document, front.body) : undefined
  }
  const body = bodyOf(documentBefore)
  return body !== undefined && bodyOf(textDocument(documentBefore.path, text)) === body
}
